//! Sums modulo 2: what exclusive ors of exclusive ors come to.
//!
//! Checksums, Galois fields and parities are chains of exclusive ors in which most addends occur
//! twice. SAT solvers do not see that they cancel: resolution takes exponentially many steps for
//! some chains (Urquhart 1987). So every output of such a gate is known as a sum of variables that
//! are no such outputs, as long as the sum is short; equal sums are one literal.

use ferric3_sat::Var;
use rustc_hash::FxHashMap;

/// Sums of more addends are not followed.
const LONGEST: usize = 24;

/// The sums that gates compute.
#[derive(Default)]
pub(super) struct Sums {
    /// The addends of an output, in order.
    of: FxHashMap<Var, Box<[Var]>>,
    /// The output that is a sum of three addends or more.
    outputs: FxHashMap<Box<[Var]>, Var>,
}

impl Sums {
    fn addends<'a>(&'a self, var: &'a Var) -> &'a [Var] {
        self.of
            .get(var)
            .map_or(std::slice::from_ref(var), |addends| addends)
    }

    /// The addends of `a ⊕ b`, in order: those that only one of them has. None if they are too many.
    pub(super) fn add(&self, a: Var, b: Var) -> Option<Vec<Var>> {
        let (mut a, mut b) = (self.addends(&a), self.addends(&b));
        let mut sum = Vec::new();
        while let (&[first, ref rest @ ..], &[other, ref others @ ..]) = (a, b) {
            if first <= other {
                a = rest;
            }
            if other <= first {
                b = others;
            }
            if first != other {
                sum.push(first.min(other));
            }
        }
        sum.extend(a);
        sum.extend(b);
        (sum.len() <= LONGEST).then_some(sum)
    }

    /// The output that is this sum.
    pub(super) fn find(&self, sum: &[Var]) -> Option<Var> {
        self.outputs.get(sum).copied()
    }

    /// An output is this sum.
    pub(super) fn insert(&mut self, output: Var, sum: Vec<Var>) {
        let sum: Box<[Var]> = sum.into();
        if sum.len() > 2 {
            self.outputs.entry(sum.clone()).or_insert(output);
        }
        self.of.entry(output).or_insert(sum);
    }
}

#[cfg(test)]
mod tests {
    use ferric3_sat::SatBackend;

    use crate::bitblast::gates::Gates;

    #[test]
    fn addends_that_occur_twice_are_gone() {
        let mut gates = Gates::new(SatBackend::default().create());
        let x: Vec<_> = (0..5).map(|_| gates.fresh()).collect();
        let one = x.iter().skip(1).fold(x[0], |sum, &bit| gates.xor(sum, bit));
        let other = x
            .iter()
            .rev()
            .skip(1)
            .fold(x[4], |sum, &bit| gates.xor(bit, sum));
        assert_eq!(one, other);
        let rest = gates.xor(one, !x[2]);
        let four = [x[4], x[0], x[3], x[1]];
        let four = four[1..]
            .iter()
            .fold(four[0], |sum, &bit| gates.xor(sum, bit));
        assert_eq!(rest, !four);
        let nothing = gates.xor(one, other);
        assert_eq!(gates.as_constant(nothing), Some(false));
        let back = gates.xor(rest, !four);
        assert_eq!(gates.as_constant(back), Some(false));
    }
}
