//! Terms as commands: everything that a process has to know, in order.
//!
//! Every node of a term is defined once, as one operator over names: the text is as long as the terms
//! have nodes, however many assertions share them, and nothing is nested.

use std::fmt::Write;

use ferric3_term::{
    FloatInTheory, FloatOp, Op, SmtLibNode, Sort, SymbolId, TermId, Terms, declare_symbol,
    define_float,
};
use rustc_hash::FxHashSet;

use super::probe::Knows;
use crate::Refusal;

/// What a context consists of, as text.
#[derive(Debug)]
pub(crate) struct Script {
    text: String,
    knows: Knows,
    /// The first term that was refused. It has any value, or is left out if it is a part of something
    /// that is.
    pub(super) refused: Option<Refusal>,
    /// Symbols, in the order of their declaration.
    pub(super) declared: Vec<SymbolId>,
    /// Terms that have been defined.
    defined: FxHashSet<TermId>,
    /// Terms that have a literal that can be assumed.
    assumable: FxHashSet<TermId>,
    /// Floating-point operations that have been defined, by width of their arguments.
    floats: FxHashSet<(FloatOp, u32)>,
}

impl Script {
    /// Nothing is said yet, to a program that knows these sorts.
    pub(crate) fn new(knows: Knows) -> Script {
        Script {
            text: String::new(),
            knows,
            refused: None,
            declared: Vec::new(),
            defined: FxHashSet::default(),
            assumable: FxHashSet::default(),
            floats: FxHashSet::default(),
        }
    }

    /// The commands from this place on.
    pub(crate) fn from(&self, place: usize) -> &str {
        &self.text[place..]
    }

    /// The place behind all commands.
    pub(crate) fn end(&self) -> usize {
        self.text.len()
    }

    /// Terms defined so far.
    pub(super) fn terms(&self) -> u64 {
        self.defined.len() as u64
    }

    fn tell(&mut self, command: &str) {
        self.text.push_str(command);
        self.text.push('\n');
    }

    /// The text that stands for a term, all of whose parts are defined.
    pub(super) fn define(&mut self, terms: &Terms, term: TermId) -> String {
        let mut todo = vec![(term, false)];
        while let Some((term, is_ready)) = todo.pop() {
            if self.defined.contains(&term) {
                continue;
            }
            if is_ready {
                self.defined.insert(term);
                self.define_node(terms, term);
                continue;
            }
            todo.push((term, true));
            todo.extend(terms.args(term).iter().map(|&arg| (arg, false)));
        }
        SmtLibNode::name(terms, term).to_string()
    }

    fn lacks(&self, sort: Sort) -> bool {
        match sort {
            Sort::Bool | Sort::BitVec(_) => false,
            Sort::Array { .. } => !self.knows.arrays,
            Sort::Int | Sort::Real => !self.knows.numbers,
            _ => true,
        }
    }

    /// Can the term not be written for this program?
    fn refusal(&self, terms: &Terms, term: TermId) -> Option<Refusal> {
        let sort = terms.sort(term);
        let parts = terms.args(term).iter().map(|&arg| terms.sort(arg));
        if let Some(lacking) = std::iter::once(sort).chain(parts).find(|&s| self.lacks(s)) {
            return Some(Refusal::Sort(lacking));
        }
        // Few programs know them, and those that do mean an approximation.
        match terms.op(term) {
            Op::Graph(function) => return Some(Refusal::Function(function.name())),
            Op::Power => return Some(Refusal::Function("pow")),
            _ => {}
        }
        let is_constant = matches!(terms.op(term), Op::ConstArray { .. });
        (is_constant && !self.knows.constant_arrays).then_some(Refusal::ConstantArray(sort))
    }

    /// Define a term whose arguments are defined.
    fn define_node(&mut self, terms: &Terms, term: TermId) {
        let args = terms.args(term);
        if let Some(refusal) = self.refusal(terms, term) {
            self.refused.get_or_insert(refusal);
            // Terms of other sorts are parts of those that stand for any value here.
            if !self.lacks(terms.sort(term)) && !args.is_empty() {
                let (name, sort) = (SmtLibNode::name(terms, term), terms.sort(term));
                self.tell(&format!("(declare-fun {name} () {sort})"));
            }
            return;
        }
        match terms.op(term) {
            Op::Symbol(symbol) => {
                self.declared.push(*symbol);
                self.tell(&declare_symbol(terms, *symbol));
            }
            Op::Float(op) if self.knows.floats && self.define_in_theory(terms, term, *op) => return,
            Op::Float(op) => {
                let width = terms.width(args[0]);
                if self.floats.insert((*op, width)) {
                    self.tell(&define_float(*op, args.len(), width));
                }
            }
            _ => {}
        }
        if !args.is_empty() {
            let name = SmtLibNode::name(terms, term);
            let body = SmtLibNode::body(terms, term);
            let sort = terms.sort(term);
            writeln!(self.text, "(define-fun {name} () {sort} {body})")
                .expect("strings can be written to");
        }
    }

    /// Define a floating-point operation by the theory of these numbers, if it can say what it is.
    fn define_in_theory(&mut self, terms: &Terms, term: TermId, op: FloatOp) -> bool {
        let name = SmtLibNode::name(terms, term);
        let args = terms.args(term).iter();
        let args: Vec<String> = args
            .map(|&arg| SmtLibNode::name(terms, arg).to_string())
            .collect();
        match FloatInTheory::new(op, &args) {
            None => return false,
            Some(FloatInTheory::Truth(body)) => {
                self.tell(&format!("(define-fun {name} () Bool {body})"));
            }
            Some(FloatInTheory::Number(format, number)) => {
                let sort = terms.sort(term);
                self.tell(&format!("(declare-fun {name} () {sort})"));
                let encodes = FloatInTheory::encodes(format, &number, &name.to_string());
                self.tell(&format!("(assert {encodes})"));
            }
        }
        true
    }

    /// Assert a term.
    pub(crate) fn assert(&mut self, terms: &Terms, term: TermId) {
        let name = self.define(terms, term);
        self.tell(&format!("(assert {name})"));
    }

    /// Assert a disjunction.
    pub(crate) fn assert_clause(&mut self, terms: &Terms, clause: &[TermId]) {
        let names: Vec<String> = clause
            .iter()
            .map(|&term| self.define(terms, term))
            .collect();
        match names.as_slice() {
            [] => self.tell("(assert false)"),
            [name] => self.tell(&format!("(assert {name})")),
            names => self.tell(&format!("(assert (or {}))", names.join(" "))),
        }
    }

    /// A symbol that is equal to a term, and so can be assumed.
    pub(crate) fn literal(&mut self, terms: &Terms, term: TermId) -> String {
        let literal = literal_name(term);
        if self.assumable.insert(term) {
            let name = self.define(terms, term);
            self.tell(&format!("(declare-fun {literal} () Bool)"));
            self.tell(&format!("(assert (= {literal} {name}))"));
        }
        literal
    }
}

/// The name of a term as an assumption. Names of symbols never end like this; see
/// [`ferric3_term::symbol_name`].
pub(crate) fn literal_name(term: TermId) -> String {
    format!("assumption!{}!", term.index())
}
