//! A theory takes part in the search ([`Theory`] has the contract).
//!
//! After every propagation of clauses the theory is told the new values of atoms, and what it says follows
//! or fails is used like a clause. Clauses of a theory are written down when an analysis asks for them, and
//! forgotten at the next clean-up.
//!
//! **Domains.** A theory is told only about atoms in the domain `D` of a query, those with values at level
//! 0 included. Then it finds no conflict that is none: all it is told follows from the clauses and the
//! decisions. And what it accepts is a model: an atom is *defined* in the sense of [`super::domain`] by the
//! numbers it is about. Take the numbers that the theory gives to what the atoms of `D` speak of, 0 for
//! all others, and numbers that are defined by others (a quotient, a choice) by their definition; that
//! determines the atoms outside of `D`. For this whoever makes an atom relates it to all atoms and
//! gates that define numbers in it. Clauses of the theory hold for all numbers, so they hold then, too.
//!
//! **New atoms in the middle of a query** are in its domain, and so are those that the theory requires. A new one is
//! in no clause yet. One that is required may be in clauses that were passed over because of it, with false watched
//! literals; so everything above level 0 is taken back, which makes watches sound as in [`super::domain`].

use super::clauses::ClauseRef;
use super::{FALSE, NativeSolver, OPEN, TRUE};
use crate::theory::{Atoms, Completion, Consistency, Theory, WORK_PER_CONFLICT};
use crate::{Lit, SatSolver, Var};

/// Words of clauses of a theory that are kept before they are cleaned up.
const MAX_TEMPORARY: usize = 1 << 20;

/// A theory, or none: then nothing of this costs anything.
pub(super) trait Hook {
    const IS_ACTIVE: bool;

    /// Requires that there is one.
    fn theory(&mut self) -> &mut dyn Theory;
}

/// No theory.
pub(super) struct Absent;

impl Hook for Absent {
    const IS_ACTIVE: bool = false;

    fn theory(&mut self) -> &mut dyn Theory {
        unreachable!("there is no theory")
    }
}

/// This theory.
pub(super) struct Present<'a>(pub(super) &'a mut dyn Theory);

impl Hook for Present<'_> {
    const IS_ACTIVE: bool = true;

    fn theory(&mut self) -> &mut dyn Theory {
        self.0
    }
}

/// What a solver keeps about its theory.
#[derive(Default)]
pub(super) struct Told {
    /// By variable: is it an atom?
    pub(super) is_atom: Vec<bool>,
    /// All atoms on the trail before this place were told to the theory.
    pub(super) head: usize,
    /// Where on the trail those are that it was told.
    places: Vec<usize>,
    /// Words of clauses that only an analysis needed.
    temporary: usize,
    /// The work of the theory before this query, and at the last look.
    work_before: u64,
    pub(super) work: u64,
    /// Scratch.
    implied: Vec<Lit>,
    clause: Vec<Lit>,
}

impl Told {
    pub(super) fn is_full(&self) -> bool {
        self.temporary > MAX_TEMPORARY
    }

    pub(super) fn cleaned_up(&mut self) {
        self.temporary = 0;
    }

    /// What the theory did in this query is worth so many conflicts.
    pub(super) fn conflicts(&self) -> u64 {
        (self.work - self.work_before) / WORK_PER_CONFLICT
    }
}

/// Why the search cannot go on as it is.
pub(super) enum Trouble {
    /// A clause is false.
    Conflict(ClauseRef),
    /// Facts contradict one another.
    Contradiction,
    /// The theory gave up.
    GaveUp,
}

/// What a theory makes of an assignment of the whole domain.
pub(super) enum Finding {
    Model,
    GoOn,
    Trouble(Trouble),
}

impl NativeSolver {
    pub(super) fn start_theory<H: Hook>(&mut self, hook: &mut H) {
        if H::IS_ACTIVE {
            self.told.head = 0;
            self.told.places.clear();
            hook.theory().start();
            self.told.work = hook.theory().work();
        }
        self.told.work_before = self.told.work;
    }

    /// Assign whatever follows from clauses and theory.
    pub(super) fn propagate_all<H: Hook>(&mut self, hook: &mut H) -> Option<Trouble> {
        loop {
            if let Some(conflict) = self.propagate() {
                return Some(Trouble::Conflict(conflict));
            }
            if !H::IS_ACTIVE || self.told.head == self.trail.len() {
                return None;
            }
            if let Some(trouble) = self.consult(hook.theory()) {
                return Some(trouble);
            }
        }
    }

    /// Tell the theory what is new, and assign what it implies.
    fn consult(&mut self, theory: &mut dyn Theory) -> Option<Trouble> {
        self.tell(theory);
        let mut implied = std::mem::take(&mut self.told.implied);
        implied.clear();
        let answer = theory.propagate(&mut implied);
        self.told.work = theory.work();
        let trouble = match answer {
            Consistency::GaveUp => Some(Trouble::GaveUp),
            Consistency::Conflict(clause) => Some(self.theory_conflict(&clause)),
            Consistency::Consistent => self.assign_implied(theory, &implied),
        };
        self.told.implied = implied;
        trouble
    }

    fn tell(&mut self, theory: &mut dyn Theory) {
        let told = &mut self.told;
        while told.places.last().is_some_and(|&place| place >= told.head) {
            told.places.pop();
        }
        theory.backtrack(told.places.len());
        for (place, &lit) in self.trail.iter().enumerate().skip(told.head) {
            if told.is_atom[lit.var().index()] && self.domain.contains(lit.var()) {
                told.places.push(place);
                theory.assign(lit);
            }
        }
        told.head = self.trail.len();
    }

