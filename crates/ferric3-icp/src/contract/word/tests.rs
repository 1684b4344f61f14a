//! Contractors of words, judged by all points of small boxes, and by points of the graph in large ones.
//! `FERRIC3_ICP_BOXES` says how many of the large ones each operation gets.

use ferric3_term::Op;

use ferric3_testkit::Rng;

use crate::contract::contract;
use crate::contract::judge::{hull, try_boxes};
use crate::{Domain, Operator, Primitive, Range};

/// Boxes for each width and combination of views.
const BOXES: u64 = 3_000;

/// Tries boxes, and compares how many were the tightest with a percentage.
#[track_caller]
fn at_least(percent: u64, op: &Op, domains: &[Domain]) {
    let primitive = Primitive::new(Operator::Word(op.clone()), domains);
    let tightness = try_boxes(&primitive, 1, BOXES);
    assert!(
        tightness.tightest * 100 >= percent * tightness.boxes,
        "{primitive:?}: {tightness:?}"
    );
}

/// The domains of a width, unsigned and signed.
fn views(width: u32) -> [Domain; 2] {
    [Domain::unsigned(width), Domain::signed(width)]
}

#[test]
fn sums_and_differences_are_the_tightest() {
    for domain in (1..=5).flat_map(views) {
        at_least(100, &Op::BvAdd, &[domain; 3]);
        at_least(100, &Op::BvSub, &[domain; 3]);
        at_least(100, &Op::BvNeg, &[domain; 2]);
    }
}

#[test]
fn parts_are_the_tightest() {
    for width in 1..=6 {
        for hi in 0..width {
            for lo in 0..=hi {
                let op = Op::Extract { hi, lo };
                let [from, to] = [width, hi - lo + 1];
                at_least(100, &op, &[to, from].map(Domain::unsigned));
                if lo == 0 {
                    at_least(100, &op, &[to, from].map(Domain::signed));
                }
            }
        }
        for more in 0..=3 {
            let widths = [width + more, width];
            at_least(100, &Op::ZeroExtend(more), &widths.map(Domain::unsigned));
            at_least(100, &Op::SignExtend(more), &widths.map(Domain::signed));
        }
        for low in 1..=3 {
            let widths = [width + low, width, low];
            at_least(100, &Op::Concat, &widths.map(Domain::unsigned));
        }
    }
}

#[test]
fn shifts_are_the_tightest() {
    for width in 1..=5 {
        let [unsigned, signed] = views(width);
        at_least(100, &Op::BvShl, &[unsigned; 3]);
        at_least(100, &Op::BvShl, &[signed, signed, unsigned]);
        at_least(100, &Op::BvLshr, &[unsigned; 3]);
        at_least(100, &Op::BvAshr, &[signed, signed, unsigned]);
    }
}

#[test]
fn products_are_often_the_tightest() {
    for domain in (1..=5).flat_map(views) {
        at_least(70, &Op::BvMul, &[domain; 3]);
    }
}

/// Products with a constant, and quotients and remainders by one.
#[test]
fn constants_give_the_tightest() {
    let ops = [
        (Op::BvMul, false),
        (Op::BvUdiv, false),
        (Op::BvUrem, false),
        (Op::BvMul, true),
        (Op::BvSdiv, true),
        (Op::BvSrem, true),
        (Op::BvSmod, true),
    ];
    let mut rng = Rng::new(3);
    for width in [1, 3, 5, 8] {
        for (op, signed) in &ops {
            let domain = views(width)[usize::from(*signed)];
            let primitive = Primitive::new(Operator::Word(op.clone()), &[domain; 3]);
            for _ in 0..BOXES {
                let mut key = || rng.number() & domain.greatest();
                let mut range = || {
                    let [x, y] = [key(), key()];
                    Range::new(x.min(y), x.max(y))
                };
                let [r, a] = [range(), range()];
                let before = [r, a, Range::point(key())];
                let mut after = before;
                let left = contract(&primitive, &mut after);
                let left = left.is_ok().then(|| after.to_vec());
                assert_eq!(left, hull(&primitive, &before), "{primitive:?} {before:?}");
            }
        }
    }
}

#[test]
fn quotients_and_remainders_are_mostly_the_tightest() {
    for width in 1..=5 {
        let [unsigned, signed] = views(width);
        at_least(99, &Op::BvUdiv, &[unsigned; 3]);
        at_least(99, &Op::BvSdiv, &[signed; 3]);
        at_least(97, &Op::BvUrem, &[unsigned; 3]);
        at_least(97, &Op::BvSrem, &[signed; 3]);
        at_least(85, &Op::BvSmod, &[signed; 3]);
    }
}

#[test]
fn operations_on_bits_are_mostly_the_tightest() {
    for width in 1..=5 {
        let domain = Domain::unsigned(width);
        at_least(100, &Op::BvNot, &[domain; 2]);
        at_least(95, &Op::BvAnd, &[domain; 3]);
        at_least(95, &Op::BvOr, &[domain; 3]);
        at_least(90, &Op::BvXor, &[domain; 3]);
    }
}

