//! Programs with arrays, run by the interpreter.

use ferric3_ivl::builder::{Builder, Operand, Var, bv};
use ferric3_ivl::{
    Interpreter, ListInputs, RandomInputs, RecordingInputs, RunLimits, RunOutcome, Step, StepKind,
};
use ferric3_term::{ArrayValue, BitVecValue, Op, Sort, SymbolId, TermId, Terms, Value};
use rustc_hash::FxHashMap;

fn select(terms: &mut Terms, array: Var, index: TermId) -> TermId {
    terms.mk(Op::Select, &[array.term, index])
}

/// `a := ite(index < size, store(a, index, value), a)`.
fn write(b: &mut Builder, array: Var, index: TermId, value: TermId, size: u64) {
    let width = b.terms.width(index);
    let size = b.terms.bv_u64(size, width);
    let inside = b.terms.mk(Op::BvUlt, &[index, size]);
    let stored = b.terms.mk(Op::Store, &[array.term, index, value]);
    let new = b.terms.mk(Op::Ite, &[inside, stored, array.term]);
    b.assign(array, new);
}

/// A million writes to an array: it is not copied.
#[test]
fn arrays_are_written_in_place() {
    let mut b = Builder::new();
    b.proc("main");
    let sort = Sort::Array {
        index: 16,
        element: 32,
    };
    let array = b.local("a", sort);
    let (i, sum) = (b.local("i", bv(32)), b.result("sum", bv(32)));
    let zero = b.terms.bv_u64(0, 32);
    let zeros = b.terms.mk(Op::ConstArray { index: 16 }, &[zero]);
    b.assign(array, zeros);
    b.while_(i.ult(1_000_000), |b| {
        let index = b.terms.mk(Op::Extract { hi: 15, lo: 0 }, &[i.term]);
        write(b, array, index, i.term, 40_000);
        let read = select(&mut b.terms, array, index);
        let read = b.terms.mk(Op::BvAdd, &[sum.term, read]);
        b.assign(sum, read);
        b.assign(i, i + 1);
    });
    let (program, terms) = b.finish();
    let outcome = Interpreter::new(&program, &terms).run(&mut (), &mut (), &RunLimits::default());
    let inside = (0..1_000_000u32).filter(|i| i % 65536 < 40_000);
    let sum = inside.fold(0, u32::wrapping_add);
    let result = BitVecValue::from_u64(sum.into(), 32);
    assert_eq!(
        outcome,
        RunOutcome::Finished {
            result: Some(result.into())
        }
    );
}

/// Recursive calls have arrays of their own, which start from zero; results are copies.
#[test]
fn recursive_calls_have_arrays_of_their_own() {
    let mut b = Builder::new();
    let main = b.proc("main");
    let sort = Sort::Array {
        index: 2,
        element: 8,
    };
    let f = b.proc("f");
    let n = b.param("n", bv(8));
    let (array, result) = (b.local("a", sort), b.result("r", sort));
    let index = b.terms.mk(Op::Extract { hi: 1, lo: 0 }, &[n.term]);
    let before = select(&mut b.terms, array, index);
    let zero = b.terms.bv_u64(0, 8);
    let is_zero = b.terms.mk(Op::Eq, &[before, zero]);
    b.assert(is_zero);
    let stored = b.terms.mk(Op::Store, &[array.term, index, n.term]);
    b.assign(array, stored);
    b.if_(
        n.ugt(0),
        |b| {
            b.call_to(result, f, [n - 1]);
            let mine = select(&mut b.terms, array, index);
            let same = b.terms.mk(Op::Eq, &[mine, n.term]);
            b.assert(same);
        },
        |_| {},
    );
    b.assign(result, array);

    b.enter(main);
    let (array, r) = (b.local("b", sort), b.result("r", bv(8)));
    let three = b.terms.bv_u64(3, 8);
    b.call_to(array, f, [three]);
    let last = b.terms.bv_u64(3, 2);
    let last = select(&mut b.terms, array, last);
    b.assign(r, last);
    let (program, terms) = b.finish();
    let outcome = Interpreter::new(&program, &terms).run(&mut (), &mut (), &RunLimits::default());
    let result = Some(BitVecValue::from_u64(3, 8).into());
    assert_eq!(outcome, RunOutcome::Finished { result });
}

/// Arrays are inputs like others: random, recorded, replayed, observed.
#[test]
fn arrays_are_inputs() {
    for (index, element) in [(3, 8), (26, 16), (3, 80), (70, 8)] {
        let mut b = Builder::new();
        b.proc("main");
        let array = b.local("a", Sort::Array { index, element });
        let result = b.result("r", bv(element));
        b.havoc(array);
        let one = b.terms.bv_u64(1, index);
        let read = select(&mut b.terms, array, one);
        b.assign(result, read);
        let (program, terms) = b.finish();
        let mut interpreter = Interpreter::new(&program, &terms);
        let mut inputs = RecordingInputs::new(RandomInputs::new(index.into()));
        let mut steps: Vec<Step> = vec![];
        let limits = RunLimits::default();
        let outcome = interpreter.run(&mut inputs, &mut steps, &limits);
        let given = inputs.into_given();
        let value = given[0].value.as_array();
        let at = value.select(&BitVecValue::one(index)).clone();
        let result = Some(at.into());
        assert_eq!(outcome, RunOutcome::Finished { result });
        assert!(steps.iter().any(|step| matches!(&step.kind,
            StepKind::Input { value: seen, .. } if seen.as_array() == value)));
        let mut replayed = ListInputs::new(given);
        assert_eq!(interpreter.run(&mut replayed, &mut (), &limits), outcome);
    }
}

