//! From locations and clauses to a program: a block for each location, and a way through blocks for
//! each clause.
//!
//! ```text
//! l:  havoc inputs; assume constraints; assert ¬query …
//!     choose a clause: by a condition that only some of their guards have, or by an input
//!         havoc its inputs; assume guard; x' := f(x, w), all at once; goto m
//! ```

use ferric3_ivl::{
    Block, BlockId, InputSite, InputSource, InputWords, Procedure, Program, Property, PropertyKind,
    Reading, Sources, Span, Stmt, StmtKind, Terminator, TerminatorKind, VarDecl, VarId, VarRole,
};
use ferric3_term::{Op, Sort, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::parts::{Part, take_apart};
use crate::system::{Clause, System};
use crate::witness::Site;

/// More clauses than this are not compared with each other to find a condition that tells them
/// apart, but only with the first one.
const COMPARED: usize = 64;

/// The program of a system. `cuts`: proofs say what holds at every location.
pub(crate) fn emit(
    system: &System,
    terms: &mut Terms,
    sources: Sources,
    cuts: bool,
) -> (Program, Vec<Site>) {
    let mut emitter = Emitter {
        system,
        terms,
        program: Program {
            sources,
            ..Program::default()
        },
        blocks: Vec::new(),
        variables: FxHashMap::default(),
        temporaries: FxHashMap::default(),
        choice: None,
        sites: Vec::new(),
        tells_clauses: cuts,
    };
    emitter.properties();
    emitter.variables();
    let start = start_span(system);
    let entry = emitter.block(start);
    for location in &system.locations {
        let block = emitter.block(location.span);
        let begin = &mut emitter.blocks[block.index()];
        begin.name = Some(location.name.clone());
        begin.is_cut = cuts;
    }
    for from in std::iter::once(None).chain((0..system.locations.len()).map(Some)) {
        let mut block = from.map_or(entry, head);
        if let Some(location) = from {
            block = emitter.arrive(location, block);
        }
        let clauses = system.clauses.iter().enumerate();
        let own: Vec<Numbered<'_>> = clauses.filter(|(_, clause)| clause.from == from).collect();
        emitter.choose(block, &own);
    }
    emitter.finish(entry, start)
}

/// The block where a location begins.
fn head(location: usize) -> BlockId {
    BlockId::new(location + 1)
}

fn start_span(system: &System) -> Span {
    let first = system.clauses.iter().find(|clause| clause.from.is_none());
    let span = first.map(|clause| clause.span);
    let any = system.locations.first().map(|location| location.span);
    span.or(any).unwrap_or(Span {
        file: ferric3_ivl::FileId::new(0),
        line: 1,
        column: 0,
        len: 1,
    })
}

/// A clause with its number.
type Numbered<'c> = (usize, &'c Clause);

struct Emitter<'a> {
    system: &'a System,
    terms: &'a mut Terms,
    program: Program,
    blocks: Vec<Block>,
    variables: FxHashMap<SymbolId, VarId>,
    /// Copies for assignments that happen at once.
    temporaries: FxHashMap<VarId, (VarId, TermId)>,
    /// A Boolean that is read to choose.
    choice: Option<(VarId, TermId)>,
    /// By input: what is read.
    sites: Vec<Site>,
    /// Should runs tell which clauses they take?
    tells_clauses: bool,
}

