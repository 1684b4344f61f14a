//! From an invariant to the few clauses of it that exclude something.
//!
//! 1. *Backwards.* What is to be excluded needs clauses at its location, by an unsatisfiable core; each of them needs
//!    clauses at the sources of the edges into its location to stay true, and so on.
//! 2. *One by one.* A clause is superfluous if the largest inductive subset of the others (Flanagan, Leino: Houdini,
//!    FME 2001) still excludes what is to be excluded; then that subset takes the place of the set. A clause that is
//!    not superfluous stays so in every subset, so one round is enough, and what is left is minimal: no proper subset of
//!    it is an invariant that excludes the same.
//!
//! An unsatisfiable core stays one, whichever goal it was found for: cores are kept, and goals with something in common
//! cost little after the first one. All of it is limited by the work of solvers, not by time.

use std::collections::{BTreeMap, BTreeSet};

use ferric3_cfa::{Clauses, EdgeId, LocId};
use ferric3_solver::{CheckResult, ModelOf, Solver, SolverConfig};
use ferric3_term::{Evaluator, Substitution, TermId, Terms};

use super::Clue;
use crate::Task;
use crate::bounded::{conflicts_of, effort_of};

/// What a term costs beside the work of solvers.
const TERM_EFFORT: u64 = 10;

/// A context with more clauses than this is not used for another query.
const FULL: u64 = 100_000;

/// Terms of more nodes than this are all alike.
const LARGE: usize = 1_000;

/// So many violated clauses come in at first, and twice as many each time.
const FIRST: usize = 2;

/// The effort is used up, or somebody has asked to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spent;

/// What is to be excluded: states at a location, with inputs, that satisfy a term.
pub(super) type Way = (LocId, TermId);

/// Clauses at locations.
pub(super) type Set = BTreeSet<Clue>;

/// A set of clauses that is an invariant and excludes something.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Reduced {
    pub(super) clauses: Set,
    /// Is no proper subset one that does so, too? Not known if the effort was used up before.
    pub(super) is_minimal: bool,
}

/// Reduces one invariant of a task for one goal after the other.
pub(super) struct Reducer<'a> {
    /// Its forms rest on nothing.
    task: &'a Task,
    candidates: Clauses,
    solvers: &'a SolverConfig,
    contexts: BTreeMap<LocId, Box<dyn Solver>>,
    after: BTreeMap<EdgeId, Substitution>,
    /// By what is to be excluded: sets of clauses at its location each of which does.
    cores: BTreeMap<Way, Vec<Set>>,
    sizes: BTreeMap<TermId, usize>,
    /// What may still be spent on this goal.
    left: u64,
    /// Was there a query about this goal without an answer?
    is_undecided: bool,
}

