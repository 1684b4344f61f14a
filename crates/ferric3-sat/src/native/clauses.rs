//! Where clauses live: one long vector, so that to visit a clause is to visit one place.

use crate::Lit;

/// A clause, by its place in [`Clauses`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClauseRef(u32);

impl ClauseRef {
    /// No clause: the reason of decisions and of facts.
    pub(super) const NONE: ClauseRef = ClauseRef(u32::MAX);

    /// A clause that the theory has to be asked for.
    pub(super) const THEORY: ClauseRef = ClauseRef(u32::MAX - 1);

    /// Where it is, for tables.
    pub(super) fn place(self) -> usize {
        self.0 as usize
    }
}

/// Words before the literals: length, glue (and [`VIVIFIED`]), conflict at which the clause was last of use.
const HEADER: usize = 3;

/// In the word of the glue: it was tried to shorten the clause.
const VIVIFIED: u32 = 1 << 31;

/// Clauses of at least two literals.
#[derive(Default)]
pub(super) struct Clauses {
    words: Vec<u32>,
}

impl Clauses {
    pub(super) fn add(&mut self, lits: &[Lit], glue: u32, used: u32) -> ClauseRef {
        let place = u32::try_from(self.words.len()).expect("a context has less than 2^32 words");
        assert!(
            place < Watch::BINARY,
            "a context has less than 2^31 words of clauses"
        );
        let length = u32::try_from(lits.len()).expect("shorter than the vector of all");
        self.words.extend([length, glue, used]);
        self.words.extend(lits.iter().map(|lit| lit.to_word()));
        ClauseRef(place)
    }

    /// The literals, as [`Lit::to_word`]s.
    pub(super) fn words(&self, clause: ClauseRef) -> &[u32] {
        let start = clause.0 as usize;
        &self.words[start + HEADER..start + HEADER + self.words[start] as usize]
    }

    /// The literals, to be reordered.
    pub(super) fn words_mut(&mut self, clause: ClauseRef) -> &mut [u32] {
        let start = clause.0 as usize;
        let length = self.words[start] as usize;
        &mut self.words[start + HEADER..start + HEADER + length]
    }

    pub(super) fn lits(&self, clause: ClauseRef) -> impl Iterator<Item = Lit> + '_ {
        self.words(clause).iter().map(|&word| Lit::from_word(word))
    }

    /// The number of decision levels in the clause when it was learnt: small is good.
    pub(super) fn glue(&self, clause: ClauseRef) -> u32 {
        self.words[clause.0 as usize + 1] & !VIVIFIED
    }

    /// Fewer levels than it had.
    pub(super) fn set_glue(&mut self, clause: ClauseRef, glue: u32) {
        let word = &mut self.words[clause.0 as usize + 1];
        *word = (*word & VIVIFIED) | glue;
    }

    /// Was it tried to shorten the clause?
    pub(super) fn is_vivified(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize + 1] & VIVIFIED != 0
    }

    pub(super) fn set_vivified(&mut self, clause: ClauseRef) {
        self.words[clause.0 as usize + 1] |= VIVIFIED;
    }

    /// The conflict at which the clause was last used.
    pub(super) fn used(&self, clause: ClauseRef) -> u32 {
        self.words[clause.0 as usize + 2]
    }

    pub(super) fn set_used(&mut self, clause: ClauseRef, conflict: u32) {
        self.words[clause.0 as usize + 2] = conflict;
    }
}

/// A clause in the list of one of the two literals that it watches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    /// Another literal of the clause; if that one is true there is no need to look further. For
    /// a clause of two literals it is *the* other one.
    pub(super) blocker: Lit,
    /// The place of the clause, and whether it has just two literals.
    tagged: u32,
}

impl Watch {
    const BINARY: u32 = 1 << 31;

    pub(super) fn new(blocker: Lit, clause: ClauseRef, length: usize) -> Watch {
        let tag = if length == 2 { Watch::BINARY } else { 0 };
        Watch {
            blocker,
            tagged: clause.0 | tag,
        }
    }

    pub(super) fn is_binary(self) -> bool {
        self.tagged & Watch::BINARY != 0
    }

    pub(super) fn clause(self) -> ClauseRef {
        ClauseRef(self.tagged & !Watch::BINARY)
    }

    /// The same clause with another blocker.
    pub(super) fn with_blocker(self, blocker: Lit) -> Watch {
        Watch { blocker, ..self }
    }
}
