//! Where formulas have a value although parts of them have none.
//!
//! A step of a file is a relation `R(x, w, x')`. Where a partial function has no value, its symbol `u` in `R` may be anything, so
//! a step is *certain* if `R` holds whatever `u` is, and an *obstacle* if that depends on `u`. The reader makes two relations
//! of `R`: `R ∧ D`, which is a step, and `R ∧ ¬D`, which nothing may satisfy: a property of kind *unsupported*. `D`
//! implies that `R` does not depend on any `u`:
//!
//! ```text
//! D(u)            = the function has a value, and D of its arguments
//! D(ite(c, a, b)) = D(c) ∧ ite(c, D(a), D(b))
//! D(a ∧ b)        = D(a) ∧ D(b)  ∨  D(a) ∧ ¬a  ∨  D(b) ∧ ¬b
//! D(f(a, b))      = D(a) ∧ D(b)
//! ```
//!
//! So `(ite (> x 0) (log x) 0)` has a value everywhere. With a proof that no step is an obstacle, the file is right for
//! *every* choice of values; and a run along certain steps violates the property for every choice. Anything else would
//! be a guess: a value that our terms happen to have, such as `x / 0 = 0`, may be what makes a file safe.

use ferric3_term::{Op, TermId, Terms};
use rustc_hash::FxHashMap;

use super::functions::Functions;

/// `D` of all these formulas and values, as conjuncts.
pub(crate) fn defined(terms: &mut Terms, functions: &Functions, roots: &[TermId]) -> Vec<TermId> {
    let mut found: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut stack: Vec<(TermId, bool)> = roots.iter().map(|&root| (root, false)).collect();
    while let Some((term, is_ready)) = stack.pop() {
        if found.contains_key(&term) {
            continue;
        }
        let value = (terms.as_symbol(term)).and_then(|symbol| functions.value_of(symbol));
        let parts = match value {
            Some(value) => value.args.clone(),
            None => terms.args(term).to_vec(),
        };
        if !is_ready {
            stack.push((term, true));
            stack.extend(parts.into_iter().map(|part| (part, false)));
            continue;
        }
        let of_parts: Vec<TermId> = parts.iter().map(|part| found[part]).collect();
        let condition = match value {
            Some(value) => {
                let all: Vec<TermId> = of_parts.into_iter().chain(value.condition).collect();
                terms.and(&all)
            }
            None => of_operation(terms, term, &parts, &of_parts),
        };
        found.insert(term, condition);
    }
    let mut conjuncts = Vec::new();
    for root in roots {
        let condition = found[root];
        match terms.op(condition) {
            Op::True => {}
            Op::And => conjuncts.extend_from_slice(terms.args(condition)),
            _ => conjuncts.push(condition),
        }
    }
    conjuncts.sort_unstable();
    conjuncts.dedup();
    conjuncts
}

fn of_operation(terms: &mut Terms, term: TermId, args: &[TermId], of_args: &[TermId]) -> TermId {
    let all = terms.and(of_args);
    if terms.as_bool(all) == Some(true) {
        return all;
    }
    // One argument may say it whatever the others are.
    let decides = match terms.op(term) {
        Op::Ite => {
            let side = terms.ite(args[0], of_args[1], of_args[2]);
            return terms.and(&[of_args[0], side]);
        }
        Op::And => false,
        Op::Or => true,
        _ => return all,
    };
    let mut ways = vec![all];
    for (&arg, &of_arg) in args.iter().zip(of_args) {
        let is_so = match decides {
            true => arg,
            false => terms.not(arg),
        };
        ways.push(terms.and(&[of_arg, is_so]));
    }
    terms.or(&ways)
}

#[cfg(test)]
mod tests {
    use ferric3_term::{SymbolId, Value};

    use super::*;
    use crate::sexpr::SExprs;
    use crate::smt::{Entry, Reader};
    use crate::text::Text;
    use ferric3_term::{Rational, Sort};

    /// At all small points: where `D` holds, the formula is the same for several values of what has none. Counts the points
    /// where it holds although something has no value.
    fn try_points(text: &str) -> u32 {
        let text = format!("(declare x) (declare y) {text}");
        let exprs = SExprs::parse(Text::new(&text)).expect("well-formed");
        let commands = exprs.commands.clone();
        let mut reader = Reader::new(exprs);
        let mut symbols = Vec::new();
        for (&command, name) in commands.iter().zip(["x", "y"]) {
            let name_expr = reader.exprs.list(command).expect("a list")[1];
            let (symbol, term) = reader.terms.fresh_symbol(name, Sort::Int);
            reader.declare(name_expr, Entry::Term(term)).expect("new");
            symbols.push(symbol);
        }
        let formula = reader.formula(commands[2]).expect("a formula");
        let functions = std::mem::take(&mut reader.functions);
        let terms = &mut reader.terms;
        let condition = defined(terms, &functions, &[formula]);
        let condition = terms.and(&condition);
        let (besides, values) = functions.besides(terms, &[formula], None);
        let besides = terms.and(&besides);
        let mut saved = 0;
        for (x, y) in (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x, y))) {
            let mut answers = Vec::new();
            let mut holds = false;
            let count = 7_i64.pow(values.len() as u32);
            for number in 0..count {
                let at = |symbol: SymbolId| {
                    let place = values.iter().position(|&value| value == symbol);
                    Value::Int(match place {
                        Some(place) => Rational::from(number / 7_i64.pow(place as u32) % 7 - 3),
                        None => Rational::from(if symbol == symbols[0] { x } else { y }),
                    })
                };
                if terms.eval(besides, &at).as_bool() {
                    holds |= terms.eval(condition, &at).as_bool();
                    answers.push(terms.eval(formula, &at).as_bool());
                }
            }
            assert!(!answers.is_empty(), "{text} {x} {y}");
            let is_same = answers.iter().all(|answer| *answer == answers[0]);
            assert!(is_same || !holds, "{text} {x} {y}");
            saved += u32::from(holds && answers.len() > 1);
        }
        saved
    }

    #[test]
    fn formulas_do_not_depend_on_what_has_no_value() {
        for (text, saves) in [
            ("(= (div x y) 1)", false),
            ("(and (> y 0) (= (div x y) 1))", true),
            ("(=> (distinct y 0) (= (mod x y) 1))", true),
            ("(= x (ite (= y 0) 5 (div 2 y)))", true),
            ("(or (= x 1) (< (div 2 y) (mod 1 x)))", true),
            ("(not (and (= x 2) (xor (= y 0) (= (div x y) 0))))", true),
            ("(= (div 2 (div 2 x)) y)", false),
        ] {
            assert_eq!(try_points(text) > 0, saves, "{text}");
        }
    }
}
