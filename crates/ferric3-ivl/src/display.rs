//! A readable dump of a program.

use std::fmt::{self, Write as _};

use ferric3_term::{Infix, Op, Sort, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    Block, InputSource, Procedure, Program, PropertyKind, Reading, StmtKind, Terminator,
    TerminatorKind, VarDecl, VarId, VarRole,
};

/// The text of a valid program. Variables that share a name are told apart by `.1`, `.2`, …
pub fn display_program(program: &Program, terms: &Terms) -> String {
    let mut text = String::new();
    write_program(&mut text, program, terms).expect("writing to a string does not fail");
    text
}

fn write_program(out: &mut String, program: &Program, terms: &Terms) -> fmt::Result {
    let globals: Vec<VarId> = program
        .vars
        .iter_enumerated()
        .filter(|(_, var)| var.role == VarRole::Global)
        .map(|(id, _)| id)
        .collect();
    let mut names = Names::new(program, terms);
    names.add(&globals);
    for &var in &globals {
        writeln!(out, "global {}", names.declaration(var))?;
    }
    for (id, proc) in program.procs.iter_enumerated() {
        if !out.is_empty() {
            out.push('\n');
        }
        if program.entry == Some(id) {
            write!(out, "entry ")?;
        }
        let mut names = names.clone();
        names.add(&proc.locals);
        write_procedure(out, &mut names, proc)?;
    }
    if !program.assumptions.is_empty() {
        out.push('\n');
    }
    for assumption in &program.assumptions {
        let place = assumption
            .span
            .map(|span| format!("{}: ", program.sources.place(span)));
        writeln!(
            out,
            "// assumed: {}{}",
            place.unwrap_or_default(),
            assumption.text
        )?;
    }
    Ok(())
}

fn write_procedure(out: &mut String, names: &mut Names<'_>, proc: &Procedure) -> fmt::Result {
    let params: Vec<String> = proc
        .params
        .iter()
        .map(|&var| names.declaration(var))
        .collect();
    write!(out, "proc {}({})", proc.name, params.join(", "))?;
    if let Some(result) = proc.result {
        write!(out, " -> {}", names.declaration(result))?;
    }
    out.push('\n');
    for &var in &proc.locals {
        if !proc.params.contains(&var) && proc.result != Some(var) {
            let is_temp = names.program.vars[var].role == VarRole::Temp;
            let role = if is_temp { "temp" } else { "local" };
            writeln!(out, "  {role} {}", names.declaration(var))?;
        }
    }
    // The entry is marked only where it is not the first block.
    for (id, block) in proc.blocks.iter_enumerated() {
        let is_entry = id == proc.entry && id.index() != 0;
        writeln!(
            out,
            "b{}:{}",
            id.index(),
            if is_entry { "  // entry" } else { "" }
        )?;
        write_block(out, names, block)?;
    }
    Ok(())
}

fn write_block(out: &mut String, names: &mut Names<'_>, block: &Block) -> fmt::Result {
    for stmt in &block.stmts {
        out.push_str("  ");
        write_statement(out, names, &stmt.kind)?;
        out.push('\n');
    }
    out.push_str("  ");
    write_terminator(out, names, &block.terminator)?;
    out.push('\n');
    Ok(())
}

fn write_statement(out: &mut String, names: &mut Names<'_>, stmt: &StmtKind) -> fmt::Result {
    let program = names.program;
    match stmt {
        StmtKind::Assign { var, value } => {
            let value = names.term(*value);
            write!(out, "{} := {value}", names.name(*var))
        }
        StmtKind::Havoc { var, input } => {
            let source = match &program.inputs[*input].source {
                InputSource::Nondet(name) => format!("nondet {name}"),
                InputSource::Extern(name) => format!("extern {name}"),
                InputSource::Uninitialised(name) => format!("uninitialised {name}"),
                InputSource::Approximated(name) => format!("approximated {name}"),
                InputSource::Parameter(name) => format!("parameter {name}"),
                InputSource::Strings { name, .. } => format!("strings of {name}"),
                InputSource::Doubtful(what) => format!("doubtful: {what}"),
                InputSource::Failure(name) => format!("failure of {name}"),
                InputSource::Choice(what) => format!("choice: {what}"),
                InputSource::Order(orders) => format!("order {}", orders.join(" | ")),
            };
            write!(out, "{} := havoc  // {source}", names.name(*var))
        }
        StmtKind::Assume(condition) => write!(out, "assume {}", names.term(*condition)),
        StmtKind::Assert {
            condition,
            property,
        } => {
            let number = property.index();
            let property = &program.properties[*property];
            let kind = match property.kind {
                PropertyKind::Unsupported => "unsupported: ",
                _ => "",
            };
            let description = &property.description;
            write!(
                out,
                "assert {}  // p{number}: {kind}{description}",
                names.term(*condition)
            )
        }
        StmtKind::Cover { condition, goal } => {
            let (number, goal) = (goal.index(), &program.properties[*goal]);
            let (condition, description) = (names.term(*condition), &goal.description);
            write!(out, "cover {condition}  // p{number}: {description}")
        }
        StmtKind::Call { proc, args, result } => {
            if let Some(var) = result {
                write!(out, "{} := ", names.name(*var))?;
            }
            let args: Vec<String> = args.iter().map(|&arg| names.term(arg)).collect();
            write!(
                out,
                "call {}({})",
                program.procs[*proc].name,
                args.join(", ")
            )
        }
        StmtKind::Decision { point, outcome } => {
            write!(out, "decision c{} is {outcome}", point.index())
        }
    }
}

