//! Removal of what no run can reach by the shape of the program alone.

use ferric3_ivl::{
    Block, BlockId, Idx, IdxVec, ProcId, Procedure, Program, PropertyKind, Stmt, StmtKind,
    Terminator, TerminatorKind,
};
use ferric3_term::{TermId, Terms};

/// New positions of the items of a table that are kept.
struct Renumber<T> {
    new: Vec<Option<Idx<T>>>,
}

impl<T> Renumber<T> {
    /// Keep the marked items, in their order.
    fn keep(marks: &[bool]) -> Renumber<T> {
        let mut next = 0;
        let new = marks.iter().map(|&mark| {
            mark.then(|| {
                next += 1;
                Idx::new(next - 1)
            })
        });
        Renumber { new: new.collect() }
    }

    /// The new position of an item that is kept.
    fn get(&self, old: Idx<T>) -> Idx<T> {
        self.new.get(old.index()).copied().flatten().unwrap_or(old)
    }

    /// The kept items of a table.
    fn apply(&self, table: IdxVec<T>) -> IdxVec<T>
    where
        T: Clone,
    {
        let items = table
            .iter_enumerated()
            .filter(|(i, _)| self.new[i.index()].is_some());
        items.map(|(_, item)| item.clone()).collect()
    }
}

/// The blocks that a block leads to.
fn successors(terminator: &Terminator) -> impl Iterator<Item = BlockId> {
    let (a, b) = match terminator.kind {
        TerminatorKind::Goto(target) => (Some(target), None),
        TerminatorKind::Branch {
            then, otherwise, ..
        } => (Some(then), Some(otherwise)),
        TerminatorKind::Return | TerminatorKind::Stop { .. } => (None, None),
    };
    a.into_iter().chain(b)
}

/// Remove blocks that the entry does not lead to, and empty blocks that only go on. Which of the
/// old blocks are left.
pub(super) fn remove_unreachable_blocks(procedure: &mut Procedure) -> Vec<bool> {
    let blocks = std::mem::take(&mut procedure.blocks);
    let forward = forwarding(&blocks);
    let mut reached = vec![false; blocks.len()];
    let entry = forward[procedure.entry.index()];
    let mut todo = vec![entry];
    reached[entry.index()] = true;
    while let Some(block) = todo.pop() {
        for target in successors(&blocks[block].terminator).map(|target| forward[target.index()]) {
            if !std::mem::replace(&mut reached[target.index()], true) {
                todo.push(target);
            }
        }
    }
    let renumber: Renumber<Block> = Renumber::keep(&reached);
    let retarget = |target: BlockId| renumber.get(forward[target.index()]);
    let mut kept = renumber.apply(blocks);
    for block in kept.iter_mut() {
        match &mut block.terminator.kind {
            TerminatorKind::Goto(target) => *target = retarget(*target),
            TerminatorKind::Branch {
                then, otherwise, ..
            } => {
                *then = retarget(*then);
                *otherwise = retarget(*otherwise);
            }
            TerminatorKind::Return | TerminatorKind::Stop { .. } => {}
        }
    }
    procedure.entry = renumber.get(entry);
    procedure.blocks = kept;
    reached
}

/// For each block, the block that a jump to it ends up in after empty blocks.
fn forwarding(blocks: &IdxVec<Block>) -> Vec<BlockId> {
    let mut forward: Vec<BlockId> = blocks.ids().collect();
    let mut done = vec![false; blocks.len()];
    for start in blocks.ids() {
        let mut path = Vec::new();
        let mut at = start;
        let end = loop {
            if done[at.index()] {
                break forward[at.index()];
            }
            // A cycle of empty blocks: an endless loop that does nothing.
            if path.contains(&at) {
                break at;
            }
            match blocks[at].terminator.kind {
                TerminatorKind::Goto(next) if blocks[at].stmts.is_empty() && path.len() < 64 => {
                    path.push(at);
                    at = next;
                }
                _ => break at,
            }
        };
        for block in path {
            forward[block.index()] = end;
            done[block.index()] = true;
        }
    }
    forward
}

/// What is referred to in a program.
struct Used {
    procs: Vec<bool>,
    vars: Vec<bool>,
    properties: Vec<bool>,
    inputs: Vec<bool>,
    cover: Vec<bool>,
    /// Terms that have been looked at.
    terms: Vec<bool>,
    /// Variables by symbol.
    by_symbol: Vec<Option<usize>>,
}

impl Used {
    fn new(program: &Program, terms: &Terms) -> Used {
        let mut by_symbol = vec![None; terms.symbols().count()];
        for (id, var) in program.vars.iter_enumerated() {
            by_symbol[var.symbol.index()] = Some(id.index());
        }
        Used {
            procs: vec![false; program.procs.len()],
            vars: vec![false; program.vars.len()],
            properties: vec![false; program.properties.len()],
            inputs: vec![false; program.inputs.len()],
            cover: vec![false; program.cover.len()],
            terms: vec![false; terms.len()],
            by_symbol,
        }
    }

    fn term(&mut self, term: TermId, terms: &Terms) {
        let mut todo = vec![term];
        while let Some(term) = todo.pop() {
            if std::mem::replace(&mut self.terms[term.index()], true) {
                continue;
            }
            if let Some(symbol) = terms.as_symbol(term)
                && let Some(var) = self.by_symbol[symbol.index()]
            {
                self.vars[var] = true;
            }
            todo.extend_from_slice(terms.args(term));
        }
    }

