//! Judged by all points of small boxes, by points of the graphs of large ones, and by what contractors infer.

use ferric3_term::{FloatFormat, FloatOp, Op, RoundingMode};
use ferric3_testkit::Rng;

use super::*;
use crate::contract::contract;
use crate::{Domain, View};

/// How many boxes in all, about.
fn boxes() -> u64 {
    let wanted = std::env::var("FERRIC3_ICP_BOXES").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(100_000)
}

/// One of each operation, and more: words of `width` bits, floats of a format, and those of another one.
fn primitives(width: u32, format: FloatFormat, other: FloatFormat) -> Vec<Primitive> {
    let (u, s) = (Domain::unsigned(width), Domain::signed(width));
    let (f, g) = (Domain::float(format), Domain::float(other));
    let truth = Domain::BOOL;
    let mut all = vec![
        Primitive::new(Operator::Eq, &[truth, u, u]),
        Primitive::new(Operator::Lt, &[truth, s, s]),
        Primitive::new(Operator::Le, &[truth, f, f]),
        Primitive::new(Operator::Ite, &[u, truth, u, u]),
        Primitive::new(Operator::FloatNeg, &[f, f]),
        Primitive::new(
            Operator::FloatMagnitude,
            &[Domain::unsigned(f.width - 1), f],
        ),
    ];
    let views = [View::Unsigned, View::Signed, View::Float(format)].map(|view| Domain {
        width: f.width,
        view,
    });
    for to in views {
        all.extend(views.map(|from| Primitive::new(Operator::SameWord, &[to, from])));
    }
    let mut word =
        |op: Op, domains: &[Domain]| all.push(Primitive::new(Operator::Word(op), domains));
    for op in [
        Op::BvAnd,
        Op::BvOr,
        Op::BvXor,
        Op::BvUdiv,
        Op::BvUrem,
        Op::BvLshr,
    ] {
        word(op, &[u, u, u]);
    }
    for op in [Op::BvSdiv, Op::BvSrem, Op::BvSmod] {
        word(op, &[s, s, s]);
    }
    for d in [u, s] {
        for op in [Op::BvAdd, Op::BvSub, Op::BvMul] {
            word(op, &[d, d, d]);
        }
        word(Op::BvNeg, &[d, d]);
        word(Op::BvShl, &[d, d, u]);
        let low = Domain {
            width: width - 2,
            ..d
        };
        word(
            Op::Extract {
                hi: width - 3,
                lo: 0,
            },
            &[low, d],
        );
    }
    word(Op::BvAshr, &[s, s, u]);
    word(Op::BvNot, &[u, u]);
    word(
        Op::Extract {
            hi: width - 2,
            lo: 1,
        },
        &[Domain::unsigned(width - 2), u],
    );
    let narrow = [Domain::unsigned(width - 2), Domain::signed(width - 2)];
    word(Op::Concat, &[u, narrow[0], Domain::unsigned(2)]);
    word(Op::ZeroExtend(2), &[u, narrow[0]]);
    word(Op::SignExtend(2), &[s, narrow[1]]);
    let mut float = |op: FloatOp, domains: &[Domain]| {
        all.push(Primitive::new(Operator::Float(op), domains));
    };
    float(FloatOp::Add(format), &[f, f, f]);
    float(FloatOp::Sub(format), &[f, f, f]);
    float(FloatOp::Mul(format), &[f, f, f]);
    float(FloatOp::Div(format), &[f, f, f]);
    float(FloatOp::Remainder(format), &[f, f, f]);
    float(FloatOp::Fmod(format), &[f, f, f]);
    float(FloatOp::Fma(other), &[g, g, g, g]);
    float(FloatOp::Sqrt(format), &[f, f]);
    for mode in [
        RoundingMode::NearestEven,
        RoundingMode::NearestAway,
        RoundingMode::Up,
        RoundingMode::Down,
        RoundingMode::Zero,
    ] {
        float(FloatOp::RoundToIntegral(format, mode), &[f, f]);
    }
    float(FloatOp::Eq(format), &[truth, f, f]);
    float(FloatOp::Lt(format), &[truth, f, f]);
    float(FloatOp::Le(format), &[truth, f, f]);
    float(
        FloatOp::Convert {
            from: format,
            to: other,
        },
        &[g, f],
    );
    float(
        FloatOp::Convert {
            from: other,
            to: format,
        },
        &[f, g],
    );
    float(FloatOp::FromSigned(format), &[f, s]);
    float(FloatOp::FromUnsigned(format), &[f, u]);
    for width in [width, width - 2] {
        let (u, s) = (Domain::unsigned(width), Domain::signed(width));
        float(
            FloatOp::ToSigned {
                from: format,
                width,
            },
            &[s, f],
        );
        float(
            FloatOp::ToUnsigned {
                from: format,
                width,
            },
            &[u, f],
        );
    }
    all
}

