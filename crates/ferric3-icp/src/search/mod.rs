//! Clause learning on bounds: decide, propagate by clauses and contractors, learn from conflicts.
//!
//! Invariants:
//! * every entry of the [trail](trail) that is no decision follows from earlier ones by its reason;
//! * a learnt clause follows from the clauses and constraints of the formula alone, never from decisions or
//!   assumptions, so it stays for later queries;
//! * bounds on level 0 hold in all models.
//!
//! | file | idea |
//! |---|---|
//! | `trail.rs` | ranges with their history |
//! | `clauses.rs` | clauses and their watches |
//! | `propagate.rs` | clauses until nothing changes, then one contractor, and again |
//! | `explain.rs` | the weakest bounds that make a contractor deduce something |
//! | `analyse.rs` | conflicts: the first unique implication point, and the core of assumptions |
//! | `rotate.rs` | literal rotation |
//! | `decide.rs`, `order.rs`, `middle.rs` | which variable is split, and where |
//! | `evaluate.rs` | candidates for models, evaluated exactly |
//! | `reads.rs` | elements of arrays that agree where their indices do |
//! | `log.rs` | the derivation |

mod analyse;
pub(crate) mod clauses;
mod decide;
mod evaluate;
mod explain;
mod log;
mod middle;
mod order;
mod propagate;
mod reads;
mod rotate;
#[cfg(test)]
mod tests;
pub(crate) mod trail;

use std::cell::Cell;
use std::collections::VecDeque;

use ferric3_sat::Interrupt;
use ferric3_term::Rational;
use smallvec::SmallVec;

use self::analyse::Analysis;
use self::clauses::{Clause, ClauseRef, Clauses};
pub(crate) use self::evaluate::Gate;
use self::log::Log;
use self::order::Order;
use self::reads::Reads;
use self::trail::{Reason, Trail};
use crate::proof::{ClauseId, PrimitiveId, Step};
use crate::{Domain, Literal, Primitive, Range, VarId};

/// What was done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct IcpStats {
    /// Calls of contractors.
    pub contractions: u64,
    /// Calls of contractors to find out what a deduction needs.
    pub explanations: u64,
    /// Bounds that contractors found.
    pub deductions: u64,
    /// Bounds that clauses found.
    pub propagations: u64,
    /// Watched literals that were looked at.
    pub visited: u64,
    /// Bounds that were replaced by their reasons in conflicts.
    pub replaced: u64,
    /// Decisions about truth values.
    pub decisions: u64,
    /// Decisions about ranges.
    pub splits: u64,
    /// Conflicts.
    pub conflicts: u64,
    /// Queries that were asked again with their assumptions in another order.
    pub rotations: u64,
    /// Learnt clauses about truth values only.
    pub learnt_boolean: u64,
    /// Learnt clauses about ranges only.
    pub learnt_bounds: u64,
    /// Learnt clauses about both.
    pub learnt_mixed: u64,
    /// Candidates for models that were evaluated.
    pub candidates: u64,
    /// Operations that were evaluated for them.
    pub evaluated: u64,
}

impl IcpStats {
    /// The counters, by name.
    pub fn counters(&self) -> [(&'static str, u64); 15] {
        [
            ("contractions", self.contractions),
            ("explanations", self.explanations),
            ("deductions", self.deductions),
            ("propagations", self.propagations),
            ("watches visited", self.visited),
            ("bounds replaced", self.replaced),
            ("decisions", self.decisions),
            ("splits", self.splits),
            ("conflicts", self.conflicts),
            ("rotations", self.rotations),
            ("learnt on truth values", self.learnt_boolean),
            ("learnt on bounds", self.learnt_bounds),
            ("learnt on both", self.learnt_mixed),
            ("candidates", self.candidates),
            ("operations evaluated", self.evaluated),
        ]
    }

    /// Counters of several solvers together.
    pub fn add(&mut self, other: &IcpStats) {
        self.contractions += other.contractions;
        self.explanations += other.explanations;
        self.deductions += other.deductions;
        self.propagations += other.propagations;
        self.visited += other.visited;
        self.replaced += other.replaced;
        self.decisions += other.decisions;
        self.splits += other.splits;
        self.conflicts += other.conflicts;
        self.rotations += other.rotations;
        self.learnt_boolean += other.learnt_boolean;
        self.learnt_bounds += other.learnt_bounds;
        self.learnt_mixed += other.learnt_mixed;
        self.candidates += other.candidates;
        self.evaluated += other.evaluated;
    }

    /// All of it in units of about a propagated literal.
    pub fn work(&self) -> u64 {
        self.propagations
            + self.visited / 4
            + 4 * (self.contractions + self.explanations + self.replaced)
            + self.evaluated
    }
}

/// The end of a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// There is a model: the values of candidates satisfy everything.
    Sat,
    /// There is none.
    Unsat,
    /// The interrupt was raised.
    Stopped,
    /// The query took more work than it may.
    Limit,
    /// All variables have one key each, or are real numbers that were split often; nothing refutes that, and the numbers that were tried for these keys are no model.
    Undecided,
}