    fn assign_implied(&mut self, theory: &mut dyn Theory, implied: &[Lit]) -> Option<Trouble> {
        for &lit in implied {
            match self.values[lit.code()] {
                OPEN => self.assign(lit, ClauseRef::THEORY),
                FALSE => {
                    let mut clause = std::mem::take(&mut self.told.clause);
                    clause.clear();
                    theory.explain(lit, &mut clause);
                    let trouble = self.theory_conflict(&clause);
                    self.told.clause = clause;
                    return Some(trouble);
                }
                // True already, or none of this query's business.
                _ => {}
            }
        }
        None
    }

    /// A clause of the theory is false: go back to the last level at which something in it was assigned.
    fn theory_conflict(&mut self, clause: &[Lit]) -> Trouble {
        debug_assert!(clause.iter().all(|lit| self.values[lit.code()] == FALSE));
        let levels = clause
            .iter()
            .map(|lit| self.causes[lit.var().index()].level);
        let level = levels.max().unwrap_or(0);
        if level == 0 {
            self.tell_false_axiom(clause);
            return Trouble::Contradiction;
        }
        self.backtrack(level);
        Trouble::Conflict(self.write_down(clause))
    }

    /// A clause that only the next analysis needs.
    fn write_down(&mut self, clause: &[Lit]) -> ClauseRef {
        self.told.temporary += clause.len();
        self.tell_axiom(clause);
        let written = self.clauses.add(clause, 0, 0);
        self.tell_place(written);
        written
    }

    /// The reason of an assigned variable, as a clause.
    pub(super) fn reason<H: Hook>(&mut self, var: Var, hook: &mut H) -> ClauseRef {
        let reason = self.causes[var.index()].reason;
        if !H::IS_ACTIVE || reason != ClauseRef::THEORY {
            return reason;
        }
        let lit = var.positive();
        let lit = lit.flip_if(self.values[lit.code()] == FALSE);
        let mut clause = std::mem::take(&mut self.told.clause);
        clause.clear();
        hook.theory().explain(lit, &mut clause);
        debug_assert!(clause.contains(&lit));
        let reason = self.write_down(&clause);
        self.told.clause = clause;
        self.causes[var.index()].reason = reason;
        reason
    }

    /// The whole domain is assigned: is it a model of the theory, too?
    pub(super) fn complete<H: Hook>(&mut self, hook: &mut H) -> Finding {
        if !H::IS_ACTIVE {
            return Finding::Model;
        }
        let theory = hook.theory();
        let mut extension = Extension {
            sat: self,
            is_restarted: false,
        };
        let completion = theory.complete(&mut extension);
        self.told.work = theory.work();
        match completion {
            Completion::Model => Finding::Model,
            Completion::GaveUp => Finding::Trouble(Trouble::GaveUp),
            Completion::Conflict(clause) => Finding::Trouble(self.theory_conflict(&clause)),
            Completion::Extended(lemmas) => {
                for lemma in lemmas {
                    if let Some(trouble) = self.add_lemma(&lemma) {
                        return Finding::Trouble(trouble);
                    }
                }
                Finding::GoOn
            }
        }
    }

    /// Add a clause of the theory in the middle of a query. It is kept for good.
    fn add_lemma(&mut self, lemma: &[Lit]) -> Option<Trouble> {
        let mut lits: Vec<Lit> = lemma.to_vec();
        lits.sort_unstable();
        lits.dedup();
        // What is not false comes first, then what became false last.
        let is_false = |sat: &NativeSolver, lit: Lit| sat.values[lit.code()] == FALSE;
        lits.sort_by_key(|&lit| match is_false(self, lit) {
            false => 0,
            true => u32::MAX - self.causes[lit.var().index()].level,
        });
        self.stats.clauses += 1;
        self.tell_axiom(lemma);
        match lits[..] {
            [] => {
                self.tell_false_axiom(lemma);
                return Some(Trouble::Contradiction);
            }
            [lit] => {
                // A fact belongs to level 0.
                self.backtrack(0);
                match self.values[lit.code()] {
                    TRUE => {}
                    FALSE => {
                        self.tell_false_axiom(lemma);
                        return Some(Trouble::Contradiction);
                    }
                    _ => {
                        self.tell_fact(lit);
                        self.assign(lit, ClauseRef::NONE);
                    }
                }
                return None;
            }
            _ => {}
        }
        if is_false(self, lits[0]) {
            let trouble = self.theory_conflict(&lits);
            if let Trouble::Conflict(_) = trouble {
                let added = self.clauses.add(&lits, 0, 0);
                self.tell_place(added);
                self.originals.push(added);
                self.attach(added);
            }
            return Some(trouble);
        }
        let added = self.clauses.add(&lits, 0, 0);
        self.tell_place(added);
        self.originals.push(added);
        self.attach(added);
        if is_false(self, lits[1]) && self.values[lits[0].code()] == OPEN {
            self.assign(lits[0], added);
        }
        None
    }
}

/// The atoms of a running query.
struct Extension<'a> {
    sat: &'a mut NativeSolver,
    is_restarted: bool,
}

impl Extension<'_> {
    /// The query is about one more variable.
    fn enter(&mut self, var: Var) {
        let before = self.sat.domain.vars.len();
        self.sat.extend_domain(var);
        self.sat.insert_into_order(before);
    }
}

impl Atoms for Extension<'_> {
    fn new_atom(&mut self) -> Var {
        let var = self.sat.new_atom();
        self.sat.level_stamps.push(0);
        self.enter(var);
        var
    }

    fn require(&mut self, atom: Var) {
        if self.sat.domain.contains(atom) {
            return;
        }
        if !self.is_restarted {
            self.is_restarted = true;
            self.sat.backtrack(0);
        }
        // Values at level 0 have to be told now that it is in the domain.
        self.sat.told.head = 0;
        self.enter(atom);
    }
}
