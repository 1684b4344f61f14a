//! Systems with and without locations for their counters, by visiting all states.

use std::collections::BTreeSet;

use ferric3_ivl::SplitMix64;
use ferric3_term::{BitVecValue, Evaluator, Sort, SymbolId, Terms, Value};
use rustc_hash::FxHashMap;

use super::recover;
use crate::horn;
use crate::sexpr::SExprs;
use crate::system::System;
use crate::text::Text;

/// The properties that can be violated, by trying all inputs in all states.
fn violated(system: &System, terms: &Terms) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut seen: BTreeSet<(usize, Vec<u64>)> = BTreeSet::new();
    let mut open: Vec<(Option<usize>, Vec<u64>)> = vec![(None, Vec::new())];
    while let Some((at, state)) = open.pop() {
        let vars = at.map_or(&[][..], |at| &system.locations[at].vars);
        let known: FxHashMap<SymbolId, Value> = vars
            .iter()
            .zip(&state)
            .map(|(var, &bits)| (var.symbol, value(terms, var.symbol, bits)))
            .collect();
        for query in system.queries.iter().filter(|query| Some(query.at) == at) {
            for_all(terms, &query.inputs, &known, &mut |values| {
                if query
                    .guard
                    .iter()
                    .all(|&part| terms.eval(part, values).as_bool())
                {
                    found.insert(query.property);
                }
            });
        }
        for clause in system.clauses.iter().filter(|clause| clause.from == at) {
            for_all(terms, &clause.inputs, &known, &mut |values| {
                let mut evaluator = Evaluator::new();
                let mut get = |t| evaluator.eval(terms, values, t);
                if clause.guard.iter().all(|&part| get(part).as_bool()) {
                    let next: Vec<u64> = clause.values.iter().map(|&v| bits(&get(v))).collect();
                    if seen.insert((clause.to, next.clone())) {
                        open.push((Some(clause.to), next));
                    }
                }
            });
        }
    }
    found
}

fn value(terms: &Terms, symbol: SymbolId, bits: u64) -> Value {
    match terms.symbol(symbol).sort {
        Sort::BitVec(width) => Value::BitVec(BitVecValue::from_u64(bits, width)),
        _ => Value::Bool(bits == 1),
    }
}

fn bits(value: &Value) -> u64 {
    match value {
        Value::Bool(value) => u64::from(*value),
        value => value.as_bv().to_u64().expect("small"),
    }
}

fn for_all(
    terms: &Terms,
    inputs: &[SymbolId],
    known: &FxHashMap<SymbolId, Value>,
    then: &mut dyn FnMut(&FxHashMap<SymbolId, Value>),
) {
    let width = |symbol: SymbolId| terms.symbol(symbol).sort.width().unwrap_or(1);
    let all: u32 = inputs.iter().map(|&input| width(input)).sum();
    for mut number in 0..1u64 << all {
        let mut values = known.clone();
        for &input in inputs {
            let own = number & ((1 << width(input)) - 1);
            values.insert(input, value(terms, input, own));
            number >>= width(input);
        }
        then(&values);
    }
}

/// Clauses over two bits of a counter and a word of two bits.
fn clauses(random: &mut SplitMix64) -> String {
    let literal = |random: &mut SplitMix64, name: &str| match random.below(7) {
        0 => String::new(),
        1..=3 => name.to_owned(),
        _ => format!("(not {name})"),
    };
    let mut text = "(set-logic HORN)\n(declare-fun s (Bool Bool (_ BitVec 2)) Bool)\n".to_owned();
    let binders = "((p Bool) (q Bool) (x (_ BitVec 2)) (p1 Bool) (q1 Bool) (x1 (_ BitVec 2)))";
    let start = random.below(4);
    text.push_str(&format!(
        "(assert (s {} false (_ bv{start} 2)))\n",
        start > 1
    ));
    let mut edges = Vec::new();
    for _ in 0..3 + random.below(5) {
        let ask: Vec<String> = ["p", "q"]
            .iter()
            .map(|name| literal(random, name))
            .collect();
        let go: Vec<String> = ["p1", "q1"]
            .iter()
            .map(|name| literal(random, name))
            .collect();
        let constant = random.below(4);
        let effect = [
            "(= x1 x)".to_owned(),
            format!("(= x1 (bvadd x (_ bv{constant} 2)))"),
            format!("(ite (= x (_ bv{constant} 2)) (= x1 (_ bv0 2)) (= x1 (bvneg x)))"),
            format!("(bvult x (_ bv{constant} 2))"),
        ][random.below(4) as usize]
            .clone();
        edges.push(format!(
            "(and true {} {} {effect})",
            ask.join(" "),
            go.join(" ")
        ));
    }
    // Also as implications, which may say nothing about a place.
    let implied = |edge: &String| {
        format!(
            "(or (not (= p {})) (not q) {edge})",
            edge.len().is_multiple_of(2)
        )
    };
    let relation = match random.below(3) {
        0 => {
            // Few of them: what is no counter is chosen by inputs, and all of these are tried.
            let parts: Vec<String> = edges.iter().take(2).map(implied).collect();
            format!("(and true {})", parts.join(" "))
        }
        _ => format!("(or false {})", edges.join(" ")),
    };
    text.push_str(&format!(
        "(assert (forall {binders} (=> (and (s p q x) {relation}) (s p1 q1 x1))))\n"
    ));
    for _ in 0..3 {
        let (constant, bit) = (random.below(4), random.below(2));
        let asked = ["p", "(not p)"][bit as usize];
        text.push_str(&format!(
            "(assert (forall {binders} (=> (and (s p q x) q {asked} (= x (_ bv{constant} 2))) false)))\n"
        ));
    }
    text
}

#[test]
fn locations_change_nothing_that_can_be_asked() {
    let mut random = SplitMix64::new(1);
    let (mut split, mut reached) = (0, 0);
    for _ in 0..400 {
        let text = clauses(&mut random);
        let exprs = SExprs::parse(Text::new(&text)).expect("well-formed");
        let (horn, mut terms) = horn::read(exprs).expect("well-sorted");
        let system = horn::system(&horn, &mut terms).expect("no arrays");
        let before = violated(&system, &terms);
        let count = system.locations.len();
        let recovered = recover(system, &mut terms);
        assert_eq!(before, violated(&recovered, &terms), "{text}");
        split += usize::from(recovered.locations.len() > count);
        reached += usize::from(!before.is_empty());
    }
    assert!(
        split > 50 && reached > 50,
        "{split} split, {reached} reached"
    );
}

/// Without the guard's question, the next value alone says that it is a counter.
#[test]
fn a_counter_by_conditions_is_found() {
    let text = "1 sort bitvec 4\n2 sort bitvec 1\n3 zero 1\n4 one 1\n5 constd 1 7\n\
                6 state 1 pc\n7 init 1 6 3\n8 eq 2 6 3\n9 eq 2 6 4\n10 ite 1 9 5 6\n\
                11 ite 1 8 4 10\n12 next 1 6 11\n13 eq 2 6 5\n14 bad 13\n";
    let (system, mut terms, _) = crate::btor2::read(&Text::new(text)).expect("well-formed");
    let recovered = recover(system, &mut terms);
    let names: Vec<&str> = recovered
        .locations
        .iter()
        .map(|l| l.name.as_str())
        .collect();
    assert_eq!(names, ["system@0", "system@1", "system@7"]);
    assert_eq!(violated(&recovered, &terms), BTreeSet::from([0]));
}
