//! Answers and knowledge, from one member's term store to another's.

use ferric3_cfa::LocId;
use ferric3_term::{Common, Parcel, TermId, Terms};

use crate::{Answer, Counterexample, Depth, HotSpot, Invariant, Knowledge, Proof, UnknownReason};

/// An answer that can leave the term store of its member.
pub(super) enum PackedAnswer {
    Invariant(PackedInvariant),
    Unrolling(usize),
    Unwinding(usize),
    KInduction(usize, PackedInvariant),
    Unsafe(Counterexample),
    Unknown(UnknownReason),
}

pub(super) struct PackedInvariant {
    /// Number of clauses by location.
    counts: Vec<usize>,
    clauses: Parcel,
}

impl PackedInvariant {
    fn new(invariant: &Invariant, terms: &Terms, common: Common) -> Option<PackedInvariant> {
        let clauses: Vec<_> = invariant.locations().flatten().copied().collect();
        Some(PackedInvariant {
            counts: invariant.locations().map(<[_]>::len).collect(),
            clauses: terms.pack(common, &clauses)?,
        })
    }

    fn unpack(&self, terms: &mut Terms) -> Invariant {
        let mut clauses = terms.unpack(&self.clauses).into_iter();
        let counts = self.counts.iter();
        Invariant::new(
            counts
                .map(|&count| clauses.by_ref().take(count).collect())
                .collect(),
        )
    }
}

impl PackedAnswer {
    pub(super) fn new(answer: Answer, terms: &Terms, common: Common) -> PackedAnswer {
        let packed = match answer {
            Answer::Safe(Proof::Invariant(invariant)) => {
                PackedInvariant::new(&invariant, terms, common).map(PackedAnswer::Invariant)
            }
            Answer::Safe(Proof::Unrolling { depth }) => Some(PackedAnswer::Unrolling(depth)),
            Answer::Safe(Proof::KInduction { k, auxiliary }) => {
                let auxiliary = PackedInvariant::new(&auxiliary, terms, common);
                auxiliary.map(|auxiliary| PackedAnswer::KInduction(k, auxiliary))
            }
            Answer::Safe(Proof::Unwinding { copies }) => Some(PackedAnswer::Unwinding(copies)),
            Answer::Safe(Proof::OnlyRun { .. }) => None,
            Answer::Unsafe(counterexample) => Some(PackedAnswer::Unsafe(counterexample)),
            Answer::Unknown(reason) => Some(PackedAnswer::Unknown(reason)),
        };
        packed.unwrap_or_else(|| {
            let reason = "a proof about symbols that are not part of the program".to_owned();
            PackedAnswer::Unknown(UnknownReason::TooLarge(reason))
        })
    }

    pub(super) fn is_decided(&self) -> bool {
        !matches!(self, PackedAnswer::Unknown(_))
    }

    pub(super) fn unpack(self, terms: &mut Terms) -> Answer {
        match self {
            PackedAnswer::Invariant(packed) => Answer::Safe(Proof::Invariant(packed.unpack(terms))),
            PackedAnswer::Unwinding(copies) => Answer::Safe(Proof::Unwinding { copies }),
            PackedAnswer::Unrolling(depth) => Answer::Safe(Proof::Unrolling { depth }),
            PackedAnswer::KInduction(k, auxiliary) => Answer::Safe(Proof::KInduction {
                k,
                auxiliary: auxiliary.unpack(terms),
            }),
            PackedAnswer::Unsafe(counterexample) => Answer::Unsafe(counterexample),
            PackedAnswer::Unknown(reason) => Answer::Unknown(reason),
        }
    }
}

/// Knowledge that can leave the term store of its member.
pub(super) struct PackedKnowledge {
    locations: Vec<LocId>,
    depth: Depth,
    hot_spot: Option<(LocId, usize)>,
    /// The clauses, then the cube of the hot spot.
    terms: Parcel,
}

impl PackedKnowledge {
    pub(super) fn new(
        knowledge: &Knowledge,
        terms: &Terms,
        common: Common,
    ) -> Option<PackedKnowledge> {
        let (locations, mut roots): (Vec<LocId>, Vec<TermId>) = knowledge.known.iter().unzip();
        let hot_spot = knowledge.hot_spot.as_ref();
        roots.extend(hot_spot.iter().flat_map(|spot| &spot.cube));
        Some(PackedKnowledge {
            locations,
            depth: knowledge.depth,
            hot_spot: hot_spot.map(|spot| (spot.loc, spot.lemmas)),
            terms: terms.pack(common, &roots)?,
        })
    }

    /// What all members know together.
    pub(super) fn add_to(&self, all: &mut Knowledge, terms: &mut Terms) {
        let mut unpacked = terms.unpack(&self.terms);
        let cube = unpacked.split_off(self.locations.len());
        all.known
            .extend(self.locations.iter().copied().zip(unpacked));
        all.depth = all.depth.max(self.depth);
        if let (None, Some((loc, lemmas))) = (&all.hot_spot, self.hot_spot) {
            all.hot_spot = Some(HotSpot { loc, lemmas, cube });
        }
    }
}
