//! Certificates of circuits: the circuit itself with a stronger property that one step of induction proves.
//!
//! With `I` the invariant, `bad ∨ ¬I` stands in place of each `bad` that was asked for. Everything else
//! is as in the file: state elements, values to start with, next values, constraints. So whoever
//! trusts that this is the same circuit needs two queries: no state to start with is bad, and no
//! state that is not bad has a bad successor (all under the constraints).

use std::fmt::Write as _;

use super::{Added, Leaves, Origin};
use crate::Format;

/// Writing to a string cannot fail.
const FITS: &str = "a string can be written to";

pub(super) fn leaves(origin: &Origin) -> Leaves {
    match origin.format {
        Format::Aiger => {
            let (bits, circuit) = (&origin.bits, &origin.bits.circuit);
            let literals = circuit.latches.iter().map(|latch| latch[0]);
            Leaves {
                numbers: bits.symbols.iter().copied().zip(literals).collect(),
                last: circuit.variables,
            }
        }
        _ => {
            let states = origin.words.states.iter();
            Leaves {
                numbers: states.map(|state| (state.symbol, state.node)).collect(),
                last: origin.words.last,
            }
        }
    }
}

pub(super) fn certificate(origin: &Origin, added: &Added) -> String {
    match origin.format {
        Format::Aiger => aiger(origin, added),
        _ => btor2(origin, added),
    }
}

/// The lines of the file but for `bad`, then what was added, then `bad` again.
fn btor2(origin: &Origin, added: &Added) -> String {
    let words = &origin.words;
    let mut text = String::new();
    let mut at = 0;
    for bad in &words.bad_lines {
        text.push_str(&origin.text[at..bad.place.start]);
        at = bad.place.end;
    }
    text.push_str(&origin.text[at..]);
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(
        "; Ferric3: an inductive invariant, and that it is violated in place of each `bad`.\n",
    );
    for line in &added.lines {
        writeln!(text, "{line}").expect(FITS);
    }
    let mut last = added.last;
    let mut number = || {
        last += 1;
        last
    };
    let (sort, violated) = (number(), number());
    writeln!(text, "{sort} sort bitvec 1").expect(FITS);
    writeln!(text, "{violated} not {sort} {}", added.formula).expect(FITS);
    for &bad in &words.bads {
        let (node, mark) = (number(), number());
        let old = words.bad_lines[bad].node;
        writeln!(text, "{node} or {sort} {old} {violated}").expect(FITS);
        writeln!(text, "{mark} bad {node} bad_{bad}_or_not_invariant").expect(FITS);
    }
    text
}

/// All literals of the file, and gates after its own.
fn aiger(origin: &Origin, added: &Added) -> String {
    let circuit = &origin.bits.circuit;
    let asked = &origin.bits.bads;
    let mut last = added.last;
    let mut gates = String::new();
    let mut bads = Vec::new();
    for &bad in asked {
        last += 1;
        // ¬(¬bad ∧ I).
        let (good, formula) = (circuit.bads[bad] ^ 1, added.formula);
        let (high, low) = (good.max(formula), good.min(formula));
        writeln!(gates, "{} {high} {low}", 2 * last).expect(FITS);
        bads.push(2 * last + 1);
    }
    let (inputs, latches) = (&circuit.inputs, &circuit.latches);
    let count = circuit.gates.len() + added.lines.len() + asked.len();
    let mut text = format!(
        "aag {last} {} {} 0 {count} {}",
        inputs.len(),
        latches.len(),
        bads.len()
    );
    if !circuit.constraints.is_empty() {
        write!(text, " {}", circuit.constraints.len()).expect(FITS);
    }
    text.push('\n');
    for input in inputs {
        writeln!(text, "{input}").expect(FITS);
    }
    for [latch, next, reset] in latches {
        match reset {
            0 => writeln!(text, "{latch} {next}"),
            _ => writeln!(text, "{latch} {next} {reset}"),
        }
        .expect(FITS);
    }
    for literal in bads.iter().chain(&circuit.constraints) {
        writeln!(text, "{literal}").expect(FITS);
    }
    for [gate, left, right] in &circuit.gates {
        writeln!(text, "{gate} {left} {right}").expect(FITS);
    }
    for line in &added.lines {
        writeln!(text, "{line}").expect(FITS);
    }
    text.push_str(&gates);
    for (position, bad) in asked.iter().enumerate() {
        writeln!(text, "b{position} bad_{bad}_or_not_invariant").expect(FITS);
    }
    text.push_str("c\nFerric3: the circuit with an inductive invariant.\n");
    text
}
