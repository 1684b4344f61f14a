//! Packs of numbers: the few variables among which linear relations are looked for.
//!
//! If there are few numbers, all of them. Otherwise, for each loop, those that it changes and what occurs
//! beside them in a sum or a comparison.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use ferric3_term::{Op, Sort, TermId, Terms};

use super::commands::Pack;
use super::polyhedron::Space;
use crate::facts::loops::Loop;
use crate::facts::pack::Around;
use crate::facts::state::Variables;
use crate::{Cfa, Cmd};

/// A pack has at most so many variables.
const MAX_VARIABLES: usize = 9;
/// There are at most so many packs.
const MAX_PACKS: usize = 12;
/// A term is searched for variables as far as this.
const MAX_NODES: usize = 40;

/// Choose packs.
pub(super) fn packs(cfa: &Cfa, terms: &Terms, variables: &Variables, around: &Around) -> Vec<Pack> {
    let mut found: Vec<Pack> = Vec::new();
    for sort in [Sort::Int, Sort::Real] {
        let numbers: BTreeSet<usize> = cfa
            .state
            .iter()
            .enumerate()
            .filter(|(_, var)| terms.sort(var.term) == sort)
            .map(|(number, _)| number)
            .collect();
        let used = used(cfa, terms, variables, &numbers, around);
        if used.is_empty() {
            continue;
        }
        if used.len() <= MAX_VARIABLES {
            found.push(pack(cfa, sort, used));
            continue;
        }
        for inner in around.loops {
            for group in groups(cfa, terms, variables, &numbers, (inner, around)) {
                let is_new = |old: &Pack| !group.iter().all(|v| old.variables.contains(v));
                if found.len() < MAX_PACKS && found.iter().all(is_new) {
                    found.push(pack(cfa, sort, group));
                }
            }
        }
    }
    found
}

fn pack(cfa: &Cfa, sort: Sort, variables: BTreeSet<usize>) -> Pack {
    let variables: Vec<usize> = variables.into_iter().collect();
    let places = variables.iter().enumerate();
    Pack {
        sort,
        places: places.map(|(i, &v)| (cfa.state[v].symbol, i)).collect(),
        space: Space {
            variables: variables.len(),
            is_integral: sort == Sort::Int,
            effort: Cell::new(0),
        },
        variables,
    }
}

/// The numbers that relevant edges speak of.
fn used(
    cfa: &Cfa,
    terms: &Terms,
    variables: &Variables,
    numbers: &BTreeSet<usize>,
    around: &Around,
) -> BTreeSet<usize> {
    let mut links = Links::default();
    for &loc in &around.cuts.order {
        links.leave(cfa, terms, variables, (loc, around));
    }
    links.used.intersection(numbers).copied().collect()
}

/// For a loop: the numbers that it changes, in groups of those that occur together.
fn groups(
    cfa: &Cfa,
    terms: &Terms,
    variables: &Variables,
    numbers: &BTreeSet<usize>,
    (inner, around): (&Loop, &Around),
) -> Vec<BTreeSet<usize>> {
    let mut links = Links::default();
    for &loc in &inner.body {
        links.leave(cfa, terms, variables, (loc, around));
    }
    let changed = inner.changed(cfa, variables, around.cuts);
    let mut left: BTreeSet<usize> = changed.intersection(numbers).copied().collect();
    let mut found = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut group = BTreeSet::from([first]);
        let mut open = VecDeque::from([first]);
        while let Some(variable) = open.pop_front() {
            for &other in links.beside.get(&variable).into_iter().flatten() {
                let fits = group.len() < MAX_VARIABLES && numbers.contains(&other);
                if fits && group.insert(other) {
                    open.push_back(other);
                }
            }
        }
        left.retain(|variable| !group.contains(variable));
        found.push(group);
    }
    found
}

/// Which variables occur together.
#[derive(Default)]
struct Links {
    used: BTreeSet<usize>,
    beside: BTreeMap<usize, BTreeSet<usize>>,
}

impl Links {
    /// Looks at the edges that leave a location.
    fn leave(
        &mut self,
        cfa: &Cfa,
        terms: &Terms,
        variables: &Variables,
        (loc, around): (crate::LocId, &Around),
    ) {
        for &edge in around.cuts.outgoing(loc) {
            for cmd in cfa.commands.prefixes(cfa.edges[edge].command) {
                let simple = match cfa.commands.get(cmd) {
                    Cmd::Seq(_, second) => cfa.commands.get(*second),
                    other => other,
                };
                match simple {
                    Cmd::Assume(condition) => self.comparisons(terms, variables, *condition),
                    Cmd::Assign(symbol, value) => {
                        let mut group = numbers_in(terms, variables, *value);
                        group.extend(variables.number(*symbol));
                        self.group(&group);
                    }
                    _ => {}
                }
            }
        }
    }

    fn comparisons(&mut self, terms: &Terms, variables: &Variables, condition: TermId) {
        let mut open = vec![condition];
        let mut fuel = 4 * MAX_NODES;
        while let Some(part) = open.pop().filter(|_| fuel > 0) {
            fuel -= 1;
            let args = terms.args(part);
            let is_comparison = matches!(terms.op(part), Op::Lt | Op::Le | Op::Eq);
            if is_comparison && terms.sort(args[0]).is_number() {
                self.group(&numbers_in(terms, variables, part));
            } else {
                open.extend(args);
            }
        }
    }

    fn group(&mut self, group: &BTreeSet<usize>) {
        self.used.extend(group);
        for &a in group {
            let others = group.iter().copied().filter(|&b| b != a);
            self.beside.entry(a).or_default().extend(others);
        }
    }
}

fn numbers_in(terms: &Terms, variables: &Variables, t: TermId) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut open = vec![t];
    let mut fuel = MAX_NODES;
    while let Some(part) = open.pop().filter(|_| fuel > 0) {
        fuel -= 1;
        match terms.as_symbol(part) {
            Some(symbol) if terms.sort(part).is_number() => found.extend(variables.number(symbol)),
            _ => open.extend(terms.args(part)),
        }
    }
    found
}
