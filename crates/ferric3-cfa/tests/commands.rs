//! Canonical form, wep, path splitting and large blocks against the definition of commands.

use std::collections::{BTreeMap, BTreeSet};

use ferric3_cfa::{
    BlockSize, LocId, State, Stop, blocks, canonical_edges, canonical_edges_under, run_edge, split,
    split_literals, wep,
};
use ferric3_term::{BitVecValue, Sort, SymbolId, Terms, Value};
use ferric3_testgen::RandomCfa;
use ferric3_testkit::Rng;

/// More bits of inputs than this are not enumerated.
const MAX_INPUT_BITS: u32 = 8;

/// All values of the inputs, or `None` if there are too many.
fn all_inputs(terms: &Terms, inputs: &[SymbolId]) -> Option<Vec<State>> {
    let width = |&w: &SymbolId| terms.symbol(w).sort.width().unwrap_or(1);
    let bits: u32 = inputs.iter().map(width).sum();
    if bits > MAX_INPUT_BITS {
        return None;
    }
    let decode = |mut code: u64| {
        let mut state = State::default();
        for w in inputs {
            let value = match terms.symbol(*w).sort {
                Sort::Bool => Value::Bool(code & 1 == 1),
                _ => Value::BitVec(BitVecValue::from_u64(code, width(w))),
            };
            state.insert(*w, value);
            code >>= width(w);
        }
        state
    };
    Some((0..1 << bits).map(decode).collect())
}

fn concrete(random: &RandomCfa, state: &[u64]) -> State {
    let symbols = random.symbols().into_iter();
    symbols
        .map(|s| (s, random.state_value(state, s).expect("a variable")))
        .collect()
}

fn encode(random: &RandomCfa, state: &State) -> Vec<u64> {
    random
        .symbols()
        .iter()
        .map(|s| state[s].as_bv().to_u64().expect("narrow"))
        .collect()
}

