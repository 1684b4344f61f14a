//! BTOR2: words and arrays, one node per line.
//!
//! The system has one location. A state element without `init` starts with any value, one without
//! `next` has any value in each step. Constraints hold in every step up to and including that of a
//! violation.
//!
//! Nodes of width 1 are formulas here: conditions are what engines understand best.

mod line;
mod nodes;
mod operators;

use std::ops::Range;

use ferric3_ivl::{Diagnostic, Span};
use ferric3_term::{Sort, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::horn::no_array_equations;
use crate::system::{Asked, Clause, Location, Placed, Query, System, Variable};
use crate::text::Text;
use line::Line;
use nodes::Nodes;

/// A state element.
#[derive(Clone, Debug)]
struct State {
    var: Variable,
    /// The number of its line.
    node: u64,
    init: Option<Placed>,
    next: Option<Placed>,
}

/// What witnesses need to know about a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    /// Inputs in order, with names.
    pub(crate) inputs: Vec<(SymbolId, String)>,
    /// State elements in order, with names, and what stands for any value in the beginning and
    /// after a step.
    pub(crate) states: Vec<WordState>,
    /// The numbers of the `bad` lines that are asked for.
    pub(crate) bads: Vec<usize>,
    /// All `bad` lines.
    pub(crate) bad_lines: Vec<BadLine>,
    /// The number of the last line.
    pub(crate) last: u64,
}

/// A `bad` line for certificates.
#[derive(Clone, Debug)]
pub(crate) struct BadLine {
    /// Where it stands, with the end of the line.
    pub(crate) place: Range<usize>,
    /// The node that it marks, negative if its complement is meant.
    pub(crate) node: i64,
}

/// A state element for witnesses.
#[derive(Clone, Debug)]
pub(crate) struct WordState {
    pub(crate) name: String,
    pub(crate) symbol: SymbolId,
    /// The number of its line.
    pub(crate) node: u64,
    /// The input that it starts with, if it has no `init`.
    pub(crate) start: Option<SymbolId>,
    /// The input that it goes on with, if it has no `next`.
    pub(crate) after: Option<SymbolId>,
}

/// Reads a file.
pub(crate) fn read(text: &Text<'_>) -> Result<(System, Terms, Words), Diagnostic> {
    let mut file = File {
        nodes: Nodes::default(),
        inputs: Vec::new(),
        states: Vec::new(),
        by_node: FxHashMap::default(),
        constraints: Vec::new(),
        bads: Vec::new(),
        bad_lines: Vec::new(),
        last: 0,
    };
    let mut at = 0;
    for source in text.text.split_inclusive('\n') {
        if let Some(line) = Line::parse(text, source, at)? {
            if line.number <= file.last {
                let message = format!("numbers must grow: this one comes after {}", file.last);
                return Err(line.error(0, message));
            }
            file.last = line.number;
            file.line(&line)?;
            if line.word(1)? == "bad" {
                file.bad_lines.push(BadLine {
                    place: at..at + source.len(),
                    node: line.reference(2)?,
                });
            }
        }
        at += source.len();
    }
    file.finish(text)
}

struct File {
    nodes: Nodes,
    inputs: Vec<Variable>,
    states: Vec<State>,
    /// State elements by the numbers of their lines.
    by_node: FxHashMap<u64, usize>,
    constraints: Vec<Placed>,
    bads: Vec<(Placed, Option<String>)>,
    bad_lines: Vec<BadLine>,
    last: u64,
}

