//! Expressions with operators, whose numbers get their width from what stands beside them.

use std::ops;

use ferric3_term::{BitVecValue, Op, Sort, TermId, Terms};

use crate::VarId;

/// A variable of a program under construction.
#[derive(Clone, Copy, Debug)]
pub struct Var {
    /// Its id in the program.
    pub id: VarId,
    /// The term of its value.
    pub term: TermId,
    /// Its sort.
    pub sort: Sort,
}

/// An expression. Write it with operators (`x + 1`, `x & 7`, `!b`) and with the methods of
/// [`Operand`]. On Booleans, `&`, `|`, `^` and `!` are the logical operators.
#[derive(Clone, Debug)]
pub struct Expr(Node);

#[derive(Clone, Debug)]
enum Node {
    Term(TermId),
    Bool(bool),
    Number(i64),
    /// Bitwise or logical.
    Not(Box<Expr>),
    /// A bit-vector operator or `=`; `and`, `or` and `xor` become logical on Booleans.
    Binary(Op, Box<[Expr; 2]>),
    Ite(Box<[Expr; 3]>),
}

impl From<Var> for Expr {
    fn from(var: Var) -> Expr {
        Expr(Node::Term(var.term))
    }
}

impl From<TermId> for Expr {
    fn from(t: TermId) -> Expr {
        Expr(Node::Term(t))
    }
}

impl From<bool> for Expr {
    fn from(value: bool) -> Expr {
        Expr(Node::Bool(value))
    }
}

impl From<i64> for Expr {
    fn from(number: i64) -> Expr {
        Expr(Node::Number(number))
    }
}

impl Expr {
    /// The term, where a value of sort `wanted` is expected.
    ///
    /// # Panics
    /// If a number stands where its sort cannot be found out.
    pub(super) fn build(&self, terms: &mut Terms, wanted: Option<Sort>) -> TermId {
        match &self.0 {
            Node::Term(t) => *t,
            Node::Bool(true) => terms.mk(Op::True, &[]),
            Node::Bool(false) => terms.mk(Op::False, &[]),
            Node::Number(number) => match wanted {
                Some(Sort::BitVec(width)) => {
                    terms.mk(Op::Const(BitVecValue::from_i64(*number, width)), &[])
                }
                _ => panic!("the number {number} stands where no bit-vector is expected"),
            },
            Node::Not(a) => {
                let a = a.build(terms, wanted);
                let op = if terms.sort(a).is_bool() {
                    Op::Not
                } else {
                    Op::BvNot
                };
                terms.mk(op, &[a])
            }
            Node::Binary(op, args) => {
                let outer = if is_predicate(op) { None } else { wanted };
                let sort = args.iter().find_map(|arg| arg.sort(terms)).or(outer);
                let [a, b] = &**args;
                let args = [a.build(terms, sort), b.build(terms, sort)];
                let op = match op {
                    Op::BvAnd if sort == Some(Sort::Bool) => Op::And,
                    Op::BvOr if sort == Some(Sort::Bool) => Op::Or,
                    Op::BvXor if sort == Some(Sort::Bool) => Op::Xor,
                    op => op.clone(),
                };
                terms.mk(op, &args)
            }
            Node::Ite(args) => {
                let [c, a, b] = &**args;
                let sort = a.sort(terms).or_else(|| b.sort(terms)).or(wanted);
                let condition = c.build(terms, Some(Sort::Bool));
                let args = [condition, a.build(terms, sort), b.build(terms, sort)];
                terms.mk(Op::Ite, &args)
            }
        }
    }

    /// The sort, if the expression alone says it.
    fn sort(&self, terms: &Terms) -> Option<Sort> {
        match &self.0 {
            Node::Term(t) => Some(terms.sort(*t)),
            Node::Bool(_) => Some(Sort::Bool),
            Node::Number(_) => None,
            Node::Not(a) => a.sort(terms),
            Node::Binary(op, _) if is_predicate(op) => Some(Sort::Bool),
            Node::Binary(_, args) => args.iter().find_map(|arg| arg.sort(terms)),
            Node::Ite(args) => args[1..].iter().find_map(|arg| arg.sort(terms)),
        }
    }
}

