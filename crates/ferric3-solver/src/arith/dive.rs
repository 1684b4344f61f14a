//! Dives: fix one integer after the other, and see whether that ends well.
//!
//! Branching finds a solution where bounds leave little; where they leave much, it may go on for ever between values that
//! are no integers. A dive assumes for one integer after the other that it has the value next to the current one,
//! or else the one on the other side, and lets simplex find values for the rest. Nothing is proved by
//! that: the bounds are taken back whatever comes out, and if all integers are integers the values are a model.
//!
//! The integers that are fixed are those that the equations leave free ([`super::lattice`]): whatever they are, equations
//! have solutions. So at most as many are fixed as there are, and it is inequalities alone that may end a dive. A second dive stays
//! where all tight bounds are: `0 ≤ x - 2⁷⁰·q ≤ 1` is nearly an equation.

use ferric3_sat::Var;
use ferric3_term::Rational;

use super::Arith;
use super::bounds::Bound;
use super::delta::Delta;
use super::farkas::Proof;
use super::linear::{Num, Side};
use super::simplex::Feasibility;

/// What a dive has found.
pub(super) enum Dive {
    /// All integers are integers now.
    Solution,
    /// The values are within their bounds, as before.
    Nothing,
    /// There are no such integers.
    Conflict(Proof),
    GaveUp,
}

impl Arith {
    /// Look for integers near the current values. Requires values within all bounds.
    pub(super) fn dive(&mut self) -> Dive {
        match self.dive_from(true) {
            Dive::Nothing => self.dive_from(false),
            found => found,
        }
    }

    /// The same; with only what is fixed for equations, or with all that is tight.
    fn dive_from(&mut self, only_fixed: bool) -> Dive {
        let equations = self.tight(only_fixed);
        let tight: Vec<Num> = equations.iter().map(|e| e.parts[0].0).collect();
        let free: Vec<Num> = match self.lattice(equations) {
            Some(lattice) => {
                if let Some(equation) = &lattice.fraction {
                    let proof = match equation.is_fixed {
                        true => self.no_solution(equation),
                        false => None,
                    };
                    return proof.map_or(Dive::Nothing, Dive::Conflict);
                }
                let forms = lattice.free();
                forms.map(|form| self.coordinate(form.terms)).collect()
            }
            None if only_fixed => {
                let integers = self.relevant.iter().copied();
                integers.filter(|&x| self.is_integer(x)).collect()
            }
            None => return Dive::Nothing,
        };
        let before = self.simplex.bounds.mark();
        // Where they are at the moment all of them can stay.
        for number in tight {
            let value = self.simplex.value(number).clone();
            self.assume(number, &value);
        }
        let is_solution = self.fix_all(&free);
        self.simplex.bounds.backtrack(before);
        match is_solution {
            Some(true) => return Dive::Solution,
            Some(false) => {}
            None => return Dive::GaveUp,
        }
        match self.simplex.check() {
            Feasibility::Feasible => Dive::Nothing,
            Feasibility::Infeasible(farkas) => Dive::Conflict(Proof::Sum(farkas)),
            Feasibility::GaveUp => Dive::GaveUp,
        }
    }

    /// The number of an integer form with coprime coefficients, or of its negation.
    fn coordinate(&mut self, mut terms: Vec<(Num, Rational)>) -> Num {
        if terms[0].1.is_negative() {
            for (_, coefficient) in &mut terms {
                *coefficient = -&*coefficient;
            }
        }
        let number = self.number_of(&terms.into());
        self.activate(number);
        number
    }

    /// Fix those that are no integers, one by one. Do all of them have integer values in the end? `None`: interrupted.
    fn fix_all(&mut self, numbers: &[Num]) -> Option<bool> {
        loop {
            self.work += numbers.len() as u64;
            let values = numbers.iter().map(|&x| (x, self.simplex.value(x)));
            let nearest = values
                .filter(|(_, value)| !value.is_integer())
                .map(|(x, value)| (x, nearest(value)))
                .min_by(|(_, a), (_, b)| a.distance.cmp(&b.distance));
            let Some((number, nearest)) = nearest else {
                return Some(true);
            };
            if !self.fix(number, nearest.first)? && !self.fix(number, nearest.second)? {
                return Some(false);
            }
        }
    }

    /// Can the number have this value?
    fn fix(&mut self, number: Num, value: Rational) -> Option<bool> {
        let before = self.simplex.bounds.mark();
        let is_feasible = match self.assume(number, &value.into()) {
            true => self.simplex.check(),
            false => Feasibility::Infeasible(Vec::new()),
        };
        match is_feasible {
            Feasibility::Feasible => Some(true),
            Feasibility::Infeasible(_) => {
                self.simplex.bounds.backtrack(before);
                Some(false)
            }
            Feasibility::GaveUp => None,
        }
    }

    /// Bound the number to this value. Do its other bounds allow it?
    fn assume(&mut self, number: Num, value: &Delta) -> bool {
        [Side::Lower, Side::Upper].into_iter().all(|side| {
            let bound = Bound {
                value: value.clone(),
                // Nobody asks: no proof is made of such bounds.
                reason: Var::new(0).positive(),
            };
            self.simplex.assert(number, side, bound) == Feasibility::Feasible
        })
    }
}

/// The integers on both sides of a value, the nearer one first.
struct Nearest {
    first: Rational,
    second: Rational,
    distance: Delta,
}

fn nearest(value: &Delta) -> Nearest {
    let (floor, ceil) = (value.floor(), value.ceil());
    let down = value - &floor.clone().into();
    let up = &Delta::from(ceil.clone()) - value;
    match down <= up {
        true => Nearest {
            first: floor,
            second: ceil,
            distance: down,
        },
        false => Nearest {
            first: ceil,
            second: floor,
            distance: up,
        },
    }
}
