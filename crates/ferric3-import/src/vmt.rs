//! VMT-LIB: SMT-LIB with annotations.
//!
//! `(! x :next y)` makes `x` a variable whose next value is `y`; variables without are inputs. The
//! formulas marked `:init` and `:trans` are relations, taken apart as those of Horn clauses are;
//! those marked `:invar-property` must hold in every state that can be reached.

use std::ops::Range;

use ferric3_ivl::{Diagnostic, Span};
use ferric3_term::{Op, SymbolId, TermId, Terms};
use rustc_hash::FxHashSet;

use crate::horn::no_array_equations;
use crate::relation::{Case, Relation, cases};
use crate::sexpr::{Atom, Expr, SExprs};
use crate::smt::{Entry, Functions, Reader, defined, read_sort};
use crate::system::{Asked, Clause, Location, Obstacle, Placed, System, Variable};

/// A formula as it stands in the text, without its annotations.
#[derive(Clone, Debug)]
pub(crate) struct Formula {
    pub(crate) text: Range<usize>,
    pub(crate) term: TermId,
    span: Span,
}

/// What witnesses need to know about a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vmt {
    /// Where declarations and definitions stand, each in pieces: annotations are left out.
    pub(crate) prelude: Vec<Vec<Range<usize>>>,
    /// All variables.
    pub(crate) declared: Vec<SymbolId>,
    /// Variables and their next values.
    pub(crate) pairs: Vec<(SymbolId, SymbolId)>,
    /// `:init` (none: anything), `:trans`, and then the properties.
    pub(crate) formulas: Vec<Option<Formula>>,
}

/// The numbers of formulas.
pub(crate) const INIT: usize = 0;
pub(crate) const TRANS: usize = 1;
pub(crate) const FIRST_PROPERTY: usize = 2;

/// Reads a file.
pub(crate) fn read(exprs: SExprs<'_>) -> Result<(System, Terms, Vmt), Diagnostic> {
    let commands = exprs.commands.clone();
    let mut file = File {
        reader: Reader::new(exprs),
        prelude: Vec::new(),
        declared: Vec::new(),
        pairs: Vec::new(),
        init: None,
        trans: None,
        properties: Vec::new(),
    };
    for command in commands {
        if file.command(command)? {
            break;
        }
    }
    file.system()
}

struct File<'t> {
    reader: Reader<'t>,
    /// Declarations and definitions.
    prelude: Vec<Vec<Range<usize>>>,
    /// All variables.
    declared: Vec<SymbolId>,
    /// Variables and their next values.
    pairs: Vec<(SymbolId, SymbolId, Span)>,
    init: Option<Formula>,
    trans: Option<Formula>,
    properties: Vec<(String, Formula)>,
}

