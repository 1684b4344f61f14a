//! Terms. The reader keeps its own stack: `let` is nested thousands of levels deep.

use ferric3_ivl::Diagnostic;
use ferric3_term::{BitVecValue, Rational, Sort, Substitution, SymbolId, TermId, Terms};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::functions::Functions;
use super::numbers::as_real;
use super::operators::apply;
use super::sorts::{SortNames, read_sort};
use crate::limits::MAX_WIDTH;
use crate::sexpr::{Atom, Expr, SExprs};

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    /// A term: a constant, a variable, or a definition without parameters.
    Term(TermId),
    /// A definition with parameters: symbols, and the body over them.
    Macro(Vec<SymbolId>, TermId),
    /// An uninterpreted predicate, by number, over arguments of these sorts.
    Predicate(usize, Vec<Sort>),
}

/// Reads terms.
#[derive(Debug)]
pub(crate) struct Reader<'t> {
    pub(crate) exprs: SExprs<'t>,
    pub(crate) terms: Terms,
    pub(crate) sorts: SortNames<'t>,
    globals: FxHashMap<&'t str, Entry>,
    /// Bound names, the innermost meaning last.
    locals: FxHashMap<&'t str, Vec<TermId>>,
    /// Applications of predicates: Boolean symbols stand for them in terms.
    pub(crate) atoms: FxHashMap<SymbolId, (usize, Vec<TermId>)>,
    /// Values of transcendental functions.
    pub(crate) functions: Functions,
}

