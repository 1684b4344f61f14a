//! Candidates for models: a value for each free variable, and by evaluation for all others.

use ferric3_term::{Rational, Value};
use smallvec::SmallVec;

use super::Search;
use super::middle::candidate;
use crate::proof::PrimitiveId;
use crate::{Domain, Literal, VarId, View};

/// How a variable gets its value from variables before it.
#[derive(Clone, Debug)]
pub(crate) enum Gate {
    /// It is free: the value is near the last one, in its range.
    Free(VarId),
    /// It is free, but a read of an array, by its number.
    Read(u32),
    /// It is a constant number, which its key may not say.
    Number(VarId, Rational),
    /// It is the result of a constraint.
    Constraint(PrimitiveId),
    /// It is the conjunction of literals.
    And(VarId, Box<[Literal]>),
    /// Exactly one of two literals holds.
    Xor(VarId, [Literal; 2]),
}

/// A candidate with a number of more bits is given up: squares of squares have no end.
const LARGE: u64 = 8192;

impl Search {
    /// Candidates are tried at first, and then more and more rarely as decisions go on.
    pub(super) fn is_time_for_candidate(&self, decided: usize) -> bool {
        decided.is_power_of_two() || decided.is_multiple_of(32)
    }

    /// Do the values near the last ones satisfy the formula and the assumptions?
    pub(super) fn is_model(&mut self, assumptions: &[Literal]) -> bool {
        self.stats.candidates += 1;
        self.stats.evaluated += (self.gates.len() + self.inputs.len()) as u64;
        let mut args: SmallVec<[u64; 4]> = SmallVec::new();
        self.reads.begin_candidate();
        for gate in &self.gates {
            match gate {
                Gate::Free(var) => {
                    let range = self.trail.range(*var);
                    let domain = self.domains[var.index()];
                    let saved = self.saved[var.index()];
                    let key = match domain == Domain::REAL {
                        true => candidate(range, Some(saved).filter(|_| self.attempt == 0)),
                        false => saved.clamp(range.lo, range.hi),
                    };
                    self.values[var.index()] = key;
                    if domain.is_number() {
                        self.numbers[var.index()] = domain.number(key);
                    }
                }
                Gate::Number(var, number) => {
                    self.values[var.index()] = self.domains[var.index()].key_of_number(number);
                    self.numbers[var.index()] = number.clone();
                }
                Gate::Read(number) => {
                    let (index, var) = self.reads.at(*number);
                    let range = self.trail.range(var);
                    let free = self.saved[var.index()].clamp(range.lo, range.hi);
                    let first = self.reads.first_at(*number, self.values[index.index()]);
                    let value = match first {
                        Some(first) => self.values[self.reads.at(first).1.index()],
                        None => free,
                    };
                    // The element that it has to be is none that it may be.
                    if let Some(first) = first.filter(|_| !range.has(value)) {
                        self.reads.note_violation(first, *number);
                    }
                    self.values[var.index()] = value;
                }
                Gate::Constraint(id) => {
                    let constraint = &self.constraints[id.0 as usize];
                    if constraint.primitive.has_numbers() {
                        let (var, value) = self.number_result(*id);
                        let domain = self.domains[var.index()];
                        if domain.is_number() {
                            let number = value.as_number().clone();
                            let size = number.numerator().bits() + number.denominator().bits();
                            self.stats.evaluated += size / 64;
                            if size > LARGE {
                                return false;
                            }
                            self.numbers[var.index()] = number;
                        }
                        self.values[var.index()] = domain.key_of_value(&value);
                        continue;
                    }
                    args.clear();
                    args.extend(
                        constraint.vars[1..]
                            .iter()
                            .map(|arg| self.values[arg.index()]),
                    );
                    self.values[constraint.vars[0].index()] = constraint.primitive.apply(&args);
                }
                Gate::And(var, literals) => {
                    let all = literals.iter().all(|&literal| holds(&self.values, literal));
                    self.values[var.index()] = u64::from(all);
                }
                Gate::Xor(var, [a, b]) => {
                    let one = holds(&self.values, *a) != holds(&self.values, *b);
                    self.values[var.index()] = u64::from(one);
                }
            }
        }
        let values = &self.values;
        let satisfies = |clause: &[Literal]| clause.iter().any(|&literal| holds(values, literal));
        let is_model = assumptions.iter().all(|&literal| holds(values, literal))
            && self.inputs.iter().all(|clause| satisfies(clause));
        if is_model {
            self.saved.copy_from_slice(&self.values);
        }
        is_model
    }

    /// The result of an operation on numbers without a width, computed exactly: keys do not say enough.
    fn number_result(&self, id: PrimitiveId) -> (VarId, Value) {
        let constraint = &self.constraints[id.0 as usize];
        let args = constraint.vars[1..]
            .iter()
            .map(|arg| self.exact_value(*arg));
        let args: SmallVec<[Value; 3]> = args.collect();
        (constraint.vars[0], constraint.primitive.evaluate(&args))
    }

    /// The key of a variable in the candidate.
    pub(crate) fn value(&self, var: VarId) -> u64 {
        self.values[var.index()]
    }

    /// The value of a variable in the candidate.
    pub(crate) fn exact_value(&self, var: VarId) -> Value {
        let number = || self.numbers[var.index()].clone();
        let domain = self.domains[var.index()];
        match domain.view {
            View::Integer => Value::Int(number()),
            View::Real => Value::Real(number()),
            _ => domain.exact_value(self.values[var.index()]),
        }
    }
}

fn holds(values: &[u64], literal: Literal) -> bool {
    let value = values[literal.var.index()];
    if literal.upper {
        value <= literal.bound
    } else {
        value >= literal.bound
    }
}
