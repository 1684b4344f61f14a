//! Sums, products and quotients of ends, rounded outwards.
//!
//! The machine rounds to nearest, so the exact result is between the neighbours of what it gives. On which side it is,
//! or that there was nothing to round, is known from the *residue*, which is exact: that of a sum by TwoSum (Knuth; no sum
//! underflows), that of products and quotients by a fused multiplication, unless they are so small that the residue
//! may not be a number of the format. Then nothing is known but the sign.

use super::interval::End;

/// Below this, residues of products and quotients may not be exact.
const SMALL: f64 = 1.0e-270;

/// What a rounded result says about the exact one.
#[derive(Clone, Copy)]
enum Exact {
    /// They are equal.
    Same,
    /// The exact one is greater, but not than the next number.
    Above,
    /// The exact one is less, but not than the number before.
    Below,
    /// It is between the number before and the next one.
    Near,
}

/// Where intervals are computed for: their lower ends, or their upper ones.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Lower,
    Upper,
}

/// An end outside of the exact result.
fn outward(rounded: f64, exact: Exact, is_open: bool, side: Side) -> End {
    if side == Side::Upper {
        let exact = match exact {
            Exact::Above => Exact::Below,
            Exact::Below => Exact::Above,
            exact => exact,
        };
        return outward(-rounded, exact, is_open, Side::Lower).negated();
    }
    match exact {
        _ if rounded == f64::INFINITY => End::open(f64::MAX),
        _ if rounded == f64::NEG_INFINITY => End::open(rounded),
        Exact::Same => End {
            value: rounded,
            is_open,
        },
        Exact::Above => End::open(rounded),
        Exact::Below | Exact::Near => End::open(rounded.next_down()),
    }
}

/// `a + b`, for ends of one side.
pub(super) fn add(a: End, b: End, side: Side) -> End {
    let is_open = a.is_open || b.is_open;
    if a.is_infinite() || b.is_infinite() {
        return End::open(if a.is_infinite() { a.value } else { b.value });
    }
    let sum = a.value + b.value;
    let part = sum - a.value;
    let residue = (a.value - (sum - part)) + (b.value - part);
    outward(sum, sign(residue), is_open, side)
}

/// `a · b`, where 0 times what is infinite is 0.
pub(super) fn multiply(a: End, b: End, side: Side) -> End {
    if a.value == 0.0 || b.value == 0.0 {
        // A zero that there is makes the product 0 whatever the other one is.
        let is_zero = |end: End| end == End::ZERO || end == End::closed(-0.0);
        let is_open = !is_zero(a) && !is_zero(b) && (a.is_open || b.is_open);
        return End {
            value: 0.0,
            is_open,
        };
    }
    let is_open = a.is_open || b.is_open;
    let product = a.value * b.value;
    if a.is_infinite() || b.is_infinite() {
        return End::open(product);
    }
    let exact = match product.abs() > SMALL {
        true => sign(a.value.mul_add(b.value, -product)),
        false => near(product, (a.value < 0.0) == (b.value < 0.0)),
    };
    outward(product, exact, is_open, side)
}

/// `a / b` for a positive end `b`, which may be an open 0 or infinite; `0 / 0` and `∞ / ∞` are 0.
pub(super) fn divide(a: End, b: End, side: Side) -> End {
    let is_open = a.is_open || b.is_open;
    if a.value == 0.0 {
        return End {
            value: 0.0,
            is_open: a.is_open,
        };
    }
    if b.value == 0.0 {
        return End::open(a.value.signum() * f64::INFINITY);
    }
    if b.is_infinite() {
        return End::open(0.0);
    }
    if a.is_infinite() {
        return a;
    }
    let quotient = a.value / b.value;
    let is_large = quotient.abs() > SMALL && a.value.abs() > SMALL && quotient.is_finite();
    let exact = match is_large {
        // The divisor is positive: the quotient is too small if something is left.
        true => sign((-quotient).mul_add(b.value, a.value)),
        false => near(quotient, a.value > 0.0),
    };
    outward(quotient, exact, is_open, side)
}

/// Where the exact result is, by the sign of what is missing.
fn sign(residue: f64) -> Exact {
    if residue > 0.0 {
        Exact::Above
    } else if residue < 0.0 {
        Exact::Below
    } else if residue == 0.0 {
        Exact::Same
    } else {
        Exact::Near
    }
}

/// For a result that may have lost its residue, and has this sign.
fn near(rounded: f64, is_positive: bool) -> Exact {
    match (rounded == 0.0, is_positive) {
        (true, true) => Exact::Above,
        (true, false) => Exact::Below,
        (false, _) => Exact::Near,
    }
}
