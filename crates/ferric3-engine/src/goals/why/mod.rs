//! Why nothing reaches a goal: the fewest facts and lemmas that exclude it, and where they hold.
//!
//! A proof settles many goals at once, with an invariant that nobody wants to read. Of it, each goal needs a few
//! clauses, and most need none: the conditions on the way to them contradict each other. So for each goal
//!
//! 1. the invariant is reduced (`reduce`), on the automaton that no pass has touched: at loop heads,
//! 2. if no clause of a loop head is needed, what data flow knows right at the goal is the reason: `level <= 100` at a
//!    decision `level > 120`. For this the place of the goal becomes a location of its own;
//! 3. what is left is certified again, for its goals alone. A reason is evidence like the proof that it comes from, and
//!    where it does not pass, the whole proof stays the reason.
//!
//! Proofs without an invariant (unrollings, unwindings, k-induction) give no clauses. There the facts of data flow are
//! tried, and then a short search for an invariant; if neither excludes the goal, the whole proof is the reason.
//!
//! | file        | what                                                      |
//! |-------------|-----------------------------------------------------------|
//! | `mod.rs`    | reasons, and goals that share one                         |
//! | `stage.rs`  | an automaton with what is known of it, and ways to goals  |
//! | `reduce.rs` | from an invariant to the few clauses of it that are needed |
//! | `search.rs` | a short search for an invariant                           |

mod reduce;
mod search;
mod stage;

use std::collections::{BTreeMap, BTreeSet};

use ferric3_cfa::{
    BlockSize, Cfa, Clauses, FactOptions, Image, LocId, Stop, TargetKind, analyse_until,
    blocks_until, ways_by_target,
};
use ferric3_ivl::PropertyId;
use ferric3_solver::SolverConfig;
use ferric3_term::{TermId, Terms};

use self::reduce::Reduced;
use self::search::short_search;
use self::stage::Stage;
use super::Settled;
use crate::check::solvers_suited_to;
use crate::{Certified, Original, Proof, Task, Verdict};

/// A clause at a location.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Clue {
    loc: LocId,
    clause: TermId,
}

/// Why nothing reaches some goals, or violates some properties. They have the same reason.
#[derive(Clone, Debug)]
pub struct Reason {
    /// The goals.
    pub goals: Vec<PropertyId>,
    /// Why.
    pub ground: Ground,
}

/// Why nothing reaches a goal.
#[derive(Clone, Debug)]
pub enum Ground {
    /// The program does the same in every run, and that run does not get there.
    OnlyRun {
        /// Statements that it executes.
        steps: u64,
    },
    /// No way leads there, whatever conditions come to.
    NoWay,
    /// Clauses that always hold, or none: then conditions on each way there contradict each other.
    Clauses(Box<Few>),
    /// Nothing smaller was found than the proof that has settled it.
    Whole,
}

/// A few clauses that exclude a goal.
#[derive(Clone, Debug)]
pub struct Few {
    /// The automaton that the certificate is about. No pass has touched it.
    pub task: Task,
    /// An invariant, and nothing reaches the goals in it: it was checked by fresh solvers.
    pub certified: Certified,
    /// What it is that excludes them.
    pub by: By,
    /// The locations that people should look at; the others are on the way from the beginning to these.
    pub places: Vec<LocId>,
    /// Would no proper part of the invariant do?
    pub is_minimal: bool,
}

/// What excludes a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// Clauses at locations.
    Clauses,
    /// No clause: conditions on each way there contradict each other.
    Path,
    /// No clause, and nothing before: its own condition is never true.
    Itself,
}

/// How much may be spent on reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReasonEffort {
    /// For each goal, in about as many units as literals are propagated. What a goal leaves is for the next ones.
    pub per_goal: u64,
}

/// About half a second for a goal, though most take a few milliseconds.
impl Default for ReasonEffort {
    fn default() -> ReasonEffort {
        ReasonEffort {
            per_goal: 5_000_000,
        }
    }
}

/// Why nothing reaches the goals that a search has [settled](Settled), each in exactly one reason. There are none if the
/// search has not proved anything. Clauses are in `terms`, which must be the store that the goals were settled with, or a
/// later one.
pub fn reasons(
    terms: &mut Terms,
    solvers: &SolverConfig,
    settled: &Settled,
    effort: ReasonEffort,
) -> Vec<Reason> {
    let Verdict::True(certified) = &settled.report.verdict else {
        return Vec::new();
    };
    let all = |ground| {
        let goals = settled.goals.clone();
        vec![Reason { goals, ground }]
    };
    if let &Proof::OnlyRun { steps } = certified.proof() {
        return all(Ground::OnlyRun { steps });
    }
    let solvers = solvers_suited_to(solvers, terms);
    let (Some(origin), Some(task)) = (&settled.origin, &settled.report.task) else {
        return all(Ground::Whole);
    };
    let mut search = Search {
        solvers: &solvers,
        origin,
        effort: effort.per_goal,
        saved: 0,
    };
    let found = search.explain(terms, settled, (task, certified.proof()));
    found.unwrap_or_else(|| all(Ground::Whole))
}