impl<'a> Reducer<'a> {
    /// For clauses that are inductive together.
    pub(super) fn new(
        task: &'a Task,
        candidates: Clauses,
        solvers: &'a SolverConfig,
    ) -> Reducer<'a> {
        Reducer {
            task,
            candidates,
            solvers,
            contexts: BTreeMap::new(),
            after: BTreeMap::new(),
            cores: BTreeMap::new(),
            sizes: BTreeMap::new(),
            left: 0,
            is_undecided: false,
        }
    }

    /// More clauses, inductive together with the others.
    pub(super) fn extend(&mut self, clauses: impl IntoIterator<Item = Clue>) {
        let clauses = clauses.into_iter();
        self.candidates
            .extend(clauses.map(|clue| (clue.loc, clue.clause)));
    }

    /// A small part of the invariant that excludes all of these ways, with so much effort; what is left of that is
    /// given back. None if the invariant does not exclude them, or if that would cost too much to find out.
    pub(super) fn reduce(
        &mut self,
        terms: &mut Terms,
        ways: &[Way],
        effort: &mut u64,
    ) -> Option<Reduced> {
        (self.left, self.is_undecided) = (*effort, false);
        let set = self.closure(terms, ways).ok().flatten();
        let reduced = set.map(|set| self.minimise(terms, ways, set));
        *effort = self.left;
        reduced
    }

    /// Clauses that exclude the ways, with everything that they need.
    fn closure(&mut self, terms: &mut Terms, ways: &[Way]) -> Result<Option<Set>, Spent> {
        let all = self.candidates.clone();
        let mut needed = Set::new();
        let mut open = Vec::new();
        for &way in ways {
            match self.exclude(terms, way, all.at(way.0))? {
                Some(core) => open.extend(core),
                None => return Ok(None),
            }
        }
        while let Some(clue) = open.pop() {
            if clue.loc == self.task.cfa.initial {
                return Ok(None);
            }
            if !needed.insert(clue) {
                continue;
            }
            for edge in self.task.incoming(clue.loc).to_vec() {
                let way = self.violation(terms, edge, clue.clause);
                match self.exclude(terms, way, all.at(way.0))? {
                    Some(core) => open.extend(core),
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(needed))
    }

    /// Leave out one clause after the other.
    fn minimise(&mut self, terms: &mut Terms, ways: &[Way], mut set: Set) -> Reduced {
        let mut order: Vec<Clue> = set.iter().copied().collect();
        // The hardest to read first.
        order.sort_by_key(|&clue| std::cmp::Reverse((self.size(terms, clue.clause), clue)));
        for clue in order {
            if !set.contains(&clue) {
                continue;
            }
            let mut without = set.clone();
            without.remove(&clue);
            match self.still_excludes(terms, ways, without) {
                Ok(Some(smaller)) => set = smaller,
                Ok(None) => {}
                Err(Spent) => {
                    return Reduced {
                        clauses: set,
                        is_minimal: false,
                    };
                }
            }
        }
        Reduced {
            clauses: set,
            is_minimal: !self.is_undecided,
        }
    }

    /// The largest inductive subset, if it excludes the ways.
    fn still_excludes(
        &mut self,
        terms: &mut Terms,
        ways: &[Way],
        mut set: Set,
    ) -> Result<Option<Set>, Spent> {
        loop {
            for &way in ways {
                if !self.is_excluded_by(terms, way, &set)? {
                    return Ok(None);
                }
            }
            let mut lost = None;
            'search: for &clue in &set {
                for edge in self.task.incoming(clue.loc).to_vec() {
                    let way = self.violation(terms, edge, clue.clause);
                    if !self.is_excluded_by(terms, way, &set)? {
                        lost = Some(clue);
                        break 'search;
                    }
                }
            }
            match lost {
                Some(clue) => set.remove(&clue),
                None => return Ok(Some(set)),
            };
        }
    }

    fn is_excluded_by(&mut self, terms: &mut Terms, way: Way, set: &Set) -> Result<bool, Spent> {
        let among: Vec<TermId> = clauses_at(set, way.0).collect();
        Ok(self.exclude(terms, way, &among)?.is_some())
    }

    /// What must not happen on an edge, for the clause to hold behind it.
    fn violation(&mut self, terms: &mut Terms, edge: EdgeId, clause: TermId) -> Way {
        let form = self.task.form(edge);
        let after = self.after.entry(edge).or_insert_with(|| form.before());
        let kept = after.apply(terms, clause);
        let kept = terms.by_cases(kept);
        let left = terms.not(kept);
        (form.edge.from, terms.and(&[form.guard, left]))
    }

    /// Some of the clauses that exclude the way, none of which can be left out, as far as that is easy to see.
    fn exclude(
        &mut self,
        terms: &mut Terms,
        way: Way,
        among: &[TermId],
    ) -> Result<Option<Set>, Spent> {
        let (loc, states) = way;
        if terms.as_bool(states) == Some(false) {
            return Ok(Some(Set::new()));
        }
        let is_there = |core: &&Set| core.iter().all(|clue| among.contains(&clue.clause));
        if let Some(core) = self.cores.get(&way).into_iter().flatten().find(is_there) {
            return Ok(Some(core.clone()));
        }
        let Some(mut core) = self.first_core(terms, way, among)? else {
            return Ok(None);
        };
        let mut at = 0;
        core.sort_by_key(|&clause| std::cmp::Reverse((self.size(terms, clause), clause)));
        while at < core.len() {
            let mut asked = vec![states];
            asked.extend(
                core.iter()
                    .enumerate()
                    .filter(|&(n, _)| n != at)
                    .map(|c| c.1),
            );
            match self.ask(terms, loc, &asked)? {
                (CheckResult::Unsat, used) => {
                    // Those before were seen to be needed, also without this one.
                    core.remove(at);
                    let mut number = 0;
                    core.retain(|clause| {
                        number += 1;
                        number <= at || used.contains(clause)
                    });
                }
                _ => at += 1,
            }
        }
        let core: Set = core
            .into_iter()
            .map(|clause| Clue { loc, clause })
            .collect();
        self.cores.entry(way).or_default().push(core.clone());
        Ok(Some(core))
    }

    /// Clauses come in when a model violates them, small ones first, until there is no model.
    fn first_core(
        &mut self,
        terms: &mut Terms,
        (loc, states): Way,
        among: &[TermId],
    ) -> Result<Option<Vec<TermId>>, Spent> {
        let mut asked = vec![states];
        let mut more = FIRST;
        loop {
            match self.ask(terms, loc, &asked)? {
                (CheckResult::Unsat, used) => {
                    let chosen = asked[1..].iter().copied();
                    return Ok(Some(
                        chosen.filter(|clause| used.contains(clause)).collect(),
                    ));
                }
                (CheckResult::Unknown(_), _) => return Ok(None),
                (CheckResult::Sat, _) => {}
            }
            let context = self.contexts.get(&loc).expect("it was just asked");
            let (mut evaluator, model) = (Evaluator::new(), ModelOf(context.as_ref()));
            let outside = among
                .iter()
                .copied()
                .filter(|clause| !asked.contains(clause));
            let mut violated: Vec<TermId> = outside
                .filter(|&clause| !evaluator.eval(terms, &model, clause).as_bool())
                .collect();
            if violated.is_empty() {
                return Ok(None);
            }
            violated.sort_by_key(|&clause| (self.size(terms, clause), clause));
            violated.truncate(more);
            more *= 2;
            asked.extend(violated);
        }
    }

    /// A query at a location: the answer, and which assumptions were used.
    fn ask(
        &mut self,
        terms: &mut Terms,
        loc: LocId,
        asked: &[TermId],
    ) -> Result<(CheckResult, Vec<TermId>), Spent> {
        if self.left == 0 || self.solvers.interrupt.is_raised() {
            return Err(Spent);
        }
        let used = self.contexts.get(&loc);
        if used.is_some_and(|solver| solver.stats().clauses > FULL) {
            self.contexts.remove(&loc);
        }
        let solvers = self.solvers;
        let solver = self.contexts.entry(loc).or_insert_with(|| solvers.create());
        let (terms_before, before) = (terms.len(), effort_of(solver.as_ref()));
        solver.set_conflict_limit(conflicts_of(Some(self.left)));
        let answer = solver.check(terms, asked);
        let new_terms = (terms.len() - terms_before) as u64;
        let spent = effort_of(solver.as_ref()) - before + TERM_EFFORT * new_terms;
        self.left = self.left.saturating_sub(spent);
        self.is_undecided |= matches!(answer, CheckResult::Unknown(_));
        let used = match answer {
            CheckResult::Unsat => solver.failed_assumptions().to_vec(),
            _ => Vec::new(),
        };
        Ok((answer, used))
    }

    /// The number of nodes of a term, as far as that matters.
    fn size(&mut self, terms: &Terms, term: TermId) -> usize {
        let size = || terms.dag_size(term).min(LARGE);
        *self.sizes.entry(term).or_insert_with(size)
    }
}

/// The clauses of a set at a location.
pub(super) fn clauses_at(set: &Set, loc: LocId) -> impl Iterator<Item = TermId> + '_ {
    let here = set.iter().filter(move |clue| clue.loc == loc);
    here.map(|clue| clue.clause)
}
