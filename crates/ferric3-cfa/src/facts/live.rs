//! Which variables somebody may still read.
//!
//! ```text
//! live(l) = ⋃ { uses(e) ∪ (live(l') ∖ definitions(e)) : e an edge from l to l' }
//! ```

use ferric3_term::{TermId, Terms};

use super::state::Variables;
use crate::large_block::CutPoints;
use crate::{Cfa, Cmd, CmdId, LocId};

/// By location: the live variables, as a set of bits.
pub(super) struct Live {
    sets: Vec<Vec<u64>>,
}

impl Live {
    pub(super) fn of(cfa: &Cfa, terms: &Terms, variables: &Variables, cuts: &CutPoints) -> Live {
        let words = variables.len().div_ceil(64);
        let mut sets = vec![Vec::new(); cfa.locations.len()];
        for &loc in &cuts.order {
            sets[loc.index()] = vec![0; words];
        }
        let effects: Vec<Option<Effect>> = {
            let mut effects: Vec<Option<Effect>> = cfa.edges.iter().map(|_| None).collect();
            for &edge in cuts.order.iter().flat_map(|&loc| cuts.outgoing(loc)) {
                let command = cfa.edges[edge].command;
                effects[edge.index()] = Some(Effect::of(cfa, terms, variables, command));
            }
            effects
        };
        let mut changed = true;
        while changed {
            changed = false;
            for &loc in cuts.order.iter().rev() {
                let mut live = sets[loc.index()].clone();
                for &edge in cuts.outgoing(loc) {
                    let effect = effects[edge.index()].as_ref().expect("computed above");
                    let mut through = sets[cfa.edges[edge].to.index()].clone();
                    for &variable in &effect.definitions {
                        through[variable / 64] &= !(1 << (variable % 64));
                    }
                    for &variable in &effect.uses {
                        through[variable / 64] |= 1 << (variable % 64);
                    }
                    for (all, one) in live.iter_mut().zip(through) {
                        *all |= one;
                    }
                }
                if live != sets[loc.index()] {
                    sets[loc.index()] = live;
                    changed = true;
                }
            }
        }
        Live { sets }
    }

    pub(super) fn is_live(&self, loc: LocId, variable: usize) -> bool {
        self.sets[loc.index()]
            .get(variable / 64)
            .is_some_and(|word| word >> (variable % 64) & 1 == 1)
    }
}

/// What an edge reads before it writes, and what it writes for sure.
struct Effect {
    uses: Vec<usize>,
    definitions: Vec<usize>,
}

impl Effect {
    fn of(cfa: &Cfa, terms: &Terms, variables: &Variables, command: CmdId) -> Effect {
        let mut effect = Effect {
            uses: Vec::new(),
            definitions: Vec::new(),
        };
        let parts = cfa.commands.prefixes(command);
        let has_choice = parts
            .iter()
            .any(|&part| matches!(cfa.commands.get(part), Cmd::Choice { .. }));
        for part in parts {
            let simple = match cfa.commands.get(part) {
                Cmd::Seq(_, second) => *second,
                _ => part,
            };
            match cfa.commands.get(simple) {
                Cmd::Assume(t) => effect.reads(terms, variables, *t),
                Cmd::Assign(symbol, t) => {
                    effect.reads(terms, variables, *t);
                    effect.writes(variables.number(*symbol), has_choice);
                }
                Cmd::Havoc(havoc) => {
                    let symbol = cfa.commands.havoc_info(*havoc).var;
                    effect.writes(variables.number(symbol), has_choice);
                }
                Cmd::Reach(_) | Cmd::Seq(..) | Cmd::Choice { .. } => {}
            }
        }
        effect
    }

    fn reads(&mut self, terms: &Terms, variables: &Variables, t: TermId) {
        for symbol in terms.symbols_of(t) {
            if let Some(variable) = variables.number(symbol)
                && !self.definitions.contains(&variable)
                && !self.uses.contains(&variable)
            {
                self.uses.push(variable);
            }
        }
    }

    /// On one of several ways, a definition is not certain.
    fn writes(&mut self, variable: Option<usize>, has_choice: bool) {
        if let Some(variable) = variable
            && !has_choice
            && !self.definitions.contains(&variable)
        {
            self.definitions.push(variable);
        }
    }
}