fn write_terminator(out: &mut String, names: &mut Names<'_>, end: &Terminator) -> fmt::Result {
    match &end.kind {
        TerminatorKind::Goto(target) => write!(out, "goto b{}", target.index()),
        TerminatorKind::Branch {
            condition,
            then,
            otherwise,
            point,
        } => {
            let (then, otherwise) = (then.index(), otherwise.index());
            write!(
                out,
                "if {} then b{then} else b{otherwise}",
                names.term(*condition)
            )?;
            point.map_or(Ok(()), |point| write!(out, "  // c{}", point.index()))
        }
        TerminatorKind::Return => write!(out, "return"),
        TerminatorKind::Stop { status: None } => write!(out, "stop"),
        TerminatorKind::Stop {
            status: Some(status),
        } => {
            write!(out, "stop {}", names.term(*status))
        }
    }
}

/// The names of the variables that are visible in one procedure.
///
/// Terms are printed from a copy whose symbols have these names.
#[derive(Clone)]
struct Names<'a> {
    program: &'a Program,
    terms: &'a Terms,
    names: FxHashMap<VarId, String>,
    taken: FxHashSet<String>,
    copy: Terms,
    /// Terms of the copy.
    copied: FxHashMap<TermId, TermId>,
    symbols: FxHashMap<SymbolId, TermId>,
}

impl<'a> Names<'a> {
    fn new(program: &'a Program, terms: &'a Terms) -> Names<'a> {
        Names {
            program,
            terms,
            names: FxHashMap::default(),
            taken: FxHashSet::default(),
            copy: Terms::new(),
            copied: FxHashMap::default(),
            symbols: FxHashMap::default(),
        }
    }

    /// Names further variables.
    fn add(&mut self, vars: &[VarId]) {
        for &id in vars {
            let var = &self.program.vars[id];
            let mut name = if var.name.is_empty() { "_" } else { &var.name }.to_owned();
            let mut number = 1;
            while !self.taken.insert(name.clone()) {
                name = format!("{}.{number}", var.name);
                number += 1;
            }
            let (_, term) = self.copy.fresh_symbol(name.clone(), var.sort);
            self.symbols.insert(var.symbol, term);
            self.names.insert(id, name);
        }
    }

    fn name(&self, var: VarId) -> &str {
        &self.names[&var]
    }

    /// `name: type`.
    fn declaration(&self, var: VarId) -> String {
        format!(
            "{}: {}",
            self.name(var),
            short_sort(&self.program.vars[var])
        )
    }

    fn term(&mut self, t: TermId) -> String {
        let t = self.copy(t);
        Infix::new(&self.copy, t).to_string()
    }

    fn copy(&mut self, t: TermId) -> TermId {
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if self.copied.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(
                self.terms
                    .args(top)
                    .iter()
                    .filter(|a| !self.copied.contains_key(a)),
            );
            if stack.len() == before {
                let args: Vec<TermId> = self
                    .terms
                    .args(top)
                    .iter()
                    .map(|a| self.copied[a])
                    .collect();
                let new = match self.terms.op(top) {
                    Op::Symbol(symbol) => self.symbols[symbol],
                    op => self.copy.mk(op.clone(), &args),
                };
                self.copied.insert(top, new);
                stack.pop();
            }
        }
        self.copied[&t]
    }
}

/// `bool`, `i32`, `u8`, as the casts of [`Infix`] are written.
fn short_sort(var: &VarDecl) -> String {
    match var.sort {
        Sort::Bool => "bool".to_owned(),
        Sort::BitVec(width) => match var.reading {
            Reading::Signed => format!("i{width}"),
            Reading::Float(_) => format!("f{width}"),
            Reading::Unsigned | Reading::Pointer => format!("u{width}"),
        },
        sort => sort.to_string(),
    }
}
