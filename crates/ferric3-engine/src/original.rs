//! The way back from the reduced automaton, on which engines work, to the one as it was built.
//!
//! No verdict rests on a pass: a proof is carried back and certified on the automaton that no
//! pass has touched, and a counterexample is executed there, concretely, before the interpreter
//! runs the program itself.

use ferric3_cfa::{
    BlockSize, Cfa, Cmd, CmdId, EdgeId, Image, LocId, Reduction, State, Stop, TargetId, TargetKind,
    blocks_until, restrict,
};
use ferric3_ivl::{PropertyId, RecordedInput};
use ferric3_sat::Interrupt;
use ferric3_term::{Assignment, Evaluator, SymbolId, TermId, Terms, Value};

use crate::{CertificateError, Counterexample, Invariant, Proof, ReplayError, Task};

/// Edges with small blocks that a counterexample may take: a loop that a pass has removed may run
/// for long, or for ever.
const MAX_EDGES: usize = 20_000_000;

/// The automaton as it was built, with small blocks, and the way from it to the one that an
/// engine has decided.
#[derive(Clone, Debug)]
pub struct Original {
    cfa: Cfa,
    reduction: Reduction,
}

/// What the program reads on a run, and where the run ends.
#[derive(Clone, Debug)]
pub(crate) struct Execution {
    pub(crate) inputs: Vec<RecordedInput>,
    pub(crate) target: TargetId,
}

impl Original {
    /// The automaton `cfa`, with loop heads marked, of which `reduction` leads to another one with
    /// large blocks.
    pub fn new(cfa: Cfa, reduction: Reduction) -> Original {
        Original { cfa, reduction }
    }

    /// The automaton.
    pub fn cfa(&self) -> &Cfa {
        &self.cfa
    }

    /// The automaton without the errors that nobody asks about, see [`restrict`]. What the reduced
    /// automaton means here, restricted in the same way, stays what it was.
    pub(crate) fn restricted(&self, is_asked: &dyn Fn(TargetKind) -> bool) -> Option<Original> {
        Some(Original {
            cfa: restrict(&self.cfa, is_asked)?,
            reduction: self.reduction.clone(),
        })
    }

    /// The task that no pass has touched, and the proof about it: incomplete if the reduced automaton
    /// says nothing about one of its locations.
    pub fn carry_back(
        &self,
        terms: &mut Terms,
        proof: &Proof,
        interrupt: &Interrupt,
    ) -> Result<(Task, Proof), CertificateError> {
        let is_over = || interrupt.is_raised();
        let stop = Stop::when(&is_over);
        let large = blocks_until(self.cfa.clone(), terms, BlockSize::default(), stop)?;
        let about = |terms: &mut Terms, invariant: &Invariant| {
            let carried = self.invariant(terms, &large.reduction, &large.cfa, invariant);
            carried.ok_or(CertificateError::Incomplete)
        };
        let proof = match proof {
            Proof::Invariant(invariant) => Proof::Invariant(about(terms, invariant)?),
            Proof::Unrolling { depth } => Proof::Unrolling { depth: *depth },
            Proof::Unwinding { copies } => Proof::Unwinding { copies: *copies },
            Proof::OnlyRun { .. } => return Err(CertificateError::Incomplete),
            Proof::KInduction { k, auxiliary } => Proof::KInduction {
                k: *k,
                auxiliary: about(terms, auxiliary)?,
            },
        };
        let task = match &proof {
            Proof::Invariant(invariant) => Task::new_under(large.cfa, terms, invariant, stop)?,
            _ => Task::new_until(large.cfa, terms, stop)?,
        };
        Ok((task, proof))
    }

    fn invariant(
        &self,
        terms: &mut Terms,
        blocks: &Reduction,
        large: &Cfa,
        reduced: &Invariant,
    ) -> Option<Invariant> {
        let mut clauses = vec![Vec::new(); large.locations.len()];
        for loc in self.cfa.locations.ids() {
            let Image::At(now) = blocks.image(loc) else {
                continue;
            };
            if now == large.error {
                continue;
            }
            let at = |loc: LocId| reduced.at(loc).to_vec();
            clauses[now.index()] = self.reduction.invariant_at(terms, loc, &at)?;
        }
        Some(Invariant::new(clauses))
    }

    /// Execute a counterexample of the reduced automaton.
    ///
    /// Once the inputs are fixed there is one way through the automaton, and coverage goals beside
    /// it: the run ends at the first one, also if the counterexample has passed it. An input has the
    /// value that the counterexample gives it on the reduced edge that the run is on; the next edge
    /// begins where the run gets to a location that the edge leads to.
    pub(crate) fn execute(
        &self,
        terms: &Terms,
        reduced: &Task,
        counterexample: &Counterexample,
    ) -> Result<Execution, ReplayError> {
        self.follow(terms, reduced, counterexample, None, MAX_EDGES, &mut |_| {})
    }

    /// The same, past all coverage goals but one.
    pub(crate) fn execute_to(
        &self,
        terms: &Terms,
        reduced: &Task,
        counterexample: &Counterexample,
        goal: PropertyId,
    ) -> Result<Execution, ReplayError> {
        self.follow(
            terms,
            reduced,
            counterexample,
            Some(goal),
            MAX_EDGES,
            &mut |_| {},
        )
    }

