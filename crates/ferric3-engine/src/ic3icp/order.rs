//! In which order a variable is bounded: as an unsigned, a signed, or a floating-point number.
//!
//! A box is wide only if its bounds are in the order in which the program looks at a variable. That is found by walking from
//! the operations on an edge to the variables in them, and from a variable to what is assigned to it, until nothing changes.

use ferric3_term::{FloatOp, Op, Sort, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

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

/// Orders on their way from term to term.
struct Flow<'t> {
    terms: &'t Terms,
    orders: Orders,
    /// Whose own order follows from those of their arguments, by argument.
    uses: FxHashMap<TermId, Vec<TermId>>,
    /// A variable and what is assigned to it have the same order, in both directions.
    equal: FxHashMap<TermId, Vec<TermId>>,
    /// Terms to look at.
    open: Vec<TermId>,
}

impl Orders {
    /// What the edges of a task say.
    pub(super) fn of(task: &Task, terms: &Terms) -> Orders {
        let state = task.cfa.state.iter();
        let variables: FxHashMap<SymbolId, TermId> =
            state.map(|var| (var.symbol, var.term)).collect();
        let mut flow = Flow {
            terms,
            orders: Orders::default(),
            uses: FxHashMap::default(),
            equal: FxHashMap::default(),
            open: Vec::new(),
        };
        let mut roots: Vec<TermId> = Vec::new();
        for form in task.forms.iter() {
            roots.push(form.guard);
            for (symbol, &value) in &form.next {
                roots.push(value);
                if let Some(&variable) = variables.get(symbol) {
                    flow.equal.entry(variable).or_default().push(value);
                    flow.equal.entry(value).or_default().push(variable);
                }
            }
        }
        flow.collect(roots);
        while let Some(term) = flow.open.pop() {
            flow.look_at(term);
        }
        flow.orders
    }

    /// The order of a term.
    pub(super) fn order(&self, term: TermId) -> Order {
        self.known(term).unwrap_or_default()
    }

    fn known(&self, term: TermId) -> Option<Order> {
        self.by_term.get(&term).copied()
    }
}

impl Flow<'_> {
    /// All terms below these, to be looked at once at least.
    fn collect(&mut self, mut roots: Vec<TermId>) {
        let mut seen = FxHashSet::default();
        while let Some(term) = roots.pop() {
            if !seen.insert(term) {
                continue;
            }
            self.open.push(term);
            let args = self.terms.args(term);
            if matches!(self.terms.op(term), Op::Eq | Op::Ite) {
                for &arg in args {
                    self.uses.entry(arg).or_default().push(term);
                }
            }
            roots.extend(args);
        }
    }

    /// The order of a term only grows. Who depends on it is looked at again.
    fn suggest(&mut self, term: TermId, order: Order) {
        if !matches!(self.terms.sort(term), Sort::BitVec(2..)) {
            return;
        }
        let known = self.orders.by_term.get(&term);
        if known.is_some_and(|&known| known >= order) {
            return;
        }
        self.orders.by_term.insert(term, order);
        self.open.push(term);
        if let Some(uses) = self.uses.get(&term) {
            self.open.extend(uses);
        }
    }

    /// What an operation says of its arguments, and of itself.
    fn look_at(&mut self, term: TermId) {
        let terms = self.terms;
        if let (Some(order), Some(equal)) = (self.orders.known(term), self.equal.remove(&term)) {
            for &other in &equal {
                self.suggest(other, order);
            }
            self.equal.insert(term, equal);
        }
        let args = terms.args(term);
        let of_args = match terms.op(term) {
            Op::BvSlt | Op::BvSle | Op::BvSdiv | Op::BvSrem | Op::BvSmod | Op::BvAshr => {
                Some(Order::Signed)
            }
            Op::SignExtend(_) | Op::Float(FloatOp::FromSigned(_)) => Some(Order::Signed),
            Op::Float(op) => op.argument_format().map(|_| Order::Float),
            Op::BvUlt | Op::BvUle | Op::BvUdiv | Op::BvUrem | Op::BvLshr => Some(Order::Unsigned),
            Op::Ite | Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNeg | Op::BvShl => {
                self.orders.known(term)
            }
            // A flipped sign.
            Op::BvXor => self
                .orders
                .known(term)
                .filter(|&order| order == Order::Float),
            Op::Eq => args.iter().filter_map(|&arg| self.orders.known(arg)).max(),
            _ => None,
        };
        if let Some(order) = of_args {
            for &arg in args {
                self.suggest(arg, order);
            }
        }
        let own = match terms.op(term) {
            Op::Float(FloatOp::ToSigned { .. }) => Some(Order::Signed),
            Op::Float(op) => op.result_format().map(|_| Order::Float),
            Op::BvSdiv | Op::BvSrem | Op::BvSmod | Op::BvAshr | Op::SignExtend(_) => {
                Some(Order::Signed)
            }
            Op::Ite => args[1..]
                .iter()
                .filter_map(|&arg| self.orders.known(arg))
                .max(),
            _ => None,
        };
        if let Some(order) = own {
            self.suggest(term, order);
        }
    }
}
