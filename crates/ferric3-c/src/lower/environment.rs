//! Results of library functions that the environment decides about, and variables of the library.

use ferric3_ivl::{InputSource, TerminatorKind};
use ferric3_term::{Op, TermId};

use super::assumption::Assumed;
use super::call::Call;
use super::{Lower, words};

/// Variables whose values functions of the library set, or that have a first value: neither is
/// modelled.
pub(super) fn is_library_variable(name: &str) -> bool {
    const NAMES: [&str; 12] = [
        "__daylight",
        "__timezone",
        "__tzname",
        "daylight",
        "getdate_err",
        "optarg",
        "opterr",
        "optind",
        "optopt",
        "signgam",
        "timezone",
        "tzname",
    ];
    NAMES.contains(&name)
}

impl<'a> Lower<'a> {
    /// The result of a function of which too little is known to let a violation rest on it.
    pub(super) fn rough_result(&mut self, call: Call<'a>) -> Option<TermId> {
        let Call { e, f, purpose, .. } = call;
        self.assume_once(Assumed::Rough(f), Some(e.range));
        if !purpose.wants_value() {
            return None;
        }
        let name = self.unit.function(f).name.clone();
        self.input(e, InputSource::Approximated(name), None)
    }

    /// The result of a function that may fail at any time: then it is -1 or a null pointer,
    /// and otherwise it is not negative or no null pointer.
    pub(super) fn attempt(&mut self, call: Call<'a>) -> Option<TermId> {
        let Call { e, f, purpose, .. } = call;
        let width = self.value_width(e.ty.ty);
        let Some(width) = width.filter(|_| purpose.wants_value()) else {
            return self.rough_result(call);
        };
        let failed = self.bool_temp(e.range);
        let source = InputSource::Extern(self.unit.function(f).name.clone());
        self.havoc(failed, source, e.range);
        self.name_input(words::failure_of(&self.unit.function(f).name));
        let result = self.temp(e.ty.ty, e.range);
        let condition = self.read(failed);
        let (then, otherwise, join) = (self.new_block(), self.new_block(), self.new_block());
        self.here = e.range;
        self.terminate(TerminatorKind::Branch {
            condition,
            then,
            otherwise,
            point: None,
        });
        self.switch_to(then);
        let is_pointer = self.types().pointee(e.ty.ty).is_some();
        let failure = self.bits(if is_pointer { 0 } else { u128::MAX }, width);
        self.assign(result, failure, e.range);
        self.goto(join);
        self.switch_to(otherwise);
        if let Some(any) = self.rough_result(call) {
            // Made rather than assumed: no assumption depends on a value that is not known.
            let zero = self.bits(0, width);
            let (is_failure, least) = if is_pointer {
                (self.mk2(Op::Eq, any, zero), self.bits(1, width))
            } else {
                (self.mk2(Op::BvSlt, any, zero), zero)
            };
            let success = self.terms.mk(Op::Ite, &[is_failure, least, any]);
            self.assign(result, success, e.range);
        }
        self.goto(join);
        self.switch_to(join);
        Some(self.read(result))
    }
}
