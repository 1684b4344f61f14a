//! What inputs are called that no call of the program reads by itself: the library does, or the
//! environment decides.

use ferric3_ivl::InputWords;

use super::Lower;

/// Yes or no.
const ANSWERS: &[(i64, &str)] = &[(0, "no"), (1, "yes")];

impl Lower<'_> {
    /// Say what the input is that was read last.
    pub(super) fn name_input(&mut self, words: InputWords) {
        if let Some(site) = self.program.inputs.iter_mut().last() {
            site.words = Some(words);
        }
    }
}

/// What a function reads, by its name: one that models of the library call, or one of the library
/// itself.
pub(super) fn read_by(function: &str) -> InputWords {
    let (what, values): (_, &[_]) = match function {
        "__library_next_byte" => ("next byte of the input", &[(-1, "none")]),
        "__library_next_kind" => (
            "next in the input",
            &[(0, "a number"), (1, "no number"), (2, "its end")],
        ),
        "__library_any_number" => ("number in the input", &[]),
        "__library_may_fail" => ("error of the environment", ANSWERS),
        "__library_may_stop" => ("end of what there is to read now", ANSWERS),
        "__library_error_number" => ("number of the error", &[]),
        function => return plain(format!("{function}()")),
    };
    let what = what.to_owned();
    InputWords {
        what,
        is_byte: function == "__library_next_byte",
        values,
    }
}

/// Whether a function fails.
pub(super) fn failure_of(function: &str) -> InputWords {
    InputWords {
        what: format!("failure of {function}()"),
        is_byte: false,
        values: ANSWERS,
    }
}

/// What a function leaves in `errno`.
pub(super) fn error_of(function: &str) -> InputWords {
    plain(format!("errno of {function}()"))
}

fn plain(what: String) -> InputWords {
    InputWords {
        what,
        is_byte: false,
        values: &[],
    }
}
