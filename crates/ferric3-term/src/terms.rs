//! The store of terms: nodes, symbols, hash-consing, sort checking.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::simplify::Effort;
use crate::{BitVecValue, Op, Sort};

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
    table: FxHashMap<(Op, Args), TermId>,
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
        (symbol, self.intern(Op::Symbol(symbol), Args::new(), sort))
    }

    /// Is `symbol` the oldest one with its name?
    pub(crate) fn is_first_with_name(&self, symbol: SymbolId) -> bool {
        self.first_with_name[&self.symbol(symbol).name] == symbol
    }

    /// The term that denotes `symbol`.
    pub fn symbol_term(&mut self, symbol: SymbolId) -> TermId {
        let sort = self.symbol(symbol).sort;
        self.intern(Op::Symbol(symbol), Args::new(), sort)
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
        let sort = self.sort_of(&op, args);
        self.intern(op, Args::from_slice(args), sort)
    }

    /// The plain term `op(args)` if it was built before.
    pub(crate) fn find(&self, op: Op, args: &[TermId]) -> Option<TermId> {
        self.table.get(&(op, Args::from_slice(args))).copied()
    }

    fn intern(&mut self, op: Op, args: Args, sort: Sort) -> TermId {
        let key = (op, args);
        if let Some(&id) = self.table.get(&key) {
            return id;
        }
        let id = TermId(index_u32(self.nodes.len()));
        let (op, args) = key.clone();
        self.nodes.push(Node { op, sort, args });
        self.table.insert(key, id);
        id
    }

    /// The sort of `op(args)`; checks arity and argument sorts.
    pub(crate) fn sort_of(&self, op: &Op, args: &[TermId]) -> Sort {
        let sorts: SmallVec<[Sort; 3]> = args.iter().map(|&a| self.sort(a)).collect();
        let fits = |ok: bool| assert!(ok, "{op:?} does not apply to {sorts:?}");
        match op {
            Op::True | Op::False => {
                fits(sorts.is_empty());
                Sort::Bool
            }
            Op::Const(value) => {
                fits(sorts.is_empty());
                Sort::BitVec(value.width())
            }
            Op::Symbol(symbol) => {
                fits(sorts.is_empty());
                self.symbol(*symbol).sort
            }
            Op::Not => {
                fits(sorts[..] == [Sort::Bool]);
                Sort::Bool
            }
            Op::And | Op::Or => {
                fits(sorts.len() >= 2 && sorts.iter().all(|s| s.is_bool()));
                Sort::Bool
            }
            Op::Xor => {
                fits(sorts[..] == [Sort::Bool, Sort::Bool]);
                Sort::Bool
            }
            Op::Eq => {
                fits(sorts.len() == 2 && sorts[0] == sorts[1]);
                Sort::Bool
            }
            Op::Ite => {
                fits(sorts.len() == 3 && sorts[0].is_bool() && sorts[1] == sorts[2]);
                sorts[1]
            }
            Op::BvNot | Op::BvNeg | Op::RotateLeft(_) | Op::RotateRight(_) => {
                fits(sorts.len() == 1 && sorts[0].width().is_some());
                sorts[0]
            }
            Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvAdd | Op::BvSub | Op::BvMul => {
                self.same_width(op, &sorts)
            }
            Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::BvSmod => {
                self.same_width(op, &sorts)
            }
            Op::BvShl | Op::BvLshr | Op::BvAshr => self.same_width(op, &sorts),
            Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => {
                self.same_width(op, &sorts);
                Sort::Bool
            }
            Op::Concat => match sorts[..] {
                [Sort::BitVec(high), Sort::BitVec(low)] => Sort::BitVec(high + low),
                _ => panic!("{op:?} does not apply to {sorts:?}"),
            },
            Op::Extract { hi, lo } => {
                fits(sorts.len() == 1 && sorts[0].width().is_some_and(|w| lo <= hi && *hi < w));
                Sort::BitVec(hi - lo + 1)
            }
            Op::ZeroExtend(more) | Op::SignExtend(more) => match sorts[..] {
                [Sort::BitVec(width)] => Sort::BitVec(width + more),
                _ => panic!("{op:?} does not apply to {sorts:?}"),
            },
        }
    }

    fn same_width(&self, op: &Op, sorts: &[Sort]) -> Sort {
        match sorts {
            [a @ Sort::BitVec(_), b] if a == b => *a,
            _ => panic!("{op:?} does not apply to {sorts:?}"),
        }
    }
}

fn index_u32(index: usize) -> u32 {
    u32::try_from(index).expect("a store holds fewer than 2^32 entries")
}
