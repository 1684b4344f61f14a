//! Live variables: whose values at a location can decide whether a run gets to the error location.
//!
//! ```text
//! live(error) = ∅        live(l) = ⋃ {before(c, live(m)) : (l, c, m) an edge}
//! before(assume b, L) = L ∪ vars(b)
//! before(x := a, L)   = L if x ∉ L, else (L ∖ {x}) ∪ vars(a)
//! before(havoc x, L)  = L ∖ {x}
//! ```
//!
//! The least such sets: a variable that is only read to compute its own next value is not live.

use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};

use ferric3_term::{SymbolId, Terms};

use super::straight::Variables;
use crate::bit_set::BitSet;
use crate::large_block::DepthFirst;
use crate::{Cfa, Cmd, CmdId, LocId, Stop, Stopped};

/// Smaller is better.
pub(super) type Rank = (Reverse<usize>, usize);

/// Live variables by location.
#[derive(Clone, Debug)]
pub struct LiveVariables {
    symbols: Vec<SymbolId>,
    live: Vec<BitSet>,
}

impl LiveVariables {
    /// The variables that are live at a location, in the order of the state.
    pub fn at(&self, loc: LocId) -> impl Iterator<Item = SymbolId> + '_ {
        self.live[loc.index()]
            .iter()
            .map(|number| self.symbols[number as usize])
    }

    /// By variable: its rank among variables that are equal to it. The one that is live at most
    /// loop heads comes first: it is part of the state in any case.
    pub(super) fn ranks(&self, cfa: &Cfa) -> Vec<Rank> {
        let mut heads = vec![0usize; self.symbols.len()];
        for (loc, location) in cfa.locations.iter_enumerated() {
            if location.is_loop_head {
                for var in self.live[loc.index()].iter() {
                    heads[var as usize] += 1;
                }
            }
        }
        let ranks = heads.into_iter().map(Reverse).enumerate();
        ranks.map(|(number, heads)| (heads, number)).collect()
    }

    /// The same as a set of numbers.
    pub(super) fn set(&self, loc: LocId) -> &BitSet {
        &self.live[loc.index()]
    }
}

/// The live variables of an automaton, with small or with large blocks.
pub fn live_variables(cfa: &Cfa, terms: &Terms) -> LiveVariables {
    live_variables_until(cfa, terms, Stop::NEVER).expect("nobody asks to stop")
}

/// The same, unless somebody asks to stop.
pub(crate) fn live_variables_until(
    cfa: &Cfa,
    terms: &Terms,
    stop: Stop<'_>,
) -> Result<LiveVariables, Stopped> {
    live_in(cfa, terms, &mut Variables::of(cfa), stop)
}

pub(super) fn live_in(
    cfa: &Cfa,
    terms: &Terms,
    vars: &mut Variables,
    stop: Stop<'_>,
) -> Result<LiveVariables, Stopped> {
    let (outgoing, incoming) = (cfa.outgoing(), cfa.incoming());
    let mut live = vec![BitSet::new(vars.len()); cfa.locations.len()];
    // Successors first: most locations are visited once.
    let order = DepthFirst::run(cfa, &outgoing);
    let mut open: VecDeque<LocId> = order.topological.iter().rev().copied().collect();
    let mut is_open = vec![false; cfa.locations.len()];
    for &loc in &open {
        is_open[loc.index()] = true;
    }
    while let Some(loc) = open.pop_front() {
        stop.ask()?;
        is_open[loc.index()] = false;
        let mut all = BitSet::new(vars.len());
        for &edge in &outgoing[loc.index()] {
            let edge = cfa.edges[edge];
            let after = live[edge.to.index()].clone();
            all.union(&before_command(cfa, terms, vars, edge.command, after));
        }
        if live[loc.index()].union(&all) {
            for &edge in &incoming[loc.index()] {
                let from = cfa.edges[edge].from;
                if !std::mem::replace(&mut is_open[from.index()], true) {
                    open.push_back(from);
                }
            }
        }
    }
    Ok(LiveVariables {
        symbols: cfa.state.iter().map(|var| var.symbol).collect(),
        live,
    })
}

/// What is live before any command.
fn before_command(
    cfa: &Cfa,
    terms: &Terms,
    vars: &mut Variables,
    mut cmd: CmdId,
    mut live: BitSet,
) -> BitSet {
    while let Cmd::Seq(first, second) = cfa.commands.get(cmd) {
        before(cfa, terms, vars, *second, &mut live);
        cmd = *first;
    }
    if !matches!(cfa.commands.get(cmd), Cmd::Choice { .. }) {
        before(cfa, terms, vars, cmd, &mut live);
        return live;
    }
    // The parts of a choice are shared: parents first, each once.
    let mut all = BitSet::new(vars.len());
    let mut open = BTreeMap::from([(cmd, live)]);
    let add = |open: &mut BTreeMap<CmdId, BitSet>, cmd: CmdId, live: &BitSet| {
        open.entry(cmd)
            .and_modify(|known| {
                known.union(live);
            })
            .or_insert_with(|| live.clone());
    };
    while let Some((cmd, mut live)) = open.pop_last() {
        match cfa.commands.get(cmd) {
            Cmd::Seq(first, second) => {
                before(cfa, terms, vars, *second, &mut live);
                add(&mut open, *first, &live);
            }
            Cmd::Choice { alternatives, .. } => {
                for &alternative in alternatives {
                    add(&mut open, alternative, &live);
                }
            }
            _ => {
                before(cfa, terms, vars, cmd, &mut live);
                all.union(&live);
            }
        }
    }
    all
}

/// What is live before a simple command.
pub(super) fn before(
    cfa: &Cfa,
    terms: &Terms,
    vars: &mut Variables,
    cmd: CmdId,
    live: &mut BitSet,
) {
    match cfa.commands.get(cmd) {
        Cmd::Assume(condition) => {
            for &read in vars.reads(terms, *condition) {
                live.insert(read);
            }
        }
        Cmd::Assign(var, value) => {
            let var = vars.number(*var).expect("only variables are assigned");
            if live.has(var) {
                live.remove(var);
                for &read in vars.reads(terms, *value) {
                    live.insert(read);
                }
            }
        }
        Cmd::Havoc(havoc) => {
            let var = cfa.commands.havoc_info(*havoc).var;
            live.remove(vars.number(var).expect("only variables are assigned"));
        }
        Cmd::Reach(_) => {}
        Cmd::Seq(..) | Cmd::Choice { .. } => unreachable!("a simple command"),
    }
}
