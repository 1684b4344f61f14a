//! Which literals stand for which term.

use ferric3_sat::Lit;
use ferric3_term::{Sort, SymbolId, TermId};

/// No literals yet.
const ABSENT: u32 = u32::MAX;

/// The bits of every translated term, in one long vector: least significant first, a single
/// literal for a Bool.
#[derive(Default)]
pub(super) struct Cache {
    bits: Vec<Lit>,
    /// Where the bits of a term start, by term.
    terms: Vec<u32>,
    /// Where the bits of a symbol start, by symbol.
    symbols: Vec<u32>,
}

impl Cache {
    pub(super) fn contains(&self, term: TermId) -> bool {
        start_at(&self.terms, term.index()).is_some()
    }

    /// The bits of a term of sort `sort`, if it has been translated.
    pub(super) fn term(&self, term: TermId, sort: Sort) -> Option<&[Lit]> {
        self.slice(start_at(&self.terms, term.index())?, sort)
    }

    /// The bits of a symbol of sort `sort`, if it has been translated.
    pub(super) fn symbol(&self, symbol: SymbolId, sort: Sort) -> Option<&[Lit]> {
        self.slice(start_at(&self.symbols, symbol.index())?, sort)
    }

    fn slice(&self, start: usize, sort: Sort) -> Option<&[Lit]> {
        self.bits.get(start..start + bit_count(sort))
    }

    pub(super) fn insert_term(&mut self, term: TermId, bits: &[Lit]) {
        set_start(&mut self.terms, term.index(), self.bits.len());
        self.bits.extend_from_slice(bits);
    }

    /// The symbol's term has just been inserted: let both share their bits.
    pub(super) fn insert_symbol(&mut self, symbol: SymbolId, term: TermId) {
        let start = start_at(&self.terms, term.index()).expect("the term was inserted before");
        set_start(&mut self.symbols, symbol.index(), start);
    }
}

/// The number of literals that a term of this sort needs.
pub(super) fn bit_count(sort: Sort) -> usize {
    match sort {
        Sort::Bool => 1,
        Sort::BitVec(width) => width as usize,
        // Its elements have literals, but it has none; nor has anything of a sort that is refused.
        _ => 0,
    }
}

fn start_at(starts: &[u32], index: usize) -> Option<usize> {
    starts
        .get(index)
        .filter(|&&start| start != ABSENT)
        .map(|&start| start as usize)
}

fn set_start(starts: &mut Vec<u32>, index: usize, start: usize) {
    if starts.len() <= index {
        starts.resize(index + 1, ABSENT);
    }
    starts[index] = u32::try_from(start).expect("a context has fewer than 2^32 literals");
}
