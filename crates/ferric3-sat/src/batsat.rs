//! Back end: batsat, a MiniSat in Rust.
//!
//! Batsat asks its stop hook once per decision (after every propagation that ends without a
//! conflict) and once per restart. The hook therefore reads one flag each time and the clock only
//! every [`CLOCK_INTERVAL`] calls.

use std::cell::Cell;
use std::time::Instant;

use batsat::{Callbacks, ClauseKind, Solver, SolverInterface, SolverOpts, lbool};

use crate::native::domain::Domain;
use crate::theory::{Theory, offline};
use crate::{Interrupt, Lit, SatResult, SatSolver, SatStats, Var};

/// Calls of the stop hook between two looks at the clock. A decision takes about a microsecond,
/// seldom a millisecond, so a deadline is noticed well within a second.
const CLOCK_INTERVAL: u32 = 256;

/// About how many literals are propagated between two calls of the stop hook.
const WORK_PER_CALL: u64 = 30;

/// So many learnt clauses are kept in any case. By default batsat keeps a third as many as there are
/// clauses: on small and hard formulas it forgot what it needed again, and met two or three times as
/// many conflicts.
const KEPT_LEARNTS: i32 = 10_000;

/// Batsat's view of who may stop it, for one query.
#[derive(Default)]
struct StopHook {
    interrupt: Interrupt,
    conflict_limit: Option<u64>,
    conflicts: u64,
    calls: Cell<u32>,
    stopped: Cell<bool>,
}

impl StopHook {
    fn should_stop(&self) -> bool {
        if self
            .conflict_limit
            .is_some_and(|limit| self.conflicts >= limit)
        {
            return true;
        }
        let calls = self.calls.get().wrapping_add(1);
        self.calls.set(calls);
        if calls.is_multiple_of(CLOCK_INTERVAL) {
            self.interrupt
                .work(WORK_PER_CALL * u64::from(CLOCK_INTERVAL));
        }
        self.interrupt.is_requested()
            || (calls.is_multiple_of(CLOCK_INTERVAL) && self.interrupt.is_past_deadline())
    }
}

impl Callbacks for StopHook {
    fn on_start(&mut self) {
        self.conflicts = 0;
        self.calls.set(0);
        self.stopped.set(false);
    }

    fn on_new_clause(&mut self, _clause: &[batsat::Lit], kind: ClauseKind) {
        // One clause is learnt per conflict (and one at the end for the failed assumptions).
        if kind == ClauseKind::Learnt {
            self.conflicts += 1;
        }
    }

    fn stop(&self) -> bool {
        // Sticky: batsat asks again on its way out, and a "no" then would make it go on.
        if !self.stopped.get() {
            self.stopped.set(self.should_stop());
        }
        self.stopped.get()
    }
}

/// SAT solver over batsat.
pub struct BatsatSolver {
    solver: Solver<StopHook>,
    stats: SatStats,
    /// What queries are about. Batsat itself looks at everything, but a theory need not agree with values of atoms
    /// that do not matter.
    domain: Domain,
    /// Was the last query one with a theory?
    has_theory: bool,
    /// Reused buffer for the literals of a clause or the assumptions of a query.
    buffer: Vec<batsat::Lit>,
}

impl BatsatSolver {
    /// A fresh solver without clauses.
    pub fn new() -> BatsatSolver {
        let options = SolverOpts {
            min_learnts_lim: KEPT_LEARNTS,
            ..SolverOpts::default()
        };
        BatsatSolver {
            solver: Solver::new(options, StopHook::default()),
            stats: SatStats::default(),
            domain: Domain::default(),
            has_theory: false,
            buffer: Vec::new(),
        }
    }

    fn is_outside(&self, lit: Lit) -> bool {
        self.has_theory && !self.domain.contains(lit.var())
    }

    /// What is given is a clause for all queries, or for some: batsat makes no difference.
    fn add(&mut self, clause: &[Lit]) {
        self.stats.clauses += 1;
        self.fill_buffer(clause);
        // The answer ("still satisfiable?") is remembered by batsat itself.
        self.solver.add_clause_reuse(&mut self.buffer);
    }

    /// One query to batsat.
    fn ask(&mut self, assumptions: &[Lit]) -> SatResult {
        let start = Instant::now();
        // Batsat would look at the clock only after some hundred decisions.
        let answer = if self.solver.cb().interrupt.is_raised() {
            lbool::UNDEF
        } else {
            self.fill_buffer(assumptions);
            self.solver.solve_limited(&self.buffer)
        };
        let result = if answer == lbool::TRUE {
            SatResult::Sat
        } else if answer == lbool::FALSE {
            SatResult::Unsat
        } else {
            SatResult::Unknown
        };
        self.stats.count(result, start.elapsed());
        result
    }

    fn fill_buffer(&mut self, lits: &[Lit]) {
        self.buffer.clear();
        self.buffer.extend(lits.iter().map(|&lit| to_batsat(lit)));
    }
}

impl Default for BatsatSolver {
    fn default() -> BatsatSolver {
        BatsatSolver::new()
    }
}

/// Variables are numbered alike on both sides.
fn to_batsat(lit: Lit) -> batsat::Lit {
    let index = u32::try_from(lit.var().index()).expect("checked by Var::new");
    batsat::Lit::new(batsat::Var::unsafe_from_idx(index), !lit.is_negative())
}

impl SatSolver for BatsatSolver {
    fn new_var(&mut self) -> Var {
        self.stats.vars += 1;
        self.domain.add_var();
        Var::new(self.solver.new_var_default().idx())
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.domain.add_always(clause);
        self.add(clause);
    }

    fn add_definition(&mut self, clause: &[Lit]) {
        self.add(clause);
    }

    fn relate(&mut self, var: Var, to: &[Lit]) {
        self.domain.relate(var, to);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> SatResult {
        self.has_theory = false;
        self.ask(assumptions)
    }

    fn solve_with(&mut self, assumptions: &[Lit], theory: &mut dyn Theory) -> SatResult {
        offline(self, assumptions, theory, |sat, assumptions| {
            // The theory may have made atoms since the last round.
            sat.has_theory = true;
            sat.domain.enter(assumptions, |_| {});
            sat.ask(assumptions)
        })
    }

    fn is_relevant(&self, lit: Lit) -> bool {
        !self.is_outside(lit)
    }

    fn value(&self, lit: Lit) -> bool {
        // What the theory was not asked about is false, as the contract of definitions has it.
        if self.is_outside(lit) {
            return lit.is_negative();
        }
        // A variable created after the query has no value yet and reads as false.
        (self.solver.value_var(to_batsat(lit).var()) == lbool::TRUE) != lit.is_negative()
    }

    fn failed(&self, lit: Lit) -> bool {
        // As in MiniSat, the "core" is the final conflict clause: it holds negated assumptions.
        self.solver.unsat_core_contains_lit(!to_batsat(lit))
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.solver.cb_mut().interrupt = interrupt;
    }

    fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.solver.cb_mut().conflict_limit = limit;
    }

    fn conflict_limit(&self) -> Option<u64> {
        self.solver.cb().conflict_limit
    }

    fn stats(&self) -> SatStats {
        SatStats {
            conflicts: self.solver.num_conflicts(),
            decisions: self.solver.num_decisions(),
            propagations: self.solver.num_propagations(),
            ..self.stats
        }
    }
}
