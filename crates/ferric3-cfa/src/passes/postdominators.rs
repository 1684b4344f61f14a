//! Postdominators: the locations that every way from a location to the error location passes
//! (Cooper, Harvey and Kennedy: A Simple, Fast Dominance Algorithm, 2001).

use crate::{Cfa, EdgeId, LocId, Stop, Stopped};

/// The tree of immediate postdominators. Its root is the error location.
pub(super) struct Postdominators {
    parent: Vec<LocId>,
    depth: Vec<u32>,
    /// Parents before children.
    order: Vec<LocId>,
}

impl Postdominators {
    /// Requires that there is a way from every location to the error location.
    pub(super) fn of(
        cfa: &Cfa,
        outgoing: &[Vec<EdgeId>],
        incoming: &[Vec<EdgeId>],
        stop: Stop<'_>,
    ) -> Result<Self, Stopped> {
        let count = cfa.locations.len();
        let mut postorder = Vec::with_capacity(count);
        let mut seen = vec![false; count];
        let mut stack = vec![(cfa.error, 0)];
        seen[cfa.error.index()] = true;
        while let Some((loc, position)) = stack.pop() {
            let Some(&edge) = incoming[loc.index()].get(position) else {
                postorder.push(loc);
                continue;
            };
            stack.push((loc, position + 1));
            let from = cfa.edges[edge].from;
            if !std::mem::replace(&mut seen[from.index()], true) {
                stack.push((from, 0));
            }
        }
        let mut number = vec![usize::MAX; count];
        for (position, loc) in postorder.iter().enumerate() {
            number[loc.index()] = position;
        }
        let mut parent: Vec<Option<LocId>> = vec![None; count];
        parent[cfa.error.index()] = Some(cfa.error);
        let meet = |parent: &[Option<LocId>], mut a: LocId, mut b: LocId| {
            let up = |loc: LocId| parent[loc.index()].expect("it was visited");
            while a != b {
                if number[a.index()] < number[b.index()] {
                    a = up(a);
                } else {
                    b = up(b);
                }
            }
            a
        };
        let mut changed = true;
        while changed {
            changed = false;
            for &loc in postorder.iter().rev().skip(1) {
                stop.ask()?;
                let mut new = None;
                for &edge in &outgoing[loc.index()] {
                    let to = cfa.edges[edge].to;
                    if parent[to.index()].is_some() {
                        new = Some(new.map_or(to, |old| meet(&parent, old, to)));
                    }
                }
                changed |= new != parent[loc.index()];
                parent[loc.index()] = new;
            }
        }
        let parent: Vec<LocId> = parent
            .into_iter()
            .map(|loc| loc.expect("every location has a way to the error"))
            .collect();
        let order: Vec<LocId> = postorder.into_iter().rev().collect();
        let mut depth = vec![0; count];
        for &loc in &order[1..] {
            depth[loc.index()] = depth[parent[loc.index()].index()] + 1;
        }
        Ok(Postdominators {
            parent,
            depth,
            order,
        })
    }

    /// The first location that every way from `loc` passes.
    pub(super) fn parent(&self, loc: LocId) -> LocId {
        self.parent[loc.index()]
    }

    /// By location: the depth of the deepest marked location that postdominates it or is it; none
    /// if there is none.
    pub(super) fn nearest_marked(&self, marked: impl Fn(LocId) -> bool) -> Vec<Option<u32>> {
        let mut nearest = vec![None; self.parent.len()];
        for &loc in &self.order {
            nearest[loc.index()] = if marked(loc) {
                Some(self.depth[loc.index()])
            } else {
                nearest[self.parent(loc).index()]
            };
        }
        nearest
    }

    /// The depth in the tree.
    pub(super) fn depth(&self, loc: LocId) -> u32 {
        self.depth[loc.index()]
    }
}
