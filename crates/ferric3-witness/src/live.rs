//! Which uninitialised values matter: a trace should not show the garbage in a variable that is
//! assigned before anybody reads it.

use std::collections::{BTreeMap, BTreeSet};

use ferric3_ivl::{
    Block, InputId, InputSource, Procedure, Program, Stmt, StmtKind, TerminatorKind, VarId, VarRole,
};
use ferric3_term::{SymbolId, TermId, Terms};

/// The inputs that stand for an uninitialised local that is never read before it is assigned.
pub(crate) fn unread_inputs(program: &Program, terms: &Terms) -> BTreeSet<InputId> {
    let mut unread = BTreeSet::new();
    for proc in program.procs.iter() {
        let tracked = uninitialised_locals(program, proc);
        if !tracked.is_empty() {
            Liveness::new(program, terms, proc, tracked).collect(&mut unread);
        }
    }
    unread
}

fn uninitialised_locals(program: &Program, proc: &Procedure) -> BTreeMap<SymbolId, VarId> {
    let statements = proc.blocks.iter().flat_map(|block| &block.stmts);
    statements
        .filter_map(|stmt| match stmt.kind {
            StmtKind::Havoc { var, input } if is_garbage(program, var, input) => {
                Some((program.vars[var].symbol, var))
            }
            _ => None,
        })
        .collect()
}

fn is_garbage(program: &Program, var: VarId, input: InputId) -> bool {
    program.vars[var].role != VarRole::Global
        && matches!(program.inputs[input].source, InputSource::Uninitialised(_))
}

/// The classical backward analysis, for a few variables of one procedure.
struct Liveness<'a> {
    program: &'a Program,
    terms: &'a Terms,
    proc: &'a Procedure,
    tracked: BTreeMap<SymbolId, VarId>,
    /// By block: what is read from its start on before it is assigned.
    live_in: Vec<BTreeSet<VarId>>,
}

impl<'a> Liveness<'a> {
    fn new(
        program: &'a Program,
        terms: &'a Terms,
        proc: &'a Procedure,
        tracked: BTreeMap<SymbolId, VarId>,
    ) -> Liveness<'a> {
        let live_in = vec![BTreeSet::new(); proc.blocks.len()];
        let mut this = Liveness {
            program,
            terms,
            proc,
            tracked,
            live_in,
        };
        let mut changed = true;
        while changed {
            changed = false;
            for (id, block) in proc.blocks.iter_enumerated().rev() {
                let mut live = this.at_end(block);
                for stmt in block.stmts.iter().rev() {
                    this.before(stmt, &mut live);
                }
                if live != this.live_in[id.index()] {
                    this.live_in[id.index()] = live;
                    changed = true;
                }
            }
        }
        this
    }

    fn collect(&self, unread: &mut BTreeSet<InputId>) {
        for block in self.proc.blocks.iter() {
            let mut live = self.at_end(block);
            for stmt in block.stmts.iter().rev() {
                if let StmtKind::Havoc { var, input } = stmt.kind
                    && is_garbage(self.program, var, input)
                    && !live.contains(&var)
                {
                    unread.insert(input);
                }
                self.before(stmt, &mut live);
            }
        }
    }

    fn at_end(&self, block: &Block) -> BTreeSet<VarId> {
        let mut live = BTreeSet::new();
        match &block.terminator.kind {
            TerminatorKind::Goto(next) => live.clone_from(&self.live_in[next.index()]),
            TerminatorKind::Branch {
                condition,
                then,
                otherwise,
                ..
            } => {
                live.clone_from(&self.live_in[then.index()]);
                live.extend(&self.live_in[otherwise.index()]);
                self.read(*condition, &mut live);
            }
            TerminatorKind::Return => live.extend(self.proc.result),
            TerminatorKind::Stop { status } => {
                if let Some(status) = status {
                    self.read(*status, &mut live);
                }
            }
        }
        live
    }

    fn before(&self, stmt: &Stmt, live: &mut BTreeSet<VarId>) {
        match &stmt.kind {
            StmtKind::Assign { var, value } => {
                live.remove(var);
                self.read(*value, live);
            }
            StmtKind::Havoc { var, .. } => {
                live.remove(var);
            }
            StmtKind::Assume(condition) | StmtKind::Assert { condition, .. } => {
                self.read(*condition, live);
            }
            StmtKind::Call { args, result, .. } => {
                if let Some(result) = result {
                    live.remove(result);
                }
                for &arg in args {
                    self.read(arg, live);
                }
            }
            StmtKind::Decision { .. } => {}
        }
    }

    fn read(&self, term: TermId, live: &mut BTreeSet<VarId>) {
        let symbols = self.terms.symbols_of(term);
        live.extend(symbols.iter().filter_map(|symbol| self.tracked.get(symbol)));
    }
}
