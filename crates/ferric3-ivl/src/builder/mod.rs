//! Writing programs by hand, for tests.
//!
//! The builder keeps a current procedure and a current block, to which statements are appended.
//! Every statement gets a line of its own in a file that does not exist.
//!
//! ```
//! use ferric3_ivl::builder::{Builder, Operand, bv};
//! use ferric3_ivl::{Interpreter, RunLimits, RunOutcome};
//!
//! let mut b = Builder::new();
//! b.proc("main");
//! let i = b.local("i", bv(32));
//! b.assign(i, 0);
//! b.while_(i.ult(10), |b| b.assign(i, i + 1));
//! let property = b.assert(i.is(11));
//! let (program, terms) = b.finish();
//!
//! let mut interpreter = Interpreter::new(&program, &terms);
//! let outcome = interpreter.run(&mut (), &mut (), &RunLimits::default());
//! assert!(matches!(outcome, RunOutcome::Violated { property: p, .. } if p == property));
//! ```

mod expr;
mod flow;

pub use expr::{Expr, Operand, Var};

use ferric3_term::{Infix, Sort, TermId, Terms};

use crate::{
    Block, BlockId, CoverId, CoverKind, CoverPoint, InputId, InputSite, InputSource, ProcId,
    Procedure, Program, Property, PropertyId, PropertyKind, Reading, SourceFile, Span, Stmt,
    StmtKind, VarDecl, VarId, VarRole, validate,
};

/// The sort of bit-vectors of the given width.
pub fn bv(width: u32) -> Sort {
    Sort::BitVec(width)
}

/// Builds a program.
#[derive(Clone, Debug)]
pub struct Builder {
    /// The store of the program's terms, for expressions that [`Expr`] cannot say.
    pub terms: Terms,
    program: Program,
    /// Is the terminator of each block of each procedure settled?
    sealed: Vec<Vec<bool>>,
    current: Option<(ProcId, BlockId)>,
    span: Span,
}

impl Default for Builder {
    fn default() -> Self {
        let mut program = Program::default();
        let file = SourceFile {
            name: "test.ivl".to_owned(),
            text: None,
        };
        let file = program.sources.files.push(file);
        Builder {
            terms: Terms::new(),
            program,
            sealed: vec![],
            current: None,
            span: Span {
                file,
                line: 0,
                column: 1,
                len: 1,
            },
        }
    }
}

/// Declarations.
impl Builder {
    /// An empty program.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// A new procedure, which becomes the current one with an empty block. The first one is the
    /// entry of the program unless [`entry`](Builder::entry) says otherwise.
    pub fn proc(&mut self, name: &str) -> ProcId {
        let span = self.next_span();
        let proc = self.program.procs.push(Procedure {
            name: name.to_owned(),
            params: vec![],
            result: None,
            locals: vec![],
            blocks: Default::default(),
            entry: BlockId::new(0),
            span,
        });
        self.sealed.push(vec![]);
        self.current = Some((proc, BlockId::new(0)));
        self.block();
        self.program.entry.get_or_insert(proc);
        proc
    }

    /// Goes back to a procedure's first block.
    pub fn enter(&mut self, proc: ProcId) {
        self.current = Some((proc, self.program.procs[proc].entry));
    }

    /// Makes a procedure the entry of the program.
    pub fn entry(&mut self, proc: ProcId) {
        self.program.entry = Some(proc);
    }

    /// A global variable.
    pub fn global(&mut self, name: &str, sort: Sort) -> Var {
        self.variable(name, sort, VarRole::Global)
    }

    /// A local variable of the current procedure.
    pub fn local(&mut self, name: &str, sort: Sort) -> Var {
        let var = self.variable(name, sort, VarRole::Local);
        self.current_proc().locals.push(var.id);
        var
    }

    /// The next parameter of the current procedure.
    pub fn param(&mut self, name: &str, sort: Sort) -> Var {
        let var = self.local(name, sort);
        self.current_proc().params.push(var.id);
        var
    }

    /// The result of the current procedure.
    pub fn result(&mut self, name: &str, sort: Sort) -> Var {
        let var = self.local(name, sort);
        self.current_proc().result = Some(var.id);
        var
    }

    /// A decision, or a condition of the given decision.
    pub fn cover(&mut self, decision: Option<CoverId>) -> CoverId {
        let kind = match decision {
            None => CoverKind::Decision,
            Some(_) => CoverKind::Condition,
        };
        let span = self.next_span();
        self.program.cover.push(CoverPoint {
            kind,
            span,
            decision,
        })
    }

    fn variable(&mut self, name: &str, sort: Sort, role: VarRole) -> Var {
        let (symbol, term) = self.terms.fresh_symbol(name, sort);
        let span = self.next_span();
        let id = self.program.vars.push(VarDecl {
            name: name.to_owned(),
            symbol,
            term,
            sort,
            reading: Reading::Signed,
            type_name: sort.to_string(),
            role,
            span,
        });
        Var { id, term, sort }
    }
}

