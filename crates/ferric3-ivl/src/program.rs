//! The data types of the language.

use std::collections::BTreeMap;

use ferric3_term::{FloatFormat, Sort, SymbolId, TermId};

use crate::{Check, CoverageTable, Idx, IdxVec, NamedObject, Sources, Span};

/// A variable of a program.
pub type VarId = Idx<VarDecl>;
/// A procedure of a program.
pub type ProcId = Idx<Procedure>;
/// A basic block of a procedure.
pub type BlockId = Idx<Block>;
/// A property to check.
pub type PropertyId = Idx<Property>;
/// A place where a fresh input is read.
pub type InputId = Idx<InputSite>;
/// A decision or condition of the source.
pub type CoverId = Idx<CoverPoint>;

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Source files.
    pub sources: Sources,
    /// All variables of all procedures. Their symbols are distinct.
    pub vars: IdxVec<VarDecl>,
    /// All procedures that can be called from the entry.
    pub procs: IdxVec<Procedure>,
    /// Where a run begins; `None` only in a program under construction. It takes no arguments:
    /// its first statements initialise the globals.
    pub entry: Option<ProcId>,
    /// What is to be checked.
    pub properties: IdxVec<Property>,
    /// Properties of the source that its form alone settles, and that are therefore not among
    /// those: nothing leads to them.
    pub settled: usize,
    /// Where inputs are read.
    pub inputs: IdxVec<InputSite>,
    /// Decisions and conditions.
    pub cover: IdxVec<CoverPoint>,
    /// What its coverage goals ask for.
    pub coverage: CoverageTable,
    /// What was taken for granted or over-approximated; shown with every verdict.
    pub assumptions: Vec<Assumption>,
    /// Assertions and error calls that nobody asks about: a run ends where one fails.
    pub not_asked: Vec<Span>,
    /// What addresses and elements of arrays are called.
    pub objects: Vec<NamedObject>,
    /// Calls that became calls of several procedures, one for each part of a format: what the
    /// function is called, by the place of the call.
    pub calls_in_parts: BTreeMap<Span, String>,
}

/// What a variable is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VarRole {
    /// Lives as long as the run.
    Global,
    /// Lives during one call of a procedure. Its value is unspecified until it is assigned or
    /// havocked: front ends emit a havoc where the source leaves a variable uninitialised.
    Local,
    /// A local that no source variable stands behind; traces do not show it.
    Temp,
}

/// How people read the bits of a value. It changes nothing but what is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Reading {
    /// As an unsigned number.
    #[default]
    Unsigned,
    /// As a signed number.
    Signed,
    /// As a floating-point number.
    Float(FloatFormat),
    /// As an address.
    Pointer,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct VarDecl {
    /// Name in the source.
    pub name: String,
    /// The symbol that stands for its value in terms.
    pub symbol: SymbolId,
    /// The term of that symbol.
    pub term: TermId,
    /// Its sort.
    pub sort: Sort,
    /// How people read its bits.
    pub reading: Reading,
    /// Source type, for people: `unsigned int`.
    pub type_name: String,
    /// Global, local or temporary.
    pub role: VarRole,
    /// Where it is declared.
    pub span: Span,
}

/// A procedure. Parameters are passed by value.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Name in the source.
    pub name: String,
    /// Parameters; locals of this procedure.
    pub params: Vec<VarId>,
    /// The local that holds the result when the procedure returns.
    pub result: Option<VarId>,
    /// All locals and temporaries, parameters and result included. No variable belongs to two
    /// procedures.
    pub locals: Vec<VarId>,
    /// Basic blocks.
    pub blocks: IdxVec<Block>,
    /// The first block.
    pub entry: BlockId,
    /// Where it is defined.
    pub span: Span,
}

/// A basic block: statements, then one way on.
#[derive(Clone, Debug)]
pub struct Block {
    /// What its beginning is called, if it has a name of its own.
    pub name: Option<String>,
    /// Should a proof say what holds at its beginning, also if no loop begins there?
    pub is_cut: bool,
    /// Statements in order.
    pub stmts: Vec<Stmt>,
    /// How the block ends.
    pub terminator: Terminator,
}

/// A statement and its place.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `var := value`.
    Assign {
        /// Target.
        var: VarId,
        /// New value, a plain term over the old values.
        value: TermId,
    },
    /// `var := any value`: reads a fresh input.
    Havoc {
        /// Target.
        var: VarId,
        /// The input that is read.
        input: InputId,
    },
    /// Runs in which the condition is false do not count.
    Assume(TermId),
    /// Runs in which the condition is false violate the property, and end there.
    Assert {
        /// Condition.
        condition: TermId,
        /// Property that it belongs to.
        property: PropertyId,
    },
    /// No effect. A run that gets here while the condition is true passes the goal, and goes on.
    Cover {
        /// Condition.
        condition: TermId,
        /// The goal: a property of kind [`Coverage`](PropertyKind::Coverage).
        goal: PropertyId,
    },
    /// Calls a procedure.
    Call {
        /// Callee.
        proc: ProcId,
        /// One per parameter.
        args: Vec<TermId>,
        /// Where the result goes; never without a result of the callee.
        result: Option<VarId>,
    },
    /// No effect. Marks that a decision had this outcome.
    Decision {
        /// The decision.
        point: CoverId,
        /// Its outcome.
        outcome: bool,
    },
}

