//! Two formulas in one search, each with a translation of its own, and the derivation as resolution on bounds: what
//! interpolation needs.
//!
//! The two share nothing but the variables of [shared symbols](IcpParts::share), so every clause and every primitive constraint
//! belongs to one of them, and what was contracted by a constraint belongs to its part. A clause that was learnt is a
//! [`Chain`] of resolution steps, found when somebody asks: along its hints each bound that narrows a range makes literals of the
//! same variable fail, and those are what a step resolves upon, `x ≥ 5` against `x ≤ 3`. Of several bounds that make a literal
//! fail the earliest counts, which is enough and has the shortest history.
//!
//! Arrays are refused by whoever uses this: elements of them are related while the search goes on.

use ferric3_sat::{Interrupt, Part};
use ferric3_term::{SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::search::{Outcome, Search};
use crate::translate::{Translation, Truth};
use crate::{Answer, ClauseId, Domain, IcpStats, Literal, Step, VarId};

/// How a clause follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// Where it starts; none if the clause holds whatever is given, because its literals cannot fail together.
    pub first: Option<ClauseId>,
    /// Each step resolves what there is with another clause upon a literal of the other clause, which makes literals of
    /// the same variable fail that are in what there is.
    pub steps: Vec<(Literal, ClauseId)>,
}

/// How a clause came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It was given, or is what a constraint says that was given.
    Given(Part),
    /// It follows.
    Derived(Chain),
}

/// In which parts a variable occurs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Occurrences {
    in_a: bool,
    in_b: bool,
}

#[derive(Debug)]
enum Source {
    Given(Part),
    Learnt(Box<[ClauseId]>),
}

/// All clauses of a derivation.
#[derive(Default, Debug)]
struct Derivation {
    clauses: Vec<(Box<[Literal]>, Source)>,
    /// Whose each primitive constraint is.
    primitives: Vec<Part>,
    occurrences: Vec<Occurrences>,
    relabelled: u64,
    contradiction: Option<ClauseId>,
}

impl Derivation {
    /// Takes steps. What they give is of this part.
    fn take(&mut self, steps: Vec<Step>, part: Part) {
        for step in steps {
            match step {
                Step::Var { .. } | Step::Deleted { .. } => {}
                Step::Primitive { vars, .. } => {
                    for var in vars {
                        self.note(var, part);
                    }
                    self.primitives.push(part);
                }
                Step::Input { clause } => {
                    for literal in &clause {
                        self.note(literal.var, part);
                    }
                    self.add(clause, Source::Given(part));
                }
                Step::Contracted { primitive, clause } => {
                    let part = self.primitives[primitive.0 as usize];
                    self.add(clause, Source::Given(part));
                }
                Step::Learnt { clause, hints } => self.add(clause, Source::Learnt(hints.into())),
            }
        }
    }

    fn add(&mut self, clause: Vec<Literal>, source: Source) {
        if clause.is_empty() && self.contradiction.is_none() {
            self.contradiction = Some(ClauseId(self.clauses.len() as u32));
        }
        self.clauses.push((clause.into(), source));
    }

    fn note(&mut self, var: VarId, part: Part) {
        if self.occurrences.len() <= var.index() {
            let none = Occurrences::default();
            self.occurrences.resize(var.index() + 1, none);
        }
        let before = self.occurrences[var.index()];
        let mut now = before;
        match part {
            Part::A => now.in_a = true,
            Part::B => now.in_b = true,
        }
        if now != before && before != Occurrences::default() {
            self.relabelled += 1;
        }
        self.occurrences[var.index()] = now;
    }

    fn literals(&self, clause: ClauseId) -> &[Literal] {
        &self.clauses[clause.0 as usize].0
    }

