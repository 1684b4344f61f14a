//! `errno` after calls of functions that have no model.

use ferric3_ivl::{InputSource, StmtKind};
use ferric3_term::TermId;

use super::{Lower, words};
use crate::library::table::find;
use crate::library::{DISTURB_ERRNO, SET_ERRNO};
use crate::sema::hir::{FunctionId, Range};
use crate::sema::types::Types;

/// What a function may do to `errno`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Disturbance {
    /// Functions of the library set it to what is not 0, or not at all.
    ByLibrary,
    /// Others set it to anything.
    Any,
}

impl Lower<'_> {
    /// A function without a model may have set `errno`, if the program looks at it.
    pub(super) fn disturb_errno(&mut self, f: FunctionId, how: Disturbance, range: Range) {
        let row = find(&self.unit.function(f).name);
        if how == Disturbance::ByLibrary && !row.is_some_and(|row| row.errno) {
            return;
        }
        let setter = match how {
            Disturbance::ByLibrary => DISTURB_ERRNO,
            Disturbance::Any => SET_ERRNO,
        };
        let Some(setter) = self.errno_setter(setter) else {
            return;
        };
        let number = self.temp(Types::INT, range);
        let source = InputSource::Extern(self.unit.function(f).name.clone());
        self.havoc(number, source, range);
        self.name_input(words::error_of(&self.unit.function(f).name));
        let number = self.read(number);
        self.call_setter(setter, number, range);
    }

    /// `errno` gets a value, if the program looks at it.
    pub(super) fn set_errno(&mut self, number: TermId, range: Range) {
        if let Some(setter) = self.errno_setter(SET_ERRNO) {
            self.call_setter(setter, number, range);
        }
    }

    /// The model that changes `errno`; only programs that look at it have one.
    fn errno_setter(&self, name: &str) -> Option<FunctionId> {
        let mut functions = self.unit.functions.iter();
        let position = functions.position(|f| f.name == name && f.body.is_some())?;
        Some(FunctionId(position as u32))
    }

    fn call_setter(&mut self, setter: FunctionId, number: TermId, range: Range) {
        let proc = self.proc_of(setter);
        let (args, result) = (vec![number], None);
        self.emit(StmtKind::Call { proc, args, result }, range);
    }
}
