//! From terms to literals.

use ferric3_sat::{Interrupt, Lit};
use ferric3_term::{Op, Sort, TermId, Terms};

use super::arith::not;
use super::array::{MAX_EQUATION, Reads};
use super::cache::{Cache, bit_count};
use super::float::Floats;
use super::gates::Gates;
use super::number::Numbers;
use crate::Refusal;

/// Translates every term at most once.
pub(super) struct Translator {
    pub(super) gates: Gates,
    pub(super) cache: Cache,
    pub(super) reads: Reads,
    pub(super) floats: Floats,
    /// Integers and real numbers, once there are some.
    pub(super) numbers: Option<Box<Numbers>>,
    /// Who may interrupt a running query.
    pub(super) interrupt: Interrupt,
    /// The first term that was refused. It has any value, and so has what depends on it.
    pub(super) refused: Option<Refusal>,
    /// Terms translated.
    pub(super) count: u64,
    /// Terms still to do, innermost last; empty between calls.
    stack: Vec<TermId>,
}

impl Translator {
    pub(super) fn new(gates: Gates) -> Translator {
        Translator {
            gates,
            cache: Cache::default(),
            reads: Reads::default(),
            floats: Floats::default(),
            numbers: None,
            interrupt: Interrupt::new(),
            refused: None,
            count: 0,
            stack: Vec::new(),
        }
    }

    /// The literal of a Bool term.
    pub(super) fn literal(&mut self, terms: &Terms, term: TermId) -> Lit {
        debug_assert!(terms.sort(term).is_bool(), "a formula is a Bool term");
        self.bits(terms, term)[0]
    }

    /// The bits of a term, least significant first.
    pub(super) fn bits(&mut self, terms: &Terms, term: TermId) -> &[Lit] {
        // Terms may be deeper than the call stack, hence a stack of our own.
        self.stack.push(term);
        while let Some(&top) = self.stack.last() {
            if self.cache.contains(top) {
                self.stack.pop();
                continue;
            }
            let before = self.stack.len();
            let cache = &self.cache;
            self.stack
                .extend(terms.args(top).iter().filter(|&&arg| !cache.contains(arg)));
            if self.stack.len() == before {
                self.stack.pop();
                self.translate(terms, top);
            }
        }
        known_bits(&self.cache, terms, term)
    }

    /// Any bits, for a term of this sort.
    fn refuse(&mut self, refusal: Refusal, sort: Sort) -> Vec<Lit> {
        self.refused.get_or_insert(refusal);
        (0..bit_count(sort)).map(|_| self.gates.fresh()).collect()
    }

    /// Translate one term whose arguments have been translated.
    fn translate(&mut self, terms: &Terms, term: TermId) {
        self.count += 1;
        let refused = refusal(terms, term).map(|refusal| self.refuse(refusal, terms.sort(term)));
        let bits = match (terms.op(term), terms.args(term)) {
            _ if refused.is_some() => refused.unwrap_or_default(),
            // An array has no bits; its elements are asked for one by one.
            _ if terms.sort(term).is_array() => vec![],
            // Nor has a number; it has a linear form.
            _ if terms.sort(term).is_number() => {
                self.translate_number(terms, term);
                vec![]
            }
            (op @ (Op::Lt | Op::Le), &[a, b]) => vec![self.relation(op, a, b)],
            (op @ Op::Eq, &[a, b]) if terms.sort(a).is_number() => vec![self.relation(op, a, b)],
            (Op::IsInt, &[a]) => vec![self.is_integer(a)],
            (Op::IntToBv(width), &[a]) => self.integer_bits(a, *width),
            (Op::Select, &[array, index]) => {
                let index = known_bits(&self.cache, terms, index).to_vec();
                self.read(terms, array, &index).into_vec()
            }
            (Op::Eq, &[a, b]) if terms.sort(a).is_array() => vec![self.equal_arrays(terms, a, b)],
            (Op::Float(op), args) => {
                let bits = |&arg| known_bits(&self.cache, terms, arg).to_vec();
                let args = args.iter().map(bits).collect();
                self.floats.bits(&mut self.gates, *op, args)
            }
            _ => plain_bits(&mut self.gates, &self.cache, terms, term),
        };
        debug_assert_eq!(bits.len(), bit_count(terms.sort(term)));
        self.cache.insert_term(term, &bits);
        if let Op::Symbol(symbol) = terms.op(term) {
            self.cache.insert_symbol(*symbol, term);
        }
    }
}

/// Can the term not be translated?
fn refusal(terms: &Terms, term: TermId) -> Option<Refusal> {
    let knows = |sort: Sort| sort.is_bool() || sort.is_array() || sort.is_number();
    let lacks = |sort: Sort| !knows(sort) && sort.width().is_none();
    let sort = terms.sort(term);
    if lacks(sort) {
        return Some(Refusal::Sort(sort));
    }
    match terms.op(term) {
        Op::Graph(function) => return Some(Refusal::Function(function.name())),
        Op::Power => return Some(Refusal::Function("pow")),
        _ => {}
    }
    let of = terms.sort(*terms.args(term).first()?);
    let is_equation = *terms.op(term) == Op::Eq;
    match of {
        Sort::Array { index, .. } if is_equation && index > MAX_EQUATION => {
            Some(Refusal::Equation(of))
        }
        of if lacks(of) => Some(Refusal::Sort(of)),
        _ => None,
    }
}

