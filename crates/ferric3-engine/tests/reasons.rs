//! Reasons why nothing reaches a goal, judged state by state: what is kept of a proof is an invariant, excludes the goal,
//! and has no clause too many.

use std::collections::BTreeSet;

use ferric3_cfa::{EdgeId, LocId, State};
use ferric3_engine::{
    AutoOptions, CheckOptions, EngineKind, Few, Ground, Ic3CfaOptions, Proof, Reason, ReasonEffort,
    Task, Verdict, check_each, reasons,
};
use ferric3_ivl::builder::{Builder, Operand, Var, bv};
use ferric3_ivl::{Program, PropertyId, SplitMix64};
use ferric3_solver::SolverConfig;
use ferric3_term::{Assignment, BitVecValue, Evaluator, Sort, SymbolId, TermId, Terms, Value};

/// Bits of a variable.
const BITS: u32 = 3;

/// A loop that reads a value in each round, and goals that ask for values, some of them behind decisions.
fn program(seed: u64) -> (Program, Terms) {
    let mut random = SplitMix64::new(seed);
    let mut b = Builder::new();
    b.proc("main");
    let [x, y] = ["x", "y"].map(|name| b.local(name, bv(BITS)));
    b.assign(x, random.below(3) as i64);
    b.assign(y, random.below(3) as i64);
    let (head, body, after) = (b.block(), b.block(), b.block());
    b.goto(head);
    b.at(head);
    b.branch(x.ult(5 + random.below(3) as i64), body, after);
    b.at(body);
    if random.below(2) == 0 {
        b.havoc(y);
        b.assign(y, y & random.below(8) as i64);
    }
    for _ in 0..1 + random.below(3) {
        statement(&mut b, &mut random, [x, y], 1);
    }
    b.goto(head);
    b.at(after);
    statement(&mut b, &mut random, [x, y], 1);
    b.finish()
}

fn statement(b: &mut Builder, random: &mut SplitMix64, [x, y]: [Var; 2], depth: u32) {
    let c = random.below(8) as i64;
    let [u, v] = if random.below(2) == 0 { [x, y] } else { [y, x] };
    match random.below(if depth > 0 { 6 } else { 4 }) {
        0 => b.assign(u, u + 1 + (v & 1)),
        1 => b.assign(u, v & c),
        2 | 3 => _ = b.goal(u.is(c)),
        _ => {
            let (yes, no, after) = (b.block(), b.block(), b.block());
            b.branch(u.ult(c), yes, no);
            for block in [yes, no] {
                b.at(block);
                b.goal(v.is(random.below(8) as i64));
                statement(b, random, [x, y], depth - 1);
                b.goto(after);
            }
            b.at(after);
        }
    }
}

fn why(program: &Program, terms: &mut Terms, engine: EngineKind) -> Vec<Reason> {
    let options = CheckOptions::new(engine);
    let settled = check_each(program, terms, &options, &mut (), &mut |_, _| {});
    let settled = settled.expect("every answer stands");
    let mut all = Vec::new();
    for one in &settled {
        let is_proof = matches!(one.report.verdict, Verdict::True(_));
        let found = reasons(terms, &options.solvers, one, ReasonEffort::default());
        let mut goals: Vec<PropertyId> = found.iter().flat_map(|r| r.goals.clone()).collect();
        goals.sort_unstable();
        let mut expected = if is_proof { one.goals.clone() } else { vec![] };
        expected.sort_unstable();
        assert_eq!(goals, expected, "each has one reason");
        all.extend(found);
    }
    all
}

/// Values of symbols; others are zero.
struct Now<'a>(&'a State);

impl Assignment for Now<'_> {
    fn value(&self, terms: &Terms, symbol: SymbolId) -> Value {
        let value = self.0.get(&symbol).cloned();
        value.unwrap_or_else(|| Value::zero(terms.symbol(symbol).sort))
    }
}

