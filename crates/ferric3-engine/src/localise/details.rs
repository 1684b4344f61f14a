//! Details: what can be hidden, and what it costs to see it.

use std::collections::{BTreeMap, BTreeSet};

use ferric3_cfa::{Cmd, CmdId, Commands};
use ferric3_term::{FloatOp, Op, SymbolId, TermId, Terms};

use super::small_blocks::SmallBlocks;

/// Something that can be hidden. One detail may stand at several places of the automaton.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Detail {
    /// What an assignment assigns: hidden, its variable gets any value.
    Value(CmdId),
    /// A condition, or its negation: hidden, it may hold or not.
    Condition(TermId),
}

/// Details up to this weight are cheap: a few comparisons and sums of words.
const CHEAP: u64 = 100;

/// All details of an automaton.
pub(super) struct Details {
    weight: BTreeMap<Detail, u64>,
    /// By variable: the cheap values that it gets anywhere.
    cheap_values: BTreeMap<SymbolId, Vec<Detail>>,
}

impl Details {
    pub(super) fn of(blocks: &SmallBlocks, terms: &Terms) -> Details {
        let mut details = Details {
            weight: BTreeMap::new(),
            cheap_values: BTreeMap::new(),
        };
        for &detail in blocks.details.iter().flatten().flatten() {
            if details.weight.contains_key(&detail) {
                continue;
            }
            let (variable, term) = match detail {
                Detail::Condition(condition) => (None, condition),
                Detail::Value(assign) => match blocks.cfa.commands.get(assign) {
                    Cmd::Assign(variable, value) => (Some(*variable), *value),
                    _ => continue,
                },
            };
            let weight = weight(terms, term);
            details.weight.insert(detail, weight);
            if let (Some(variable), true) = (variable, weight <= CHEAP) {
                let values = details.cheap_values.entry(variable).or_default();
                values.push(detail);
            }
        }
        details
    }

    /// What the detail costs.
    pub(super) fn weight(&self, detail: Detail) -> u64 {
        self.weight.get(&detail).copied().unwrap_or(0)
    }

    pub(super) fn is_cheap(&self, detail: Detail) -> bool {
        self.weight(detail) <= CHEAP
    }

    /// Number of values and of conditions.
    pub(super) fn count(&self) -> (usize, usize) {
        count(self.weight.keys())
    }

    /// The cheap values of a variable.
    pub(super) fn cheap_values(&self, variable: SymbolId) -> &[Detail] {
        self.cheap_values.get(&variable).map_or(&[], Vec::as_slice)
    }

    /// What is seen from the outset: the conditions of the property, and what cheaply decides the
    /// variables in them.
    pub(super) fn of_property(&self, blocks: &SmallBlocks, terms: &Terms) -> BTreeSet<Detail> {
        let commands = &blocks.cfa.commands;
        let mut seen = BTreeSet::new();
        for edge in blocks.cfa.edges.ids() {
            let marks = |&step: &CmdId| matches!(commands.get(step), Cmd::Reach(_));
            if !blocks.steps[edge.index()].iter().any(marks) {
                continue;
            }
            for &detail in blocks.details[edge.index()].iter().flatten() {
                if let Detail::Condition(condition) = detail {
                    seen.insert(detail);
                    for variable in terms.symbols_of(condition) {
                        seen.extend(self.cheap_values(variable));
                    }
                }
            }
        }
        seen
    }
}

/// Number of values and of conditions.
pub(super) fn count<'a>(details: impl Iterator<Item = &'a Detail>) -> (usize, usize) {
    details.fold((0, 0), |(values, conditions), detail| match detail {
        Detail::Value(_) => (values + 1, conditions),
        Detail::Condition(_) => (values, conditions + 1),
    })
}

/// The variable that a detail is a value of.
pub(super) fn variable(commands: &Commands, detail: Detail) -> Option<SymbolId> {
    match detail {
        Detail::Value(assign) => match commands.get(assign) {
            Cmd::Assign(variable, _) => Some(*variable),
            _ => None,
        },
        Detail::Condition(_) => None,
    }
}

/// About how large the circuit of a term is, in operations on words.
fn weight(terms: &Terms, t: TermId) -> u64 {
    let subterms = terms.subterms(t).into_iter();
    let weights = subterms.map(|t| {
        let is_known = terms
            .args(t)
            .iter()
            .any(|&arg| terms.as_const(arg).is_some());
        match terms.op(t) {
            Op::Float(FloatOp::Eq(_) | FloatOp::Lt(_) | FloatOp::Le(_)) => 2,
            Op::Float(_) => 1000,
            Op::BvMul if is_known => 10,
            Op::BvMul => 200,
            Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::BvSmod => 200,
            Op::Select | Op::Store => 10,
            _ => 1,
        }
    });
    weights.sum()
}
