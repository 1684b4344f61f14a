//! Polyhedra against all points of a small box, facts against random runs.

use std::cell::Cell;

use ferric3_term::{Infix, Sort, SymbolId, TermId, Terms, Value};
use ferric3_testkit::Rng;

use super::cone::{Vector, dot, generators};
use super::polyhedron::{Polyhedron, Space};
use crate::{Cfa, Cmd, CmdId, FactOptions, LocId, State, analyse, mark_loop_heads};

const BOX: i64 = 3;

fn space(variables: usize, is_integral: bool) -> Space {
    Space {
        variables,
        is_integral,
        effort: Cell::new(0),
    }
}

/// All integer points of the box, with a 1 in front.
fn points(variables: usize) -> Vec<Vector> {
    let mut found = vec![vec![1]];
    for _ in 0..variables {
        let longer = |point: &Vector| {
            let point = point.clone();
            (-BOX..=BOX).map(move |x| [&point[..], &[x]].concat())
        };
        found = found.iter().flat_map(longer).collect();
    }
    found
}

fn random_vector(rng: &mut Rng, length: usize) -> Vector {
    (0..length).map(|_| rng.below(7) as i64 - 3).collect()
}

fn contains(polyhedron: &Polyhedron, point: &[i64]) -> bool {
    let constraints = &polyhedron.constraints;
    constraints.lines.iter().all(|c| dot(c, point) == 0)
        && constraints.rays.iter().all(|c| dot(c, point) >= 0)
}

/// From constraints to generators and back, nothing is lost and nothing is new.
#[test]
fn descriptions_describe_the_same_cone() {
    let mut rays = 0;
    for seed in 0..600 {
        let mut rng = Rng::new(seed);
        let dim = 2 + rng.below(3);
        let mut some = |count: usize| -> Vec<Vector> {
            let count = rng.below(count);
            (0..count).map(|_| random_vector(&mut rng, dim)).collect()
        };
        let (equations, inequalities) = (some(2), some(7));
        let mut effort = 0;
        let found = generators(dim, &equations, &inequalities, &mut effort).expect("small");
        rays += found.rays.len();
        for (c, is_equation) in equations
            .iter()
            .map(|c| (c, true))
            .chain(inequalities.iter().map(|c| (c, false)))
        {
            assert!(
                found.lines.iter().all(|line| dot(c, line) == 0),
                "seed {seed}"
            );
            let fits = |ray: &Vector| dot(c, ray) == 0 || !is_equation && dot(c, ray) > 0;
            assert!(found.rays.iter().all(fits), "seed {seed}");
        }
        let back = generators(dim, &found.lines, &found.rays, &mut effort).expect("small");
        for point in points(dim) {
            let point = &point[1..];
            let before = equations.iter().all(|c| dot(c, point) == 0)
                && inequalities.iter().all(|c| dot(c, point) >= 0);
            let after = back.lines.iter().all(|c| dot(c, point) == 0)
                && back.rays.iter().all(|c| dot(c, point) >= 0);
            assert_eq!(before, after, "seed {seed}: {point:?}");
        }
    }
    assert!(rays > 500, "{rays}");
}

/// A random polyhedron, by constraints.
fn random(rng: &mut Rng, space: &Space) -> Option<Polyhedron> {
    let mut found = space.top();
    for _ in 0..rng.below(6) {
        let c = random_vector(rng, space.variables + 1);
        found = space.meet(&found, c, rng.below(6) == 0).expect("small")?;
    }
    Some(found)
}

