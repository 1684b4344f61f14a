//! From a refutation to an interpolant: the partial interpolants of the clauses that it needs.

use ferric3_sat::Part;
use rustc_hash::FxHashMap;

use super::formula::{Formula, Formulas, Literal};
use super::system::{Label, System};

/// How a clause came.
pub(super) enum Source<L> {
    /// It was given by a part.
    Given(Part),
    /// By resolution: where that starts, and what is resolved with, upon literals of these.
    Derived(Option<u32>, Vec<(L, u32)>),
}

/// A proof that two parts contradict one another.
pub(super) trait Refutation {
    /// Its literals.
    type Literal: Literal;

    /// The literals of a clause.
    fn clause(&self, number: u32) -> Vec<Self::Literal>;

    /// How it came.
    fn source(&mut self, number: u32) -> Source<Self::Literal>;

    /// Where the variable of a literal occurs.
    fn label(&self, literal: Self::Literal) -> Label;
}

/// The partial interpolants so far. They stay right as long as labels do.
pub(super) struct Partial<L> {
    system: System,
    formulas: Formulas<L>,
    known: FxHashMap<u32, Formula>,
    /// The labels are those after so many changes.
    labels: u64,
}

/// With more formulas than this, those of clauses that are not needed any more are forgotten.
const MAX_FORMULAS: usize = 2_000_000;

impl<L: Literal> Partial<L> {
    pub(super) fn new(system: System) -> Partial<L> {
        Partial {
            system,
            formulas: Formulas::new(),
            known: FxHashMap::default(),
            labels: 0,
        }
    }

    /// What formulas are made of.
    pub(super) fn formulas(&self) -> &Formulas<L> {
        &self.formulas
    }

    /// The interpolant by a refutation that ends with this clause, of negated assumptions of the two parts: their literals, where
    /// they are not known to hold.
    pub(super) fn interpolant(
        &mut self,
        refutation: &mut impl Refutation<Literal = L>,
        labels: u64,
        last: u32,
        assumed: [Option<L>; 2],
    ) -> Formula {
        if labels != self.labels || self.formulas.len() > MAX_FORMULAS {
            self.known.clear();
            self.formulas = Formulas::new();
            self.labels = labels;
        }
        let mut interpolant = self.of(refutation, last);
        for (part, assumption) in [Part::A, Part::B].into_iter().zip(assumed) {
            let Some(assumption) = assumption else {
                continue;
            };
            // The assumption is a clause of its part.
            let unit = self.leaf(refutation, part, &[assumption]);
            let upon = (assumption, refutation.label(assumption));
            interpolant = (self.system).resolve(&mut self.formulas, upon, interpolant, unit);
        }
        interpolant
    }

    fn leaf(
        &mut self,
        refutation: &impl Refutation<Literal = L>,
        part: Part,
        clause: &[L],
    ) -> Formula {
        let literals = clause.iter().copied();
        let shared = literals.filter(|&literal| refutation.label(literal) == Label::Shared);
        self.system.leaf(&mut self.formulas, part, shared)
    }

    /// The partial interpolant of a clause, after those that it follows from.
    fn of(&mut self, refutation: &mut impl Refutation<Literal = L>, last: u32) -> Formula {
        type Chain<L> = (Option<u32>, Vec<(L, u32)>);
        let mut chains: FxHashMap<u32, Chain<L>> = FxHashMap::default();
        let mut stack = vec![last];
        while let Some(&number) = stack.last() {
            if self.known.contains_key(&number) {
                stack.pop();
                continue;
            }
            if let Some((first, steps)) = chains.remove(&number) {
                let partial = self.along(refutation, number, first, &steps);
                self.known.insert(number, partial);
                stack.pop();
                continue;
            }
            match refutation.source(number) {
                Source::Given(part) => {
                    let clause = refutation.clause(number);
                    let partial = self.leaf(refutation, part, &clause);
                    self.known.insert(number, partial);
                    stack.pop();
                }
                Source::Derived(first, steps) => {
                    let others = steps.iter().map(|&(_, other)| other).chain(first);
                    stack.extend(others.filter(|other| !self.known.contains_key(other)));
                    chains.insert(number, (first, steps));
                }
            }
        }
        self.known[&last]
    }

    /// The partial interpolant at the end of a chain.
    fn along(
        &mut self,
        refutation: &impl Refutation<Literal = L>,
        number: u32,
        first: Option<u32>,
        steps: &[(L, u32)],
    ) -> Formula {
        let Some(first) = first else {
            return self.always(refutation, number);
        };
        let mut partial = self.known[&first];
        for &(upon, other) in steps {
            let label = refutation.label(upon);
            let other = self.known[&other];
            let formulas = &mut self.formulas;
            partial = self.system.resolve(formulas, (upon, label), partial, other);
        }
        partial
    }

    /// The partial interpolant of a clause that always holds: it may be one of any part that has the variable because of which
    /// it does.
    fn always(&mut self, refutation: &impl Refutation<Literal = L>, number: u32) -> Formula {
        let clause = refutation.clause(number);
        let is_settled = |&l: &L| clause.iter().any(|&other| (!l).implies(other));
        let settled = clause.iter().copied().find(is_settled);
        let label = settled.map(|literal| refutation.label(literal));
        let part = match label {
            Some(Label::Local(part)) => part,
            Some(Label::Shared) => Part::A,
            None => unreachable!("two of its literals cannot fail together"),
        };
        self.leaf(refutation, part, &clause)
    }
}
