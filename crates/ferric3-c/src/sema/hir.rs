//! The typed tree: every name resolved, every conversion explicit.
//!
//! Values and places (lvalues) share one type; [`ExprKind::Load`] is the lvalue conversion of
//! 6.3.2.1, so an expression without a `Load`, `Decay` or `AddressOf` above it is a place.

use ferric3_ivl::Span;
use ferric3_term::BitVecValue;
use rustc_hash::FxHashMap;

use super::types::{QualType, RecordId, TypeId, Types};
use crate::options::HARNESS;
use crate::preprocess::Preprocessed;

/// A stretch of the parsed text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Range {
    /// First byte.
    pub(crate) start: u32,
    /// Behind the last byte.
    pub(crate) end: u32,
}

impl Range {
    /// Its place in the files. The parser counts blanks behind some constructs as part of them;
    /// they are left out.
    pub(crate) fn place(self, source: &Preprocessed) -> Span {
        let (start, end) = (self.start as usize, self.end as usize);
        let text = source.text.as_bytes().get(start..end).unwrap_or(b"");
        source
            .map
            .span(start, start + text.trim_ascii_end().len().max(1))
    }
}

/// A variable: a global, a static local, a local or a parameter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ObjectId(pub(crate) u32);

/// A function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct FunctionId(pub(crate) u32);

/// A label of one function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct LabelId(pub(crate) u32);

/// A `goto` of one function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct GotoId(pub(crate) u32);

/// A `goto *` of one function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ComputedId(pub(crate) u32);

/// A `case` or `default` of one switch statement, by position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CaseId(pub(crate) u32);

/// A checked translation unit.
#[derive(Debug)]
pub(crate) struct Unit {
    /// Its types.
    pub(crate) types: Types,
    /// Its variables.
    pub(crate) objects: Vec<Object>,
    /// Its functions, declared or defined.
    pub(crate) functions: Vec<Function>,
    /// Where the variable arguments of calls lie: variables of the callers, by the calls.
    pub(crate) areas: FxHashMap<Range, ObjectId>,
    /// What keeps the whole program from being modelled.
    pub(crate) obstacles: Vec<(Range, String)>,
    /// What names mean at the end of each translation unit.
    pub(crate) names: Vec<UnitNames>,
}

/// What names at file scope mean at the end of a translation unit, in the order of their declarations.
#[derive(Debug, Default)]
pub(crate) struct UnitNames {
    /// Variables. Have they internal linkage?
    pub(crate) objects: Vec<(String, ObjectId, bool)>,
    /// Functions.
    pub(crate) functions: Vec<(String, FunctionId)>,
    /// Names of types.
    pub(crate) types: Vec<(String, QualType)>,
    /// Enumeration constants, as numbers.
    pub(crate) constants: Vec<(String, i128)>,
}

impl Unit {
    /// A variable.
    pub(crate) fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    /// A function.
    pub(crate) fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }
}

/// How long a variable lives, and where its first value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Storage {
    /// Defined at file scope, or a static local: initialised before the program starts.
    Static,
    /// Declared `extern`, and defined nowhere in this file.
    Extern,
    /// Automatic.
    Auto,
    /// A parameter.
    Param,
}

/// A variable.
#[derive(Debug)]
pub(crate) struct Object {
    /// Its name.
    pub(crate) name: String,
    /// Its type.
    pub(crate) ty: QualType,
    /// Alignment that its attributes ask for, in bytes; 0 where there is none.
    pub(crate) align: u64,
    /// Its storage.
    pub(crate) storage: Storage,
    /// Is it declared as `weak`? Without a definition, its address is null.
    pub(crate) weak: bool,
    /// Where it is declared.
    pub(crate) range: Range,
    /// Its initialiser.
    pub(crate) init: Option<Init>,
    /// The type that it is laid out by, if its initialiser fills a flexible array member: its own,
    /// with the length that the array then has.
    pub(crate) filled: Option<TypeId>,
}

