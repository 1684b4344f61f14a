//! What engines claim about the automaton that they were given.

use std::collections::BTreeSet;
use std::ops::Range;
use std::time::Duration;

use ferric3_cfa::{
    BlockSize, Cfa, FactOptions, LocId, PassOptions, PassSet, analyse, blocks, mark_loop_heads,
    reduce,
};
use ferric3_engine::{Answer, Engine, Exchange, Session, Task, UnknownReason};
use ferric3_solver::SolverConfig;
use ferric3_term::{TermId, Terms};

use crate::early::{after_time, after_work, amounts, auto, engines};
use ferric3_testgen::{Point, RandomCfa};

/// States that are looked at of a cube.
const STATES: usize = 8;

/// A task, and what explicit search says about it.
struct Judged {
    search: RandomCfa,
    task: Task,
    shortest: Option<usize>,
    reached: BTreeSet<Point>,
}

/// Makes engines tell what they have proved.
struct Listener;

impl Exchange for Listener {
    fn publish(&mut self, _: &Terms, _: &[(LocId, TermId)]) {}

    fn has_others(&self) -> bool {
        true
    }

    fn receive(&mut self, _: &mut Terms) -> Vec<(LocId, TermId)> {
        Vec::new()
    }
}

/// What engines have claimed.
#[derive(Debug, Default)]
struct Claims {
    stopped: usize,
    depths: usize,
    /// Unrollings that were complete where they did not count.
    only_unrolled: usize,
    bounds: usize,
    clauses: usize,
    spots: usize,
}

impl Judged {
    fn new(random: &RandomCfa, mut terms: Terms, cfa: Cfa, block_size: BlockSize) -> Judged {
        let facts = analyse(&cfa, &mut terms, &FactOptions::default());
        let facts = facts.facts().clone();
        let large = blocks(cfa, &terms, block_size);
        let facts = facts.after(&large.reduction);
        let task = Task::new(large.cfa, &mut terms).with_facts(facts);
        let search = random.later(terms, task.cfa.clone());
        Judged {
            shortest: search.shortest_error(),
            reached: search.reached(),
            search,
            task,
        }
    }

    /// Lets an engine work until it has to stop, and looks at what it claims then.
    fn judge(
        &self,
        engine: &mut dyn Engine,
        solvers: &SolverConfig,
        unrollings: bool,
        what: &str,
        claims: &mut Claims,
    ) {
        let mut terms = self.search.terms.clone();
        let mut session = Session {
            solvers,
            progress: &mut (),
            exchange: &mut Listener,
            judge: &mut (),
            unrollings,
        };
        let answer = engine.solve(&self.task, &mut terms, &mut session);
        let what = format!("{what}, {}", engine.name());
        match answer {
            Answer::Safe(_) => assert_eq!(self.shortest, None, "{what}: called safe"),
            Answer::Unsafe(_) => assert!(self.shortest.is_some(), "{what}: called unsafe"),
            Answer::Unknown(reason) => {
                claims.stopped += 1;
                if let UnknownReason::OnlyUnrolled(_) = reason {
                    assert!(!unrollings, "{what}: an unrolling would do");
                    assert_eq!(self.shortest, None, "{what}: called safe but for the proof");
                    claims.only_unrolled += 1;
                }
                if let UnknownReason::Bound(depth) | UnknownReason::OnlyUnrolled(depth) = reason {
                    claims.bounds += usize::from(depth.edges() > 0);
                    self.judge_depth(depth.edges(), &what);
                }
            }
        }
        let knowledge = engine.knowledge();
        claims.depths += usize::from(knowledge.depth.edges() > 0);
        self.judge_depth(knowledge.depth.edges(), &what);

        let random = self.search.later(terms, self.task.cfa.clone());
        for (loc, clause) in knowledge.known.iter() {
            if self.task.facts.at(loc).contains(&clause) {
                continue; // tests/facts.rs
            }
            claims.clauses += 1;
            let here = self.reached.iter().filter(|(at, _)| *at == loc);
            for (_, state) in here {
                assert!(random.holds(clause, state), "{what}: {clause:?} at {loc:?}");
            }
        }
        if let Some(spot) = knowledge.hot_spot {
            claims.spots += 1;
            let clauses = knowledge.known.at(spot.loc);
            let clauses = clauses.iter().copied();
            let all: Vec<_> = clauses.chain(spot.cube.iter().copied()).collect();
            let mut states = random.all_states();
            states.retain(|state| all.iter().all(|&literal| random.holds(literal, state)));
            assert!(!states.is_empty(), "{what}: nothing is to be excluded");
            for state in states.into_iter().take(STATES) {
                let leads = random.leads_to_error((spot.loc, state));
                assert!(leads, "{what}: a state need not be excluded");
            }
        }
    }

