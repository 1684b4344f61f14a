//! Terms as variables, primitive constraints and clauses.
//!
//! A word has a variable in one view at first, the one that its use suggests ([`views`]); another view that
//! an operation wants is another variable and a constraint that both are the same word. Comparison with a
//! constant is a literal, or a few: no variable is made for it. What this solver does not represent has any value,
//! so `Unsat` stays right, and `Sat` is not said any more.
//!
//! A number without a width has one view ([`numbers`]).

mod arrays;
mod numbers;
mod truths;
mod views;
mod words;

use ferric3_term::{Op, Rational, Sort, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use self::arrays::{Element, is_readable};
use crate::search::{Gate, Search};
use crate::{Domain, Literal, Operator, Primitive, VarId, View};

/// A truth value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Truth {
    /// Always the same.
    Known(bool),
    /// Whether a bound holds.
    Literal(Literal),
}

impl std::ops::Not for Truth {
    type Output = Truth;

    fn not(self) -> Truth {
        match self {
            Truth::Known(holds) => Truth::Known(!holds),
            Truth::Literal(literal) => Truth::Literal(!literal),
        }
    }
}

/// A term that the solver does not represent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unrepresented {
    /// Its sort.
    pub sort: Sort,
}

/// What terms have become.
#[derive(Default, Debug)]
pub(crate) struct Translation {
    truths: FxHashMap<TermId, Truth>,
    /// The variable of a word in its first view; `None` if there is none.
    words: FxHashMap<TermId, Option<VarId>>,
    views: FxHashMap<(TermId, View), VarId>,
    constants: FxHashMap<(Domain, u64), VarId>,
    numbers: FxHashMap<(Domain, Rational), VarId>,
    symbols: FxHashMap<SymbolId, VarId>,
    /// The view that uses of a word suggest.
    suggested: FxHashMap<TermId, View>,
    /// What was read of arrays.
    elements: FxHashMap<Element, VarId>,
    /// The view of all reads of a symbol.
    array_views: FxHashMap<SymbolId, View>,
    /// Whether two indices are equal, the lesser variable first.
    same_indices: FxHashMap<(VarId, VarId), Truth>,
    pub(crate) unrepresented: Option<Unrepresented>,
    /// Terms translated.
    pub(crate) terms: u64,
}

impl Translation {
    /// The variable of a symbol, if it has one.
    pub(crate) fn symbol(&self, symbol: SymbolId) -> Option<VarId> {
        self.symbols.get(&symbol).copied()
    }

    /// The variables of symbols, in the order of symbols.
    pub(crate) fn symbols(&self) -> impl Iterator<Item = (SymbolId, VarId)> {
        let mut symbols: Vec<SymbolId> = self.symbols.keys().copied().collect();
        symbols.sort_unstable();
        symbols
            .into_iter()
            .map(|symbol| (symbol, self.symbols[&symbol]))
    }

    /// The truth value of a Bool term.
    pub(crate) fn truth(&mut self, search: &mut Search, terms: &Terms, root: TermId) -> Truth {
        if !self.truths.contains_key(&root) {
            self.suggest_views(terms, root);
            self.translate_below(search, terms, root);
        }
        self.truths[&root]
    }

    /// Asserts a Bool term for good; false if it is always false.
    pub(crate) fn assert(&mut self, search: &mut Search, terms: &Terms, term: TermId) -> bool {
        // Conjunctions are asserted one by one: clauses instead of gates.
        let (mut stack, mut can_hold) = (vec![term], true);
        while let Some(term) = stack.pop() {
            can_hold &= match terms.op(term) {
                Op::And => {
                    stack.extend(terms.args(term));
                    true
                }
                Op::Or => self.assert_clause(search, terms, terms.args(term)),
                _ => self.assert_clause(search, terms, &[term]),
            };
        }
        can_hold
    }

    /// Asserts a disjunction of Bool terms for good; false if it is always false.
    pub(crate) fn assert_clause(
        &mut self,
        search: &mut Search,
        terms: &Terms,
        clause: &[TermId],
    ) -> bool {
        let mut literals = Vec::new();
        for &term in clause {
            match self.truth(search, terms, term) {
                Truth::Known(true) => return true,
                Truth::Known(false) => {}
                Truth::Literal(literal) if literals.contains(&literal) => {}
                Truth::Literal(literal) => literals.push(literal),
            }
        }
        search.add_clause(&literals, false);
        !literals.is_empty()
    }

    /// Uses of words in a term suggest their views.
    pub(crate) fn suggest(&mut self, terms: &Terms, root: TermId) {
        self.suggest_views(terms, root);
    }

    /// The variable of a symbol that is to be the same in another translation, which has not met it before. None if it is not
    /// represented.
    pub(crate) fn share_with(
        &mut self,
        other: &mut Translation,
        search: &mut Search,
        terms: &Terms,
        term: TermId,
    ) -> Option<VarId> {
        let symbol = terms.as_symbol(term)?;
        if !is_represented(terms.sort(term)) {
            return None;
        }
        self.translate_below(search, terms, term);
        let var = self.symbol(symbol)?;
        other.symbols.insert(symbol, var);
        match self.truths.get(&term) {
            Some(&truth) => {
                other.truths.insert(term, truth);
            }
            None => {
                other.words.insert(term, Some(var));
                other.views.insert((term, search.domain(var).view), var);
            }
        }
        Some(var)
    }

