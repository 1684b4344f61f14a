//! Printing in SMT-LIB syntax.

use std::fmt::{self, Write};

use rustc_hash::FxHashMap;

use crate::smtlib_float::float_name;
use crate::{BitVecValue, Op, Rational, SymbolId, TermId, Terms, Transcendental};

/// Displays a term in SMT-LIB syntax.
///
/// Small terms are printed as trees. In others, shared subterms are named by `let` (`?12` for the
/// term with id 12), so that the length is linear in the number of nodes.
#[derive(Clone, Copy, Debug)]
pub struct SmtLib<'a> {
    terms: &'a Terms,
    term: TermId,
}

/// A tree of up to this many nodes is printed without `let`.
const SMALL_TREE: u64 = 64;

impl<'a> SmtLib<'a> {
    /// To display `term`.
    pub fn new(terms: &'a Terms, term: TermId) -> SmtLib<'a> {
        SmtLib { terms, term }
    }

    /// The subterms to name, in an order in which each uses only those before it.
    fn shared(&self) -> Vec<TermId> {
        let mut nodes = vec![];
        let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
        self.terms.for_each_subterm(&[self.term], |t| {
            nodes.push(t);
            for &a in self.terms.args(t) {
                *uses.entry(a).or_default() += self.times_written(t);
            }
        });
        nodes.sort_unstable();
        let mut tree_size: FxHashMap<TermId, u64> = FxHashMap::default();
        for &t in &nodes {
            let times = u64::from(self.times_written(t));
            let args = self.terms.args(t).iter();
            let size = args.fold(1u64, |size, a| {
                size.saturating_add(tree_size[a].saturating_mul(times))
            });
            tree_size.insert(t, size);
        }
        if tree_size[&self.term] <= SMALL_TREE {
            return vec![];
        }
        nodes.retain(|t| uses.get(t).is_some_and(|&n| n > 1) && !self.terms.args(*t).is_empty());
        nodes
    }

    /// Is `t` a division whose divisor may be 0? SMT-LIB leaves open what that is, so it has to be said.
    fn is_open_division(&self, t: TermId) -> bool {
        let is_division = matches!(self.terms.op(t), Op::IntDiv | Op::IntMod | Op::RealDiv);
        let may_be_zero = |d: TermId| self.terms.as_number(d).is_none_or(Rational::is_zero);
        is_division && may_be_zero(self.terms.args(t)[1])
    }

    /// How often each argument of `t` is written.
    fn times_written(&self, t: TermId) -> u32 {
        if self.is_open_division(t) { 2 } else { 1 }
    }

    /// Prints `root`; subterms for which `named` holds only by name. Iterative, since terms may
    /// be deeper than the call stack.
    fn write_tree(
        &self,
        f: &mut fmt::Formatter<'_>,
        root: TermId,
        named: impl Fn(TermId) -> bool,
    ) -> fmt::Result {
        enum Item {
            Term(TermId),
            Text(&'static str),
            Close,
        }
        let mut stack = vec![Item::Term(root)];
        let mut first = true;
        while let Some(item) = stack.pop() {
            let t = match item {
                Item::Close => {
                    f.write_char(')')?;
                    continue;
                }
                Item::Text(text) => {
                    write!(f, " {text}")?;
                    continue;
                }
                Item::Term(t) => t,
            };
            if !first {
                f.write_char(' ')?;
            }
            first = false;
            let args = self.terms.args(t);
            if t != root && named(t) {
                write!(f, "?{}", t.index())?;
            } else if args.is_empty() {
                self.write_leaf(f, t)?;
            } else if self.is_open_division(t) {
                // (ite (= divisor 0) value (div dividend divisor))
                let (dividend, divisor) = (args[0], args[1]);
                let (zero, value, head) = match self.terms.op(t) {
                    Op::IntDiv => ("0", Item::Text("0"), "(div"),
                    Op::IntMod => ("0", Item::Term(dividend), "(mod"),
                    _ => ("0.0", Item::Text("0.0"), "(/"),
                };
                f.write_str("(ite (=")?;
                stack.extend([Item::Close, Item::Close, Item::Term(divisor)]);
                stack.extend([Item::Term(dividend), Item::Text(head), value, Item::Close]);
                stack.extend([Item::Text(zero), Item::Term(divisor)]);
            } else {
                f.write_char('(')?;
                let function = match self.terms.op(t) {
                    Op::Graph(Transcendental::Sin) => Some("(sin"),
                    Op::Graph(Transcendental::Cos) => Some("(cos"),
                    Op::Graph(Transcendental::Exp) => Some("(exp"),
                    Op::Power => Some("(pow"),
                    _ => None,
                };
                if let Some(head) = function {
                    // (= y (f x …))
                    f.write_char('=')?;
                    stack.extend([Item::Close, Item::Close]);
                    stack.extend(args[1..].iter().rev().map(|&a| Item::Term(a)));
                    stack.extend([Item::Text(head), Item::Term(args[0])]);
                    continue;
                }
                match self.terms.op(t) {
                    Op::ConstArray { .. } => write!(f, "(as const {})", self.terms.sort(t))?,
                    Op::Float(op) => {
                        f.write_str(&float_name(*op, self.terms.width(args[0])))?;
                    }
                    op => write_op(f, op)?,
                }
                stack.push(Item::Close);
                stack.extend(args.iter().rev().map(|&a| Item::Term(a)));
            }
        }
        Ok(())
    }

    fn write_leaf(&self, f: &mut fmt::Formatter<'_>, t: TermId) -> fmt::Result {
        match self.terms.op(t) {
            Op::Const(value) => write_const(f, value),
            Op::Int(value) => f.write_str(&value.smtlib_int()),
            Op::Real(value) => f.write_str(&value.smtlib_real()),
            Op::Symbol(symbol) => f.write_str(&symbol_name(self.terms, *symbol)),
            op => write_op(f, op),
        }
    }
}

impl fmt::Display for SmtLib<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shared = self.shared();
        let named = |t: TermId| shared.binary_search(&t).is_ok();
        for &t in &shared {
            write!(f, "(let ((?{} ", t.index())?;
            self.write_tree(f, t, named)?;
            f.write_str(")) ")?;
        }
        self.write_tree(f, self.term, named)?;
        shared.iter().try_for_each(|_| f.write_char(')'))
    }
}

