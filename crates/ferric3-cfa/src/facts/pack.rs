//! Packs: the few variables among which relations are looked for.
//!
//! Relations matter in loops. So each loop gives a pack for each width: the variables that it
//! changes by sums, what these sums read, what is compared with them, and, as far as there is room,
//! what else is live.

use ferric3_term::{Op, SymbolId, TermId, Terms};

use super::loops::Loop;
use super::state::Variables;
use crate::large_block::CutPoints;
use crate::{Cfa, Cmd, LiveVariables};

/// A pack has at most so many variables.
const MAX_VARIABLES: usize = 12;
/// There are at most so many packs.
const MAX_PACKS: usize = 200;
/// A variable is in at most so many of them.
const MAX_PACKS_OF_VARIABLE: usize = 4;
/// Terms are searched for variables as far as this.
const MAX_NODES: usize = 24;

/// A few variables of one width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pack {
    pub(super) width: u32,
    /// By number. Variable `i` is entry `i + 1` of a vector.
    pub(super) variables: Vec<usize>,
}

/// All packs.
#[derive(Debug, Default)]
pub(super) struct Packs {
    pub(super) packs: Vec<Pack>,
    /// By variable: packs, and its entry in their vectors.
    places: Vec<Vec<(usize, usize)>>,
}

impl Packs {
    /// The packs that have a variable, and its entry in their vectors.
    pub(super) fn of_variable(&self, variable: usize) -> &[(usize, usize)] {
        self.places.get(variable).map_or(&[], Vec::as_slice)
    }

    pub(super) fn len(&self) -> usize {
        self.packs.len()
    }

    fn add(&mut self, pack: Pack) {
        let is_subset = |a: &Pack, b: &Pack| {
            a.width == b.width && a.variables.iter().all(|v| b.variables.contains(v))
        };
        if pack.variables.len() < 2
            || self.len() == MAX_PACKS
            || self.packs.iter().any(|old| is_subset(&pack, old))
        {
            return;
        }
        let id = self.len();
        for (i, &variable) in pack.variables.iter().enumerate() {
            self.places[variable].push((id, i + 1));
        }
        self.packs.push(pack);
    }
}

/// Choose packs.
pub(super) fn packs(cfa: &Cfa, terms: &Terms, variables: &Variables, around: &Around) -> Packs {
    let mut packs = Packs {
        packs: Vec::new(),
        places: vec![Vec::new(); variables.len()],
    };
    for Loop { head, body } in around.loops {
        if packs.len() == MAX_PACKS {
            break;
        }
        let mut wanted = Wanted::default();
        for &loc in body {
            for &edge in around.cuts.outgoing(loc) {
                wanted.command(cfa, terms, variables, cfa.edges[edge].command);
            }
        }
        let live: Vec<usize> = around
            .live
            .at(*head)
            .filter_map(|symbol| variables.number(symbol))
            .collect();
        for pack in wanted.packs(cfa, terms, &live, &packs) {
            packs.add(pack);
        }
    }
    packs
}

/// The automaton's structure: what its analyses share.
pub(super) struct Around<'a> {
    pub(super) cuts: &'a CutPoints,
    pub(super) loops: &'a [Loop],
    pub(super) live: &'a LiveVariables,
}

/// Variables that a loop changes by sums, and those that have to do with them.
#[derive(Default)]
struct Wanted {
    changed: Vec<usize>,
    read: Vec<usize>,
    /// Variables that are compared with one another.
    compared: Vec<Vec<usize>>,
}

impl Wanted {
    fn command(&mut self, cfa: &Cfa, terms: &Terms, variables: &Variables, cmd: crate::CmdId) {
        for part in cfa.commands.prefixes(cmd) {
            let simple = match cfa.commands.get(part) {
                Cmd::Seq(_, second) => *second,
                _ => part,
            };
            match cfa.commands.get(simple) {
                Cmd::Assign(symbol, value) => {
                    let Some(read) = linear_symbols(terms, *value) else {
                        continue;
                    };
                    if let Some(variable) = variables.number(*symbol) {
                        push(&mut self.changed, variable);
                        for symbol in read {
                            if let Some(variable) = variables.number(symbol) {
                                push(&mut self.read, variable);
                            }
                        }
                    }
                }
                Cmd::Assume(condition) => self.condition(terms, variables, *condition),
                _ => {}
            }
        }
    }

