//! What probes there are.

use ferric3_ivl::{Sources, Span};

use super::Shape;

/// How many probes there are of each sort: where the numbers of the next file begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Numbers {
    /// Of probes that are hit or not.
    pub probes: u32,
    /// Of decisions.
    pub decisions: u32,
}

/// A text with probes in it.
#[derive(Clone, Debug)]
pub struct Instrumented {
    /// The text. It is preprocessed: for a compiler as `cc -x cpp-output`.
    pub text: String,
    /// The same without probes.
    pub plain: String,
    /// Its probes, by number from [`Numbers::probes`] of the beginning.
    pub probes: Vec<Probe>,
    /// Its decisions, by number from [`Numbers::decisions`] of the beginning.
    pub decisions: Vec<Decision>,
    /// What has no probe although it is executed.
    pub skipped: Vec<Skipped>,
    /// The functions that it names.
    pub functions: Vec<FunctionSignature>,
    /// Numbers in it, in order, each once.
    pub constants: Vec<Constant>,
    /// The files that it came from.
    pub sources: Sources,
}

/// A stretch of a source file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Extent {
    /// Where it begins, and its part on that line.
    pub span: Span,
    /// The line where it ends.
    pub end_line: u32,
    /// The column behind its last byte there.
    pub end_column: u32,
}

/// A probe that is hit or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probe {
    /// What it says.
    pub kind: ProbeKind,
    /// The function that it is in.
    pub function: String,
    /// What it speaks of.
    pub extent: Extent,
}

/// What a probe says when it is hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProbeKind {
    /// The function is entered.
    Function,
    /// The evaluation of the call begins: its arguments come next.
    Call,
    /// The statement is executed.
    Statement,
    /// The case is chosen, rather than reached from the statement before.
    Case,
    /// No case of the `switch` is chosen, and there is no default.
    NoCase,
    /// The loop is left by its condition or by `break`, after so many iterations have begun.
    Left(Turns),
    /// A second iteration begins.
    SecondIteration,
    /// A condition has a value.
    Condition {
        /// The number of its decision.
        decision: u32,
        /// Its number there.
        condition: u32,
        /// The value.
        value: bool,
    },
}

/// So many iterations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Turns {
    /// None.
    None,
    /// One.
    One,
}

/// A Boolean expression whose evaluations are recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The function that it is in.
    pub function: String,
    /// Where it stands.
    pub extent: Extent,
    /// Its conditions, from left to right.
    pub conditions: Vec<Extent>,
    /// How it is made of them.
    pub shape: Shape,
    /// Are the vectors of its evaluations recorded? If not, only its outcomes and the values of its conditions are.
    pub has_vectors: bool,
}

/// Something without a probe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skipped {
    /// Where.
    pub extent: Extent,
    /// Why, as a sentence.
    pub why: &'static str,
}

/// A function of the program or its environment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionSignature {
    /// Its name for the linker.
    pub name: String,
    /// What it returns.
    pub returns: Returns,
    /// The numbers that its result consists of, if it is a structure of nothing else.
    pub parts: Vec<RecordPart>,
    /// Does it take arguments, as far as is declared?
    pub has_parameters: bool,
    /// Does the text define it?
    pub is_defined: bool,
}

/// A number in a structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordPart {
    /// Where it is: `.limit[2].low`.
    pub path: String,
    /// What it is.
    pub value: Returns,
}

/// What a function returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Returns {
    /// Nothing.
    Nothing,
    /// A truth value.
    Truth,
    /// An integer.
    Integer {
        /// Its width in bits.
        bits: u32,
        /// Is it signed?
        signed: bool,
    },
    /// A floating-point number: `float` (32), `double` (64).
    Float {
        /// Its width in bits.
        bits: u32,
    },
    /// A pointer.
    Pointer,
    /// A structure or union.
    Record,
    /// Something else.
    Other,
}

/// A number in the program.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub enum Constant {
    /// An integer or a character.
    Integer(u64),
    /// A floating-point number.
    Float(f64),
}