impl Emitter<'_> {
    fn properties(&mut self) {
        for asked in &self.system.properties {
            self.program.properties.push(Property {
                kind: match asked.obstacle {
                    None => PropertyKind::UnreachCall,
                    Some(_) => PropertyKind::Unsupported,
                },
                description: asked.description.clone(),
                span: asked.span,
            });
        }
    }

    fn variables(&mut self) {
        let system = self.system;
        for location in &system.locations {
            for var in location.vars.iter().chain(&location.inputs) {
                self.variable(var.symbol, &var.name, VarRole::Local, var.span);
            }
        }
        let clauses = system.clauses.iter();
        let of_clauses = clauses.map(|clause| (&clause.inputs, clause.span));
        let queries = system.queries.iter();
        let of_queries = queries.map(|query| (&query.inputs, query.span));
        for (inputs, span) in of_clauses.chain(of_queries) {
            for &input in inputs {
                let name = self.terms.symbol(input).name.clone();
                self.variable(input, &name, VarRole::Local, span);
            }
        }
    }

    fn variable(&mut self, symbol: SymbolId, name: &str, role: VarRole, span: Span) -> VarId {
        if let Some(&var) = self.variables.get(&symbol) {
            return var;
        }
        let sort = self.terms.symbol(symbol).sort;
        let var = self.program.vars.push(VarDecl {
            name: name.to_owned(),
            symbol,
            term: self.terms.symbol_term(symbol),
            sort,
            reading: Reading::Unsigned,
            type_name: sort.to_string(),
            role,
            span,
        });
        self.variables.insert(symbol, var);
        var
    }

    fn fresh(&mut self, name: &str, sort: Sort, span: Span) -> (VarId, TermId) {
        let (symbol, term) = self.terms.fresh_symbol(name, sort);
        (self.variable(symbol, name, VarRole::Temp, span), term)
    }

    fn block(&mut self, span: Span) -> BlockId {
        self.blocks.push(Block {
            name: None,
            is_cut: false,
            stmts: Vec::new(),
            terminator: Terminator {
                kind: TerminatorKind::Stop { status: None },
                span,
            },
        });
        BlockId::new(self.blocks.len() - 1)
    }

    fn stmt(&mut self, block: BlockId, kind: StmtKind, span: Span) {
        let stmts = &mut self.blocks[block.index()].stmts;
        stmts.push(Stmt { kind, span });
    }

    fn havoc(&mut self, block: BlockId, var: VarId, source: InputSource, site: Site, span: Span) {
        self.sites.push(site);
        let words = match site {
            Site::Symbol(_) => Some(InputWords {
                what: format!("{}, which may be anything", self.program.vars[var].name),
                is_byte: false,
                values: &[],
            }),
            Site::Taken(_) | Site::Choice => None,
        };
        let input = self.program.inputs.push(InputSite {
            source,
            sort: self.program.vars[var].sort,
            reading: Reading::Unsigned,
            span,
            words,
        });
        self.stmt(block, StmtKind::Havoc { var, input }, span);
    }

    fn read(&mut self, block: BlockId, symbol: SymbolId, span: Span) {
        let var = self.variables[&symbol];
        let name = self.program.vars[var].name.clone();
        let site = Site::Symbol(symbol);
        self.havoc(block, var, InputSource::Nondet(name), site, span);
    }

    /// What happens at a location before a clause is chosen.
    fn arrive(&mut self, location: usize, block: BlockId) -> BlockId {
        let system = self.system;
        for input in &system.locations[location].inputs {
            self.read(block, input.symbol, input.span);
        }
        for constraint in &system.locations[location].constraints {
            self.stmt(block, StmtKind::Assume(constraint.term), constraint.span);
        }
        for query in system.queries.iter().filter(|query| query.at == location) {
            for &input in &query.inputs {
                self.read(block, input, query.span);
            }
            let bad = self.terms.and(&query.guard);
            let condition = self.terms.not(bad);
            let property = ferric3_ivl::PropertyId::new(query.property);
            let kind = StmtKind::Assert {
                condition,
                property,
            };
            self.stmt(block, kind, query.span);
        }
        block
    }

    /// Goes on with one of the clauses: all of them are possible.
    fn choose(&mut self, block: BlockId, clauses: &[Numbered<'_>]) {
        let mut open = vec![(block, clauses.to_vec())];
        while let Some((block, clauses)) = open.pop() {
            match clauses[..] {
                [] => continue,
                [only] => {
                    self.take(block, only);
                    continue;
                }
                _ => {}
            }
            let span = clauses[0].1.span;
            let (condition, first, second) = match separate(self.terms, &clauses) {
                Some(separated) => separated,
                None => {
                    let condition = self.pick(block, span);
                    let (first, second) = clauses.split_at(clauses.len() / 2);
                    (condition, first.to_vec(), second.to_vec())
                }
            };
            let (then, otherwise) = (self.block(first[0].1.span), self.block(second[0].1.span));
            self.blocks[block.index()].terminator = Terminator {
                kind: TerminatorKind::Branch {
                    condition,
                    then,
                    otherwise,
                    point: None,
                },
                span,
            };
            open.push((otherwise, second));
            open.push((then, first));
        }
    }

    /// A fresh Boolean.
    fn pick(&mut self, block: BlockId, span: Span) -> TermId {
        let (var, term) = self.choice(span);
        let source = InputSource::Choice("which clause comes next".to_owned());
        self.havoc(block, var, source, Site::Choice, span);
        term
    }

    fn choice(&mut self, span: Span) -> (VarId, TermId) {
        if let Some(choice) = self.choice {
            return choice;
        }
        let choice = self.fresh("choice", Sort::Bool, span);
        *self.choice.insert(choice)
    }

    fn take(&mut self, block: BlockId, (number, clause): Numbered<'_>) {
        let span = clause.span;
        for &input in &clause.inputs {
            self.read(block, input, span);
        }
        for &part in &clause.guard {
            self.stmt(block, StmtKind::Assume(part), span);
        }
        self.assign_at_once(block, clause);
        if self.tells_clauses {
            let (var, _) = self.choice(span);
            let source = InputSource::Choice("nothing: the next step begins".to_owned());
            self.havoc(block, var, source, Site::Taken(number), span);
        }
        self.blocks[block.index()].terminator = Terminator {
            kind: TerminatorKind::Goto(head(clause.to)),
            span,
        };
    }

    /// Values that read what an earlier assignment has changed would be wrong: such variables get
    /// their values by a copy, in the end.
    fn assign_at_once(&mut self, block: BlockId, clause: &Clause) {
        let targets = &self.system.locations[clause.to].vars;
        let mut values = clause.values.clone();
        for Part { symbol, value } in take_apart(self.terms, &mut values) {
            let name = self.terms.symbol(symbol).name.clone();
            let var = self.variable(symbol, &name, VarRole::Temp, clause.span);
            self.stmt(block, StmtKind::Assign { var, value }, clause.span);
        }
        let changes: Vec<(VarId, SymbolId, TermId)> = targets
            .iter()
            .zip(values)
            .filter(|&(var, value)| self.terms.as_symbol(value) != Some(var.symbol))
            .map(|(var, value)| (self.variables[&var.symbol], var.symbol, value))
            .collect();
        let mut read_later: FxHashSet<SymbolId> = FxHashSet::default();
        let mut needs_copy = vec![false; changes.len()];
        for (position, &(_, symbol, value)) in changes.iter().enumerate().rev() {
            needs_copy[position] = read_later.contains(&symbol);
            read_later.extend(self.terms.symbols_of(value));
        }
        let mut copies = Vec::new();
        for (&(var, _, value), _) in changes.iter().zip(&needs_copy).filter(|(_, copy)| **copy) {
            let (copy, term) = self.temporary(var, clause.span);
            self.stmt(block, StmtKind::Assign { var: copy, value }, clause.span);
            copies.push((var, term));
        }
        for (&(var, _, value), _) in changes.iter().zip(&needs_copy).filter(|(_, copy)| !**copy) {
            self.stmt(block, StmtKind::Assign { var, value }, clause.span);
        }
        for (var, value) in copies {
            self.stmt(block, StmtKind::Assign { var, value }, clause.span);
        }
    }

    fn temporary(&mut self, var: VarId, span: Span) -> (VarId, TermId) {
        if let Some(&copy) = self.temporaries.get(&var) {
            return copy;
        }
        let decl = &self.program.vars[var];
        let (name, sort) = (format!("{}.next", decl.name), decl.sort);
        let copy = self.fresh(&name, sort, span);
        self.temporaries.insert(var, copy);
        copy
    }

    fn finish(mut self, entry: BlockId, span: Span) -> (Program, Vec<Site>) {
        let locals = self.program.vars.ids().collect();
        let main = self.program.procs.push(Procedure {
            name: "system".to_owned(),
            params: Vec::new(),
            result: None,
            locals,
            blocks: self.blocks.into_iter().collect(),
            entry,
            span,
        });
        self.program.entry = Some(main);
        (self.program, self.sites)
    }
}

