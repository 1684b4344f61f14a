//! Dead variables: what nobody reads is not computed.
//!
//! Assignments and havocs of variables that are not live afterwards go, and so do the variables
//! that no command mentions then.

use ferric3_term::Terms;

use super::Outcome;
use super::live::{before, live_in};
use super::straight::{Variables, sequence, steps};
use crate::bit_set::BitSet;
use crate::{Cfa, Cmd, Reduction, Stop, Stopped};

pub(super) fn run(mut cfa: Cfa, terms: &mut Terms, stop: Stop<'_>) -> Result<Outcome, Stopped> {
    let mut vars = Variables::of(&cfa);
    let live = live_in(&cfa, terms, &mut vars, stop)?;
    let mut changed = false;
    let mut mentioned = BitSet::new(vars.len());
    for id in cfa.edges.ids() {
        stop.ask()?;
        let edge = cfa.edges[id];
        let old = steps(&cfa.commands, edge.command);
        let mut after = live.set(edge.to).clone();
        let mut kept = Vec::with_capacity(old.len());
        for &step in old.iter().rev() {
            let written = match cfa.commands.get(step) {
                Cmd::Assign(var, _) => Some(*var),
                Cmd::Havoc(havoc) => Some(cfa.commands.havoc_info(*havoc).var),
                _ => None,
            };
            let number = written.and_then(|var| vars.number(var));
            if number.is_some_and(|number| !after.has(number)) {
                continue;
            }
            if let Some(number) = number {
                mentioned.insert(number);
            }
            if let Cmd::Assume(t) | Cmd::Assign(_, t) = cfa.commands.get(step) {
                for &read in vars.reads(terms, *t) {
                    mentioned.insert(read);
                }
            }
            before(&cfa, terms, &mut vars, step, &mut after);
            kept.push(step);
        }
        if kept.len() < old.len() {
            kept.reverse();
            cfa.edges[id].command = sequence(&mut cfa.commands, terms, &kept);
            changed = true;
        }
    }
    let number = |symbol| vars.number(symbol).expect("a variable of the state");
    let is_mentioned = |symbol| mentioned.has(number(symbol));
    let all = cfa.state.len();
    cfa.state.retain(|var| is_mentioned(var.symbol));
    changed |= cfa.state.len() < all;
    Ok(Outcome {
        reduction: Reduction::identity(cfa.locations.ids()),
        cfa,
        changed,
    })
}