impl Object {
    /// The type that it is laid out by.
    pub(crate) fn stored(&self) -> TypeId {
        self.filled.unwrap_or(self.ty.ty)
    }
}

/// An initialiser.
#[derive(Clone, Debug)]
pub(crate) enum Init {
    /// Of a scalar or, by a value of the same type, of a record.
    Value(Expr),
    /// Of the parts of an aggregate, in order of evaluation: later parts override earlier ones,
    /// and what no part covers is zero.
    Parts(Vec<Part>),
}

impl Init {
    /// May its evaluation do more than give values?
    pub(crate) fn effects(&self) -> bool {
        match self {
            Init::Value(e) => e.effects,
            Init::Parts(parts) => parts.iter().any(|part| part.value.effects),
        }
    }
}

/// The initialiser of one part of an aggregate.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Where the part begins, in bits from the start of the initialised object.
    pub(crate) offset: u64,
    /// Width, if it is a bit-field.
    pub(crate) bits: Option<u32>,
    /// Type of the part. An array only if the value is a string literal, which may be longer or
    /// shorter than the array; of unknown length only as a flexible array member.
    pub(crate) ty: QualType,
    /// Evaluated once.
    pub(crate) value: Expr,
    /// Ranges of elements (`[1 ... 3] = x`) that the part is in, outermost first; see
    /// [`offsets`](Part::offsets).
    pub(crate) repeats: Vec<Repeat>,
}

/// The same part in neighbouring elements of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Repeat {
    /// Number of elements, at least 1.
    pub(crate) count: u64,
    /// Size of an element in bits.
    pub(crate) stride: u64,
}

impl Part {
    /// All places where the value goes, in bits: `offset + Σᵢ kᵢ · strideᵢ` for `kᵢ < countᵢ`.
    pub(crate) fn offsets(&self) -> impl Iterator<Item = u64> + '_ {
        let total = self
            .repeats
            .iter()
            .fold(1u64, |n, repeat| n.saturating_mul(repeat.count));
        (0..total).map(|index| {
            let mut index = index;
            let steps = self.repeats.iter().rev().map(|repeat| {
                let step = index % repeat.count * repeat.stride;
                index /= repeat.count;
                step
            });
            self.offset + steps.sum::<u64>()
        })
    }
}

/// A function.
#[derive(Debug)]
pub(crate) struct Function {
    /// Its name.
    pub(crate) name: String,
    /// Its type.
    pub(crate) ty: TypeId,
    /// Where it is declared.
    pub(crate) range: Range,
    /// Was it declared only by being called?
    pub(crate) implicit: bool,
    /// Is it declared never to return?
    pub(crate) noreturn: bool,
    /// Is it declared as `weak`? Without a definition, its address is null.
    pub(crate) weak: bool,
    /// The greatest alignment that attributes have given it, in bytes; 0: none.
    pub(crate) align: u64,
    /// Is its definition `extern inline`, so that (as GNU C had it) another one may follow?
    pub(crate) replaceable: bool,
    /// Is its definition one of ours, for a function of the C library?
    pub(crate) is_library: bool,
    /// Has a declaration given it a name for the linker?
    pub(crate) has_label: bool,
    /// What its name for the linker says about it.
    pub(crate) symbol: Symbol,
    /// Its definition.
    pub(crate) body: Option<Body>,
}

/// What a name for the linker says about a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Symbol {
    /// What it is.
    Known,
    /// That it is not the function of the library that the program knows it as: without a body,
    /// nobody knows what it does.
    Renamed,
    /// Nothing, or several functions of other types have it.
    Unclear,
}

impl Function {
    /// Does it stand in a text of ours around the program?
    pub(crate) fn is_harness(&self, source: &Preprocessed) -> bool {
        let file = self.range.place(source).file;
        source.sources.files[file].name.starts_with(HARNESS)
    }

    /// Is it the program's own, neither a model of the library nor part of a harness? Only those have coverage goals.
    pub(crate) fn has_goals(&self, source: &Preprocessed) -> bool {
        !self.is_library && !self.is_harness(source)
    }