/// Does a guard say that `condition` is false?
fn excludes(
    terms: &mut Terms,
    guard: &FxHashSet<TermId>,
    parts: &[TermId],
    condition: TermId,
) -> bool {
    let negated = terms.not(condition);
    if guard.contains(&negated) {
        return true;
    }
    // x = 1 excludes x = 2.
    let Some((x, value)) = constant_equation(terms, condition) else {
        return false;
    };
    parts.iter().any(|&part| {
        constant_equation(terms, part).is_some_and(|(y, other)| x == y && value != other)
    })
}

/// `x` and `c` of `x = c`.
fn constant_equation(terms: &Terms, t: TermId) -> Option<(TermId, TermId)> {
    match (terms.op(t), terms.args(t)) {
        (Op::Eq, &[a, b]) if terms.as_const(b).is_some() => Some((a, b)),
        (Op::Eq, &[a, b]) if terms.as_const(a).is_some() => Some((b, a)),
        _ => None,
    }
}

/// A condition that the guards of some clauses contain and those of all others exclude.
fn separate<'c>(
    terms: &mut Terms,
    clauses: &[Numbered<'c>],
) -> Option<(TermId, Vec<Numbered<'c>>, Vec<Numbered<'c>>)> {
    let guards: Vec<FxHashSet<TermId>> = clauses
        .iter()
        .map(|(_, clause)| clause.guard.iter().copied().collect())
        .collect();
    let candidates = if clauses.len() > COMPARED {
        1
    } else {
        clauses.len() - 1
    };
    let mut tried: FxHashSet<TermId> = FxHashSet::default();
    for (_, candidate) in &clauses[..candidates] {
        for &condition in &candidate.guard {
            // Inputs of a clause are read after it was chosen.
            let symbols = terms.symbols_of(condition);
            let reads_inputs = symbols.iter().any(|s| candidate.inputs.contains(s));
            if reads_inputs || !tried.insert(condition) {
                continue;
            }
            let (mut first, mut second) = (Vec::new(), Vec::new());
            let separates = clauses.iter().zip(&guards).all(|(&numbered, guard)| {
                if guard.contains(&condition) {
                    first.push(numbered);
                    true
                } else if excludes(terms, guard, &numbered.1.guard, condition) {
                    second.push(numbered);
                    true
                } else {
                    false
                }
            });
            if separates && !second.is_empty() {
                return Some((condition, first, second));
            }
        }
    }
    None
}
