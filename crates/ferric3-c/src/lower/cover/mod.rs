//! Coverage goals: functions, calls, statements, decisions, cases, loops, conditions, MC/DC, and calls that
//! mark one.
//!
//! Goals are those of the program's own functions, as far as calls lead to them (or of all, see
//! [`Uncalled`]): models of the library have none. What stands where no way leads to (behind a `return`)
//! keeps its goals, which then nothing reaches. What the lowering never came to, because something around it
//! cannot be modelled, is a *gap* (`census.rs`): a goal that nobody can ask about.
//!
//! *Statements* that are always executed together have one goal, at the first of them: where nothing in
//! between branches, calls, assumes or asserts.
//!
//! A *decision* is a controlling expression (`if`, `while`, `do`, `for`, the first operand of `? :`), or an
//! expression with `&&` or `||` anywhere else. A constant by its form decides nothing. A comparison or a
//! `!` whose value is only used is no decision, for nothing branches on it. The *conditions* of a decision are
//! the leaves of its tree (`tree.rs`).
//!
//! A *call* counts when its evaluation begins. Functions with reserved names and no body in the program
//! (`__builtin_expect`, `__assert_fail`) are means of the compiler and no calls of the program.
//!
//! *Loops* have Beizer's goals: none, one, many iterations (`iteration.rs`).
//!
//! | file           | what                                                        |
//! |----------------|-------------------------------------------------------------|
//! | `criterion.rs` | what can be asked                                           |
//! | `table.rs`     | goals by place: code that is lowered twice has them once    |
//! | `statement.rs` | statements, functions, calls, cases, marks                  |
//! | `iteration.rs` | loops                                                       |
//! | `tree.rs`      | decisions as trees over conditions                          |
//! | `evaluation.rs`| what conditions are in an evaluation, and the goals of it   |
//! | `masking.rs`   | which conditions decide, as terms                           |
//! | `census.rs`    | all goals by the form of a function: those that are missing |

mod census;
mod criterion;
mod evaluation;
mod iteration;
mod masking;
mod statement;
mod table;
mod tree;

pub use criterion::{Criterion, Uncalled};
pub(super) use evaluation::{Deciding, Evaluation};
pub(super) use statement::Covered;
pub(super) use table::Goals;
pub(super) use tree::{has_decision, same_truth};

use super::Lower;

impl Lower<'_> {
    /// Are there goals of this kind in the function at hand?
    pub(super) fn covers(&self, criterion: Criterion) -> bool {
        let function = self.body.function.map(|f| self.unit.function(f));
        self.options.cover.contains(&criterion)
            && function.is_some_and(|f| f.has_goals(self.source))
    }

    /// Are there goals of decisions in the function at hand?
    pub(super) fn covers_decisions(&self) -> bool {
        let mut criteria = Criterion::OF_DECISIONS.into_iter();
        criteria.any(|criterion| self.covers(criterion))
    }
}