    fn chain(&self, id: ClauseId, hints: &[ClauseId]) -> Chain {
        let mut bounds = Bounds::default();
        for &literal in self.literals(id) {
            bounds.add(!literal, None);
        }
        if bounds.is_empty_range {
            let (first, steps) = (None, Vec::new());
            return Chain { first, steps };
        }
        // Once in their order is enough, unless a hint was noted too early.
        loop {
            let before = bounds.trail.len();
            for &hint in hints {
                let literals = self.literals(hint).iter();
                let mut open = literals.filter(|&&literal| !bounds.fails(literal));
                match (open.next().copied(), open.next()) {
                    (None, _) => return self.resolve(hint, &bounds),
                    (Some(unit), None) => bounds.add(unit, Some(hint)),
                    (Some(_), Some(_)) => {}
                }
            }
            assert!(
                bounds.trail.len() > before,
                "the interval solver has learnt a clause that does not follow"
            );
        }
    }

    /// From the clause that fails back to what was assumed.
    fn resolve(&self, conflict: ClauseId, bounds: &Bounds) -> Chain {
        let mut is_needed = vec![false; bounds.trail.len()];
        let need = |is_needed: &mut Vec<bool>, clause: ClauseId, but: Option<Literal>| {
            let others = self.literals(clause).iter();
            for &literal in others.filter(|&&literal| Some(literal) != but) {
                let at = bounds.cause(literal).expect("it has failed");
                is_needed[at] = true;
            }
        };
        need(&mut is_needed, conflict, None);
        let mut steps = Vec::new();
        for at in (0..bounds.trail.len()).rev() {
            let (literal, Some(reason)) = bounds.trail[at] else {
                continue;
            };
            if is_needed[at] {
                steps.push((literal, reason));
                need(&mut is_needed, reason, Some(literal));
            }
        }
        let first = Some(conflict);
        Chain { first, steps }
    }
}

/// Bounds that hold while a chain is looked for, with the clauses that say so; none if they were assumed.
#[derive(Default)]
struct Bounds {
    trail: Vec<(Literal, Option<ClauseId>)>,
    /// By variable and side: entries of the trail, each narrower than those before.
    sides: FxHashMap<(VarId, bool), Vec<usize>>,
    is_empty_range: bool,
}

impl Bounds {
    fn add(&mut self, literal: Literal, reason: Option<ClauseId>) {
        self.is_empty_range |= self.fails(literal);
        let side = (literal.var, literal.upper);
        let entries = self.sides.entry(side).or_default();
        let is_narrower = entries
            .last()
            .is_none_or(|&last| !self.trail[last].0.implies(literal));
        if is_narrower {
            entries.push(self.trail.len());
            self.trail.push((literal, reason));
        }
    }

    /// The first entry that makes a literal fail.
    fn cause(&self, literal: Literal) -> Option<usize> {
        let entries = self.sides.get(&(literal.var, !literal.upper))?;
        let mut entries = entries.iter().copied();
        entries.find(|&at| {
            let bound = self.trail[at].0.bound;
            match literal.upper {
                true => bound > literal.bound,
                false => bound < literal.bound,
            }
        })
    }

    fn fails(&self, literal: Literal) -> bool {
        self.cause(literal).is_some()
    }
}

/// Two growing formulas that share symbols.
#[derive(Debug)]
pub struct IcpParts {
    search: Search,
    /// `A` and `B`.
    translations: [Translation; 2],
    shared: FxHashMap<VarId, SymbolId>,
    derivation: Derivation,
    limit: Option<u64>,
}

impl Default for IcpParts {
    fn default() -> IcpParts {
        IcpParts::new()
    }
}

fn place(part: Part) -> usize {
    match part {
        Part::A => 0,
        Part::B => 1,
    }
}

impl IcpParts {
    /// Two empty formulas.
    pub fn new() -> IcpParts {
        let mut search = Search::new();
        search.log().start();
        IcpParts {
            search,
            translations: [Translation::default(), Translation::default()],
            shared: FxHashMap::default(),
            derivation: Derivation::default(),
            limit: None,
        }
    }

    /// Both parts may speak of these symbols, which neither has met before. Their views are those that the uses suggest.
    pub fn share(&mut self, terms: &Terms, symbols: &[TermId], uses: &[TermId]) {
        let [a, b] = &mut self.translations;
        for &root in uses {
            a.suggest(terms, root);
        }
        for &symbol in symbols {
            if let Some(var) = a.share_with(b, &mut self.search, terms, symbol)
                && let Some(symbol) = terms.as_symbol(symbol)
            {
                self.shared.insert(var, symbol);
            }
        }
        self.take_steps(Part::A);
    }

