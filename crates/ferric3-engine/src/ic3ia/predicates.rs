//! The predicates, by location, and what they say about a state.
//!
//! In the beginning there are those of the property: the atoms of guards of edges into the error
//! location, at their sources; and variables that are Bools. A variable that stands for control is not
//! abstracted at all: its value is a literal of every cube.
//!
//! A predicate speaks of variables that are live, where it is one: what a dead variable holds may be
//! what passes have left there, and no proof may rest on it.

use ferric3_cfa::{LocId, Location, live_variables};
use ferric3_ivl::IdxMap;
use ferric3_term::{Assignment, Evaluator, Op, Sort, SymbolId, TermId, Terms};
use rustc_hash::FxHashSet;

use super::atoms::atoms;
use crate::Task;

/// The predicates.
pub(super) struct Predicates {
    at: IdxMap<Location, Vec<TermId>>,
    /// All locations, if predicates of one are those of all.
    shared: Vec<LocId>,
    /// Predicates, to look them up.
    known: FxHashSet<(LocId, TermId)>,
    /// By location: what predicates may speak of.
    live: IdxMap<Location, FxHashSet<SymbolId>>,
    control: Option<SymbolId>,
    /// No predicate: nothing enters one of these, or they are asked about nothing.
    ends: [LocId; 2],
}

impl Predicates {
    /// The predicates of the property.
    pub(super) fn of(
        task: &Task,
        terms: &mut Terms,
        control: Option<SymbolId>,
        is_global: bool,
    ) -> Predicates {
        let cfa = &task.cfa;
        let live = live_variables(cfa, terms);
        let locations = cfa.locations.ids();
        let mut predicates = Predicates {
            at: IdxMap::filled(cfa.locations.len(), Vec::new()),
            known: FxHashSet::default(),
            live: locations.map(|loc| live.at(loc).collect()).collect(),
            control,
            shared: match is_global {
                true => cfa.locations.ids().collect(),
                false => Vec::new(),
            },
            ends: [cfa.initial, cfa.error],
        };
        for &edge in task.incoming(cfa.error) {
            let form = task.form(edge);
            for atom in atoms(terms, form.guard) {
                predicates.add(terms, form.edge.from, atom);
            }
        }
        for var in &cfa.state {
            if terms.symbol(var.symbol).sort == Sort::Bool {
                for loc in cfa.locations.ids() {
                    predicates.add(terms, loc, var.term);
                }
            }
        }
        predicates
    }

    /// One more; also at all other locations if there is one set for all. Returns whether it is one, and
    /// new where it was asked for.
    pub(super) fn add(&mut self, terms: &Terms, loc: LocId, atom: TermId) -> bool {
        let is_new = self.add_at(terms, loc, atom);
        for i in 0..self.shared.len() {
            self.add_at(terms, self.shared[i], atom);
        }
        is_new
    }

    fn add_at(&mut self, terms: &Terms, loc: LocId, atom: TermId) -> bool {
        let is_new = self.may_have(terms, loc, atom) && self.known.insert((loc, atom));
        if is_new {
            self.at[loc].push(atom);
        }
        is_new
    }

    /// Can this be a predicate there? Not without symbols, nor if it is about control alone, nor about
    /// inputs or dead variables.
    pub(super) fn may_have(&self, terms: &Terms, loc: LocId, atom: TermId) -> bool {
        let symbols = terms.symbols_of(atom);
        !self.ends.contains(&loc)
            && symbols.iter().any(|&symbol| Some(symbol) != self.control)
            && symbols.iter().all(|symbol| self.live[loc].contains(symbol))
    }

    /// Is it one?
    pub(super) fn has(&self, loc: LocId, atom: TermId) -> bool {
        self.known.contains(&(loc, atom))
    }

    /// The predicates of a location.
    pub(super) fn at(&self, loc: LocId) -> &[TermId] {
        &self.at[loc]
    }

    /// How many there are, at all locations.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// The variable that stands for control.
    pub(super) fn control(&self) -> Option<SymbolId> {
        self.control
    }

    /// Literals for what the predicates of a location say in a state.
    pub(super) fn literals(
        &self,
        terms: &mut Terms,
        loc: LocId,
        state: &impl Assignment,
    ) -> Vec<TermId> {
        let mut literals = Vec::with_capacity(self.at[loc].len() + 1);
        if let Some(control) = self.control.filter(|_| !self.ends.contains(&loc)) {
            let value = state.value(terms, control);
            let (symbol, value) = (terms.symbol_term(control), terms.constant(&value));
            literals.push(terms.eq(symbol, value));
        }
        let mut evaluator = Evaluator::new();
        for &predicate in &self.at[loc] {
            let holds = evaluator.eval(terms, state, predicate).as_bool();
            literals.push(match holds {
                true => predicate,
                false => terms.not(predicate),
            });
        }
        literals
    }

    /// The value of control, if that is what a literal says.
    pub(super) fn value_of_control(&self, terms: &Terms, literal: TermId) -> Option<TermId> {
        let control = self.control?;
        let &[a, b] = terms.args(literal) else {
            return None;
        };
        if *terms.op(literal) != Op::Eq {
            return None;
        }
        let mut sides = [(a, b), (b, a)].into_iter();
        let is_value = |&(a, b): &(TermId, TermId)| {
            terms.as_symbol(a) == Some(control) && terms.as_const(b).is_some()
        };
        sides.find(is_value).map(|(_, value)| value)
    }
}
