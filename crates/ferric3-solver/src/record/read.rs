//! Reading the commands of a script.

use ferric3_term::{Op, Sort, TermId, Terms, float_of_name};
use rustc_hash::FxHashMap;

use crate::smtlib_process::SExpr;

/// What a command asks for.
pub(super) enum Event {
    Assert(Vec<TermId>),
    Limit(Option<u64>),
    Check(Vec<TermId>),
}

/// What names stand for.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) terms: Terms,
    names: FxHashMap<String, TermId>,
}

impl Reader {
    /// What a command asks for, if anything; `None` if it is not understood.
    pub(super) fn read(&mut self, command: &SExpr) -> Option<Option<Event>> {
        let [head, rest @ ..] = command.as_list()? else {
            return None;
        };
        Some(match (head.as_atom()?, rest) {
            ("set-info", [_, limit]) => {
                let limit: u64 = limit.as_atom()?.parse().ok()?;
                Some(Event::Limit((limit > 0).then_some(limit)))
            }
            ("declare-fun", [name, _, sort]) => {
                let name = name.as_atom()?;
                if !is_assumption(name) {
                    let term = self.terms.fresh_symbol(name, sort_of(sort)?).1;
                    self.names.insert(name.to_owned(), term);
                }
                None
            }
            // The circuit of a floating-point operation, which its name says.
            ("define-fun", [name, ..]) if float_of_name(name.as_atom()?).is_some() => None,
            ("define-fun", [name, _, sort, body]) => {
                let term = self.term(body, sort_of(sort)?)?;
                self.names.insert(name.as_atom()?.to_owned(), term);
                None
            }
            ("assert", [formula]) => match formula.as_list() {
                Some([op, items @ ..]) => match (op.as_atom()?, items) {
                    ("=", [name, of]) if name.as_atom().is_some_and(is_assumption) => {
                        let of = self.term(of, Sort::Bool)?;
                        self.names.insert(name.as_atom()?.to_owned(), of);
                        None
                    }
                    ("or", items) => {
                        let clause = items.iter().map(|item| self.term(item, Sort::Bool));
                        Some(Event::Assert(clause.collect::<Option<_>>()?))
                    }
                    _ => return None,
                },
                _ => Some(Event::Assert(vec![self.term(formula, Sort::Bool)?])),
            },
            ("check-sat", []) => Some(Event::Check(Vec::new())),
            ("check-sat-assuming", [names]) => {
                let names = names.as_list()?.iter();
                let assumptions = names.map(|name| self.names.get(name.as_atom()?).copied());
                Some(Event::Check(assumptions.collect::<Option<_>>()?))
            }
            _ => return None,
        })
    }

    /// One operator over names and constants. The sort is that of constants.
    fn term(&mut self, text: &SExpr, sort: Sort) -> Option<TermId> {
        if let Some(name) = text.as_atom()
            && let Some(&term) = self.names.get(name)
        {
            return Some(term);
        }
        if let Some(value) = text.to_value(width_of(text).map_or(sort, Sort::BitVec)) {
            return Some(self.terms.constant(&value));
        }
        let [head, args @ ..] = text.as_list()? else {
            return None;
        };
        // Constants have the sort of the names beside them.
        let known = args.iter().find_map(|arg| {
            let term = self.names.get(arg.as_atom()?)?;
            Some(self.terms.sort(*term))
        });
        let name = head.as_atom();
        if let Some(read) = self.array(head, args, sort) {
            return Some(read);
        }
        let sorts = |place: usize| match (name, place) {
            (Some("not" | "and" | "or" | "xor"), _) | (Some("ite"), 0) => Sort::Bool,
            (Some("ite" | "+" | "-" | "*" | "/" | "div" | "mod"), _) => sort,
            (Some("to_real"), _) | (None, _) => Sort::Int,
            (Some("to_int" | "is_int"), _) => Sort::Real,
            (Some(name), _) if name.starts_with("bv") && sort != Sort::Bool => sort,
            (Some(name), _) => match float_of_name(name) {
                Some((_, width)) => Sort::BitVec(width),
                None => known.unwrap_or(sort),
            },
        };
        let sorts: Vec<Sort> = (0..args.len()).map(sorts).collect();
        let op = match head {
            SExpr::Atom(name) => operator(name, args.len())?,
            SExpr::List(items) => indexed(items)?,
        };
        self.apply(op, args, &sorts)
    }

    fn apply(&mut self, op: Op, args: &[SExpr], sorts: &[Sort]) -> Option<TermId> {
        let args = args.iter().zip(sorts);
        let args: Option<Vec<TermId>> = args.map(|(arg, &sort)| self.term(arg, sort)).collect();
        Some(self.terms.mk(op, &args?))
    }