/// The bits of a term without operation on floating-point numbers at its root, whose arguments
/// have been translated.
pub(super) fn plain_bits(
    gates: &mut Gates,
    cache: &Cache,
    terms: &Terms,
    term: TermId,
) -> Vec<Lit> {
    if terms.sort(term).is_bool() {
        vec![formula(gates, cache, terms, term)]
    } else {
        bit_vector(gates, cache, terms, term)
    }
}

fn formula(gates: &mut Gates, cache: &Cache, terms: &Terms, term: TermId) -> Lit {
    let args = terms.args(term);
    let bits = |index: usize| known_bits(cache, terms, args[index]);
    let all = || {
        args.iter()
            .map(|&arg| known_bits(cache, terms, arg)[0])
            .collect::<Vec<_>>()
    };
    match terms.op(term) {
        Op::True => gates.constant(true),
        Op::False => gates.constant(false),
        Op::Symbol(_) => gates.fresh(),
        Op::Not => !bits(0)[0],
        Op::And => gates.and_all(&all()),
        Op::Or => gates.or_all(&all()),
        Op::Xor => gates.xor(bits(0)[0], bits(1)[0]),
        Op::Eq => gates.equal(bits(0), bits(1)),
        Op::Ite => gates.ite(bits(0)[0], bits(1)[0], bits(2)[0]),
        Op::BvUlt => gates.unsigned_less(bits(0), bits(1)),
        Op::BvUle => !gates.unsigned_less(bits(1), bits(0)),
        Op::BvSlt => gates.signed_less(bits(0), bits(1)),
        Op::BvSle => !gates.signed_less(bits(1), bits(0)),
        op => panic!("{op:?} cannot be bit-blasted to a formula"),
    }
}

fn bit_vector(gates: &mut Gates, cache: &Cache, terms: &Terms, term: TermId) -> Vec<Lit> {
    let args = terms.args(term);
    let bits = |index: usize| known_bits(cache, terms, args[index]);
    let zero = gates.constant(false);
    match terms.op(term) {
        Op::Const(value) => (0..value.width())
            .map(|i| gates.constant(value.bit(i)))
            .collect(),
        Op::Symbol(_) => (0..terms.width(term)).map(|_| gates.fresh()).collect(),
        Op::Ite => gates.ite_bits(bits(0)[0], bits(1), bits(2)),
        Op::BvNot => not(bits(0)),
        Op::BvAnd => bitwise(bits(0), bits(1), |a, b| gates.and(a, b)),
        Op::BvOr => bitwise(bits(0), bits(1), |a, b| gates.or(a, b)),
        Op::BvXor => bitwise(bits(0), bits(1), |a, b| gates.xor(a, b)),
        Op::BvNeg => gates.negate(bits(0)),
        Op::BvAdd => gates.add(bits(0), bits(1), zero),
        Op::BvSub => gates.subtract(bits(0), bits(1)),
        Op::BvMul => gates.multiply(bits(0), bits(1)),
        Op::BvUdiv => gates.divide(bits(0), bits(1)).quotient,
        Op::BvUrem => gates.divide(bits(0), bits(1)).remainder,
        Op::BvSdiv => gates.signed_quotient(bits(0), bits(1)),
        Op::BvSrem => gates.signed_remainder(bits(0), bits(1)),
        Op::BvSmod => gates.signed_modulo(bits(0), bits(1)),
        Op::BvShl => gates.shift_left(bits(0), bits(1)),
        Op::BvLshr => gates.shift_right(bits(0), bits(1), zero),
        Op::BvAshr => {
            let sign = *bits(0).last().expect("a bit-vector has at least one bit");
            gates.shift_right(bits(0), bits(1), sign)
        }
        Op::Concat => [bits(1), bits(0)].concat(),
        Op::Extract { hi, lo } => bits(0)[*lo as usize..=*hi as usize].to_vec(),
        Op::ZeroExtend(more) => extended(bits(0), *more, zero),
        Op::SignExtend(more) => {
            let sign = *bits(0).last().expect("a bit-vector has at least one bit");
            extended(bits(0), *more, sign)
        }
        Op::RotateLeft(by) => {
            let mut rotated = bits(0).to_vec();
            let width = rotated.len();
            rotated.rotate_right(*by as usize % width);
            rotated
        }
        Op::RotateRight(by) => {
            let mut rotated = bits(0).to_vec();
            let width = rotated.len();
            rotated.rotate_left(*by as usize % width);
            rotated
        }
        op => panic!("{op:?} cannot be bit-blasted to a bit-vector"),
    }
}

/// The bits of a term that has been translated.
pub(super) fn known_bits<'a>(cache: &'a Cache, terms: &Terms, term: TermId) -> &'a [Lit] {
    cache
        .term(term, terms.sort(term))
        .expect("arguments are translated before their users")
}

fn bitwise(a: &[Lit], b: &[Lit], mut gate: impl FnMut(Lit, Lit) -> Lit) -> Vec<Lit> {
    a.iter().zip(b).map(|(&a, &b)| gate(a, b)).collect()
}

/// `bits` with `more` copies of `fill` on top.
fn extended(bits: &[Lit], more: u32, fill: Lit) -> Vec<Lit> {
    let mut extended = bits.to_vec();
    extended.resize(bits.len() + more as usize, fill);
    extended
}