/// A primitive with its variables.
#[derive(Debug)]
pub(crate) struct Constraint {
    pub(crate) primitive: Primitive,
    pub(crate) vars: SmallVec<[VarId; 4]>,
}

/// Conflicts between two restarts, before the factor of Luby's sequence.
const RESTART: u64 = 64;
/// Work is reported in portions of this.
const REPORT: u64 = 10_000;
/// So many boxes that nothing refutes and in which no model was found do not end a query.
const ATTEMPTS: u32 = 16;
/// Learnt clauses are thinned out after so many, and then after more.
const REDUCE: usize = 2_000;

/// A formula over bounds and primitive constraints, and what was learnt about it.
#[derive(Default, Debug)]
pub(crate) struct Search {
    domains: Vec<Domain>,
    trail: Trail,
    clauses: Clauses,
    constraints: Vec<Constraint>,
    occurrences: Vec<SmallVec<[PrimitiveId; 4]>>,
    /// Constraints whose variables have changed.
    queue: VecDeque<PrimitiveId>,
    is_queued: Vec<bool>,
    /// Entries of the trail before this one have been propagated.
    head: u32,
    /// How often a bound was narrowed since the last decision, to notice those that creep.
    narrowed: Vec<u32>,
    creeping: Vec<VarId>,
    order: Order,
    /// The last value of each variable, to come back to.
    saved: Vec<u64>,
    /// So many boxes of this query were left undecided.
    attempt: u32,
    /// Splits of each variable on the trail.
    splits: Vec<u32>,
    gates: Vec<Gate>,
    values: Vec<u64>,
    /// The values of numbers without a width, whose keys may stand for many.
    numbers: Vec<Rational>,
    /// Clauses of the formula itself, for candidates.
    inputs: Vec<Box<[Literal]>>,
    reads: Reads,
    analysis: Analysis,
    /// Work that the interrupt was told of.
    reported: u64,
    /// Calls of contractors in explanations.
    explained: Cell<u64>,
    log: Log,
    /// For each entry of level 0 its clause in the derivation, as far as anybody has asked.
    units: Vec<Option<ClauseId>>,
    /// There is no model, whatever is assumed.
    is_refuted: bool,
    /// A query ended before everything was propagated.
    is_interrupted: bool,
    /// After `Unsat`: the assumptions that were used, as far as they were.
    core: Vec<Literal>,
    clause_increment: f32,
    reduce_at: usize,
    pub(crate) interrupt: Interrupt,
    pub(crate) stats: IcpStats,
}

impl Search {
    pub(crate) fn new() -> Search {
        Search {
            clause_increment: 1.0,
            reduce_at: REDUCE,
            ..Search::default()
        }
    }

    pub(crate) fn log(&mut self) -> &mut Log {
        &mut self.log
    }

    pub(crate) fn domain(&self, var: VarId) -> Domain {
        self.domains[var.index()]
    }

    /// A new variable, with any value; solutions are looked for by splitting those that are `free`.
    pub(crate) fn add_var(&mut self, domain: Domain, free: bool) -> VarId {
        let var = self.trail.add_var(Range::all(domain));
        self.log.note(|| Step::Var {
            max: domain.greatest(),
        });
        self.domains.push(domain);
        self.clauses.add_var();
        self.occurrences.push(SmallVec::new());
        self.narrowed.push(0);
        self.saved.push(domain.key(0));
        self.splits.push(0);
        self.values.push(0);
        self.numbers.push(Rational::ZERO);
        self.order
            .add_var(var, free || domain == Domain::BOOL, domain == Domain::BOOL);
        var
    }

