//! The derivation of a SAT solver as resolution: clauses in two parts, and how those that were learnt follow.
//!
//! The solver says what a [checker](crate::checker) is told, too: clauses that were given, and clauses that follow
//! from others, their *hints*, by unit propagation. What is kept here is enough to write each of them as a
//! [`Chain`], a sequence of resolution steps (as in Goldberg, Novikov, DATE 2003), when somebody asks: most of what was
//! learnt has no part in a refutation.
//!
//! Every clause that is given belongs to one of two [parts](Part), the one that was set last. So a refutation can be
//! interpolated: see `ferric3-solver/src/interpolate/proof/`.

use std::collections::BTreeSet;

use crate::{Lit, Var};

/// A clause, by the order in which clauses came.
pub type ClauseNumber = u32;

/// Whose clause is it?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Part {
    /// The first formula's.
    #[default]
    A,
    /// The second one's.
    B,
}

/// In clauses of which parts a variable occurs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Occurrences {
    /// In one of `A`.
    pub in_a: bool,
    /// In one of `B`.
    pub in_b: bool,
}

/// How a clause follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// Where it starts.
    pub first: ClauseNumber,
    /// Each step resolves what there is with another clause upon a literal, which is in the other clause; its
    /// negation is in what there is.
    pub steps: Vec<(Lit, ClauseNumber)>,
    /// What is left: the clause that was learnt, or a part of it.
    pub clause: Vec<Lit>,
}

/// How a clause came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It was given.
    Given(Part),
    /// It follows.
    Derived(Chain),
}

/// No hints: the clause was given.
const GIVEN_A: u32 = u32::MAX;
const GIVEN_B: u32 = u32::MAX - 1;

/// A clause, in the long vectors.
struct Record {
    lits: u32,
    length: u32,
    /// Where its hints begin, or whose it is.
    hints: u32,
    hint_count: u32,
}

/// What makes a literal hold while a chain is looked for.
const OPEN: u32 = u32::MAX;
const ASSUMED: u32 = u32::MAX - 1;

/// All clauses so far, given and learnt. Nothing is forgotten.
#[derive(Default)]
pub struct Derivation {
    lits: Vec<Lit>,
    hints: Vec<ClauseNumber>,
    clauses: Vec<Record>,
    /// Whose clauses are given now.
    part: Part,
    /// By literal: the first clause that consists of it, or `OPEN`.
    facts: Vec<u32>,
    /// By variable.
    occurrences: Vec<Occurrences>,
    /// How often a variable of one part has become one of both.
    relabelled: u64,
    /// The clause without literals, and that of the last query that failed.
    contradiction: Option<ClauseNumber>,
    conclusion: Option<ClauseNumber>,
    /// By literal, between calls `OPEN`: why it holds.
    causes: Vec<u32>,
}

impl Derivation {
    /// Clauses that are given from now on are of this part.
    pub(crate) fn set_part(&mut self, part: Part) {
        self.part = part;
    }

    pub(crate) fn axiom(&mut self, clause: &[Lit]) -> ClauseNumber {
        let hints = match self.part {
            Part::A => GIVEN_A,
            Part::B => GIVEN_B,
        };
        // A literal that stands there twice would look like two.
        let mut once: Vec<Lit> = Vec::with_capacity(clause.len());
        for &lit in clause {
            self.note_occurrence(lit.var(), self.part);
            if !once.contains(&lit) {
                once.push(lit);
            }
        }
        self.keep(&once, hints, 0)
    }

    pub(crate) fn derive(&mut self, clause: &[Lit], hints: &[ClauseNumber]) -> ClauseNumber {
        let start = index(self.hints.len());
        self.hints.extend_from_slice(hints);
        self.keep(clause, start, index(hints.len()))
    }

    pub(crate) fn conclude(&mut self, clause: &[Lit], hints: &[ClauseNumber]) {
        self.conclusion = Some(self.derive(clause, hints));
    }

    /// Was it said that not all of these hold?
    pub(crate) fn has_refuted(&self, assumptions: &[Lit]) -> bool {
        let concluded = |number: ClauseNumber| {
            let mut clause = self.clause(number).iter();
            clause.all(|&lit| assumptions.contains(&!lit))
        };
        self.contradiction.is_some() || self.conclusion.is_some_and(concluded)
    }

    fn keep(&mut self, clause: &[Lit], hints: u32, hint_count: u32) -> ClauseNumber {
        let number = index(self.clauses.len());
        self.clauses.push(Record {
            lits: index(self.lits.len()),
            length: index(clause.len()),
            hints,
            hint_count,
        });
        self.lits.extend_from_slice(clause);
        for &lit in clause {
            let codes = (lit.code() | 1) + 1;
            if self.facts.len() < codes {
                self.facts.resize(codes, OPEN);
                self.causes.resize(codes, OPEN);
            }
        }
        match *clause {
            [] if self.contradiction.is_none() => self.contradiction = Some(number),
            [fact] if self.facts[fact.code()] == OPEN => self.facts[fact.code()] = number,
            _ => {}
        }
        number
    }

