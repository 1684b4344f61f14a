//! Substitution of terms for symbols, and other walks over the nodes of a term.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::terms::Args;
use crate::{Op, SymbolId, TermId, Terms};

/// A simultaneous substitution of terms for symbols. Results are remembered, so that applying it
/// to many terms visits each shared subterm once.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    map: FxHashMap<SymbolId, TermId>,
    memo: FxHashMap<TermId, TermId>,
}

impl Substitution {
    /// The substitution with these pairs; all other symbols stay as they are. Without any pair it
    /// still simplifies. For a symbol given twice the last pair counts.
    pub fn new(pairs: impl IntoIterator<Item = (SymbolId, TermId)>) -> Substitution {
        Substitution {
            map: pairs.into_iter().collect(),
            memo: FxHashMap::default(),
        }
    }

    /// `t` with every symbol replaced, rebuilt by the simplifying constructors. Always use the
    /// same store with one substitution.
    ///
    /// # Panics
    /// If a symbol and its replacement differ in sort.
    pub fn apply(&mut self, terms: &mut Terms, t: TermId) -> TermId {
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if self.memo.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(
                terms
                    .args(top)
                    .iter()
                    .filter(|a| !self.memo.contains_key(a)),
            );
            if stack.len() > before {
                continue;
            }
            let new = self.rebuild(terms, top);
            assert_eq!(
                terms.sort(top),
                terms.sort(new),
                "a replacement must keep the sort"
            );
            self.memo.insert(top, new);
            stack.pop();
        }
        self.memo[&t]
    }

    /// `t` after the substitution, whose arguments are done.
    fn rebuild(&self, terms: &mut Terms, t: TermId) -> TermId {
        match terms.op(t) {
            Op::True | Op::False | Op::Const(_) => t,
            Op::Symbol(symbol) => self.map.get(symbol).copied().unwrap_or(t),
            op => {
                let op = op.clone();
                let args: Args = terms.args(t).iter().map(|a| self.memo[a]).collect();
                terms.simplified(op, &args)
            }
        }
    }
}

impl Terms {
    /// The symbols that occur in `t`, each once, in increasing order.
    pub fn symbols_of(&self, t: TermId) -> Vec<SymbolId> {
        let mut symbols = vec![];
        self.for_each_subterm(&[t], |t| symbols.extend(self.as_symbol(t)));
        symbols.sort_unstable();
        symbols
    }

    /// Number of different subterms of `t`, itself included.
    pub fn dag_size(&self, t: TermId) -> usize {
        let mut size = 0;
        self.for_each_subterm(&[t], |_| size += 1);
        size
    }

    /// The different subterms of `t`, itself included, arguments before their parents.
    pub fn subterms(&self, t: TermId) -> Vec<TermId> {
        self.subterms_of_all(&[t])
    }

    /// The different subterms of several terms, themselves included, arguments before their parents.
    pub fn subterms_of_all(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut subterms = vec![];
        self.for_each_subterm(roots, |t| subterms.push(t));
        subterms.sort_unstable(); // Arguments have smaller ids than their parents.
        subterms
    }

    /// `t` with subterms replaced; what is around them is simplified.
    pub fn replace(&mut self, t: TermId, by: &FxHashMap<TermId, TermId>) -> TermId {
        let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
        for part in self.subterms(t) {
            let args = self.args(part).to_vec();
            let new_args: Vec<TermId> = args.iter().map(|a| done[a]).collect();
            let result = match by.get(&part) {
                Some(&new) => new,
                None if new_args == args => part,
                None => {
                    let op = self.op(part).clone();
                    self.simplified(op, &new_args)
                }
            };
            done.insert(part, result);
        }
        done[&t]
    }

    /// Calls `f` once for every different subterm of `t`, itself first.
    pub(crate) fn for_each_subterm(&self, roots: &[TermId], mut f: impl FnMut(TermId)) {
        let mut seen = FxHashSet::default();
        let mut stack: Vec<TermId> = roots.to_vec();
        stack.retain(|root| seen.insert(*root));
        while let Some(top) = stack.pop() {
            f(top);
            stack.extend(self.args(top).iter().filter(|a| seen.insert(**a)));
        }
    }
}
