//! Known values: what variables are equal to at each location, and its use.
//!
//! A forward data flow analysis over maps from variables to terms, with `known(l)(x) = t` for
//! *whenever control is at `l`, `x = t`*. Edges that cannot be taken with what is known do not
//! count, and locations that none gets to are not looked at (Wegman and Zadeck: Constant
//! Propagation with Conditional Branches, 1991).
//!
//! At loop heads only variables that are live have known values, over variables that are live
//! anyway, and no arrays do: what is known there becomes part of the proof, where solvers meet it.

use std::collections::BTreeSet;

use ferric3_term::{Op, Substitution, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use super::Outcome;
use super::live::{LiveVariables, Rank, live_in};
use super::straight::{Variables, sequence, steps};
use crate::large_block::DepthFirst;
use crate::persistent::{Map, Merged};
use crate::{Cfa, Cmd, CmdId, LocId, Reduction, Stop, Stopped};

/// Which terms count as values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Domain {
    /// Constants, and expressions with up to [`MAX_EXPRESSION`] subterms.
    Expressions,
    /// Other variables.
    Copies,
}

/// Larger expressions are not put in for variables: they would be computed again and again.
const MAX_EXPRESSION: usize = 6;

/// A variable on which more than this many known values depend gets no more of them: they would
/// all have to be looked at whenever it changes.
const MAX_DEPENDENTS: usize = 64;

pub(super) fn run(
    cfa: Cfa,
    terms: &mut Terms,
    domain: Domain,
    stop: Stop<'_>,
) -> Result<Outcome, Stopped> {
    let mut vars = Variables::of(&cfa);
    let live = live_in(&cfa, terms, &mut vars, stop)?;
    let mut analysis = Analysis {
        dependents: vec![BTreeSet::new(); vars.len()],
        ranks: live.ranks(&cfa),
        known: vec![None; cfa.locations.len()],
        done: FxHashMap::default(),
        cfa,
        terms,
        domain,
        vars,
        live,
    };
    analysis.fixpoint(stop)?;
    analysis.rewrite(stop)
}

type Known = Map<TermId>;

struct Analysis<'a> {
    cfa: Cfa,
    terms: &'a mut Terms,
    domain: Domain,
    vars: Variables,
    live: LiveVariables,
    /// Which of two equal variables is read.
    ranks: Vec<Rank>,
    /// What is known at each location that an edge leads to.
    known: Vec<Option<Known>>,
    /// By variable: those that had a value over it at some time.
    dependents: Vec<BTreeSet<u32>>,
    /// Substitutions that were made.
    done: FxHashMap<(TermId, Vec<(SymbolId, TermId)>), TermId>,
}