    /// A part assumes a literal: its variable occurs there, too.
    pub fn note_assumption(&mut self, part: Part, lit: Lit) {
        self.note_occurrence(lit.var(), part);
    }

    fn note_occurrence(&mut self, var: Var, part: Part) {
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

    /// In which parts a variable occurs.
    pub fn occurrences(&self, var: Var) -> Occurrences {
        let known = self.occurrences.get(var.index());
        known.copied().unwrap_or_default()
    }

    /// How often a variable that had occurred in one part was met in the other one. While this stays the same, what was
    /// computed from chains and occurrences is still right.
    pub fn relabelled(&self) -> u64 {
        self.relabelled
    }

    /// Number of clauses.
    pub fn len(&self) -> usize {
        self.clauses.len()
    }

    /// Is there no clause?
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }

    /// The clause that ended the last query that had no model: without literals, or of negated assumptions.
    pub fn refutation(&self) -> Option<ClauseNumber> {
        self.contradiction.or(self.conclusion)
    }

    /// The literals of a clause.
    pub fn clause(&self, number: ClauseNumber) -> &[Lit] {
        let record = &self.clauses[number as usize];
        &self.lits[record.lits as usize..][..record.length as usize]
    }

    /// How a clause came. Panics if it does not follow from what it is said to follow from: that is a bug of the solver.
    pub fn origin(&mut self, number: ClauseNumber) -> Origin {
        match self.clauses[number as usize].hints {
            GIVEN_A => Origin::Given(Part::A),
            GIVEN_B => Origin::Given(Part::B),
            _ => Origin::Derived(self.chain(number)),
        }
    }

    /// The chain of a clause that was learnt.
    fn chain(&mut self, number: ClauseNumber) -> Chain {
        let clause = self.clause(number).to_vec();
        let fact = clause.iter().find_map(|&lit| self.fact(lit, number));
        if let Some(fact) = fact {
            return self.alone(fact);
        }
        if let Some(empty) = self.contradiction.filter(|&empty| empty < number) {
            return self.alone(empty);
        }
        for &lit in &clause {
            self.causes[(!lit).code()] = ASSUMED;
        }
        let (conflict, trail) = self.propagate(number);
        let chain = self.resolve(number, conflict, &trail);
        for lit in clause.into_iter().map(|lit| !lit).chain(trail) {
            self.causes[lit.code()] = OPEN;
        }
        chain
    }

    /// A clause that is as good as the one that was learnt.
    fn alone(&self, first: ClauseNumber) -> Chain {
        Chain {
            first,
            steps: Vec::new(),
            clause: self.clause(first).to_vec(),
        }
    }

    /// The clause of a literal that was a fact before a clause came.
    fn fact(&self, lit: Lit, before: ClauseNumber) -> Option<ClauseNumber> {
        let fact = self.facts[lit.code()];
        (fact != OPEN && fact < before).then_some(fact)
    }

    fn holds(&self, lit: Lit, number: ClauseNumber) -> bool {
        self.causes[lit.code()] != OPEN || self.fact(lit, number).is_some()
    }

    /// Lets the hints of a clause assign literals until one of them is false; that one, and what was assigned.
    fn propagate(&mut self, number: ClauseNumber) -> (ClauseNumber, Vec<Lit>) {
        let record = &self.clauses[number as usize];
        let (start, count) = (record.hints as usize, record.hint_count as usize);
        let mut trail = Vec::new();
        loop {
            let before = trail.len();
            for place in start..start + count {
                let hint = self.hints[place];
                let is_false = |&&lit: &&Lit| !self.holds(!lit, number);
                let mut open = self.clause(hint).iter().filter(is_false);
                let (first, second) = (open.next().copied(), open.next());
                match (first, second) {
                    (None, _) => return (hint, trail),
                    (Some(lit), None) if !self.holds(lit, number) => {
                        self.causes[lit.code()] = hint;
                        trail.push(lit);
                    }
                    _ => {}
                }
            }
            assert!(
                trail.len() > before,
                "the SAT solver has learnt a clause that does not follow"
            );
        }
    }