/// Operations on few keys: words of 5 bits, floats of 7, 6 and 5 bits.
pub(in crate::checker) fn small() -> Vec<Primitive> {
    let (a, b, c) = (
        FloatFormat::new(3, 4),
        FloatFormat::new(3, 3),
        FloatFormat::new(2, 3),
    );
    let mut all = primitives(5, a, c);
    all.extend(primitives(4, b, c));
    all
}

/// The results of an operation at all points.
pub(in crate::checker) struct Table {
    domains: SmallVec<[Domain; 4]>,
    results: Vec<u64>,
}

impl Table {
    pub(in crate::checker) fn new(primitive: &Primitive) -> Table {
        let domains = primitive.domains.clone();
        let points: u32 = domains[1..].iter().map(|domain| domain.width).sum();
        let results = (0..1u64 << points).map(|point| primitive.apply(&split(&domains, point)));
        Table {
            results: results.collect(),
            domains,
        }
    }

    /// The hull of the points of the graph in a box.
    pub(in crate::checker) fn hull(&self, ranges: &[Range]) -> Option<Vec<Range>> {
        let mut hull: Option<Vec<Range>> = None;
        self.each(ranges, |point| {
            let point = point.iter().map(|key| Range::point(*key));
            hull = Some(match &hull {
                None => point.collect(),
                Some(hull) => hull.iter().zip(point).map(|(a, b)| a.join(b)).collect(),
            });
        });
        hull
    }

    /// All points of the graph in a box.
    fn each(&self, ranges: &[Range], mut see: impl FnMut(&[u64])) {
        let mut point: SmallVec<[u64; 4]> = ranges.iter().map(|range| range.lo).collect();
        loop {
            let arguments = point[1..].iter().zip(&self.domains[1..]);
            let at = arguments.fold(0, |at, (key, domain)| (at << domain.width) + key);
            let result = self.results[usize::try_from(at).expect("small")];
            if ranges[0].has(result) {
                point[0] = result;
                see(&point);
            }
            let Some(next) = (1..point.len()).find(|&i| point[i] < ranges[i].hi) else {
                return;
            };
            point[next] += 1;
            (1..next).for_each(|i| point[i] = ranges[i].lo);
        }
    }
}

/// The keys of the arguments, of the number of a point.
fn split(domains: &[Domain], mut point: u64) -> Vec<u64> {
    let mut keys: Vec<u64> = (domains[1..].iter().rev())
        .map(|domain| {
            let key = point & domain.greatest();
            point >>= domain.width;
            key
        })
        .collect();
    keys.reverse();
    keys
}

/// A range: everything, a point, or anything.
pub(in crate::checker) fn any_range(rng: &mut Rng, domain: Domain) -> Range {
    let mut end = || rng.number() & domain.greatest();
    let ends = [end(), end()];
    match rng.below(4) {
        0 => Range::all(domain),
        1 => Range::point(ends[0]),
        _ => Range::new(ends[0].min(ends[1]), ends[0].max(ends[1])),
    }
}

/// Part of a box outside its hull, on one side: what a contractor cuts off.
pub(in crate::checker) fn beside(
    rng: &mut Rng,
    ranges: &[Range],
    hull: &[Range],
) -> Option<Vec<Range>> {
    let mut sides = Vec::new();
    for (i, (range, hull)) in ranges.iter().zip(hull).enumerate() {
        if range.lo < hull.lo {
            sides.push((i, Range::new(range.lo, hull.lo - 1)));
        }
        if hull.hi < range.hi {
            sides.push((i, Range::new(hull.hi + 1, range.hi)));
        }
    }
    let (i, side) = (!sides.is_empty()).then(|| rng.pick(&sides))?;
    let mut beside = ranges.to_vec();
    beside[i] = side;
    Some(beside)
}

/// No box with a point is refuted, most boxes without are, most of these at once; a point that is found is one.
#[test]
fn small_boxes_are_decided() {
    let all = small();
    let each = boxes() / all.len() as u64;
    for (number, primitive) in all.iter().enumerate() {
        let mut rng = Rng::new(number as u64);
        let table = Table::new(primitive);
        let (mut empty, mut shown, mut soon, mut at_once) = (0, 0, 0, 0);
        for _ in 0..each {
            let any = primitive
                .domains
                .iter()
                .map(|domain| any_range(&mut rng, *domain));
            let mut ranges: Vec<Range> = any.collect();
            let mut hull = table.hull(&ranges);
            if let Some(points) = &hull
                && let Some(beside) = beside(&mut rng, &ranges, points)
                && !rng.one_in(4)
            {
                (ranges, hull) = (beside, None);
            }
            let refutation = refute(primitive, &ranges);
            if hull.is_some() {
                assert_ne!(refutation, Refutation::Shown, "{primitive:?} {ranges:?}");
            }
            match &refutation {
                Refutation::Point(point) => {
                    let within = ranges[1..].iter().zip(point).all(|(r, key)| r.has(*key));
                    let of_graph = ranges[0].has(primitive.apply(point));
                    assert!(within && of_graph, "{primitive:?} {ranges:?} {point:?}");
                }
                Refutation::Shown | Refutation::OutOfPieces => {}
            }
            let within = |pieces| refute_within(primitive, &ranges, pieces) == Refutation::Shown;
            empty += u64::from(hull.is_none());
            shown += u64::from(refutation == Refutation::Shown);
            soon += u64::from(within(32));
            at_once += u64::from(within(1));
        }
        report(primitive, &[empty, shown, soon, at_once]);
        assert!(
            shown * 100 >= empty * 99,
            "{primitive:?}: {shown} of {empty}"
        );
    }
}

