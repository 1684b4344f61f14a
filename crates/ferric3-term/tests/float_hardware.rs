//! The evaluator against the machine where Rust has no name for what the machine does: the extended
//! format of x87, and remainders. A small C program does the operations.

mod common;

use std::io::{Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use common::floats::{arity, interesting};
use common::{Rng, rounds};
use ferric3_term::{BitVecValue, FloatFormat, FloatOp, RoundingMode, Value, soft_float};
use ferric3_testkit::{Extra, need};

const F32: FloatFormat = FloatFormat::F32;
const F64: FloatFormat = FloatFormat::F64;
const X87: FloatFormat = FloatFormat::X87;

/// The C program, compiled.
fn oracle() -> PathBuf {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/float_hardware/oracle.c");
    // Its own name, as several tests may run at once.
    let name = format!("float-oracle-{}", std::process::id());
    let binary = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut compiler = Command::new("cc");
    compiler.args(["-O1", "-ffp-contract=off", "-fno-builtin", source, "-o"]);
    let done = compiler.arg(&binary).arg("-lm").output();
    let done = done.expect("there is a C compiler");
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{errors}");
    binary
}

/// In the memory of x86: the extended format has its leading bit there.
fn to_memory(value: &BitVecValue) -> [u8; 16] {
    let mut bytes = [0; 16];
    if value.width() == X87.width() {
        let exponent = value.extract(77, 63).to_u64().unwrap();
        let fraction = value.extract(62, 0).to_u64().unwrap();
        let significand = fraction | u64::from(exponent != 0) << 63;
        let head = u16::try_from(exponent).unwrap() | u16::from(value.sign_bit()) << 15;
        bytes[..8].copy_from_slice(&significand.to_le_bytes());
        bytes[8..10].copy_from_slice(&head.to_le_bytes());
    } else {
        let word = value.to_u64().unwrap();
        bytes[..8].copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// The result, with one encoding for what is not a number.
fn of_memory(op: FloatOp, bytes: &[u8]) -> Value {
    let word = u64::from_le_bytes(bytes[..8].try_into().unwrap());
    let Some(width) = op.result_width() else {
        return (word != 0).into();
    };
    if width != X87.width() {
        let value = BitVecValue::from_u64(word, width);
        return match op.result_format() {
            Some(f) => canonical(f, value).into(),
            None => value.into(),
        };
    }
    let head = u64::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    assert_eq!(
        word >> 63 == 1,
        head & 0x7fff != 0,
        "a leading bit that the exponent does not say"
    );
    let fraction = BitVecValue::from_u64(word & (u64::MAX >> 1), 63);
    let value = BitVecValue::from_u64(head, 16).concat(&fraction);
    canonical(X87, value).into()
}

fn canonical(f: FloatFormat, value: BitVecValue) -> BitVecValue {
    let magnitude = value.extract(f.width() - 2, 0).zero_extend(1);
    if f.infinity().ult(&magnitude) {
        f.nan()
    } else {
        value
    }
}

/// The operations, with their names in the C program.
fn operations() -> Vec<(&'static str, FloatOp)> {
    let integral = |mode| FloatOp::RoundToIntegral(X87, mode);
    vec![
        ("add", FloatOp::Add(X87)),
        ("sub", FloatOp::Sub(X87)),
        ("mul", FloatOp::Mul(X87)),
        ("div", FloatOp::Div(X87)),
        ("fma", FloatOp::Fma(X87)),
        ("sqrt", FloatOp::Sqrt(X87)),
        ("fmod", FloatOp::Fmod(X87)),
        ("remainder", FloatOp::Remainder(X87)),
        ("even", integral(RoundingMode::NearestEven)),
        ("away", integral(RoundingMode::NearestAway)),
        ("up", integral(RoundingMode::Up)),
        ("down", integral(RoundingMode::Down)),
        ("zero", integral(RoundingMode::Zero)),
        ("eq", FloatOp::Eq(X87)),
        ("lt", FloatOp::Lt(X87)),
        ("le", FloatOp::Le(X87)),
        ("to32", FloatOp::Convert { from: X87, to: F32 }),
        ("to64", FloatOp::Convert { from: X87, to: F64 }),
        ("from32", FloatOp::Convert { from: F32, to: X87 }),
        ("from64", FloatOp::Convert { from: F64, to: X87 }),
        ("signed32", to_signed(32)),
        ("signed64", to_signed(64)),
        (
            "unsigned64",
            FloatOp::ToUnsigned {
                from: X87,
                width: 64,
            },
        ),
        ("of_signed64", FloatOp::FromSigned(X87)),
        ("of_unsigned64", FloatOp::FromUnsigned(X87)),
        ("remainder32", FloatOp::Remainder(F32)),
        ("remainder64", FloatOp::Remainder(F64)),
        ("fma32", FloatOp::Fma(F32)),
        ("fma64", FloatOp::Fma(F64)),
    ]
}

fn to_signed(width: u32) -> FloatOp {
    FloatOp::ToSigned { from: X87, width }
}

/// Numbers near each other as well, so that sums cancel and quotients are near one.
fn arguments(op: FloatOp, rng: &mut Rng) -> Vec<BitVecValue> {
    let Some(f) = op.argument_format() else {
        let word = rng.next() >> rng.below(64);
        return vec![BitVecValue::from_u64(word, 64)];
    };
    let mut args: Vec<BitVecValue> = (0..arity(op)).map(|_| interesting(rng, f)).collect();
    if args.len() > 1 && rng.below(6) == 0 {
        let near = BitVecValue::from_u64(rng.next() >> rng.below(64), f.width());
        args[1] = args[0].add(&near);
    }
    args
}

/// So many at a time: both sides fit into memory.
const BATCH: u64 = 100_000;

#[test]
fn the_machine_agrees() {
    if !need(Extra::X86, "the_machine_agrees") {
        return;
    }
    let oracle = oracle();
    let mut rng = Rng(5);
    for (name, op) in operations() {
        let mut left = rounds(10_000);
        while left > 0 {
            let count = left.min(BATCH);
            left -= count;
            let samples: Vec<Vec<BitVecValue>> =
                (0..count).map(|_| arguments(op, &mut rng)).collect();
            let results = run(&oracle, name, &samples);
            for (args, bytes) in samples.iter().zip(results.chunks(16)) {
                let machine = of_memory(op, bytes);
                assert_eq!(soft_float(op, args), machine, "{name} of {args:x?}");
            }
        }
    }
    drop(std::fs::remove_file(oracle));
}

fn run(oracle: &PathBuf, name: &str, samples: &[Vec<BitVecValue>]) -> Vec<u8> {
    let mut input = Vec::with_capacity(48 * samples.len());
    for args in samples {
        let start = input.len();
        for arg in args {
            input.extend(to_memory(arg));
        }
        input.resize(start + 48, 0);
    }
    let mut command = Command::new(oracle);
    command
        .arg(name)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut output = vec![];
    std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(&input).unwrap());
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_to_end(&mut output).unwrap();
    });
    assert!(child.wait().unwrap().success(), "{name}");
    assert_eq!(output.len(), 16 * samples.len(), "{name}");
    output
}
