//! What to try next: a truth value, or a part of a range.

use super::Search;
use super::middle::middle;
use crate::{Domain, Literal, Range, VarId, View};

/// A range is halved so often; then a single key is tried. Halves are what refutations are made of, keys are what
/// models are made of, and what is learnt from a key is about the bounds around it, too.
const HALVES: u32 = 3;

/// A range of real numbers is halved so often.
const DEPTH: u32 = 60;

impl Search {
    /// A bound that neither holds nor fails; `None` if all variables that matter have one value.
    pub(super) fn next_decision(&mut self) -> Option<Literal> {
        loop {
            let var = self.order.first()?;
            let range = self.trail.range(var);
            // Real numbers are not split without end: that is for somebody else to decide.
            let is_narrow = self.domain(var) == Domain::REAL && self.splits[var.index()] >= DEPTH;
            if range.is_point() || is_narrow {
                self.order.remove_first();
                continue;
            }
            if self.domain(var) == Domain::BOOL {
                self.stats.decisions += 1;
                return Some(Literal::of_bool(var, self.saved[var.index()] == 1));
            }
            self.stats.splits += 1;
            self.splits[var.index()] += 1;
            return Some(self.split(var, range));
        }
    }

    fn split(&self, var: VarId, range: Range) -> Literal {
        let domain = self.domain(var);
        if let View::Float(format) = domain.view {
            let infinity = format
                .infinity()
                .to_u64()
                .expect("domains have at most 64 bits");
            let (least, greatest) = (domain.key(infinity | domain.sign()), domain.key(infinity));
            // Numbers first: nothing is known about ranges that reach beyond them.
            if range.hi > greatest && range.lo <= greatest {
                return Literal::at_most(var, greatest);
            }
            if range.lo < least && range.hi >= least {
                return Literal::at_least(var, least);
            }
        }
        if let Some(literal) = self.split_number(var, range) {
            return literal;
        }
        let value = self.saved[var.index()].clamp(range.lo, range.hi);
        if self.splits[var.index()] <= HALVES {
            let middle = range.lo + (range.hi - range.lo) / 2;
            return if value <= middle {
                Literal::at_most(var, middle)
            } else {
                Literal::at_least(var, middle + 1)
            };
        }
        if range.lo < value {
            Literal::at_least(var, value)
        } else {
            Literal::at_most(var, value)
        }
    }
}

impl Search {
    /// Where to split a number without a width; `None` if it is split as words are.
    fn split_number(&self, var: VarId, range: Range) -> Option<Literal> {
        let domain = self.domain(var);
        if !domain.is_number() {
            return None;
        }
        // Not much is known about numbers beyond all keys.
        let last = domain.greatest();
        if range.hi == last && range.lo < last {
            return Some(Literal::at_most(var, last - 1));
        }
        if range.lo == 0 {
            return Some(Literal::at_least(var, 1));
        }
        // The last real number is tried as it is, and others by halves: next to one that is refuted they are, too.
        let (saved, splits) = (self.saved[var.index()], self.splits[var.index()]);
        let tries_last = self.attempt == 0 && range.has(saved) && splits > HALVES;
        if domain != Domain::REAL || tries_last {
            return None;
        }
        let middle = middle(range);
        let is_lower = match self.attempt {
            0 => saved <= middle,
            attempt => is_even(attempt, var, splits),
        };
        Some(match is_lower {
            true => Literal::at_most(var, middle),
            false => Literal::at_least(var, middle + 1),
        })
    }
}

/// One side or the other, as if by chance, and always the same.
fn is_even(attempt: u32, var: VarId, split: u32) -> bool {
    let number = [attempt, var.0, split].iter().fold(0_u64, |hash, &part| {
        (hash.rotate_left(23) ^ u64::from(part)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    });
    number >> 63 == 0
}
