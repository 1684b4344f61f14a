//! Locations with the same future become one (Paige and Tarjan: Three Partition Refinement
//! Algorithms, 1987).
//!
//! Two locations are equivalent if each edge out of one has an edge out of the other with the same
//! command into an equivalent location. Reads of inputs are the same command if they stand at the
//! same place of the program, so the copies of an inlined procedure are equivalent if the calls
//! go on in the same way.
//!
//! Loop heads are assumed to be equivalent at first. One round goes backwards through the
//! automaton and gives every location a class by its edges; loop heads whose edges differ are told
//! apart from then on, until none is left. Loops that need many rounds are not worth it: then no
//! two heads are equivalent.

use ferric3_ivl::{IdxVec, InputId};
use ferric3_term::SymbolId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Outcome;
use super::straight::steps;
use crate::large_block::DepthFirst;
use crate::{Cfa, Cmd, Edge, EdgeId, Image, LocId, Reduction, Stop, Stopped, TargetKind};

/// Rounds until heads are no longer assumed to be equivalent.
const MAX_ROUNDS: usize = 16;

/// A simple command up to the identity of inputs and targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Step {
    Same(crate::CmdId),
    Read(SymbolId, InputId),
    Reach(TargetKind),
}

/// What leaves a location: commands and the classes that they lead to, sorted, each once.
type Signature = Vec<(u32, u32)>;

pub(super) fn run(cfa: Cfa, stop: Stop<'_>) -> Result<Outcome, Stopped> {
    let keys = keys(&cfa);
    let outgoing = cfa.outgoing();
    let class = classes(&cfa, &outgoing, &keys, stop)?;
    Ok(merge(cfa, &outgoing, &keys, &class))
}

/// By edge: a number for its command.
fn keys(cfa: &Cfa) -> Vec<u32> {
    let mut numbers: FxHashMap<Vec<Step>, u32> = FxHashMap::default();
    let key_of = |edge: &Edge| {
        let step = |cmd| match cfa.commands.get(cmd) {
            Cmd::Havoc(havoc) => {
                let havoc = cfa.commands.havoc_info(*havoc);
                havoc
                    .site
                    .map_or(Step::Same(cmd), |site| Step::Read(havoc.var, site))
            }
            Cmd::Reach(target) => Step::Reach(cfa.targets[*target].kind),
            _ => Step::Same(cmd),
        };
        let key: Vec<Step> = steps(&cfa.commands, edge.command)
            .into_iter()
            .map(step)
            .collect();
        let next = u32::try_from(numbers.len()).expect("fewer than 2^32 edges");
        *numbers.entry(key).or_insert(next)
    };
    cfa.edges.iter().map(key_of).collect()
}

/// By location: its class.
fn classes(
    cfa: &Cfa,
    outgoing: &[Vec<EdgeId>],
    keys: &[u32],
    stop: Stop<'_>,
) -> Result<Vec<u32>, Stopped> {
    let order = DepthFirst::run(cfa, outgoing);
    let count = |n: usize| u32::try_from(n).expect("fewer than 2^32 locations");
    let heads: Vec<LocId> = cfa
        .locations
        .ids()
        .filter(|loc| order.is_loop_head[loc.index()])
        .collect();
    // Locations that the search does not find keep classes of their own, and so do both ends.
    let mut class: Vec<u32> = (0..count(cfa.locations.len())).collect();
    let mut head_classes = usize::from(!heads.is_empty());
    for &head in &heads {
        class[head.index()] = count(heads[0].index());
    }
    for round in 0.. {
        if round == MAX_ROUNDS {
            for &head in &heads {
                class[head.index()] = count(head.index());
            }
            head_classes = heads.len();
        }
        let mut numbers: FxHashMap<Signature, u32> = FxHashMap::default();
        let mut finer: FxHashMap<(u32, Signature), u32> = FxHashMap::default();
        let mut refined = Vec::with_capacity(heads.len());
        for &loc in order.topological.iter().rev() {
            stop.ask()?;
            if loc == cfa.initial || loc == cfa.error {
                continue;
            }
            let mut signature: Signature = outgoing[loc.index()]
                .iter()
                .map(|&edge| (keys[edge.index()], class[cfa.edges[edge].to.index()]))
                .collect();
            signature.sort_unstable();
            signature.dedup();
            let own = count(loc.index());
            if order.is_loop_head[loc.index()] {
                let old = class[loc.index()];
                refined.push((loc, *finer.entry((old, signature)).or_insert(own)));
            } else {
                class[loc.index()] = *numbers.entry(signature).or_insert(own);
            }
        }
        if finer.len() == head_classes {
            return Ok(class);
        }
        head_classes = finer.len();
        for (head, number) in refined {
            class[head.index()] = number;
        }
    }
    unreachable!("in the end no two heads are equivalent")
}

