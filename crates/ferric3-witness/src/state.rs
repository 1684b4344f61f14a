//! The values of all variables during a run, and what an evaluation really looks at: of a choice
//! only the side that is taken, of an array only the element.

use std::cell::RefCell;
use std::rc::Rc;

use ferric3_ivl::{IdxVec, NamedObject, ProcId, Program, VarDecl, VarId};
use ferric3_term::{BitVecValue, Evaluator, Op, SymbolId, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The values of all variables.
#[derive(Debug)]
pub(crate) struct State<'a> {
    program: &'a Program,
    terms: &'a Terms,
    values: Vec<Value>,
    /// Variables by symbol.
    variables: FxHashMap<SymbolId, VarId>,
    /// Number of active calls, by procedure.
    active: Vec<usize>,
    /// Values of the locals of procedures that were called again before they had returned.
    saved: Vec<Option<Vec<Value>>>,
    /// Cleared for every evaluation; its memory is used again.
    evaluator: RefCell<Evaluator>,
    /// The symbols of a term, once somebody asked for them.
    symbols: RefCell<FxHashMap<TermId, Rc<[SymbolId]>>>,
}

/// What an evaluation has looked at: a variable, or one element of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Look {
    /// The variable.
    pub(crate) var: VarId,
    /// The element; none for a variable that is no array, or for all of an array.
    pub(crate) index: Option<BitVecValue>,
}

/// What an assignment writes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// Nothing: the address that is written to was another one.
    Nothing,
    /// These elements of an array.
    Elements(Vec<BitVecValue>),
    /// All of an array, which becomes what another variable is.
    CopyOf(VarId),
    /// All of the variable.
    All,
}

impl<'a> State<'a> {
    /// The state at the start of a run.
    pub(crate) fn new(program: &'a Program, terms: &'a Terms) -> State<'a> {
        let vars: &IdxVec<VarDecl> = &program.vars;
        let mut active = vec![0; program.procs.len()];
        if let Some(entry) = program.entry {
            active[entry.index()] = 1;
        }
        State {
            program,
            terms,
            values: vars.iter().map(|var| Value::zero(var.sort)).collect(),
            variables: vars
                .iter_enumerated()
                .map(|(id, var)| (var.symbol, id))
                .collect(),
            active,
            saved: Vec::new(),
            evaluator: RefCell::default(),
            symbols: RefCell::default(),
        }
    }

    /// The value of a variable.
    pub(crate) fn value(&self, var: VarId) -> &Value {
        &self.values[var.index()]
    }

    /// The variable arguments in their record, with the variables that hold them.
    pub(crate) fn variable_arguments(&self, area: &NamedObject) -> Vec<(VarId, Value)> {
        let parts = area.parts.iter();
        let values = parts.filter(|part| part.path.starts_with(".value"));
        let vars = values.filter_map(|part| self.variables.get(&part.symbol).copied());
        vars.map(|var| (var, self.value(var).clone())).collect()
    }

    /// A variable gets a value.
    pub(crate) fn set(&mut self, var: VarId, value: Value) {
        self.values[var.index()] = value;
    }

    /// A procedure is called.
    pub(crate) fn call(&mut self, proc: ProcId, args: &[Value]) {
        let callee = &self.program.procs[proc];
        let active = &mut self.active[proc.index()];
        *active += 1;
        self.saved.push((*active > 1).then(|| {
            let locals = callee.locals.iter();
            locals.map(|var| self.values[var.index()].clone()).collect()
        }));
        for (&param, value) in callee.params.iter().zip(args) {
            self.values[param.index()] = value.clone();
        }
    }

    /// A procedure returns.
    pub(crate) fn leave(&mut self, proc: ProcId) {
        let active = &mut self.active[proc.index()];
        *active = active.saturating_sub(1);
        if let Some(Some(saved)) = self.saved.pop() {
            for (var, value) in self.program.procs[proc].locals.iter().zip(saved) {
                self.values[var.index()] = value;
            }
        }
    }

    /// The variables that a term is made from.
    pub(crate) fn variables_of(&self, term: TermId) -> impl Iterator<Item = VarId> + '_ {
        let mut cache = self.symbols.borrow_mut();
        let entry = cache.entry(term);
        let symbols = entry
            .or_insert_with(|| self.terms.symbols_of(term).into())
            .clone();
        let number = symbols.len();
        (0..number).filter_map(move |i| self.variables.get(&symbols[i]).copied())
    }

    /// What is written by `var := term` in this state.
    pub(crate) fn written(&self, var: VarId, term: TermId) -> Written {
        let eyes = Eyes::new(self);
        let mut indices = Vec::new();
        let own = self.program.vars[var].symbol;
        let mut at = term;
        loop {
            let args = self.terms.args(at);
            match self.terms.op(at) {
                Op::Ite => at = args[eyes.branch(args[0])],
                Op::Store => {
                    let index = eyes.eval(args[1]).as_bv().clone();
                    if !indices.contains(&index) {
                        indices.push(index);
                    }
                    at = args[0];
                }
                Op::Symbol(symbol) if *symbol == own && indices.is_empty() => {
                    return Written::Nothing;
                }
                Op::Symbol(symbol) if *symbol == own => {
                    indices.reverse();
                    return Written::Elements(indices);
                }
                Op::Symbol(symbol) if matches!(self.value(var), Value::Array(_)) => {
                    let other = self.variables.get(symbol);
                    return other.map_or(Written::All, |&other| Written::CopyOf(other));
                }
                _ => return Written::All,
            }
        }
    }

    /// What the evaluation of a term looks at in this state.
    pub(crate) fn looks(&self, term: TermId) -> Vec<Look> {
        let mut eyes = Eyes::new(self);
        eyes.look(term);
        eyes.seen
    }
}