fn holds(terms: &Terms, state: &State, term: TermId) -> bool {
    Evaluator::new().eval(terms, &Now(state), term).as_bool()
}

/// All valuations of some symbols.
fn valuations(terms: &Terms, symbols: &[SymbolId]) -> Vec<State> {
    let mut all = vec![State::default()];
    for &symbol in symbols {
        let sort = terms.symbol(symbol).sort;
        let values: Vec<Value> = match sort {
            Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            sort => {
                let width = sort.width().expect("a word");
                let values = 0..1u64 << width;
                values
                    .map(|value| Value::BitVec(BitVecValue::from_u64(value, width)))
                    .collect()
            }
        };
        let before = std::mem::take(&mut all);
        for state in before {
            for value in &values {
                let mut state = state.clone();
                state.insert(symbol, value.clone());
                all.push(state);
            }
        }
    }
    all
}

/// A clause at a location.
type Clue = (LocId, TermId);

/// A task, edge by edge, state by state.
struct Explicit<'a> {
    task: &'a Task,
    terms: &'a Terms,
}

impl Explicit<'_> {
    /// What of a set does not hold behind an edge, if it holds before; and whether the edge leads to an error from there.
    fn lost(&self, set: &BTreeSet<Clue>) -> (BTreeSet<Clue>, bool) {
        let (mut lost, mut is_reached) = (BTreeSet::new(), false);
        for edge in self.task.cfa.edges.ids() {
            self.follow(edge, set, &mut lost, &mut is_reached);
        }
        (lost, is_reached)
    }

    fn follow(
        &self,
        edge: EdgeId,
        set: &BTreeSet<Clue>,
        lost: &mut BTreeSet<Clue>,
        is_reached: &mut bool,
    ) {
        let (terms, form) = (self.terms, self.task.form(edge));
        let mut symbols: Vec<SymbolId> = self.task.cfa.state.iter().map(|var| var.symbol).collect();
        symbols.extend(&form.inputs);
        let at = |loc: LocId| {
            let here = set.iter().filter(move |clue| clue.0 == loc);
            here.map(|clue| clue.1)
        };
        for state in valuations(terms, &symbols) {
            let is_here = at(form.edge.from).all(|clause| holds(terms, &state, clause));
            if !is_here || !holds(terms, &state, form.guard) {
                continue;
            }
            if form.edge.to == self.task.cfa.error {
                *is_reached = true;
                continue;
            }
            let mut next = state.clone();
            for (&symbol, &value) in &form.next {
                next.insert(symbol, Evaluator::new().eval(terms, &Now(&state), value));
            }
            let to = form.edge.to;
            lost.extend(
                at(to)
                    .filter(|&clause| !holds(terms, &next, clause))
                    .map(|c| (to, c)),
            );
        }
    }

    /// Is there an invariant that excludes the errors within a set?
    fn suffices(&self, mut set: BTreeSet<Clue>) -> bool {
        loop {
            let (lost, is_reached) = self.lost(&set);
            if is_reached {
                return false;
            }
            if lost.is_empty() {
                return true;
            }
            set.retain(|clue| !lost.contains(clue));
        }
    }
}

fn clues(few: &Few) -> BTreeSet<Clue> {
    let Proof::Invariant(invariant) = few.certified.proof() else {
        panic!("a few clauses are an invariant");
    };
    let locations = few.task.cfa.locations.ids();
    let clues = locations.filter(|&loc| loc != few.task.cfa.error);
    let clues = clues.flat_map(|loc| invariant.at(loc).iter().map(move |&clause| (loc, clause)));
    clues.collect()
}