    fn stmt(&mut self, stmt: &Stmt, terms: &Terms) {
        match &stmt.kind {
            StmtKind::Assign { var, value } => {
                self.vars[var.index()] = true;
                self.term(*value, terms);
            }
            StmtKind::Havoc { var, input } => {
                self.vars[var.index()] = true;
                self.inputs[input.index()] = true;
            }
            StmtKind::Assume(condition) => self.term(*condition, terms),
            StmtKind::Assert {
                condition,
                property,
            } => {
                self.properties[property.index()] = true;
                self.term(*condition, terms);
            }
            StmtKind::Cover { condition, goal } => {
                self.properties[goal.index()] = true;
                self.term(*condition, terms);
            }
            StmtKind::Call { args, result, .. } => {
                for &arg in args {
                    self.term(arg, terms);
                }
                if let Some(result) = result {
                    self.vars[result.index()] = true;
                }
            }
            StmtKind::Decision { point, .. } => self.cover[point.index()] = true,
        }
    }

    /// Look at a procedure; what it calls.
    fn procedure(&mut self, procedure: &Procedure, terms: &Terms) -> Vec<ProcId> {
        let mut called = Vec::new();
        for &var in procedure.params.iter().chain(&procedure.result) {
            self.vars[var.index()] = true;
        }
        for block in procedure.blocks.iter() {
            for stmt in &block.stmts {
                self.stmt(stmt, terms);
                if let StmtKind::Call { proc, .. } = stmt.kind {
                    called.push(proc);
                }
            }
            match &block.terminator.kind {
                TerminatorKind::Branch {
                    condition, point, ..
                } => {
                    self.term(*condition, terms);
                    if let Some(point) = point {
                        self.cover[point.index()] = true;
                    }
                }
                TerminatorKind::Stop {
                    status: Some(status),
                } => self.term(*status, terms),
                _ => {}
            }
        }
        called
    }

    /// Look at everything that can be reached from a procedure.
    fn reach(&mut self, program: &Program, terms: &Terms, from: ProcId) {
        let mut todo = vec![from];
        while let Some(proc) = todo.pop() {
            if std::mem::replace(&mut self.procs[proc.index()], true) {
                continue;
            }
            let called = self.procedure(&program.procs[proc], terms);
            todo.extend(called);
        }
    }
}

/// Which procedures can be reached from a procedure, and which variables those use.
pub(super) fn reachable(program: &Program, terms: &Terms, from: ProcId) -> (Vec<bool>, Vec<bool>) {
    let mut used = Used::new(program, terms);
    used.reach(program, terms, from);
    (used.procs, used.vars)
}

/// The program without procedures, variables, properties, inputs and coverage points that the
/// entry does not lead to.
pub(super) fn compact(program: Program, terms: &Terms) -> Program {
    let Some(entry) = program.entry else {
        return program;
    };
    let mut used = Used::new(&program, terms);
    used.reach(&program, terms, entry);
    for (id, property) in program.properties.iter_enumerated() {
        // That nothing leads to a coverage goal is what somebody wants to know.
        used.properties[id.index()] |= property.kind == PropertyKind::Coverage;
    }
    for (id, point) in program.cover.iter_enumerated() {
        if let (true, Some(decision)) = (used.cover[id.index()], point.decision) {
            used.cover[decision.index()] = true;
        }
    }
    let procs: Renumber<Procedure> = Renumber::keep(&used.procs);
    let vars = Renumber::keep(&used.vars);
    let properties = Renumber::keep(&used.properties);
    let settled = program
        .properties
        .iter_enumerated()
        .filter(|(id, p)| p.kind != PropertyKind::Unsupported && !used.properties[id.index()])
        .count();
    let inputs = Renumber::keep(&used.inputs);
    let cover = Renumber::keep(&used.cover);
    let mut program = Program {
        procs: procs.apply(program.procs),
        vars: vars.apply(program.vars),
        properties: properties.apply(program.properties),
        inputs: inputs.apply(program.inputs),
        cover: cover.apply(program.cover),
        entry: Some(procs.get(entry)),
        settled,
        ..program
    };
    program.coverage.goals = std::mem::take(&mut program.coverage.goals)
        .into_iter()
        .map(|(id, goal)| (properties.get(id), goal))
        .collect();
    for point in program.cover.iter_mut() {
        point.decision = point.decision.map(|decision| cover.get(decision));
    }
    for procedure in program.procs.iter_mut() {
        let Procedure {
            params,
            result,
            locals,
            blocks,
            ..
        } = procedure;
        locals.retain(|var| used.vars[var.index()]);
        for var in params.iter_mut().chain(result).chain(locals) {
            *var = vars.get(*var);
        }
        for block in blocks.iter_mut() {
            for stmt in &mut block.stmts {
                match &mut stmt.kind {
                    StmtKind::Assign { var, .. } => *var = vars.get(*var),
                    StmtKind::Havoc { var, input } => {
                        *var = vars.get(*var);
                        *input = inputs.get(*input);
                    }
                    StmtKind::Assume(_) => {}
                    StmtKind::Assert { property, .. } => *property = properties.get(*property),
                    StmtKind::Cover { goal, .. } => *goal = properties.get(*goal),
                    StmtKind::Call { proc, result, .. } => {
                        *proc = procs.get(*proc);
                        *result = result.map(|var| vars.get(var));
                    }
                    StmtKind::Decision { point, .. } => *point = cover.get(*point),
                }
            }
            if let TerminatorKind::Branch { point, .. } = &mut block.terminator.kind {
                *point = point.map(|point| cover.get(point));
            }
        }
    }
    program
}
