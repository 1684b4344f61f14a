//! Programs whose runs all end because of their shape.

use ferric3_ivl::{Procedure, Program, StmtKind, TerminatorKind};

/// May a run go on forever, for all that loops and calls say?
pub(crate) fn may_run_forever(program: &Program) -> bool {
    let calls = |proc: &Procedure| -> Vec<usize> {
        let stmts = proc.blocks.iter().flat_map(|block| &block.stmts);
        let called = stmts.filter_map(|stmt| match stmt.kind {
            StmtKind::Call { proc, .. } => Some(proc.index()),
            _ => None,
        });
        called.collect()
    };
    let calls: Vec<Vec<usize>> = program.procs.iter().map(calls).collect();
    has_cycle(&calls) || program.procs.iter().any(|proc| has_cycle(&jumps(proc)))
}

/// For each block, where it leads to.
fn jumps(proc: &Procedure) -> Vec<Vec<usize>> {
    let blocks = proc.blocks.iter();
    let jumps = blocks.map(|block| match block.terminator.kind {
        TerminatorKind::Goto(target) => vec![target.index()],
        TerminatorKind::Branch {
            then, otherwise, ..
        } => vec![then.index(), otherwise.index()],
        TerminatorKind::Return | TerminatorKind::Stop { .. } => Vec::new(),
    });
    jumps.collect()
}

/// Is there a cycle? What nothing leads to is removed until there is nothing left, or a cycle.
fn has_cycle(edges: &[Vec<usize>]) -> bool {
    let mut incoming = vec![0usize; edges.len()];
    for &target in edges.iter().flatten() {
        incoming[target] += 1;
    }
    let mut free: Vec<usize> = (0..edges.len()).filter(|&n| incoming[n] == 0).collect();
    let mut removed = 0;
    while let Some(node) = free.pop() {
        removed += 1;
        for &target in &edges[node] {
            incoming[target] -= 1;
            if incoming[target] == 0 {
                free.push(target);
            }
        }
    }
    removed < edges.len()
}

#[cfg(test)]
mod tests {
    use super::has_cycle;

    #[test]
    fn cycles() {
        assert!(!has_cycle(&[]));
        assert!(!has_cycle(&[vec![1, 2], vec![2], vec![]]));
        assert!(has_cycle(&[vec![0]]));
        assert!(has_cycle(&[vec![1], vec![2], vec![1]]));
    }
}
