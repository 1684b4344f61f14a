//! Images as interpolants.
//!
//! ```text
//!   A:  control at l, in a state of S(l)   ── an edge ──►   control at m, state x      (the cut)
//!   B:  control at m, state x   ── 1 to k edges ──►   error
//! ```
//!
//! Both are unrolled by themselves, from any state. At the *cut* `A` says what its values are in the state from which `B` begins, so
//! these symbols, and the number of the location, are all that the two share. If there is no such path, an interpolant is a formula
//! about the cut: with the number of `m` put in, the states `I(m)`, which contain all that edges lead to from `S`, and from which
//! no path of at most `k` edges leads to the error.
//!
//! What is known, `K`, holds in `A` at `l`, and in `B` wherever a path is; it is inductive, so nothing is lost. At the cut only
//! variables count that are live, so that an interpolant says nothing about others.
//!
//! *Arrays* are in no interpolant, but [`elements`](super::elements) of them are. So where arrays are large fewer interpolants are
//! found than there may be, and those that are found are right.

use std::collections::BTreeMap;
use std::sync::Arc;

use ferric3_cfa::{Clauses, LocId};
use ferric3_sat::{Interrupt, Part};
use ferric3_solver::{
    CheckResult, Interpolator, Intervals, NoInterpolant, ProofKind, SolverStats, System,
    WhyUnknown, interpolant,
};
use ferric3_term::{Substitution, TermId, Terms};

use super::code::Code;
use super::elements::{Element, elements, with_elements};
use crate::engine::TERM_WORK;
use crate::path_interpolants::has_numbers;
use crate::unroll::Unroller;
use crate::{Interrupted, Task};

/// A context with so many clauses in its derivations makes way for a new one.
const MAX_DERIVED: usize = 4_000_000;

/// How an interpolant was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// From a proof.
    Proof(ProofKind),
    /// By linear arithmetic.
    Numbers,
}

/// What edges lead to.
pub(super) enum Image {
    /// Nothing but these states, which lead nowhere near the error. Locations that are missing are not reached.
    Within {
        /// By location.
        states: Vec<(LocId, TermId)>,
        /// How it was found.
        kind: Kind,
        /// How large the formula was.
        size: u64,
    },
    /// States that lead to the error, for all that `A` and `B` say.
    ReachesError,
    /// Nobody knows, for this reason.
    Unknown(String),
}

/// The two unrollings.
pub(super) struct Images<'a> {
    task: &'a Task,
    interrupt: Interrupt,
    system: System,
    intervals: Intervals,
    /// `A`: its values in the beginning, and where it begins.
    before: Arc<Vec<TermId>>,
    start: Code,
    /// `B`, its values in the beginning, and where it begins: the cut.
    behind: Unroller<'a>,
    at_cut: Arc<Vec<TermId>>,
    elements: Vec<Element>,
    pub(super) cut: Code,
    /// Symbols that both know.
    shared: Vec<TermId>,
    /// What both say for good.
    said: Vec<(Part, TermId)>,
    /// The solver, and how much of it was told.
    context: Option<(Interpolator, usize)>,
    /// Those that made way.
    former: SolverStats,
    pub(super) contexts: u64,
    is_about_numbers: bool,
}