/// For measurements: with `FERRIC3_ICP_REPORT`, a line for each operation.
#[expect(clippy::print_stdout, reason = "asked for")]
fn report(primitive: &Primitive, numbers: &[u64]) {
    if std::env::var_os("FERRIC3_ICP_REPORT").is_some() {
        let domain = primitive.domains[0];
        println!("{:?} {:?} {numbers:?}", primitive.op, domain);
    }
}

/// Words of all sorts: ends, small ones, those with few bits, any.
fn any_key(rng: &mut Rng, domain: Domain) -> u64 {
    let word = match rng.below(6) {
        0 => rng.number() % 20,
        1 => (rng.number() % 20).wrapping_neg(),
        2 => 1 << rng.below(64),
        3 => rng.number() << rng.below(64),
        4 => rng.number() >> rng.below(64),
        _ => rng.number(),
    };
    match domain.view {
        // Exponents that have something to do with each other.
        View::Float(format) if !rng.one_in(4) => {
            let exponent = format.bias() + word % 20 - 10;
            let fraction = rng.number() >> (64 - format.fraction()) >> rng.below(64);
            let sign = if rng.one_in(2) { domain.sign() } else { 0 };
            domain.key((exponent << format.fraction()) | fraction | sign)
        }
        View::Unsigned if rng.one_in(2) => {
            (word % (2 * u64::from(domain.width))) & domain.greatest()
        }
        _ => word & domain.greatest(),
    }
}

/// A range that has a key.
fn around(rng: &mut Rng, domain: Domain, key: u64) -> Range {
    let mut end = |room: u64| match rng.below(3) {
        0 => 0,
        1 => room.min(rng.number() >> rng.below(64)),
        _ => room,
    };
    Range::new(key - end(key), key + end(domain.greatest() - key))
}

fn large() -> Vec<Primitive> {
    let mut all = primitives(64, FloatFormat::F64, FloatFormat::F32);
    all.extend(primitives(32, FloatFormat::F32, FloatFormat::F64));
    all
}

/// A box around a point of a graph is not refuted.
#[test]
fn points_of_large_graphs_are_not_refuted() {
    let all = large();
    let each = boxes() / 5 / all.len() as u64;
    for (number, primitive) in all.iter().enumerate() {
        let mut rng = Rng::new(number as u64);
        for i in 0..each {
            let domains = &primitive.domains[..];
            let arguments: Vec<u64> = domains[1..].iter().map(|d| any_key(&mut rng, *d)).collect();
            let point = std::iter::once(primitive.apply(&arguments)).chain(arguments);
            let ranges: Vec<Range> = point
                .zip(domains)
                .map(|(key, domain)| around(&mut rng, *domain, key))
                .collect();
            let pieces = if i == 0 { PIECES } else { 32 };
            let refutation = refute_within(primitive, &ranges, pieces);
            assert_ne!(refutation, Refutation::Shown, "{primitive:?} {ranges:?}");
        }
    }
}

/// What contractors cut off large boxes is refuted.
#[test]
fn inferences_of_contractors_are_shown() {
    let all = large();
    let each = boxes() / 5 / all.len() as u64;
    for (number, primitive) in all.iter().enumerate() {
        let mut rng = Rng::new(number as u64);
        let (mut inferred, mut shown, mut soon, mut at_once) = (0, 0, 0, 0);
        for _ in 0..each {
            let domains = &primitive.domains[..];
            let mut any = |domain: &Domain| {
                let key = any_key(&mut rng, *domain);
                around(&mut rng, *domain, key)
            };
            let ranges: Vec<Range> = domains.iter().map(&mut any).collect();
            let mut left = ranges.clone();
            let outside = match contract(primitive, &mut left) {
                Err(_) => Some(ranges),
                Ok(()) => beside(&mut rng, &ranges, &left),
            };
            let Some(outside) = outside else { continue };
            let within = |pieces| refute_within(primitive, &outside, pieces);
            let refutation = within(PIECES);
            assert!(
                !matches!(refutation, Refutation::Point(_)),
                "{primitive:?} {outside:?}"
            );
            inferred += 1;
            shown += u64::from(refutation == Refutation::Shown);
            soon += u64::from(within(32) == Refutation::Shown);
            at_once += u64::from(within(1) == Refutation::Shown);
        }
        report(primitive, &[inferred, shown, soon, at_once]);
        assert!(
            shown * 100 >= inferred * 99,
            "{primitive:?}: {shown} of {inferred}"
        );
    }
}
