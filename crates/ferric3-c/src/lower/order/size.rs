//! How much code a call stands for, once everything is inlined.

use crate::sema::hir::FunctionId;

/// What a body is made of.
#[derive(Clone, Default, Debug)]
pub(super) struct Body {
    /// How many expressions it has.
    pub(super) expressions: u64,
    /// Its calls, each as often as it stands there.
    pub(super) calls: Vec<FunctionId>,
}

/// All functions, each behind those that it calls, as far as that goes without recursion.
fn callees_first(bodies: &[Body]) -> Vec<FunctionId> {
    let mut order = Vec::with_capacity(bodies.len());
    let mut entered = vec![false; bodies.len()];
    for root in 0..bodies.len() {
        let mut stack = vec![(root, 0)];
        while let Some((f, next)) = stack.pop() {
            if next == 0 && std::mem::replace(&mut entered[f], true) {
                continue;
            }
            if let Some(callee) = bodies[f].calls.get(next) {
                stack.push((f, next + 1));
                stack.push((callee.0 as usize, 0));
                continue;
            }
            order.push(FunctionId(f as u32));
        }
    }
    order
}

/// The sizes of all functions with what they call, as far as that goes without recursion.
pub(super) fn inlined_sizes(bodies: &[Body]) -> Vec<u64> {
    let mut sizes: Vec<Option<u64>> = vec![None; bodies.len()];
    for f in callees_first(bodies) {
        let calls = bodies[f.0 as usize].calls.iter();
        let sizes_of_calls = calls.map(|g| sizes[g.0 as usize].unwrap_or(1));
        let size = sizes_of_calls.fold(bodies[f.0 as usize].expressions, u64::saturating_add);
        sizes[f.0 as usize] = Some(size);
    }
    sizes.into_iter().map(|size| size.unwrap_or(1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_count_as_often_as_they_stand_there() {
        let body = |expressions, calls: &[u32]| Body {
            expressions,
            calls: calls.iter().map(|&f| FunctionId(f)).collect(),
        };
        let bodies = [body(1, &[1, 1, 2]), body(10, &[2]), body(100, &[])];
        assert_eq!(inlined_sizes(&bodies), [321, 110, 100]);
        // Recursion counts once.
        let recursive = [body(1, &[1]), body(10, &[0])];
        assert_eq!(inlined_sizes(&recursive)[0], 12);
    }
}
