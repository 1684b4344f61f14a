//! The k-induction suffix (Scheibler et al., *ICP and IC3*, III-E), and the restart with a longer one.
//!
//! A search without it looks for states of the frontier that are one edge before the error. With a suffix of length `n`
//! it looks for those that are exactly `n + 1` edges before it:
//!
//! ```text
//! B_0(l) = ⋁ { G                    : edges (l, G, f, error) }
//! B_j(l) = ⋁ { G ∧ B_{j-1}(m)∘f     : edges (l, G, f, m), m ≠ error }       F(k, l) ∧ B_n(l) for all l
//! ```
//!
//! with inputs of their own for each edge of the path. Bounded search comes first: no run of at most `n + 1` edges ends in
//! the error. If then `B_n` has no state in the frames of level `k`, no run of at most `k + n + 1` edges does; and if these frames
//! are inductive, they are the auxiliary invariant of a proof by k-induction with `k = n + 1`.
//!
//! A search that enumerates box after box at one frontier needs a longer look ahead: after so many obligations (a limit that
//! doubles) it starts again with a suffix as long as its frontier is high.

use ferric3_cfa::{EdgeId, LocId, Location, State};
use ferric3_ivl::IdxMap;
use ferric3_solver::ModelOf;
use ferric3_term::{Assignment, Evaluator, Substitution, SymbolId, TermId, Terms, Value};
use rustc_hash::FxHashMap;

use super::obligation::Predecessor;
use super::policy::Policy;
use super::technique::Technique;
use super::{Blocking, Frames, Generalisations, QueryCache, Search, initial};
use crate::bounded::BoundedSearch;
use crate::kind::as_invariant;
use crate::{Counterexample, Cube, Depth, Interrupted, Invariant, Proof, Task};

/// No suffix is longer.
const LONGEST: usize = 24;
/// Nor longer than one whose formulas have so many terms.
const LARGEST: usize = 200_000;

const LENGTH: &str = "length of the suffix";
const RESTARTS: &str = "restarts with a longer suffix";

/// The last edges of a run, and the bounded search before them.
pub(super) struct Suffix<'a> {
    base: BoundedSearch<'a>,
    /// `n`.
    length: usize,
    /// By number of edges behind the next one: `B_j`, by location.
    before_error: Vec<IdxMap<Location, Option<TermId>>>,
    /// The same: what stands for inputs on the next edge.
    inputs: Vec<FxHashMap<SymbolId, (SymbolId, TermId)>>,
    /// Obligations at this frontier, and how many there may be.
    obligations: u64,
    patience: u64,
    /// It cannot get longer.
    is_longest: bool,
}

/// A path from a state of the frontier into the error.
pub(crate) struct PathToError {
    /// Where it starts.
    pub(crate) loc: LocId,
    /// The state there.
    pub(crate) state: State,
    /// Its edges, with the inputs on each.
    pub(crate) steps: Vec<(EdgeId, State)>,
    /// The path can be taken: a formula over the state and what stands for inputs.
    pub(crate) condition: TermId,
    /// What stands for inputs, and the values that it has.
    pub(crate) inputs: Vec<(TermId, Value)>,
}

impl<'a> Search<'a> {
    /// From now on the search looks for states before the last `length + 1` edges, and begins anew after so many
    /// obligations at one frontier (technique `suffix-restart`).
    pub(crate) fn with_suffix(&mut self, length: usize, patience: u64) {
        let base = BoundedSearch::new(self.task, self.terms, self.solvers);
        self.suffix = Some(Suffix {
            base,
            length,
            before_error: Vec::new(),
            inputs: Vec::new(),
            obligations: 0,
            patience,
            is_longest: false,
        });
    }

    /// Is there a run of no more edges than the suffix and one?
    pub(super) fn search_before_suffix(&mut self) -> Result<Option<Counterexample>, Interrupted> {
        let Some(suffix) = &mut self.suffix else {
            return Ok(None);
        };
        let found = suffix.base.deepen(self.terms, suffix.length + 1, None)?;
        let length = suffix.length as u64;
        self.set(LENGTH, length);
        Ok(found)
    }

    /// With a suffix: block every state that is so many edges before the error.
    pub(super) fn strengthen_before_suffix(
        &mut self,
        policy: &mut dyn Policy,
    ) -> Result<Blocking, Interrupted> {
        let task = self.task;
        for loc in self.in_order(task.cfa.locations.ids().collect()) {
            while let Some(path) = self.path_to_error(loc)? {
                let cube = policy.before_path(self, &path)?;
                let last = path.steps.iter();
                let steps = last.map(|(edge, inputs)| Predecessor {
                    edge: *edge,
                    inputs: inputs.clone(),
                    cube: Cube::default(),
                });
                let mut steps: Vec<Predecessor> = steps.collect();
                steps[0].cube = cube;
                match self.block(policy, steps)? {
                    Blocking::Done => {}
                    other => return Ok(other),
                }
            }
        }
        Ok(Blocking::Done)
    }

