//! What many values have in common is computed once.
//!
//! The next states of a circuit share most of their terms. Everything behind the importer looks at one assignment
//! after the other, so it would look at the shared terms once for each of them: thousands of assignments, tens
//! of thousands of terms. Where that is too much, terms that are used more than once and are not small become
//! variables of their own, so that all assignments together are about as large as the circuit.

use ferric3_term::{SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

/// Values are taken apart if there are more of them, times terms, than this.
const TOO_MUCH: usize = 1_000_000;
/// A term with fewer subterms, written out, is not shared.
const SMALL: usize = 48;

/// A term that got a name.
pub(crate) struct Part {
    pub(crate) symbol: SymbolId,
    pub(crate) value: TermId,
}

/// Values over parts, and the parts, each of which is over those before it. Values that are small enough together
/// stay as they are.
pub(crate) fn take_apart(terms: &mut Terms, values: &mut [TermId]) -> Vec<Part> {
    let subterms = terms.subterms_of_all(values);
    if values.len().saturating_mul(subterms.len()) <= TOO_MUCH {
        return Vec::new();
    }
    let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
    let arguments = subterms.iter().flat_map(|&t| terms.args(t));
    for &used in arguments.chain(&*values) {
        *uses.entry(used).or_default() += 1;
    }
    let mut parts = Vec::new();
    // By term: what it is over parts, and how large that is if it is written out.
    let mut new: FxHashMap<TermId, (TermId, usize)> = FxHashMap::default();
    for &t in &subterms {
        let args: Vec<(TermId, usize)> = terms.args(t).iter().map(|arg| new[arg]).collect();
        let size = args
            .iter()
            .fold(1usize, |sum, &(_, size)| sum.saturating_add(size));
        let args: Vec<TermId> = args.into_iter().map(|(arg, _)| arg).collect();
        let value = match args == terms.args(t) {
            true => t,
            false => terms.mk(terms.op(t).clone(), &args),
        };
        if size < SMALL || uses[&t] < 2 {
            new.insert(t, (value, size));
            continue;
        }
        let name = format!("part {}", parts.len());
        let (symbol, term) = terms.fresh_symbol(name, terms.sort(t));
        parts.push(Part { symbol, value });
        new.insert(t, (term, 1));
    }
    for value in values {
        *value = new[value].0;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferric3_term::{Op, Sort, Substitution};

    /// A chain of terms, each of which uses the one before it twice: exponential if it is written out.
    fn chain(terms: &mut Terms, length: usize) -> Vec<TermId> {
        let (_, mut last) = terms.fresh_symbol("x", Sort::BitVec(8));
        let (_, other) = terms.fresh_symbol("y", Sort::BitVec(8));
        let mut values = Vec::new();
        for _ in 0..length {
            let sum = terms.mk(Op::BvAdd, &[last, other]);
            last = terms.mk(Op::BvXor, &[sum, last]);
            values.push(last);
        }
        values
    }

    #[test]
    fn few_values_stay() {
        let mut terms = Terms::new();
        let old = chain(&mut terms, 40);
        let mut values = old.clone();
        assert!(take_apart(&mut terms, &mut values).is_empty());
        assert_eq!(values, old);
    }

    /// Put in again, the parts make the values that were there; and all of it is small.
    #[test]
    fn parts_make_the_values() {
        let mut terms = Terms::new();
        let old = chain(&mut terms, 2000);
        let mut values = old.clone();
        let parts = take_apart(&mut terms, &mut values);
        assert!(parts.len() > 100, "{}", parts.len());
        let sizes = parts.iter().map(|part| part.value).chain(values.clone());
        let size: usize = sizes.map(|t| terms.dag_size(t)).sum();
        assert!(size < 200 * terms.dag_size(old[1999]) / 10, "{size}");
        let mut known: Vec<(SymbolId, TermId)> = Vec::new();
        let mut whole = Substitution::new([]);
        for part in parts {
            let value = whole.apply(&mut terms, part.value);
            known.push((part.symbol, value));
            whole = Substitution::new(known.iter().copied());
        }
        let mut same = Substitution::new([]);
        for (value, old) in values.into_iter().zip(old) {
            assert_eq!(whole.apply(&mut terms, value), same.apply(&mut terms, old));
        }
    }
}
