//! What to try next: a truth value, or a part of a range.

use super::Search;
use crate::{Domain, Literal, Range, VarId, View};

/// A range is halved so often; then a single key is tried. Halves are what refutations are made of, keys are what
/// models are made of, and what is learnt from a key is about the bounds around it, too.
const HALVES: u32 = 3;

impl Search {
    /// A bound that neither holds nor fails; `None` if all variables that matter have one value.
    pub(super) fn next_decision(&mut self) -> Option<Literal> {
        loop {
            let var = self.order.first()?;
            let range = self.trail.range(var);
            if range.is_point() {
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
        // So are numbers without a width that have a key for themselves, or an end.
        if domain.is_number() {
            let last = domain.greatest();
            if range.hi == last && range.lo < last {
                return Literal::at_most(var, last - 1);
            }
            if range.lo == 0 {
                return Literal::at_least(var, 1);
            }
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