/// Displays a term for a text in which each of its subterms has a name: `?12` is the term with id 12.
/// Symbols and constants stand for themselves.
#[derive(Clone, Copy, Debug)]
pub struct SmtLibNode<'a> {
    term: SmtLib<'a>,
    is_body: bool,
}

impl<'a> SmtLibNode<'a> {
    /// To refer to `term`.
    pub fn name(terms: &'a Terms, term: TermId) -> SmtLibNode<'a> {
        SmtLibNode {
            term: SmtLib::new(terms, term),
            is_body: false,
        }
    }

    /// To say what `term` is: its operator, and the names of its arguments.
    pub fn body(terms: &'a Terms, term: TermId) -> SmtLibNode<'a> {
        SmtLibNode {
            term: SmtLib::new(terms, term),
            is_body: true,
        }
    }
}

impl fmt::Display for SmtLibNode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SmtLib { terms, term } = self.term;
        let is_leaf = |t: TermId| terms.args(t).is_empty();
        if self.is_body || is_leaf(term) {
            self.term.write_tree(f, term, |t| !is_leaf(t))
        } else {
            write!(f, "?{}", term.index())
        }
    }
}

/// `#x…` if the width is a multiple of 4, `#b…` otherwise.
pub(crate) fn write_const(f: &mut fmt::Formatter<'_>, value: &BitVecValue) -> fmt::Result {
    let width = value.width() as usize;
    if width.is_multiple_of(4) {
        write!(
            f,
            "#x{:0>digits$}",
            value.to_biguint().to_str_radix(16),
            digits = width / 4
        )
    } else {
        write!(f, "#b{:0>width$}", value.to_biguint().to_str_radix(2))
    }
}