#[test]
fn operations_keep_the_points_that_they_should() {
    let (mut met, mut joined) = (0, 0);
    for seed in 0..500 {
        let mut rng = Rng::new(seed);
        let space = space(1 + rng.below(3), rng.below(2) == 0);
        let (Some(a), Some(b)) = (random(&mut rng, &space), random(&mut rng, &space)) else {
            continue;
        };
        let c = random_vector(&mut rng, space.variables + 1);
        let is_equation = rng.below(3) == 0;
        let both = space.meet(&a, c.clone(), is_equation).expect("small");
        let join = space.join(&a, &b).expect("small");
        let wide = space.widen(&a, &join, &[]).expect("small");
        let variable = rng.below(space.variables);
        let any = space.forget(&a, variable).expect("small");
        let value = random_vector(&mut rng, space.variables + 1);
        let set = space.assign(&a, variable, (&value, 1)).expect("small");
        assert!(a.is_within(&join) && b.is_within(&join) && join.is_within(&wide));
        for point in points(space.variables) {
            let (in_a, in_b) = (contains(&a, &point), contains(&b, &point));
            let fits = dot(&c, &point) == 0 || !is_equation && dot(&c, &point) > 0;
            let in_both = both.as_ref().is_some_and(|both| contains(both, &point));
            assert_eq!(in_a && fits, in_both, "seed {seed}: {point:?}");
            met += usize::from(in_both);
            if in_a || in_b {
                assert!(contains(&join, &point), "seed {seed}: {point:?}");
                joined += 1;
            }
            if in_a {
                let mut other = point.clone();
                other[variable + 1] = rng.below(9) as i64;
                assert!(contains(&any, &other), "seed {seed}: {other:?}");
                other[variable + 1] = i64::try_from(dot(&value, &point)).expect("small");
                assert!(contains(&set, &other), "seed {seed}: {other:?}");
            }
        }
    }
    assert!(met > 1000 && joined > 3000, "{met} {joined}");
}

/// `0 ≤ 2x - 1 ≤ 1` has no integer.
#[test]
fn integers_have_no_room_between_them() {
    for is_integral in [false, true] {
        let space = space(1, is_integral);
        let low = space.meet(&space.top(), vec![-1, 2], false).expect("small");
        let both = space.meet(&low.expect("half a line"), vec![2, -3], false);
        assert_eq!(both.expect("small").is_none(), is_integral);
    }
}

/// A loop over a few numbers.
struct Loop {
    terms: Terms,
    cfa: Cfa,
    head: LocId,
    vars: Vec<(SymbolId, TermId)>,
}

impl Loop {
    fn new(count: usize, sort: Sort) -> Loop {
        let mut terms = Terms::new();
        let mut cfa = Cfa::new();
        let head = cfa.add_location("head", None);
        let mut vars = Vec::new();
        for i in 0..count {
            let var = terms.fresh_symbol(format!("x{i}"), sort);
            cfa.add_state_var(&mut terms, var.0, None);
            vars.push(var);
        }
        Loop {
            terms,
            cfa,
            head,
            vars,
        }
    }

    /// `c₀ + c₁·x₁ + …`
    fn sum(&mut self, c: &[i64]) -> TermId {
        let sort = self.terms.sort(self.vars[0].1);
        let mut sum = self.terms.number(c[0].into(), sort);
        for (&(_, x), &factor) in self.vars.iter().zip(&c[1..]) {
            let factor = self.terms.number(factor.into(), sort);
            let product = self.terms.mul(factor, x);
            sum = self.terms.add(sum, product);
        }
        sum
    }

    fn edge(&mut self, from: LocId, commands: Vec<CmdId>, to: LocId) {
        let skip = self.cfa.commands.skip(&mut self.terms);
        let (terms, store) = (&self.terms, &mut self.cfa.commands);
        let all = commands.into_iter();
        let command = all.fold(skip, |first, next| store.seq(terms, first, next));
        self.cfa.add_edge(from, command, to);
    }

    fn at_least_zero(&mut self, c: &[i64]) -> TermId {
        let zero = self.sum(&vec![0; c.len()]);
        let sum = self.sum(c);
        self.terms.le(zero, sum)
    }

    fn assume(&mut self, c: &[i64]) -> CmdId {
        let condition = self.at_least_zero(c);
        self.cfa.commands.assume(condition)
    }

    fn set(&mut self, variable: usize, c: &[i64]) -> CmdId {
        let value = self.sum(c);
        self.cfa.commands.assign(self.vars[variable].0, value)
    }

    fn facts(&mut self) -> Vec<TermId> {
        mark_loop_heads(&mut self.cfa);
        let analysis = analyse(&self.cfa, &mut self.terms, &FactOptions::default());
        analysis.facts().at(self.head).to_vec()
    }

    fn shown(&mut self) -> Vec<String> {
        let facts = self.facts();
        let show = |&fact: &TermId| Infix::new(&self.terms, fact).to_string();
        facts.iter().map(show).collect()
    }
}

