//! The automaton with fewer errors: what nobody asks about any more is the end of a run.
//!
//! Runs end at a violation, whether or not somebody asks about it: `assert c` lets no run with `¬c`
//! go on. At a coverage goal they go on in any case. So the way to a target can be left out without
//! adding a run or taking one away, and what is known of the states at a location stays true. Large blocks join the ways of several targets to one edge; commands are
//! in normal form, with choices only in front, so that each way ends with the mark of its target.

use std::collections::BTreeMap;

use ferric3_ivl::IdxVec;

use crate::{Cfa, Cmd, CmdId, EdgeId, TargetKind};

/// The ways over an edge into the error location, by what it means to get there. None if a way
/// does not say.
pub fn ways_by_target(cfa: &Cfa, edge: EdgeId) -> Option<BTreeMap<TargetKind, Vec<CmdId>>> {
    let mut found: BTreeMap<TargetKind, Vec<CmdId>> = BTreeMap::new();
    let mut stack = vec![cfa.edges[edge].command];
    while let Some(cmd) = stack.pop() {
        let last = match cfa.commands.get(cmd) {
            Cmd::Choice { alternatives, .. } => {
                stack.extend(alternatives.iter().rev());
                continue;
            }
            Cmd::Seq(_, last) => *last,
            _ => cmd,
        };
        let Cmd::Reach(target) = cfa.commands.get(last) else {
            return None;
        };
        let kind = cfa.targets[*target].kind;
        found.entry(kind).or_default().push(cmd);
    }
    Some(found)
}

/// The automaton with an edge of its own for each location and each meaning of getting to the error
/// location from there; and by edge that meaning, if it leads there. None if a way does not say.
pub fn errors_apart(cfa: &Cfa) -> Option<(Cfa, Vec<Option<TargetKind>>)> {
    let mut apart = cfa.clone();
    apart.edges = IdxVec::new();
    let mut kinds = Vec::new();
    for (id, edge) in cfa.edges.iter_enumerated() {
        if edge.to != cfa.error {
            apart.edges.push(*edge);
            kinds.push(None);
            continue;
        }
        for (kind, ways) in ways_by_target(cfa, id)? {
            let command = apart.commands.choice(ways, cfa.deterministic);
            apart.add_edge(edge.from, command, edge.to);
            kinds.push(Some(kind));
        }
    }
    Some((apart, kinds))
}

/// The automaton without the ways to targets that are not asked about. Edges that stay as they are
/// keep their order and their commands. None if an edge into the error location does not say what it
/// leads to.
pub fn restrict(cfa: &Cfa, is_asked: &dyn Fn(TargetKind) -> bool) -> Option<Cfa> {
    let mut restricted = cfa.clone();
    restricted.edges = IdxVec::new();
    for (id, edge) in cfa.edges.iter_enumerated() {
        if edge.to != cfa.error {
            restricted.edges.push(*edge);
            continue;
        }
        let ways = ways_by_target(cfa, id)?;
        if ways.keys().all(|&kind| is_asked(kind)) {
            restricted.edges.push(*edge);
            continue;
        }
        let asked = ways.into_iter().filter(|&(kind, _)| is_asked(kind));
        let mut left: Vec<CmdId> = asked.flat_map(|(_, ways)| ways).collect();
        left.sort_unstable();
        if !left.is_empty() {
            let command = restricted.commands.choice(left, cfa.deterministic);
            restricted.add_edge(edge.from, command, edge.to);
        }
    }
    Some(restricted)
}

#[cfg(test)]
mod tests {
    use ferric3_ivl::PropertyId;
    use ferric3_term::Terms;

    use super::*;
    use crate::Target;

    /// Two ways over one edge and one over another.
    fn automaton(terms: &mut Terms) -> Cfa {
        let mut cfa = Cfa::new();
        cfa.deterministic = true;
        let loc = cfa.add_location("l", None);
        let skip = cfa.commands.skip(terms);
        cfa.add_edge(cfa.initial, skip, loc);
        let (_, x) = terms.fresh_symbol("x", ferric3_term::Sort::Bool);
        let not_x = terms.not(x);
        let way = |cfa: &mut Cfa, guard, number| {
            let kind = TargetKind::Property(PropertyId::new(number));
            let target = cfa.targets.push(Target { kind, span: None });
            let (assume, reach) = (cfa.commands.assume(guard), cfa.commands.reach(target));
            cfa.commands.seq(terms, assume, reach)
        };
        let (first, second) = (way(&mut cfa, x, 0), way(&mut cfa, not_x, 1));
        let third = way(&mut cfa, x, 2);
        let both = cfa.commands.choice(vec![first, second], true);
        let error = cfa.error;
        cfa.add_edge(loc, both, error);
        cfa.add_edge(cfa.initial, third, error);
        cfa
    }

    fn asked(numbers: &'static [usize]) -> impl Fn(TargetKind) -> bool {
        move |kind| match kind {
            TargetKind::Property(property) => numbers.contains(&property.index()),
            _ => true,
        }
    }

    #[test]
    fn ways_that_nobody_asks_about_are_gone() {
        let mut terms = Terms::new();
        let cfa = automaton(&mut terms);
        let kinds = |cfa: &Cfa| -> Vec<usize> {
            let error = cfa
                .edges
                .iter_enumerated()
                .filter(|(_, e)| e.to == cfa.error);
            let ways = error.flat_map(|(id, _)| ways_by_target(cfa, id).expect("it says"));
            ways.map(|(kind, _)| match kind {
                TargetKind::Property(property) => property.index(),
                _ => usize::MAX,
            })
            .collect()
        };
        assert_eq!(kinds(&cfa), [0, 1, 2]);
        for numbers in [&[0, 1, 2][..], &[0, 1], &[1], &[2], &[]] {
            let restricted = restrict(&cfa, &asked(numbers)).expect("all edges say");
            assert_eq!(kinds(&restricted), numbers);
            // What does not lead to the error location is as it was.
            assert_eq!(restricted.edges.iter().next(), cfa.edges.iter().next());
        }
    }

    #[test]
    fn an_edge_that_does_not_say_where_it_leads_to_cannot_be_restricted() {
        let mut terms = Terms::new();
        let mut cfa = automaton(&mut terms);
        let skip = cfa.commands.skip(&mut terms);
        cfa.add_edge(cfa.initial, skip, cfa.error);
        assert!(restrict(&cfa, &asked(&[])).is_none());
    }
}
