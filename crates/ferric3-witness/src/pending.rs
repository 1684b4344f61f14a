//! Inputs on their way: read, and not yet in a variable that people know.

use ferric3_ivl::{ProcId, Span, VarId};

use crate::GivenInput;

/// With more than so many, the oldest ones are shown by themselves.
const MOST: usize = 32;

/// Where a step is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepPlace {
    pub(crate) span: Span,
    pub(crate) proc: ProcId,
    pub(crate) depth: usize,
    /// Does a function of the library do it?
    pub(crate) by_library: bool,
}

/// An input on its way through variables that nobody sees.
#[derive(Debug)]
pub(crate) struct Pending {
    pub(crate) given: GivenInput,
    pub(crate) place: StepPlace,
    /// The variables that hold what was made from it.
    carriers: Vec<VarId>,
}

impl Pending {
    fn flows_from(&self, sources: &[VarId]) -> bool {
        self.carriers.iter().any(|var| sources.contains(var))
    }
}

/// The inputs on their way, in the order in which they were read. They leave in that order, too.
#[derive(Debug, Default)]
pub(crate) struct Underway {
    inputs: Vec<Pending>,
}

impl Underway {
    pub(crate) fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }

    /// A hidden variable holds an input. Comes back: one that has waited for too long.
    #[must_use]
    pub(crate) fn add(
        &mut self,
        given: GivenInput,
        place: StepPlace,
        var: VarId,
    ) -> Option<Pending> {
        self.forget(var);
        let carriers = vec![var];
        self.inputs.push(Pending {
            given,
            place,
            carriers,
        });
        (self.inputs.len() > MOST).then(|| self.inputs.remove(0))
    }

    /// A hidden variable gets a value that is made from others; `replaced` if nothing of its old
    /// value is left.
    pub(crate) fn carry(&mut self, sources: &[VarId], var: VarId, replaced: bool) {
        for pending in &mut self.inputs {
            if pending.flows_from(sources) {
                pending.carriers.push(var);
            } else if replaced {
                pending.carriers.retain(|&carrier| carrier != var);
            }
        }
    }

    /// A hidden variable gets another value.
    fn forget(&mut self, var: VarId) {
        self.carry(&[], var, true);
    }

    /// The last input that a value is made from, behind all that were read before it.
    pub(crate) fn take(&mut self, sources: &[VarId]) -> Option<(Vec<Pending>, Pending)> {
        let last = self
            .inputs
            .iter()
            .rposition(|pending| pending.flows_from(sources))?;
        let mut before: Vec<Pending> = self.inputs.drain(..=last).collect();
        let last = before.pop()?;
        Some((before, last))
    }

    /// All of them.
    pub(crate) fn take_all(&mut self) -> Vec<Pending> {
        std::mem::take(&mut self.inputs)
    }
}