/// Statements.
impl Builder {
    /// `var := value`.
    pub fn assign(&mut self, var: Var, value: impl Into<Expr>) {
        let value = self.term(value, var.sort);
        self.stmt(StmtKind::Assign { var: var.id, value });
    }

    /// `var := any value`.
    pub fn havoc(&mut self, var: Var) -> InputId {
        let span = self.next_span();
        let input = self.program.inputs.push(InputSite {
            source: InputSource::Nondet("nondet".to_owned()),
            sort: var.sort,
            reading: Reading::Signed,
            span,
            words: None,
        });
        self.havoc_from(var, input);
        input
    }

    /// `var := any value`, read at an input that exists.
    pub fn havoc_from(&mut self, var: Var, input: InputId) {
        self.stmt(StmtKind::Havoc { var: var.id, input });
    }

    /// `assume condition`.
    pub fn assume(&mut self, condition: impl Into<Expr>) {
        let condition = self.term(condition, Sort::Bool);
        self.stmt(StmtKind::Assume(condition));
    }

    /// `assert condition`, a property of its own.
    pub fn assert(&mut self, condition: impl Into<Expr>) -> PropertyId {
        let condition = self.term(condition, Sort::Bool);
        let property = self.property(PropertyKind::UnreachCall, "assertion", condition);
        self.stmt(StmtKind::Assert {
            condition,
            property,
        });
        property
    }

    /// `cover condition`, a goal of its own.
    pub fn goal(&mut self, condition: impl Into<Expr>) -> PropertyId {
        let condition = self.term(condition, Sort::Bool);
        let goal = self.property(PropertyKind::Coverage, "goal", condition);
        self.stmt(StmtKind::Cover { condition, goal });
        goal
    }

    fn property(&mut self, kind: PropertyKind, what: &str, condition: TermId) -> PropertyId {
        let description = format!("{what} {}", Infix::new(&self.terms, condition));
        let span = self.next_span();
        self.program.properties.push(Property {
            kind,
            description,
            span,
        })
    }

    /// An error that must not be reached: `assert false`.
    pub fn error(&mut self) -> PropertyId {
        self.assert(false)
    }

    /// `call proc(args)`.
    pub fn call(&mut self, proc: ProcId, args: impl IntoIterator<Item: Into<Expr>>) {
        self.call_with(proc, args, None);
    }

    /// `result := call proc(args)`.
    pub fn call_to(
        &mut self,
        result: Var,
        proc: ProcId,
        args: impl IntoIterator<Item: Into<Expr>>,
    ) {
        self.call_with(proc, args, Some(result.id));
    }

    fn call_with(
        &mut self,
        proc: ProcId,
        args: impl IntoIterator<Item: Into<Expr>>,
        result: Option<VarId>,
    ) {
        let params = self.program.procs[proc].params.clone();
        let args = args
            .into_iter()
            .enumerate()
            .map(|(i, arg)| {
                // A surplus argument must have a sort of its own; the validator rejects it.
                let sort = params.get(i).map(|&param| self.program.vars[param].sort);
                arg.into().build(&mut self.terms, sort)
            })
            .collect();
        self.stmt(StmtKind::Call { proc, args, result });
    }

    /// Marks that a decision had an outcome.
    pub fn decision(&mut self, point: CoverId, outcome: bool) {
        self.stmt(StmtKind::Decision { point, outcome });
    }

    /// A statement of any kind, appended to the current block.
    pub fn stmt(&mut self, kind: StmtKind) {
        let span = self.next_span();
        self.current_block().stmts.push(Stmt { kind, span });
    }

    /// The term of an expression that is used where a value of the given sort is wanted.
    pub fn term(&mut self, expr: impl Into<Expr>, sort: Sort) -> TermId {
        expr.into().build(&mut self.terms, Some(sort))
    }
}

/// The end.
impl Builder {
    /// The program, which must be valid.
    ///
    /// # Panics
    /// If it is not.
    pub fn finish(self) -> (Program, Terms) {
        let (program, terms) = self.finish_unchecked();
        if let Err(errors) = validate(&program, &terms) {
            let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
            panic!("the program is not valid:\n{}", errors.join("\n"));
        }
        (program, terms)
    }

    /// The program, valid or not.
    pub fn finish_unchecked(self) -> (Program, Terms) {
        (self.program, self.terms)
    }

    fn current_proc(&mut self) -> &mut Procedure {
        let (proc, _) = self.position();
        &mut self.program.procs[proc]
    }

    fn current_block(&mut self) -> &mut Block {
        let (proc, block) = self.position();
        &mut self.program.procs[proc].blocks[block]
    }

    fn next_span(&mut self) -> Span {
        self.span.line += 1;
        self.span
    }
}