impl File<'_> {
    /// Reads a command. True: nothing after it counts.
    fn command(&mut self, command: Expr) -> Result<bool, Diagnostic> {
        let exprs = &self.reader.exprs;
        let items = exprs.list(command).unwrap_or_default().to_vec();
        let Some(name) = exprs.head(command) else {
            return Err(exprs.error(command, "a command was expected, such as (define-fun …)"));
        };
        match (name, &items[1..]) {
            ("set-logic" | "set-info" | "set-option" | "check-sat", _) => {}
            ("exit", _) => return Ok(true),
            ("declare-fun", &[name, params, sort]) => {
                if exprs.list(params).is_none_or(|params| !params.is_empty()) {
                    let message = "functions without a definition are not supported";
                    return Err(exprs.error(params, message));
                }
                self.prelude.push(vec![exprs.range(command)]);
                self.declare(name, sort)?;
            }
            ("declare-const", &[name, sort]) => {
                self.prelude.push(vec![exprs.range(command)]);
                self.declare(name, sort)?;
            }
            ("define-sort", &[name, params, sort]) => {
                if exprs.list(params).is_none_or(|params| !params.is_empty()) {
                    return Err(exprs.error(params, "sorts with parameters are not supported"));
                }
                let sort = read_sort(exprs, &self.reader.sorts, sort)?;
                self.prelude.push(vec![exprs.range(command)]);
                let name = self.reader.symbol(name)?;
                self.reader.sorts.insert(name, sort);
            }
            ("define-fun", &[name, params, sort, body]) => {
                self.prelude.push(without_annotations(exprs, command, body));
                self.reader.define(name, params, sort, body)?;
                self.annotations(body)?;
            }
            ("assert", &[formula]) if exprs.symbol(formula) == Some("true") => {}
            ("assert", _) => {
                return Err(exprs
                    .error(
                        command,
                        "assertions mean nothing in VMT-LIB, but for (assert true)",
                    )
                    .with_hint("for Horn clauses, say --format horn"));
            }
            _ => {
                let message = format!("the command `{name}` is not supported in this form");
                return Err(exprs.error(command, message));
            }
        }
        Ok(false)
    }

    fn declare(&mut self, name: Expr, sort: Expr) -> Result<(), Diagnostic> {
        let sort = read_sort(&self.reader.exprs, &self.reader.sorts, sort)?;
        let text = self.reader.symbol(name)?;
        let (symbol, term) = self.reader.terms.fresh_symbol(text, sort);
        self.reader.declare(name, Entry::Term(term))?;
        self.declared.push(symbol);
        Ok(())
    }

    /// What a body `(! term :key value …)` says about its term.
    fn annotations(&mut self, body: Expr) -> Result<(), Diagnostic> {
        let exprs = &self.reader.exprs;
        if exprs.head(body) != Some("!") {
            return Ok(());
        }
        let items = exprs.list(body).unwrap_or_default().to_vec();
        let Some((&inner, mut rest)) = items[1..].split_first() else {
            return Err(exprs.error(body, "there is nothing that is annotated"));
        };
        let is_key = |exprs: &SExprs<'_>, expr| {
            exprs
                .atom_of(expr)
                .is_some_and(|(kind, _)| kind == Atom::Keyword)
        };
        while let Some((&key, more)) = rest.split_first() {
            let exprs = &self.reader.exprs;
            let Some((Atom::Keyword, name)) = exprs.atom_of(key) else {
                return Err(exprs.error(key, "an annotation was expected, such as :next"));
            };
            let value = more.first().copied().filter(|&value| !is_key(exprs, value));
            rest = if value.is_some() { &more[1..] } else { more };
            self.annotation(inner, key, name, value)?;
        }
        Ok(())
    }

    fn annotation(
        &mut self,
        inner: Expr,
        key: Expr,
        name: &str,
        value: Option<Expr>,
    ) -> Result<(), Diagnostic> {
        let span = self.reader.exprs.span(inner);
        match name {
            ":next" => {
                let current = self.variable(inner)?;
                let value = value.ok_or_else(|| {
                    self.reader
                        .exprs
                        .error(key, "the name of the next value is missing")
                })?;
                let next = self.variable(value)?;
                let terms = &self.reader.terms;
                let (now, then) = (terms.symbol(current).sort, terms.symbol(next).sort);
                if now != then {
                    let message = format!("the next value has sort {then}, not {now}");
                    return Err(self.reader.exprs.error(value, message));
                }
                let taken = |s: SymbolId| self.pairs.iter().any(|p| p.0 == s || p.1 == s);
                if taken(current) || taken(next) || current == next {
                    let message = "one of these variables is in another :next already";
                    return Err(self.reader.exprs.error(key, message));
                }
                self.pairs.push((current, next, span));
            }
            ":init" | ":trans" => {
                let term = self.reader.formula(inner)?;
                let place = match name {
                    ":init" => &mut self.init,
                    _ => &mut self.trans,
                };
                if place.is_some() {
                    let message = format!("there is another formula with {name}");
                    return Err(self.reader.exprs.error(key, message));
                }
                let text = self.reader.exprs.range(inner);
                *place = Some(Formula { text, term, span });
            }
            ":invar-property" => {
                let term = self.reader.formula(inner)?;
                let atom = value.and_then(|value| self.reader.exprs.atom_of(value));
                let number = self.properties.len().to_string();
                let name = atom.map_or(number, |(_, text)| text.to_owned());
                let text = self.reader.exprs.range(inner);
                self.properties.push((name, Formula { text, term, span }));
            }
            ":live-property" | ":ltl-property" => {
                return Err(self
                    .reader
                    .exprs
                    .error(
                        key,
                        format!("{name} is not supported: only safety can be checked"),
                    )
                    .with_hint("properties are formulas with :invar-property"));
            }
            ":named" => {}
            _ => {
                let message = format!("the annotation {name} is not supported");
                return Err(self.reader.exprs.error(key, message));
            }
        }
        Ok(())
    }

    /// A declared variable.
    fn variable(&mut self, expr: Expr) -> Result<SymbolId, Diagnostic> {
        let term = self.reader.term(expr)?;
        let symbol = self.reader.terms.as_symbol(term);
        let declared = symbol.filter(|symbol| self.declared.contains(symbol));
        declared.ok_or_else(|| self.reader.exprs.error(expr, "a variable was expected"))
    }

    fn system(self) -> Result<(System, Terms, Vmt), Diagnostic> {
        let text = &self.reader.exprs.text;
        let Some(trans) = self.trans else {
            return Err(text
                .error(0, 1, "there is no formula with :trans in this file")
                .with_hint("for Horn clauses, say --format horn"));
        };
        let functions = self.reader.functions;
        let mut terms = self.reader.terms;
        let after: FxHashSet<SymbolId> = self.pairs.iter().map(|pair| pair.1).collect();
        let now: FxHashSet<SymbolId> = self.pairs.iter().map(|pair| pair.0).collect();
        let free = |known: &FxHashSet<SymbolId>| -> Vec<SymbolId> {
            let all = self.declared.iter().copied();
            all.filter(|symbol| !known.contains(symbol)).collect()
        };
        let mut system = System::default();
        let vars: Vec<Variable> = self
            .pairs
            .iter()
            .map(|&(symbol, _, span)| Variable {
                symbol,
                name: terms.symbol(symbol).name.clone(),
                sort: terms.symbol(symbol).sort,
                span,
            })
            .collect();
        let now_terms = symbol_terms(&mut terms, self.pairs.iter().map(|pair| pair.0));
        let next_terms = symbol_terms(&mut terms, self.pairs.iter().map(|pair| pair.1));
        let tt = terms.tt();
        let init = self.init.as_ref().map_or(
            Placed {
                term: tt,
                span: trans.span,
            },
            Formula::placed,
        );
        let nothing = FxHashSet::default();
        let mut obstacles = Vec::new();
        for (number, from, formula, known, outputs) in [
            (INIT, None, init, &nothing, now_terms),
            (TRANS, Some(0), trans.placed(), &now, next_terms),
        ] {
            let state = match from {
                Some(_) => vars.iter().map(|var| var.symbol).collect(),
                None => Vec::new(),
            };
            let outputs = (outputs, state);
            let found = solve(&mut terms, &functions, formula, &free(known), outputs)?;
            system.add_clauses(number, found.cases, from, 0, formula.span);
            if let Some((what, cases)) = found.obstacle {
                let at = from.unwrap_or(START);
                obstacles.push((number, at, what, cases, formula.span, Obstacle::Step));
            }
        }
        let pairs = self.pairs.iter().map(|pair| (pair.0, pair.1)).collect();
        let span = trans.span;
        let mut vmt = Vmt {
            prelude: self.prelude,
            declared: self.declared.clone(),
            pairs,
            formulas: vec![self.init.clone(), Some(trans)],
        };
        for (property, (name, formula)) in self.properties.into_iter().enumerate() {
            let (mut parts, _) = functions.besides(&mut terms, &[formula.term], None);
            parts.push(formula.term);
            let symbols: Vec<SymbolId> = (parts.iter())
                .flat_map(|&part| terms.symbols_of(part))
                .collect();
            if symbols.iter().any(|symbol| after.contains(symbol)) {
                let message = "a property is about states, and this one reads a next value";
                return Err(Diagnostic::error(formula.span, message));
            }
            let bad = Placed {
                term: terms.mk(Op::Not, &[formula.term]),
                span: formula.span,
            };
            let outputs = (Vec::new(), Vec::new());
            let found = solve(&mut terms, &functions, bad, &free(&now), outputs)?;
            let number = FIRST_PROPERTY + property;
            let span = formula.span;
            system.add_query(&mut terms, number, &found.cases, 0, property, span);
            if let Some((what, cases)) = found.obstacle {
                let of = Obstacle::Property(property);
                obstacles.push((number, 0, what, cases, span, of));
            }
            system.properties.push(Asked {
                description: format!("invariant property {name}"),
                name: Some(name),
                span: formula.span,
                obstacle: None,
            });
            vmt.formulas.push(Some(formula));
        }
        system.locations.push(Location {
            name: "state".to_owned(),
            span,
            vars,
            inputs: Vec::new(),
            constraints: Vec::new(),
            origin: 0,
            fixed: Vec::new(),
        });
        // Properties of the file come first.
        for (number, at, description, cases, span, obstacle) in obstacles {
            if at == START && system.locations.len() == START {
                add_start(&mut system, span);
            }
            let property = system.properties.len();
            system.add_query(&mut terms, number, &cases, at, property, span);
            system.properties.push(Asked {
                name: None,
                description,
                span,
                obstacle: Some(obstacle),
            });
        }
        Ok((system, terms, vmt))
    }
}