    /// How deep the search is when the frontier is done.
    pub(super) fn depth_behind_frontier(&self) -> Depth {
        let length = self.suffix.as_ref().map_or(0, |suffix| suffix.length);
        Depth::behind_frames(self.frontier.number() + length)
    }

    /// What an inductive invariant of the frames proves.
    pub(super) fn proof_by(&mut self, invariant: Invariant) -> Proof {
        let k = 1 + self.suffix.as_ref().map_or(0, |suffix| suffix.length);
        if k == 1 {
            return Proof::Invariant(invariant);
        }
        match as_invariant(self.task, self.terms, self.solvers, &invariant, k) {
            Some(invariant) => Proof::Invariant(invariant),
            None => Proof::KInduction {
                k,
                auxiliary: invariant,
            },
        }
    }

    /// One more obligation. Is it time to begin anew?
    pub(super) fn loses_patience(&mut self) -> bool {
        let restarts = self.has(Technique::SuffixRestart);
        let Some(suffix) = &mut self.suffix else {
            return false;
        };
        suffix.obligations += 1;
        restarts && !suffix.is_longest && suffix.obligations >= suffix.patience
    }

    /// The frontier is a new one.
    pub(super) fn is_patient_again(&mut self) {
        if let Some(suffix) = &mut self.suffix {
            suffix.obligations = 0;
        }
    }

    /// From scratch, with a longer suffix and more patience.
    pub(super) fn begin_anew(&mut self) {
        let frontier = self.frontier.number();
        let Some(suffix) = &mut self.suffix else {
            return;
        };
        let length = (suffix.length + 1).max(frontier).min(LONGEST);
        let before = self.terms.len();
        suffix.patience *= 2;
        suffix.obligations = 0;
        let longer = self.prepare_suffix(length);
        let suffix = self.suffix.as_mut().expect("it was there");
        let is_larger = self.terms.len() - before > LARGEST;
        suffix.is_longest = is_larger || longer >= LONGEST;
        suffix.length = longer;
        self.add(RESTARTS, 1);
        self.count(Technique::SuffixRestart, true, 0);
        let depths = initial::depths(self.task, self.terms, self.techniques);
        self.frames = Frames::new(self.task, depths);
        self.contexts.forget_lemmas();
        self.cache = QueryCache::default();
        self.generalisations = Generalisations::new(self.task);
        self.frontier = initial::frontier(self.task, self.techniques);
    }

    /// Build `B` up to this length, or up to where it gets too large. Returns how far it is built.
    fn prepare_suffix(&mut self, length: usize) -> usize {
        let first = self.terms.len();
        let task = self.task;
        let suffix = self.suffix.as_mut().expect("asked for by who has one");
        while suffix.before_error.len() <= length {
            let built = suffix.before_error.len();
            if built > suffix.length && self.terms.len() - first > LARGEST {
                return built - 1;
            }
            suffix.inputs.push(FxHashMap::default());
            let mut before = IdxMap::filled(task.cfa.locations.len(), None);
            for loc in task
                .cfa
                .locations
                .ids()
                .filter(|&loc| loc != task.cfa.error)
            {
                let mut ways = Vec::new();
                for &edge in task.outgoing(loc) {
                    ways.extend(suffix.way(self.terms, task, built, edge));
                }
                let any = self.terms.or(&ways);
                before[loc] = (self.terms.as_bool(any) != Some(false)).then_some(any);
            }
            suffix.before_error.push(before);
        }
        length
    }

    /// A state of the frontier that is so many edges before the error, and the way there.
    fn path_to_error(&mut self, loc: LocId) -> Result<Option<PathToError>, Interrupted> {
        let length = self.suffix.as_ref().map_or(0, |suffix| suffix.length);
        self.prepare_suffix(length);
        let suffix = self.suffix.as_ref().expect("asked for by who has one");
        let Some(ways) = suffix.before_error[length][loc] else {
            return Ok(None);
        };
        let level = self.frontier;
        if self.frames.is_unreachable(level, loc) {
            return Ok(None);
        }
        let (terms, frames) = (&mut *self.terms, &self.frames);
        if !self.contexts.check(terms, frames, level, loc, &[ways])? {
            return Ok(None);
        }
        let model = self.contexts.model(loc);
        let suffix = self.suffix.as_ref().expect("it was there");
        let path = suffix.follow(self.terms, self.task, &model, loc);
        debug_assert!(path.is_some(), "a model of the suffix is a path");
        Ok(path)
    }

    /// The level of the search; a counter, for who looks at them.
    fn set(&mut self, counter: &'static str, number: u64) {
        self.counters.insert(counter, number);
    }
}