/// How a block ends, and its place.
#[derive(Clone, Debug)]
pub struct Terminator {
    /// Where control goes.
    pub kind: TerminatorKind,
    /// Where it stands.
    pub span: Span,
}

/// Where control goes after a block.
#[derive(Clone, Debug)]
pub enum TerminatorKind {
    /// To a block of the same procedure.
    Goto(BlockId),
    /// To one of two blocks.
    Branch {
        /// Condition.
        condition: TermId,
        /// If it is true.
        then: BlockId,
        /// If it is false.
        otherwise: BlockId,
        /// The atomic condition of the source that is decided here, if it is one.
        point: Option<CoverId>,
    },
    /// Back to the caller. From the entry procedure: the run ends.
    Return,
    /// The run ends here without a violation (`exit`, `abort`).
    Stop {
        /// Exit status where there is one.
        status: Option<TermId>,
    },
}

/// A property to check, or a goal to reach.
#[derive(Clone, Debug)]
pub struct Property {
    /// What kind of property.
    pub kind: PropertyKind,
    /// For people: `assertion x != y`, `call of reach_error()`.
    pub description: String,
    /// Where it stands.
    pub span: Span,
}

/// Kinds of properties.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PropertyKind {
    /// An assertion, or a call that must not be reached.
    UnreachCall,
    /// Undefined behaviour, or what the user does not want, that was asked to be checked.
    Check(Check),
    /// No property that could be violated: does a run get there? Only
    /// [`Cover`](StmtKind::Cover) statements have such goals.
    Coverage,
    /// Not a property of the source: the run gets to a construct that Ferric3 cannot model yet.
    /// Its description names the construct. A run that violates it makes the verdict UNKNOWN,
    /// and no verdict says anything about what lies behind it.
    Unsupported,
}

/// A place where a fresh input is read.
#[derive(Clone, Debug)]
pub struct InputSite {
    /// Why the value is free.
    pub source: InputSource,
    /// Sort of the value.
    pub sort: Sort,
    /// How people read its bits.
    pub reading: Reading,
    /// Where it stands.
    pub span: Span,
    /// What people call it, where the source alone would not tell them.
    pub words: Option<InputWords>,
}

/// What people call an input. It changes nothing but what is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputWords {
    /// What it is: `next byte of the input`.
    pub what: String,
    /// Is it a character?
    pub is_byte: bool,
    /// What some of its values mean.
    pub values: &'static [(i64, &'static str)],
}

/// Why a value is free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputSource {
    /// A call of the named nondeterministic function.
    Nondet(String),
    /// A call of the named function, which has no body.
    Extern(String),
    /// The named variable was not initialised.
    Uninitialised(String),
    /// The result of the named function, which is known only roughly. A run that reads such a
    /// value proves something about the program only if no decision depends on it
    /// ([`Interpreter::run_robust`](crate::Interpreter::run_robust)).
    Approximated(String),
    /// A parameter of the program's entry function.
    Parameter(String),
    /// The bytes of the strings that the named parameter of the entry function points to: string
    /// `i` starts at index `i` times two to the power of `bits`.
    Strings {
        /// The parameter.
        name: String,
        /// Bits of an index in a string.
        bits: u32,
    },
    /// Nothing that is read: the run is one that may not exist, as the text says. What is violated
    /// in it proves nothing about the program.
    Doubtful(String),
    /// Whether a call of the named function fails.
    Failure(String),
    /// Whether something happens that C leaves to the implementation, as the text says.
    Choice(String),
    /// In which order operands are evaluated: the number of one of those listed. What is too large
    /// counts as the last one.
    Order(Vec<String>),
}

/// A decision or a condition of the source.
#[derive(Clone, Debug)]
pub struct CoverPoint {
    /// Which of the two.
    pub kind: CoverKind,
    /// Where it stands.
    pub span: Span,
    /// For a condition: the decision that it is part of.
    pub decision: Option<CoverId>,
}

/// Kinds of coverage points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CoverKind {
    /// A whole controlling expression.
    Decision,
    /// An operand of `!`, `&&`, `||` that has none of them inside.
    Condition,
}

/// Something that was taken for granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// Where, if at one place.
    pub span: Option<Span>,
    /// What, as a sentence for people.
    pub text: String,
    /// The kind of properties that check it, if there is one: where they hold, nothing was taken
    /// for granted.
    pub checked_by: Option<PropertyKind>,
}