impl Formula {
    fn placed(&self) -> Placed {
        Placed {
            term: self.term,
            span: self.span,
        }
    }
}

/// The pieces of a definition that say what it defines: `(! t :key …)` is `t`.
fn without_annotations(exprs: &SExprs<'_>, command: Expr, body: Expr) -> Vec<Range<usize>> {
    let whole = exprs.range(command);
    match (exprs.head(body), exprs.list(body)) {
        (Some("!"), Some(&[_, inner, ..])) => {
            let body = exprs.range(body);
            vec![
                whole.start..body.start,
                exprs.range(inner),
                body.end..whole.end,
            ]
        }
        _ => vec![whole],
    }
}

fn symbol_terms(terms: &mut Terms, symbols: impl Iterator<Item = SymbolId>) -> Vec<TermId> {
    symbols.map(|symbol| terms.symbol_term(symbol)).collect()
}

/// The location, beside that of states, which runs pass once: where it is asked whether `:init` has a value.
const START: usize = 1;

fn add_start(system: &mut System, span: Span) {
    system.locations.push(Location {
        name: "start".to_owned(),
        span,
        vars: Vec::new(),
        inputs: Vec::new(),
        constraints: Vec::new(),
        origin: usize::MAX,
        fixed: Vec::new(),
    });
    system.clauses.push(Clause {
        from: None,
        to: START,
        inputs: Vec::new(),
        guard: Vec::new(),
        values: Vec::new(),
        instance: None,
        span,
    });
}

