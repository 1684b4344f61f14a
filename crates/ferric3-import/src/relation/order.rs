//! Definitions that read no symbol that they define.

use ferric3_term::SymbolId;
use ferric3_term::{Substitution, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Definition;

/// As many of the candidates as possible, put into one another so that none reads what one of them
/// defines; and those that would define themselves. Each symbol has one candidate.
pub(super) fn in_order(
    terms: &mut Terms,
    candidates: &[Definition],
) -> (Vec<Definition>, Vec<Definition>) {
    let position: FxHashMap<SymbolId, usize> = candidates
        .iter()
        .enumerate()
        .map(|(position, (symbol, _))| (*symbol, position))
        .collect();
    let reads: Vec<Vec<usize>> = candidates
        .iter()
        .map(|(_, value)| {
            let symbols = terms.symbols_of(*value);
            symbols
                .iter()
                .filter_map(|s| position.get(s).copied())
                .collect()
        })
        .collect();
    let (order, refused) = topological(&reads);
    let mut found: Vec<Definition> = Vec::with_capacity(order.len());
    let mut values: FxHashMap<SymbolId, TermId> = FxHashMap::default();
    for number in order {
        let (symbol, mut value) = candidates[number];
        let read: Vec<Definition> = terms
            .symbols_of(value)
            .into_iter()
            .filter_map(|s| Some((s, *values.get(&s)?)))
            .collect();
        if !read.is_empty() {
            value = Substitution::new(read).apply(terms, value);
        }
        values.insert(symbol, value);
        found.push((symbol, value));
    }
    let refused = refused.into_iter().map(|number| candidates[number]);
    (found, refused.collect())
}

/// An order in which each comes after those that it reads, and those that had to be left out because
/// they are on a cycle.
fn topological(reads: &[Vec<usize>]) -> (Vec<usize>, Vec<usize>) {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
        Refused,
    }
    let mut marks = vec![Mark::New; reads.len()];
    let mut order = Vec::with_capacity(reads.len());
    for root in 0..reads.len() {
        // (node, how many of its reads were looked at)
        let mut stack = vec![(root, 0)];
        while let Some((node, next)) = stack.pop() {
            if next == 0 {
                match marks[node] {
                    Mark::New => marks[node] = Mark::Open,
                    _ => continue,
                }
            }
            match reads[node].get(next) {
                // A cycle: this one is left out, so what it would define is read as it is.
                Some(&read) if marks[read] == Mark::Open => marks[node] = Mark::Refused,
                Some(&read) => {
                    stack.push((node, next + 1));
                    stack.push((read, 0));
                }
                None => {
                    marks[node] = Mark::Done;
                    order.push(node);
                }
            }
        }
    }
    let refused: FxHashSet<usize> = (0..reads.len())
        .filter(|&node| marks[node] == Mark::Refused)
        .collect();
    let refused = (0..reads.len()).filter(|node| refused.contains(node));
    (order, refused.collect())
}
