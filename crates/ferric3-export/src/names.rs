//! Names that no program variable has.

use ferric3_term::{Sort, SymbolId, Terms, symbol_name};

/// A name in SMT-LIB that nothing else has, close to `wish`.
pub(crate) fn fresh_name(terms: &mut Terms, wish: &str) -> String {
    // The store of terms keeps the names of its symbols apart, so a symbol is made for the name.
    let (symbol, _) = terms.fresh_symbol(wish, Sort::Bool);
    symbol_name(terms, symbol)
}

/// `wish` made of letters, digits, `_` and `.`, so that it needs no quotes.
pub(crate) fn plain(wish: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    wish.replace(|c| !fits(c), "_")
}

/// The name of a symbol for formats in which a name ends with a blank.
pub(crate) fn word(terms: &Terms, symbol: SymbolId) -> String {
    let name = symbol_name(terms, symbol);
    let name = name.trim_matches('|');
    name.replace(
        |c: char| c.is_whitespace() || c.is_control() || c == ';',
        "_",
    )
}
