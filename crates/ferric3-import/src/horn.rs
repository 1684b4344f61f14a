//! Linear Horn clauses: SMT-LIB with logic `HORN`.
//!
//! A predicate is a location, its arguments are variables there. A clause `P(s) ∧ φ ⇒ Q(t)` is an edge
//! from `P` to `Q`, a fact is where runs begin, and a query `P(s) ∧ φ ⇒ false` is a property. The
//! clauses have a model (`sat`) exactly if no query can be violated.

mod system;

use std::ops::Range;

use ferric3_ivl::{Diagnostic, Span};
use ferric3_term::{Op, Sort, SymbolId, TermId, Terms};

use crate::relation::flatten;
use crate::sexpr::{Expr, SExprs};
use crate::smt::{Entry, Reader, defined, read_sort};

pub(crate) use system::{no_array_equations, system};

/// A predicate.
#[derive(Clone, Debug)]
pub(crate) struct Predicate {
    /// Its name, without bars.
    pub(crate) name: String,
    pub(crate) sorts: Vec<Sort>,
    span: Span,
    /// The names of its arguments, where a clause tells.
    names: Vec<Option<String>>,
}

/// A clause as it was written.
#[derive(Clone, Debug)]
pub(crate) struct HornClause {
    pub(crate) body: Option<(usize, Vec<TermId>)>,
    /// Conjuncts.
    pub(crate) constraint: Vec<TermId>,
    pub(crate) head: Option<(usize, Vec<TermId>)>,
    pub(crate) span: Span,
    /// Values of functions in it, which are quantified as its variables are.
    pub(crate) values: Vec<SymbolId>,
    /// Where it depends on what has no value: in words, and conjuncts.
    pub(crate) obstacle: Option<(String, Vec<TermId>)>,
    /// The assertion that it is a conjunct of, by number.
    pub(crate) assertion: usize,
    /// The conjunct as it was read, with a Boolean symbol in place of each predicate.
    pub(crate) formula: TermId,
    /// The symbols for the predicates of body and head.
    pub(crate) atoms: [Option<SymbolId>; 2],
}

/// An assertion as it stands in the text.
#[derive(Clone, Debug)]
pub(crate) struct Assertion {
    /// What it quantifies over, from outside to inside.
    pub(crate) variables: Vec<SymbolId>,
    /// What is inside of its quantifiers.
    pub(crate) matrix: Range<usize>,
    /// Is that negated?
    pub(crate) is_negated: bool,
    /// All of it as it was read, with a Boolean symbol in place of each predicate.
    pub(crate) formula: TermId,
}

/// A file of clauses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Horn {
    pub(crate) predicates: Vec<Predicate>,
    pub(crate) clauses: Vec<HornClause>,
    /// For witnesses, which quote them.
    pub(crate) assertions: Vec<Assertion>,
    /// Where declarations and definitions stand.
    pub(crate) prelude: Vec<Range<usize>>,
}

/// Reads a file.
pub(crate) fn read(exprs: SExprs<'_>) -> Result<(Horn, Terms), Diagnostic> {
    let commands = exprs.commands.clone();
    let mut file = File {
        reader: Reader::new(exprs),
        horn: Horn::default(),
    };
    for command in commands {
        if file.command(command)? {
            break;
        }
    }
    if file.horn.clauses.is_empty() {
        let text = &file.reader.exprs.text;
        return Err(text.error(0, 1, "there is no clause in this file"));
    }
    Ok((file.horn, file.reader.terms))
}

/// Bound names with their sorts.
type Bound = Vec<(Expr, Sort)>;

/// An application of a predicate, and the symbol that stands for it.
type Applied = (SymbolId, (usize, Vec<TermId>));

struct File<'t> {
    reader: Reader<'t>,
    horn: Horn,
}

