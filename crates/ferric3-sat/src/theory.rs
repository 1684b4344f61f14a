//! Theories: what some variables of a SAT solver mean, and which assignments of them are possible.
//!
//! A variable made by [`SatSolver::new_atom`] is an *atom*, say `x + y ≤ 3`. A [`Theory`] `T` knows what
//! atoms mean. [`SatSolver::solve_with`] looks for a model of the clauses in which the values of the atoms
//! are possible in `T`; this is CDCL(T) (Nieuwenhuis, Oliveras, Tinelli, JACM 2006). Solvers without a
//! place for a theory in their search ask it about whole models ([`offline`]).

use crate::{Lit, SatResult, SatSolver, Var};

/// Which values of atoms are possible together.
///
/// Contract: every clause that a theory hands out (a conflict, an explanation, a lemma) holds in all of
/// its models, whatever is assigned; conflicts and explanations are made of atoms that are assigned.
pub trait Theory {
    /// All atoms, in the order in which they were made.
    fn atoms(&self) -> &[Var];

    /// A query begins: nothing is assigned.
    fn start(&mut self);

    /// `lit`, an atom or its negation, is true from now on.
    fn assign(&mut self, lit: Lit);

    /// Only the first `count` literals that were assigned still are.
    fn backtrack(&mut self, count: usize);

    /// Is what is assigned possible, as far as can be told at once? Literals that follow go to `implied`;
    /// some may have been assigned already.
    fn propagate(&mut self, implied: &mut Vec<Lit>) -> Consistency;

    /// Why does `lit` follow? The clause consists of `lit`, which was implied and not taken back since, and
    /// of literals that were false before.
    fn explain(&mut self, lit: Lit, clause: &mut Vec<Lit>);

    /// All atoms that the query is about are assigned, and [`propagate`](Theory::propagate) found nothing
    /// against it. Is there a model in which they have these values? New atoms come from `atoms`.
    fn complete(&mut self, atoms: &mut dyn Atoms) -> Completion;

    /// What was done so far, in about as many units as literals are propagated; [`WORK_PER_CONFLICT`] of them
    /// count as a conflict where those are limited.
    fn work(&self) -> u64;
}

/// Where a theory gets atoms from in the middle of a query.
pub trait Atoms {
    /// A new one, which the query is about.
    fn new_atom(&mut self) -> Var;

    /// From now on the query is about this one, too.
    fn require(&mut self, atom: Var);
}

/// What a theory says about some values of atoms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Consistency {
    /// Nothing is known against them.
    Consistent,
    /// This clause is false.
    Conflict(Vec<Lit>),
    /// Interrupted, or out of work.
    GaveUp,
}

/// What a theory says about values of all atoms of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Completion {
    /// There is a model with these values.
    Model,
    /// This clause is false.
    Conflict(Vec<Lit>),
    /// Nobody knows yet: go on, with these clauses and the atoms that were asked for.
    Extended(Vec<Vec<Lit>>),
    /// Interrupted, out of work, or not able to find out.
    GaveUp,
}

/// What a conflict costs, in units of work.
pub const WORK_PER_CONFLICT: u64 = 1000;

/// The atoms of a solver that asks the theory about whole models.
struct FromSolver<'a, S: ?Sized>(&'a mut S);

impl<S: SatSolver + ?Sized> Atoms for FromSolver<'_, S> {
    fn new_atom(&mut self) -> Var {
        let atom = self.0.new_atom();
        self.require(atom);
        atom
    }

    fn require(&mut self, atom: Var) {
        // Says nothing, but every query is about the variables of plain clauses.
        self.0.add_clause(&[atom.positive(), !atom.positive()]);
    }
}

/// A model of the clauses that is possible in the theory: ask for models (by `solve`), and rule out those that
/// are not. Who may interrupt it is asked by the solver and by the theory.
///
/// Every round has the solver's limit, so that fewer conflicts than twice the limit are met.
pub(crate) fn offline<S: SatSolver + ?Sized>(
    sat: &mut S,
    assumptions: &[Lit],
    theory: &mut dyn Theory,
    mut solve: impl FnMut(&mut S, &[Lit]) -> SatResult,
) -> SatResult {
    let before = sat.stats().conflicts;
    let limit = sat.conflict_limit().unwrap_or(u64::MAX);
    let mut implied = Vec::new();
    theory.start();
    let work_before = theory.work();
    loop {
        match solve(sat, assumptions) {
            SatResult::Sat => {}
            answer => return answer,
        }
        let met = sat.stats().conflicts - before;
        if met + (theory.work() - work_before) / WORK_PER_CONFLICT >= limit {
            return SatResult::Unknown;
        }
        // Literals that contradict those before them are left out, so that one round finds many conflicts.
        theory.backtrack(0);
        let mut assigned = 0;
        let mut conflicts: Vec<Vec<Lit>> = Vec::new();
        for index in 0..theory.atoms().len() {
            let atom = theory.atoms()[index].positive();
            if !sat.is_relevant(atom) {
                continue;
            }
            theory.assign(atom.flip_if(!sat.value(atom)));
            implied.clear();
            match theory.propagate(&mut implied) {
                Consistency::Consistent => assigned += 1,
                Consistency::Conflict(clause) => {
                    conflicts.push(clause);
                    theory.backtrack(assigned);
                }
                Consistency::GaveUp => return SatResult::Unknown,
            }
        }
        if !conflicts.is_empty() {
            for clause in conflicts {
                sat.add_definition(&clause);
            }
            continue;
        }
        match theory.complete(&mut FromSolver(sat)) {
            Completion::Model => return SatResult::Sat,
            Completion::Conflict(clause) => sat.add_definition(&clause),
            Completion::Extended(lemmas) => {
                for lemma in lemmas {
                    sat.add_definition(&lemma);
                }
            }
            Completion::GaveUp => return SatResult::Unknown,
        }
    }
}