    /// `vars[0] = op(vars[1], …)`, for variables that are all different. If candidates are to find the value of
    /// `vars[0]` by it, it `defines` it.
    pub(crate) fn add_constraint(&mut self, primitive: Primitive, vars: &[VarId], defines: bool) {
        debug_assert!((1..vars.len()).all(|i| !vars[..i].contains(&vars[i])));
        self.trail_to_root();
        let id = PrimitiveId(self.constraints.len() as u32);
        self.log.note(|| Step::Primitive {
            primitive: primitive.clone(),
            vars: vars.to_vec(),
        });
        for var in vars {
            let occurrences = &mut self.occurrences[var.index()];
            if !occurrences.contains(&id) {
                occurrences.push(id);
            }
        }
        self.constraints.push(Constraint {
            primitive,
            vars: SmallVec::from_slice(vars),
        });
        if defines {
            self.gates.push(Gate::Constraint(id));
        }
        self.is_queued.push(true);
        self.queue.push_back(id);
    }

    /// What a variable that clauses define has as its value.
    pub(crate) fn add_gate(&mut self, gate: Gate) {
        self.gates.push(gate);
    }

    /// A clause of the formula. Definitions of gates are not looked at for candidates.
    pub(crate) fn add_clause(&mut self, literals: &[Literal], is_definition: bool) {
        self.trail_to_root();
        let id = self.log.clause(|| Step::Input {
            clause: literals.to_vec(),
        });
        if !is_definition {
            self.inputs.push(literals.into());
        }
        self.attach(literals, id, false, 0);
    }

    fn trail_to_root(&mut self) {
        self.backtrack(0);
    }

    /// Puts a clause in that nothing has been deduced from, on level 0.
    fn attach(&mut self, literals: &[Literal], id: ClauseId, is_learnt: bool, glue: u32) {
        if self.is_refuted || literals.iter().any(|&literal| self.trail.holds(literal)) {
            return;
        }
        // Those that are not false first.
        let mut literals = literals.to_vec();
        literals.sort_by_key(|&literal| self.trail.fails(literal));
        let open = literals
            .iter()
            .take_while(|&&l| !self.trail.fails(l))
            .count();
        let unit = literals.first().copied();
        let clause = self.clauses.add(Clause {
            literals: literals.into(),
            id,
            is_learnt,
            glue,
            activity: 0.0,
        });
        match (open, unit) {
            (0, _) | (_, None) => self.refute(clause),
            (1, Some(unit)) => self.trail.push(unit, Reason::Clause(clause)),
            _ => {}
        }
    }

    /// Takes back decisions.
    fn backtrack(&mut self, level: u32) {
        if level >= self.trail.level() {
            return;
        }
        let (order, saved, splits) = (&mut self.order, &mut self.saved, &mut self.splits);
        self.trail.backtrack(level, |entry, range| {
            let var = entry.literal.var;
            if range.is_point() {
                saved[var.index()] = range.lo;
            }
            if entry.reason == Reason::Decision {
                splits[var.index()] = splits[var.index()].saturating_sub(1);
            }
            order.insert(var);
        });
        self.head = self.head.min(self.trail.len());
        for id in self.queue.drain(..) {
            self.is_queued[id.0 as usize] = false;
        }
    }

    /// Is there a model in which the assumptions hold? They are decided in this order.
    pub(crate) fn solve(&mut self, assumptions: &[Literal], limit: Option<u64>) -> Outcome {
        let outcome = self.search(assumptions, limit);
        self.report_work(0);
        outcome
    }

