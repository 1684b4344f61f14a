//! The store of terms: nodes, symbols, hash-consing, sort checking.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;

use crate::simplify::Effort;
use crate::table::Table;
use crate::{BitVecValue, FloatFormat, FloatOp, Op, Rational, Sort};

/// A handle to a term of one [`Terms`] store. Arguments have smaller ids than the terms built
/// from them, so increasing id order is a topological order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId(u32);

impl TermId {
    /// Position in the store; dense, starting at 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A handle to a free symbol of one [`Terms`] store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SymbolId(u32);

impl SymbolId {
    /// Position in the table of symbols; dense, starting at 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A free symbol. Two symbols with the same name are different symbols.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// For printing only.
    pub name: String,
    /// Its sort.
    pub sort: Sort,
}

pub(crate) type Args = SmallVec<[TermId; 3]>;

#[derive(Clone, Debug)]
struct Node {
    op: Op,
    sort: Sort,
    args: Args,
}

/// The store of terms.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    table: Table,
    symbols: Vec<Symbol>,
    first_with_name: FxHashMap<String, SymbolId>,
    pub(crate) effort: Effort,
}

impl Terms {
    /// An empty store.
    pub fn new() -> Terms {
        Terms::default()
    }

    /// Number of different terms built so far.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Was a floating-point operation built?
    pub fn has_floats(&self) -> bool {
        self.nodes
            .iter()
            .any(|node| matches!(node.op, Op::Float(_)))
    }

    /// Was a product or quotient of numbers built that has no constant where linear arithmetic needs one, or a
    /// transcendental function?
    pub fn has_nonlinear(&self) -> bool {
        let is_constant = |t: &TermId| self.as_number(*t).is_some();
        self.nodes
            .iter()
            .any(|node| match (&node.op, &node.args[..]) {
                (Op::Mul, args) => !args.iter().any(is_constant),
                (Op::RealDiv | Op::IntDiv | Op::IntMod, args) => !is_constant(&args[1]),
                (Op::Graph(_) | Op::Power, _) => true,
                _ => false,
            })
    }

    /// Was a transcendental function built, or a power with any exponent?
    pub fn has_transcendentals(&self) -> bool {
        self.nodes
            .iter()
            .any(|node| matches!(node.op, Op::Graph(_) | Op::Power))
    }

    /// Is the store empty?
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The operator at the root of `t`.
    pub fn op(&self, t: TermId) -> &Op {
        &self.nodes[t.index()].op
    }

    /// The arguments of `t`.
    pub fn args(&self, t: TermId) -> &[TermId] {
        &self.nodes[t.index()].args
    }

    /// The sort of `t`.
    pub fn sort(&self, t: TermId) -> Sort {
        self.nodes[t.index()].sort
    }

    /// The width of `t`, which must be a bit-vector.
    pub fn width(&self, t: TermId) -> u32 {
        match self.sort(t) {
            Sort::BitVec(width) => width,
            sort => panic!("a bit-vector was expected, not {sort}"),
        }
    }

    /// What is known about a symbol.
    pub fn symbol(&self, symbol: SymbolId) -> &Symbol {
        &self.symbols[symbol.index()]
    }

