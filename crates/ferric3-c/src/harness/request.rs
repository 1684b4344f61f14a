//! What a harness is asked for, and what was made.

use ferric3_ivl::{Diagnostic, Sources, Span};

use crate::Appended;

/// What a harness is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HarnessRequest {
    /// The function that is called in every cycle.
    pub entry: String,
    /// The function that is called once before.
    pub init: Option<String>,
    /// So many cycles; none: for ever.
    pub cycles: Option<u64>,
    /// Which inputs there are beside those that are asked for.
    pub defaults: Defaults,
    /// What is asked for.
    pub inputs: Vec<InputRequest>,
    /// What is no input, and what keeps a value from the start.
    pub constants: Vec<Constant>,
}

/// Which inputs there are beside those that are asked for. Parameters of the entry, and results of functions
/// without a body, always are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Defaults {
    /// What the unit reads and nobody writes.
    #[default]
    Found,
    /// None.
    None,
}

/// An input, and what is known of its values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputRequest {
    /// `speed`, `sensor.raw[2]`, `motor.c:speed`, `step(throttle)` for a parameter, `read_adc()` for a result.
    pub name: String,
    /// The least value, as a constant of C.
    pub from: Option<String>,
    /// The greatest value.
    pub to: Option<String>,
    /// All values that there are, if it has only some.
    pub values: Vec<String>,
    /// For a pointer: how many elements the object has that it points to.
    pub size: Option<u64>,
    /// For a pointer: what is in that object.
    pub contents: Contents,
}

/// What is in the object that a pointer points to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Contents {
    /// Inputs: any values in each cycle.
    #[default]
    Inputs,
    /// State: zero in the beginning, and from then on what the program writes.
    State,
}

/// Something that is no input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constant {
    /// As for inputs.
    pub name: String,
    /// The value that it has from the start, as a constant of C; none: that of its definition.
    pub value: Option<String>,
}

/// A harness: texts around a program that give its inputs values and call it.
#[derive(Clone, Debug)]
pub struct Harness {
    /// For [`FrontendOptions::appended`](crate::FrontendOptions::appended), one for each file.
    pub texts: Vec<Appended>,
    /// For each file what has to stand behind its text when it is compiled: definitions of functions and variables
    /// that the analysis knows without one, each a line.
    pub rest: Vec<String>,
    /// For each file: is an input `const volatile`? Then a compiler must not put it where nobody can write.
    pub without_const: Vec<bool>,
    /// Does the file define `__VERIFIER_assume`?
    pub has_assume: Vec<bool>,
    /// Where inputs are read.
    pub sites: Vec<InputSite>,
    /// What the inputs are, for review.
    pub inputs: Vec<HarnessInput>,
    /// The file and line of the call that begins a cycle: everything that this call does is one cycle.
    pub cycle: (String, u32),
    /// What is taken for granted: sentences.
    pub assumptions: Vec<String>,
    /// What somebody should look at.
    pub warnings: Vec<Diagnostic>,
    /// For showing them.
    pub sources: Sources,
}

/// A place of the harness that reads an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputSite {
    /// The file of the place, which is the name of one of the texts.
    pub file: String,
    /// The line; no other site is on it.
    pub line: u32,
    /// The input that it is the value of: `sensor.raw[2]`.
    pub name: String,
    /// Its type.
    pub type_name: String,
    /// The least value if it is an integer, and the greatest one.
    pub bounds: Option<(i128, i128)>,
    /// The constants that bound it, or all of its values.
    pub range: Option<(String, String)>,
    /// When it is read.
    pub moment: Moment,
}

/// When an input is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Once, before the first cycle.
    Start,
    /// In the beginning of each cycle, and before the initialisation if that looks at inputs.
    Cycle,
    /// Where the program calls a function without a body.
    Call,
}

/// Something that may have any value, within its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HarnessInput {
    /// As [`InputSite::name`], but of an array or a record the name of all of it.
    pub name: String,
    /// Its type.
    pub type_name: String,
    /// The least value, if it has a range.
    pub from: Option<String>,
    /// The greatest value.
    pub to: Option<String>,
    /// Why it is one.
    pub because: String,
    /// Where it is declared: `motor.c:3:5`.
    pub place: String,
}

impl Harness {
    /// The place that reads the input at a place of the program.
    pub fn site(&self, sources: &Sources, span: Span) -> Option<&InputSite> {
        let name = &sources.files.get(span.file)?.name;
        let is_it = |site: &&InputSite| site.line == span.line && site.file == *name;
        self.sites.iter().find(is_it)
    }

    /// Does a cycle begin with the call at a place of the program?
    pub fn begins_cycle(&self, sources: &Sources, span: Span) -> bool {
        let (file, line) = &self.cycle;
        let name = sources.files.get(span.file).map(|file| &file.name);
        span.line == *line && name == Some(file)
    }
}