impl Analysis<'_> {
    fn fixpoint(&mut self, stop: Stop<'_>) -> Result<(), Stopped> {
        let outgoing = self.cfa.outgoing();
        let order = DepthFirst::run(&self.cfa, &outgoing).topological;
        let mut position = vec![usize::MAX; self.cfa.locations.len()];
        for (at, loc) in order.iter().enumerate() {
            position[loc.index()] = at;
        }
        self.known[self.cfa.initial.index()] = Some(Map::new(self.vars.len()));
        let mut open = BTreeSet::from([position[self.cfa.initial.index()]]);
        while let Some(at) = open.pop_first() {
            stop.ask()?;
            let loc = order[at];
            for &edge in &outgoing[loc.index()] {
                let edge = self.cfa.edges[edge];
                let mut known = self.known[loc.index()].clone().expect("it was reached");
                let mut is_open = true;
                for step in steps(&self.cfa.commands, edge.command) {
                    is_open &= self.step(step, &mut known).is_some();
                }
                if is_open && self.arrive(edge.to, known) {
                    open.insert(position[edge.to.index()]);
                }
            }
        }
        Ok(())
    }

    /// One more way to get to a location. Is less known there now?
    fn arrive(&mut self, loc: LocId, mut known: Known) -> bool {
        if let Some(old) = &mut self.known[loc.index()] {
            let common = old.merge(&known, &mut |_, a, b| match a == b {
                true => Merged::First,
                false => Merged::Absent,
            });
            let is_less = !common.is_same(old);
            *old = common;
            return is_less;
        }
        if self.cfa.locations[loc].is_loop_head {
            let live = self.live.set(loc);
            let mut kept = Map::new(self.vars.len());
            for (var, &value) in known.entries() {
                let is_array = self.terms.sort(value).is_array();
                let reads = self.vars.reads(self.terms, value);
                let is_live = live.has(index(var)) && reads.iter().all(|&read| live.has(read));
                if !is_array && is_live {
                    kept.set(var, Some(value));
                }
            }
            known = kept;
        }
        self.known[loc.index()] = Some(known);
        true
    }

    /// The simple command with what is known put in, and what is known afterwards. None if it
    /// cannot be passed.
    fn step(&mut self, cmd: CmdId, known: &mut Known) -> Option<CmdId> {
        match self.cfa.commands.get(cmd).clone() {
            Cmd::Assume(condition) => {
                let condition = self.under(condition, known);
                if self.terms.as_bool(condition) == Some(false) {
                    return None;
                }
                self.learn(condition, known);
                Some(self.cfa.commands.assume(condition))
            }
            Cmd::Assign(var, value) => {
                let new = self.under(value, known);
                if self.terms.as_symbol(new) == Some(var) {
                    return Some(self.cfa.commands.skip(self.terms));
                }
                let number = self.vars.number(var).expect("a variable of the state");
                self.forget(number, known);
                if !self.remember(number, new, known) && new != value {
                    self.remember(number, value, known);
                }
                Some(self.cfa.commands.assign(var, new))
            }
            Cmd::Havoc(havoc) => {
                let var = self.cfa.commands.havoc_info(havoc).var;
                let number = self.vars.number(var).expect("a variable of the state");
                self.forget(number, known);
                Some(cmd)
            }
            _ => Some(cmd),
        }
    }

    /// Equations with constants in a condition that holds.
    fn learn(&mut self, condition: TermId, known: &mut Known) {
        if self.domain == Domain::Copies {
            return;
        }
        let parts = match self.terms.op(condition) {
            Op::And => self.terms.args(condition).to_vec(),
            _ => vec![condition],
        };
        for part in parts {
            let (left, right) = match (self.terms.op(part), self.terms.args(part)) {
                (Op::Eq, &[a, b]) if self.terms.as_symbol(a).is_some() => (a, b),
                (Op::Eq, &[a, b]) => (b, a),
                (Op::Symbol(_), _) => (part, self.terms.tt()),
                (Op::Not, &[a]) => (a, self.terms.ff()),
                _ => continue,
            };
            let var = self.terms.as_symbol(left);
            if let Some(number) = var.and_then(|var| self.vars.number(var))
                && is_constant(self.terms, right)
            {
                self.remember(number, right, known);
            }
        }
    }

    /// The variable has another value from now on.
    fn forget(&mut self, var: u32, known: &mut Known) {
        known.set(var as usize, None);
        for &dependent in &self.dependents[var as usize] {
            if let Some(&value) = known.get(dependent as usize)
                && self.vars.reads(self.terms, value).contains(&var)
            {
                known.set(dependent as usize, None);
            }
        }
    }

    /// The variable has this value from now on, if that is a value of the domain.
    fn remember(&mut self, var: u32, value: TermId, known: &mut Known) -> bool {
        if is_constant(self.terms, value) {
            if self.domain == Domain::Expressions {
                known.set(var as usize, Some(value));
            }
            return self.domain == Domain::Expressions;
        }
        let fits = match (self.domain, self.terms.as_symbol(value)) {
            (Domain::Copies, symbol) => {
                let source = symbol.and_then(|symbol| self.vars.number(symbol));
                source.is_some_and(|source| self.ranks[source as usize] < self.ranks[var as usize])
            }
            (Domain::Expressions, Some(_)) => false,
            (Domain::Expressions, None) => is_at_most(self.terms, value, MAX_EXPRESSION),
        };
        if !fits {
            return false;
        }
        let reads = self.vars.reads(self.terms, value).to_vec();
        let has_room = |&read: &u32| {
            let dependents = &self.dependents[read as usize];
            dependents.contains(&var) || dependents.len() < MAX_DEPENDENTS
        };
        if reads.contains(&var) || !reads.iter().all(has_room) {
            return false;
        }
        for read in reads {
            self.dependents[read as usize].insert(var);
        }
        known.set(var as usize, Some(value));
        true
    }

    /// A term with all that is known put in.
    fn under(&mut self, t: TermId, known: &Known) -> TermId {
        let reads = self.vars.reads(self.terms, t);
        let pairs: Vec<(SymbolId, TermId)> = reads
            .iter()
            .map(|&read| read as usize)
            .filter_map(|read| Some((self.cfa.state[read].symbol, *known.get(read)?)))
            .collect();
        if pairs.is_empty() {
            return t;
        }
        let key = (t, pairs);
        if let Some(&done) = self.done.get(&key) {
            return done;
        }
        let new = Substitution::new(key.1.iter().copied()).apply(self.terms, t);
        self.done.insert(key, new);
        new
    }

    /// The automaton with all that is known put in.
    fn rewrite(mut self, stop: Stop<'_>) -> Result<Outcome, Stopped> {
        let mut changed = false;
        for id in self.cfa.edges.ids() {
            stop.ask()?;
            let edge = self.cfa.edges[id];
            let Some(mut known) = self.known[edge.from.index()].clone() else {
                continue;
            };
            let old = steps(&self.cfa.commands, edge.command);
            let new: Option<Vec<CmdId>> = old.iter().map(|&s| self.step(s, &mut known)).collect();
            let command = match new {
                Some(new) if new == old => continue,
                Some(new) => sequence(&mut self.cfa.commands, self.terms, &new),
                None => {
                    let never = self.terms.ff();
                    self.cfa.commands.assume(never)
                }
            };
            changed |= command != edge.command;
            self.cfa.edges[id].command = command;
        }
        let mut reduction = Reduction::identity(self.cfa.locations.ids());
        if changed {
            self.rely(&mut reduction);
        }
        Ok(Outcome {
            cfa: self.cfa,
            reduction,
            changed,
        })
    }

    /// What is known at the loop heads is what the pass relies on: all of it, because it is
    /// inductive only together. That no run gets somewhere is such a fact as well.
    fn rely(&mut self, reduction: &mut Reduction) {
        for loc in self.cfa.locations.ids() {
            if !self.cfa.locations[loc].is_loop_head {
                continue;
            }
            let Some(known) = &self.known[loc.index()] else {
                let never = self.terms.ff();
                reduction.rely_on(loc, [never]);
                continue;
            };
            let mut facts = Vec::new();
            for (var, &value) in known.entries() {
                let var = self.cfa.state[var].term;
                facts.push(self.terms.eq(var, value));
            }
            reduction.rely_on(loc, facts);
        }
    }
}

fn index(var: usize) -> u32 {
    u32::try_from(var).expect("fewer variables than 2^32")
}

fn is_constant(terms: &Terms, t: TermId) -> bool {
    match terms.op(t) {
        Op::True | Op::False | Op::Const(_) => true,
        Op::ConstArray { .. } => terms.as_const(terms.args(t)[0]).is_some(),
        _ => false,
    }
}

/// Has `t`, as a tree, at most `limit` nodes?
fn is_at_most(terms: &Terms, t: TermId, limit: usize) -> bool {
    let mut left = limit;
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        if left == 0 {
            return false;
        }
        left -= 1;
        stack.extend_from_slice(terms.args(t));
    }
    true
}