    /// All symbols, in the order of their creation.
    pub fn symbols(&self) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        self.symbols
            .iter()
            .enumerate()
            .map(|(i, s)| (SymbolId(index_u32(i)), s))
    }

    /// A new symbol, different from all others, and the term that denotes it.
    pub fn fresh_symbol(&mut self, name: impl Into<String>, sort: Sort) -> (SymbolId, TermId) {
        let symbol = SymbolId(index_u32(self.symbols.len()));
        let name = name.into();
        self.first_with_name.entry(name.clone()).or_insert(symbol);
        self.symbols.push(Symbol { name, sort });
        (symbol, self.insert(Op::Symbol(symbol), &[], sort))
    }

    /// Is `symbol` the oldest one with its name?
    pub(crate) fn is_first_with_name(&self, symbol: SymbolId) -> bool {
        self.first_with_name[&self.symbol(symbol).name] == symbol
    }

    /// The term that denotes `symbol`.
    pub fn symbol_term(&mut self, symbol: SymbolId) -> TermId {
        self.mk(Op::Symbol(symbol), &[])
    }

    /// The symbol that `t` denotes, if `t` is just a symbol.
    pub fn as_symbol(&self, t: TermId) -> Option<SymbolId> {
        match self.op(t) {
            Op::Symbol(symbol) => Some(*symbol),
            _ => None,
        }
    }

    /// The value of `t`, if `t` is a bit-vector constant.
    pub fn as_const(&self, t: TermId) -> Option<&BitVecValue> {
        match self.op(t) {
            Op::Const(value) => Some(value),
            _ => None,
        }
    }

    /// The value of `t`, if `t` is an integer or real constant.
    pub fn as_number(&self, t: TermId) -> Option<&Rational> {
        match self.op(t) {
            Op::Int(value) | Op::Real(value) => Some(value),
            _ => None,
        }
    }

    /// The value of `t`, if `t` is `true` or `false`.
    pub fn as_bool(&self, t: TermId) -> Option<bool> {
        match self.op(t) {
            Op::True => Some(true),
            Op::False => Some(false),
            _ => None,
        }
    }

    /// The plain term `op(args)`: hash-consed, but not simplified.
    ///
    /// # Panics
    /// If the arguments do not fit the operator. That is a bug of the caller: user errors are
    /// found before terms are built.
    pub fn mk(&mut self, op: Op, args: &[TermId]) -> TermId {
        if let Some(id) = self.find(&op, args) {
            return id;
        }
        let sort = self.sort_of(&op, args);
        self.insert(op, args, sort)
    }

    /// The plain term `op(args)` if it was built before.
    pub(crate) fn find(&self, op: &Op, args: &[TermId]) -> Option<TermId> {
        let is_it = |id: u32| {
            let node = &self.nodes[id as usize];
            node.args[..] == *args && node.op == *op
        };
        self.table.find(hash(op, args), is_it).map(TermId)
    }

    /// Adds a node that was not built before.
    fn insert(&mut self, op: Op, args: &[TermId], sort: Sort) -> TermId {
        let id = index_u32(self.nodes.len());
        self.table.insert(hash(&op, args), id);
        self.nodes.push(Node {
            op,
            sort,
            args: Args::from_slice(args),
        });
        TermId(id)
    }

    /// The sort of `op(args)`.
    ///
    /// # Panics
    /// If the arguments do not fit the operator.
    pub(crate) fn sort_of(&self, op: &Op, args: &[TermId]) -> Sort {
        self.sort_if_fitting(op, args).unwrap_or_else(|| {
            let sorts: Vec<Sort> = args.iter().map(|&a| self.sort(a)).collect();
            panic!("{op:?} does not apply to {sorts:?}")
        })
    }

    fn sort_if_fitting(&self, op: &Op, args: &[TermId]) -> Option<Sort> {
        let is_bool = |a: TermId| self.sort(a).is_bool();
        let width = |a: TermId| self.sort(a).width();
        match (op, args) {
            (Op::True | Op::False, []) => Some(Sort::Bool),
            (Op::Const(value), []) => Some(Sort::BitVec(value.width())),
            (Op::Symbol(symbol), []) => Some(self.symbol(*symbol).sort),
            (Op::Not, &[a]) => is_bool(a).then_some(Sort::Bool),
            (Op::And | Op::Or, [_, _, ..]) => {
                args.iter().all(|&a| is_bool(a)).then_some(Sort::Bool)
            }
            (Op::Xor, &[a, b]) => (is_bool(a) && is_bool(b)).then_some(Sort::Bool),
            (Op::Eq, &[a, b]) => (self.sort(a) == self.sort(b)).then_some(Sort::Bool),
            (Op::Ite, &[c, a, b]) => {
                (is_bool(c) && self.sort(a) == self.sort(b)).then_some(self.sort(a))
            }
            (Op::BvNot | Op::BvNeg | Op::RotateLeft(_) | Op::RotateRight(_), &[a]) => {
                width(a).map(Sort::BitVec)
            }
            (
                Op::BvAnd
                | Op::BvOr
                | Op::BvXor
                | Op::BvAdd
                | Op::BvSub
                | Op::BvMul
                | Op::BvUdiv
                | Op::BvUrem
                | Op::BvSdiv
                | Op::BvSrem
                | Op::BvSmod
                | Op::BvShl
                | Op::BvLshr
                | Op::BvAshr,
                &[a, b],
            ) => width(a)
                .filter(|_| self.sort(a) == self.sort(b))
                .map(Sort::BitVec),
            (Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle, &[a, b]) => {
                let fits = width(a).is_some() && self.sort(a) == self.sort(b);
                fits.then_some(Sort::Bool)
            }
            (Op::Concat, &[high, low]) => Some(Sort::BitVec(width(high)? + width(low)?)),
            (Op::Extract { hi, lo }, &[a]) => {
                (lo <= hi && *hi < width(a)?).then(|| Sort::BitVec(hi - lo + 1))
            }
            (Op::ZeroExtend(more) | Op::SignExtend(more), &[a]) => {
                Some(Sort::BitVec(width(a)? + more))
            }
            (Op::Float(op), args) => self.float_sort(*op, args),
            (Op::Select, &[a, i]) => match self.sort(a) {
                Sort::Array { index, element } => {
                    (width(i) == Some(index)).then_some(Sort::BitVec(element))
                }
                _ => None,
            },
            (Op::Store, &[a, i, v]) => match self.sort(a) {
                sort @ Sort::Array { index, element } => {
                    (width(i) == Some(index) && width(v) == Some(element)).then_some(sort)
                }
                _ => None,
            },
            (Op::ConstArray { index }, &[v]) => {
                let (index, element) = (*index, width(v)?);
                Some(Sort::Array { index, element })
            }
            (op, args) => self.number_sort(op, args),
        }
    }

    /// The sort of an operation of integers or real numbers.
    fn number_sort(&self, op: &Op, args: &[TermId]) -> Option<Sort> {
        let first = args.first().map(|&a| self.sort(a));
        let same = |count: usize| {
            let sort = first.filter(|sort| sort.is_number())?;
            let fits = args.len() == count && args.iter().all(|&a| self.sort(a) == sort);
            fits.then_some(sort)
        };
        let given = |wanted: Sort, count: usize| same(count).is_some_and(|sort| sort == wanted);
        match op {
            Op::Int(value) => (args.is_empty() && value.is_integer()).then_some(Sort::Int),
            Op::Real(_) => args.is_empty().then_some(Sort::Real),
            Op::Add => same(args.len().max(2)),
            Op::Sub | Op::Mul => same(2),
            Op::Neg => same(1),
            Op::Lt | Op::Le => same(2).map(|_| Sort::Bool),
            Op::IntDiv | Op::IntMod => given(Sort::Int, 2).then_some(Sort::Int),
            Op::RealDiv => given(Sort::Real, 2).then_some(Sort::Real),
            Op::ToReal => given(Sort::Int, 1).then_some(Sort::Real),
            Op::ToInt => given(Sort::Real, 1).then_some(Sort::Int),
            Op::IsInt => given(Sort::Real, 1).then_some(Sort::Bool),
            Op::Graph(_) => given(Sort::Real, 2).then_some(Sort::Bool),
            Op::Power => given(Sort::Real, 3).then_some(Sort::Bool),
            Op::BvToNat => (args.len() == 1 && first?.width().is_some()).then_some(Sort::Int),
            Op::IntToBv(width) => {
                (*width > 0 && given(Sort::Int, 1)).then_some(Sort::BitVec(*width))
            }
            _ => None,
        }
    }

    fn float_sort(&self, op: FloatOp, args: &[TermId]) -> Option<Sort> {
        let all = |count: usize, format: FloatFormat| {
            let fits = |&a: &TermId| self.sort(a) == Sort::BitVec(format.width());
            args.len() == count && args.iter().all(fits)
        };
        let integer = |&a: &TermId| self.sort(a).width().is_some();
        let (fits, sort) = match op {
            FloatOp::Add(f) | FloatOp::Sub(f) | FloatOp::Mul(f) | FloatOp::Div(f) => {
                (all(2, f), Sort::BitVec(f.width()))
            }
            FloatOp::Remainder(f) | FloatOp::Fmod(f) => (all(2, f), Sort::BitVec(f.width())),
            FloatOp::Fma(f) => (all(3, f), Sort::BitVec(f.width())),
            FloatOp::Sqrt(f) | FloatOp::RoundToIntegral(f, _) => {
                (all(1, f), Sort::BitVec(f.width()))
            }
            FloatOp::Eq(f) | FloatOp::Lt(f) | FloatOp::Le(f) => (all(2, f), Sort::Bool),
            FloatOp::Convert { from, to } => (all(1, from), Sort::BitVec(to.width())),
            FloatOp::FromSigned(f) | FloatOp::FromUnsigned(f) => (
                args.len() == 1 && args.iter().all(integer),
                Sort::BitVec(f.width()),
            ),
            FloatOp::ToSigned { from, width } | FloatOp::ToUnsigned { from, width } => {
                (all(1, from), Sort::BitVec(width))
            }
        };
        fits.then_some(sort)
    }
}

fn hash(op: &Op, args: &[TermId]) -> u32 {
    let mut hasher = FxHasher::default();
    op.hash(&mut hasher);
    for arg in args {
        arg.hash(&mut hasher);
    }
    let hash = hasher.finish();
    (hash ^ (hash >> 32)) as u32
}

fn index_u32(index: usize) -> u32 {
    u32::try_from(index).expect("a store holds fewer than 2^32 entries")
}
