//! Which procedures can be active more than once at a time: the recursive components of the call
//! graph.

use ferric3_ivl::{ProcId, Program, StmtKind};

/// The strongly connected components of the call graph.
pub(crate) struct CallGraph {
    /// By procedure.
    component: Vec<usize>,
    /// By component: its procedures in order.
    members: Vec<Vec<ProcId>>,
    /// By component: does one of its procedures call one of them?
    is_recursive: Vec<bool>,
}

impl CallGraph {
    /// The call graph of a program.
    pub(crate) fn new(program: &Program) -> CallGraph {
        let callees: Vec<Vec<ProcId>> = program
            .procs
            .iter()
            .map(|proc| {
                let stmts = proc.blocks.iter().flat_map(|block| &block.stmts);
                let called = stmts.filter_map(|stmt| match stmt.kind {
                    StmtKind::Call { proc, .. } => Some(proc),
                    _ => None,
                });
                called.collect()
            })
            .collect();
        let (component, count) = components(&callees);
        let mut members = vec![Vec::new(); count];
        for proc in program.procs.ids() {
            members[component[proc.index()]].push(proc);
        }
        let mut is_recursive = vec![false; count];
        for (caller, called) in callees.iter().enumerate() {
            let own = component[caller];
            is_recursive[own] |= called.iter().any(|proc| component[proc.index()] == own);
        }
        CallGraph {
            component,
            members,
            is_recursive,
        }
    }

    /// The recursive component of a procedure, if it is in one.
    pub(crate) fn recursive_component(&self, proc: ProcId) -> Option<usize> {
        let component = self.component[proc.index()];
        self.is_recursive[component].then_some(component)
    }

    /// The procedures of a component.
    pub(crate) fn members(&self, component: usize) -> &[ProcId] {
        &self.members[component]
    }

    /// Can a call from one to the other find the callee active already?
    pub(crate) fn is_recursive_call(&self, caller: ProcId, callee: ProcId) -> bool {
        self.recursive_component(callee).is_some()
            && self.component[caller.index()] == self.component[callee.index()]
    }
}

/// The component of each vertex, and how many there are (Tarjan 1972, with a stack of its own).
fn components(successors: &[Vec<ProcId>]) -> (Vec<usize>, usize) {
    const NEW: usize = usize::MAX;
    let count = successors.len();
    let (mut number, mut low) = (vec![NEW; count], vec![NEW; count]);
    let mut component = vec![NEW; count];
    let (mut open, mut numbered, mut found) = (Vec::new(), 0, 0);
    for root in 0..count {
        let mut path = vec![(root, 0)];
        while let Some((vertex, position)) = path.pop() {
            if position == 0 {
                if number[vertex] != NEW {
                    continue;
                }
                number[vertex] = numbered;
                low[vertex] = numbered;
                numbered += 1;
                open.push(vertex);
            }
            if let Some(next) = successors[vertex].get(position).map(|proc| proc.index()) {
                path.push((vertex, position + 1));
                if number[next] == NEW {
                    path.push((next, 0));
                } else if component[next] == NEW {
                    low[vertex] = low[vertex].min(number[next]);
                }
                continue;
            }
            // What the callees reach; those of finished components do not count.
            for next in successors[vertex].iter().map(|proc| proc.index()) {
                if component[next] == NEW {
                    low[vertex] = low[vertex].min(low[next]);
                }
            }
            if low[vertex] == number[vertex] {
                while let Some(member) = open.pop() {
                    component[member] = found;
                    if member == vertex {
                        break;
                    }
                }
                found += 1;
            }
        }
    }
    (component, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(usize, usize)], count: usize) -> Vec<usize> {
        let mut successors = vec![Vec::new(); count];
        for &(from, to) in edges {
            successors[from].push(ProcId::new(to));
        }
        components(&successors).0
    }

    /// Two vertices share a component if and only if each reaches the other.
    #[test]
    fn components_are_mutual_reachability() {
        let mut seed = 1u64;
        let mut next = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from(seed >> 33).expect("31 bits") % below
        };
        for _ in 0..300 {
            let count = 1 + next(7);
            let edges: Vec<(usize, usize)> =
                (0..next(14)).map(|_| (next(count), next(count))).collect();
            let mut reach: Vec<Vec<bool>> = (0..count)
                .map(|v| (0..count).map(|w| v == w).collect())
                .collect();
            for &(from, to) in &edges {
                reach[from][to] = true;
            }
            for k in 0..count {
                for i in 0..count {
                    for j in 0..count {
                        reach[i][j] |= reach[i][k] && reach[k][j];
                    }
                }
            }
            let component = graph(&edges, count);
            for i in 0..count {
                for j in 0..count {
                    let mutual = reach[i][j] && reach[j][i];
                    assert_eq!(component[i] == component[j], mutual, "{edges:?}: {i}, {j}");
                }
            }
        }
    }
}