/// What is left to do.
enum Work<'t> {
    Read(Expr),
    /// Apply a function to the last values, as many as it has arguments.
    Apply {
        expr: Expr,
        name: &'t str,
        indices: Vec<u32>,
        count: usize,
    },
    /// An array of equal elements, of this sort.
    Fill(Expr, Sort),
    /// Bind names to the last values.
    Bind(Vec<&'t str>),
    /// Forget the innermost meanings of names.
    Unbind(Vec<&'t str>),
}

impl<'t> Reader<'t> {
    /// A reader of the expressions of a text.
    pub(crate) fn new(exprs: SExprs<'t>) -> Reader<'t> {
        Reader {
            exprs,
            terms: Terms::new(),
            sorts: SortNames::default(),
            globals: FxHashMap::default(),
            locals: FxHashMap::default(),
            atoms: FxHashMap::default(),
            functions: Functions::default(),
        }
    }

    /// Gives a name a meaning. The place is that of the name.
    pub(crate) fn declare(&mut self, name: Expr, entry: Entry) -> Result<&'t str, Diagnostic> {
        let text = self.symbol(name)?;
        if self.globals.insert(text, entry).is_some() {
            return Err(self
                .exprs
                .error(name, format!("`{text}` is declared twice")));
        }
        Ok(text)
    }

    /// The name that must stand here.
    pub(crate) fn symbol(&self, expr: Expr) -> Result<&'t str, Diagnostic> {
        let symbol = self.exprs.symbol(expr);
        symbol.ok_or_else(|| self.exprs.error(expr, "a name was expected"))
    }

    /// Reads a list of names with sorts, `((x Bool) …)`.
    pub(crate) fn bindings(&self, list: Expr) -> Result<Vec<(Expr, Sort)>, Diagnostic> {
        let items = self.exprs.list(list);
        let items = items.ok_or_else(|| self.exprs.error(list, "a list was expected"))?;
        let mut found = Vec::with_capacity(items.len());
        for &item in items {
            match self.exprs.list(item) {
                Some(&[name, sort]) => {
                    self.symbol(name)?;
                    found.push((name, read_sort(&self.exprs, &self.sorts, sort)?));
                }
                _ => return Err(self.exprs.error(item, "a name with its sort was expected")),
            }
        }
        Ok(found)
    }

    /// Reads a definition, with or without parameters.
    pub(crate) fn define(
        &mut self,
        name: Expr,
        params: Expr,
        result: Expr,
        body: Expr,
    ) -> Result<(), Diagnostic> {
        let wanted = read_sort(&self.exprs, &self.sorts, result)?;
        let mut symbols = Vec::new();
        let mut names = Vec::new();
        for (param, sort) in self.bindings(params)? {
            let text = self.symbol(param)?;
            let (symbol, term) = self.terms.fresh_symbol(text, sort);
            self.bind(text, term);
            symbols.push(symbol);
            names.push(text);
        }
        let functions = self.functions.len();
        let value = self.term(body)?;
        if self.functions.len() > functions && !symbols.is_empty() {
            let message = "functions such as `sin`, and division by what is no constant, are not supported in definitions with parameters";
            return Err(self.exprs.error(body, message));
        }
        let value = fitted(&mut self.terms, value, wanted);
        names.into_iter().for_each(|name| self.unbind(name));
        let found = self.terms.sort(value);
        if found != wanted {
            let message = format!("the definition has sort {found}, not {wanted}");
            return Err(self.exprs.error(body, message));
        }
        let entry = match symbols.is_empty() {
            true => Entry::Term(value),
            false => Entry::Macro(symbols, value),
        };
        self.declare(name, entry).map(|_| ())
    }

    /// Gives names an inner meaning until [`unbind`](Reader::unbind).
    pub(crate) fn bind(&mut self, name: &'t str, term: TermId) {
        self.locals.entry(name).or_default().push(term);
    }

    /// Takes the innermost meaning of a name away.
    pub(crate) fn unbind(&mut self, name: &'t str) {
        self.locals.entry(name).or_default().pop();
    }

    /// Reads a term that must be a formula.
    pub(crate) fn formula(&mut self, expr: Expr) -> Result<TermId, Diagnostic> {
        let term = self.term(expr)?;
        match self.terms.sort(term) {
            Sort::Bool => Ok(term),
            sort => {
                let message = format!("a formula was expected, not a term of sort {sort}");
                Err(self.exprs.error(expr, message))
            }
        }
    }

    /// Reads a term.
    pub(crate) fn term(&mut self, expr: Expr) -> Result<TermId, Diagnostic> {
        let mut work = vec![Work::Read(expr)];
        let mut values: Vec<TermId> = Vec::new();
        while let Some(step) = work.pop() {
            match step {
                Work::Read(expr) => self.read(expr, &mut work, &mut values)?,
                Work::Apply {
                    expr,
                    name,
                    indices,
                    count,
                } => {
                    let args = values.split_off(values.len() - count);
                    let value = self
                        .call(name, &indices, &args)
                        .map_err(|message| self.exprs.error(expr, message))?;
                    values.push(value);
                }
                Work::Fill(expr, sort) => {
                    let element = values.pop().expect("the element was read");
                    let (index, wanted) = match sort {
                        Sort::Array { index, element } => (index, Sort::BitVec(element)),
                        _ => return Err(self.exprs.error(expr, "`const` makes arrays only")),
                    };
                    let found = self.terms.sort(element);
                    if found != wanted {
                        let message = format!("the elements have sort {found}, not {wanted}");
                        return Err(self.exprs.error(expr, message));
                    }
                    values.push(self.terms.const_array(index, element));
                }
                Work::Bind(names) => {
                    let bound = values.split_off(values.len() - names.len());
                    for (name, value) in names.into_iter().zip(bound) {
                        self.bind(name, value);
                    }
                }
                Work::Unbind(names) => names.into_iter().for_each(|name| self.unbind(name)),
            }
        }
        Ok(values.pop().expect("a term has a value"))
    }

    fn read(
        &mut self,
        expr: Expr,
        work: &mut Vec<Work<'t>>,
        values: &mut Vec<TermId>,
    ) -> Result<(), Diagnostic> {
        if let Some((kind, text)) = self.exprs.atom_of(expr) {
            values.push(self.atom(expr, kind, text)?);
            return Ok(());
        }
        let items = self.exprs.list(expr).unwrap_or_default().to_vec();
        let Some((&head, args)) = items.split_first() else {
            return Err(self
                .exprs
                .error(expr, "a term was expected, not an empty list"));
        };
        match self.exprs.symbol(head) {
            Some("let") => return self.read_let(expr, args, work),
            Some("!") => {
                let &[inner, ..] = args else {
                    return Err(self.exprs.error(expr, "there is nothing that is annotated"));
                };
                work.push(Work::Read(inner));
                return Ok(());
            }
            Some("_") => {
                values.push(self.numbered(expr, args)?);
                return Ok(());
            }
            Some(word @ ("forall" | "exists" | "match" | "lambda")) => {
                return Err(self
                    .exprs
                    .error(head, format!("`{word}` is not supported here"))
                    .with_hint("quantifiers stand around whole clauses only"));
            }
            _ => {}
        }
        let (name, indices) = match self.function(head, args)? {
            Function::Named(name, indices) => (name, indices),
            Function::Fill(sort) => {
                work.push(Work::Fill(expr, sort));
                work.push(Work::Read(args[0]));
                return Ok(());
            }
        };
        work.push(Work::Apply {
            expr,
            name,
            indices,
            count: args.len(),
        });
        work.extend(args.iter().rev().map(|&arg| Work::Read(arg)));
        Ok(())
    }

    fn read_let(
        &mut self,
        expr: Expr,
        args: &[Expr],
        work: &mut Vec<Work<'t>>,
    ) -> Result<(), Diagnostic> {
        let &[bindings, body] = args else {
            return Err(self.exprs.error(expr, "`let` takes bindings and a term"));
        };
        let pairs = self.exprs.list(bindings);
        let pairs = pairs.ok_or_else(|| self.exprs.error(bindings, "a list was expected"))?;
        let (mut names, mut definitions) = (Vec::new(), Vec::new());
        for &pair in pairs {
            let Some(&[name, value]) = self.exprs.list(pair) else {
                return Err(self.exprs.error(pair, "a name with its term was expected"));
            };
            names.push(self.symbol(name)?);
            definitions.push(value);
        }
        work.push(Work::Unbind(names.clone()));
        work.push(Work::Read(body));
        work.push(Work::Bind(names));
        work.extend(definitions.into_iter().rev().map(Work::Read));
        Ok(())
    }

    /// What stands in front of arguments.
    fn function(&self, head: Expr, args: &[Expr]) -> Result<Function<'t>, Diagnostic> {
        if let Some(name) = self.exprs.symbol(head) {
            return Ok(Function::Named(name, Vec::new()));
        }
        let items = self.exprs.list(head).unwrap_or_default();
        match items.first().and_then(|&first| self.exprs.symbol(first)) {
            Some("_") if items.len() >= 2 => {
                let name = self.symbol(items[1])?;
                let mut indices = Vec::new();
                for &index in &items[2..] {
                    let number = self.exprs.numeral(index);
                    indices.push(
                        number.ok_or_else(|| self.exprs.error(index, "a number was expected"))?,
                    );
                }
                Ok(Function::Named(name, indices))
            }
            Some("as")
                if items.len() == 3
                    && self.exprs.symbol(items[1]) == Some("const")
                    && args.len() == 1 =>
            {
                let sort = read_sort(&self.exprs, &self.sorts, items[2])?;
                Ok(Function::Fill(sort))
            }
            _ => Err(self.exprs.error(head, "a function was expected")),
        }
    }

    fn atom(&mut self, expr: Expr, kind: Atom, text: &'t str) -> Result<TermId, Diagnostic> {
        match kind {
            Atom::Symbol => {
                if let Some(&inner) = self.locals.get(text).and_then(|meanings| meanings.last()) {
                    return Ok(inner);
                }
                self.call(text, &[], &[])
                    .map_err(|message| self.exprs.error(expr, message))
            }
            Atom::Hexadecimal | Atom::Binary => {
                let (radix, size) = if kind == Atom::Binary {
                    (2, 1)
                } else {
                    (16, 4)
                };
                let digits = &text[2..];
                let width = u32::try_from(digits.len()).unwrap_or(u32::MAX);
                let width = width.saturating_mul(size);
                if width > MAX_WIDTH {
                    let message = format!("a constant of more than {MAX_WIDTH} bits");
                    return Err(self.exprs.error(expr, message));
                }
                let value = BigUint::parse_bytes(digits.as_bytes(), radix).unwrap_or_default();
                Ok(self.terms.bv(BitVecValue::from_biguint(value, width)))
            }
            Atom::Numeral | Atom::Decimal => {
                let number: Rational = text
                    .parse()
                    .map_err(|_| self.exprs.error(expr, "this number is too long"))?;
                Ok(match kind {
                    Atom::Numeral => self.terms.int(number),
                    _ => self.terms.real(number),
                })
            }
            Atom::Keyword | Atom::String => Err(self.exprs.error(expr, "a term was expected")),
        }
    }

    /// `(_ bv5 8)`.
    fn numbered(&mut self, expr: Expr, args: &[Expr]) -> Result<TermId, Diagnostic> {
        let bad = |reader: &Reader<'_>| {
            reader
                .exprs
                .error(expr, "a term was expected")
                .with_hint("bit-vectors are written #b…, #x… or (_ bvN width)")
        };
        let &[name, width] = args else {
            return Err(bad(self));
        };
        let digits = self.exprs.symbol(name).and_then(|n| n.strip_prefix("bv"));
        let width = self.exprs.numeral(width);
        let (Some(digits), Some(width)) = (digits, width) else {
            return Err(bad(self));
        };
        // Ten bits for three digits is more than enough, and keeps the number small.
        let is_short = digits.len() <= 8 + MAX_WIDTH as usize / 3;
        let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        if !(1..=MAX_WIDTH).contains(&width) || !is_short || !is_number {
            return Err(bad(self));
        }
        let value = BigUint::parse_bytes(digits.as_bytes(), 10).unwrap_or_default();
        if value.bits() > u64::from(width) {
            let message = format!("the number does not fit into {width} bits");
            return Err(self.exprs.error(expr, message));
        }
        Ok(self.terms.bv(BitVecValue::from_biguint(value, width)))
    }

    fn call(&mut self, name: &str, indices: &[u32], args: &[TermId]) -> Result<TermId, String> {
        let entry = if indices.is_empty() {
            self.globals.get(name).cloned()
        } else {
            None
        };
        match entry {
            None => {
                let read = match indices {
                    [] => self.functions.read(&mut self.terms, name, args),
                    _ => None,
                };
                read.unwrap_or_else(|| apply(&mut self.terms, name, indices, args))
            }
            Some(Entry::Term(term)) if args.is_empty() => Ok(term),
            Some(Entry::Term(_)) => Err(format!("`{name}` takes no arguments")),
            Some(Entry::Macro(params, body)) => {
                let sorts: Vec<Sort> = params.iter().map(|&p| self.terms.symbol(p).sort).collect();
                let args = self.fitting(name, &sorts, args)?;
                let pairs = params.into_iter().zip(args);
                Ok(Substitution::new(pairs).apply(&mut self.terms, body))
            }
            Some(Entry::Predicate(number, sorts)) => {
                let args = self.fitting(name, &sorts, args)?;
                let (symbol, term) = self.terms.fresh_symbol(name, Sort::Bool);
                self.atoms.insert(symbol, (number, args));
                Ok(term)
            }
        }
    }

    /// The arguments, integers as real numbers where these are wanted.
    fn fitting(
        &mut self,
        name: &str,
        sorts: &[Sort],
        args: &[TermId],
    ) -> Result<Vec<TermId>, String> {
        if sorts.len() != args.len() {
            let (wanted, given) = (sorts.len(), args.len());
            return Err(format!("`{name}` takes {wanted} arguments, not {given}"));
        }
        let mut fitting = Vec::with_capacity(args.len());
        for (position, (&wanted, &arg)) in sorts.iter().zip(args).enumerate() {
            let arg = fitted(&mut self.terms, arg, wanted);
            fitting.push(arg);
            let found = self.terms.sort(arg);
            if found != wanted {
                let number = position + 1;
                return Err(format!(
                    "argument {number} of `{name}` has sort {found}, not {wanted}"
                ));
            }
        }
        Ok(fitting)
    }
}

/// The term as a real number if one is wanted and it is an integer.
fn fitted(terms: &mut Terms, term: TermId, wanted: Sort) -> TermId {
    match wanted {
        Sort::Real => as_real(terms, term),
        _ => term,
    }
}

enum Function<'t> {
    Named(&'t str, Vec<u32>),
    /// `(as const …)`, an array of this sort.
    Fill(Sort),
}
