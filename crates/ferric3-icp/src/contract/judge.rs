//! Judges contractors by all points of small boxes.

use ferric3_testkit::Rng;

use super::{Empty, contract};
use crate::{Primitive, Range};

/// How tight a contractor was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tightness {
    /// Boxes tried.
    pub boxes: u64,
    /// Boxes of which it left the hull of the points in the graph.
    pub tightest: u64,
}

/// Tries random boxes: every point of the graph must stay. Widths must be so small that all points of the
/// arguments can be tried.
pub(crate) fn try_boxes(primitive: &Primitive, seed: u64, boxes: u64) -> Tightness {
    let mut rng = Rng::new(seed);
    let mut tightness = Tightness::default();
    for _ in 0..boxes {
        let before: Vec<Range> = primitive
            .domains
            .iter()
            .map(|domain| {
                let mut end = || rng.number() % (domain.greatest() + 1);
                let ends = [end(), end()];
                match rng.below(4) {
                    0 => Range::all(*domain),
                    1 => Range::point(ends[0]),
                    _ => Range::new(ends[0].min(ends[1]), ends[0].max(ends[1])),
                }
            })
            .collect();
        let hull = hull(primitive, &before);
        let mut after = before.clone();
        let left = contract(primitive, &mut after);
        tightness.boxes += 1;
        match (hull, left) {
            (Some(hull), left) => {
                assert_eq!(left, Ok(()), "{primitive:?} {before:?} has {hull:?}");
                for (i, (hull, after)) in hull.iter().zip(&after).enumerate() {
                    let keeps = after.lo <= hull.lo && hull.hi <= after.hi;
                    assert!(
                        keeps,
                        "{primitive:?} {before:?}: {i} of {after:?} loses {hull:?}"
                    );
                    assert!(before[i].meet(*after) == Some(*after), "only shrinks");
                }
                tightness.tightest += u64::from(hull == after);
            }
            (None, left) => {
                tightness.tightest += u64::from(left == Err(Empty));
                let decided = before[1..].iter().any(|range| !range.is_point());
                assert!(decided || left == Err(Empty), "{primitive:?} {before:?}");
            }
        }
        if before[1..].iter().all(|range| range.is_point()) && left.is_ok() {
            assert!(after[0].is_point(), "{primitive:?} {before:?} {after:?}");
        }
    }
    tightness
}

/// The hull of the points of the graph in a box.
pub(crate) fn hull(primitive: &Primitive, ranges: &[Range]) -> Option<Vec<Range>> {
    let mut hull: Option<Vec<Range>> = None;
    let mut args: Vec<u64> = ranges[1..].iter().map(|range| range.lo).collect();
    loop {
        let result = primitive.apply(&args);
        if ranges[0].has(result) {
            let point = std::iter::once(result).chain(args.iter().copied());
            hull = Some(match hull {
                None => point.map(Range::point).collect(),
                Some(hull) => (hull.iter().zip(point))
                    .map(|(range, key)| range.join(Range::point(key)))
                    .collect(),
            });
        }
        let Some(next) = (0..args.len()).find(|&i| args[i] < ranges[i + 1].hi) else {
            return hull;
        };
        args[next] += 1;
        for (arg, range) in args.iter_mut().zip(&ranges[1..]).take(next) {
            *arg = range.lo;
        }
    }
}
