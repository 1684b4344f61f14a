//! Back end: our own solver, made for thousands of small queries to one growing context.
//!
//! Conflict-driven clause learning as in any such solver: two watched literals ([`propagate`]),
//! first unique implication points and minimised clauses ([`analyse`]), activities ([`order`]),
//! saved phases, restarts when learnt clauses get worse ([`restart`]), learnt clauses kept by glue
//! ([`reduce`]) and made shorter ([`vivify`]). What is particular is that a query looks only at the variables it is about:
//! [`domain`] says which, and why that is sound. Some variables may be atoms of a theory ([`theory`]).
//!
//! The constants were chosen on recorded streams, see `docs/sat-backends.md`.

mod analyse;
mod clauses;
pub(crate) mod domain;
mod order;
mod proof;
mod propagate;
mod reduce;
mod restart;
mod theory;
mod vivify;

use std::time::Instant;

use self::clauses::{ClauseRef, Clauses, Watch};
use self::domain::Domain;
use self::order::Order;
use self::proof::Proof;
use self::restart::Restarts;
use self::theory::{Absent, Finding, Hook, Present, Told, Trouble};
use crate::{Interrupt, Lit, SatResult, SatSolver, SatStats, Theory, Var};

/// Values of literals: false.
const FALSE: u8 = 0;
/// True.
const TRUE: u8 = 1;
/// None yet.
const OPEN: u8 = 2;
/// None, and the variable is not in the domain of the query.
const OUTSIDE: u8 = 3;

/// Steps (decisions and conflicts) between two looks at the clock.
const CLOCK_INTERVAL: u64 = 256;

/// What things cost, in propagated literals: a conflict with its analysis, a clause that is added,
/// a query.
const CONFLICT_WORK: u64 = 30;
const CLAUSE_WORK: u64 = 3;
const QUERY_WORK: u64 = 50;

/// When and why a variable was assigned.
#[derive(Clone, Copy)]
struct Cause {
    level: u32,
    reason: ClauseRef,
}

/// An incremental SAT solver with domains.
pub struct NativeSolver {
    /// By literal.
    values: Vec<u8>,
    watches: Vec<Vec<Watch>>,
    is_failed: Vec<bool>,
    /// By variable.
    causes: Vec<Cause>,
    phases: Vec<bool>,
    seen: Vec<bool>,
    /// Assigned literals, oldest first; where each level starts; how far propagation got.
    trail: Vec<Lit>,
    trail_limits: Vec<usize>,
    head: usize,
    clauses: Clauses,
    originals: Vec<ClauseRef>,
    learnts: Vec<ClauseRef>,
    order: Order,
    /// Does `order` hold what it should for this query? It is filled at the first decision.
    order_is_filled: bool,
    domain: Domain,
    told: Told,
    /// If somebody follows it.
    proof: Option<Box<Proof>>,
    /// Is the set of clauses contradictory?
    is_contradictory: bool,
    /// The failed assumptions of the last query.
    failed: Vec<Lit>,
    restarts: Restarts,
    learnt_since_reduction: u64,
    reduction_interval: u64,
    facts_at_cleanup: usize,
    /// Propagations when clauses were last made shorter.
    vivified_at: u64,
    /// Scratch of the analysis.
    learnt: Vec<Lit>,
    marked: Vec<Var>,
    stack: Vec<Var>,
    level_stamps: Vec<u32>,
    stamp: u32,
    buffer: Vec<Lit>,
    interrupt: Interrupt,
    conflict_limit: Option<u64>,
    steps: u64,
    /// The work that others were told about.
    reported_work: u64,
    stats: SatStats,
}

impl NativeSolver {
    /// A fresh solver without clauses.
    pub fn new() -> NativeSolver {
        NativeSolver {
            values: Vec::new(),
            watches: Vec::new(),
            is_failed: Vec::new(),
            causes: Vec::new(),
            phases: Vec::new(),
            seen: Vec::new(),
            trail: Vec::new(),
            trail_limits: Vec::new(),
            head: 0,
            clauses: Clauses::default(),
            originals: Vec::new(),
            learnts: Vec::new(),
            order: Order::new(),
            order_is_filled: false,
            domain: Domain::default(),
            told: Told::default(),
            proof: None,
            is_contradictory: false,
            failed: Vec::new(),
            restarts: Restarts::default(),
            learnt_since_reduction: 0,
            reduction_interval: reduce::FIRST_REDUCTION,
            facts_at_cleanup: 0,
            vivified_at: 0,
            learnt: Vec::new(),
            marked: Vec::new(),
            stack: Vec::new(),
            level_stamps: vec![0],
            stamp: 0,
            buffer: Vec::new(),
            interrupt: Interrupt::default(),
            conflict_limit: None,
            steps: 0,
            reported_work: 0,
            stats: SatStats::default(),
        }
    }