    fn judge_depth(&self, depth: usize, what: &str) {
        if let Some(shortest) = self.shortest {
            assert!(
                depth < shortest,
                "{what}: no run of {depth} edges, but one of {shortest}"
            );
        }
    }
}

/// The automata of a seed: as they are and with large blocks; made smaller by passes.
fn automata(seed: u64) -> Vec<(String, Judged)> {
    let random = RandomCfa::new(seed);
    let mut judged = Vec::new();
    for size in [BlockSize::Single, BlockSize::Loops] {
        let of = Judged::new(&random, random.terms.clone(), random.cfa.clone(), size);
        judged.push((format!("seed {seed}, {size:?}"), of));
    }
    let mut small = RandomCfa::small(seed);
    mark_loop_heads(&mut small.cfa);
    for passes in [PassSet::NONE, PassSet::all()] {
        let mut terms = small.terms.clone();
        let options = PassOptions::with_passes(passes);
        let reduced = reduce(small.cfa.clone(), &mut terms, &options);
        let of = Judged::new(&small, terms, reduced.cfa, BlockSize::Loops);
        judged.push((format!("seed {seed}, {passes:?}"), of));
    }
    judged
}

fn judge_all(seeds: Range<u64>) {
    let total = usize::try_from(seeds.end - seeds.start).expect("small");
    let mut claims = Claims::default();
    for seed in seeds {
        for (what, judged) in automata(seed) {
            for amount in amounts(seed) {
                for mut engine in engines(amount) {
                    let what = format!("{what}, {amount} units");
                    let solvers = after_work(amount);
                    let unrollings = amount % 3 > 0;
                    judged.judge(engine.as_mut(), &solvers, unrollings, &what, &mut claims);
                }
            }
        }
    }
    let Claims {
        stopped,
        depths,
        only_unrolled,
        bounds,
        clauses,
        spots,
    } = claims;
    assert!(
        stopped > 50 * total && depths > 50 * total && bounds > 10 * total,
        "{claims:?}"
    );
    assert!(
        clauses > 0 && spots > total && only_unrolled > 0,
        "{claims:?}"
    );
}

#[test]
fn engines_that_stop_early_claim_nothing_wrong() {
    judge_all(0..15);
}

#[test]
#[ignore = "long: run by scripts/long-tests"]
fn engines_that_stop_early_claim_nothing_wrong_long() {
    judge_all(1000..3000);
}

/// The group begins where bounded searches give up, which takes longer.
#[test]
fn groups_that_stop_early_claim_nothing_wrong() {
    let mut claims = Claims::default();
    for seed in 0..12 {
        for (what, judged) in automata(seed) {
            for (power, cores) in (0..4).zip([1, 2, 1, 2]) {
                let time = Duration::from_micros(30 * 8u64.pow(power));
                let what = format!("{what}, {time:?}");
                let mut engine = auto(cores).create();
                judged.judge(engine.as_mut(), &after_time(time), true, &what, &mut claims);
            }
        }
    }
    assert!(claims.stopped > 20 && claims.depths > 50, "{claims:?}");
}
