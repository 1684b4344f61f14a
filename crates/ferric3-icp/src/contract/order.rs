//! Comparison, choice, the lesser one, the opposite, and the same word in two views: all that keys alone decide.
//!
//! All of them leave the tightest box of keys. Two values with one key are equal only if the key stands for one value;
//! so `exact` is asked wherever ranges touch. Comparisons and choice say something about a pair of ranges only where these
//! are disjoint or an end sticks out, which is what is looked for. The same word has its keys in two halves, those
//! with a sign bit and those without, and each of them goes in order, or in reverse order, to one half of the
//! other view.

use super::{Empty, narrow};
use crate::{Domain, Operator, Range};

pub(super) fn contract(
    op: &Operator,
    domains: &[Domain],
    ranges: &mut [Range],
) -> Result<(), Empty> {
    match (op, ranges) {
        (Operator::Eq, [r, a, b]) => eq(domains[1], r, a, b),
        (Operator::Lt, [r, a, b]) => lt(domains[1], r, a, b),
        (Operator::Le, [r, a, b]) => le(domains[1], r, a, b),
        (Operator::Ite, [r, c, a, b]) => ite(r, c, a, b),
        (Operator::Min, [r, a, b]) => min(r, a, b),
        (Operator::Max, [r, a, b]) => max(domains[0], r, a, b),
        (Operator::Negate, [r, a]) => negate(domains[0], r, a),
        (Operator::Absolute, [r, a]) => absolute(domains[0], r, a),
        (Operator::SameWord, [r, a]) => same_word(domains[0], r, domains[1], a),
        _ => unreachable!("no operation of order, or not with these arguments"),
    }
}

/// Leaves one truth value.
fn decide(r: &mut Range, holds: bool) -> Result<(), Empty> {
    narrow(r, Range::point(u64::from(holds)))
}

/// Leaves the same keys in both.
fn equate(a: &mut Range, b: &mut Range) -> Result<(), Empty> {
    narrow(a, *b)?;
    *b = *a;
    Ok(())
}

fn eq(domain: Domain, r: &mut Range, a: &mut Range, b: &mut Range) -> Result<(), Empty> {
    if r.lo == 1 {
        return equate(a, b);
    }
    if a.meet(*b).is_none() {
        return decide(r, false);
    }
    if a.is_point() && a == b && domain.is_exact(a.lo) {
        return decide(r, true);
    }
    if r.hi == 0 {
        if a.is_point() && domain.is_exact(a.lo) {
            shave(b, a.lo);
        } else if b.is_point() && domain.is_exact(b.lo) {
            shave(a, b.lo);
        }
    }
    Ok(())
}

/// Takes a key away from the end of a range with more than one.
fn shave(range: &mut Range, key: u64) {
    if range.lo == key {
        range.lo += 1;
    } else if range.hi == key {
        range.hi -= 1;
    }
}

fn le(domain: Domain, r: &mut Range, a: &mut Range, b: &mut Range) -> Result<(), Empty> {
    let touch = |x: u64, y: u64| x == y && domain.is_exact(x);
    if a.hi < b.lo || touch(a.hi, b.lo) {
        decide(r, true)
    } else if a.lo > b.hi {
        decide(r, false)
    } else if r.lo == 1 {
        // Neither becomes empty: `a.lo ≤ b.hi`.
        a.hi = a.hi.min(b.hi);
        b.lo = b.lo.max(a.lo);
        Ok(())
    } else if r.hi == 0 {
        // `b < a`, and `b.lo < a.hi`, or they are one key that has several numbers.
        b.hi = b.hi.min(a.hi - u64::from(domain.is_exact(a.hi)));
        a.lo = a.lo.max(b.lo + u64::from(domain.is_exact(b.lo)));
        Ok(())
    } else {
        Ok(())
    }
}

/// `a < b` is not `b ≤ a`.
fn lt(domain: Domain, r: &mut Range, a: &mut Range, b: &mut Range) -> Result<(), Empty> {
    let not = |range: &Range| Range::new(1 - range.hi, 1 - range.lo);
    let mut converse = not(r);
    le(domain, &mut converse, b, a)?;
    *r = not(&converse);
    Ok(())
}

fn min(r: &mut Range, a: &mut Range, b: &mut Range) -> Result<(), Empty> {
    narrow(r, Range::new(a.lo.min(b.lo), a.hi.min(b.hi)))?;
    // Both are at least the result.
    a.lo = a.lo.max(r.lo);
    b.lo = b.lo.max(r.lo);
    if a.lo > a.hi || b.lo > b.hi {
        return Err(Empty);
    }
    // One of them is the result: that one, if the other one is too great.
    if a.lo > r.hi {
        narrow(b, *r)?;
    }
    if b.lo > r.hi {
        narrow(a, *r)?;
    }
    Ok(())
}