    /// Forget the last query. Until this is called its model can be read.
    fn reset(&mut self) {
        self.order_is_filled = false;
        self.backtrack(0);
        self.leave_domain();
        for lit in self.failed.drain(..) {
            self.is_failed[lit.code()] = false;
        }
    }

    /// Add a clause to what has been propagated at level 0.
    fn add(&mut self, clause: &[Lit]) {
        self.stats.clauses += 1;
        self.reset();
        if self.is_contradictory {
            return;
        }
        self.tell_axiom(clause);
        let mut lits = std::mem::take(&mut self.buffer);
        lits.clear();
        lits.extend_from_slice(clause);
        lits.sort_unstable();
        lits.dedup();
        let holds = lits.windows(2).any(|pair| pair[0] == !pair[1])
            || lits.iter().any(|lit| self.values[lit.code()] == TRUE);
        if !holds {
            lits.retain(|lit| self.values[lit.code()] != FALSE);
            match lits[..] {
                [] => {
                    self.is_contradictory = true;
                    self.tell_false_axiom(clause);
                    self.tell_contradiction(None);
                }
                [lit] => {
                    self.tell_fact(lit);
                    self.assign(lit, ClauseRef::NONE);
                    let conflict = self.propagate();
                    self.tell_facts(&mut Absent);
                    if conflict.is_some() {
                        self.is_contradictory = true;
                        self.tell_contradiction(conflict);
                    }
                }
                _ => {
                    let added = self.clauses.add(&lits, 0, 0);
                    self.tell_place(added);
                    self.originals.push(added);
                    self.attach(added);
                }
            }
        }
        self.buffer = lits;
    }

    fn conflict_number(&self) -> u32 {
        // Wraps after billions of conflicts, which then only makes for a bad reduction.
        (self.stats.conflicts & u64::from(u32::MAX)) as u32
    }

    fn answer<H: Hook>(&mut self, assumptions: &[Lit], hook: &mut H) -> SatResult {
        self.reset();
        self.report_work();
        if self.interrupt.is_raised() {
            return SatResult::Unknown;
        }
        if self.is_contradictory {
            return SatResult::Unsat;
        }
        self.enter_domain(assumptions);
        self.stats.relevant += self.domain.vars.len() as u64;
        self.level_stamps
            .resize(self.phases.len() + assumptions.len() + 1, 0);
        let conflicts_before = self.stats.conflicts;
        self.restarts.start();
        self.start_theory(hook);
        loop {
            let trouble = self.propagate_all(hook);
            self.tell_facts(hook);
            if let Some(trouble) = trouble {
                match self.cope(trouble, hook) {
                    Some(answer) => return answer,
                    None => continue,
                }
            }
            let conflicts = self.stats.conflicts - conflicts_before;
            if self.should_stop(conflicts + self.told.conflicts()) {
                return SatResult::Unknown;
            }
            if self.restarts.is_due() {
                self.restarts.start();
                // The assumptions would be made again in the same order.
                self.backtrack(u32::try_from(assumptions.len()).unwrap_or(u32::MAX));
            }
            if self.has_too_many_clauses() {
                if self.level() > 0 {
                    self.backtrack(0);
                    continue;
                }
                if let Some(conflict) = self.clean_up() {
                    match self.cope(Trouble::Conflict(conflict), hook) {
                        Some(answer) => return answer,
                        None => unreachable!("a conflict at level 0 is the end"),
                    }
                }
                continue;
            }
            match self.next_decision(assumptions) {
                Decision::Make(lit) => {
                    self.new_level();
                    self.assign(lit, ClauseRef::NONE);
                }
                Decision::Refuted(lit) => {
                    self.blame(lit, hook);
                    return SatResult::Unsat;
                }
                Decision::Nothing => match self.complete(hook) {
                    Finding::Model => return SatResult::Sat,
                    Finding::GoOn => {}
                    Finding::Trouble(trouble) => {
                        if let Some(answer) = self.cope(trouble, hook) {
                            return answer;
                        }
                    }
                },
            }
        }
    }

    /// Learn from what went wrong; the answer of the query if that was the end of it.
    fn cope<H: Hook>(&mut self, trouble: Trouble, hook: &mut H) -> Option<SatResult> {
        let conflict = match trouble {
            Trouble::Conflict(conflict) => Some(conflict),
            Trouble::Contradiction => None,
            Trouble::GaveUp => return Some(SatResult::Unknown),
        };
        self.stats.conflicts += 1;
        match conflict.filter(|_| self.level() > 0) {
            Some(conflict) => {
                self.learn(conflict, hook);
                None
            }
            None => {
                self.is_contradictory = true;
                self.tell_facts(hook);
                self.tell_contradiction(conflict);
                Some(SatResult::Unsat)
            }
        }
    }