impl File {
    fn line(&mut self, line: &Line<'_>) -> Result<(), Diagnostic> {
        match line.word(1)? {
            "sort" => self.nodes.sort(line),
            "input" => {
                let sort = self.nodes.sort_at(line, 2)?;
                let var = self.leaf(line, sort, "input")?;
                self.inputs.push(var);
                Ok(())
            }
            "state" => {
                let sort = self.nodes.sort_at(line, 2)?;
                let var = self.leaf(line, sort, "state")?;
                self.by_node.insert(line.number, self.states.len());
                self.states.push(State {
                    var,
                    node: line.number,
                    init: None,
                    next: None,
                });
                Ok(())
            }
            "init" => self.init(line),
            "next" => self.next(line),
            "bad" | "constraint" => {
                let term = self.nodes.formula(line, 2)?;
                let placed = Placed {
                    term,
                    span: line.span(),
                };
                if line.word(1)? == "bad" {
                    self.bads.push((placed, line.symbol(3)));
                } else {
                    self.constraints.push(placed);
                }
                Ok(())
            }
            "output" => self.nodes.node(line, 2).map(|_| ()),
            word @ ("justice" | "fair") => Err(line
                .error(
                    1,
                    format!("`{word}` is not supported: only safety can be checked"),
                )
                .with_hint("properties are `bad` lines")),
            _ => self.nodes.operation(line),
        }
    }

    fn leaf(&mut self, line: &Line<'_>, sort: Sort, kind: &str) -> Result<Variable, Diagnostic> {
        let name = line
            .symbol(3)
            .unwrap_or_else(|| format!("{kind}{}", line.number));
        let sort = nodes::represented(sort);
        let (symbol, term) = self.nodes.terms.fresh_symbol(&name, sort);
        self.nodes.define(line, term)?;
        Ok(Variable {
            symbol,
            name,
            sort,
            span: line.span(),
        })
    }

    /// The state element that an `init` or `next` line is about.
    fn state(&self, line: &Line<'_>) -> Result<usize, Diagnostic> {
        let number = line.reference(3)?;
        let position = u64::try_from(number)
            .ok()
            .and_then(|n| self.by_node.get(&n));
        let position = *position.ok_or_else(|| line.error(3, "this is no state element"))?;
        let wanted = self.states[position].var.sort;
        if nodes::represented(self.nodes.sort_at(line, 2)?) != wanted {
            return Err(line.error(2, format!("the state element has sort {wanted}")));
        }
        Ok(position)
    }

    fn init(&mut self, line: &Line<'_>) -> Result<(), Diagnostic> {
        let position = self.state(line)?;
        let sort = self.states[position].var.sort;
        let mut value = self.nodes.node(line, 4)?;
        if let Sort::Array { index, element } = sort
            && !self.nodes.terms.sort(value).is_array()
        {
            // An element for all indices.
            value = self.nodes.as_word(value);
            if self.nodes.terms.sort(value) == Sort::BitVec(element) {
                value = self.nodes.terms.const_array(index, value);
            }
        }
        let value = self.of_sort(line, value, sort)?;
        let state = &mut self.states[position];
        if state.init.is_some() {
            return Err(line.error(1, "this state element is initialised twice"));
        }
        let span = line.span();
        state.init = Some(Placed { term: value, span });
        Ok(())
    }

    fn next(&mut self, line: &Line<'_>) -> Result<(), Diagnostic> {
        let position = self.state(line)?;
        let value = self.nodes.node(line, 4)?;
        let value = self.of_sort(line, value, self.states[position].var.sort)?;
        let state = &mut self.states[position];
        if state.next.is_some() {
            return Err(line.error(1, "this state element has two next values"));
        }
        let span = line.span();
        state.next = Some(Placed { term: value, span });
        Ok(())
    }

    fn of_sort(&self, line: &Line<'_>, value: TermId, sort: Sort) -> Result<TermId, Diagnostic> {
        match self.nodes.terms.sort(value) {
            found if found == sort => Ok(value),
            found => Err(line.error(4, format!("the value has sort {found}, not {sort}"))),
        }
    }

    fn finish(self, text: &Text<'_>) -> Result<(System, Terms, Words), Diagnostic> {
        let Some(span) = self.states.first().map(|state| state.var.span) else {
            if self.bads.is_empty() {
                return Err(text.error(0, 1, "there is no state and no `bad` in this file"));
            }
            let span = self.bads[0].0.span;
            return self.system(span);
        };
        self.system(span)
    }

