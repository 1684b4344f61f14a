//! Variables that are equal: one of them is read, the others die.
//!
//! At each loop head the live variables fall into classes, as few as possible, such that variables
//! of one class are equal whenever control gets there. Classes start with what the first way in
//! says and are split by the other ways, until all of them agree. Then every read of a variable
//! becomes a read of the best one that has the same value at that point, and what nobody reads
//! any longer is left to the pass for dead variables. So lockstep counters become one, and
//! parameters their arguments.

use ferric3_term::{Substitution, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use super::Outcome;
use super::live::{LiveVariables, Rank, live_in};
use super::straight::{Variables, sequence, steps};
use super::value_numbers::{Number, Numbers, Values};
use crate::large_block::DepthFirst;
use crate::{Cfa, Cmd, CmdId, LocId, Reduction, Stop, Stopped};

/// After that many rounds, classes that still change are given up: every variable by itself.
const PATIENCE: usize = 10;

/// After that many rounds nothing is merged at all.
const MAX_ROUNDS: usize = 40;

/// Of the variables that had a value, so many are asked whether they still have it.
const MAX_HOLDERS: usize = 16;

pub(super) fn run(cfa: Cfa, terms: &mut Terms, stop: Stop<'_>) -> Result<Outcome, Stopped> {
    let mut vars = Variables::of(&cfa);
    let live = live_in(&cfa, terms, &mut vars, stop)?;
    let ranks = live.ranks(&cfa);
    let order = DepthFirst::run(&cfa, &cfa.outgoing());
    let is_head = cfa.locations.iter_enumerated().map(|(loc, location)| {
        location.is_loop_head || order.is_loop_head[loc.index()] || loc == cfa.initial
    });
    let mut analysis = Analysis {
        is_head: is_head.collect(),
        order: order.topological,
        classes: vec![None; cfa.locations.len()],
        values: Vec::new(),
        numbers: Numbers::default(),
        holders: FxHashMap::default(),
        cfa,
        terms,
        vars,
        live,
        ranks,
    };
    if analysis.fixpoint(stop)? {
        return analysis.rewrite(stop);
    }
    Ok(Outcome {
        reduction: Reduction::identity(analysis.cfa.locations.ids()),
        cfa: analysis.cfa,
        changed: false,
    })
}

struct Analysis<'a> {
    cfa: Cfa,
    terms: &'a mut Terms,
    vars: Variables,
    live: LiveVariables,
    ranks: Vec<Rank>,
    order: Vec<LocId>,
    is_head: Vec<bool>,
    /// At each loop head: the live variables, each with the first one of its class.
    classes: Vec<Option<Vec<(u32, u32)>>>,
    /// By location, in this round: the values of the variables.
    values: Vec<Option<Values>>,
    numbers: Numbers,
    /// The variables that had a value at some point of this round.
    holders: FxHashMap<Number, Vec<u32>>,
}