/// The operator's name. Leaves other than `true` and `false` are not handled here.
fn write_op(f: &mut fmt::Formatter<'_>, op: &Op) -> fmt::Result {
    let name = match op {
        Op::Extract { hi, lo } => return write!(f, "(_ extract {hi} {lo})"),
        Op::ZeroExtend(more) => return write!(f, "(_ zero_extend {more})"),
        Op::SignExtend(more) => return write!(f, "(_ sign_extend {more})"),
        Op::RotateLeft(by) => return write!(f, "(_ rotate_left {by})"),
        Op::RotateRight(by) => return write!(f, "(_ rotate_right {by})"),
        Op::IntToBv(width) => return write!(f, "(_ int2bv {width})"),
        Op::Const(value) => return write_const(f, value),
        Op::Int(value) => return f.write_str(&value.smtlib_int()),
        Op::Real(value) => return f.write_str(&value.smtlib_real()),
        Op::Symbol(symbol) => return write!(f, "|symbol {}|", symbol.index()),
        Op::True => "true",
        Op::False => "false",
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Xor => "xor",
        Op::Eq => "=",
        Op::Ite => "ite",
        Op::BvNot => "bvnot",
        Op::BvNeg => "bvneg",
        Op::BvAnd => "bvand",
        Op::BvOr => "bvor",
        Op::BvXor => "bvxor",
        Op::BvAdd => "bvadd",
        Op::BvSub => "bvsub",
        Op::BvMul => "bvmul",
        Op::BvUdiv => "bvudiv",
        Op::BvUrem => "bvurem",
        Op::BvSdiv => "bvsdiv",
        Op::BvSrem => "bvsrem",
        Op::BvSmod => "bvsmod",
        Op::BvShl => "bvshl",
        Op::BvLshr => "bvlshr",
        Op::BvAshr => "bvashr",
        Op::BvUlt => "bvult",
        Op::BvUle => "bvule",
        Op::BvSlt => "bvslt",
        Op::BvSle => "bvsle",
        Op::Concat => "concat",
        Op::Select => "select",
        Op::Store => "store",
        Op::Add => "+",
        Op::Sub | Op::Neg => "-",
        Op::Mul => "*",
        Op::Lt => "<",
        Op::Le => "<=",
        Op::IntDiv => "div",
        Op::IntMod => "mod",
        Op::RealDiv => "/",
        Op::ToReal => "to_real",
        Op::ToInt => "to_int",
        Op::IsInt => "is_int",
        Op::BvToNat => "bv2nat",
        Op::Graph(_) | Op::Power => unreachable!("it is written as an equation"),
        Op::ConstArray { .. } => unreachable!("its name depends on the sort"),
        Op::Float(op) => return write!(f, "|{op:?}|"),
    };
    f.write_str(name)
}

/// The name of `symbol` in SMT-LIB: its own name, quoted if need be.
///
/// `!` and the symbol's number are appended if an older symbol has the same name, and to names
/// that could be mistaken for such a name, have a meaning in SMT-LIB or cannot be quoted. So
/// names are unique, and do not change when more symbols are made.
pub fn symbol_name(terms: &Terms, symbol: SymbolId) -> String {
    let name = &terms.symbol(symbol).name;
    let plain = terms.is_first_with_name(symbol)
        && !looks_numbered(name)
        && !has_meaning(name)
        && !name.contains(['|', '\\']);
    let name = if plain {
        name.clone()
    } else {
        format!("{}!{}", name.replace(['|', '\\'], "_"), symbol.index())
    };
    if is_simple_symbol(&name) {
        name
    } else {
        format!("|{name}|")
    }
}

/// `(declare-fun name () sort)`.
pub fn declare_symbol(terms: &Terms, symbol: SymbolId) -> String {
    format!(
        "(declare-fun {} () {})",
        symbol_name(terms, symbol),
        terms.symbol(symbol).sort
    )
}

/// Does `name` end like a name made unique by [`symbol_name`]?
fn looks_numbered(name: &str) -> bool {
    name.rsplit_once('!')
        .is_some_and(|(_, number)| number.bytes().all(|b| b.is_ascii_digit()))
}

/// Is `name` a function of the theories (or close to one)? Quoting does not help against these.
fn has_meaning(name: &str) -> bool {
    const CORE: [&str; 14] = [
        "true", "false", "not", "and", "or", "xor", "=", "=>", "distinct", "ite", "concat",
        "select", "store", "const",
    ];
    const NUMBERS: [&str; 15] = [
        "+",
        "-",
        "*",
        "/",
        "<",
        "<=",
        ">",
        ">=",
        "div",
        "mod",
        "abs",
        "to_real",
        "to_int",
        "is_int",
        "divisible",
    ];
    const FUNCTIONS: [&str; 3] = ["sin", "cos", "exp"];
    const INDEXED: [&str; 6] = [
        "extract",
        "repeat",
        "zero_extend",
        "sign_extend",
        "rotate_left",
        "rotate_right",
    ];
    let is_conversion = matches!(
        name,
        "int2bv" | "nat2bv" | "ubv_to_int" | "sbv_to_int" | "int_to_bv"
    );
    CORE.contains(&name)
        || NUMBERS.contains(&name)
        || FUNCTIONS.contains(&name)
        || INDEXED.contains(&name)
        || is_conversion
        || name.starts_with("bv")
}

/// Can `name` stand without quotes?
fn is_simple_symbol(name: &str) -> bool {
    const RESERVED: [&str; 12] = [
        "_", "!", "as", "let", "exists", "forall", "match", "par", "assert", "pop", "push", "exit",
    ];
    let mut chars = name.chars();
    chars
        .next()
        .is_some_and(|c| !c.is_ascii_digit() && !".@?".contains(c))
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c))
        && !RESERVED.contains(&name)
}
