//! Back end: two solvers side by side, for queries that turn out to be hard.
//!
//! Which solver is the better one for a hard query is hard to tell before. So the first one begins, and
//! where it meets many conflicts the second one starts beside it, on a thread of its own; who is first
//! to answer stops the other. Both keep what they have learnt. Most contexts never see a hard query:
//! their second solver is never filled.

use std::thread;
use std::time::Instant;

use crate::{
    BatsatSolver, Interrupt, Lit, NativeSolver, SatResult, SatSolver, SatStats, Theory, Var,
};

/// A query is hard if it takes the first solver more conflicts than this.
const HARD: u64 = 2_000;

/// Our own solver with its checker, and batsat.
pub struct RaceSolver {
    first: NativeSolver,
    second: BatsatSolver,
    /// Literals of all clauses, and where each ends.
    lits: Vec<Lit>,
    ends: Vec<usize>,
    /// How many clauses the second solver has.
    filled: usize,
    /// Whose answer was the last one?
    winner: Runner,
    interrupt: Interrupt,
    conflict_limit: Option<u64>,
    stats: SatStats,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Runner {
    First,
    Second,
}

impl RaceSolver {
    /// A fresh solver without clauses.
    pub fn new() -> RaceSolver {
        RaceSolver {
            first: NativeSolver::checked(),
            second: BatsatSolver::new(),
            lits: Vec::new(),
            ends: Vec::new(),
            filled: 0,
            winner: Runner::First,
            interrupt: Interrupt::default(),
            conflict_limit: None,
            stats: SatStats::default(),
        }
    }

    fn log(&mut self, clause: &[Lit]) {
        self.lits.extend_from_slice(clause);
        self.ends.push(self.lits.len());
    }

    /// Tell the second solver what it does not know yet.
    fn fill(&mut self) {
        while self.second.stats().vars < self.first.stats().vars {
            self.second.new_var();
        }
        let start = |number: usize| number.checked_sub(1).map_or(0, |last| self.ends[last]);
        for number in self.filled..self.ends.len() {
            let clause = &self.lits[start(number)..self.ends[number]];
            self.second.add_clause(clause);
        }
        self.filled = self.ends.len();
    }

    /// Both at once, each with so many conflicts.
    fn race(&mut self, assumptions: &[Lit], limit: Option<u64>) -> SatResult {
        self.fill();
        let interrupts = [self.interrupt.branch(), self.interrupt.branch()];
        self.first.set_interrupt(interrupts[0].clone());
        self.second.set_interrupt(interrupts[1].clone());
        self.first.set_conflict_limit(limit);
        self.second.set_conflict_limit(limit);
        let (first, second) = (&mut self.first, &mut self.second);
        let (one, other) = thread::scope(|scope| {
            let aside = scope.spawn(|| {
                let answer = second.solve(assumptions);
                if answer != SatResult::Unknown {
                    interrupts[0].raise();
                }
                answer
            });
            let one = first.solve(assumptions);
            if one != SatResult::Unknown {
                interrupts[1].raise();
            }
            let other = aside.join();
            (
                one,
                other.unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            )
        });
        self.first.set_interrupt(self.interrupt.clone());
        if one == SatResult::Unknown && other != SatResult::Unknown {
            self.winner = Runner::Second;
            return other;
        }
        one
    }
}

impl Default for RaceSolver {
    fn default() -> RaceSolver {
        RaceSolver::new()
    }
}

impl SatSolver for RaceSolver {
    fn new_var(&mut self) -> Var {
        self.first.new_var()
    }

    fn new_atom(&mut self) -> Var {
        self.first.new_atom()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.log(clause);
        self.first.add_clause(clause);
    }

    fn add_definition(&mut self, clause: &[Lit]) {
        self.log(clause);
        self.first.add_definition(clause);
    }

