//! The weakest existential precondition of a command (Thesis 5.2).
//!
//! `wep(c, φ)` holds in the states from which *some* way through `c` ends in `φ`:
//!
//! ```text
//! wep(assume b, φ) = b ∧ φ          wep(c1; c2, φ)  = wep(c1, wep(c2, φ))
//! wep(x := a, φ)   = φ[x ↦ a]       wep(c1 [] c2, φ) = wep(c1, φ) ∨ wep(c2, φ)
//! wep(havoc x, φ)  = ∃w. φ[x ↦ w]
//! ```
//!
//! The `w` of a havoc stays free in the result: it is the input symbol of that occurrence, to be
//! read as existentially quantified.

use ferric3_term::{Substitution, TermId, Terms};

use crate::{Cmd, CmdId, Commands};

/// `wep(cmd, post)`. The result can be exponentially larger than the command; the engines work
/// path by path (see [`split`](crate::split())) or with the canonical form instead.
pub fn wep(commands: &Commands, terms: &mut Terms, cmd: CmdId, post: TermId) -> TermId {
    match commands.get(cmd) {
        Cmd::Assume(b) => terms.and2(*b, post),
        Cmd::Assign(x, a) => Substitution::new([(*x, *a)]).apply(terms, post),
        Cmd::Havoc(havoc) => {
            let havoc = commands.havoc_info(*havoc);
            let input = terms.symbol_term(havoc.input);
            Substitution::new([(havoc.var, input)]).apply(terms, post)
        }
        Cmd::Reach(_) => post,
        Cmd::Seq(first, second) => {
            let middle = wep(commands, terms, *second, post);
            wep(commands, terms, *first, middle)
        }
        Cmd::Choice { alternatives, .. } => {
            let ways: Vec<TermId> = alternatives
                .iter()
                .map(|&c| wep(commands, terms, c, post))
                .collect();
            terms.or(&ways)
        }
    }
}