#[test]
fn reasons_are_invariants_without_a_clause_too_many() {
    let ic3 = Ic3CfaOptions::default;
    let engines = [
        EngineKind::Auto(AutoOptions::default()),
        EngineKind::Ic3Cfa(ic3()),
        EngineKind::KInduction { max_k: None },
        EngineKind::Unwind { max_bound: None },
        EngineKind::Ic3(ic3()),
    ];
    let (mut with_clauses, mut by_code, mut clauses) = (0, 0, 0);
    for seed in 0..60 {
        let (program, mut terms) = program(seed);
        let engine = engines[seed as usize % engines.len()].clone();
        for reason in why(&program, &mut terms, engine.clone()) {
            let what = format!("{seed}, {engine:?}: {:?}", reason.goals);
            let Ground::Clauses(few) = &reason.ground else {
                continue;
            };
            let explicit = Explicit {
                task: &few.task,
                terms: &terms,
            };
            let all = clues(few);
            assert_eq!(explicit.lost(&all), (BTreeSet::new(), false), "{what}");
            assert!(few.is_minimal || reason.goals.len() > 1, "{what}");
            clauses += all.len();
            *(if all.is_empty() {
                &mut by_code
            } else {
                &mut with_clauses
            }) += 1;
            if !few.is_minimal {
                continue;
            }
            for clue in &all {
                let mut others = all.clone();
                others.remove(clue);
                assert!(
                    !explicit.suffices(others),
                    "{what}: a clause is superfluous"
                );
            }
        }
    }
    assert!(
        with_clauses > 20 && by_code > 3 && clauses > with_clauses,
        "{with_clauses}, {by_code}, {clauses}"
    );
}

/// Proofs without an invariant have reasons, too: facts, or what a short search finds.
#[test]
fn a_proof_by_unrolling_has_a_reason_with_clauses() {
    let mut b = Builder::new();
    b.proc("main");
    let (x, y, rounds) = (
        b.local("x", bv(8)),
        b.local("y", bv(8)),
        b.local("rounds", bv(8)),
    );
    b.assign(x, 0);
    b.assign(y, 7);
    b.assign(rounds, 0);
    b.while_(rounds.ult(4), |b| {
        b.assign(rounds, rounds + 1);
        b.assign(x, x + 2);
    });
    let goal = b.goal(x.is(9));
    b.assert(y.is(7));
    let (program, mut terms) = b.finish();
    for engine in [
        EngineKind::Unwind { max_bound: None },
        EngineKind::Bmc { max_depth: None },
    ] {
        let all = why(&program, &mut terms, engine);
        let reason = all.iter().find(|reason| reason.goals.contains(&goal));
        let Some(Reason {
            ground: Ground::Clauses(few),
            ..
        }) = reason
        else {
            panic!("{all:?}");
        };
        let symbols: BTreeSet<SymbolId> = clues(few)
            .iter()
            .flat_map(|&(_, clause)| terms.symbols_of(clause))
            .collect();
        let y = few.task.cfa.state.iter().find(|var| {
            let name = &terms.symbol(var.symbol).name;
            name.contains('y')
        });
        assert!(!symbols.is_empty() && y.is_none_or(|y| !symbols.contains(&y.symbol)));
    }
}

/// Where nothing may be spent, the whole proof is the reason.
#[test]
fn without_effort_the_proof_stays_the_reason() {
    let mut b = Builder::new();
    b.proc("main");
    let (x, y) = (b.local("x", bv(8)), b.local("y", bv(8)));
    b.assign(x, 0);
    b.while_(x.ult(100), |b| {
        b.havoc(y);
        b.assign(x, x + 2 + (y & 2));
        b.goal(x.is(33));
    });
    let (program, mut terms) = b.finish();
    let options = CheckOptions::new(EngineKind::Ic3Cfa(Ic3CfaOptions::default()));
    let settled = check_each(&program, &mut terms, &options, &mut (), &mut |_, _| {});
    let settled = settled.expect("every answer stands");
    let of = |terms: &mut Terms, per_goal| {
        let effort = ReasonEffort { per_goal };
        reasons(terms, &SolverConfig::default(), &settled[0], effort).remove(0)
    };
    assert!(matches!(of(&mut terms, 0).ground, Ground::Whole));
    assert!(matches!(
        of(&mut terms, 1_000_000).ground,
        Ground::Clauses(_)
    ));
}