/// A small deterministic generator (an LCG; the high bits are good enough).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 40).expect("24 bits") % bound
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Random straight-line programs over arrays of every representation, against the evaluator.
#[test]
fn interpreter_and_evaluator_agree() {
    for round in 0..600 {
        let (index, element) = [(2, 8), (22, 8), (2, 70), (66, 8)][round % 4];
        random_program(&mut Random(round as u64), index, element);
    }
}

fn random_program(random: &mut Random, index: u32, element: u32) {
    let mut b = Builder::new();
    b.proc("main");
    let array_sort = Sort::Array { index, element };
    let sorts = [array_sort, bv(index), bv(element), Sort::Bool];
    let mut expected: FxHashMap<SymbolId, Value> = FxHashMap::default();
    let mut vars = vec![];
    let mut pools: [Vec<TermId>; 4] = Default::default();
    for (pool, sort) in pools.iter_mut().zip(sorts) {
        for name in ["x", "y"] {
            let var = b.local(name, sort);
            expected.insert(b.terms.as_symbol(var.term).unwrap(), Value::zero(sort));
            vars.push(var);
            pool.push(var.term);
        }
        if let Sort::BitVec(width) = sort {
            pool.extend((0..4).map(|value| b.terms.bv_u64(value, width)));
        }
    }
    for _ in 0..30 {
        let [arrays, indices, elements, conditions] = &pools;
        let (x, y) = (random.pick(arrays), random.pick(arrays));
        let (i, j) = (random.pick(indices), random.pick(indices));
        let (v, c) = (random.pick(elements), random.pick(conditions));
        let (kind, op, args) = match random.below(10) {
            0..=2 => (0, Op::Store, vec![x, i, v]),
            3 | 4 => (0, Op::Ite, vec![c, x, y]),
            5 if random.below(3) == 0 => (0, Op::ConstArray { index }, vec![v]),
            5 | 6 => (2, Op::Select, vec![x, i]),
            7 => (1, Op::BvAdd, vec![i, j]),
            8 => (3, Op::Eq, vec![i, j]),
            _ => (3, Op::Eq, vec![x, y]),
        };
        let term = b.terms.mk(op, &args);
        pools[kind].push(term);
        if random.below(2) == 0 {
            let var = vars[2 * kind + random.below(2)];
            let value = b.terms.eval(term, &expected);
            b.assign(var, term);
            expected.insert(b.terms.as_symbol(var.term).unwrap(), value);
        }
    }
    let (program, terms) = b.finish();
    let mut interpreter = Interpreter::new(&program, &terms);
    let outcome = interpreter.run(&mut (), &mut (), &RunLimits::default());
    assert_eq!(outcome, RunOutcome::Finished { result: None });
    for (id, var) in program.vars.iter_enumerated() {
        assert_eq!(
            interpreter.value(id),
            expected[&var.symbol],
            "{id:?} of\n{}",
            ferric3_ivl::display_program(&program, &terms)
        );
    }
}

/// A choice among choices, shared so often that it must not be unfolded.
#[test]
fn shared_choices_are_not_unfolded() {
    let mut b = Builder::new();
    b.proc("main");
    let sort = Sort::Array {
        index: 8,
        element: 8,
    };
    let (x, y) = (b.local("x", sort), b.local("y", sort));
    let c = b.local("c", Sort::Bool);
    let mut pair = (x.term, y.term);
    for i in 0..60 {
        let (index, value) = (b.terms.bv_u64(i, 8), b.terms.bv_u64(i + 1, 8));
        let first = b.terms.mk(Op::Ite, &[c.term, pair.0, pair.1]);
        let second = b.terms.mk(Op::Ite, &[c.term, pair.1, pair.0]);
        pair = (b.terms.mk(Op::Store, &[first, index, value]), second);
    }
    let seven = b.terms.bv_u64(7, 8);
    let read = b.terms.mk(Op::Select, &[pair.0, seven]);
    let r = b.result("r", bv(8));
    b.assign(r, read);
    b.assign(x, pair.0);
    let x_symbol = x.id;
    let zeros: FxHashMap<SymbolId, Value> = FxHashMap::default();
    let expected = (b.terms.eval(read, &zeros), b.terms.eval(pair.0, &zeros));
    let (program, terms) = b.finish();
    let mut interpreter = Interpreter::new(&program, &terms);
    let outcome = interpreter.run(&mut (), &mut (), &RunLimits::default());
    let result = Some(expected.0);
    assert_eq!(outcome, RunOutcome::Finished { result });
    assert_eq!(interpreter.value(x_symbol), expected.1);
    assert_ne!(
        expected.1,
        ArrayValue::constant(8, BitVecValue::zero(8)).into()
    );
}