    /// The shared symbol of a variable.
    pub fn shared(&self, var: VarId) -> Option<SymbolId> {
        self.shared.get(&var).copied()
    }

    /// The domain of a variable.
    pub fn domain(&self, var: VarId) -> Domain {
        self.search.domain(var)
    }

    /// A part says that this holds.
    pub fn assert(&mut self, terms: &Terms, part: Part, term: TermId) {
        let translation = &mut self.translations[place(part)];
        translation.assert(&mut self.search, terms, term);
        self.take_steps(part);
    }

    /// Is there a model of both parts with an assumption of each? With the literal of each assumption, or what it always is.
    pub fn check(
        &mut self,
        terms: &Terms,
        assumptions: [TermId; 2],
    ) -> (Answer, [Result<Literal, bool>; 2]) {
        let mut truths = [Err(true); 2];
        for part in [Part::A, Part::B] {
            let translation = &mut self.translations[place(part)];
            let truth = translation.truth(&mut self.search, terms, assumptions[place(part)]);
            truths[place(part)] = match truth {
                Truth::Known(holds) => Err(holds),
                Truth::Literal(literal) => {
                    self.derivation.note(literal.var, part);
                    Ok(literal)
                }
            };
            self.take_steps(part);
        }
        if truths.contains(&Err(false)) {
            return (Answer::Unsat, truths);
        }
        let literals: Vec<Literal> = truths.iter().filter_map(|truth| truth.ok()).collect();
        let outcome = self.search.solve(&literals, self.limit);
        // Nothing is given while it searches: there are no arrays.
        self.take_steps(Part::A);
        let unrepresented = (self.translations.iter()).find_map(|part| part.unrepresented);
        let answer = match outcome {
            Outcome::Unsat => Answer::Unsat,
            Outcome::Stopped => Answer::Stopped,
            Outcome::Limit => Answer::Limit,
            Outcome::Sat | Outcome::Undecided if unrepresented.is_some() => {
                unrepresented.map_or(Answer::Candidate, Answer::Unrepresented)
            }
            Outcome::Undecided => Answer::Candidate,
            Outcome::Sat => Answer::Sat,
        };
        (answer, truths)
    }

    fn take_steps(&mut self, part: Part) {
        let steps = self.search.log().take();
        self.derivation.take(steps, part);
    }

    /// The clause that ended the last query that had no model: without literals, or of negated assumptions, each as far as it
    /// was used. None if an assumption is always false.
    pub fn refutation(&self) -> Option<ClauseId> {
        let last = self.derivation.clauses.len().checked_sub(1)?;
        (self.derivation.contradiction).or(Some(ClauseId(last as u32)))
    }

    /// The literals of a clause.
    pub fn clause(&self, clause: ClauseId) -> &[Literal] {
        self.derivation.literals(clause)
    }

    /// How a clause came. Panics if it does not follow from what it is said to follow from: a bug of the search.
    pub fn origin(&self, clause: ClauseId) -> Origin {
        match &self.derivation.clauses[clause.0 as usize].1 {
            Source::Given(part) => Origin::Given(*part),
            Source::Learnt(hints) => Origin::Derived(self.derivation.chain(clause, hints)),
        }
    }

    /// Does a variable occur in `A`, and does it in `B`?
    pub fn occurrences(&self, var: VarId) -> (bool, bool) {
        let known = self.derivation.occurrences.get(var.index());
        known.map_or((false, false), |known| (known.in_a, known.in_b))
    }

    /// How often a variable that had occurred in one part was met in the other one.
    pub fn relabelled(&self) -> u64 {
        self.derivation.relabelled
    }

    /// Number of clauses.
    pub fn clauses(&self) -> usize {
        self.derivation.clauses.len()
    }

    /// Who may interrupt a query.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.search.interrupt = interrupt;
    }

    /// How much [work](IcpStats::work) a query may take.
    pub fn set_limit(&mut self, limit: Option<u64>) {
        self.limit = limit;
    }

    /// Counters.
    pub fn stats(&self) -> IcpStats {
        self.search.stats
    }
}
