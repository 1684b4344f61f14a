//! The precision: predicates by location, in the order in which refinements have found them.
//!
//! A predicate speaks of variables that are live at its location: what a dead variable holds may be what passes have
//! left there, and no proof may rest on it.

use ferric3_cfa::{LocId, Location, live_variables};
use ferric3_ivl::IdxMap;
use ferric3_term::{SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bdd::{Bdd, Bdds};
use crate::Task;

/// Predicates by location.
pub(super) struct Precision {
    at: IdxMap<Location, Vec<TermId>>,
    /// Where each of them stands in the list of its location.
    places: FxHashMap<(LocId, TermId), usize>,
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

    /// See to it that this is a predicate there, if it can be one, and say where it stands. With one precision for
    /// all locations, the others get it as well.
    pub(super) fn add(&mut self, terms: &Terms, loc: LocId, predicate: TermId) -> Option<usize> {
        let place = self.add_at(terms, loc, predicate);
        for i in 0..self.shared.len() {
            self.add_at(terms, self.shared[i], predicate);
        }
        place
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