    fn system(mut self, span: Span) -> Result<(System, Terms, Words), Diagnostic> {
        let mut words = Words {
            bads: (0..self.bads.len()).collect(),
            bad_lines: self.bad_lines.clone(),
            last: self.last,
            ..Words::default()
        };
        let named = |var: &Variable| (var.symbol, var.name.clone());
        words.inputs = self.inputs.iter().map(named).collect();
        let mut init = Clause {
            from: None,
            to: 0,
            inputs: Vec::new(),
            guard: Vec::new(),
            values: Vec::new(),
            instance: None,
            span,
        };
        let mut step = Clause {
            from: Some(0),
            ..init.clone()
        };
        let states = self.states.clone();
        for state in &states {
            let start = self.any(state.init, state, &mut init)?;
            let after = self.any(state.next, state, &mut step)?;
            words.states.push(WordState {
                name: state.var.name.clone(),
                symbol: state.var.symbol,
                node: state.node,
                start,
                after,
            });
        }
        self.initial_values(&states, &mut init)?;
        let mut system = System {
            locations: vec![Location {
                name: "system".to_owned(),
                span,
                vars: states.into_iter().map(|state| state.var).collect(),
                inputs: self.inputs,
                constraints: self.constraints,
                origin: 0,
                fixed: Vec::new(),
            }],
            clauses: vec![init, step],
            ..System::default()
        };
        for (property, (bad, name)) in self.bads.into_iter().enumerate() {
            let description = match &name {
                Some(name) => format!("bad {property}, {name}"),
                None => format!("bad {property}"),
            };
            system.queries.push(Query {
                at: 0,
                inputs: Vec::new(),
                guard: vec![bad.term],
                property,
                instances: 0..0,
                span: bad.span,
            });
            system.properties.push(Asked {
                name,
                description,
                span: bad.span,
                obstacle: None,
            });
        }
        for query in &system.queries {
            no_array_equations(&self.nodes.terms, query.guard.iter(), query.span)?;
        }
        for constraint in &system.locations[0].constraints {
            let formula = std::iter::once(&constraint.term);
            no_array_equations(&self.nodes.terms, formula, constraint.span)?;
        }
        for clause in &system.clauses {
            no_array_equations(&self.nodes.terms, clause.values.iter(), span)?;
        }
        Ok((system, self.nodes.terms, words))
    }

    /// Adds a value to a clause: a fresh input, which is the result, if there is none.
    fn any(
        &mut self,
        value: Option<Placed>,
        state: &State,
        clause: &mut Clause,
    ) -> Result<Option<SymbolId>, Diagnostic> {
        if let Some(value) = value {
            clause.values.push(value.term);
            return Ok(None);
        }
        let (symbol, term) = self
            .nodes
            .terms
            .fresh_symbol(&state.var.name, state.var.sort);
        clause.values.push(term);
        clause.inputs.push(symbol);
        Ok(Some(symbol))
    }

    /// Initial values may read state elements that come before: their initial values are put in.
    fn initial_values(&mut self, states: &[State], init: &mut Clause) -> Result<(), Diagnostic> {
        let mut known: Vec<(SymbolId, TermId)> = Vec::new();
        for (position, state) in states.iter().enumerate() {
            if let Some(value) = state.init {
                let symbols = self.nodes.terms.symbols_of(value.term);
                let is_known = |symbol: &SymbolId| known.iter().any(|(other, _)| other == symbol);
                if !symbols.iter().all(is_known) {
                    return Err(Diagnostic::error(
                        value.span,
                        "an initial value that reads an input or a later state element is not \
                         supported",
                    ));
                }
                let mut put_in = ferric3_term::Substitution::new(known.iter().copied());
                init.values[position] = put_in.apply(&mut self.nodes.terms, value.term);
            }
            known.push((state.var.symbol, init.values[position]));
        }
        Ok(())
    }
}
