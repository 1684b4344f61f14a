//! AIGER 1.9, binary or ASCII: the system bit by bit.
//!
//! All latches start with 0: not every reader knows uninitialised ones, so the system should be
//! encoded with [`StartValues::Inputs`](crate::StartValues::Inputs). There is one `bad`. The symbol
//! table names each bit: `x[3]` is bit 3 of `x`, a Bool has no brackets.

use std::fmt::Write as _;

use ferric3_term::{SymbolId, TermId, Terms, Value};

use crate::aig::{Aig, Blaster, Lit};
use crate::names::word;
use crate::transition_system::one_line;
use crate::{Nodes, Problem, TransitionSystem};

/// The two forms of AIGER files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AigerEncoding {
    /// `aig`: compact, and what most tools read best.
    Binary,
    /// `aag`: for people and scripts.
    Ascii,
}

/// The system in AIGER.
///
/// # Panics
/// If a state element has no value to start with, or there is an
/// [obstacle](TransitionSystem::aiger_obstacle).
pub fn aiger(
    problem: &Problem<'_>,
    system: &TransitionSystem,
    terms: &Terms,
    encoding: AigerEncoding,
) -> Vec<u8> {
    let mut blaster = Blaster::new();
    let mut symbols = String::new();
    let mut name = |kind: char, first: usize, symbol: SymbolId, count: usize| {
        let word = word(terms, symbol);
        for bit in 0..count {
            let place = if terms.symbol(symbol).sort.is_bool() {
                String::new()
            } else {
                format!("[{bit}]")
            };
            writeln!(symbols, "{kind}{} {word}{place}", first + bit).expect(FITS);
        }
    };
    let mut inputs = 0;
    for &symbol in &system.inputs {
        let count = blaster.declare(terms, symbol).len();
        name('i', inputs, symbol, count);
        inputs += count;
    }
    let mut latches: Vec<Lit> = Vec::new();
    for state in &system.states {
        let bits = blaster.declare(terms, state.symbol);
        name('l', latches.len(), state.symbol, bits.len());
        latches.extend(bits);
        assert!(starts_with_zero(&state.start), "latches start with 0");
    }
    symbols.push_str("b0 error\n");

    let mut roots: Vec<Lit> = Vec::new();
    for state in &system.states {
        roots.extend(blaster.bits(terms, state.next));
    }
    roots.extend(blaster.bits(terms, system.bad));
    let aig = blaster.aig.trimmed(&mut roots);

    let mut file = File {
        bytes: Vec::new(),
        encoding,
    };
    file.graph(&aig, inputs, &latches, &roots);
    file.bytes.extend_from_slice(symbols.as_bytes());
    file.bytes
        .extend_from_slice(b"c\nFerric3: a program as a circuit.\n");
    for line in system.legend(problem) {
        file.line(&one_line(&line));
    }
    file.bytes
}

/// A formula as gates that go after those of another circuit, given the literals of its symbols, all of
/// which are Boolean, and the greatest variable.
///
/// # Panics
/// If there is an array or a floating-point number in it.
pub fn aiger_gates(
    terms: &Terms,
    formula: TermId,
    symbols: &[(SymbolId, u64)],
    last: u64,
) -> Nodes {
    let mut blaster = Blaster::new();
    for &(symbol, _) in symbols {
        blaster.declare(terms, symbol);
    }
    let mut roots = blaster.bits(terms, formula);
    let aig = blaster.aig.trimmed(&mut roots);
    let literal = |lit: Lit| {
        let variable = match lit.node().checked_sub(symbols.len() + 1) {
            Some(gate) => 2 * (last + 1 + gate as u64),
            None if lit.node() == 0 => 0,
            None => symbols[lit.node() - 1].1,
        };
        variable ^ u64::from(lit.is_negated())
    };
    let gates = aig.gates().iter().enumerate();
    let lines = gates.map(|(number, &[high, low])| {
        let gate = 2 * (last + 1 + number as u64);
        let (a, b) = (literal(high), literal(low));
        format!("{gate} {} {}", a.max(b), a.min(b))
    });
    Nodes {
        lines: lines.collect(),
        last: last + aig.gates().len() as u64,
        formula: literal(roots[0]),
    }
}

/// Writing to a string cannot fail.
const FITS: &str = "a string can be written to";

fn starts_with_zero(start: &Option<Value>) -> bool {
    match start {
        Some(Value::Bool(value)) => !value,
        Some(Value::BitVec(value)) => value.is_zero(),
        _ => false,
    }
}

struct File {
    bytes: Vec<u8>,
    encoding: AigerEncoding,
}

impl File {
    fn line(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
        self.bytes.push(b'\n');
    }

    /// `roots` are the next values of the latches, then `bad`.
    fn graph(&mut self, aig: &Aig, inputs: usize, latches: &[Lit], roots: &[Lit]) {
        let (bad, next) = roots.split_last().expect("there is a bad");
        let first_gate = inputs + latches.len() + 1;
        let gates = aig.gates();
        let greatest = first_gate - 1 + gates.len();
        let ascii = self.encoding == AigerEncoding::Ascii;
        let word = if ascii { "aag" } else { "aig" };
        let counts = format!("{inputs} {} 0 {} 1", latches.len(), gates.len());
        self.line(&format!("{word} {greatest} {counts}"));
        if ascii {
            for input in 1..=inputs {
                self.line(&(2 * input).to_string());
            }
        }
        for (latch, next) in latches.iter().zip(next) {
            let next = next.number();
            if ascii {
                self.line(&format!("{} {next}", latch.number()));
            } else {
                self.line(&next.to_string());
            }
        }
        self.line(&bad.number().to_string());
        for (position, [high, low]) in gates.iter().enumerate() {
            let gate = u32::try_from(2 * (first_gate + position)).expect("a node has a number");
            let (high, low) = (high.number(), low.number());
            if ascii {
                self.line(&format!("{gate} {high} {low}"));
            } else {
                self.delta(gate - high);
                self.delta(high - low);
            }
        }
    }

    /// Seven bits in each byte, least significant first; the top bit says that more follow.
    fn delta(&mut self, mut value: u32) {
        while value >= 0x80 {
            self.bytes.push((value & 0x7f) as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }
}
