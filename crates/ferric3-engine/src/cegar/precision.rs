//! The precision: predicates by location, in the order in which refinements have found them, and the clauses of
//! interpolants that they come from.
//!
//! A predicate speaks of variables that are live at its location: what a dead variable holds may be what passes have
//! left there, and no proof may rest on it.

use ferric3_cfa::{LocId, Location, live_variables};
use ferric3_ivl::IdxMap;
use ferric3_term::{Op, Sort, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bdd::{Bdd, Bdds};
use crate::Task;
use crate::ic3ia::atoms;

/// Where things of a clause stand that was added.
#[derive(Clone, Copy, Default)]
pub(super) struct Added {
    /// The last of its atoms, if there is one.
    pub(super) last_predicate: Option<usize>,
    /// The clause itself, unless some of it can be no predicate.
    pub(super) clause: Option<usize>,
}

/// Predicates by location.
pub(super) struct Precision {
    at: IdxMap<Location, Vec<TermId>>,
    /// Where each of them stands in the list of its location.
    places: FxHashMap<(LocId, TermId), usize>,
    /// Clauses by location, as formulas and as sets.
    clauses: IdxMap<Location, Vec<TermId>>,
    sets: FxHashMap<(LocId, TermId), (usize, Bdd)>,
    live: IdxMap<Location, FxHashSet<SymbolId>>,
    /// All locations, if predicates of one are those of all.
    shared: Vec<LocId>,
    /// Nothing is asked about states there.
    ends: [LocId; 2],
    /// Abstract states as terms.
    formulas: FxHashMap<(LocId, Bdd), TermId>,
}

impl Precision {
    /// No predicates at all.
    pub(super) fn new(task: &Task, terms: &Terms, is_global: bool) -> Precision {
        let cfa = &task.cfa;
        let live = live_variables(cfa, terms);
        let locations = cfa.locations.ids();
        Precision {
            at: IdxMap::filled(cfa.locations.len(), Vec::new()),
            places: FxHashMap::default(),
            clauses: IdxMap::filled(cfa.locations.len(), Vec::new()),
            sets: FxHashMap::default(),
            live: locations.map(|loc| live.at(loc).collect()).collect(),
            shared: match is_global {
                true => cfa.locations.ids().collect(),
                false => Vec::new(),
            },
            ends: [cfa.initial, cfa.error],
            formulas: FxHashMap::default(),
        }
    }

    /// The predicates of a location.
    pub(super) fn at(&self, loc: LocId) -> &[TermId] {
        &self.at[loc]
    }

    /// How many there are, at all locations.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// The clauses of a location.
    pub(super) fn clauses(&self, loc: LocId) -> &[TermId] {
        &self.clauses[loc]
    }

    /// The valuations in which a clause of a location holds.
    pub(super) fn set(&self, loc: LocId, clause: TermId) -> Bdd {
        self.sets[&(loc, clause)].1
    }

    /// See to it that the atoms of a clause are predicates there, and the clause one of its clauses. With one
    /// precision for all locations, the others get the atoms as well.
    pub(super) fn add(
        &mut self,
        terms: &Terms,
        bdds: &mut Bdds,
        loc: LocId,
        clause: TermId,
    ) -> Added {
        let mut added = Added::default();
        for atom in atoms(terms, clause) {
            let place = self.add_at(terms, loc, atom);
            added.last_predicate = added.last_predicate.max(place);
            for i in 0..self.shared.len() {
                self.add_at(terms, self.shared[i], atom);
            }
        }
        if let Some(&(place, _)) = self.sets.get(&(loc, clause)) {
            added.clause = Some(place);
        } else if let Some(set) = self.as_set(terms, bdds, loc, clause) {
            let place = self.clauses[loc].len();
            self.clauses[loc].push(clause);
            self.sets.insert((loc, clause), (place, set));
            added.clause = Some(place);
        }
        added
    }

    /// A formula over predicates of a location as a set of valuations.
    fn as_set(&self, terms: &Terms, bdds: &mut Bdds, loc: LocId, t: TermId) -> Option<Bdd> {
        if let Some(&place) = self.places.get(&(loc, t)) {
            return Some(bdds.variable(place));
        }
        let args = terms.args(t);
        let is_connective = match terms.op(t) {
            Op::True | Op::False | Op::Not | Op::And | Op::Or => true,
            Op::Eq | Op::Xor | Op::Ite => args.iter().all(|&arg| terms.sort(arg) == Sort::Bool),
            _ => false,
        };
        if !is_connective {
            return None;
        }
        let mut sets = Vec::with_capacity(args.len());
        for &arg in args {
            sets.push(self.as_set(terms, bdds, loc, arg)?);
        }
        Some(match (terms.op(t), sets.as_slice()) {
            (Op::Not, &[a]) => bdds.complement(a),
            (Op::Ite, &[a, b, c]) => bdds.ite(a, b, c),
            (Op::Eq, &[a, b]) => {
                let not_b = bdds.complement(b);
                bdds.ite(a, b, not_b)
            }
            (Op::Xor, sets) => sets.iter().fold(Bdd::FALSE, |odd, &set| {
                let even = bdds.complement(odd);
                bdds.ite(set, even, odd)
            }),
            (Op::And | Op::True, sets) => {
                let sets = sets.iter();
                sets.fold(Bdd::TRUE, |all, &set| bdds.intersection(all, set))
            }
            (Op::Or | Op::False, sets) => {
                let sets = sets.iter();
                sets.fold(Bdd::FALSE, |any, &set| bdds.union(any, set))
            }
            _ => return None,
        })
    }

    fn add_at(&mut self, terms: &Terms, loc: LocId, predicate: TermId) -> Option<usize> {
        let symbols = terms.symbols_of(predicate);
        let can_be = !self.ends.contains(&loc)
            && !symbols.is_empty()
            && symbols.iter().all(|symbol| self.live[loc].contains(symbol));
        if !can_be {
            return None;
        }
        let list = &mut self.at[loc];
        Some(*self.places.entry((loc, predicate)).or_insert_with(|| {
            list.push(predicate);
            list.len() - 1
        }))
    }

    /// An abstract state as a formula: decisions about predicates.
    pub(super) fn formula(
        &mut self,
        terms: &mut Terms,
        bdds: &Bdds,
        loc: LocId,
        state: Bdd,
    ) -> TermId {
        if let Some(&known) = self.formulas.get(&(loc, state)) {
            return known;
        }
        let formula = match bdds.decision(state) {
            None => terms.bool(state == Bdd::TRUE),
            Some(top) => {
                let then = self.formula(terms, bdds, loc, top.then);
                let otherwise = self.formula(terms, bdds, loc, top.otherwise);
                let predicate = self.at[loc][top.variable as usize];
                terms.ite(predicate, then, otherwise)
            }
        };
        self.formulas.insert((loc, state), formula);
        formula
    }
}
