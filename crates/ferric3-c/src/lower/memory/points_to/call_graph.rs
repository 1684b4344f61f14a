//! Who calls whom.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::sema::hir::{FunctionId, Range};

/// The call graph of a program. It is made once: a question about one function must not cost as
/// much as the program is large.
#[derive(Default)]
pub(super) struct CallGraph {
    /// For each function its calls: by whom, and may it happen more than once in a call of the
    /// caller?
    calls: FxHashMap<FunctionId, Vec<(FunctionId, bool)>>,
    recursive: FxHashSet<FunctionId>,
}

impl CallGraph {
    /// The graph of these calls: place and callee; caller, and may it happen more than once?
    pub(super) fn new(calls: &BTreeMap<(Range, FunctionId), (FunctionId, bool)>) -> CallGraph {
        let mut of: FxHashMap<FunctionId, Vec<(FunctionId, bool)>> = FxHashMap::default();
        let mut callees: BTreeMap<FunctionId, Vec<FunctionId>> = BTreeMap::new();
        for (&(_, callee), &(caller, looped)) in calls {
            of.entry(callee).or_default().push((caller, looped));
            callees.entry(caller).or_default().push(callee);
        }
        CallGraph {
            calls: of,
            recursive: recursive(&callees),
        }
    }

    /// The calls of a function.
    pub(super) fn calls_of(&self, f: FunctionId) -> &[(FunctionId, bool)] {
        self.calls.get(&f).map_or(&[], Vec::as_slice)
    }

    /// Can a function be called again before it has returned?
    pub(super) fn is_recursive(&self, f: FunctionId) -> bool {
        self.recursive.contains(&f)
    }
}

/// The state of a function in the search for components.
#[derive(Clone, Copy)]
struct Visit {
    number: usize,
    low: usize,
    on_stack: bool,
}

/// The functions in strongly connected components with an edge (Tarjan, without recursion).
fn recursive(callees: &BTreeMap<FunctionId, Vec<FunctionId>>) -> FxHashSet<FunctionId> {
    let mut found = FxHashSet::default();
    let mut visits: FxHashMap<FunctionId, Visit> = FxHashMap::default();
    let mut component: Vec<FunctionId> = Vec::new();
    let of = |f: FunctionId| callees.get(&f).map_or(&[][..], Vec::as_slice);
    for &root in callees.keys() {
        let mut path = vec![(root, 0)];
        while let Some((f, next)) = path.pop() {
            if next == 0 {
                if visits.contains_key(&f) {
                    continue;
                }
                let number = visits.len();
                visits.insert(
                    f,
                    Visit {
                        number,
                        low: number,
                        on_stack: true,
                    },
                );
                component.push(f);
            } else {
                // Back from the callee before.
                let callee = visits[&of(f)[next - 1]];
                if callee.on_stack
                    && let Some(visit) = visits.get_mut(&f)
                {
                    visit.low = visit.low.min(callee.low);
                }
            }
            if let Some(&callee) = of(f).get(next) {
                path.push((f, next + 1));
                path.push((callee, 0));
                continue;
            }
            let visit = visits[&f];
            if visit.low < visit.number {
                continue;
            }
            let start = component.iter().rposition(|&g| g == f).unwrap_or(0);
            let members: Vec<FunctionId> = component.drain(start..).collect();
            let is_cycle = members.len() > 1 || of(f).contains(&f);
            for member in members {
                if let Some(visit) = visits.get_mut(&member) {
                    visit.on_stack = false;
                }
                if is_cycle {
                    found.insert(member);
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By definition: can the function be reached from itself?
    fn by_definition(callees: &BTreeMap<FunctionId, Vec<FunctionId>>, f: FunctionId) -> bool {
        let mut seen = FxHashSet::default();
        let mut todo = vec![f];
        while let Some(caller) = todo.pop() {
            for &callee in callees.get(&caller).into_iter().flatten() {
                if callee == f {
                    return true;
                }
                if seen.insert(callee) {
                    todo.push(callee);
                }
            }
        }
        false
    }

    #[test]
    fn components_are_those_of_the_definition() {
        let mut state = 1_u64;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % below
        };
        for _ in 0..500 {
            let functions = 1 + random(8);
            let mut callees: BTreeMap<FunctionId, Vec<FunctionId>> = BTreeMap::new();
            for _ in 0..random(12) {
                let (from, to) = (random(functions) as u32, random(functions) as u32);
                callees
                    .entry(FunctionId(from))
                    .or_default()
                    .push(FunctionId(to));
            }
            let found = recursive(&callees);
            for f in (0..functions as u32).map(FunctionId) {
                assert_eq!(
                    found.contains(&f),
                    by_definition(&callees, f),
                    "{callees:?} {f:?}"
                );
            }
        }
    }
}