/// One location for each class.
fn merge(mut cfa: Cfa, outgoing: &[Vec<EdgeId>], keys: &[u32], class: &[u32]) -> Outcome {
    let mut locations = IdxVec::new();
    let mut first: Vec<Option<(LocId, LocId)>> = vec![None; cfa.locations.len()];
    let mut image = Vec::with_capacity(cfa.locations.len());
    let mut others = Vec::new();
    for (loc, location) in cfa.locations.iter_enumerated() {
        let slot = &mut first[class[loc.index()] as usize];
        let (representative, now) =
            *slot.get_or_insert_with(|| (loc, locations.push(location.clone())));
        locations[now].is_loop_head |= location.is_loop_head;
        image.push(now);
        if representative != loc {
            others.push((loc, representative));
        }
    }
    let mut reduction = Reduction::new(image.iter().map(|&now| Image::At(now)).collect());
    for &(loc, representative) in &others {
        same_inputs(
            &cfa,
            &outgoing[loc.index()],
            &outgoing[representative.index()],
            keys,
            class,
            &mut reduction,
        );
    }
    if others.is_empty() {
        return Outcome {
            cfa,
            reduction,
            changed: false,
        };
    }
    let mut edges = IdxVec::new();
    let mut seen = FxHashSet::default();
    for edge in cfa.edges.iter() {
        let from = image[edge.from.index()];
        let is_first = first[class[edge.from.index()] as usize].map(|(loc, _)| loc);
        let new = Edge {
            from,
            command: edge.command,
            to: image[edge.to.index()],
        };
        if is_first == Some(edge.from) && seen.insert((new.from, new.command, new.to)) {
            edges.push(new);
        }
    }
    cfa.initial = image[cfa.initial.index()];
    cfa.error = image[cfa.error.index()];
    cfa.locations = locations;
    cfa.edges = edges;
    Outcome {
        cfa,
        reduction,
        changed: true,
    }
}

/// The inputs on edges that go are those on the edges that stay.
fn same_inputs(
    cfa: &Cfa,
    gone: &[EdgeId],
    kept: &[EdgeId],
    keys: &[u32],
    class: &[u32],
    reduction: &mut Reduction,
) {
    let signature = |edge: EdgeId| (keys[edge.index()], class[cfa.edges[edge].to.index()]);
    let inputs = |edge: EdgeId| {
        steps(&cfa.commands, cfa.edges[edge].command)
            .into_iter()
            .filter_map(|step| match cfa.commands.get(step) {
                Cmd::Havoc(havoc) => Some(cfa.commands.havoc_info(*havoc).input),
                _ => None,
            })
            .collect::<Vec<SymbolId>>()
    };
    for &edge in gone {
        let before = inputs(edge);
        if before.is_empty() {
            continue;
        }
        let same = kept
            .iter()
            .find(|&&other| signature(other) == signature(edge))
            .expect("equivalent locations have equivalent edges");
        for (before, now) in before.into_iter().zip(inputs(*same)) {
            if before != now {
                reduction.read_as(before, now);
            }
        }
    }
}