    fn relate(&mut self, var: Var, to: &[Lit]) {
        self.first.relate(var, to);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> SatResult {
        let start = Instant::now();
        self.winner = Runner::First;
        let limit = self.conflict_limit;
        let soon = limit.map_or(HARD, |limit| limit.min(HARD));
        self.first.set_conflict_limit(Some(soon));
        let mut answer = self.first.solve(assumptions);
        let is_left = limit.is_none_or(|limit| limit > soon);
        if answer == SatResult::Unknown && is_left && !self.interrupt.is_raised() {
            answer = self.race(assumptions, limit.map(|limit| limit - soon));
        }
        self.stats.count(answer, start.elapsed());
        answer
    }

    /// Theories take part in the search of the first one.
    fn solve_with(&mut self, assumptions: &[Lit], theory: &mut dyn Theory) -> SatResult {
        let start = Instant::now();
        self.winner = Runner::First;
        self.first.set_conflict_limit(self.conflict_limit);
        let answer = self.first.solve_with(assumptions, theory);
        self.stats.count(answer, start.elapsed());
        answer
    }

    fn value(&self, lit: Lit) -> bool {
        match self.winner {
            Runner::First => self.first.value(lit),
            Runner::Second => self.second.value(lit),
        }
    }

    fn is_relevant(&self, lit: Lit) -> bool {
        match self.winner {
            Runner::First => self.first.is_relevant(lit),
            Runner::Second => self.second.is_relevant(lit),
        }
    }

    fn failed(&self, lit: Lit) -> bool {
        match self.winner {
            Runner::First => self.first.failed(lit),
            Runner::Second => self.second.failed(lit),
        }
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.first.set_interrupt(interrupt.clone());
        self.interrupt = interrupt;
    }

    fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.conflict_limit = limit;
    }

    fn conflict_limit(&self) -> Option<u64> {
        self.conflict_limit
    }

    /// The work of both, for the queries that were asked.
    fn stats(&self) -> SatStats {
        let (first, second) = (self.first.stats(), self.second.stats());
        SatStats {
            vars: first.vars,
            clauses: first.clauses,
            conflicts: first.conflicts + second.conflicts,
            decisions: first.decisions + second.decisions,
            propagations: first.propagations + second.propagations,
            relevant: first.relevant,
            ..self.stats
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many pigeons that one hole is missing: hard enough for a race.
    fn pigeons(solver: &mut dyn SatSolver, holes: usize) -> Lit {
        let guard = solver.new_var().positive();
        let sits: Vec<Vec<Lit>> = (0..=holes)
            .map(|_| (0..holes).map(|_| solver.new_var().positive()).collect())
            .collect();
        for pigeon in &sits {
            let clause: Vec<Lit> = pigeon.iter().copied().chain([!guard]).collect();
            solver.add_clause(&clause);
        }
        for (index, one) in sits.iter().enumerate() {
            for other in &sits[..index] {
                for (&here, &there) in one.iter().zip(other) {
                    solver.add_clause(&[!here, !there]);
                }
            }
        }
        guard
    }

    #[test]
    fn a_hard_query_is_raced_and_answered() {
        let mut solver = RaceSolver::new();
        let guard = pigeons(&mut solver, 7);
        for _ in 0..2 {
            assert_eq!(solver.solve(&[guard]), SatResult::Unsat);
            assert!(solver.failed(guard));
            assert_eq!(solver.solve(&[!guard]), SatResult::Sat);
        }
        assert!(solver.filled > 0, "there was a race");
    }

    #[test]
    fn a_limit_is_one_for_both() {
        let mut solver = RaceSolver::new();
        let guard = pigeons(&mut solver, 10);
        solver.set_conflict_limit(Some(HARD + 500));
        assert_eq!(solver.solve(&[guard]), SatResult::Unknown);
        let conflicts = solver.stats().conflicts;
        assert!(conflicts < HARD + 2 * 500 + 100, "{conflicts}");
        solver.set_conflict_limit(None);
        let interrupt = Interrupt::new();
        solver.set_interrupt(interrupt.clone());
        interrupt.raise();
        assert_eq!(solver.solve(&[guard]), SatResult::Unknown);
    }
}