    /// Is it not known which function it is?
    pub(crate) fn is_unclear(&self) -> bool {
        match self.symbol {
            Symbol::Known => false,
            Symbol::Renamed => self.body.is_none(),
            Symbol::Unclear => true,
        }
    }
}

/// A function's definition.
#[derive(Debug)]
pub(crate) struct Body {
    /// Parameters. The last one is hidden if the function takes variable arguments.
    pub(crate) params: Vec<ObjectId>,
    /// The hidden one: the address of the variable arguments.
    pub(crate) rest: Option<ObjectId>,
    /// Statements.
    pub(crate) stmts: Vec<Stmt>,
    /// Names of the labels.
    pub(crate) labels: Vec<String>,
    /// What each `goto` does.
    pub(crate) gotos: Vec<Goto>,
    /// What each `goto *` may do: go to any label whose address is taken.
    pub(crate) computed: Vec<Vec<Goto>>,
    /// Where the body ends.
    pub(crate) end: Range,
}

impl Body {
    /// Parameters that can be seen.
    pub(crate) fn visible_params(&self) -> &[ObjectId] {
        let hidden = usize::from(self.rest.is_some());
        &self.params[..self.params.len() - hidden]
    }
}

/// A `goto`.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(crate) struct Goto {
    /// Where it goes.
    pub(crate) label: LabelId,
    /// Variables whose declarations it jumps over: indeterminate at the label.
    pub(crate) bypassed: Vec<ObjectId>,
}

/// A statement.
#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    /// An expression whose value is not used.
    Expr(Expr),
    /// The declaration of an automatic variable.
    Declare(ObjectId),
    /// A sequence.
    Block(Vec<Stmt>),
    /// `if`.
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `while`.
    While(Expr, Box<Stmt>),
    /// `do`.
    DoWhile(Box<Stmt>, Expr),
    /// `for`; its declarations stand before it in a block of their own.
    For(Option<Expr>, Option<Expr>, Option<Expr>, Box<Stmt>),
    /// `switch`.
    Switch(Box<Switch>),
    /// A statement behind a `case` or `default` of the innermost switch.
    Case(CaseId, Box<Stmt>),
    /// A labelled statement.
    Label(LabelId, Box<Stmt>),
    /// `goto`.
    Goto(GotoId, Range),
    /// `goto *e` of GNU C: to the label whose address `e` is.
    ComputedGoto(ComputedId, Expr, Range),
    /// `break`.
    Break(Range),
    /// `continue`.
    Continue(Range),
    /// `return`.
    Return(Option<Expr>, Range),
    /// A call of the function that the attribute `cleanup` names for the variable that was declared
    /// just before: it happens when the block is left, by whatever way.
    Cleanup(Expr),
    /// A statement that cannot be modelled: what it is.
    Unsupported(&'static str, Range),
    /// `;`
    Empty,
}

/// A switch statement.
#[derive(Clone, Debug)]
pub(crate) struct Switch {
    /// Controlling expression, promoted.
    pub(crate) value: Expr,
    /// Its cases, in the order of the text.
    pub(crate) cases: Vec<Case>,
    /// What they stand in.
    pub(crate) body: Stmt,
}

/// A `case` or `default`.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// First and last value, in the type of the controlling expression; none for `default`.
    pub(crate) values: Option<(u128, u128)>,
    /// Variables whose declarations the jump to it passes over.
    pub(crate) bypassed: Vec<ObjectId>,
    /// Where it stands.
    pub(crate) range: Range,
}

/// An expression.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    /// What it is.
    pub(crate) kind: ExprKind,
    /// Its type. A value has an unqualified type.
    pub(crate) ty: QualType,
    /// Where it stands.
    pub(crate) range: Range,
    /// May its evaluation change a variable, call a function or leave the expression?
    pub(crate) effects: bool,
}

/// Unary arithmetic operators. The operand is promoted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UnaryOp {
    /// `-`
    Neg,
    /// `~`
    Not,
}

