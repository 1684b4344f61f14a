//! A weak topological order of the automaton (Bourdoncle, FMPA 1993): loops with heads, nested.
//!
//! Every edge that leads backwards in the order leads to the head of a loop that it is inside of.
//! Found by strongly connected components, again inside of each without its head.

use ferric3_cfa::LocId;
use rustc_hash::FxHashSet;

use crate::Task;

/// An element of the order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Element {
    /// A location outside of any further loop.
    Location(LocId),
    /// A loop: its head and what else is in it.
    Loop(LocId, Vec<Element>),
}

/// All locations of an order, or of a part of it.
pub(super) fn locations(elements: &[Element]) -> impl Iterator<Item = LocId> + '_ {
    let mut todo: Vec<&Element> = elements.iter().rev().collect();
    std::iter::from_fn(move || match todo.pop()? {
        Element::Location(loc) => Some(*loc),
        Element::Loop(head, body) => {
            todo.extend(body.iter().rev());
            Some(*head)
        }
    })
}

/// The order of those locations that a filter lets through, as far as they can be reached.
pub(super) fn order(task: &Task, is_wanted: &dyn Fn(LocId) -> bool) -> Vec<Element> {
    let wanted = task.cfa.locations.ids().filter(|&loc| is_wanted(loc));
    let wanted: FxHashSet<LocId> = wanted.collect();
    order_of(task, &wanted, &[task.cfa.initial])
}

/// The order of some locations, as far as they can be reached from others. One level of loops for
/// each recursive call.
fn order_of(task: &Task, among: &FxHashSet<LocId>, starts: &[LocId]) -> Vec<Element> {
    let mut elements = Vec::new();
    for component in components(task, among, starts).into_iter().rev() {
        let head = component[0];
        let mut successors = task
            .outgoing(head)
            .iter()
            .map(|&edge| task.cfa.edges[edge].to);
        if component.len() == 1 && !successors.any(|to| to == head) {
            elements.push(Element::Location(head));
            continue;
        }
        let rest: FxHashSet<LocId> = component[1..].iter().copied().collect();
        let successors = task.outgoing(head).iter();
        let successors: Vec<LocId> = successors.map(|&edge| task.cfa.edges[edge].to).collect();
        elements.push(Element::Loop(head, order_of(task, &rest, &successors)));
    }
    elements
}

/// The strongly connected components (Tarjan, SIAM J. Comput. 1972), in the order in which they are
/// finished, which is one from the last to the first; in each of them, the location that was seen
/// first comes first.
fn components(task: &Task, among: &FxHashSet<LocId>, starts: &[LocId]) -> Vec<Vec<LocId>> {
    let mut search = Search {
        number: vec![0; task.cfa.locations.len()],
        low: vec![0; task.cfa.locations.len()],
        is_open: vec![false; task.cfa.locations.len()],
        open: Vec::new(),
        next: 1,
        found: Vec::new(),
    };
    for &start in starts {
        if among.contains(&start) && search.number[start.index()] == 0 {
            search.visit(task, among, start);
        }
    }
    search.found
}

struct Search {
    /// In the order of the visits, from 1.
    number: Vec<usize>,
    /// The least number known to be in the same component.
    low: Vec<usize>,
    is_open: Vec<bool>,
    /// Locations whose components are not finished.
    open: Vec<LocId>,
    next: usize,
    found: Vec<Vec<LocId>>,
}

impl Search {
    fn visit(&mut self, task: &Task, among: &FxHashSet<LocId>, start: LocId) {
        let mut stack = vec![(start, 0)];
        while let Some((loc, done)) = stack.pop() {
            let i = loc.index();
            if done == 0 {
                self.number[i] = self.next;
                self.low[i] = self.next;
                self.next += 1;
                self.open.push(loc);
                self.is_open[i] = true;
            }
            let mut next = None;
            let edges = &task.outgoing(loc)[done..];
            for (k, &edge) in edges.iter().enumerate() {
                let to = task.cfa.edges[edge].to;
                if !among.contains(&to) {
                    continue;
                }
                if self.number[to.index()] == 0 {
                    next = Some((to, done + k + 1));
                    break;
                }
                if self.is_open[to.index()] {
                    self.low[i] = self.low[i].min(self.number[to.index()]);
                }
            }
            if let Some((to, done)) = next {
                stack.push((loc, done));
                stack.push((to, 0));
                continue;
            }
            self.finish(loc);
            if let Some(&(before, _)) = stack.last() {
                let low = self.low[i];
                let before = &mut self.low[before.index()];
                *before = low.min(*before);
            }
        }
    }

    /// If the component of a location begins with it, it is complete.
    fn finish(&mut self, loc: LocId) {
        if self.low[loc.index()] != self.number[loc.index()] {
            return;
        }
        let start = self.open.iter().rposition(|&other| other == loc);
        let component = self.open.split_off(start.expect("it is open"));
        for other in &component {
            self.is_open[other.index()] = false;
        }
        self.found.push(component);
    }
}
