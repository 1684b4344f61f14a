//! Packs of zones: the few variables whose differences are bounded.
//!
//! A loop that compares variables orders them. So each loop gives, for each reading of words as
//! integers, packs of variables that it compares in that reading, and of what is copied among
//! them. Widths may differ: integers have none.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use ferric3_term::{Op, TermId, Terms};

use super::interval::Reading;
use super::loops::Loop;
use super::pack::Around;
use super::state::Variables;
use crate::{Cfa, Cmd, CmdId};

/// A pack has at most so many variables.
const MAX_VARIABLES: usize = 8;
/// There are at most so many packs.
const MAX_PACKS: usize = 120;
/// A variable is in at most so many of them.
const MAX_PACKS_OF_VARIABLE: usize = 3;
/// A condition or value is searched as far as this.
const MAX_NODES: usize = 24;
/// A term that speaks of more variables bounds none of them.
const MAX_SYMBOLS: usize = 3;
/// Pairs of variables that a loop may give.
const MAX_LINKS: usize = 2000;

/// A few variables, and how they are read as integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ZonePack {
    pub(super) reading: Reading,
    /// By number.
    pub(super) variables: Vec<usize>,
    /// Of these variables.
    pub(super) widths: Vec<u32>,
}

/// All packs.
#[derive(Debug, Default)]
pub(super) struct ZonePacks {
    pub(super) packs: Vec<ZonePack>,
    /// By variable: packs, and its place in them.
    places: Vec<Vec<(usize, usize)>>,
}

impl ZonePacks {
    /// The packs that have a variable, and its place in them.
    pub(super) fn of_variable(&self, variable: usize) -> &[(usize, usize)] {
        self.places.get(variable).map_or(&[], Vec::as_slice)
    }

    pub(super) fn len(&self) -> usize {
        self.packs.len()
    }

    /// By cut point: the places of packs whose variables nobody reads there.
    pub(super) fn dead(
        &self,
        cfa: &Cfa,
        variables: &Variables,
        around: &Around,
    ) -> Vec<Vec<(usize, usize)>> {
        let mut found = vec![Vec::new(); cfa.locations.len()];
        let heads = around.cuts.order.iter();
        for &head in heads.filter(|loc| around.cuts.is_head[loc.index()] && self.len() > 0) {
            let mut is_live = vec![false; variables.len()];
            for variable in around.live.at(head).filter_map(|s| variables.number(s)) {
                is_live[variable] = true;
            }
            for (id, pack) in self.packs.iter().enumerate() {
                for (place, &variable) in pack.variables.iter().enumerate() {
                    if !is_live[variable] {
                        found[head.index()].push((id, place));
                    }
                }
            }
        }
        found
    }

    fn add(&mut self, pack: ZonePack) {
        let is_old = |old: &ZonePack| {
            let has_all = pack.variables.iter().all(|v| old.variables.contains(v));
            old.reading == pack.reading && has_all
        };
        if self.len() == MAX_PACKS || self.packs.iter().any(is_old) {
            return;
        }
        let id = self.len();
        for (place, &variable) in pack.variables.iter().enumerate() {
            self.places[variable].push((id, place));
        }
        self.packs.push(pack);
    }
}

/// Choose packs.
pub(super) fn zone_packs(
    cfa: &Cfa,
    terms: &Terms,
    variables: &Variables,
    around: &Around,
) -> ZonePacks {
    let mut packs = ZonePacks {
        packs: Vec::new(),
        places: vec![Vec::new(); variables.len()],
    };
    for Loop { body, .. } in around.loops {
        if packs.len() == MAX_PACKS {
            break;
        }
        let mut links = Links {
            cfa,
            terms,
            variables,
            changed: BTreeSet::new(),
            compared: BTreeMap::new(),
            copied: BTreeSet::new(),
        };
        for &loc in body {
            for &edge in around.cuts.outgoing(loc) {
                links.command(cfa.edges[edge].command);
            }
        }
        for reading in [Reading::Signed, Reading::Unsigned] {
            for pack in links.packs(reading, &packs) {
                packs.add(pack);
            }
        }
    }
    packs
}

/// What a comparison says about readings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Signed,
    Unsigned,
    Equality,
}

/// Variables of a loop that have to do with one another.
struct Links<'a> {
    cfa: &'a Cfa,
    terms: &'a Terms,
    variables: &'a Variables,
    changed: BTreeSet<usize>,
    compared: BTreeMap<Kind, BTreeSet<(usize, usize)>>,
    copied: BTreeSet<(usize, usize)>,
}