    fn condition(&mut self, terms: &Terms, variables: &Variables, condition: TermId) {
        let mut stack = vec![condition];
        let mut nodes = 0;
        while let Some(t) = stack.pop() {
            nodes += 1;
            if nodes > MAX_NODES {
                return;
            }
            match (terms.op(t), terms.args(t)) {
                (Op::And | Op::Or | Op::Not, args) => stack.extend(args),
                (Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle, &[a, b]) => {
                    let symbols = [a, b].map(|t| linear_symbols(terms, t));
                    let symbols = symbols.into_iter().flatten().flatten();
                    let numbers: Vec<usize> = symbols
                        .filter_map(|symbol| variables.number(symbol))
                        .collect();
                    if numbers.len() > 1 {
                        self.compared.push(numbers);
                    }
                }
                _ => {}
            }
        }
    }

    fn packs(&self, cfa: &Cfa, terms: &Terms, live: &[usize], others: &Packs) -> Vec<Pack> {
        // What is live at the head first, then what is changed, read, and compared with these.
        let mut all = Vec::new();
        let is_live = |variable: &&usize| live.binary_search(variable).is_ok();
        for &variable in self.changed.iter().filter(is_live) {
            push(&mut all, variable);
        }
        for &variable in self.read.iter().filter(is_live) {
            push(&mut all, variable);
        }
        for group in &self.compared {
            if group.iter().any(|variable| all.contains(variable)) {
                for &variable in group.iter().filter(is_live) {
                    push(&mut all, variable);
                }
            }
        }
        for &variable in self.changed.iter().chain(&self.read) {
            push(&mut all, variable);
        }
        // Then what the loop leaves alone: `x + y = n` speaks of the `n` that was there before.
        if !self.changed.is_empty() {
            for &variable in live {
                push(&mut all, variable);
            }
        }
        all.retain(|&variable| others.of_variable(variable).len() < MAX_PACKS_OF_VARIABLE);
        let mut packs: Vec<Pack> = Vec::new();
        for variable in all {
            let Some(width) = terms.sort(cfa.state[variable].term).width() else {
                continue;
            };
            if !(2..=64).contains(&width) {
                continue;
            }
            match packs.iter_mut().find(|pack| pack.width == width) {
                Some(pack) if pack.variables.len() == MAX_VARIABLES => {}
                Some(pack) => pack.variables.push(variable),
                None => packs.push(Pack {
                    width,
                    variables: vec![variable],
                }),
            }
        }
        packs
    }
}

fn push(list: &mut Vec<usize>, variable: usize) {
    // Lists of packs are short; those of huge loops are cut, or they would take quadratic time.
    if list.len() < 10 * MAX_VARIABLES && !list.contains(&variable) {
        list.push(variable);
    }
}

/// The symbols of a sum; `None` if it is none.
fn linear_symbols(terms: &Terms, t: TermId) -> Option<Vec<SymbolId>> {
    let mut symbols = Vec::new();
    let mut stack = vec![t];
    let mut nodes = 0;
    while let Some(t) = stack.pop() {
        nodes += 1;
        if nodes > MAX_NODES {
            return None;
        }
        let args = terms.args(t);
        match terms.op(t) {
            Op::Const(_) => {}
            Op::Symbol(symbol) => symbols.push(*symbol),
            Op::BvAdd | Op::BvSub | Op::BvNeg | Op::BvNot | Op::BvMul => stack.extend(args),
            Op::Ite => stack.extend(&args[1..]),
            Op::BvShl if terms.as_const(args[1]).is_some() => stack.push(args[0]),
            _ => return None,
        }
    }
    Some(symbols)
}