/// What goes from the other end is the opposite.
fn mirrored(domain: Domain, range: Range) -> Range {
    Range::new(domain.greatest() - range.hi, domain.greatest() - range.lo)
}

fn max(domain: Domain, r: &mut Range, a: &mut Range, b: &mut Range) -> Result<(), Empty> {
    let mut opposite = [*r, *a, *b].map(|range| mirrored(domain, range));
    let [of_r, of_a, of_b] = &mut opposite;
    min(of_r, of_a, of_b)?;
    [*r, *a, *b] = opposite.map(|range| mirrored(domain, range));
    Ok(())
}

fn negate(domain: Domain, r: &mut Range, a: &mut Range) -> Result<(), Empty> {
    narrow(r, mirrored(domain, *a))?;
    *a = mirrored(domain, *r);
    Ok(())
}

fn absolute(domain: Domain, r: &mut Range, a: &mut Range) -> Result<(), Empty> {
    let positive = Range::new(domain.zero(), domain.greatest());
    let above = a.meet(positive).and_then(|part| part.meet(*r));
    let result = mirrored(domain, *r);
    let below = a.meet(mirrored(domain, positive));
    let below = below.and_then(|part| part.meet(result));
    (*a, *r) = match (above, below) {
        (Some(above), None) => (above, above),
        (None, Some(below)) => (below, mirrored(domain, below)),
        (Some(above), Some(below)) => (below.join(above), mirrored(domain, below).join(above)),
        (None, None) => return Err(Empty),
    };
    Ok(())
}

fn ite(r: &mut Range, c: &mut Range, a: &mut Range, b: &mut Range) -> Result<(), Empty> {
    let of_a = r.meet(*a).filter(|_| c.hi == 1);
    let of_b = r.meet(*b).filter(|_| c.lo == 0);
    match (of_a, of_b) {
        (None, None) => return Err(Empty),
        (Some(both), None) => (*r, *c, *a) = (both, Range::point(1), both),
        (None, Some(both)) => (*r, *c, *b) = (both, Range::point(0), both),
        // Whichever is not chosen can be anything.
        (Some(of_a), Some(of_b)) => *r = of_a.join(of_b),
    }
    Ok(())
}

fn same_word(result: Domain, r: &mut Range, argument: Domain, a: &mut Range) -> Result<(), Empty> {
    if result.view == argument.view {
        return equate(r, a);
    }
    *r = image(argument, *a, result, *r)?;
    *a = image(result, *r, argument, *a)?;
    Ok(())
}

/// The hull of those keys of `within` whose words are those of `keys`.
fn image(from: Domain, keys: Range, to: Domain, within: Range) -> Result<Range, Empty> {
    let half = |lo: u64, hi: u64| {
        let part = keys.meet(Range { lo, hi })?;
        let ends = [part.lo, part.hi].map(|key| to.key(from.word(key)));
        within.meet(Range::new(ends[0].min(ends[1]), ends[0].max(ends[1])))
    };
    let sign = from.sign();
    match (half(0, sign - 1), half(sign, from.greatest())) {
        (Some(low), Some(high)) => Ok(low.join(high)),
        (Some(one), None) | (None, Some(one)) => Ok(one),
        (None, None) => Err(Empty),
    }
}

#[cfg(test)]
mod tests {
    use ferric3_term::FloatFormat;

    use crate::contract::judge::try_boxes;
    use crate::{Domain, Operator, Primitive};

    /// Every box is the tightest.
    #[track_caller]
    fn is_tightest(op: Operator, domains: &[Domain]) {
        let primitive = Primitive::new(op, domains);
        let tightness = try_boxes(&primitive, 1, 4_000);
        assert_eq!(tightness.tightest, tightness.boxes, "{primitive:?}");
    }

    /// The domains of a width, in every view that it has.
    fn views(width: u32) -> Vec<Domain> {
        let mut views = vec![Domain::unsigned(width), Domain::signed(width)];
        if width >= 4 {
            views.push(Domain::float(FloatFormat::new(2, width - 2)));
        }
        views
    }

    #[test]
    fn comparisons_and_choices_are_the_tightest() {
        for domain in (1..=4).flat_map(views) {
            for op in [Operator::Eq, Operator::Lt, Operator::Le] {
                is_tightest(op, &[Domain::BOOL, domain, domain]);
            }
            is_tightest(Operator::Ite, &[domain, Domain::BOOL, domain, domain]);
        }
    }

    #[test]
    fn the_same_word_is_the_tightest() {
        for width in 1..=6 {
            for from in views(width) {
                for to in views(width) {
                    is_tightest(Operator::SameWord, &[to, from]);
                }
            }
        }
    }
}
