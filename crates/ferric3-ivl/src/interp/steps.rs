//! What observers are told.

use ferric3_term::Value;

use super::code::Place;
use super::compile::CommandKind;
use super::{Interpreter, Step, StepKind};

impl Interpreter<'_> {
    pub(super) fn step(&self, at: u32, kind: StepKind) -> Step {
        let origin = self.code.origins[at as usize];
        Step {
            kind,
            span: origin.span,
            proc: origin.proc,
            depth: self.frames.len(),
        }
    }

    /// The step that a command reports if that depends on the registers only.
    pub(super) fn simple_step(&self, kind: CommandKind) -> Option<StepKind> {
        let is_true = |condition: u32| self.memory.words[condition as usize] != 0;
        Some(match kind {
            CommandKind::Assign(var) => StepKind::Assign {
                var,
                value: self.value(var),
            },
            CommandKind::Assume { condition } => StepKind::Assume {
                holds: is_true(condition),
            },
            CommandKind::Assert {
                condition,
                property,
            } => StepKind::Assert {
                property,
                holds: is_true(condition),
            },
            CommandKind::Cover { condition, goal } => StepKind::Cover {
                goal,
                holds: is_true(condition),
            },
            CommandKind::Decision { point, outcome } => StepKind::Decision { point, outcome },
            CommandKind::Branch {
                condition, point, ..
            } => StepKind::Branch {
                taken: is_true(condition),
                point,
            },
            CommandKind::Stop { status } => StepKind::Stop {
                status: status.map(|status| self.memory.load(status)),
            },
            CommandKind::Havoc { .. }
            | CommandKind::Call { .. }
            | CommandKind::Goto(_)
            | CommandKind::Return => return None,
        })
    }

    pub(super) fn arguments(&self, (first, end): (u32, u32)) -> Vec<Value> {
        self.code.args[first as usize..end as usize]
            .iter()
            .map(|arg| {
                self.memory.load(Place {
                    slot: arg.from,
                    sort: arg.to.sort,
                })
            })
            .collect()
    }

    pub(super) fn return_step(&self) -> StepKind {
        let frame = self.frames.last();
        let proc = frame.map_or_else(|| self.entry(), |frame| frame.proc);
        let result = self.code.procs[proc.index()].result;
        StepKind::Return {
            proc,
            var: frame.and_then(|frame| frame.result),
            result: result.map(|place| self.memory.load(place)),
        }
    }
}
