//! What an unrolling needs to know about the automaton, found once.

use ferric3_cfa::{EdgeId, LocId};
use ferric3_term::{Op, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Task;

/// What matters at a location.
#[derive(Clone, Debug, Default)]
struct Place {
    /// Can the error location be reached from here, as far as edges go?
    leads_to_error: bool,
    /// Bits, by the position of a variable in the state: may its value matter later?
    live: Vec<u64>,
    /// Positions of the variables that the edges out of here read, in order.
    reads: Vec<usize>,
    /// Inputs that the edges out of here read, in order.
    inputs: Vec<SymbolId>,
}

/// What matters at each location: the least sets with
/// `live(l) ⊇ vars(G) ∪ ⋃ {vars(f(x)) : x ∈ live(m)}` for each edge from `l` to an `m` that leads
/// to the error location. Values of other variables need not be known.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    places: Vec<Place>,
    position: FxHashMap<SymbolId, usize>,
    acyclic: bool,
}

impl Plan {
    /// The plan for a task. The work is linear in the size of the automaton and its terms, but for
    /// the sets of variables.
    pub(crate) fn new(task: &Task, terms: &Terms) -> Plan {
        let position: FxHashMap<SymbolId, usize> = task
            .cfa
            .state
            .iter()
            .enumerate()
            .map(|(position, var)| (var.symbol, position))
            .collect();
        let words = task.cfa.state.len().div_ceil(64);
        let place = Place {
            live: vec![0; words],
            ..Place::default()
        };
        let mut plan = Plan {
            places: vec![place; task.cfa.locations.len()],
            position,
            acyclic: false,
        };
        plan.find_ways_to_error(task);
        plan.find_live(task, terms);
        plan.acyclic = plan.has_no_cycle(task);
        plan
    }

    /// Can the error location be reached from here, as far as edges go?
    pub(crate) fn leads_to_error(&self, loc: LocId) -> bool {
        self.places[loc.index()].leads_to_error
    }

    /// May the value of a variable matter from here on?
    pub(crate) fn is_live(&self, loc: LocId, variable: usize) -> bool {
        self.places[loc.index()].live[variable / 64] >> (variable % 64) & 1 == 1
    }

    /// The variables that the edges out of a location read, by position.
    pub(crate) fn reads(&self, loc: LocId) -> &[usize] {
        &self.places[loc.index()].reads
    }

    /// The inputs that the edges out of a location read.
    pub(crate) fn inputs(&self, loc: LocId) -> &[SymbolId] {
        &self.places[loc.index()].inputs
    }

    /// The position of a variable in the state.
    pub(crate) fn position(&self, symbol: SymbolId) -> Option<usize> {
        self.position.get(&symbol).copied()
    }

    /// Does every path that leads to the error location from the initial one end?
    pub(crate) fn is_acyclic(&self) -> bool {
        self.acyclic
    }

    fn find_ways_to_error(&mut self, task: &Task) {
        let mut todo = vec![task.cfa.error];
        while let Some(loc) = todo.pop() {
            let place = &mut self.places[loc.index()];
            if !place.leads_to_error {
                place.leads_to_error = true;
                let sources = task.incoming(loc).iter();
                todo.extend(sources.map(|&edge| task.cfa.edges[edge].from));
            }
        }
    }

    fn find_live(&mut self, task: &Task, terms: &Terms) {
        // By source: subterms whose variables are live there already. All that is read at a
        // location goes into one set, so no subterm is visited twice for one location.
        let mut seen: Vec<FxHashSet<TermId>> = vec![FxHashSet::default(); self.places.len()];
        let mut is_read: Vec<FxHashSet<SymbolId>> = vec![FxHashSet::default(); self.places.len()];
        let mut is_queued = vec![true; self.places.len()];
        let mut todo: Vec<LocId> = task.cfa.locations.ids().collect();
        while let Some(loc) = todo.pop() {
            is_queued[loc.index()] = false;
            if !self.leads_to_error(loc) {
                continue;
            }
            for &edge in task.incoming(loc) {
                let from = task.cfa.edges[edge].from;
                let read = read_by(task, self, edge);
                let mut changed = false;
                for symbol in symbols_of(terms, &read, &mut seen[from.index()]) {
                    is_read[from.index()].insert(symbol);
                    if let Some(position) = self.position(symbol) {
                        changed |= set(&mut self.places[from.index()].live, position);
                    }
                }
                let next = &task.form(edge).next;
                let kept = |&position: &usize| {
                    !next.contains_key(&task.cfa.state[position].symbol)
                        && !self.is_live(from, position)
                };
                let new: Vec<usize> = ones(&self.places[loc.index()].live).filter(kept).collect();
                for position in new {
                    changed |= set(&mut self.places[from.index()].live, position);
                }
                if changed && !std::mem::replace(&mut is_queued[from.index()], true) {
                    todo.push(from);
                }
            }
        }
        for (place, is_read) in self.places.iter_mut().zip(is_read) {
            let mut symbols: Vec<SymbolId> = is_read.into_iter().collect();
            symbols.sort_unstable();
            for symbol in symbols {
                match self.position.get(&symbol) {
                    Some(&position) => place.reads.push(position),
                    None => place.inputs.push(symbol),
                }
            }
        }
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

/// The terms that matter on an edge: its guard, and the new values of what is live behind it.
fn read_by(task: &Task, plan: &Plan, edge: EdgeId) -> Vec<TermId> {
    let form = task.form(edge);
    let live = |symbol: &SymbolId| {
        plan.position(*symbol)
            .is_some_and(|position| plan.is_live(form.edge.to, position))
    };
    let values = form.next.iter().filter(|(symbol, _)| live(symbol));
    let values = values.map(|(_, &value)| value);
    std::iter::once(form.guard).chain(values).collect()
}

/// The symbols of subterms that were not seen yet.
fn symbols_of(terms: &Terms, roots: &[TermId], seen: &mut FxHashSet<TermId>) -> Vec<SymbolId> {
    let mut todo = roots.to_vec();
    let mut found = Vec::new();
    while let Some(term) = todo.pop() {
        if seen.insert(term) {
            if let Op::Symbol(symbol) = terms.op(term) {
                found.push(*symbol);
            }
            todo.extend_from_slice(terms.args(term));
        }
    }
    found
}

/// Returns whether the bit was not set before.
fn set(bits: &mut [u64], position: usize) -> bool {
    let (word, bit) = (&mut bits[position / 64], 1 << (position % 64));
    let new = *word & bit == 0;
    *word |= bit;
    new
}

/// The positions of the bits that are set.
fn ones(bits: &[u64]) -> impl Iterator<Item = usize> {
    bits.iter().enumerate().flat_map(|(index, &word)| {
        (0..64)
            .filter(move |bit| word >> bit & 1 == 1)
            .map(move |bit| index * 64 + bit)
    })
}