/// Binary arithmetic operators. Both operands have the type of the result, except for the right
/// operand of shifts, which is only promoted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BinaryOp {
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `&`
    And,
    /// `^`
    Xor,
    /// `|`
    Or,
}

/// Comparisons. Both operands have the same type; the result is an `int`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CompareOp {
    /// `<`
    Lt,
    /// `>`
    Gt,
    /// `<=`
    Le,
    /// `>=`
    Ge,
    /// `==`
    Eq,
    /// `!=`
    Ne,
}

/// `++` and `--`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// `++` rather than `--`.
    pub(crate) up: bool,
    /// Before the operand: the value is the new one.
    pub(crate) prefix: bool,
}

/// What the right operand of a compound assignment is combined with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CompoundOp {
    /// Arithmetic in the given type: the left operand is converted to it, the result back.
    Arithmetic(BinaryOp, TypeId),
    /// Pointer plus (or minus) an integer times the size of the target.
    Pointer {
        /// `-=` rather than `+=`.
        subtract: bool,
        /// Size of the target, if it is complete.
        size: Option<u64>,
    },
}

/// What an expression is.
#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    /// Stands in after an error, and for a call of a compiler builtin of unknown type. Only the
    /// latter is ever lowered.
    Error,
    /// An integer or pointer constant, as bits of its type.
    Int(u128),
    /// A floating constant: its encoding in the format of its type.
    Float(BitVecValue),
    /// `&&label` of GNU C: the address of a label of a function.
    LabelAddress(FunctionId, LabelId),
    /// Place: a string literal, with its final zero.
    String(Vec<u32>),
    /// Place: a variable.
    Object(ObjectId),
    /// Place: a function designator.
    Function(FunctionId),
    /// Place: what a pointer points to. The flag says that it was written with `[]`.
    Deref(Box<Expr>, bool),
    /// Place (or value, if the record is one): a member, by position of its field.
    Member(Box<Expr>, RecordId, usize),
    /// Place: a compound literal. Its evaluation initialises the object that is its own.
    CompoundLiteral(ObjectId, Box<Init>),
    /// The value of a place.
    Load(Box<Expr>),
    /// The address of the first element of an array place.
    Decay(Box<Expr>),
    /// `&`, or a function designator used as a pointer.
    AddressOf(Box<Expr>),
    /// A conversion to the type of this expression.
    Convert(Box<Expr>),
    /// Unary arithmetic.
    Unary(UnaryOp, Box<Expr>),
    /// `!`
    LogicalNot(Box<Expr>),
    /// Binary arithmetic.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A comparison.
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// Pointer plus (or minus) integer: pointer, integer, size of the target, minus?
    PointerAdd(Box<Expr>, Box<Expr>, Option<u64>, bool),
    /// Pointer minus pointer: operands, size of the target.
    PointerDiff(Box<Expr>, Box<Expr>, Option<u64>),
    /// `&&`
    LogicalAnd(Box<Expr>, Box<Expr>),
    /// `||`
    LogicalOr(Box<Expr>, Box<Expr>),
    /// `? :`; without a second operand, the first one is also the value if it is true (the
    /// operand is then not yet converted to the type of this expression).
    Conditional(Box<Expr>, Option<Box<Expr>>, Box<Expr>),
    /// `,`
    Comma(Box<Expr>, Box<Expr>),
    /// `=`
    Assign(Box<Expr>, Box<Expr>),
    /// `*=` and so on.
    CompoundAssign(CompoundOp, Box<Expr>, Box<Expr>),
    /// `++` and `--`; with the size of the target for pointers.
    Step(Step, Box<Expr>, Option<u64>),
    /// A call of a named function.
    Call(FunctionId, Vec<Expr>),
    /// A call through a pointer.
    CallPointer(Box<Expr>, Vec<Expr>),
    /// A GNU statement expression; the value is that of the last statement, if it has one.
    Statement(Vec<Stmt>, Option<Box<Expr>>),
    /// Cannot be modelled: what it is.
    Unsupported(&'static str),
}
