//! Contractors of words, judged by all points of small boxes, and by points of the graph in large ones.

use ferric3_term::Op;

use crate::contract::judge::try_boxes;
use crate::{Domain, Operator, Primitive};

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
