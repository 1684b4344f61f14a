//! The control flow automaton.

use ferric3_ivl::{Idx, IdxVec, ProcId, Program, PropertyId, Span, VarId};
use ferric3_term::{SymbolId, TermId, Terms};

use crate::{CmdId, Commands};

/// A location.
pub type LocId = Idx<Location>;
/// An edge.
pub type EdgeId = Idx<Edge>;
/// Something whose reachability is asked.
pub type TargetId = Idx<Target>;

/// A location: a value of the program counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// For people: `main:12`, `error`.
    pub label: String,
    /// Place in the source, if it has one.
    pub span: Option<Span>,
    /// Can control come back here?
    pub is_loop_head: bool,
}

/// An edge. There is at most one from one location to another after large-block encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Source.
    pub from: LocId,
    /// What happens.
    pub command: CmdId,
    /// Target.
    pub to: LocId,
}

/// A variable of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateVar {
    /// Its symbol.
    pub symbol: SymbolId,
    /// The term of the symbol.
    pub term: TermId,
    /// The program variable behind it, if there is one.
    pub var: Option<VarId>,
}

/// Something whose reachability is asked: why an edge goes to the error location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// What it is.
    pub kind: TargetKind,
    /// Where it stands.
    pub span: Option<Span>,
}

/// Kinds of targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TargetKind {
    /// The property is violated.
    Property(PropertyId),
    /// The run passes the coverage goal. It goes on beside.
    Coverage(PropertyId),
    /// The run gets to a construct that the front end could not model (the property names it).
    Unsupported(PropertyId),
    /// The run calls this procedure recursively, and the explicit stack cannot follow.
    Recursion(ProcId, RecursionLimit),
    /// An error edge of an automaton that does not come from a program.
    Plain,
}

/// Why the explicit stack of recursive procedures cannot follow a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RecursionLimit {
    /// So many recursive calls are active already.
    Depth(u64),
    /// The caller needs this array again, and arrays are not saved.
    Array(VarId),
    /// The caller needs a mathematical integer again that is larger than any machine word.
    Integer,
}

impl TargetKind {
    /// For people: `assertion x != y`, `recursive call of \`f\``.
    pub fn describe(self, program: &Program) -> String {
        match self {
            TargetKind::Property(property)
            | TargetKind::Coverage(property)
            | TargetKind::Unsupported(property) => program.properties[property].description.clone(),
            TargetKind::Recursion(proc, limit) => {
                let name = &program.procs[proc].name;
                match limit {
                    RecursionLimit::Depth(depth) => {
                        format!("recursive call of `{name}`, more than {depth} deep")
                    }
                    RecursionLimit::Array(var) => {
                        let array = &program.vars[var].name;
                        format!("recursive call of `{name}` while the array `{array}` is in use")
                    }
                    RecursionLimit::Integer => format!(
                        "recursive call of `{name}` while an integer of more than 64 bits is in use"
                    ),
                }
            }
            TargetKind::Plain => "error".to_owned(),
        }
    }

    /// What of the program it is about: a property or a coverage goal, neither an obstacle nor an
    /// error of no program.
    pub fn goal(self) -> Option<PropertyId> {
        match self {
            TargetKind::Property(goal) | TargetKind::Coverage(goal) => Some(goal),
            TargetKind::Unsupported(_) | TargetKind::Recursion(..) | TargetKind::Plain => None,
        }
    }

    /// Is this a construct that the automaton does not model, rather than an error of the
    /// program?
    pub fn is_obstacle(self) -> bool {
        matches!(self, TargetKind::Unsupported(_) | TargetKind::Recursion(..))
    }
}

/// A control flow automaton.
///
/// Invariants: no edge enters `initial`, no edge leaves `error`, the state at `initial` is
/// arbitrary.
#[derive(Clone, Debug)]
pub struct Cfa {
    /// Locations.
    pub locations: IdxVec<Location>,
    /// Edges.
    pub edges: IdxVec<Edge>,
    /// Where runs begin.
    pub initial: LocId,
    /// Where no run should get.
    pub error: LocId,
    /// The variables of the state.
    pub state: Vec<StateVar>,
    /// What the error location stands for.
    pub targets: IdxVec<Target>,
    /// The commands on the edges.
    pub commands: Commands,
    /// Once the inputs are fixed, does every state have at most one way out of each location, but
    /// for coverage goals? True for automata that come from programs.
    ///
    /// A way to a coverage goal lies beside the others: it is open while one of them is. So there is
    /// one way on, and where it meets a goal that is asked about, a run may as well end: the question
    /// is whether any of them is reached.
    pub deterministic: bool,
}

impl Cfa {
    /// An automaton with an initial and an error location and nothing else.
    pub fn new() -> Cfa {
        let mut locations = IdxVec::new();
        let plain = |label: &str| Location {
            label: label.to_owned(),
            span: None,
            is_loop_head: false,
        };
        let initial = locations.push(plain("init"));
        let error = locations.push(plain("error"));
        Cfa {
            locations,
            edges: IdxVec::new(),
            initial,
            error,
            state: Vec::new(),
            targets: IdxVec::new(),
            commands: Commands::new(),
            deterministic: false,
        }
    }

    /// Add a location.
    pub fn add_location(&mut self, label: impl Into<String>, span: Option<Span>) -> LocId {
        self.locations.push(Location {
            label: label.into(),
            span,
            is_loop_head: false,
        })
    }

    /// Add an edge.
    pub fn add_edge(&mut self, from: LocId, command: CmdId, to: LocId) -> EdgeId {
        debug_assert!(to != self.initial && from != self.error);
        self.edges.push(Edge { from, command, to })
    }

    /// Add a variable of the state for an existing symbol.
    pub fn add_state_var(&mut self, terms: &mut Terms, symbol: SymbolId, var: Option<VarId>) {
        let term = terms.symbol_term(symbol);
        self.state.push(StateVar { symbol, term, var });
    }

    /// The edges that leave each location, by location.
    pub fn outgoing(&self) -> Vec<Vec<EdgeId>> {
        let mut table = vec![Vec::new(); self.locations.len()];
        for (id, edge) in self.edges.iter_enumerated() {
            table[edge.from.index()].push(id);
        }
        table
    }

    /// The edges that enter each location, by location.
    pub fn incoming(&self) -> Vec<Vec<EdgeId>> {
        let mut table = vec![Vec::new(); self.locations.len()];
        for (id, edge) in self.edges.iter_enumerated() {
            table[edge.to.index()].push(id);
        }
        table
    }
}

impl Default for Cfa {
    fn default() -> Self {
        Cfa::new()
    }
}