    /// The same, past all coverage goals but `only`, if there is one, with at most `max_edges` edges,
    /// each of which is told.
    pub(crate) fn follow(
        &self,
        terms: &Terms,
        reduced: &Task,
        counterexample: &Counterexample,
        only: Option<PropertyId>,
        max_edges: usize,
        taken_edge: &mut dyn FnMut(EdgeId),
    ) -> Result<Execution, ReplayError> {
        let mut outgoing = self.cfa.outgoing();
        for ways in &mut outgoing {
            ways.retain(|&way| match self.goal_at(way) {
                Some(goal) => only.is_none_or(|only| only == goal),
                None => true,
            });
            ways.sort_by_key(|&way| self.goal_at(way).is_none());
        }
        let mut run = Run {
            original: self,
            terms,
            state: counterexample.initial.clone(),
            undo: Vec::new(),
        };
        let mut inputs = Vec::new();
        let mut location = self.cfa.initial;
        let mut edges = 0;
        let mut target = None;
        for (position, step) in counterexample.steps.iter().enumerate() {
            let edge = reduced.form(step.edge).edge;
            loop {
                edges += 1;
                if edges > max_edges {
                    return Err(ReplayError::TooLong);
                }
                let mut ways = outgoing[location.index()].iter();
                let taken = ways.find_map(|&edge| Some((edge, run.take(edge, &step.inputs)?)));
                let (way, taken) = taken.ok_or(ReplayError::BrokenStep(position))?;
                taken_edge(way);
                inputs.extend(taken.inputs);
                target = taken.target.or(target);
                location = self.cfa.edges[way].to;
                if location == self.cfa.error {
                    let is_last = position + 1 == counterexample.steps.len();
                    let is_goal = |target: &TargetId| self.goal_of(*target).is_some();
                    let target = target.filter(|target| is_last || is_goal(target));
                    let target = target.ok_or(ReplayError::NotAnError)?;
                    return Ok(Execution { inputs, target });
                }
                if self.reduction.image(location) == Image::At(edge.to) {
                    break;
                }
            }
        }
        Err(ReplayError::NotAnError)
    }
}

impl Original {
    /// The coverage goal that an edge with small blocks leads to.
    fn goal_at(&self, edge: EdgeId) -> Option<PropertyId> {
        let edge = self.cfa.edges[edge];
        let last = match self.cfa.commands.get(edge.command) {
            Cmd::Seq(_, last) => *last,
            _ => edge.command,
        };
        match self.cfa.commands.get(last) {
            Cmd::Reach(target) => self.goal_of(*target),
            _ => None,
        }
    }

    fn goal_of(&self, target: TargetId) -> Option<PropertyId> {
        match self.cfa.targets[target].kind {
            TargetKind::Coverage(goal) => Some(goal),
            _ => None,
        }
    }
}

struct Run<'a> {
    original: &'a Original,
    terms: &'a Terms,
    state: State,
    /// What the edge at hand has overwritten.
    undo: Vec<(SymbolId, Option<Value>)>,
}

struct Taken {
    inputs: Vec<RecordedInput>,
    target: Option<TargetId>,
}

impl Run<'_> {
    /// Take an edge; if it cannot be taken, the state stays as it is.
    fn take(&mut self, edge: EdgeId, given: &State) -> Option<Taken> {
        let commands = simple_commands(&self.original.cfa, self.original.cfa.edges[edge].command);
        let mut taken = Taken {
            inputs: Vec::new(),
            target: None,
        };
        self.undo.clear();
        for command in commands {
            match self.original.cfa.commands.get(command) {
                Cmd::Assume(condition) => {
                    if !self.eval(*condition).as_bool() {
                        for (symbol, value) in std::mem::take(&mut self.undo).into_iter().rev() {
                            match value {
                                Some(value) => self.state.insert(symbol, value),
                                None => self.state.remove(&symbol),
                            };
                        }
                        return None;
                    }
                }
                Cmd::Assign(symbol, value) => {
                    let value = self.eval(*value);
                    self.set(*symbol, value);
                }
                Cmd::Havoc(havoc) => {
                    let havoc = self.original.cfa.commands.havoc_info(*havoc);
                    let input = self.original.reduction.input(havoc.input);
                    let value = given.get(&input).cloned();
                    let sort = self.terms.symbol(havoc.var).sort;
                    let value = value.unwrap_or_else(|| Value::zero(sort));
                    if let Some(input) = havoc.site {
                        let value = value.clone();
                        taken.inputs.push(RecordedInput { input, value });
                    }
                    self.set(havoc.var, value);
                }
                Cmd::Reach(target) => taken.target = Some(*target),
                Cmd::Seq(..) | Cmd::Choice { .. } => return None,
            }
        }
        Some(taken)
    }

    fn set(&mut self, symbol: SymbolId, value: Value) {
        let before = self.state.insert(symbol, value);
        self.undo.push((symbol, before));
    }

    fn eval(&self, term: TermId) -> Value {
        Evaluator::new().eval(self.terms, &Now(&self.state), term)
    }
}

/// The simple commands of a command with small blocks, in order.
fn simple_commands(cfa: &Cfa, command: CmdId) -> Vec<CmdId> {
    let mut found = Vec::new();
    let mut rest = command;
    while let Cmd::Seq(first, second) = cfa.commands.get(rest) {
        found.push(*second);
        rest = *first;
    }
    found.push(rest);
    found.reverse();
    found
}

struct Now<'a>(&'a State);

impl Assignment for Now<'_> {
    fn value(&self, terms: &Terms, symbol: SymbolId) -> Value {
        let value = self.0.get(&symbol).cloned();
        value.unwrap_or_else(|| Value::zero(terms.symbol(symbol).sort))
    }
}