/// `x := 0; y := 0; while (x < n) { x += 1; y += 2 }`, for `n ≥ 0`.
#[test]
fn a_loop_that_counts_has_its_relations() {
    let mut a = Loop::new(3, Sort::Int);
    let (initial, head, error) = (a.cfa.initial, a.head, a.cfa.error);
    let start = vec![
        a.assume(&[0, 0, 0, 1]),
        a.set(0, &[0, 0, 0, 0]),
        a.set(1, &[0, 0, 0, 0]),
    ];
    a.edge(initial, start, head);
    let step = vec![
        a.assume(&[-1, -1, 0, 1]),
        a.set(0, &[1, 1, 0, 0]),
        a.set(1, &[2, 0, 1, 0]),
    ];
    a.edge(head, step, head);
    let wrong = vec![a.assume(&[0, 1, 0, -1]), a.assume(&[-1, 0, -1, 2])];
    a.edge(head, wrong, error);
    let shown = a.shown();
    assert_eq!(
        shown,
        ["x1 == 2 * x0", "x0 - x2 <= 0", "0 <= x0"],
        "{shown:?}"
    );
}

/// Facts hold in every state that random runs of random loops reach.
#[test]
fn facts_hold_on_random_runs() {
    let (mut facts, mut states) = (0, 0);
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let count = 2 + rng.below(2);
        let mut a = Loop::new(count, [Sort::Int, Sort::Real][rng.below(2)]);
        let (initial, head, error) = (a.cfa.initial, a.head, a.cfa.error);
        let mut start = Vec::new();
        for variable in 0..count {
            let mut c = vec![0; count + 1];
            c[0] = rng.below(5) as i64;
            if rng.below(3) > 0 {
                start.push(a.set(variable, &c));
            }
        }
        a.edge(initial, start, head);
        for _ in 0..1 + rng.below(2) {
            let mut step = Vec::new();
            for _ in 0..1 + rng.below(2) {
                let c = random_vector(&mut rng, count + 1);
                step.push(a.assume(&c));
            }
            for _ in 0..1 + rng.below(3) {
                let variable = rng.below(count);
                let mut c = vec![0; count + 1];
                c[variable + 1] = 1;
                c[0] = rng.below(5) as i64 - 2;
                if rng.below(4) == 0 {
                    c = random_vector(&mut rng, count + 1);
                }
                step.push(a.set(variable, &c));
            }
            a.edge(head, step, head);
        }
        let every = a.vars.clone();
        for (i, _) in every.iter().enumerate() {
            // All variables are read, or nobody would speak of them.
            let mut c = vec![0; count + 1];
            c[i + 1] = 1;
            let wrong = vec![a.assume(&c)];
            a.edge(head, wrong, error);
        }
        let known = a.facts();
        facts += known.len();
        for _ in 0..10 {
            states += run(&mut rng, &a, &known, seed);
        }
    }
    assert!(facts > 400 && states > 4000, "{facts} {states}");
}

/// Follows a run, and returns the number of states at the head.
fn run(rng: &mut Rng, a: &Loop, known: &[TermId], seed: u64) -> usize {
    let sort = a.terms.sort(a.vars[0].1);
    let number = |value: i64| Value::number(value.into(), sort).expect("a number");
    let mut state: State = a
        .vars
        .iter()
        .map(|var| (var.0, number(rng.below(7) as i64 - 3)))
        .collect();
    let mut at = a.cfa.initial;
    let mut seen = 0;
    for _ in 0..12 {
        let edges: Vec<_> = a.cfa.edges.iter().filter(|edge| edge.from == at).collect();
        let edge = edges[rng.below(edges.len())];
        let Some(after) = step(a, edge.command, &state) else {
            continue;
        };
        if edge.to == a.cfa.error {
            break;
        }
        (state, at) = (after, edge.to);
        seen += 1;
        for &fact in known {
            let holds = a
                .terms
                .eval(fact, &|s: SymbolId| state[&s].clone())
                .as_bool();
            let fact = Infix::new(&a.terms, fact);
            assert!(holds, "seed {seed}: {fact} does not hold in {state:?}");
        }
    }
    seen
}

/// The state behind a command without choices.
fn step(a: &Loop, cmd: CmdId, before: &State) -> Option<State> {
    let value = |state: &State, t: TermId| a.terms.eval(t, &|s: SymbolId| state[&s].clone());
    match *a.cfa.commands.get(cmd) {
        Cmd::Seq(first, second) => step(a, second, &step(a, first, before)?),
        Cmd::Assume(condition) => value(before, condition).as_bool().then(|| before.clone()),
        Cmd::Assign(symbol, t) => {
            let mut after = before.clone();
            after.insert(symbol, value(before, t));
            Some(after)
        }
        _ => unreachable!("loops here have no other commands"),
    }
}
