//! Which uninitialised values matter: a trace shows one when it is read for the first time, and
//! never the garbage in a variable that is assigned before.

use std::collections::{BTreeMap, BTreeSet};

use ferric3_ivl::{InputId, ProcId, Program, VarId};
use ferric3_term::BitVecValue;

use crate::state::{Look, Written};

/// The variables that hold an uninitialised value that nobody has read yet.
#[derive(Debug, Default)]
pub(crate) struct Uninitialised {
    unread: BTreeMap<VarId, Unread>,
    /// The same for the locals of callers that were called again.
    saved: Vec<Vec<(VarId, Unread)>>,
}

/// What is still unread of a variable.
#[derive(Clone, Debug)]
struct Unread {
    input: InputId,
    /// Elements of an array that were read or written.
    known: BTreeSet<BitVecValue>,
}

impl Uninitialised {
    /// Is there nothing left that could be read?
    pub(crate) fn is_empty(&self) -> bool {
        self.unread.is_empty()
    }

    /// Does the variable hold something that nobody has read?
    pub(crate) fn contains(&self, var: VarId) -> bool {
        self.unread.contains_key(&var)
    }

    /// A variable holds garbage from now on.
    pub(crate) fn begin(&mut self, var: VarId, input: InputId) {
        let known = BTreeSet::new();
        self.unread.insert(var, Unread { input, known });
    }

    /// A variable is written to.
    pub(crate) fn write(&mut self, var: VarId, written: &Written) {
        match written {
            Written::Nothing => {}
            Written::All => {
                self.unread.remove(&var);
            }
            Written::CopyOf(other) => match self.unread.get(other).cloned() {
                Some(unread) => {
                    self.unread.insert(var, unread);
                }
                None => {
                    self.unread.remove(&var);
                }
            },
            Written::Elements(indices) => {
                if let Some(unread) = self.unread.get_mut(&var) {
                    unread.known.extend(indices.iter().cloned());
                }
            }
        }
    }

    /// Somebody looks at a variable: the input, if it holds one that nobody has looked at.
    pub(crate) fn read(&mut self, look: &Look) -> Option<InputId> {
        let unread = self.unread.get_mut(&look.var)?;
        let input = unread.input;
        match &look.index {
            Some(index) => unread.known.insert(index.clone()).then_some(input),
            None => {
                self.unread.remove(&look.var);
                Some(input)
            }
        }
    }

    /// A procedure is called: its locals begin anew.
    pub(crate) fn call(&mut self, program: &Program, proc: ProcId) {
        if self.unread.is_empty() {
            return self.saved.push(Vec::new());
        }
        let locals = &program.procs[proc].locals;
        let unread = locals
            .iter()
            .filter_map(|var| self.unread.remove_entry(var));
        self.saved.push(unread.collect());
    }

    /// A procedure returns: those of the call before go on.
    pub(crate) fn leave(&mut self, program: &Program, proc: ProcId) {
        if !self.unread.is_empty() {
            for var in &program.procs[proc].locals {
                self.unread.remove(var);
            }
        }
        self.unread.extend(self.saved.pop().into_iter().flatten());
    }
}