#[test]
fn the_canonical_form_has_the_successors_of_the_definition() {
    let mut compared = 0;
    for seed in 0..40 {
        let mut random = RandomCfa::new(seed);
        let forms = canonical_edges(&random.cfa, &mut random.terms);
        for form in forms.iter() {
            let Some(inputs) = all_inputs(&random.terms, &form.inputs) else {
                continue;
            };
            for state in random.all_states().into_iter().step_by(3) {
                let start = concrete(&random, &state);
                let found: BTreeSet<Vec<u64>> = inputs
                    .iter()
                    .filter_map(|w| run_edge(&random.cfa, &random.terms, form, &start, w))
                    .map(|run| encode(&random, &run.state))
                    .collect();
                let expected = random.successors(form.edge.command, &state);
                assert_eq!(found, expected, "seed {seed}, state {state:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "only {compared} comparisons");
}

/// At even locations the first variable is known, at odd ones the second is equal to it.
#[test]
fn the_canonical_form_under_known_values_is_right_where_they_hold() {
    let (mut compared, mut smaller) = (0, 0);
    for seed in 0..40 {
        let mut random = RandomCfa::new(seed);
        let (x, y) = (random.symbols()[0], random.symbols()[1]);
        let x_term = random.terms.symbol_term(x);
        let two = random.terms.bv_u64(2, random.terms.width(x_term));
        let known = |loc: LocId| {
            Some(match loc.index() % 2 {
                0 => BTreeMap::from([(x, two)]),
                _ => BTreeMap::from([(y, x_term)]),
            })
        };
        let holds = |loc: LocId, state: &[u64]| match loc.index() % 2 {
            0 => state[0] == 2,
            _ => state[0] == state[1],
        };
        let (cfa, terms) = (&random.cfa, &mut random.terms);
        let plain = canonical_edges(cfa, terms);
        let forms = canonical_edges_under(cfa, terms, &known, Stop::NEVER).expect("nobody asks");
        for (form, plain) in forms.iter().zip(plain.iter()) {
            assert_eq!(form.edge, plain.edge);
            smaller += usize::from(form.guard != plain.guard);
            let Some(inputs) = all_inputs(&random.terms, &form.inputs) else {
                continue;
            };
            let states = random.all_states().into_iter();
            for state in states.filter(|state| holds(form.edge.from, state)) {
                let start = concrete(&random, &state);
                let found: BTreeSet<Vec<u64>> = inputs
                    .iter()
                    .filter_map(|w| run_edge(&random.cfa, &random.terms, form, &start, w))
                    .map(|run| encode(&random, &run.state))
                    .collect();
                let expected = random.successors(form.edge.command, &state);
                assert_eq!(found, expected, "seed {seed}, state {state:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "only {compared} comparisons");
    assert!(smaller > 50, "only {smaller} guards differ");
}

#[test]
fn no_way_out_of_where_no_run_gets() {
    let mut random = RandomCfa::new(1);
    let (cfa, terms) = (&random.cfa, &mut random.terms);
    let forms = canonical_edges_under(cfa, terms, &|_| None, Stop::NEVER).expect("nobody asks");
    assert!(forms.len() > 1);
    let is_never = |guard| random.terms.as_bool(guard) == Some(false);
    assert!(forms.iter().all(|form| is_never(form.guard)));
}

#[test]
fn wep_holds_exactly_where_some_successor_satisfies_the_postcondition() {
    for seed in 0..40 {
        let mut random = RandomCfa::new(seed);
        let mut rng = Rng::new(seed);
        let forms = canonical_edges(&random.cfa, &mut random.terms);
        let x = random.terms.symbol_term(random.symbols()[0]);
        let bound = random.terms.bv_u64(rng.number(), random.terms.width(x));
        let post = random.terms.bv_ult(x, bound);
        for form in forms.iter() {
            let pre = wep(
                &random.cfa.commands,
                &mut random.terms,
                form.edge.command,
                post,
            );
            let symbols = random.symbols();
            let mut free = random.terms.symbols_of(pre);
            free.retain(|s| !symbols.contains(s));
            let Some(inputs) = all_inputs(&random.terms, &free) else {
                continue;
            };
            for state in random.all_states().into_iter().step_by(5) {
                let start = concrete(&random, &state);
                let some_way = inputs.iter().any(|w| {
                    let mut all = start.clone();
                    all.extend(w.iter().map(|(s, v)| (*s, v.clone())));
                    random.terms.eval(pre, &all).as_bool()
                });
                let expected = random
                    .successors(form.edge.command, &state)
                    .iter()
                    .any(|after| random.terms.eval(post, &concrete(&random, after)).as_bool());
                assert_eq!(some_way, expected, "seed {seed}, state {state:?}");
            }
        }
    }
}

#[test]
fn the_precondition_along_a_path_is_a_cube_of_states_that_get_there() {
    let mut cubes = 0;
    for seed in 0..40 {
        let mut random = RandomCfa::new(seed);
        let forms = canonical_edges(&random.cfa, &mut random.terms);
        let x = random.terms.symbol_term(random.symbols()[0]);
        let bound = random.terms.bv_u64(2, random.terms.width(x));
        let post = random.terms.bv_ult(x, bound);
        for form in forms.iter() {
            let Some(inputs) = all_inputs(&random.terms, &form.inputs) else {
                continue;
            };
            for state in random.all_states().into_iter().step_by(41) {
                let start = concrete(&random, &state);
                let Some((w, _)) = inputs.iter().find_map(|w| {
                    let run = run_edge(&random.cfa, &random.terms, form, &start, w)?;
                    random
                        .terms
                        .eval(post, &run.state)
                        .as_bool()
                        .then_some((w, run))
                }) else {
                    continue;
                };
                let mut model = start.clone();
                model.extend(w.iter().map(|(s, v)| (*s, v.clone())));
                let path = split(&random.cfa.commands, &random.terms, form, &model);
                let pre = path.wep(&random.cfa.commands, &mut random.terms, &[post]);
                let cube = split_literals(&mut random.terms, pre, &model);
                let in_cube = |state: &State| {
                    let mut all = state.clone();
                    all.extend(w.iter().map(|(s, v)| (*s, v.clone())));
                    cube.iter().all(|&l| random.terms.eval(l, &all).as_bool())
                };
                assert!(
                    in_cube(&start),
                    "seed {seed}: the model is outside its own cube"
                );
                for other in random.all_states() {
                    let other_start = concrete(&random, &other);
                    if in_cube(&other_start) {
                        let after = random.successors(form.edge.command, &other);
                        let ok = after.iter().any(|after| {
                            random.terms.eval(post, &concrete(&random, after)).as_bool()
                        });
                        assert!(
                            ok,
                            "seed {seed}: {other:?} is in the cube but does not get there"
                        );
                    }
                }
                cubes += 1;
            }
        }
    }
    assert!(cubes > 200, "only {cubes} cubes");
}

#[test]
fn blocks_of_any_size_have_the_same_errors() {
    let sizes = [BlockSize::Single, BlockSize::Joins, BlockSize::Loops];
    let mut smaller = [0, 0];
    for seed in 0..20 {
        let mut random = RandomCfa::small(seed);
        let reachable = random.error_is_reachable();
        let original = random.cfa.clone();
        let locations = sizes.map(|size| {
            random.cfa = blocks(original.clone(), &random.terms, size).cfa;
            assert_eq!(
                random.error_is_reachable(),
                reachable,
                "seed {seed}, {size:?}"
            );
            random.cfa.locations.len()
        });
        assert!(locations.is_sorted_by(|a, b| a >= b), "seed {seed}");
        smaller[0] += usize::from(locations[1] < locations[0]);
        smaller[1] += usize::from(locations[2] < locations[1]);
    }
    assert!(smaller[0] > 5 && smaller[1] > 5, "{smaller:?}");
}
