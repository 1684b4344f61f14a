//! `errno` after calls of functions that have no model.

use ferric3_ivl::{InputSource, StmtKind};

use super::Lower;
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
        let mut functions = self.unit.functions.iter();
        let setter = functions.position(|f| f.name == setter && f.body.is_some());
        let Some(setter) = setter else {
            return;
        };
        let number = self.temp(Types::INT, range);
        let source = InputSource::Extern(self.unit.function(f).name.clone());
        self.havoc(number, source, range);
        let args = vec![self.read(number)];
        let proc = self.proc_of(FunctionId(setter as u32));
        let result = None;
        self.emit(StmtKind::Call { proc, args, result }, range);
    }
}