fn is_predicate(op: &Op) -> bool {
    matches!(op, Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle)
}

fn binary(op: Op, a: impl Into<Expr>, b: impl Into<Expr>) -> Expr {
    Expr(Node::Binary(op, Box::new([a.into(), b.into()])))
}

macro_rules! methods {
    ($($(#[$doc:meta])* $name:ident => |$a:ident, $b:ident| $body:expr;)*) => {$(
        $(#[$doc])*
        fn $name(self, other: impl Into<Expr>) -> Expr {
            let ($a, $b): (Expr, Expr) = (self.into(), other.into());
            $body
        }
    )*};
}

/// Operators that Rust has no symbol for.
pub trait Operand: Into<Expr> {
    methods! {
        /// Equal?
        is => |a, b| binary(Op::Eq, a, b);
        /// Different?
        differs => |a, b| !binary(Op::Eq, a, b);
        /// Unsigned less than.
        ult => |a, b| binary(Op::BvUlt, a, b);
        /// Unsigned less than or equal.
        ule => |a, b| binary(Op::BvUle, a, b);
        /// Unsigned greater than.
        ugt => |a, b| binary(Op::BvUlt, b, a);
        /// Unsigned greater than or equal.
        uge => |a, b| binary(Op::BvUle, b, a);
        /// Signed less than.
        slt => |a, b| binary(Op::BvSlt, a, b);
        /// Signed less than or equal.
        sle => |a, b| binary(Op::BvSle, a, b);
        /// Signed greater than.
        sgt => |a, b| binary(Op::BvSlt, b, a);
        /// Signed greater than or equal.
        sge => |a, b| binary(Op::BvSle, b, a);
        /// Unsigned quotient.
        udiv => |a, b| binary(Op::BvUdiv, a, b);
        /// Unsigned remainder.
        urem => |a, b| binary(Op::BvUrem, a, b);
        /// Signed quotient.
        sdiv => |a, b| binary(Op::BvSdiv, a, b);
        /// Signed remainder.
        srem => |a, b| binary(Op::BvSrem, a, b);
        /// Shift to the left.
        shl => |a, b| binary(Op::BvShl, a, b);
        /// Logical shift to the right.
        lshr => |a, b| binary(Op::BvLshr, a, b);
        /// Arithmetic shift to the right.
        ashr => |a, b| binary(Op::BvAshr, a, b);
    }

    /// The expression itself, where a method or an array needs one.
    fn expr(self) -> Expr {
        self.into()
    }

    /// `self ? then : otherwise`.
    fn choose(self, then: impl Into<Expr>, otherwise: impl Into<Expr>) -> Expr {
        Expr(Node::Ite(Box::new([
            self.into(),
            then.into(),
            otherwise.into(),
        ])))
    }
}

impl<T: Into<Expr>> Operand for T {}

macro_rules! operators {
    ($($trait:ident $method:ident $op:ident;)*) => {$(
        impl<R: Into<Expr>> ops::$trait<R> for Var {
            type Output = Expr;
            fn $method(self, other: R) -> Expr {
                binary(Op::$op, self, other)
            }
        }
        impl<R: Into<Expr>> ops::$trait<R> for Expr {
            type Output = Expr;
            fn $method(self, other: R) -> Expr {
                binary(Op::$op, self, other)
            }
        }
    )*};
}

operators! {
    Add add BvAdd;
    Sub sub BvSub;
    Mul mul BvMul;
    BitAnd bitand BvAnd;
    BitOr bitor BvOr;
    BitXor bitxor BvXor;
}

impl ops::Not for Expr {
    type Output = Expr;
    fn not(self) -> Expr {
        Expr(Node::Not(Box::new(self)))
    }
}

impl ops::Not for Var {
    type Output = Expr;
    fn not(self) -> Expr {
        !Expr::from(self)
    }
}
