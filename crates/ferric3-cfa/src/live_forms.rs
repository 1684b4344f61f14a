//! Live variables of canonical edges: what their guards and values read, as far as it matters.
//!
//! ```text
//! live(l) = ⋃ { vars(G) ∪ ⋃ {vars(f(x)) : x ∈ live(m)} : (l, G, f, m) an edge to an m that matters }
//! ```
//!
//! The least such sets. `passes/live.rs` has the same of commands, which know more ways and fewer
//! simplifications.

use ferric3_ivl::IdxMap;
use ferric3_term::{Op, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bit_set::BitSet;
use crate::{Cfa, EdgeForm, LocId, Location};

/// What matters at each location. Variables are meant by their position in the state.
#[derive(Clone, Debug)]
pub struct FormLiveness {
    at: IdxMap<Location, AtLocation>,
    position: FxHashMap<SymbolId, u32>,
}

#[derive(Clone, Debug)]
struct AtLocation {
    /// Variables whose value may matter later.
    live: BitSet,
    /// Variables that the edges out of here read, in order.
    reads: Vec<usize>,
    /// Inputs that they read, in order.
    inputs: Vec<SymbolId>,
}

impl FormLiveness {
    /// May the value of a variable matter from here on?
    pub fn is_live(&self, loc: LocId, variable: usize) -> bool {
        self.at[loc].live.has(number(variable))
    }

    /// The variables that are live at a location, in order.
    pub fn live(&self, loc: LocId) -> impl Iterator<Item = usize> + '_ {
        self.at[loc].live.iter().map(|variable| variable as usize)
    }

    /// The variables that the edges out of a location read.
    pub fn reads(&self, loc: LocId) -> &[usize] {
        &self.at[loc].reads
    }

    /// The inputs that the edges out of a location read.
    pub fn inputs(&self, loc: LocId) -> &[SymbolId] {
        &self.at[loc].inputs
    }

    /// The position of a variable in the state.
    pub fn position(&self, symbol: SymbolId) -> Option<usize> {
        self.position
            .get(&symbol)
            .map(|&position| position as usize)
    }
}

fn number(variable: usize) -> u32 {
    u32::try_from(variable).expect("fewer variables than 2^32")
}

/// What matters at each location, as far as edges go to locations that matter. The work is linear in the
/// size of the forms and their terms, but for the sets of variables.
pub fn live_in_forms<'f>(
    cfa: &Cfa,
    forms: impl IntoIterator<Item = &'f EdgeForm>,
    terms: &Terms,
    matters: impl Fn(LocId) -> bool,
) -> FormLiveness {
    let symbols = cfa.state.iter().map(|var| var.symbol).enumerate();
    let position = symbols.map(|(position, symbol)| (symbol, number(position)));
    let nothing = AtLocation {
        live: BitSet::new(cfa.state.len()),
        reads: Vec::new(),
        inputs: Vec::new(),
    };
    let mut into: IdxMap<Location, Vec<&EdgeForm>> = IdxMap::filled(cfa.locations.len(), vec![]);
    for form in forms {
        into[form.edge.to].push(form);
    }
    let mut search = Search {
        cfa,
        terms,
        into,
        liveness: FormLiveness {
            at: IdxMap::filled(cfa.locations.len(), nothing),
            position: position.collect(),
        },
        seen: IdxMap::filled(cfa.locations.len(), FxHashSet::default()),
        is_read: IdxMap::filled(cfa.locations.len(), FxHashSet::default()),
    };
    search.run(matters);
    search.finish()
}

struct Search<'a> {
    cfa: &'a Cfa,
    terms: &'a Terms,
    into: IdxMap<Location, Vec<&'a EdgeForm>>,
    liveness: FormLiveness,
    /// By source: subterms whose variables are live there already. All that is read at a location goes into
    /// one set, so no subterm is visited twice for one location.
    seen: IdxMap<Location, FxHashSet<TermId>>,
    is_read: IdxMap<Location, FxHashSet<SymbolId>>,
}

impl Search<'_> {
    fn run(&mut self, matters: impl Fn(LocId) -> bool) {
        let mut is_queued = IdxMap::filled(self.cfa.locations.len(), true);
        let mut todo: Vec<LocId> = self.cfa.locations.ids().collect();
        while let Some(loc) = todo.pop() {
            is_queued[loc] = false;
            if !matters(loc) {
                continue;
            }
            for position in 0..self.into[loc].len() {
                let form = self.into[loc][position];
                let from = form.edge.from;
                if self.go_back(form) && !std::mem::replace(&mut is_queued[from], true) {
                    todo.push(from);
                }
            }
        }
    }

    /// What is live before an edge. Returns whether that was news.
    fn go_back(&mut self, form: &EdgeForm) -> bool {
        let (from, to) = (form.edge.from, form.edge.to);
        let mut changed = false;
        let read = self.read_by(form);
        for symbol in self.new_symbols(from, read) {
            self.is_read[from].insert(symbol);
            if let Some(&position) = self.liveness.position.get(&symbol) {
                changed |= self.liveness.at[from].live.insert(position);
            }
        }
        let kept = |&variable: &u32| {
            let symbol = self.cfa.state[variable as usize].symbol;
            !form.next.contains_key(&symbol) && !self.liveness.at[from].live.has(variable)
        };
        let new: Vec<u32> = self.liveness.at[to].live.iter().filter(kept).collect();
        for variable in new {
            changed |= self.liveness.at[from].live.insert(variable);
        }
        changed
    }

    /// The terms that matter on an edge: its guard, and the new values of what is live behind it.
    fn read_by(&self, form: &EdgeForm) -> Vec<TermId> {
        let live = &self.liveness.at[form.edge.to].live;
        let is_live = |symbol| {
            let position = self.liveness.position.get(symbol);
            position.is_some_and(|&position| live.has(position))
        };
        let values = form.next.iter().filter(|(symbol, _)| is_live(*symbol));
        let values = values.map(|(_, &value)| value);
        std::iter::once(form.guard).chain(values).collect()
    }

    /// The symbols of subterms that were not seen yet at a location.
    fn new_symbols(&mut self, loc: LocId, mut todo: Vec<TermId>) -> Vec<SymbolId> {
        let seen = &mut self.seen[loc];
        let mut found = Vec::new();
        while let Some(term) = todo.pop() {
            if seen.insert(term) {
                if let Op::Symbol(symbol) = self.terms.op(term) {
                    found.push(*symbol);
                }
                todo.extend_from_slice(self.terms.args(term));
            }
        }
        found
    }

    fn finish(self) -> FormLiveness {
        let mut liveness = self.liveness;
        for (loc, is_read) in self.is_read.iter_enumerated() {
            let mut symbols: Vec<SymbolId> = is_read.iter().copied().collect();
            symbols.sort_unstable();
            for symbol in symbols {
                match liveness.position.get(&symbol) {
                    Some(&position) => liveness.at[loc].reads.push(position as usize),
                    None => liveness.at[loc].inputs.push(symbol),
                }
            }
        }
        liveness
    }
}
