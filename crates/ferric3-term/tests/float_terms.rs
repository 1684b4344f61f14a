//! Floating-point operations as bit-vector terms: their values are those of the operations.

mod common;

use common::floats::{arity, interesting, operations};
use common::{Rng, rounds};
use ferric3_term::{
    BitVecValue, Evaluator, FloatFormat, FloatOp, Op, Sort, TermId, Terms, soft_float,
};

/// An operation on symbols, and its expansion.
struct Expansion {
    terms: Terms,
    op: FloatOp,
    width: u32,
    term: TermId,
    /// Clauses over the arguments and the result, which is the last symbol.
    facts: Vec<Vec<TermId>>,
    evaluator: Evaluator,
}

impl Expansion {
    fn new(op: FloatOp, width: u32) -> Expansion {
        let mut terms = Terms::new();
        let args: Vec<TermId> = (0..arity(op))
            .map(|_| terms.fresh_symbol("x", Sort::BitVec(width)).1)
            .collect();
        let plain = terms.mk(Op::Float(op), &args);
        let term = terms.expand_float(plain);
        let (_, result) = terms.fresh_symbol("r", terms.sort(plain));
        let facts = terms.float_facts(op, &args, result);
        Expansion {
            terms,
            op,
            width,
            term,
            facts,
            evaluator: Evaluator::new(),
        }
    }

    fn check(&mut self, args: &[BitVecValue]) {
        self.evaluator.clear();
        let expected = soft_float(self.op, args);
        let values = |s: ferric3_term::SymbolId| match args.get(s.index()) {
            Some(arg) => arg.clone().into(),
            None => expected.clone(),
        };
        let actual = self.evaluator.eval(&self.terms, &values, self.term);
        assert_eq!(actual, expected, "{:?} of {args:x?}", self.op);
        for (i, clause) in self.facts.iter().enumerate() {
            let holds = |&t: &TermId| self.evaluator.eval(&self.terms, &values, t).as_bool();
            assert!(
                clause.iter().any(holds),
                "fact {i} of {:?} of {args:x?}",
                self.op
            );
        }
    }

    fn check_all(&mut self) {
        let count = arity(self.op);
        let numbers = 1u64 << self.width;
        for n in 0..numbers.pow(u32::try_from(count).unwrap()) {
            let digit = |i| BitVecValue::from_u64(n / numbers.pow(i), self.width);
            let args: Vec<BitVecValue> = (0..u32::try_from(count).unwrap()).map(digit).collect();
            self.check(&args);
        }
    }
}

const TINY: [FloatFormat; 5] = [
    FloatFormat::new(2, 3),
    FloatFormat::new(3, 2),
    FloatFormat::new(3, 3),
    FloatFormat::new(3, 4),
    FloatFormat::new(4, 3),
];

#[test]
fn tiny_formats_exhaustively() {
    for format in TINY {
        for op in operations(format, &TINY, &[1, 2, 3, 4, 7, 9]) {
            let widths = match op {
                FloatOp::FromSigned(_) | FloatOp::FromUnsigned(_) => vec![1, 2, 3, 5, 8, 11],
                FloatOp::Fma(_) if format.width() > 5 => continue,
                _ => vec![format.width()],
            };
            for width in widths {
                Expansion::new(op, width).check_all();
            }
        }
    }
}

#[test]
fn formats_of_c_at_random() {
    let mut rng = Rng(7);
    let formats = [FloatFormat::F32, FloatFormat::F64, FloatFormat::X87];
    for format in formats {
        for op in operations(format, &formats, &[8, 32, 64]) {
            let (usual, width) = match op {
                FloatOp::Remainder(_) | FloatOp::Fmod(_) => (100, format.width()),
                FloatOp::FromSigned(_) | FloatOp::FromUnsigned(_) => (10_000, 64),
                _ => (10_000, format.width()),
            };
            let usual = if cfg!(debug_assertions) {
                usual / 10
            } else {
                usual
            };
            let mut expansion = Expansion::new(op, width);
            for _ in 0..rounds(usual) {
                let args: Vec<BitVecValue> = (0..arity(op))
                    .map(|_| match op {
                        FloatOp::FromSigned(_) | FloatOp::FromUnsigned(_) => {
                            BitVecValue::from_u64(rng.next() >> rng.below(64), 64)
                        }
                        _ => interesting(&mut rng, format),
                    })
                    .collect();
                expansion.check(&args);
            }
        }
    }
}

#[test]
fn expansions_are_not_too_large() {
    // A change of these numbers is no error, but it should not go unnoticed.
    let size = |op| {
        let expansion = Expansion::new(op, 64);
        expansion.terms.dag_size(expansion.term)
    };
    let f = FloatFormat::F64;
    assert!(size(FloatOp::Lt(f)) < 30);
    assert!(size(FloatOp::Add(f)) < 300);
    assert!(size(FloatOp::Mul(f)) < 300);
    assert!(size(FloatOp::Div(f)) < 1000);
}
