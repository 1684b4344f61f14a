//! The derivation, if somebody wants it.

use crate::Literal;
use crate::proof::{ClauseId, Step};

/// Steps so far; nothing but a count of clauses if nobody wants them.
#[derive(Default, Debug)]
pub(crate) struct Log {
    steps: Option<Vec<Step>>,
    clauses: u32,
}

impl Log {
    /// From the beginning.
    pub(crate) fn start(&mut self) {
        debug_assert_eq!(self.clauses, 0, "a derivation has no holes");
        self.steps = Some(Vec::new());
    }

    pub(crate) fn is_on(&self) -> bool {
        self.steps.is_some()
    }

    /// A step that introduces no clause.
    pub(crate) fn note(&mut self, step: impl FnOnce() -> Step) {
        if let Some(steps) = &mut self.steps {
            steps.push(step());
        }
    }

    /// A step that introduces a clause.
    pub(crate) fn clause(&mut self, step: impl FnOnce() -> Step) -> ClauseId {
        self.note(step);
        self.clauses += 1;
        ClauseId(self.clauses - 1)
    }

    pub(crate) fn learnt(&mut self, clause: &[Literal], hints: &[ClauseId]) -> ClauseId {
        self.clause(|| Step::Learnt {
            clause: clause.to_vec(),
            hints: hints.to_vec(),
        })
    }

    /// The steps since the last call.
    pub(crate) fn take(&mut self) -> Vec<Step> {
        self.steps.as_mut().map(std::mem::take).unwrap_or_default()
    }
}