impl Links<'_> {
    fn command(&mut self, cmd: CmdId) {
        for part in self.cfa.commands.prefixes(cmd) {
            let simple = match self.cfa.commands.get(part) {
                Cmd::Seq(_, second) => *second,
                _ => part,
            };
            match self.cfa.commands.get(simple) {
                Cmd::Assign(symbol, value) => {
                    let Some(variable) = self.variables.number(*symbol) else {
                        continue;
                    };
                    self.changed.insert(variable);
                    for other in self.mentioned(*value) {
                        if other != variable && self.copied.len() < MAX_LINKS {
                            self.copied.insert((variable, other));
                        }
                    }
                    self.comparisons(*value);
                }
                Cmd::Assume(condition) => self.comparisons(*condition),
                Cmd::Havoc(havoc) => {
                    let symbol = self.cfa.commands.havoc_info(*havoc).var;
                    self.changed.extend(self.variables.number(symbol));
                }
                _ => {}
            }
        }
    }

    fn comparisons(&mut self, root: TermId) {
        let mut stack = vec![root];
        let mut nodes = 0;
        while let Some(t) = stack.pop() {
            nodes += 1;
            if nodes > MAX_NODES {
                return;
            }
            let args = self.terms.args(t);
            let kind = match self.terms.op(t) {
                Op::Eq => Kind::Equality,
                Op::BvUlt | Op::BvUle => Kind::Unsigned,
                Op::BvSlt | Op::BvSle => Kind::Signed,
                Op::And | Op::Or | Op::Not | Op::Ite => {
                    stack.extend(args);
                    continue;
                }
                _ => continue,
            };
            let [left, right] = [args[0], args[1]].map(|side| self.mentioned(side));
            let pairs = self.compared.entry(kind).or_default();
            for &x in &left {
                for &y in right.iter().filter(|&&y| y != x) {
                    if pairs.len() < MAX_LINKS {
                        pairs.insert((x.min(y), x.max(y)));
                    }
                }
            }
        }
    }

    /// Is it a word that zones can read as an integer?
    fn is_number(&self, t: TermId) -> bool {
        let width = self.terms.sort(t).width();
        width.is_some_and(|width| (2..=64).contains(&width))
    }

    /// The variables near which a term's value may be; none if they are many.
    fn mentioned(&self, root: TermId) -> Vec<usize> {
        let mut found = Vec::new();
        let mut stack = vec![root];
        let mut nodes = 0;
        while let Some(t) = stack.pop() {
            nodes += 1;
            if nodes > MAX_NODES || found.len() > MAX_SYMBOLS {
                return Vec::new();
            }
            let args = self.terms.args(t);
            match self.terms.op(t) {
                Op::Symbol(symbol) => {
                    let variable = self.variables.number(*symbol);
                    if let Some(variable) = variable
                        && self.is_number(t)
                        && !found.contains(&variable)
                    {
                        found.push(variable);
                    }
                }
                Op::BvAdd | Op::BvUrem | Op::BvSrem => stack.extend(args),
                Op::Ite => stack.extend(&args[1..]),
                Op::BvSub | Op::BvUdiv | Op::BvSdiv | Op::BvLshr | Op::BvAshr => {
                    stack.push(args[0]);
                }
                Op::ZeroExtend(_) | Op::SignExtend(_) | Op::Extract { lo: 0, .. } => {
                    stack.push(args[0]);
                }
                _ => {}
            }
        }
        found
    }

    /// The packs of a reading: from a variable that the loop changes and compares on, what is
    /// near it.
    fn packs(&self, reading: Reading, others: &ZonePacks) -> Vec<ZonePack> {
        let none = BTreeSet::new();
        let of_kind = |kind: Kind| self.compared.get(&kind).unwrap_or(&none);
        let ordered = match reading {
            Reading::Signed => of_kind(Kind::Signed),
            Reading::Unsigned => of_kind(Kind::Unsigned),
        };
        let equalities = of_kind(Kind::Equality);
        // `i != n` orders numbers that never were negative, and has no reading of its own.
        let in_both = reading == Reading::Unsigned;
        let strong = ordered.iter().chain(equalities.iter().filter(|_| in_both));
        let mut starts: BTreeSet<usize> = BTreeSet::new();
        for &(x, y) in strong {
            if self.changed.contains(&x) || self.changed.contains(&y) {
                starts.extend([x, y]);
            }
        }
        let mut near: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for &(x, y) in ordered.iter().chain(equalities).chain(&self.copied) {
            near.entry(x).or_default().push(y);
            near.entry(y).or_default().push(x);
        }
        let mut taken: BTreeSet<usize> = BTreeSet::new();
        let mut packs = Vec::new();
        for &start in &starts {
            if taken.contains(&start) {
                continue;
            }
            let mut variables = Vec::new();
            let mut open = VecDeque::from([start]);
            while let Some(variable) = open.pop_front() {
                let is_full = others.of_variable(variable).len() >= MAX_PACKS_OF_VARIABLE;
                // What a narrow variable is copied to may be wider than zones can tell.
                let term = self.cfa.state[variable].term;
                if is_full || !self.is_number(term) || variables.contains(&variable) {
                    continue;
                }
                if variables.len() == MAX_VARIABLES {
                    break;
                }
                variables.push(variable);
                open.extend(near.get(&variable).into_iter().flatten());
            }
            taken.extend(&variables);
            taken.insert(start);
            if variables.len() < 2 {
                continue;
            }
            variables.sort_unstable();
            let width = |&variable: &usize| self.terms.width(self.cfa.state[variable].term);
            packs.push(ZonePack {
                reading,
                widths: variables.iter().map(width).collect(),
                variables,
            });
        }
        packs
    }
}
