//! Formulas taken apart into atoms: the Bools that no connective is above of.

use ferric3_term::{Op, Sort, TermId, Terms};
use rustc_hash::FxHashSet;

/// The atoms of a formula, each once, in the order in which they are met. Conditions of `ite`s inside
/// atoms are taken apart as well: they say which of its two meanings an atom has.
pub(crate) fn atoms(terms: &Terms, formula: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut open = vec![formula];
    while let Some(t) = open.pop() {
        if !seen.insert(t) {
            continue;
        }
        let args = terms.args(t);
        let is_bool = |t: &TermId| terms.sort(*t) == Sort::Bool;
        match terms.op(t) {
            Op::True | Op::False => {}
            Op::Not | Op::And | Op::Or | Op::Xor => open.extend(args.iter().rev()),
            Op::Eq | Op::Ite if args.iter().all(is_bool) => open.extend(args.iter().rev()),
            _ => {
                let inside = terms.subterms(t);
                let choices = inside.iter().filter(|&&s| *terms.op(s) == Op::Ite);
                open.extend(choices.map(|&choice| terms.args(choice)[0]));
                found.push(t);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connectives_are_taken_apart_and_choices_too() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.fresh_symbol(name, Sort::BitVec(8)).1);
        let b = terms.fresh_symbol("b", Sort::Bool).1;
        let below = terms.bv_ult(x, y);
        let smaller = terms.ite(below, x, y);
        let five = terms.bv_u64(5, 8);
        let is_five = terms.eq(smaller, five);
        let not_b = terms.not(b);
        let formula = terms.and(&[is_five, not_b]);
        let formula = terms.or(&[formula, below]);
        let mut found = atoms(&terms, formula);
        found.sort_unstable();
        let mut wanted = vec![b, below, is_five];
        wanted.sort_unstable();
        assert_eq!(found, wanted);
    }
}