impl<'a> Images<'a> {
    pub(super) fn new(
        task: &'a Task,
        terms: &mut Terms,
        (system, intervals): (System, Intervals),
        interrupt: &Interrupt,
    ) -> Images<'a> {
        let locations = task.cfa.locations.ids();
        let starts: Vec<LocId> = locations
            .filter(|&loc| loc != task.cfa.error && task.distance(loc) != usize::MAX)
            .collect();
        let start = Code::new(terms, "from", starts);
        let conditions: Vec<(LocId, TermId)> = (start.locations().iter())
            .map(|&loc| (loc, start.at(terms, loc)))
            .collect();
        let before = Arc::new(any_state(task, terms));
        let mut first = Unroller::from_starts(task, terms, conditions, &before);
        first.extend(terms);
        let cut: Vec<LocId> = (start.locations().iter().copied())
            .filter(|&loc| first.here(1, loc).is_some())
            .collect();
        let cut = Code::new(terms, "at", cut);
        let conditions: Vec<(LocId, TermId)> = (cut.locations().iter())
            .map(|&loc| (loc, cut.at(terms, loc)))
            .collect();
        let plan = first.plan();
        let is_live = |var| (cut.locations().iter()).any(|&loc| plan.is_live(loc, var));
        let elements = elements(task, terms, is_live);
        let mut at_cut = any_state(task, terms);
        let mut words = of_state(task, &at_cut);
        for (var, value) in at_cut.iter_mut().enumerate() {
            *value = with_elements(terms, *value, var, &elements, &mut words);
        }
        let at_cut = Arc::new(at_cut);
        let behind = Unroller::from_starts(task, terms, conditions, &at_cut);
        let mut images = Images {
            task,
            interrupt: interrupt.clone(),
            system,
            intervals,
            before,
            start,
            behind,
            at_cut,
            elements,
            shared: cut.digits().to_vec(),
            cut,
            said: Vec::new(),
            context: None,
            former: SolverStats::default(),
            contexts: 0,
            is_about_numbers: has_numbers(task, terms),
        };
        images.say_step(terms, &first);
        images
    }

    /// What `A` says whatever it starts from: an edge is taken, and the values behind it are those at the cut.
    fn say_step(&mut self, terms: &mut Terms, first: &Unroller<'_>) {
        let mut somewhere = Vec::new();
        // By variable: its value by location.
        let mut values: BTreeMap<usize, Vec<(TermId, TermId)>> = BTreeMap::new();
        for &loc in self.cut.locations() {
            let here = first.here(1, loc).expect("the cut was made so");
            let at = self.cut.at(terms, loc);
            somewhere.push(at);
            let elsewhere = terms.not(at);
            let arrives = terms.or2(elsewhere, here.reached);
            self.said.push((Part::A, arrives));
            for (var, &value) in here.values.iter().enumerate() {
                if self.behind.plan().is_live(loc, var) {
                    values.entry(var).or_default().push((at, value));
                }
            }
        }
        let somewhere = terms.or(&somewhere);
        self.said.push((Part::A, somewhere));
        let mut words = of_state(self.task, &self.at_cut);
        for (var, by_location) in values {
            let symbol = self.at_cut[var];
            let sort = self.task.cfa.state[var].symbol;
            let sort = terms.symbol(sort).sort;
            let mut by_location = by_location.into_iter().rev();
            let everywhere = by_location.len() == self.cut.locations().len();
            let mut value = match everywhere {
                // Where it is not live it has any value.
                false => terms.fresh_symbol("any", sort).1,
                true => by_location.next().expect("it is live somewhere").1,
            };
            for (at, there) in by_location {
                value = terms.ite(at, there, value);
            }
            if !sort.is_array() {
                self.shared.push(symbol);
                let same = terms.eq(symbol, value);
                self.said.push((Part::A, same));
                continue;
            }
            for element in self.elements.iter().filter(|element| element.var == var) {
                let index = words.apply(terms, element.index);
                let read = terms.select(value, index);
                let same = terms.eq(element.symbol, read);
                self.shared.push(element.symbol);
                self.said.push((Part::A, same));
            }
        }
    }

    /// Do edges lead to the error from there?
    pub(super) fn leads_to_error(&self, loc: LocId) -> bool {
        self.behind.plan().leads_to_error(loc)
    }

    /// How long paths behind the cut are.
    pub(super) fn depth(&self) -> usize {
        self.behind.depth()
    }

    /// Makes paths behind the cut so long.
    pub(super) fn deepen(
        &mut self,
        terms: &mut Terms,
        known: &Clauses,
        depth: usize,
    ) -> Result<(), Interrupted> {
        while self.depth() < depth {
            if self.interrupt.is_raised() {
                return Err(Interrupted::Stopped);
            }
            let before = terms.len();
            let layer = self.depth();
            for (loc, clause) in known.iter() {
                self.say_known(terms, layer, (loc, clause));
            }
            self.behind.extend(terms);
            let built = (terms.len() - before) as u64;
            self.interrupt.work(TERM_WORK * built);
        }
        Ok(())
    }

    /// More is known, everywhere behind the cut but at the ends of paths.
    pub(super) fn learn(&mut self, terms: &mut Terms, clauses: &[(LocId, TermId)]) {
        for &(loc, clause) in clauses {
            for layer in 0..self.depth() {
                self.say_known(terms, layer, (loc, clause));
            }
        }
    }

    fn say_known(&mut self, terms: &mut Terms, layer: usize, (loc, clause): (LocId, TermId)) {
        let mut symbols = terms.symbols_of(clause).into_iter();
        let plan = self.behind.plan();
        let is_live = |symbol| {
            let position = plan.position(symbol);
            position.is_some_and(|var| plan.is_live(loc, var))
        };
        if !symbols.all(is_live) {
            return;
        }
        if let Some((reached, holds)) = self.behind.instance(terms, layer, loc, clause) {
            let elsewhere = terms.not(reached);
            let holds = terms.or2(elsewhere, holds);
            self.said.push((Part::B, holds));
        }
    }

    /// Is there nothing behind the cut?
    fn error(&self, terms: &mut Terms) -> TermId {
        let errors: Vec<TermId> = (1..=self.depth())
            .map(|depth| self.behind.error_at(depth))
            .collect();
        terms.or(&errors)
    }

    /// What edges lead to from these states; `known` holds there, too.
    pub(super) fn of(
        &mut self,
        terms: &mut Terms,
        states: &[(LocId, TermId)],
        known: &Clauses,
    ) -> Result<Image, Interrupted> {
        let before = terms.len();
        let mut now = of_state(self.task, &self.before);
        let mut from = Vec::new();
        for &(loc, formula) in states {
            let here = self.start.at(terms, loc);
            let mut conjuncts = vec![here, now.apply(terms, formula)];
            for &clause in known.at(loc) {
                conjuncts.push(now.apply(terms, clause));
            }
            from.push(terms.and(&conjuncts));
        }
        let from = terms.or(&from);
        let error = self.error(terms);
        self.interrupt
            .work(TERM_WORK * (terms.len() - before) as u64);
        let (formula, kind, size) = match self.is_about_numbers {
            true => match self.by_numbers(terms, from, error)? {
                Ok(formula) => (formula, Kind::Numbers, terms.subterms(formula).len() as u64),
                Err(image) => return Ok(image),
            },
            false => match self.by_proof(terms, from, error)? {
                Ok(found) => found,
                Err(image) => return Ok(image),
            },
        };
        let states = self.at_locations(terms, formula, states);
        Ok(Image::Within { states, kind, size })
    }

    fn by_proof(
        &mut self,
        terms: &mut Terms,
        from: TermId,
        error: TermId,
    ) -> Result<Result<(TermId, Kind, u64), Image>, Interrupted> {
        self.make_context(terms, from, error);
        let (context, told) = self.context.as_mut().expect("it was made");
        for &(part, formula) in &self.said[*told..] {
            context.assert(terms, part, formula);
        }
        *told = self.said.len();
        match context.check(terms, from, error) {
            CheckResult::Sat => Ok(Err(Image::ReachesError)),
            CheckResult::Unknown(WhyUnknown::Incomplete(reason)) => {
                Ok(Err(Image::Unknown(reason.to_string())))
            }
            CheckResult::Unknown(why) => Err(why),
            CheckResult::Unsat => {
                let found = context.interpolant(terms);
                Ok(Ok((found.formula, Kind::Proof(found.kind), found.size)))
            }
        }
    }

    fn make_context(&mut self, terms: &mut Terms, from: TermId, error: TermId) {
        if let Some((context, _)) = &self.context
            && context.derived() > MAX_DERIVED
        {
            self.former.add(&context.stats());
            self.context = None;
        }
        if self.context.is_none() {
            let said = self.said.iter().map(|&(_, formula)| formula);
            let uses: Vec<TermId> = said.chain([from, error]).collect();
            let (system, intervals) = (self.system, self.intervals);
            let mut context = Interpolator::new(terms, system, &self.shared, &uses, intervals);
            context.set_interrupt(&self.interrupt);
            self.contexts += 1;
            self.context = Some((context, 0));
        }
    }

    fn by_numbers(
        &mut self,
        terms: &mut Terms,
        from: TermId,
        error: TermId,
    ) -> Result<Result<TermId, Image>, Interrupted> {
        self.contexts += 1;
        let mut parts = [vec![from], vec![error]];
        for &(part, formula) in &self.said {
            parts[usize::from(part == Part::B)].push(formula);
        }
        match interpolant(terms, &parts[0], &parts[1], &self.interrupt) {
            Ok(formula) => Ok(Ok(formula)),
            Err(NoInterpolant::Model) => Ok(Err(Image::ReachesError)),
            Err(NoInterpolant::Stopped) => Err(Interrupted::Stopped),
            Err(NoInterpolant::Refused) => Ok(Err(Image::Unknown(
                "numbers and words together have no interpolants".to_owned(),
            ))),
            Err(NoInterpolant::GaveUp) => Ok(Err(Image::Unknown(
                "no interpolant over numbers was found".to_owned(),
            ))),
        }
    }

    /// What a formula about the cut says about the state at each location that has an edge from these.
    fn at_locations(
        &self,
        terms: &mut Terms,
        formula: TermId,
        sources: &[(LocId, TermId)],
    ) -> Vec<(LocId, TermId)> {
        let mut states = Vec::new();
        for &loc in self.cut.locations() {
            let mut edges = self.task.incoming(loc).iter();
            let is_source = |from| sources.iter().any(|&(source, _)| source == from);
            if !edges.any(|&edge| is_source(self.task.cfa.edges[edge].from)) {
                continue;
            }
            let mut here = self.back(terms, loc);
            let formula = here.apply(terms, formula);
            if terms.as_bool(formula) != Some(false) {
                states.push((loc, formula));
            }
        }
        states
    }

    /// From the cut to the state at a location. Variables that are not live there may have any value: zero will do.
    fn back(&self, terms: &mut Terms, loc: LocId) -> Substitution {
        let mut pairs = Vec::new();
        let literals = self.cut.literals(terms, loc);
        let literals = literals.expect("it is a location of the cut");
        for (&digit, literal) in self.cut.digits().iter().zip(literals) {
            let symbol = terms.as_symbol(digit).expect("digits are symbols");
            pairs.push((symbol, terms.bool(literal == digit)));
        }
        let mut dead = Vec::new();
        for (var, state) in self.task.cfa.state.iter().enumerate() {
            let sort = terms.sort(state.term);
            if sort.is_array() {
                continue;
            }
            let symbol = terms.as_symbol(self.at_cut[var]);
            let symbol = symbol.expect("any value is a symbol");
            let value = match self.behind.plan().is_live(loc, var) {
                true => state.term,
                false => {
                    let zero = terms.zero_of(sort);
                    dead.push((state.symbol, zero));
                    zero
                }
            };
            pairs.push((symbol, value));
        }
        let mut without_dead = Substitution::new(dead);
        for element in &self.elements {
            let symbol = terms.as_symbol(element.symbol);
            let symbol = symbol.expect("elements are symbols");
            let index = without_dead.apply(terms, element.index);
            let value = match self.behind.plan().is_live(loc, element.var) {
                true => terms.select(self.task.cfa.state[element.var].term, index),
                false => terms.zero_of(terms.sort(element.symbol)),
            };
            pairs.push((symbol, value));
        }
        Substitution::new(pairs)
    }

    /// What `B` says, and a formula about the state at a location as one about the cut.
    pub(super) fn behind(
        &self,
        terms: &mut Terms,
    ) -> (impl Iterator<Item = TermId> + '_, TermId, Substitution) {
        let error = self.error(terms);
        let said = self.said.iter().filter(|(part, _)| *part == Part::B);
        let at_cut = of_state(self.task, &self.at_cut);
        (said.map(|&(_, formula)| formula), error, at_cut)
    }

    /// Counters of all solvers.
    pub(super) fn stats(&self) -> SolverStats {
        let mut stats = self.former;
        if let Some((context, _)) = &self.context {
            stats.add(&context.stats());
        }
        stats
    }
}

/// A symbol for the value of each variable.
fn any_state(task: &Task, terms: &mut Terms) -> Vec<TermId> {
    let mut values = Vec::new();
    for var in &task.cfa.state {
        let info = terms.symbol(var.symbol);
        let (name, sort) = (info.name.clone(), info.sort);
        values.push(terms.fresh_symbol(name, sort).1);
    }
    values
}

/// From formulas about the state to formulas about these values.
fn of_state(task: &Task, values: &[TermId]) -> Substitution {
    let state = task.cfa.state.iter().map(|var| var.symbol);
    Substitution::new(state.zip(values.iter().copied()))
}