/// An operation with random views and widths up to 64.
fn any_primitive(rng: &mut Rng, op: &Op) -> Primitive {
    let width = rng.pick(&[8, 32, 64]);
    let both = |rng: &mut Rng, width: u32| views(width)[rng.below(2)];
    let (op, domains) = match op {
        Op::BvAdd | Op::BvSub | Op::BvMul => (op.clone(), vec![both(rng, width); 3]),
        Op::BvNeg => (op.clone(), vec![both(rng, width); 2]),
        Op::BvNot => (op.clone(), vec![Domain::unsigned(width); 2]),
        Op::BvSdiv | Op::BvSrem | Op::BvSmod => (op.clone(), vec![Domain::signed(width); 3]),
        Op::BvShl => {
            let domain = both(rng, width);
            (op.clone(), vec![domain, domain, Domain::unsigned(width)])
        }
        Op::BvAshr => {
            let domain = Domain::signed(width);
            (op.clone(), vec![domain, domain, Domain::unsigned(width)])
        }
        Op::Concat => {
            let low = 1 + rng.below_u32(width - 1);
            let widths = [width, width - low, low];
            (op.clone(), widths.map(Domain::unsigned).to_vec())
        }
        Op::Extract { .. } => {
            let hi = rng.below_u32(width);
            let lo = rng.below_u32(hi + 1) * rng.below_u32(2);
            let signed = lo == 0 && rng.one_in(2);
            let domain = if signed {
                Domain::signed
            } else {
                Domain::unsigned
            };
            (
                Op::Extract { hi, lo },
                vec![domain(hi - lo + 1), domain(width)],
            )
        }
        Op::ZeroExtend(_) => {
            let more = rng.below_u32(width);
            let widths = [width, width - more];
            (Op::ZeroExtend(more), widths.map(Domain::unsigned).to_vec())
        }
        Op::SignExtend(_) => {
            let more = rng.below_u32(width);
            let widths = [width, width - more];
            (Op::SignExtend(more), widths.map(Domain::signed).to_vec())
        }
        _ => (op.clone(), vec![Domain::unsigned(width); 3]),
    };
    Primitive::new(Operator::Word(op), &domains)
}

/// A key: mostly near the ends, the sign bit, or a power of two.
fn any_key(rng: &mut Rng, domain: Domain) -> u64 {
    let power = 1 << rng.below_u32(domain.width);
    let near = match rng.below(8) {
        0 => 0,
        1 => domain.greatest(),
        2 => domain.sign(),
        3 => power,
        4 => domain.sign() ^ power,
        5 => return rng.number() & domain.greatest(),
        6 => return rng.number() & (power - 1),
        _ => return domain.key(rng.number() & (power - 1)),
    };
    let distance = rng.pick(&[0, 0, 1, 2, 3, 10]);
    let key = if rng.one_in(2) {
        near.wrapping_add(distance)
    } else {
        near.wrapping_sub(distance)
    };
    key & domain.greatest()
}

/// A range around a key.
fn any_range(rng: &mut Rng, domain: Domain, key: u64) -> Range {
    match rng.below(6) {
        0 => Range::all(domain),
        1 => Range::point(key),
        2 => {
            let distance = rng.number() % 17;
            let hi = key.saturating_add(rng.number() % 17).min(domain.greatest());
            Range::new(key.saturating_sub(distance), hi)
        }
        _ => {
            let [x, y] = [any_key(rng, domain), any_key(rng, domain)];
            Range::new(key.min(x), key.max(y))
        }
    }
}

/// Boxes around points of the graph keep them.
fn points_stay(op: &Op) {
    let boxes = std::env::var("FERRIC3_ICP_BOXES").ok();
    let boxes = boxes.map_or(50_000, |n| n.parse().expect("a number of boxes"));
    let mut rng = Rng::new(7);
    for _ in 0..boxes {
        let primitive = any_primitive(&mut rng, op);
        let mut point = vec![0];
        point.extend(primitive.domains[1..].iter().map(|d| any_key(&mut rng, *d)));
        point[0] = primitive.apply(&point[1..]);
        let before: Vec<Range> = (primitive.domains.iter().zip(&point))
            .map(|(domain, key)| any_range(&mut rng, *domain, *key))
            .collect();
        let mut after = before.clone();
        let left = contract(&primitive, &mut after);
        assert_eq!(left, Ok(()), "{primitive:x?} {before:x?} {point:x?}");
        for (i, key) in point.iter().enumerate() {
            assert!(
                after[i].has(*key) && before[i].meet(after[i]) == Some(after[i]),
                "{primitive:x?} {before:x?} {after:x?} {point:x?}"
            );
        }
        if before[1..].iter().all(|range| range.is_point()) {
            assert!(after[0].is_point(), "{primitive:x?} {before:x?}");
        }
    }
}

#[test]
fn points_stay_in_large_boxes() {
    let parts = [
        Op::Concat,
        Op::Extract { hi: 0, lo: 0 },
        Op::ZeroExtend(0),
        Op::SignExtend(0),
    ];
    for op in Op::ON_WORDS.iter().chain(&[Op::BvNot, Op::BvNeg]) {
        points_stay(op);
    }
    for op in &parts {
        points_stay(op);
    }
}