/// An evaluation of terms in one state.
struct Eyes<'s, 'a> {
    state: &'s State<'a>,
    visited: FxHashSet<TermId>,
    seen: Vec<Look>,
}

impl<'s, 'a> Eyes<'s, 'a> {
    fn new(state: &'s State<'a>) -> Eyes<'s, 'a> {
        state.evaluator.borrow_mut().clear();
        Eyes {
            state,
            visited: FxHashSet::default(),
            seen: Vec::new(),
        }
    }

    fn eval(&self, term: TermId) -> Value {
        let State {
            terms,
            variables,
            values,
            ..
        } = self.state;
        let assignment = |symbol: SymbolId| match variables.get(&symbol) {
            Some(var) => values[var.index()].clone(),
            None => Value::zero(terms.symbol(symbol).sort),
        };
        let mut evaluator = self.state.evaluator.borrow_mut();
        evaluator.eval(terms, &assignment, term)
    }

    /// The argument of `ite` that counts.
    fn branch(&self, condition: TermId) -> usize {
        if self.eval(condition).as_bool() { 1 } else { 2 }
    }

    fn look(&mut self, root: TermId) {
        let terms = self.state.terms;
        let mut todo = vec![root];
        while let Some(term) = todo.pop() {
            if !self.visited.insert(term) {
                continue;
            }
            let args = terms.args(term);
            match terms.op(term) {
                Op::Symbol(symbol) => self.note(*symbol, None),
                Op::Ite => todo.extend([args[0], args[self.branch(args[0])]]),
                // The first operand that decides hides the others.
                op @ (Op::And | Op::Or) => {
                    let decides = *op == Op::Or;
                    for &arg in args {
                        todo.push(arg);
                        if self.eval(arg).as_bool() == decides {
                            break;
                        }
                    }
                }
                Op::Select => {
                    todo.push(args[1]);
                    self.element(args[0], args[1], &mut todo);
                }
                _ => todo.extend_from_slice(args),
            }
        }
    }

    /// Looks at one element of an array.
    fn element(&mut self, array: TermId, index: TermId, todo: &mut Vec<TermId>) {
        let terms = self.state.terms;
        let index = self.eval(index).as_bv().clone();
        let mut array = array;
        loop {
            let args = terms.args(array);
            match terms.op(array) {
                Op::Symbol(symbol) => return self.note(*symbol, Some(index)),
                Op::Ite => {
                    todo.push(args[0]);
                    array = args[self.branch(args[0])];
                }
                Op::Store => {
                    todo.push(args[1]);
                    if *self.eval(args[1]).as_bv() == index {
                        return todo.push(args[2]);
                    }
                    array = args[0];
                }
                _ => return todo.extend_from_slice(args),
            }
        }
    }

    fn note(&mut self, symbol: SymbolId, index: Option<BitVecValue>) {
        if let Some(&var) = self.state.variables.get(&symbol) {
            let look = Look { var, index };
            if !self.seen.contains(&look) {
                self.seen.push(look);
            }
        }
    }
}
