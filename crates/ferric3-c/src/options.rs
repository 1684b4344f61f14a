//! What the user may choose about the front end.

use crate::lower::{Criterion, Uncalled};
use ferric3_ivl::Check;

/// Sizes of the basic types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits (x86, System V).
    Ilp32,
    /// `int` has 32, `long` and pointers have 64 bits (x86-64, System V).
    #[default]
    Lp64,
}

/// What may differ between dialects of C, beyond what the preprocessor makes of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Dialect {
    /// Plain `char` is unsigned (`-funsigned-char`).
    pub unsigned_char: bool,
    /// Decimal constants too large for `long` are `unsigned long`, as in C90 (6.1.3.2 there).
    pub c90_constants: bool,
}

/// Which calls are violations.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum ErrorCalls {
    /// Failed assertions, and calls of the error functions that are known by name.
    #[default]
    All,
    /// Calls of these functions, and nothing else: a failed assertion just ends the run.
    Only(Vec<String>),
}

impl ErrorCalls {
    /// Is a call of the named function a violation because the user says so?
    pub(crate) fn names(&self, name: &str) -> bool {
        matches!(self, ErrorCalls::Only(names) if names.iter().any(|n| n == name))
    }
}

/// A text that is appended to a file of the program behind the preprocessor, so that no macro of the file changes it.
/// It has neither directives nor comments, and what is in it stands in a file of its own by this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The position of the file that it is appended to.
    pub file: usize,
    /// What the file of its places is called. Functions of a file whose name begins with [`HARNESS`] have no
    /// coverage goals.
    pub name: String,
    /// The text.
    pub text: String,
}

/// What the names of files begin with that are ours and stand around the program.
pub const HARNESS: &str = "<harness>/";

/// Options of the front end.
#[derive(Clone, Debug)]
pub struct FrontendOptions {
    /// Sizes of the basic types.
    pub data_model: DataModel,
    /// What the language is like.
    pub dialect: Dialect,
    /// The compiler that preprocesses files with directives (`cc -E`).
    pub compiler: String,
    /// `-I -D -U -include …`, handed to the preprocessor as they are.
    pub preprocessor_args: Vec<String>,
    /// More of them for each file, by its position; files behind the last one have none of their own.
    pub file_args: Vec<Vec<String>>,
    /// What is appended to files of the program.
    pub appended: Vec<Appended>,
    /// The function where the program starts.
    pub entry: String,
    /// Which calls are violations.
    pub errors: ErrorCalls,
    /// What else is checked. The rest is taken for granted, and the program's assumptions say so.
    pub checks: Vec<Check>,
    /// Which coverage goals there are.
    pub cover: Vec<Criterion>,
    /// Have functions that no call leads to goals as well?
    pub uncalled: Uncalled,
    /// Are integers mathematical ones, rather than bits? Never a verdict about machine integers.
    pub arith: bool,
    /// May `malloc` and its like return null? Otherwise they never do, which is an assumption.
    pub malloc_may_fail: bool,
}

impl Default for FrontendOptions {
    fn default() -> Self {
        FrontendOptions {
            data_model: DataModel::default(),
            dialect: Dialect::default(),
            compiler: "cc".to_owned(),
            preprocessor_args: Vec::new(),
            file_args: Vec::new(),
            appended: Vec::new(),
            entry: "main".to_owned(),
            errors: ErrorCalls::default(),
            checks: Vec::new(),
            cover: Vec::new(),
            uncalled: Uncalled::default(),
            arith: false,
            malloc_may_fail: false,
        }
    }
}