/// Looks for reasons.
struct Search<'a> {
    solvers: &'a SolverConfig,
    origin: &'a Original,
    effort: u64,
    /// What goals have left.
    saved: u64,
}

/// Goals by the clauses that exclude them.
type Groups = BTreeMap<Reduced, Vec<PropertyId>>;

impl Search<'_> {
    /// The reasons. None if somebody asks to stop.
    fn explain(
        &mut self,
        terms: &mut Terms,
        settled: &Settled,
        (task, proof): (&Task, &Proof),
    ) -> Option<Vec<Reason>> {
        let small = self.origin.cfa();
        let is_over = || self.solvers.interrupt.is_raised();
        let stop = Stop::when(&is_over);
        let facts = analyse_until(small, terms, &FactOptions::default(), stop).ok()?;
        let facts = facts.facts();
        let large = blocks_until(small.clone(), terms, BlockSize::default(), stop).ok()?;
        // What was proved and what is asked is about the same locations.
        debug_assert_eq!(large.cfa.locations.len(), task.cfa.locations.len());
        let mut known = match proof {
            Proof::Invariant(invariant)
            | Proof::KInduction {
                auxiliary: invariant,
                ..
            } => Clauses::new(invariant.locations().map(<[TermId]>::to_vec).collect()),
            _ => Clauses::default(),
        };
        let has_invariant = matches!(proof, Proof::Invariant(_));
        if !has_invariant {
            known.extend(facts.after(&large.reduction).iter());
        }
        let stage = Stage::new(large.cfa, terms, stop)?;
        let mut reducer = stage.reducer(known, self.solvers);
        let (mut groups, mut reasons) = (Groups::new(), Vec::new());
        let (mut no_way, mut whole) = (Vec::new(), Vec::new());
        for &goal in &settled.goals {
            let Some(ways) = stage.ways_to(goal) else {
                no_way.push(goal);
                continue;
            };
            let reduced = self.within_effort(|effort| reducer.reduce(terms, &ways, effort));
            let reduced = match reduced {
                None if !has_invariant => {
                    let part = stage.only(terms, &[goal]);
                    let found = part.and_then(|part| short_search(&part, terms, self.solvers));
                    found.and_then(|found| {
                        reducer.extend(found);
                        self.within_effort(|effort| reducer.reduce(terms, &ways, effort))
                    })
                }
                reduced => reduced,
            };
            match reduced {
                Some(reduced) => groups.entry(reduced).or_default().push(goal),
                None => whole.push(goal),
            }
        }
        drop(reducer);
        // Obstacles are excluded by what the others need.
        if !no_way.is_empty() {
            let others = stage.ways_to_obstacles();
            match others.is_empty() {
                true => reasons.push(Reason {
                    goals: no_way,
                    ground: Ground::NoWay,
                }),
                false => whole.extend(no_way),
            }
        }
        let by_code: Vec<PropertyId> = groups
            .iter()
            .filter(|(reduced, _)| reduced.clauses.is_empty())
            .flat_map(|(_, goals)| goals.iter().copied())
            .collect();
        let local = self.local_reasons(terms, small, facts, &by_code);
        let explained: BTreeSet<PropertyId> = local
            .iter()
            .flat_map(|reason| reason.goals.iter().copied())
            .collect();
        reasons.extend(local);
        for (reduced, mut goals) in groups {
            goals.retain(|goal| !explained.contains(goal));
            if goals.is_empty() {
                continue;
            }
            let places = reduced.clauses.iter().map(|clue| clue.loc);
            let places: BTreeSet<LocId> = places.collect();
            match stage.certified(terms, self.solvers, &goals, &reduced) {
                Some((task, certified)) => {
                    let by = match places.is_empty() {
                        true => By::Path,
                        false => By::Clauses,
                    };
                    let few = Few {
                        task,
                        certified,
                        by,
                        places: places.into_iter().collect(),
                        is_minimal: reduced.is_minimal,
                    };
                    let ground = Ground::Clauses(Box::new(few));
                    reasons.push(Reason { goals, ground });
                }
                None => whole.extend(goals),
            }
        }
        if !whole.is_empty() {
            whole.sort_unstable();
            reasons.push(Reason {
                goals: whole,
                ground: Ground::Whole,
            });
        }
        Some(reasons)
    }

    /// For goals that conditions on the way exclude: what data flow knows where they are. Goals about which it knows
    /// nothing that excludes them are left out.
    fn local_reasons(
        &mut self,
        terms: &mut Terms,
        small: &Cfa,
        facts: &Clauses,
        goals: &[PropertyId],
    ) -> Vec<Reason> {
        let is_over = || self.solvers.interrupt.is_raised();
        let stop = Stop::when(&is_over);
        let mut marked = small.clone();
        let mut places: BTreeMap<PropertyId, Vec<LocId>> = BTreeMap::new();
        let mut elsewhere: BTreeSet<PropertyId> = BTreeSet::new();
        for (edge, kinds) in error_edges(small) {
            let loc = small.edges[edge].from;
            // A place that is dead itself has no facts but that.
            let is_never = |&clause: &TermId| terms.as_bool(clause) == Some(false);
            let is_place = loc != small.initial && !facts.at(loc).iter().any(is_never);
            for goal in kinds.into_iter().filter_map(TargetKind::goal) {
                if !is_place {
                    elsewhere.insert(goal);
                } else if goals.contains(&goal) {
                    marked.locations[loc].is_loop_head = true;
                    places.entry(goal).or_default().push(loc);
                }
            }
        }
        if places.is_empty() {
            return Vec::new();
        }
        let Ok(blocks) = blocks_until(marked, terms, BlockSize::default(), stop) else {
            return Vec::new();
        };
        let image = |loc: &LocId| match blocks.reduction.image(*loc) {
            Image::At(now) => Some(now),
            _ => None,
        };
        let Some(stage) = Stage::new(blocks.cfa, terms, stop) else {
            return Vec::new();
        };
        let mut reducer = stage.reducer(facts.after(&blocks.reduction), self.solvers);
        // By what is known at their places: goals, and all that is needed for it.
        let mut groups: BTreeMap<Vec<Clue>, (Vec<PropertyId>, Reduced)> = BTreeMap::new();
        for (goal, places) in places {
            let Some(ways) = stage.ways_to(goal) else {
                continue;
            };
            let reduced = self.within_effort(|effort| reducer.reduce(terms, &ways, effort));
            let Some(reduced) = reduced else {
                continue;
            };
            let here: BTreeSet<LocId> = places.iter().filter_map(image).collect();
            let at_goal = reduced.clauses.iter().copied();
            let at_goal: Vec<Clue> = at_goal.filter(|clue| here.contains(&clue.loc)).collect();
            let is_by_itself = reduced.clauses.is_empty() && !elsewhere.contains(&goal);
            if !at_goal.is_empty() || is_by_itself {
                let group = groups
                    .entry(at_goal)
                    .or_insert((Vec::new(), reduced.clone()));
                group.0.push(goal);
                group.1.clauses.extend(&reduced.clauses);
                group.1.is_minimal &= reduced.is_minimal;
            }
        }
        drop(reducer);
        let mut reasons = Vec::new();
        for (at_goal, (goals, reduced)) in groups {
            let Some((task, certified)) = stage.certified(terms, self.solvers, &goals, &reduced)
            else {
                continue;
            };
            let places: BTreeSet<LocId> = at_goal.iter().map(|clue| clue.loc).collect();
            let by = match at_goal.is_empty() {
                true => By::Itself,
                false => By::Clauses,
            };
            let few = Few {
                task,
                certified,
                by,
                places: places.into_iter().collect(),
                // The clauses of several goals are no longer those of one.
                is_minimal: reduced.is_minimal && goals.len() == 1,
            };
            let ground = Ground::Clauses(Box::new(few));
            reasons.push(Reason { goals, ground });
        }
        reasons
    }

    /// Do something for a goal with its share, and what others have left.
    fn within_effort<T>(&mut self, work: impl FnOnce(&mut u64) -> T) -> T {
        let mut effort = self.effort + self.saved;
        let done = work(&mut effort);
        self.saved = effort;
        done
    }
}

/// The edges into the error location, with what it means to take them.
fn error_edges(cfa: &Cfa) -> Vec<(ferric3_cfa::EdgeId, Vec<TargetKind>)> {
    let edges = cfa.edges.iter_enumerated();
    let errors = edges.filter(|(_, edge)| edge.to == cfa.error);
    let errors = errors.map(|(id, _)| {
        let kinds = ways_by_target(cfa, id).map(|ways| ways.into_keys().collect());
        (id, kinds.unwrap_or_default())
    });
    errors.collect()
}

#[cfg(test)]
mod tests;
