//! Checks that a program keeps the rules that its types cannot express.
//!
//! A program that breaks one is a bug of whoever built it, never an error of the user.

use std::fmt;

use ferric3_term::{Sort, TermId, Terms};

use crate::{
    BlockId, CoverId, CoverKind, CoverageAsk, Idx, IdxVec, ProcId, Program, PropertyId,
    PropertyKind, Span, StmtKind, TerminatorKind, VarId, VarRole,
};

/// A rule that a program breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidationError {
    /// Name of the procedure, if it is in one.
    pub proc: Option<String>,
    /// The block, if it is in one.
    pub block: Option<BlockId>,
    /// Position of the statement in its block; that of the terminator comes after the last
    /// statement's.
    pub stmt: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ValidationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(proc) = &self.proc {
            write!(f, "{proc}: ")?;
        }
        if let Some(block) = self.block {
            write!(f, "b{}: ", block.index())?;
        }
        if let Some(stmt) = self.stmt {
            write!(f, "statement {stmt}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for ValidationError {}

/// Checks a program; the errors come in the order of the program.
pub fn validate(program: &Program, terms: &Terms) -> Result<(), Vec<ValidationError>> {
    let mut checker = Checker {
        program,
        terms,
        symbol_count: terms.symbols().count(),
        owners: vec![None; program.vars.len()],
        variables: vec![],
        errors: vec![],
        proc: None,
        block: None,
        stmt: None,
    };
    checker.check_owners();
    checker.check_variables();
    checker.check_tables();
    checker.check_procedures();
    checker.check_entry();
    if checker.errors.is_empty() {
        Ok(())
    } else {
        Err(checker.errors)
    }
}

struct Checker<'a> {
    program: &'a Program,
    terms: &'a Terms,
    symbol_count: usize,
    /// Procedure of each variable.
    owners: Vec<Option<ProcId>>,
    /// Variable of each symbol.
    variables: Vec<Option<VarId>>,
    errors: Vec<ValidationError>,
    // The place that is being checked.
    proc: Option<ProcId>,
    block: Option<BlockId>,
    stmt: Option<usize>,
}

impl Checker<'_> {
    fn error(&mut self, message: impl Into<String>) {
        self.errors.push(ValidationError {
            proc: self.proc.map(|proc| self.program.procs[proc].name.clone()),
            block: self.block,
            stmt: self.stmt,
            message: message.into(),
        });
    }

    fn require(&mut self, condition: bool, message: impl FnOnce() -> String) {
        if !condition {
            self.error(message());
        }
    }

    /// Is the id one of the table's? Reports it if not.
    fn exists<T>(&mut self, table: &IdxVec<T>, id: Idx<T>, what: &str) -> bool {
        let exists = table.get(id).is_some();
        self.require(exists, || format!("there is no {what} {id:?}"));
        exists
    }

    fn span(&mut self, span: Span) {
        self.exists(&self.program.sources.files, span.file, "source file");
    }

    /// `name (#3)`.
    fn var_name(&self, var: VarId) -> String {
        format!("{} ({var:?})", self.program.vars[var].name)
    }

    fn check_owners(&mut self) {
        for (id, proc) in self.program.procs.iter_enumerated() {
            self.proc = Some(id);
            for &var in &proc.locals {
                if !self.exists(&self.program.vars, var, "variable") {
                    continue;
                }
                let owner = self.owners[var.index()].replace(id);
                let name = self.var_name(var);
                self.require(owner.is_none(), || {
                    format!("the local {name} is listed twice or belongs to two procedures")
                });
                self.require(self.program.vars[var].role != VarRole::Global, || {
                    format!("the global {name} is listed among the locals")
                });
            }
        }
        self.proc = None;
    }

    fn check_variables(&mut self) {
        self.variables = vec![None; self.symbol_count];
        for (id, var) in self.program.vars.iter_enumerated() {
            let name = self.var_name(id);
            self.span(var.span);
            self.require(
                var.role == VarRole::Global || self.owners[id.index()].is_some(),
                || format!("the local {name} belongs to no procedure"),
            );
            if var.symbol.index() >= self.symbol_count || !self.term_exists(var.term) {
                self.error(format!("the symbol or term of {name} does not exist"));
                continue;
            }
            self.require(self.terms.as_symbol(var.term) == Some(var.symbol), || {
                format!("the term of {name} is not its symbol")
            });
            let sort = self.terms.symbol(var.symbol).sort;
            self.require(sort == var.sort, || {
                format!("{name} has sort {}, but its symbol has {sort}", var.sort)
            });
            let other = self.variables[var.symbol.index()].replace(id);
            self.require(other.is_none(), || {
                format!("{name} has the symbol of another variable")
            });
        }
    }

    fn check_tables(&mut self) {
        let program = self.program;
        program
            .properties
            .iter()
            .for_each(|property| self.span(property.span));
        program
            .inputs
            .iter()
            .for_each(|input| self.span(input.span));
        program
            .assumptions
            .iter()
            .filter_map(|a| a.span)
            .for_each(|span| self.span(span));
        for (id, point) in program.cover.iter_enumerated() {
            self.span(point.span);
            match (point.kind, point.decision) {
                (CoverKind::Decision, Some(_)) => {
                    self.error(format!("the decision {id:?} is part of another decision"));
                }
                (CoverKind::Condition, Some(decision)) => {
                    self.cover_point(decision, CoverKind::Decision);
                }
                (_, None) => {}
            }
        }
        self.check_coverage();
    }

    fn check_coverage(&mut self) {
        let program = self.program;
        let table = &program.coverage;
        for decision in table.decisions.iter() {
            self.span(decision.span);
            self.span(decision.last);
            for condition in &decision.conditions {
                self.span(condition.span);
                self.span(condition.last);
            }
        }
        for (&id, goal) in &table.goals {
            self.property(id, true);
            self.span(goal.last);
            self.check_asks(&goal.asks);
        }
        for gap in &table.gaps {
            self.span(gap.span);
            self.span(gap.last);
            self.check_asks(&gap.asks);
        }
    }

    /// Does it ask about a decision and a condition that there are?
    fn check_asks(&mut self, asks: &CoverageAsk) {
        let table = &self.program.coverage;
        let Some(decision) = asks.decision() else {
            return;
        };
        if !self.exists(&table.decisions, decision, "decision with goals") {
            return;
        }
        let conditions = &table.decisions[decision].conditions;
        match asks {
            CoverageAsk::Condition { condition, .. } | CoverageAsk::Decides { condition, .. } => {
                let has_goals = conditions.get(*condition).is_some_and(|c| !c.is_constant);
                self.require(has_goals, || {
                    format!("{decision:?} has no condition {condition} with goals")
                });
            }
            CoverageAsk::Vector { values, .. } => {
                let (found, wanted) = (values.len(), conditions.len());
                self.require(found == wanted, || {
                    format!("a vector of {found} values for {wanted} conditions")
                });
            }
            _ => {}
        }
    }

    fn check_entry(&mut self) {
        let Some(entry) = self.program.entry else {
            return self.error("the program has no entry");
        };
        if self.exists(&self.program.procs, entry, "procedure") {
            self.require(self.program.procs[entry].params.is_empty(), || {
                "the entry takes parameters".to_owned()
            });
        }
    }

    fn check_procedures(&mut self) {
        for (id, proc) in self.program.procs.iter_enumerated() {
            self.proc = Some(id);
            self.span(proc.span);
            self.exists(&proc.blocks, proc.entry, "block");
            for (i, &param) in proc.params.iter().enumerate() {
                self.own_local(param, "parameter");
                self.require(!proc.params[..i].contains(&param), || {
                    format!("the parameter {param:?} is listed twice")
                });
            }
            if let Some(result) = proc.result {
                self.own_local(result, "result");
            }
            for (block_id, block) in proc.blocks.iter_enumerated() {
                self.block = Some(block_id);
                for (i, stmt) in block.stmts.iter().enumerate() {
                    self.stmt = Some(i);
                    self.span(stmt.span);
                    self.statement(&stmt.kind);
                }
                self.stmt = Some(block.stmts.len());
                self.span(block.terminator.span);
                self.terminator(&proc.blocks, &block.terminator.kind);
                (self.block, self.stmt) = (None, None);
            }
        }
        self.proc = None;
    }

    fn own_local(&mut self, var: VarId, what: &str) {
        let listed = self
            .owners
            .get(var.index())
            .is_some_and(|&owner| owner == self.proc);
        self.require(listed, || {
            format!("the {what} {var:?} is not a local of the procedure")
        });
    }

    fn statement(&mut self, stmt: &StmtKind) {
        let program = self.program;
        match stmt {
            StmtKind::Assign { var, value } => {
                if let Some(sort) = self.target(*var) {
                    self.term(*value, sort, "the value");
                }
            }
            StmtKind::Havoc { var, input } => {
                let sort = self.target(*var);
                if self.exists(&program.inputs, *input, "input") {
                    let site = program.inputs[*input].sort;
                    if let Some(sort) = sort.filter(|&sort| sort != site) {
                        self.error(format!(
                            "the input has sort {site}, its variable has {sort}"
                        ));
                    }
                }
            }
            StmtKind::Assume(condition) => self.term(*condition, Sort::Bool, "the condition"),
            StmtKind::Assert {
                condition,
                property,
            } => {
                self.term(*condition, Sort::Bool, "the condition");
                self.property(*property, false);
            }
            StmtKind::Cover { condition, goal } => {
                self.term(*condition, Sort::Bool, "the condition");
                self.property(*goal, true);
            }
            StmtKind::Call { proc, args, result } => {
                if self.exists(&program.procs, *proc, "procedure") {
                    self.call(*proc, args, *result);
                }
            }
            StmtKind::Decision { point, .. } => self.cover_point(*point, CoverKind::Decision),
        }
    }

    fn call(&mut self, proc: ProcId, args: &[TermId], result: Option<VarId>) {
        let callee = &self.program.procs[proc];
        self.require(args.len() == callee.params.len(), || {
            let (given, name, wanted) = (args.len(), &callee.name, callee.params.len());
            format!("{given} arguments for {name}, which takes {wanted}")
        });
        for (i, (&arg, &param)) in args.iter().zip(&callee.params).enumerate() {
            if let Some(param) = self.program.vars.get(param) {
                self.term(arg, param.sort, &format!("argument {i}"));
            }
        }
        let Some(sort) = result.and_then(|var| self.target(var)) else {
            return;
        };
        match callee.result.and_then(|var| self.program.vars.get(var)) {
            None => self.error(format!("{} has no result", callee.name)),
            Some(var) => self.require(var.sort == sort, || {
                format!(
                    "the result of {} has sort {}, not {sort}",
                    callee.name, var.sort
                )
            }),
        }
    }

    fn terminator(&mut self, blocks: &IdxVec<crate::Block>, terminator: &TerminatorKind) {
        match terminator {
            TerminatorKind::Goto(target) => {
                self.exists(blocks, *target, "block");
            }
            TerminatorKind::Branch {
                condition,
                then,
                otherwise,
                point,
            } => {
                self.term(*condition, Sort::Bool, "the condition");
                self.exists(blocks, *then, "block");
                self.exists(blocks, *otherwise, "block");
                if let Some(point) = point {
                    self.cover_point(*point, CoverKind::Condition);
                }
            }
            TerminatorKind::Return => {}
            TerminatorKind::Stop { status } => {
                if let Some(status) = status
                    && self.term_exists_or_error(*status)
                {
                    self.symbols(*status);
                }
            }
        }
    }

    /// Something that is violated, or something that is passed: never both.
    fn property(&mut self, property: PropertyId, is_goal: bool) {
        let properties = &self.program.properties;
        if self.exists(properties, property, "property") {
            let is_coverage = properties[property].kind == PropertyKind::Coverage;
            self.require(is_coverage == is_goal, || match is_goal {
                true => format!("the property {property:?} is no coverage goal"),
                false => format!("the coverage goal {property:?} cannot be violated"),
            });
        }
    }

    fn cover_point(&mut self, point: CoverId, kind: CoverKind) {
        if self.exists(&self.program.cover, point, "coverage point") {
            self.require(self.program.cover[point].kind == kind, || {
                format!(
                    "the coverage point {point:?} is no {}",
                    match kind {
                        CoverKind::Decision => "decision",
                        CoverKind::Condition => "condition",
                    }
                )
            });
        }
    }

    /// The sort of a variable that is written, if it may be.
    fn target(&mut self, var: VarId) -> Option<Sort> {
        if !self.exists(&self.program.vars, var, "variable") {
            return None;
        }
        self.visible(var);
        Some(self.program.vars[var].sort)
    }

    fn visible(&mut self, var: VarId) {
        let visible = match self.program.vars[var].role {
            VarRole::Global => true,
            VarRole::Local | VarRole::Temp => self.owners[var.index()] == self.proc,
        };
        let name = self.var_name(var);
        self.require(visible, || {
            format!("the variable {name} is local to another procedure")
        });
    }

    fn term_exists(&self, t: TermId) -> bool {
        t.index() < self.terms.len()
    }

    fn term_exists_or_error(&mut self, t: TermId) -> bool {
        let exists = self.term_exists(t);
        self.require(exists, || format!("there is no term {t:?}"));
        exists
    }

    /// Checks a term that is read.
    fn term(&mut self, t: TermId, sort: Sort, what: &str) {
        if !self.term_exists_or_error(t) {
            return;
        }
        let found = self.terms.sort(t);
        self.require(found == sort, || {
            format!("{what} has sort {found}, not {sort}")
        });
        self.symbols(t);
    }

    fn symbols(&mut self, t: TermId) {
        for symbol in self.terms.symbols_of(t) {
            match self.variables[symbol.index()] {
                Some(var) => self.visible(var),
                None => {
                    let name = &self.terms.symbol(symbol).name;
                    self.error(format!("the symbol {name} belongs to no variable"));
                }
            }
        }
    }
}
