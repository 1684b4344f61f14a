//! Runs as witnesses of BTOR2 and AIGER.

use std::fmt::Write as _;

use ferric3_ivl::RecordedInput;
use ferric3_term::{ArrayValue, BitVecValue, SymbolId, Value};

use super::Origin;
use super::walk::{Values, frames};
use crate::aiger::Start;

/// Writing to a string cannot fail.
const FITS: &str = "a string can be written to";

/// Arrays with more index bits are not written element by element.
const MAX_INDEX_BITS: u32 = 10;

/// What is read in each step, the first of which arrives at the location.
fn read(origin: &Origin, inputs: &[RecordedInput]) -> Vec<Values> {
    let frames = frames(origin, inputs).into_iter();
    frames.map(|frame| frame.inputs).collect()
}

/// A witness of BTOR2: state elements where they may have any value, and all inputs.
pub(super) fn btor2(origin: &Origin, property: usize, inputs: &[RecordedInput]) -> Option<String> {
    let words = &origin.words;
    let frames = read(origin, inputs);
    let mut text = format!("sat\nb{}\n", words.bads[property]);
    for (number, frame) in frames[1..].iter().enumerate() {
        // What is read before an arrival is the state after it.
        let before = &frames[number];
        let mut lines = String::new();
        for (position, state) in words.states.iter().enumerate() {
            let symbol = if number == 0 {
                state.start
            } else {
                state.after
            };
            if let Some(value) = symbol.and_then(|symbol| before.get(&symbol)) {
                assignment(&mut lines, position, value, &state.name, number)?;
            }
        }
        if number == 0 || !lines.is_empty() {
            write!(text, "#{number}\n{lines}").expect(FITS);
        }
        writeln!(text, "@{number}").expect(FITS);
        for (position, (symbol, name)) in words.inputs.iter().enumerate() {
            if let Some(value) = frame.get(symbol) {
                assignment(&mut text, position, value, name, number)?;
            }
        }
    }
    text.push_str(".\n");
    Some(text)
}

/// A line for a value, or a line for each element of an array. `None`: it would be too many.
fn assignment(
    text: &mut String,
    position: usize,
    value: &Value,
    name: &str,
    frame: usize,
) -> Option<()> {
    match value {
        Value::Bool(bit) => {
            writeln!(text, "{position} {} {name}@{frame}", u8::from(*bit)).expect(FITS);
        }
        Value::BitVec(word) => {
            writeln!(text, "{position} {} {name}@{frame}", digits(word)).expect(FITS);
        }
        Value::Array(array) => {
            for (index, element) in elements(array)? {
                let (index, element) = (digits(&index), digits(&element));
                writeln!(text, "{position} [{index}] {element} {name}@{frame}").expect(FITS);
            }
        }
        // No sort of BTOR2.
        _ => return None,
    }
    Some(())
}

/// The elements to list: what is not listed is 0.
fn elements(array: &ArrayValue) -> Option<Vec<(BitVecValue, BitVecValue)>> {
    let listed = array.entries();
    if array.default_element().is_zero() {
        return Some(listed.map(|(i, e)| (i.clone(), e.clone())).collect());
    }
    let ferric3_term::Sort::Array { index, .. } = array.sort() else {
        return None;
    };
    if index > MAX_INDEX_BITS {
        return None;
    }
    let all = (0..1u64 << index).map(|number| BitVecValue::from_u64(number, index));
    Some(all.map(|i| (i.clone(), array.select(&i).clone())).collect())
}

fn digits(word: &BitVecValue) -> String {
    let bits = (0..word.width()).rev();
    bits.map(|bit| if word.bit(bit) { '1' } else { '0' })
        .collect()
}

/// A witness of AIGER: the latches in the beginning, then the inputs of each step.
pub(super) fn aiger(origin: &Origin, property: usize, inputs: &[RecordedInput]) -> Option<String> {
    let bits = &origin.bits;
    let frames = read(origin, inputs);
    let is_set = |frame: &Values, symbol: &SymbolId| frame.get(symbol) == Some(&Value::Bool(true));
    let digit = |bit: bool| if bit { '1' } else { '0' };
    let mut text = format!("1\nb{}\n", bits.bads[property]);
    let latches = bits.latches.iter().map(|start| match start {
        Start::Value(value) => digit(*value),
        Start::Any(symbol) => digit(is_set(&frames[0], symbol)),
    });
    text.extend(latches);
    text.push('\n');
    for frame in &frames[1..] {
        text.extend(
            bits.inputs
                .iter()
                .map(|symbol| digit(is_set(frame, symbol))),
        );
        text.push('\n');
    }
    text.push_str(".\n");
    Some(text)
}