    /// Learn from a conflict above level 0 and go back to where the new clause says something.
    fn learn<H: Hook>(&mut self, conflict: ClauseRef, hook: &mut H) {
        let lesson = self.analyse(conflict, hook);
        self.restarts.count(lesson.glue);
        self.backtrack(lesson.level);
        let learnt = std::mem::take(&mut self.learnt);
        let reason = if learnt.len() == 1 {
            ClauseRef::NONE
        } else {
            let clause = self
                .clauses
                .add(&learnt, lesson.glue, self.conflict_number());
            self.learnts.push(clause);
            self.attach(clause);
            self.learnt_since_reduction += 1;
            clause
        };
        self.tell_learnt(&learnt, reason);
        self.assign(learnt[0], reason);
        self.learnt = learnt;
        self.order.decay();
    }

    fn should_stop(&mut self, conflicts: u64) -> bool {
        self.steps += 1;
        let look_up = self.steps.is_multiple_of(CLOCK_INTERVAL);
        if look_up {
            self.report_work();
        }
        self.conflict_limit.is_some_and(|limit| conflicts >= limit)
            || self.interrupt.is_requested()
            || (look_up && self.interrupt.is_past_deadline())
    }

    /// Tell how much was done, and wait if it is somebody else's turn.
    fn report_work(&mut self) {
        let stats = &self.stats;
        let work = stats.propagations
            + self.told.work
            + stats.relevant
            + CONFLICT_WORK * stats.conflicts
            + CLAUSE_WORK * stats.clauses
            + QUERY_WORK * stats.queries;
        self.interrupt.work(work - self.reported_work);
        self.reported_work = work;
    }

    /// The assumptions come first, in their order, one level each.
    fn next_decision(&mut self, assumptions: &[Lit]) -> Decision {
        while let Some(&lit) = assumptions.get(self.trail_limits.len()) {
            match self.values[lit.code()] {
                TRUE => self.new_level(),
                FALSE => return Decision::Refuted(lit),
                _ => return Decision::Make(lit),
            }
        }
        if !self.order_is_filled {
            self.order_is_filled = true;
            let values = &self.values;
            // The domain goes from outputs to inputs. Of equals, inputs come first: they determine
            // the outputs. (How much that helps: docs/sat-backends.md.)
            let open = self.domain.vars.iter().rev().copied();
            self.order
                .fill(open.filter(|var| values[var.positive().code()] == OPEN));
        }
        while let Some(var) = self.order.pop() {
            if self.values[var.positive().code()] == OPEN {
                self.stats.decisions += 1;
                let lit = var.positive().flip_if(!self.phases[var.index()]);
                return Decision::Make(lit);
            }
        }
        Decision::Nothing
    }
}

/// What to do when there is nothing to propagate.
enum Decision {
    Make(Lit),
    /// This assumption is false.
    Refuted(Lit),
    /// The whole domain is assigned.
    Nothing,
}

impl Default for NativeSolver {
    fn default() -> NativeSolver {
        NativeSolver::new()
    }
}

impl SatSolver for NativeSolver {
    fn new_var(&mut self) -> Var {
        let var = Var::new(u32::try_from(self.phases.len()).expect("checked by Var::new"));
        self.stats.vars += 1;
        for _ in 0..2 {
            self.values.push(OUTSIDE);
            self.watches.push(Vec::new());
            self.is_failed.push(false);
        }
        self.causes.push(Cause {
            level: 0,
            reason: ClauseRef::NONE,
        });
        self.phases.push(false);
        self.seen.push(false);
        self.order.add_var();
        self.domain.add_var();
        self.told.is_atom.push(false);
        var
    }

    fn new_atom(&mut self) -> Var {
        let var = self.new_var();
        self.told.is_atom[var.index()] = true;
        var
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
        let start = Instant::now();
        let result = self.answer(assumptions, &mut Absent);
        let result = self.confirmed(result, assumptions);
        self.stats.count(result, start.elapsed());
        result
    }

    fn solve_with(&mut self, assumptions: &[Lit], theory: &mut dyn Theory) -> SatResult {
        let start = Instant::now();
        let result = self.answer(assumptions, &mut Present(theory));
        let result = self.confirmed(result, assumptions);
        self.stats.count(result, start.elapsed());
        result
    }

    fn value(&self, lit: Lit) -> bool {
        (self.values[lit.var().positive().code()] == TRUE) != lit.is_negative()
    }

    fn is_relevant(&self, lit: Lit) -> bool {
        self.domain.contains(lit.var())
    }

    fn failed(&self, lit: Lit) -> bool {
        self.is_failed[lit.code()]
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.conflict_limit = limit;
    }

    fn conflict_limit(&self) -> Option<u64> {
        self.conflict_limit
    }

    fn stats(&self) -> SatStats {
        self.stats
    }
}
