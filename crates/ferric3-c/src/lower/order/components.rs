//! Functions that call one another.

use crate::sema::hir::FunctionId;

/// The strongly connected components of a call graph, those that are called before their callers
/// (Tarjan, without recursion).
pub(super) fn components(callees: &[Vec<FunctionId>]) -> Vec<Vec<FunctionId>> {
    const NEW: usize = usize::MAX;
    let mut found = Vec::new();
    let (mut number, mut low) = (vec![NEW; callees.len()], vec![NEW; callees.len()]);
    let mut is_open = vec![false; callees.len()];
    let mut open = Vec::new();
    let mut numbers = 0;
    for root in 0..callees.len() {
        if number[root] != NEW {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((f, next)) = path.pop() {
            if number[f] == NEW {
                (number[f], low[f], is_open[f]) = (numbers, numbers, true);
                numbers += 1;
                open.push(f);
            }
            let mut down = None;
            for (i, callee) in callees[f].iter().enumerate().skip(next) {
                let g = callee.0 as usize;
                if number[g] == NEW {
                    down = Some((i, g));
                    break;
                }
                if is_open[g] {
                    low[f] = low[f].min(low[g]);
                }
            }
            if let Some((i, g)) = down {
                // The call is looked at once more when the callee is done.
                path.extend([(f, i), (g, 0)]);
            } else if low[f] == number[f] {
                let start = open.iter().rposition(|&g| g == f).unwrap_or(0);
                let members: Vec<usize> = open.drain(start..).collect();
                for &g in &members {
                    is_open[g] = false;
                }
                let members = members.into_iter().map(|g| FunctionId(g as u32));
                found.push(members.collect());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callees_come_first() {
        let callees: Vec<Vec<FunctionId>> = [&[1, 3][..], &[2], &[1, 4], &[4], &[], &[5]]
            .iter()
            .map(|calls| calls.iter().map(|&f| FunctionId(f)).collect())
            .collect();
        let mut found = components(&callees);
        for component in &mut found {
            component.sort_unstable();
        }
        let expected: [&[u32]; 5] = [&[4], &[1, 2], &[3], &[0], &[5]];
        let expected = expected.map(|c| c.iter().map(|&f| FunctionId(f)).collect::<Vec<_>>());
        assert_eq!(found, expected);
    }
}
