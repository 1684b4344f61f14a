//! Small programs with errors that few inputs lead to.

use ferric3_ivl::builder::{Builder, Operand, bv};
use ferric3_ivl::{Inputs, Program, RandomInputs, SplitMix64};
use ferric3_sat::Interrupt;
use ferric3_term::{FloatFormat, FloatOp, Op, Terms, Value};

use super::flow::Flow;
use super::layout::Layouts;
use super::player::{Mood, Player};
use super::*;

/// A record of a double, a padding of 56 bits, a byte and a double that nobody compares.
fn record() -> (Program, Terms) {
    let mut b = Builder::new();
    b.proc("main");
    let record = b.local("record", bv(192));
    let copy = b.local("copy", bv(192));
    let fields = [(63, 0), (71, 64), (191, 128)];
    let [x, flag, y] = fields.map(|(hi, lo)| b.local("field", bv(hi - lo + 1)));
    b.havoc(record);
    b.assign(copy, record);
    for (var, (hi, lo)) in [x, flag, y].into_iter().zip(fields) {
        let whole = b.term(copy, bv(192));
        let field = b.terms.mk(Op::Extract { hi, lo }, &[whole]);
        b.assign(var, field);
    }
    let limit = b
        .terms
        .bv(ferric3_term::BitVecValue::from_u64(42.5f64.to_bits(), 64));
    let is_below = |b: &mut Builder, var| {
        let var = b.term(var, bv(64));
        let lt = Op::Float(FloatOp::Lt(FloatFormat::F64));
        b.terms.mk(lt, &[var, limit])
    };
    let below = is_below(&mut b, x);
    b.assert(below.expr() | flag.ult(200) | y.is(0));
    b.finish()
}

/// Counts cycles in which the input is 4711, up to three of them one after the other.
fn thrice() -> (Program, Terms) {
    let mut b = Builder::new();
    b.proc("main");
    let (key, other, count) = (
        b.local("key", bv(32)),
        b.local("other", bv(32)),
        b.local("count", bv(32)),
    );
    b.assign(count, 0);
    b.while_(true, |b| {
        b.havoc(key);
        b.havoc(other);
        b.if_(
            key.is(4711),
            |b| b.assign(count, count + 1),
            |b| b.assign(count, 0),
        );
        b.assert(count.ult(3));
    });
    b.finish()
}

fn small() -> SimulateOptions {
    SimulateOptions {
        effort: 1_000_000,
        ..SimulateOptions::default()
    }
}

#[test]
fn a_palette_has_the_constants_of_comparisons_and_their_neighbours() {
    let (program, terms) = thrice();
    let mut layouts = Layouts::new(&program, &terms);
    let mut inputs = program.inputs.ids();
    let key = layouts.get(inputs.next().unwrap());
    let values = key.fields[0].palette.values();
    for wanted in [
        0,
        1,
        0xffff_ffff,
        0x8000_0000,
        0x7fff_ffff,
        4710,
        4711,
        4712,
    ] {
        assert!(values.contains(&wanted), "{wanted}");
    }
    // What is not compared with it is nothing special for the other input.
    let flow = Flow::new(&program, &terms);
    let other = program.vars.ids().nth(1).unwrap();
    assert!(flow.about(other, None).0.is_empty());
}

#[test]
fn a_wide_input_has_the_fields_that_the_program_takes_out_of_it() {
    let (program, terms) = record();
    let mut layouts = Layouts::new(&program, &terms);
    let layout = layouts.get(program.inputs.ids().next().unwrap());
    let fields: Vec<(u32, u32)> = layout.fields.iter().map(|f| (f.lo, f.width)).collect();
    assert_eq!(fields, [(0, 64), (64, 8), (128, 64)]);
    let x = layout.fields[0].palette.values();
    for wanted in [
        42.5,
        42.5f64.next_up(),
        42.5f64.next_down(),
        0.0,
        f64::INFINITY,
    ] {
        assert!(x.contains(&wanted.to_bits()), "{wanted}");
    }
    assert!(layout.fields[1].palette.values().contains(&199));
    let mut random = SplitMix64::new(3);
    let values: Vec<u64> = layout
        .fields
        .iter()
        .map(|f| f.palette.draw(&mut random))
        .collect();
    assert_eq!(layout.split(&layout.value(&values)), values);
}

#[test]
fn a_run_that_holds_keeps_to_its_values() {
    let (program, terms) = thrice();
    let layouts = Layouts::new(&program, &terms);
    let mut player = Player::new(layouts, program.inputs.len(), 1);
    let mood = Mood {
        values: 4,
        hold: 16,
        calm: 0,
    };
    player.begin(vec![], mood, None);
    let input = program.inputs.ids().next().unwrap();
    let mut next = || player.next(input, &program.inputs[input]);
    let first = next();
    assert!((0..20).all(|_| next() == first));
}

#[test]
fn same_seed_same_runs() {
    let (program, terms) = record();
    let result = |seed| {
        let options = SimulateOptions { seed, ..small() };
        let simulated = simulate(&program, &terms, options, &Interrupt::new()).unwrap();
        let inputs = simulated
            .violations
            .first()
            .map(|replay| replay.inputs().to_vec());
        (inputs, simulated.stats)
    };
    let results: Vec<_> = (0..10).map(result).collect();
    assert_eq!(result(1), results[1]);
    // Not every seed has luck, and hardly two have the same.
    let found = results.iter().filter(|(inputs, _)| inputs.is_some());
    assert!(found.count() >= 8);
    let mut runs: Vec<u64> = results.iter().map(|(_, stats)| stats.runs).collect();
    runs.sort_unstable();
    runs.dedup();
    assert!(runs.len() > 1);
}

