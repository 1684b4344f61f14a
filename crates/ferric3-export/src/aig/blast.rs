//! From terms to circuits.

use ferric3_term::{Op, Sort, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use super::arith::{complement, sign};
use super::graph::{Aig, Lit};

/// Translates every term at most once. Symbols must have got their bits before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blaster {
    pub(crate) aig: Aig,
    symbols: FxHashMap<SymbolId, Vec<Lit>>,
    done: FxHashMap<TermId, Vec<Lit>>,
}

/// The number of bits of a sort.
pub(crate) fn bit_count(sort: Sort) -> usize {
    match sort {
        Sort::Bool => 1,
        Sort::BitVec(width) => width as usize,
        _ => panic!("terms of sort {sort} cannot be bit-blasted"),
    }
}

impl Blaster {
    pub(crate) fn new() -> Blaster {
        Blaster {
            aig: Aig::new(),
            ..Blaster::default()
        }
    }

    /// Makes leaves for a symbol.
    pub(crate) fn declare(&mut self, terms: &Terms, symbol: SymbolId) -> Vec<Lit> {
        let count = bit_count(terms.symbol(symbol).sort);
        let bits: Vec<Lit> = (0..count).map(|_| self.aig.leaf()).collect();
        self.symbols.insert(symbol, bits.clone());
        bits
    }

    /// The bits of a term, least significant first; one for a Bool.
    pub(crate) fn bits(&mut self, terms: &Terms, term: TermId) -> Vec<Lit> {
        // Terms may be deeper than the call stack.
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.done.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let args = terms.args(top).iter();
            stack.extend(args.filter(|arg| !self.done.contains_key(arg)));
            if stack.len() == before {
                stack.pop();
                let bits = self.translate(terms, top);
                debug_assert_eq!(bits.len(), bit_count(terms.sort(top)));
                self.done.insert(top, bits);
            }
        }
        self.done[&term].clone()
    }

    fn translate(&mut self, terms: &Terms, term: TermId) -> Vec<Lit> {
        let Blaster { aig, symbols, done } = self;
        let args: Vec<&[Lit]> = terms.args(term).iter().map(|arg| &done[arg][..]).collect();
        let firsts = || args.iter().map(|bits| bits[0]).collect::<Vec<_>>();
        match (terms.op(term), &args[..]) {
            (Op::True, _) => vec![Lit::TRUE],
            (Op::False, _) => vec![Lit::FALSE],
            (Op::Const(value), _) => (0..value.width())
                .map(|i| Lit::constant(value.bit(i)))
                .collect(),
            (Op::Symbol(symbol), _) => symbols[symbol].clone(),
            (Op::And, _) => vec![aig.and_all(&firsts())],
            (Op::Or, _) => vec![aig.or_all(&firsts())],
            (Op::Not | Op::BvNot, &[a]) => complement(a),
            (Op::Xor | Op::BvXor, &[a, b]) => bitwise(a, b, |a, b| aig.xor(a, b)),
            (Op::BvAnd, &[a, b]) => bitwise(a, b, |a, b| aig.and(a, b)),
            (Op::BvOr, &[a, b]) => bitwise(a, b, |a, b| aig.or(a, b)),
            (Op::Eq, &[a, b]) => vec![aig.equal(a, b)],
            (Op::Ite, &[condition, then, otherwise]) => aig.select(condition[0], then, otherwise),
            (Op::BvUlt, &[a, b]) => vec![aig.unsigned_less(a, b)],
            (Op::BvUle, &[a, b]) => vec![!aig.unsigned_less(b, a)],
            (Op::BvSlt, &[a, b]) => vec![aig.signed_less(a, b)],
            (Op::BvSle, &[a, b]) => vec![!aig.signed_less(b, a)],
            (Op::BvNeg, &[a]) => aig.negate(a),
            (Op::BvAdd, &[a, b]) => aig.add(a, b, Lit::FALSE),
            (Op::BvSub, &[a, b]) => aig.subtract(a, b),
            (Op::BvMul, &[a, b]) => aig.multiply(a, b),
            (Op::BvUdiv, &[a, b]) => aig.divide(a, b).0,
            (Op::BvUrem, &[a, b]) => aig.divide(a, b).1,
            (Op::BvSdiv, &[a, b]) => aig.signed_divide(a, b).0,
            (Op::BvSrem, &[a, b]) => aig.signed_divide(a, b).1,
            (Op::BvSmod, &[a, b]) => aig.signed_modulo(a, b),
            (Op::BvShl, &[a, b]) => aig.shift_left(a, b),
            (Op::BvLshr, &[a, b]) => aig.shift_right(a, b, Lit::FALSE),
            (Op::BvAshr, &[a, b]) => aig.shift_right(a, b, sign(a)),
            (Op::Concat, &[high, low]) => [low, high].concat(),
            (Op::Extract { hi, lo }, &[a]) => a[*lo as usize..=*hi as usize].to_vec(),
            (Op::ZeroExtend(more), &[a]) => extended(a, *more, Lit::FALSE),
            (Op::SignExtend(more), &[a]) => extended(a, *more, sign(a)),
            (Op::RotateLeft(by), &[a]) => {
                let mut bits = a.to_vec();
                bits.rotate_right(*by as usize % a.len());
                bits
            }
            (Op::RotateRight(by), &[a]) => {
                let mut bits = a.to_vec();
                bits.rotate_left(*by as usize % a.len());
                bits
            }
            (op, _) => panic!("{op:?} cannot be bit-blasted"),
        }
    }
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