impl Suffix<'_> {
    /// `G ∧ B_{j-1}∘f` for an edge, or `G` for one into the error with `j = 0`; none if the edge does not lead there.
    fn way(
        &mut self,
        terms: &mut Terms,
        task: &Task,
        behind: usize,
        edge: EdgeId,
    ) -> Option<TermId> {
        let form = task.form(edge);
        let is_last = form.edge.to == task.cfa.error;
        let rest = match (behind, is_last) {
            (0, true) => terms.tt(),
            (0, false) | (_, true) => return None,
            _ => self.before_error[behind - 1][form.edge.to]?,
        };
        let mut before = self.substitution(terms, behind, edge, task);
        let guard = before.apply(terms, form.guard);
        let next: Vec<(SymbolId, TermId)> = form.next.iter().map(|(&x, &t)| (x, t)).collect();
        let next = next.into_iter();
        let next = next
            .map(|(x, t)| (x, before.apply(terms, t)))
            .collect::<Vec<_>>();
        let rest = Substitution::new(next).apply(terms, rest);
        let way = terms.and2(guard, rest);
        (terms.as_bool(way) != Some(false)).then_some(way)
    }

    /// Inputs of an edge, as what stands for them with so many edges behind.
    fn substitution(
        &mut self,
        terms: &mut Terms,
        behind: usize,
        edge: EdgeId,
        task: &Task,
    ) -> Substitution {
        let copies = &mut self.inputs[behind];
        let mut pairs = Vec::new();
        for &input in &task.form(edge).inputs {
            let copy = copies.entry(input).or_insert_with(|| {
                let info = terms.symbol(input);
                let (name, sort) = (info.name.clone(), info.sort);
                terms.fresh_symbol(name, sort)
            });
            pairs.push((input, copy.1));
        }
        Substitution::new(pairs)
    }

    /// The path that a model describes.
    fn follow(
        &self,
        terms: &mut Terms,
        task: &Task,
        model: &ModelOf<'_>,
        loc: LocId,
    ) -> Option<PathToError> {
        let first: State = (task.cfa.state.iter())
            .map(|var| (var.symbol, model.value(terms, var.symbol)))
            .collect();
        let (mut state, mut at) = (first.clone(), loc);
        let (mut steps, mut fixed) = (Vec::new(), Vec::new());
        for behind in (0..=self.length).rev() {
            let copies = &self.inputs[behind];
            let mut taken = None;
            for &edge in task.outgoing(at) {
                let form = task.form(edge);
                let is_last = form.edge.to == task.cfa.error;
                if is_last != (behind == 0) {
                    continue;
                }
                let value = |_: &Terms, symbol: SymbolId| match state.get(&symbol) {
                    Some(value) => value.clone(),
                    None => {
                        let copy = copies.get(&symbol).map_or(symbol, |&(copy, _)| copy);
                        model.value(terms, copy)
                    }
                };
                let values = Values(&value);
                let mut evaluator = Evaluator::new();
                if !evaluator.eval(terms, &values, form.guard).as_bool() {
                    continue;
                }
                let next: State = (task.cfa.state.iter())
                    .map(|var| {
                        let next = form.next.get(&var.symbol).copied().unwrap_or(var.term);
                        (var.symbol, evaluator.eval(terms, &values, next).clone())
                    })
                    .collect();
                let goes_on = behind == 0
                    || self.before_error[behind - 1][form.edge.to].is_some_and(|rest| {
                        let value = |_: &Terms, symbol: SymbolId| match next.get(&symbol) {
                            Some(value) => value.clone(),
                            None => model.value(terms, symbol),
                        };
                        Evaluator::new()
                            .eval(terms, &Values(&value), rest)
                            .as_bool()
                    });
                if goes_on {
                    let inputs: State = form.inputs.iter().map(|&w| (w, value(terms, w))).collect();
                    taken = Some((edge, inputs, next));
                    break;
                }
            }
            let (edge, inputs, next) = taken?;
            let of_edge = task.form(edge).inputs.iter();
            fixed.extend(of_edge.filter_map(|input| {
                let &(_, copy) = copies.get(input)?;
                Some((copy, inputs.get(input)?.clone()))
            }));
            at = task.form(edge).edge.to;
            steps.push((edge, inputs));
            state = next;
        }
        let condition = self.condition(terms, task, &steps);
        Some(PathToError {
            loc,
            state: first,
            steps,
            condition,
            inputs: fixed,
        })
    }

    /// The guards of a path, over the state in its beginning.
    fn condition(&self, terms: &mut Terms, task: &Task, steps: &[(EdgeId, State)]) -> TermId {
        let mut condition = terms.tt();
        for (behind, (edge, _)) in steps.iter().rev().enumerate() {
            let form = task.form(*edge);
            let copies = form.inputs.iter().filter_map(|input| {
                let &(_, copy) = self.inputs[behind].get(input)?;
                Some((*input, copy))
            });
            let mut before = Substitution::new(copies);
            let guard = before.apply(terms, form.guard);
            let mut next = Vec::new();
            for (&x, &t) in &form.next {
                next.push((x, before.apply(terms, t)));
            }
            let rest = Substitution::new(next).apply(terms, condition);
            condition = terms.and2(guard, rest);
        }
        condition
    }
}

/// Values given by a function.
struct Values<'f>(&'f dyn Fn(&Terms, SymbolId) -> Value);

impl Assignment for Values<'_> {
    fn value(&self, terms: &Terms, symbol: SymbolId) -> Value {
        (self.0)(terms, symbol)
    }
}