    fn search(&mut self, assumptions: &[Literal], limit: Option<u64>) -> Outcome {
        self.core.clear();
        self.backtrack(0);
        if std::mem::take(&mut self.is_interrupted) {
            self.head = 0;
            self.enqueue_all();
        }
        self.attempt = 0;
        let start = self.stats;
        let mut restarts = 0;
        let mut until_restart = luby(restarts) * RESTART;
        loop {
            if self.is_refuted {
                return Outcome::Unsat;
            }
            if let Some(conflict) = self.propagate() {
                self.stats.conflicts += 1;
                self.resolve(conflict);
                until_restart = until_restart.saturating_sub(1);
                match self.is_over(&start, limit) {
                    Some(outcome) if !self.is_refuted => return outcome,
                    _ => continue,
                }
            }
            if let Some(outcome) = self.is_over(&start, limit) {
                return outcome;
            }
            if until_restart == 0 {
                restarts += 1;
                until_restart = luby(restarts) * RESTART;
                self.backtrack(self.trail.level().min(assumptions.len() as u32));
                continue;
            }
            if self.clauses.learnt() > self.reduce_at {
                self.reduce();
            }
            let level = self.trail.level() as usize;
            if let Some(&assumption) = assumptions.get(level) {
                if self.trail.fails(assumption) {
                    let lowest = self.lowest_failing(&assumptions[level..]);
                    self.find_core(lowest.unwrap_or(assumption));
                    return Outcome::Unsat;
                }
                self.trail.open_level();
                if !self.trail.holds(assumption) {
                    self.trail.push(assumption, Reason::Decision);
                }
                continue;
            }
            if self.is_time_for_candidate(level - assumptions.len()) {
                if self.is_model(assumptions) {
                    return Outcome::Sat;
                }
                if self.relate_reads() {
                    continue;
                }
            }
            match self.next_decision() {
                Some(literal) => {
                    self.trail.open_level();
                    self.trail.push(literal, Reason::Decision);
                }
                None if self.is_model(assumptions) => return Outcome::Sat,
                None if self.relate_reads() => {}
                // Creeping bounds may have been left alone; with points there is nothing to creep.
                None => match self.recheck() {
                    true => {}
                    false if self.attempt == ATTEMPTS => return Outcome::Undecided,
                    // There may be a model elsewhere: other halves first.
                    false => {
                        self.attempt += 1;
                        self.backtrack(self.trail.level().min(assumptions.len() as u32));
                    }
                },
            }
        }
    }

    /// Is this the end of a query that began with these counters?
    fn is_over(&mut self, start: &IcpStats, limit: Option<u64>) -> Option<Outcome> {
        self.report_work(REPORT);
        if self.interrupt.is_raised() {
            self.is_interrupted = true;
            return Some(Outcome::Stopped);
        }
        let work = self.stats.work() - start.work();
        limit
            .is_some_and(|limit| work > limit)
            .then_some(Outcome::Limit)
    }

    /// Says how much was done, if it is so much, and waits for the next turn where several searches share a core.
    fn report_work(&mut self, at_least: u64) {
        self.stats.explanations = self.explained.get();
        let work = self.stats.work();
        if work - self.reported >= at_least {
            self.interrupt.work(work - self.reported);
            self.reported = work;
        }
    }

    /// After `Unsat`: what was used of the assumptions; each literal is implied by one of them.
    pub(crate) fn core(&self) -> &[Literal] {
        &self.core
    }

    /// A query that is not asked uses no assumptions.
    pub(crate) fn forget_core(&mut self) {
        self.core.clear();
    }

    /// Variables and clauses.
    pub(crate) fn sizes(&self) -> (u64, u64) {
        (
            self.domains.len() as u64,
            self.clauses.iter().count() as u64,
        )
    }

    /// Thins out learnt clauses: the half with the most levels and the least activity.
    fn reduce(&mut self) {
        let mut is_reason = rustc_hash::FxHashSet::default();
        for index in 0..self.trail.len() {
            if let Reason::Clause(clause) = self.trail.entry(index).reason {
                is_reason.insert(clause);
            }
        }
        let candidates = self.clauses.iter().filter(|(at, clause)| {
            clause.is_learnt
                && clause.glue > 2
                && clause.literals.len() > 2
                && !is_reason.contains(at)
        });
        let mut ranked: Vec<(u32, f32, ClauseRef)> = candidates
            .map(|(at, clause)| (clause.glue, clause.activity, at))
            .collect();
        ranked.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.total_cmp(&b.1)));
        ranked.truncate(ranked.len() / 2);
        let gone: rustc_hash::FxHashSet<ClauseRef> = ranked.iter().map(|r| r.2).collect();
        let log = &mut self.log;
        self.clauses.retain(|at, clause| {
            let stays = !gone.contains(&at);
            if !stays {
                log.note(|| Step::Deleted { clause: clause.id });
            }
            stays
        });
        self.reduce_at = self.clauses.learnt() + REDUCE;
    }
}

/// Luby's sequence: 1 1 2 1 1 2 4 …
fn luby(index: u64) -> u64 {
    let mut size = 1;
    while size < index + 1 {
        size = 2 * size + 1;
    }
    let mut index = index;
    while size - 1 != index {
        size = (size - 1) / 2;
        index %= size;
    }
    size.div_ceil(2)
}
