//! Trees against truth tables.

use super::*;

/// A small generator of numbers, so that the tests need no other crate.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }
}

/// A random tree whose leaves are numbered from `next` on.
fn tree(random: &mut Random, depth: u64, next: &mut usize) -> Shape {
    if depth == 0 || random.below(4) == 0 {
        *next += 1;
        return Shape::Condition(*next - 1);
    }
    let kind = random.below(5);
    let first = Box::new(tree(random, depth - 1, next));
    if kind == 0 {
        return Shape::Not(first);
    }
    let second = Box::new(tree(random, depth - 1, next));
    match kind {
        1 | 2 => Shape::And(first, second),
        _ => Shape::Or(first, second),
    }
}

/// The value if all conditions had values: the textbook's, without short circuit.
fn value(shape: &Shape, bits: u32) -> bool {
    match shape {
        Shape::Condition(i) => bits >> i & 1 == 1,
        Shape::Constant(_, value) => *value,
        Shape::Not(a) => !value(a, bits),
        Shape::And(a, b) => value(a, bits) & value(b, bits),
        Shape::Or(a, b) => value(a, bits) | value(b, bits),
        Shape::Choose(..) => unreachable!("not in these trees"),
    }
}

/// What C evaluates, from left to right.
fn run(shape: &Shape, bits: u32, vector: &mut Vector) -> bool {
    match shape {
        Shape::Condition(i) => {
            vector.0[*i] = Some(bits >> i & 1 == 1);
            bits >> i & 1 == 1
        }
        Shape::Constant(i, value) => {
            vector.0[*i] = Some(*value);
            *value
        }
        Shape::Not(a) => !run(a, bits, vector),
        Shape::And(a, b) => run(a, bits, vector) && run(b, bits, vector),
        Shape::Or(a, b) => run(a, bits, vector) || run(b, bits, vector),
        Shape::Choose(..) => unreachable!("not in these trees"),
    }
}

fn trees() -> impl Iterator<Item = (Shape, usize)> {
    (0..600).filter_map(|seed| {
        let (mut random, mut next) = (Random(seed), 0);
        let shape = tree(&mut random, 1 + seed % 4, &mut next);
        (next <= 8).then_some((shape, next))
    })
}

/// A condition decides exactly if the outcome changes with it, where what was not evaluated may be
/// chosen so, and each operand of a node on the way is as evaluated.
#[test]
fn masking_is_sensitivity() {
    let mut decided = [0, 0];
    for (shape, count) in trees() {
        assert_eq!(shape.len(), count);
        for bits in 0..1u32 << count {
            let mut vector = Vector::new(count);
            let outcome = run(&shape, bits, &mut vector);
            assert_eq!(shape.outcome(&vector), Some(outcome));
            assert_eq!(
                value(&shape, bits),
                outcome,
                "short circuit changes no value"
            );
            for i in 0..count {
                let free = (0..count).filter(|&j| vector.get(j).is_none());
                let free: u32 = free.map(|j| 1 << j).sum();
                // All ways to fill in what was not evaluated.
                let mut fill = free;
                let mut sensitive = false;
                loop {
                    let bits = (bits & !free) | fill;
                    sensitive |= value(&shape, bits) != value(&shape, bits ^ 1 << i);
                    if fill == 0 {
                        break;
                    }
                    fill = (fill - 1) & free;
                }
                let expected = vector.get(i).is_some() && sensitive;
                assert_eq!(
                    shape.decides(&vector, i),
                    expected,
                    "{i} of {shape:?} in {vector}"
                );
                decided[usize::from(expected)] += 1;
            }
        }
    }
    assert!(decided.iter().all(|&count| count > 1000), "{decided:?}");
}

/// Ways through a tree are the vectors of all truth assignments, once each.
#[test]
fn ways_are_all_vectors() {
    for (shape, count) in trees() {
        let mut expected = std::collections::BTreeSet::new();
        for bits in 0..1u32 << count {
            let mut vector = Vector::new(count);
            let outcome = run(&shape, bits, &mut vector);
            expected.insert((vector, outcome));
        }
        let found = shape.evaluations(1 << count).expect("that many at most");
        assert_eq!(found.len(), expected.len());
        assert_eq!(shape.evaluations(found.len()), Some(found.clone()));
        assert_eq!(shape.evaluations(found.len() - 1), None);
        let found: std::collections::BTreeSet<_> = found.into_iter().collect();
        assert_eq!(found, expected);
    }
}

/// Pairs by the definition over truth tables: two assignments that differ in the condition and in the
/// outcome, where the others that both evaluate agree. For each pair, the condition decides by
/// masking in at least one of the two.
#[test]
fn pairs_are_those_of_the_truth_table() {
    let mut count_of_pairs = 0;
    for (shape, count) in trees().filter(|&(_, count)| count <= 6) {
        let evaluations = shape.evaluations(1 << count).expect("that many at most");
        for i in 0..count {
            let mut expected = std::collections::BTreeSet::new();
            for x in 0..1u32 << count {
                for y in 0..1u32 << count {
                    let (mut a, mut b) = (Vector::new(count), Vector::new(count));
                    let (p, q) = (run(&shape, x, &mut a), run(&shape, y, &mut b));
                    let is_pair = p != q
                        && a.get(i) == Some(true)
                        && b.get(i) == Some(false)
                        && (0..count).all(|j| {
                            j == i
                                || a.get(j).is_none()
                                || b.get(j).is_none()
                                || a.get(j) == b.get(j)
                        });
                    if is_pair {
                        assert!(
                            shape.decides(&a, i) && shape.decides(&b, i),
                            "{shape:?} {a} {b}"
                        );
                        expected.insert((a, b));
                    }
                }
            }
            let found = independence_pairs(&evaluations, i);
            count_of_pairs += found.len();
            let found: std::collections::BTreeSet<_> = found
                .into_iter()
                .map(|(a, b)| (evaluations[a].0.clone(), evaluations[b].0.clone()))
                .collect();
            assert_eq!(found, expected, "{i} of {shape:?}");
        }
    }
    assert!(count_of_pairs > 1000, "{count_of_pairs}");
}

/// `c ? a : b` under `&&`: the operand that is evaluated carries.
#[test]
fn operands_of_a_conditional_carry() {
    let leaf = |i| Box::new(Shape::Condition(i));
    let choose = Shape::Choose(leaf(0), Box::new(Shape::Constant(1, true)));
    let shape = Shape::And(Box::new(choose), leaf(2));
    let ways = shape.evaluations(64).expect("few");
    let ways: Vec<String> = ways.iter().map(|(v, o)| format!("{v} {o}")).collect();
    assert_eq!(
        ways,
        [
            "T-T true",
            "-TT true",
            "F-- false",
            "T-F false",
            "-TF false"
        ]
    );
    let vector = |text: &str| {
        let value = |c| match c {
            'T' => Some(true),
            'F' => Some(false),
            _ => None,
        };
        Vector(text.chars().map(value).collect())
    };
    assert!(shape.decides(&vector("T-T"), 0));
    assert!(!shape.decides(&vector("T-F"), 0), "masked");
    assert!(shape.decides(&vector("T-F"), 2));
    assert!(shape.decides(&vector("F--"), 0));
    assert!(!shape.decides(&vector("-TT"), 0), "not evaluated");
    assert_eq!(shape.outcome(&vector("-TT")), Some(true));
    assert_eq!(shape.outcome(&vector("T--")), None);
}