    /// From the clause that is false back to what was assumed: what was assigned last is resolved upon first.
    fn resolve(&mut self, number: ClauseNumber, conflict: ClauseNumber, trail: &[Lit]) -> Chain {
        let mut left: Vec<Lit> = Vec::new();
        let mut in_left = BTreeSet::new();
        for &lit in self.clause(conflict) {
            if in_left.insert(lit) {
                left.push(lit);
            }
        }
        let mut steps = Vec::new();
        for &lit in trail.iter().rev() {
            if !in_left.remove(&!lit) {
                continue;
            }
            let reason = self.causes[lit.code()];
            steps.push((lit, reason));
            for &other in self.clause(reason) {
                if other != lit && in_left.insert(other) {
                    left.push(other);
                }
            }
        }
        // A literal may have come, gone, and be listed still.
        let mut clause = Vec::new();
        for lit in left {
            if !in_left.remove(&lit) {
                continue;
            }
            if self.causes[(!lit).code()] == ASSUMED {
                clause.push(lit);
                continue;
            }
            let fact = self.fact(!lit, number);
            steps.push((!lit, fact.expect("it is false because of a fact")));
        }
        Chain {
            first: conflict,
            steps,
            clause,
        }
    }
}

fn index(length: usize) -> u32 {
    let index = u32::try_from(length).expect("less than 2^32 literals of clauses");
    assert!(index < GIVEN_B, "too many clauses");
    index
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::Rng;
    use crate::{NativeSolver, SatResult, SatSolver};

    /// Resolves along the chain of every clause that a refutation needs, and returns how many steps that took.
    fn follow(derivation: &mut Derivation, last: ClauseNumber) -> usize {
        let (mut steps, mut seen, mut open) = (0, BTreeSet::new(), vec![last]);
        while let Some(number) = open.pop() {
            if !seen.insert(number) {
                continue;
            }
            let Origin::Derived(chain) = derivation.origin(number) else {
                continue;
            };
            let set = |lits: &[Lit]| -> BTreeSet<Lit> { lits.iter().copied().collect() };
            // Of a clause that others use, the chain may leave less than was learnt.
            let mut left = set(derivation.clause(chain.first));
            open.push(chain.first);
            for (pivot, other) in &chain.steps {
                let mut other_lits = set(derivation.clause(*other));
                assert!(left.remove(&!*pivot) && other_lits.remove(pivot));
                left.extend(other_lits);
                open.push(*other);
                steps += 1;
            }
            assert_eq!(left, set(&chain.clause));
            assert!(left.is_subset(&set(derivation.clause(number))));
        }
        steps
    }

    /// Random clauses, with and without assumptions: each refutation is one by resolution.
    #[test]
    fn derivations_are_resolution_proofs() {
        let (mut refuted, mut under_assumptions, mut steps) = (0, 0, 0);
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let mut sat = NativeSolver::traced();
            let count = 10 + rng.below(30);
            let vars: Vec<Var> = (0..count).map(|_| sat.new_var()).collect();
            for round in 0..4 {
                for _ in 0..count + count / 4 {
                    sat.set_part(if rng.below(2) == 0 { Part::A } else { Part::B });
                    let length = 1 + rng.below(4) % 3;
                    let clause: Vec<Lit> = (0..=length)
                        .map(|_| rng.pick(&vars).positive().flip_if(rng.below(2) == 0))
                        .collect();
                    sat.add_clause(&clause);
                }
                let assumed: Vec<Lit> = (0..round)
                    .map(|i| vars[i].positive().flip_if(rng.below(2) == 0))
                    .collect();
                if sat.solve(&assumed) != SatResult::Unsat {
                    continue;
                }
                let derivation = sat.derivation().expect("it is kept");
                let last = derivation.refutation().expect("it was refuted");
                under_assumptions += usize::from(!derivation.clause(last).is_empty());
                refuted += 1;
                steps += follow(derivation, last);
            }
        }
        assert!(
            refuted > 200 && under_assumptions > 20 && steps > 4000,
            "{refuted} {under_assumptions} {steps}"
        );
    }

    #[test]
    fn occurrences_tell_parts_apart() {
        let mut sat = NativeSolver::traced();
        let [x, y] = [sat.new_var(), sat.new_var()];
        sat.add_clause(&[x.positive(), y.positive()]);
        sat.set_part(Part::B);
        let derivation = sat.derivation().expect("it is kept");
        assert_eq!(derivation.relabelled(), 0);
        sat.add_clause(&[!x.positive()]);
        let derivation = sat.derivation().expect("it is kept");
        assert_eq!(derivation.relabelled(), 1);
        let (of_x, of_y) = (derivation.occurrences(x), derivation.occurrences(y));
        assert!(of_x.in_a && of_x.in_b && of_y.in_a && !of_y.in_b);
    }

    #[test]
    #[should_panic(expected = "does not follow")]
    fn a_wrong_step_is_a_bug() {
        let mut derivation = Derivation::default();
        let [x, y] = [Var::new(0).positive(), Var::new(1).positive()];
        let given = derivation.axiom(&[x, y]);
        let wrong = derivation.derive(&[x], &[given]);
        derivation.origin(wrong);
    }
}