/// A formula, solved for its outputs.
struct Solved {
    cases: Vec<Case>,
    /// Where it depends on what has no value: in words, and the cases.
    obstacle: Option<(String, Vec<Case>)>,
}

fn solve(
    terms: &mut Terms,
    functions: &Functions,
    formula: Placed,
    free: &[SymbolId],
    (outputs, state): (Vec<TermId>, Vec<SymbolId>),
) -> Result<Solved, Diagnostic> {
    let roots = [formula.term];
    let conditions = defined(terms, functions, &roots);
    let (besides, values) = functions.besides(terms, &roots, Some(&conditions));
    let unknowns: Vec<SymbolId> = free.iter().copied().chain(values).collect();
    let with = |parts: Vec<TermId>, outputs, state| Relation {
        unknowns: unknowns.clone(),
        parts,
        outputs,
        state,
    };
    let parts = roots.into_iter().chain(conditions.clone()).chain(besides);
    let found = checked_cases(terms, &with(parts.collect(), outputs, state), formula.span)?;
    let obstacle = match functions.partial(terms, &roots) {
        None => None,
        Some(what) => {
            let (besides, _) = functions.besides(terms, &roots, None);
            let is_defined = terms.and(&conditions);
            let not_defined = terms.mk(Op::Not, &[is_defined]);
            let parts = roots.into_iter().chain(besides).chain([not_defined]);
            let relation = with(parts.collect(), Vec::new(), Vec::new());
            Some((what, checked_cases(terms, &relation, formula.span)?))
        }
    };
    Ok(Solved {
        cases: found,
        obstacle,
    })
}

fn checked_cases(
    terms: &mut Terms,
    relation: &Relation,
    span: Span,
) -> Result<Vec<Case>, Diagnostic> {
    let found = cases(terms, relation);
    for case in &found {
        no_array_equations(terms, case.guard.iter().chain(&case.outputs), span)?;
    }
    Ok(found)
}
