//! In which order a variable is bounded: as an unsigned, a signed, or a floating-point number.
//!
//! A box is wide only if its bounds are in the order in which the program looks at a variable. That is found by walking from
//! the operations on an edge to the variables in them, and from a variable to what is assigned to it, until nothing changes.

use ferric3_term::{FloatOp, Op, Sort, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::Task;

/// An order of words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) enum Order {
    /// Unsigned numbers.
    #[default]
    Unsigned,
    /// Signed numbers.
    Signed,
    /// Floating-point numbers.
    Float,
}

/// The orders of variables; unsigned, if nothing is known of one.
#[derive(Clone, Debug, Default)]
pub(super) struct Orders {
    by_term: FxHashMap<TermId, Order>,
}

impl Orders {
    /// What the edges of a task say.
    pub(super) fn of(task: &Task, terms: &Terms) -> Orders {
        let mut orders = Orders::default();
        let mut roots: Vec<TermId> = Vec::new();
        let mut assigned: Vec<(SymbolId, TermId)> = Vec::new();
        for form in task.forms.iter() {
            roots.push(form.guard);
            for (&symbol, &value) in &form.next {
                roots.push(value);
                assigned.push((symbol, value));
            }
        }
        // What is assigned has the order of its variable, and the other way round.
        loop {
            let before = orders.rank();
            let mut seen = rustc_hash::FxHashSet::default();
            let mut open = roots.clone();
            while let Some(term) = open.pop() {
                if seen.insert(term) {
                    orders.look_at(terms, term);
                    open.extend(terms.args(term));
                }
            }
            for &(symbol, value) in &assigned {
                let (mut of_symbol, mut of_value) = (None, orders.known(value));
                for var in task.cfa.state.iter().filter(|var| var.symbol == symbol) {
                    of_symbol = orders.known(var.term);
                    if let Some(order) = of_value {
                        orders.suggest(terms, var.term, order);
                    }
                }
                of_value = of_symbol;
                if let Some(order) = of_value {
                    orders.suggest(terms, value, order);
                }
            }
            if orders.rank() == before {
                return orders;
            }
        }
    }

    /// The order of a term.
    pub(super) fn order(&self, term: TermId) -> Order {
        self.known(term).unwrap_or_default()
    }

    fn known(&self, term: TermId) -> Option<Order> {
        self.by_term.get(&term).copied()
    }

    /// Grows as long as something is found.
    fn rank(&self) -> usize {
        self.by_term.values().map(|&order| 1 + order as usize).sum()
    }

    fn suggest(&mut self, terms: &Terms, term: TermId, order: Order) {
        if matches!(terms.sort(term), Sort::BitVec(2..)) {
            let known = self.by_term.entry(term).or_insert(order);
            *known = order.max(*known);
        }
    }

    /// What an operation says of its arguments, and of itself.
    fn look_at(&mut self, terms: &Terms, term: TermId) {
        let args = terms.args(term);
        let of_args = match terms.op(term) {
            Op::BvSlt | Op::BvSle | Op::BvSdiv | Op::BvSrem | Op::BvSmod | Op::BvAshr => {
                Some(Order::Signed)
            }
            Op::SignExtend(_) | Op::Float(FloatOp::FromSigned(_)) => Some(Order::Signed),
            Op::Float(op) => op.argument_format().map(|_| Order::Float),
            Op::BvUlt | Op::BvUle | Op::BvUdiv | Op::BvUrem | Op::BvLshr => Some(Order::Unsigned),
            Op::Ite | Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNeg | Op::BvShl => self.known(term),
            // A flipped sign.
            Op::BvXor => self.known(term).filter(|&order| order == Order::Float),
            Op::Eq => args.iter().filter_map(|&arg| self.known(arg)).max(),
            _ => None,
        };
        if let Some(order) = of_args {
            for &arg in args {
                self.suggest(terms, arg, order);
            }
        }
        let own = match terms.op(term) {
            Op::Float(FloatOp::ToSigned { .. }) => Some(Order::Signed),
            Op::Float(op) => op.result_format().map(|_| Order::Float),
            Op::BvSdiv | Op::BvSrem | Op::BvSmod | Op::BvAshr | Op::SignExtend(_) => {
                Some(Order::Signed)
            }
            Op::Ite => args[1..].iter().filter_map(|&arg| self.known(arg)).max(),
            _ => None,
        };
        if let Some(order) = own {
            self.suggest(terms, term, order);
        }
    }
}
