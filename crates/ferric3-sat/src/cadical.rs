//! Back end: CaDiCaL, in C++.
//!
//! CaDiCaL polls its terminator by itself (every tenth time it could stop), so the terminator
//! simply asks the [`Interrupt`].

use std::cell::RefCell;
use std::time::Instant;

use cadical_sys::{CaDiCal, State, Status, Terminator};

use crate::{Interrupt, Lit, SatResult, SatSolver, SatStats, Var};

impl Terminator for Interrupt {
    fn terminated(&mut self) -> bool {
        // CaDiCaL asks every now and then, after a number of steps of its own.
        self.work(1000);
        self.is_raised()
    }
}

/// SAT solver over CaDiCaL.
pub struct CadicalSolver {
    /// Reading a model may make CaDiCaL extend it first, hence the cell.
    solver: RefCell<CaDiCal>,
    interrupt: Interrupt,
    conflict_limit: Option<u64>,
    stats: SatStats,
    /// Reused buffer for the literals of a clause.
    buffer: Vec<i32>,
}

impl CadicalSolver {
    /// A fresh solver without clauses.
    pub fn new() -> CadicalSolver {
        CadicalSolver {
            solver: RefCell::new(CaDiCal::new()),
            interrupt: Interrupt::new(),
            conflict_limit: None,
            stats: SatStats::default(),
            buffer: Vec::new(),
        }
    }

    fn run(&mut self, assumptions: &[Lit]) -> SatResult {
        let solver = self.solver.get_mut();
        for lit in assumptions {
            solver.assume(lit.to_dimacs());
        }
        if let Some(limit) = self.conflict_limit {
            // A limit holds for the next query only.
            solver.limit("conflicts", i32::try_from(limit).unwrap_or(i32::MAX));
        }
        match solver.solve() {
            Status::SATISFIABLE => SatResult::Sat,
            Status::UNSATISFIABLE => SatResult::Unsat,
            Status::UNKNOWN => SatResult::Unknown,
        }
    }
}

impl Default for CadicalSolver {
    fn default() -> CadicalSolver {
        CadicalSolver::new()
    }
}

impl SatSolver for CadicalSolver {
    fn new_var(&mut self) -> Var {
        let index = u32::try_from(self.stats.vars).unwrap_or(u32::MAX);
        self.stats.vars += 1;
        // CaDiCaL creates its variables when they are first used.
        Var::new(index)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.stats.clauses += 1;
        self.buffer.clear();
        self.buffer.extend(clause.iter().map(|lit| lit.to_dimacs()));
        self.solver.get_mut().clause6(&self.buffer);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> SatResult {
        let start = Instant::now();
        let result = if self.interrupt.is_raised() {
            SatResult::Unknown
        } else {
            self.run(assumptions)
        };
        self.stats.count(result, start.elapsed());
        result
    }

    fn value(&self, lit: Lit) -> bool {
        let mut solver = self.solver.borrow_mut();
        debug_assert_eq!(
            solver.state(),
            State::SATISFIED,
            "values are read right after Sat"
        );
        // CaDiCaL returns whichever of `lit` and `-lit` is true.
        solver.val(lit.to_dimacs()) == lit.to_dimacs()
    }

    fn failed(&self, lit: Lit) -> bool {
        let mut solver = self.solver.borrow_mut();
        debug_assert_eq!(
            solver.state(),
            State::UNSATISFIED,
            "cores are read right after Unsat"
        );
        solver.failed(lit.to_dimacs())
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.solver.get_mut().connect_terminator(interrupt.clone());
        self.interrupt = interrupt;
    }

    fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.conflict_limit = limit;
    }

    fn conflict_limit(&self) -> Option<u64> {
        self.conflict_limit
    }

    fn stats(&self) -> SatStats {
        let conflicts = self.solver.borrow().get_statistic_value("conflicts");
        SatStats {
            conflicts: u64::try_from(conflicts).unwrap_or(0),
            ..self.stats
        }
    }
}
