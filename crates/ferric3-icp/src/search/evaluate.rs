//! Candidates for models: a value for each free variable, and by evaluation for all others.

use smallvec::SmallVec;

use super::Search;
use crate::proof::PrimitiveId;
use crate::{Literal, VarId};

/// How a variable gets its value from variables before it.
#[derive(Clone, Debug)]
pub(crate) enum Gate {
    /// It is free: the value is near the last one, in its range.
    Free(VarId),
    /// It is free, but a read of an array, by its number.
    Read(u32),
    /// It is the result of a constraint.
    Constraint(PrimitiveId),
    /// It is the conjunction of literals.
    And(VarId, Box<[Literal]>),
    /// Exactly one of two literals holds.
    Xor(VarId, [Literal; 2]),
}

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
                    self.values[var.index()] = self.saved[var.index()].clamp(range.lo, range.hi);
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
}

fn holds(values: &[u64], literal: Literal) -> bool {
    let value = values[literal.var.index()];
    if literal.upper {
        value <= literal.bound
    } else {
        value >= literal.bound
    }
}