    /// `(select a i)`, `(store a i v)`, `((as const (Array …)) v)`; `None` for what is no operation on arrays.
    fn array(&mut self, head: &SExpr, args: &[SExpr], sort: Sort) -> Option<TermId> {
        let (op, array) = match head {
            SExpr::Atom(name) if &**name == "select" => {
                let array = self.names.get(args.first()?.as_atom()?);
                (Op::Select, self.terms.sort(*array?))
            }
            SExpr::Atom(name) if &**name == "store" => (Op::Store, sort),
            SExpr::List(items) if items.first()?.as_atom() == Some("as") => {
                let Sort::Array { index, .. } = sort else {
                    return None;
                };
                (Op::ConstArray { index }, sort)
            }
            _ => return None,
        };
        let Sort::Array { index, element } = array else {
            return None;
        };
        let (index, element) = (Sort::BitVec(index), Sort::BitVec(element));
        let sorts = match op {
            Op::ConstArray { .. } => vec![element],
            _ => vec![array, index, element],
        };
        self.apply(op, args, &sorts)
    }
}

/// The width that a bit-vector is written with.
fn width_of(text: &SExpr) -> Option<u32> {
    let text = text.as_atom()?.strip_prefix('#')?;
    let bits = match text.strip_prefix('x') {
        Some(digits) => 4 * digits.len(),
        None => text.strip_prefix('b')?.len(),
    };
    u32::try_from(bits).ok()
}

/// Is it a name that stands for an assumption?
fn is_assumption(name: &str) -> bool {
    name.starts_with("assumption!")
}

fn sort_of(text: &SExpr) -> Option<Sort> {
    Some(match text {
        SExpr::Atom(name) => match &**name {
            "Bool" => Sort::Bool,
            "Int" => Sort::Int,
            "Real" => Sort::Real,
            _ => return None,
        },
        SExpr::List(items) => match &items[..] {
            [_, name, width] if name.as_atom() == Some("BitVec") => {
                Sort::BitVec(width.as_atom()?.parse().ok()?)
            }
            [name, index, element] if name.as_atom() == Some("Array") => Sort::Array {
                index: sort_of(index)?.width()?,
                element: sort_of(element)?.width()?,
            },
            _ => return None,
        },
    })
}

fn operator(name: &str, args: usize) -> Option<Op> {
    Some(match name {
        "not" => Op::Not,
        "and" => Op::And,
        "or" => Op::Or,
        "xor" => Op::Xor,
        "=" => Op::Eq,
        "ite" => Op::Ite,
        "+" => Op::Add,
        "-" if args == 1 => Op::Neg,
        "-" => Op::Sub,
        "*" => Op::Mul,
        "<" => Op::Lt,
        "<=" => Op::Le,
        "div" => Op::IntDiv,
        "mod" => Op::IntMod,
        "/" => Op::RealDiv,
        "to_real" => Op::ToReal,
        "to_int" => Op::ToInt,
        "is_int" => Op::IsInt,
        "bv2nat" => Op::BvToNat,
        "bvnot" => Op::BvNot,
        "bvneg" => Op::BvNeg,
        "bvand" => Op::BvAnd,
        "bvor" => Op::BvOr,
        "bvxor" => Op::BvXor,
        "bvadd" => Op::BvAdd,
        "bvsub" => Op::BvSub,
        "bvmul" => Op::BvMul,
        "bvudiv" => Op::BvUdiv,
        "bvurem" => Op::BvUrem,
        "bvsdiv" => Op::BvSdiv,
        "bvsrem" => Op::BvSrem,
        "bvsmod" => Op::BvSmod,
        "bvshl" => Op::BvShl,
        "bvlshr" => Op::BvLshr,
        "bvashr" => Op::BvAshr,
        "bvult" => Op::BvUlt,
        "bvule" => Op::BvUle,
        "bvslt" => Op::BvSlt,
        "bvsle" => Op::BvSle,
        "concat" => Op::Concat,
        _ => Op::Float(float_of_name(name)?.0),
    })
}

/// `(_ extract 3 0)` and its like.
fn indexed(items: &[SExpr]) -> Option<Op> {
    let words: Vec<&str> = items.iter().map(SExpr::as_atom).collect::<Option<_>>()?;
    let ["_", name, indices @ ..] = &words[..] else {
        return None;
    };
    let indices: Vec<u32> = indices
        .iter()
        .map(|index| index.parse().ok())
        .collect::<Option<_>>()?;
    Some(match (*name, &indices[..]) {
        ("extract", &[hi, lo]) => Op::Extract { hi, lo },
        ("zero_extend", &[more]) => Op::ZeroExtend(more),
        ("sign_extend", &[more]) => Op::SignExtend(more),
        ("rotate_left", &[by]) => Op::RotateLeft(by),
        ("rotate_right", &[by]) => Op::RotateRight(by),
        ("int2bv", &[width]) => Op::IntToBv(width),
        _ => return None,
    })
}