#[test]
fn a_violation_is_found_and_shortened() {
    let (program, terms) = thrice();
    for seed in 0..10 {
        let options = SimulateOptions { seed, ..small() };
        let simulated = simulate(&program, &terms, options, &Interrupt::new()).unwrap();
        let replay = simulated.violations.first().expect("it is not hidden");
        let values: Vec<Value> = replay.inputs().iter().map(|i| i.value.clone()).collect();
        let number = |n| Value::from(ferric3_term::BitVecValue::from_u64(n, 32));
        assert_eq!(values, [4711, 0, 4711, 0, 4711, 0].map(number));
    }
}

/// Reads an input, and a value that is known only roughly; the violation may depend on it.
fn rough(decides: bool) -> (Program, Terms) {
    let mut b = Builder::new();
    b.proc("main");
    let (key, rough, kept) = (
        b.local("key", bv(32)),
        b.local("rough", bv(32)),
        b.local("kept", bv(32)),
    );
    let input = b.havoc(rough);
    b.havoc(key);
    b.assign(kept, key + rough);
    if decides {
        b.assume(kept.is(7));
    }
    b.assert(key.differs(4711));
    let (mut program, terms) = b.finish();
    let sin = ferric3_ivl::InputSource::Approximated("sin".to_owned());
    program.inputs[input].source = sin;
    (program, terms)
}

#[test]
fn rough_values_may_be_read_but_decide_nothing() {
    for seed in 0..5 {
        for decides in [false, true] {
            let (program, terms) = rough(decides);
            let options = SimulateOptions { seed, ..small() };
            let simulated = simulate(&program, &terms, options, &Interrupt::new()).unwrap();
            assert_eq!(!simulated.violations.is_empty(), !decides, "{seed}");
        }
    }
}

/// A violation that depends on a rough value is none, even if somebody has found it.
#[test]
fn rough_values_that_decide_are_not_replayed() {
    for decides in [false, true] {
        let (program, terms) = rough(decides);
        let mut values = [(7 - 4711i64), 4711].into_iter();
        let inputs = program
            .inputs
            .ids()
            .map(|input| ferric3_ivl::RecordedInput {
                input,
                value: ferric3_term::BitVecValue::from_i64(values.next().unwrap(), 32).into(),
            });
        let property = program.properties.ids().next().unwrap();
        let replayed = replay_inputs(&program, &terms, inputs.collect(), property);
        let first = program.inputs.ids().next().unwrap();
        match replayed {
            Ok(_) => assert!(!decides),
            Err(error) => {
                assert!(decides);
                assert_eq!(error, crate::ReplayError::MayNotExist(first));
            }
        }
    }
}

#[test]
fn chosen_inputs_are_those_of_the_seed_and_worth_a_try() {
    let (program, terms) = thrice();
    let key = program.inputs.ids().next().unwrap();
    let site = &program.inputs[key];
    let values = |seed| {
        let mut chosen = ChosenInputs::new(&program, &terms, seed);
        let values: Vec<Value> = (0..50).filter_map(|_| chosen.next(key, site)).collect();
        values
    };
    let wanted = Value::from(ferric3_term::BitVecValue::from_u64(4711, 32));
    assert_eq!(values(3), values(3));
    let hits = (0..50).filter(|&seed| values(seed).contains(&wanted));
    assert!(hits.count() >= 5);
}

#[test]
fn nothing_is_found_where_nothing_is() {
    let mut b = Builder::new();
    b.proc("main");
    let x = b.local("x", bv(8));
    b.while_(true, |b| {
        b.havoc(x);
        b.assert(x.ule(255));
    });
    let (program, terms) = b.finish();
    let options = SimulateOptions::first();
    let simulated = simulate(&program, &terms, options, &Interrupt::new()).unwrap();
    assert!(simulated.violations.is_empty());
    assert!(matches!(simulated.reason, UnknownReason::NotFound { .. }));
    // It has shown all that it does, and more of it would cost time.
    assert!(simulated.stats.steps < options.effort / 2);
}

#[test]
fn an_interrupt_ends_it() {
    let (program, terms) = record();
    let interrupt = Interrupt::new();
    interrupt.raise();
    let simulated = simulate(&program, &terms, small(), &interrupt).unwrap();
    assert_eq!(simulated.reason, UnknownReason::Interrupted);
    assert_eq!(simulated.stats.runs, 1);
}

#[test]
fn plain_random_inputs_do_not_find_it() {
    let (program, terms) = thrice();
    let mut interpreter = ferric3_ivl::Interpreter::new(&program, &terms);
    let limits = ferric3_ivl::RunLimits::steps(20_000);
    for seed in 0..5 {
        let outcome = interpreter.run(&mut RandomInputs::new(seed), &mut (), &limits);
        assert_eq!(outcome, ferric3_ivl::RunOutcome::StepLimit);
    }
}