impl File<'_> {
    /// Reads a command. True: nothing after it counts.
    fn command(&mut self, command: Expr) -> Result<bool, Diagnostic> {
        let exprs = &self.reader.exprs;
        let items = exprs.list(command).unwrap_or_default().to_vec();
        let Some(name) = exprs.head(command) else {
            return Err(exprs.error(command, "a command was expected, such as (assert …)"));
        };
        match (name, &items[1..]) {
            ("set-logic", &[logic]) => match exprs.symbol(logic) {
                Some("HORN" | "ALL") => {}
                _ => {
                    return Err(exprs
                        .error(
                            logic,
                            "a file of Horn clauses was expected: (set-logic HORN)",
                        )
                        .with_hint("for VMT-LIB, say --format vmt"));
                }
            },
            ("set-info" | "set-option" | "check-sat" | "get-model" | "get-proof", _) => {}
            ("exit", _) => return Ok(true),
            ("declare-fun", &[name, params, result]) => {
                self.horn.prelude.push(exprs.range(command));
                self.declare(name, params, result)?;
            }
            ("declare-const", &[name, _]) => {
                return Err(exprs
                    .error(
                        name,
                        "constants without a value are not supported in Horn clauses",
                    )
                    .with_hint("quantify the variable: (assert (forall ((x …)) …))"));
            }
            ("define-fun", &[name, params, result, body]) => {
                self.horn.prelude.push(exprs.range(command));
                self.define(name, params, result, body)?;
            }
            ("define-sort", &[name, params, sort]) => {
                if exprs.list(params).is_none_or(|params| !params.is_empty()) {
                    return Err(exprs.error(params, "sorts with parameters are not supported"));
                }
                let sort = read_sort(exprs, &self.reader.sorts, sort)?;
                self.horn.prelude.push(exprs.range(command));
                let name = self.reader.symbol(name)?;
                self.reader.sorts.insert(name, sort);
            }
            ("assert", &[clause]) => self.assert(clause)?,
            ("rule" | "query" | "declare-rel" | "declare-var", _) => {
                return Err(exprs
                    .error(
                        command,
                        format!("`{name}` is a command of z3's fixedpoint format"),
                    )
                    .with_hint("write (declare-fun …) and (assert (forall (…) (=> … …)))"));
            }
            _ => {
                return Err(exprs.error(
                    command,
                    format!("the command `{name}` is not supported in this form"),
                ));
            }
        }
        Ok(false)
    }

    fn declare(&mut self, name: Expr, params: Expr, result: Expr) -> Result<(), Diagnostic> {
        let exprs = &self.reader.exprs;
        let Some(params) = exprs.list(params) else {
            return Err(exprs.error(params, "a list of sorts was expected"));
        };
        let sorts = params
            .iter()
            .map(|&param| read_sort(exprs, &self.reader.sorts, param))
            .collect::<Result<Vec<Sort>, Diagnostic>>()?;
        let sort = read_sort(exprs, &self.reader.sorts, result)?;
        if !sort.is_bool() {
            return Err(exprs
                .error(result, "functions without a definition are not supported")
                .with_hint("only predicates can be declared: with the result Bool"));
        }
        let span = exprs.span(name);
        let number = self.horn.predicates.len();
        let entry = Entry::Predicate(number, sorts.clone());
        let name = self.reader.declare(name, entry)?.to_owned();
        let names = vec![None; sorts.len()];
        self.horn.predicates.push(Predicate {
            name,
            sorts,
            span,
            names,
        });
        Ok(())
    }

    fn define(
        &mut self,
        name: Expr,
        params: Expr,
        result: Expr,
        body: Expr,
    ) -> Result<(), Diagnostic> {
        let before = self.reader.atoms.len();
        self.reader.define(name, params, result, body)?;
        if self.reader.atoms.len() > before {
            let message = "a definition that uses a predicate is not supported";
            return Err(self.reader.exprs.error(body, message));
        }
        Ok(())
    }

    fn assert(&mut self, formula: Expr) -> Result<(), Diagnostic> {
        let span = self.reader.exprs.span(formula);
        let (bound, matrix, negated) = self.quantifiers(formula)?;
        let mut variables = Vec::new();
        let mut names = Vec::new();
        for (name, sort) in bound {
            let text = self.reader.symbol(name)?;
            let (symbol, term) = self.reader.terms.fresh_symbol(text, sort);
            self.reader.bind(text, term);
            variables.push(symbol);
            names.push(text);
        }
        let mut term = self.reader.formula(matrix)?;
        for name in names {
            self.reader.unbind(name);
        }
        if negated {
            term = self.reader.terms.mk(Op::Not, &[term]);
        }
        for conjunct in flatten(&mut self.reader.terms, &[term]) {
            self.clause(matrix, span, conjunct)?;
        }
        self.horn.assertions.push(Assertion {
            variables,
            matrix: self.reader.exprs.range(matrix),
            is_negated: negated,
            formula: term,
        });
        Ok(())
    }

    /// Quantifiers around a formula, what is inside of them, and whether that is negated.
    fn quantifiers(&self, mut formula: Expr) -> Result<(Bound, Expr, bool), Diagnostic> {
        let exprs = &self.reader.exprs;
        let mut bound = Vec::new();
        let mut negated = false;
        loop {
            match (exprs.head(formula), exprs.list(formula).unwrap_or_default()) {
                (Some("forall"), &[_, bindings, body]) if !negated => {
                    bound.extend(self.reader.bindings(bindings)?);
                    formula = body;
                }
                (Some("exists"), &[_, bindings, body]) if negated => {
                    bound.extend(self.reader.bindings(bindings)?);
                    formula = body;
                }
                (Some("not"), &[_, body]) => {
                    negated = !negated;
                    formula = body;
                }
                // Weights, patterns and names say nothing about models.
                (Some("!"), &[_, body, ..]) => formula = body,
                _ => return Ok((bound, formula, negated)),
            }
        }
    }

    /// A clause, as a disjunction.
    fn clause(&mut self, place: Expr, span: Span, formula: TermId) -> Result<(), Diagnostic> {
        let reader = &mut self.reader;
        let literals = match reader.terms.op(formula) {
            Op::Or => reader.terms.args(formula).to_vec(),
            _ => vec![formula],
        };
        let (mut body, mut head, mut constraint) = (Vec::new(), Vec::new(), Vec::new());
        for literal in literals {
            // ¬literal is what the body says.
            let negated = reader.terms.mk(Op::Not, &[literal]);
            for part in flatten(&mut reader.terms, &[negated]) {
                let inner = match (reader.terms.op(part), reader.terms.args(part)) {
                    (Op::Not, &[inner]) => reader.terms.as_symbol(inner),
                    _ => None,
                };
                let own = reader.terms.as_symbol(part);
                let atom = |symbol: Option<SymbolId>| -> Option<Applied> {
                    let symbol = symbol?;
                    Some((symbol, reader.atoms.get(&symbol)?.clone()))
                };
                if let Some(atom) = atom(own) {
                    body.push(atom);
                } else if let Some(atom) = atom(inner) {
                    head.push(atom);
                } else {
                    constraint.push(part);
                }
            }
        }
        let name = |atom: &(usize, Vec<TermId>)| self.horn.predicates[atom.0].name.clone();
        if let [first, second, ..] = &body[..] {
            let message = format!(
                "a nonlinear clause: `{}` and `{}` in one body",
                name(&first.1),
                name(&second.1)
            );
            return Err(Diagnostic::error(span, message)
                .with_hint("only clauses with at most one predicate in the body are supported"));
        }
        if let [first, second, ..] = &head[..] {
            let message = format!(
                "no Horn clause: both `{}` and `{}` are in the head",
                name(&first.1),
                name(&second.1)
            );
            return Err(Diagnostic::error(span, message));
        }
        for &part in &constraint {
            let symbols = self.reader.terms.symbols_of(part);
            let hidden = symbols.iter().find_map(|s| self.reader.atoms.get(s));
            if let Some(atom) = hidden {
                let message = format!(
                    "`{}` stands inside of another formula than the body's conjunction",
                    name(atom)
                );
                return Err(self
                    .reader
                    .exprs
                    .error(place, message)
                    .with_hint("write a clause for each alternative"));
            }
        }
        let (body, head) = (body.pop(), head.pop());
        let applied = body.iter().chain(&head).flat_map(|(_, (_, args))| args);
        let roots: Vec<TermId> = constraint.iter().chain(applied).copied().collect();
        let (terms, functions) = (&mut self.reader.terms, &self.reader.functions);
        let conditions = defined(terms, functions, &roots);
        let obstacle = functions.partial(terms, &roots).map(|what| {
            let (besides, _) = functions.besides(terms, &roots, None);
            let is_defined = terms.and(&conditions);
            let mut parts = constraint.clone();
            parts.extend(besides);
            parts.push(terms.mk(Op::Not, &[is_defined]));
            (what, parts)
        });
        let (predicates, values) = functions.besides(terms, &roots, Some(&conditions));
        constraint.extend(conditions);
        constraint.extend(predicates);
        let clause = HornClause {
            values,
            obstacle,
            atoms: [&body, &head].map(|atom| atom.as_ref().map(|(symbol, _)| *symbol)),
            body: body.map(|(_, applied)| applied),
            constraint,
            head: head.map(|(_, applied)| applied),
            span,
            assertion: self.horn.assertions.len(),
            formula,
        };
        self.name_arguments(&clause);
        self.horn.clauses.push(clause);
        Ok(())
    }

    /// Names of arguments: those of the variables in the first body.
    fn name_arguments(&mut self, clause: &HornClause) {
        let Some((predicate, args)) = clause.body.as_ref().or(clause.head.as_ref()) else {
            return;
        };
        for (name, &arg) in self.horn.predicates[*predicate].names.iter_mut().zip(args) {
            let symbol = self.reader.terms.as_symbol(arg);
            let symbol = symbol.filter(|symbol| !clause.values.contains(symbol));
            if let (None, Some(symbol)) = (&name, symbol) {
                *name = Some(self.reader.terms.symbol(symbol).name.clone());
            }
        }
    }
}