    /// Arguments before what is made of them, without recursion: terms are deep.
    fn translate_below(&mut self, search: &mut Search, terms: &Terms, root: TermId) {
        let mut stack = vec![(root, false)];
        while let Some((term, are_args_done)) = stack.pop() {
            if self.is_done(terms, term) {
                continue;
            }
            if are_args_done {
                self.terms += 1;
                self.translate_one(search, terms, term);
                continue;
            }
            stack.push((term, true));
            // What is not represented is not looked into.
            if is_represented(terms.sort(term)) || is_readable(terms.sort(term)) {
                stack.extend(terms.args(term).iter().map(|&arg| (arg, false)));
            }
        }
    }

    fn is_done(&self, terms: &Terms, term: TermId) -> bool {
        match terms.sort(term) {
            Sort::Bool => self.truths.contains_key(&term),
            _ => self.words.contains_key(&term),
        }
    }

    fn translate_one(&mut self, search: &mut Search, terms: &Terms, term: TermId) {
        match terms.sort(term) {
            Sort::Bool => {
                let truth = self.truth_of(search, terms, term);
                self.truths.insert(term, truth);
            }
            sort if is_represented(sort) => {
                let var = match domain_of_numbers(sort) {
                    Some(domain) => self.number_of(search, terms, term, domain),
                    None => self.word_of(search, terms, term),
                };
                self.words.insert(term, Some(var));
                self.views.insert((term, search.domain(var).view), var);
            }
            // Elements have variables.
            sort if is_readable(sort) => {
                self.words.insert(term, None);
            }
            sort => {
                self.unrepresented.get_or_insert(Unrepresented { sort });
                self.words.insert(term, None);
            }
        }
    }

    /// The variable of a word in a view; `None` if the word is not represented.
    fn view(&mut self, search: &mut Search, term: TermId, view: View) -> Option<VarId> {
        if let Some(&var) = self.views.get(&(term, view)) {
            return Some(var);
        }
        let first = self.words[&term]?;
        let domain = Domain {
            view,
            ..search.domain(first)
        };
        let var = self.same_word(search, first, domain);
        self.views.insert((term, view), var);
        Some(var)
    }

    /// Another variable for the same word.
    fn same_word(&mut self, search: &mut Search, of: VarId, domain: Domain) -> VarId {
        let domains = [domain, search.domain(of)];
        self.result(search, Operator::SameWord, &domains, &[of])
    }

    /// A new variable for the result of an operation.
    fn result(
        &mut self,
        search: &mut Search,
        op: Operator,
        domains: &[Domain],
        args: &[VarId],
    ) -> VarId {
        let mut vars = vec![search.add_var(domains[0], false)];
        for &arg in args {
            // Constraints have different variables, so that each has one range.
            let arg = match vars.contains(&arg) {
                true => self.same_word(search, arg, search.domain(arg)),
                false => arg,
            };
            vars.push(arg);
        }
        search.add_constraint(Primitive::new(op, domains), &vars, true);
        vars[0]
    }

    /// A variable that may have any value.
    fn free(&mut self, search: &mut Search, domain: Domain) -> VarId {
        let var = search.add_var(domain, true);
        search.add_gate(Gate::Free(var));
        var
    }

    /// A variable for something that is not represented.
    fn unknown(
        &mut self,
        search: &mut Search,
        terms: &Terms,
        term: TermId,
        domain: Domain,
    ) -> VarId {
        let args = terms.args(term).iter().map(|&arg| terms.sort(arg));
        let sort = args.into_iter().find(|&sort| !is_represented(sort));
        self.unrepresented.get_or_insert(Unrepresented {
            sort: sort.unwrap_or(terms.sort(term)),
        });
        self.free(search, domain)
    }

    /// A variable for a constant.
    fn constant(&mut self, search: &mut Search, domain: Domain, word: u64) -> VarId {
        if let Some(&var) = self.constants.get(&(domain, word)) {
            return var;
        }
        let var = search.add_var(domain, false);
        search.add_gate(Gate::Free(var));
        fix(search, var, domain.key(word));
        self.constants.insert((domain, word), var);
        var
    }
}

/// Leaves a variable one key.
fn fix(search: &mut Search, var: VarId, key: u64) {
    if key > 0 {
        search.add_clause(&[Literal::at_least(var, key)], true);
    }
    if key < search.domain(var).greatest() {
        search.add_clause(&[Literal::at_most(var, key)], true);
    }
}

/// Is there a variable for terms of this sort?
fn is_represented(sort: Sort) -> bool {
    matches!(
        sort,
        Sort::Bool | Sort::BitVec(1..=64) | Sort::Int | Sort::Real
    )
}

/// The domain of numbers without a width.
fn domain_of_numbers(sort: Sort) -> Option<Domain> {
    match sort {
        Sort::Int => Some(Domain::INTEGER),
        Sort::Real => Some(Domain::REAL),
        _ => None,
    }
}

/// The word of a constant.
fn constant_of(terms: &Terms, term: TermId) -> Option<u64> {
    match terms.op(term) {
        Op::Const(value) => value.to_u64(),
        _ => None,
    }
}