impl Analysis<'_> {
    /// Finds the classes at all loop heads. False if that takes too long.
    fn fixpoint(&mut self, stop: Stop<'_>) -> Result<bool, Stopped> {
        let everything = self.singletons(self.cfa.initial);
        self.classes[self.cfa.initial.index()] = Some(everything);
        for round in 0..MAX_ROUNDS {
            let split = self.round(stop)?;
            if split.is_empty() {
                return Ok(true);
            }
            if round >= PATIENCE {
                for head in split {
                    self.classes[head.index()] = Some(self.singletons(head));
                }
            }
        }
        Ok(false)
    }

    /// Every live variable is a class by itself.
    fn singletons(&self, head: LocId) -> Vec<(u32, u32)> {
        let live = self.live.set(head).iter();
        live.map(|var| (var, var)).collect()
    }

    /// Once through the automaton with the classes as they are. Returns the heads whose classes
    /// had to be split after they were used.
    fn round(&mut self, stop: Stop<'_>) -> Result<Vec<LocId>, Stopped> {
        let outgoing = self.cfa.outgoing();
        self.numbers = Numbers::default();
        self.holders.clear();
        self.values = vec![None; self.cfa.locations.len()];
        let mut ways = vec![0; self.cfa.locations.len()];
        let mut split = Vec::new();
        for loc in self.order.clone() {
            stop.ask()?;
            if self.is_head[loc.index()] {
                self.enter_head(loc);
            }
            let Some(values) = self.values[loc.index()].clone() else {
                continue;
            };
            for &edge in &outgoing[loc.index()] {
                let edge = self.cfa.edges[edge];
                let mut values = values.clone();
                for step in steps(&self.cfa.commands, edge.command) {
                    self.step(step, &mut values);
                }
                let to = edge.to;
                if self.is_head[to.index()] {
                    let was_used = self.values[to.index()].is_some();
                    if self.refine(to, &values) && was_used {
                        split.push(to);
                    }
                    continue;
                }
                ways[to.index()] += 1;
                match &mut self.values[to.index()] {
                    slot @ None => *slot = Some(values),
                    Some(known) => {
                        for (var, number) in self.numbers.join(to, ways[to.index()], known, &values)
                        {
                            self.hold(var, number);
                        }
                    }
                }
            }
        }
        Ok(split)
    }

    fn enter_head(&mut self, head: LocId) {
        let Some(classes) = self.classes[head.index()].clone() else {
            return;
        };
        let mut values = Values::new(self.vars.len());
        for (var, class) in classes {
            let number = self.numbers.class(head, class);
            values.set(var as usize, Some(number));
            self.hold(var, number);
        }
        self.values[head.index()] = Some(values);
    }

    /// One more way into a loop head. Are there more classes now?
    fn refine(&mut self, head: LocId, values: &Values) -> bool {
        let live = self.live.set(head);
        let old = self.classes[head.index()].take();
        let is_new = old.is_none();
        let old = old.unwrap_or_else(|| live.iter().map(|var| (var, 0)).collect());
        let mut first: FxHashMap<(u32, Number), u32> = FxHashMap::default();
        let mut changed = is_new;
        let mut new = Vec::with_capacity(old.len());
        for (var, class) in old {
            // No solver gets equations between arrays.
            let is_array = self
                .terms
                .sort(self.cfa.state[var as usize].term)
                .is_array();
            let own = if is_array {
                var
            } else {
                let number = self.numbers.variable(var, values);
                *first.entry((class, number)).or_insert(var)
            };
            changed |= own != class;
            new.push((var, own));
        }
        self.classes[head.index()] = Some(new);
        changed
    }

    fn step(&mut self, cmd: CmdId, values: &mut Values) {
        let (var, number) = match self.cfa.commands.get(cmd) {
            Cmd::Assign(var, value) => {
                let number = self
                    .numbers
                    .term(self.terms, &mut self.vars, values, *value);
                (*var, number)
            }
            Cmd::Havoc(havoc) => {
                let havoc = self.cfa.commands.havoc_info(*havoc);
                (havoc.var, self.numbers.input(havoc.input))
            }
            _ => return,
        };
        let var = self.vars.number(var).expect("a variable of the state");
        values.set(var as usize, Some(number));
        self.hold(var, number);
    }

    fn hold(&mut self, var: u32, number: Number) {
        let holders = self.holders.entry(number).or_default();
        if holders.len() < MAX_HOLDERS && !holders.contains(&var) {
            holders.push(var);
        }
    }

    /// The automaton with the best of equal variables read everywhere.
    fn rewrite(mut self, stop: Stop<'_>) -> Result<Outcome, Stopped> {
        let mut changed = false;
        for id in self.cfa.edges.ids() {
            stop.ask()?;
            let edge = self.cfa.edges[id];
            let Some(mut values) = self.values[edge.from.index()].clone() else {
                continue;
            };
            let old = steps(&self.cfa.commands, edge.command);
            let mut new = Vec::with_capacity(old.len());
            for &step in &old {
                new.push(self.with_best(step, &values));
                self.step(step, &mut values);
            }
            if new != old {
                let command = sequence(&mut self.cfa.commands, self.terms, &new);
                changed |= command != edge.command;
                self.cfa.edges[id].command = command;
            }
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

    /// The simple command with the best of equal variables read.
    fn with_best(&mut self, cmd: CmdId, values: &Values) -> CmdId {
        match *self.cfa.commands.get(cmd) {
            Cmd::Assume(condition) => {
                let condition = self.best(condition, values);
                self.cfa.commands.assume(condition)
            }
            Cmd::Assign(var, value) => {
                let value = self.best(value, values);
                if self.terms.as_symbol(value) == Some(var) {
                    return self.cfa.commands.skip(self.terms);
                }
                self.cfa.commands.assign(var, value)
            }
            _ => cmd,
        }
    }

    fn best(&mut self, t: TermId, values: &Values) -> TermId {
        let mut pairs: Vec<(SymbolId, TermId)> = Vec::new();
        for &read in self.vars.reads(self.terms, t) {
            let Some(&number) = values.get(read as usize) else {
                continue;
            };
            let holders = self.holders.get(&number).map_or(&[][..], Vec::as_slice);
            let equal = holders
                .iter()
                .copied()
                .filter(|&other| values.get(other as usize) == Some(&number));
            let best = equal.min_by_key(|&other| self.ranks[other as usize]);
            if let Some(best) = best
                && self.ranks[best as usize] < self.ranks[read as usize]
            {
                let (read, best) = (self.cfa.state[read as usize], self.cfa.state[best as usize]);
                pairs.push((read.symbol, best.term));
            }
        }
        if pairs.is_empty() {
            return t;
        }
        Substitution::new(pairs).apply(self.terms, t)
    }

    /// That the variables of a class are equal is what the pass relies on.
    fn rely(&mut self, reduction: &mut Reduction) {
        for loc in self.cfa.locations.ids() {
            let Some(classes) = &self.classes[loc.index()] else {
                continue;
            };
            if !self.cfa.locations[loc].is_loop_head {
                continue;
            }
            let mut facts = Vec::new();
            for &(var, class) in classes.iter().filter(|(var, class)| var != class) {
                let term = |var: u32| self.cfa.state[var as usize].term;
                let (a, b) = (term(var), term(class));
                facts.push(self.terms.eq(a, b));
            }
            reduction.rely_on(loc, facts);
        }
    }
}
