//! What an unrolling needs to know about the automaton, found once.

use ferric3_cfa::{FormLiveness, LocId, Location, live_in_forms};
use ferric3_ivl::IdxMap;
use ferric3_term::{SymbolId, Terms};

use crate::Task;

/// What matters at each location: where errors can still be reached, and which variables are live on the way
/// there. Values of other variables need not be known.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Can the error location be reached from here, as far as edges go?
    leads_to_error: IdxMap<Location, bool>,
    liveness: FormLiveness,
    acyclic: bool,
}

impl Plan {
    /// The plan for a task.
    pub(crate) fn new(task: &Task, terms: &Terms) -> Plan {
        let leads_to_error = ways_to_error(task);
        let matters = |loc: LocId| leads_to_error[loc];
        let liveness = live_in_forms(&task.cfa, task.forms.iter(), terms, matters);
        let mut plan = Plan {
            leads_to_error,
            liveness,
            acyclic: false,
        };
        plan.acyclic = plan.has_no_cycle(task);
        plan
    }

    /// Can the error location be reached from here, as far as edges go?
    pub(crate) fn leads_to_error(&self, loc: LocId) -> bool {
        self.leads_to_error[loc]
    }

    /// May the value of a variable matter from here on?
    pub(crate) fn is_live(&self, loc: LocId, variable: usize) -> bool {
        self.liveness.is_live(loc, variable)
    }

    /// The variables that the edges out of a location read, by position.
    pub(crate) fn reads(&self, loc: LocId) -> &[usize] {
        self.liveness.reads(loc)
    }

    /// The inputs that the edges out of a location read.
    pub(crate) fn inputs(&self, loc: LocId) -> &[SymbolId] {
        self.liveness.inputs(loc)
    }

    /// The position of a variable in the state.
    pub(crate) fn position(&self, symbol: SymbolId) -> Option<usize> {
        self.liveness.position(symbol)
    }

    /// Does every path that leads to the error location from the initial one end?
    pub(crate) fn is_acyclic(&self) -> bool {
        self.acyclic
    }

    /// Take away, again and again, what no other location leads to.
    fn has_no_cycle(&self, task: &Task) -> bool {
        let relevant = |loc: LocId| self.leads_to_error(loc) && task.distance(loc) != usize::MAX;
        let sources = |loc: LocId| {
            let edges = task.incoming(loc).iter();
            let from = edges.map(|&edge| task.cfa.edges[edge].from);
            from.filter(|&from| relevant(from)).count()
        };
        let mut left: Vec<usize> = task.cfa.locations.ids().map(sources).collect();
        let mut todo: Vec<LocId> = task.cfa.locations.ids().collect();
        todo.retain(|&loc| relevant(loc));
        let mut remaining = todo.len();
        todo.retain(|loc| left[loc.index()] == 0);
        while let Some(loc) = todo.pop() {
            remaining -= 1;
            for &edge in task.outgoing(loc) {
                let to = task.cfa.edges[edge].to;
                left[to.index()] -= 1;
                if left[to.index()] == 0 && relevant(to) {
                    todo.push(to);
                }
            }
        }
        remaining == 0
    }
}

/// Where the error location can be reached from, as far as edges go.
fn ways_to_error(task: &Task) -> IdxMap<Location, bool> {
    let mut leads_to_error = IdxMap::filled(task.cfa.locations.len(), false);
    let mut todo = vec![task.cfa.error];
    while let Some(loc) = todo.pop() {
        if !std::mem::replace(&mut leads_to_error[loc], true) {
            let sources = task.incoming(loc).iter();
            todo.extend(sources.map(|&edge| task.cfa.edges[edge].from));
        }
    }
    leads_to_error
}
