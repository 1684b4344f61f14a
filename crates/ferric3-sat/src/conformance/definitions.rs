//! Random circuits, guarded clauses and queries about parts of them, against brute force.
//!
//! What is read from a model are only the variables that nothing defines; all others are computed
//! from these, as a user has to.

use super::problems::new_lits;
use super::{Create, Rng};
use crate::{Lit, SatResult, SatSolver};

pub(super) fn check(create: Create<'_>) {
    let mut answers = [0, 0];
    for seed in 0..200 {
        trace(create, seed, &mut answers);
    }
    assert!(
        answers.iter().all(|&count| count > 500),
        "both answers should occur: {answers:?}"
    );
}

/// How a variable gets its value.
enum Source {
    /// Nothing defines it: bit of the assignment.
    Input(usize),
    And(Vec<Lit>),
    Xor(Lit, Lit),
    Ite(Lit, Lit, Lit),
    /// Described, not computed: the negation of the literal.
    Opposite(Lit),
}

/// A solver and what it was told.
struct Circuit {
    solver: Box<dyn SatSolver>,
    rng: Rng,
    /// By variable.
    sources: Vec<Source>,
    inputs: Vec<Lit>,
    guards: Vec<Lit>,
    clauses: Vec<Vec<Lit>>,
}

fn trace(create: Create<'_>, seed: u64, answers: &mut [usize; 2]) {
    let mut circuit = Circuit {
        solver: create(),
        rng: Rng::new(3000 + seed),
        sources: Vec::new(),
        inputs: Vec::new(),
        guards: Vec::new(),
        clauses: Vec::new(),
    };
    for _ in 0..3 + circuit.rng.below(4) {
        circuit.add_input();
    }
    for step in 0..80 {
        match circuit.rng.below(12) {
            0 if circuit.inputs.len() < 9 => {
                circuit.add_input();
            }
            1 if circuit.inputs.len() < 9 => {
                let guard = circuit.add_input();
                circuit.guards.push(guard);
            }
            0..5 => circuit.add_gate(),
            5 if circuit.rng.one_in(4) => circuit.add_plain_clause(),
            5 | 6 => circuit.add_guarded_clause(),
            _ => {
                let is_sat = circuit.query(&format!("trace {seed}, step {step}"));
                answers[usize::from(is_sat)] += 1;
            }
        }
    }
}

impl Circuit {
    fn add_var(&mut self, source: Source) -> Lit {
        self.sources.push(source);
        new_lits(&mut *self.solver, 1)[0]
    }

    fn add_input(&mut self) -> Lit {
        let input = self.add_var(Source::Input(self.inputs.len()));
        self.inputs.push(input);
        input
    }

    fn any_lit(&mut self) -> Lit {
        super::problems::random_lit(&mut self.rng, self.sources.len())
    }

    fn define(&mut self, out: Lit, inputs: &[Lit], clauses: &[&[Lit]]) {
        self.solver.relate(out.var(), inputs);
        for clause in clauses {
            self.solver.add_definition(clause);
        }
    }

    fn add_gate(&mut self) {
        let (a, b, c) = (self.any_lit(), self.any_lit(), self.any_lit());
        match self.rng.below(4) {
            0 => {
                let out = self.add_var(Source::And(vec![a, b, c]));
                self.define(
                    out,
                    &[a, b, c],
                    &[&[!out, a], &[!out, b], &[!out, c], &[out, !a, !b, !c]],
                );
            }
            1 => {
                self.add_xor(a, b);
            }
            2 => {
                let out = self.add_var(Source::Ite(a, b, c));
                self.define(
                    out,
                    &[a, b, c],
                    &[&[!a, !b, out], &[!a, b, !out], &[a, !c, out], &[a, c, !out]],
                );
            }
            _ => {
                // `out` is whatever makes `out ⊕ a` true.
                let out = self.add_var(Source::Opposite(a));
                let differ = self.add_xor(out, a);
                self.define(out, &[differ], &[&[differ]]);
            }
        }
    }

    fn add_xor(&mut self, a: Lit, b: Lit) -> Lit {
        let out = self.add_var(Source::Xor(a, b));
        self.define(
            out,
            &[a, b],
            &[&[!out, a, b], &[!out, !a, !b], &[out, !a, b], &[out, a, !b]],
        );
        out
    }

    fn random_clause(&mut self) -> Vec<Lit> {
        (0..1 + self.rng.below(3)).map(|_| self.any_lit()).collect()
    }

    fn add_plain_clause(&mut self) {
        let mut clause = self.random_clause();
        clause.push(self.any_lit());
        self.solver.add_clause(&clause);
        self.clauses.push(clause);
    }

    /// Any input can be a guard, but most often it is one that is meant to be.
    fn add_guarded_clause(&mut self) {
        let mut clause = self.random_clause();
        let guard = if self.guards.is_empty() || self.rng.one_in(4) {
            self.rng.pick(&self.inputs)
        } else {
            self.rng.pick(&self.guards)
        };
        clause.push(!guard);
        self.solver.relate(guard.var(), &clause);
        self.solver.add_definition(&clause);
        self.clauses.push(clause);
    }

    /// The values of all variables for given values of the inputs.
    fn evaluate(&self, input: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut values: Vec<bool> = Vec::new();
        for source in &self.sources {
            let value = match source {
                Source::Input(index) => input(*index),
                Source::And(lits) => lits.iter().all(|&lit| holds(&values, lit)),
                Source::Xor(a, b) => holds(&values, *a) != holds(&values, *b),
                Source::Ite(c, t, e) => holds(&values, if holds(&values, *c) { *t } else { *e }),
                Source::Opposite(a) => !holds(&values, *a),
            };
            values.push(value);
        }
        values
    }

    fn is_model(&self, values: &[bool], assumptions: &[Lit]) -> bool {
        assumptions.iter().all(|&lit| holds(values, lit))
            && self
                .clauses
                .iter()
                .all(|clause| clause.iter().any(|&lit| holds(values, lit)))
    }

    fn has_model(&self, assumptions: &[Lit]) -> bool {
        (0..1_u32 << self.inputs.len()).any(|bits| {
            let values = self.evaluate(|input| (bits >> input) & 1 == 1);
            self.is_model(&values, assumptions)
        })
    }

    /// Ask something and check the answer. Is it satisfiable?
    fn query(&mut self, place: &str) -> bool {
        let mut assumptions: Vec<Lit> = (0..self.rng.below(4)).map(|_| self.any_lit()).collect();
        for index in 0..self.guards.len() {
            if self.rng.one_in(2) {
                assumptions.push(self.guards[index]);
            }
        }
        let expected = self.has_model(&assumptions);
        match self.solver.solve(&assumptions) {
            SatResult::Sat => {
                assert!(expected, "{place}: there is no model");
                let values = self.evaluate(|input| self.solver.value(self.inputs[input]));
                assert!(self.is_model(&values, &assumptions), "{place}: not a model");
            }
            SatResult::Unsat => {
                assert!(!expected, "{place}: there is a model");
                let failed: Vec<Lit> = assumptions
                    .iter()
                    .copied()
                    .filter(|&lit| self.solver.failed(lit))
                    .collect();
                assert!(!self.has_model(&failed), "{place}: not a core");
            }
            SatResult::Unknown => panic!("nobody asked the solver to stop"),
        }
        expected
    }
}

fn holds(values: &[bool], lit: Lit) -> bool {
    values[lit.var().index()] != lit.is_negative()
}
