//! The normal forms that other crates may rely on, each as a line of examples.

use ferric3_term::{BitVecValue, Infix, Op, Sort, TermId, Terms};

/// Symbols: bit-vectors of 32 and 8 bits and Booleans.
struct Fixture {
    terms: Terms,
    x: TermId,
    y: TermId,
    z: TermId,
    c: TermId,
    d: TermId,
    p: TermId,
    q: TermId,
    r: TermId,
}

fn fixture() -> Fixture {
    let mut terms = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.fresh_symbol(name, Sort::BitVec(32)).1);
    let [c, d] = ["c", "d"].map(|name| terms.fresh_symbol(name, Sort::BitVec(8)).1);
    let [p, q, r] = ["p", "q", "r"].map(|name| terms.fresh_symbol(name, Sort::Bool).1);
    Fixture {
        terms,
        x,
        y,
        z,
        c,
        d,
        p,
        q,
        r,
    }
}

impl Fixture {
    fn k(&mut self, value: i64) -> TermId {
        self.terms.bv(BitVecValue::from_i64(value, 32))
    }

    #[track_caller]
    fn check(&self, t: TermId, expected: &str) {
        assert_eq!(Infix::new(&self.terms, t).to_string(), expected);
    }
}

#[test]
fn junctions() {
    let mut f = fixture();
    let (p, q, r) = (f.p, f.q, f.r);
    let t = &mut f.terms;
    let (not_p, not_q) = (t.not(p), t.not(q));
    let (p_and_q, p_or_q) = (t.and2(p, q), t.or2(p, q));

    assert_eq!(
        t.and(&[q, p_and_q, r, p]),
        t.and(&[r, q, p]),
        "flat, sorted, once each"
    );
    assert_eq!(t.and(&[q, p, not_q]), t.ff(), "complements");
    assert_eq!(t.or(&[q, p, not_q]), t.tt());
    assert_eq!(t.and(&[p, p_or_q]), p, "absorption");
    assert_eq!(t.or(&[p, p_and_q]), p);
    let not_p_or_q = t.or2(not_p, q);
    assert_eq!(t.and(&[p, not_p_or_q]), p_and_q, "unit resolution");
    let not_both = t.not(p_and_q);
    assert_eq!(t.and(&[p, not_both]), t.and2(p, not_q));
    let p_and_not_q = t.and2(p, not_q);
    assert_eq!(t.or2(p_and_q, p_and_not_q), p, "resolution");
    assert_eq!(t.or(&[p_and_q, r, p_and_not_q]), t.or2(p, r));
    let p_and_r = t.and2(p, r);
    let factored = t.or2(p_and_q, p_and_r);
    let q_or_r = t.or2(q, r);
    assert_eq!(factored, t.and2(p, q_or_r), "common factor");
    let neither = t.not(p_or_q);
    assert_eq!(*t.op(neither), Op::Not, "no De Morgan");
    assert_eq!(t.not(neither), p_or_q);
}

#[test]
fn junctions_use_equations() {
    let mut f = fixture();
    let (x, three, five) = (f.x, f.k(3), f.k(5));
    let t = &mut f.terms;
    let (is_three, is_five, below) = (t.eq(x, three), t.eq(x, five), t.bv_slt(x, five));
    assert_eq!(t.and2(is_three, is_five), t.ff());
    assert_eq!(t.and2(is_three, below), is_three);
    let not_three = t.not(is_three);
    assert_eq!(t.or2(not_three, below), t.tt());
    let not_five = t.not(is_five);
    assert_eq!(t.and2(is_three, not_five), is_three);
}

#[test]
fn negated_comparisons() {
    let mut f = fixture();
    let (x, y, five) = (f.x, f.y, f.k(5));
    let t = &mut f.terms;
    let less = t.bv_slt(x, y);
    let not_less = t.not(less);
    assert_eq!(not_less, t.bv_sle(y, x));
    assert_eq!(t.and2(less, not_less), t.ff());
    let below = t.bv_ult(x, five);
    let not_below = t.not(below);
    assert_eq!(t.or2(below, not_below), t.tt());
    f.check(not_below, "4 <u x");
}

#[test]
fn equations_with_constants() {
    let mut f = fixture();
    let (x, y, c) = (f.x, f.y, f.c);
    let (three, five) = (f.k(3), f.k(5));
    let t = &mut f.terms;

    let sum = t.bv_add(x, three);
    let e = t.eq(five, sum);
    let not = t.bv_not(x);
    let e2 = t.eq(not, five);
    let product = t.bv_mul(x, three);
    let e3 = t.eq(product, five);
    let wide = t.zero_extend(c, 24);
    let e4 = t.eq(wide, five);
    let wide = t.sign_extend(c, 24);
    let minus_three = t.bv_neg(three);
    let e5 = t.eq(wide, minus_three);
    let big = t.bv_u64(300, 32);
    let e6 = t.eq(wide, big);
    let difference = t.bv_sub(x, y);
    let zero = t.bv_u64(0, 32);
    let e7 = t.eq(difference, zero);
    let two = t.bv_u64(2, 32);
    let double = t.bv_mul(x, two);
    let ten = t.bv_u64(10, 32);
    let (e8, e9) = (t.eq(double, ten), t.eq(double, five));

    f.check(e, "x == 2");
    f.check(e2, "x == -6");
    f.check(e3, "x == 1431655767");
    f.check(e4, "c == 5");
    f.check(e5, "c == -3");
    f.check(e6, "false");
    f.check(e7, "x == y");
    f.check(e8, "x[30:0] == 5");
    f.check(e9, "false");
}

#[test]
fn truth_values_as_numbers() {
    let mut f = fixture();
    let (p, q) = (f.p, f.q);
    let t = &mut f.terms;
    let (one_if_p, one_if_q) = (t.bool_to_bv(p, 32), t.bool_to_bv(q, 32));
    assert_eq!(t.bv_to_bool(one_if_p), p);
    let both = t.bv_and(one_if_p, one_if_q);
    assert_eq!(t.bv_to_bool(both), t.and2(p, q));
    let either = t.bv_or(one_if_p, one_if_q);
    assert_eq!(t.bv_to_bool(either), t.or2(p, q));
    // A chain of cases.
    let (two, three) = (t.bv_u64(2, 32), t.bv_u64(3, 32));
    let inner = t.ite(q, two, three);
    let chain = t.ite(p, two, inner);
    assert_eq!(t.eq(chain, two), t.or2(p, q));
    let (not_p, not_q) = (t.not(p), t.not(q));
    let neither = t.eq(chain, three);
    let expected = t.and2(not_p, not_q);
    let or = t.or2(p, q);
    assert!(neither == expected || neither == t.not(or));
    assert_eq!(t.bv_slt(chain, three), t.or2(p, q));
}

#[test]
fn conditionals() {
    let mut f = fixture();
    let (x, y, z, p, q, r) = (f.x, f.y, f.z, f.p, f.q, f.r);
    let t = &mut f.terms;
    let not_p = t.not(p);
    assert_eq!(t.ite(not_p, x, y), t.ite(p, y, x));
    let inner = t.ite(p, x, y);
    assert_eq!(t.ite(p, inner, z), t.ite(p, x, z));
    assert_eq!(t.ite(p, z, inner), t.ite(p, z, y));
    let inner = t.ite(q, x, y);
    let (p_and_q, p_or_q) = (t.and2(p, q), t.or2(p, q));
    assert_eq!(t.ite(p, inner, y), t.ite(p_and_q, x, y));
    assert_eq!(t.ite(p, x, inner), t.ite(p_or_q, x, y));
    let (tt, ff) = (t.tt(), t.ff());
    assert_eq!(t.ite(p, tt, ff), p);
    assert_eq!(t.ite(p, tt, q), p_or_q);
    assert_eq!(t.ite(p, q, ff), p_and_q);
    let not_q = t.not(q);
    assert_eq!(t.ite(p, q, not_q), t.eq(p, q));
    // What is assigned in one branch only.
    let assigned = t.ite(p, y, x);
    let same = t.eq(assigned, x);
    let equal = t.eq(x, y);
    assert_eq!(same, t.or2(not_p, equal));
    let (le, lt) = (t.bv_sle(x, y), t.bv_slt(y, x));
    assert_eq!(t.ite(le, z, x), t.ite(lt, x, z));
    assert_eq!(t.ite(equal, x, y), y);
    assert_eq!(t.ite(r, r, q), t.or2(q, r));
}

#[test]
fn sums() {
    let mut f = fixture();
    let (x, y) = (f.x, f.y);
    let (three, five) = (f.k(3), f.k(5));
    let t = &mut f.terms;
    let sum = t.bv_add(three, x);
    let sum = t.bv_add(five, sum);
    let difference = t.bv_sub(x, five);
    let xy = t.bv_add(x, y);
    assert_eq!(t.bv_sub(xy, y), x);
    assert_eq!(t.bv_sub(xy, x), y);
    let x_minus_y = t.bv_sub(x, y);
    assert_eq!(t.bv_add(y, x_minus_y), x);
    let neg = t.bv_neg(y);
    assert_eq!(t.bv_add(neg, x), x_minus_y);
    assert_eq!(t.bv_neg(neg), y);
    let one = t.bv_u64(1, 32);
    let not = t.bv_not(y);
    assert_eq!(t.bv_add(not, one), neg, "two's complement");
    f.check(sum, "x + 8");
    f.check(difference, "x - 5");
}

#[test]
fn powers_of_two_move_bits() {
    let mut f = fixture();
    let x = f.x;
    let (zero, one, two, eight) = (f.k(0), f.k(1), f.k(2), f.k(8));
    let t = &mut f.terms;
    let three = t.bv_u64(3, 32);
    let product = t.bv_mul(x, eight);
    assert_eq!(product, t.bv_shl(x, three));
    let quotient = t.bv_udiv(x, eight);
    assert_eq!(quotient, t.bv_lshr(x, three));
    let remainder = t.bv_urem(x, eight);
    let seven = t.bv_u64(7, 32);
    assert_eq!(remainder, t.bv_and(x, seven));
    let odd = t.bv_srem(x, two);
    let (is_even, is_one) = (t.eq(odd, zero), t.eq(odd, one));
    let four = t.bv_u64(4, 32);
    let bit = t.bv_and(x, four);
    let bit = t.bv_to_bool(bit);
    let half = t.bv_sdiv(x, two);
    f.check(product, "x << 3");
    f.check(quotient, "x >>u 3");
    f.check(remainder, "(u32)x[2:0]");
    f.check(is_even, "x[0] != 1");
    f.check(is_one, "x[0] == 1 && -1 <s x");
    f.check(bit, "x[2] == 1");
    f.check(half, "x + (x <s 0 ? 1 : 0) >>s 1");
}

#[test]
fn promoted_arithmetic_is_narrow() {
    let mut f = fixture();
    let (c, d) = (f.c, f.d);
    let t = &mut f.terms;
    let (wide_c, wide_d) = (t.zero_extend(c, 24), t.zero_extend(d, 24));
    for op in [
        Op::BvAdd,
        Op::BvSub,
        Op::BvMul,
        Op::BvAnd,
        Op::BvOr,
        Op::BvXor,
        Op::BvUrem,
    ] {
        let wide = t.simplified(op.clone(), &[wide_c, wide_d]);
        assert_eq!(t.extract(wide, 7, 0), t.simplified(op, &[c, d]));
    }
    // Division by constants, also of signed types.
    let ten = t.bv_u64(10, 32);
    let narrow_ten = t.bv_u64(10, 8);
    let quotient = t.bv_sdiv(wide_c, ten);
    let narrow = t.bv_udiv(c, narrow_ten);
    assert_eq!(quotient, t.zero_extend(narrow, 24));
    let (signed_c, signed_d) = (t.sign_extend(c, 24), t.sign_extend(d, 24));
    let remainder = t.bv_srem(signed_c, signed_d);
    let narrow = t.bv_srem(c, d);
    assert_eq!(remainder, t.sign_extend(narrow, 24));
    // Comparisons.
    assert_eq!(t.bv_slt(wide_c, wide_d), t.bv_ult(c, d));
    assert_eq!(t.bv_slt(signed_c, signed_d), t.bv_slt(c, d));
    assert_eq!(t.bv_slt(wide_c, ten), t.bv_ult(c, narrow_ten));
    let big = t.bv_u64(1000, 32);
    assert_eq!(t.bv_slt(wide_c, big), t.tt());
    assert_eq!(t.bv_slt(signed_c, big), t.tt());
    assert_eq!(t.eq(wide_c, wide_d), t.eq(c, d));
}

#[test]
fn numbers_put_together_from_bytes() {
    let mut f = fixture();
    let (x, c, d) = (f.x, f.c, f.d);
    let t = &mut f.terms;
    let (wide_c, wide_d) = (t.zero_extend(c, 24), t.zero_extend(d, 24));
    let eight = t.bv_u64(8, 32);
    let high = t.bv_shl(wide_c, eight);
    let both = t.concat(c, d);
    let expected = t.zero_extend(both, 16);
    assert_eq!(t.bv_or(high, wide_d), expected);
    assert_eq!(t.bv_add(wide_d, high), expected);
    // Taken apart and put together.
    let (upper, lower) = (t.extract(x, 31, 16), t.extract(x, 15, 0));
    assert_eq!(t.concat(upper, lower), x);
    let rotated = t.rotate_left(x, 8);
    assert_eq!(t.rotate_right(rotated, 8), x);
}

#[test]
fn comparisons_with_constants_are_strict() {
    let mut f = fixture();
    let x = f.x;
    let (zero, one, five) = (f.k(0), f.k(1), f.k(5));
    let t = &mut f.terms;
    let at_most = t.bv_sle(x, five);
    let at_least = t.bv_uge(x, five);
    let first = t.bv_ult(x, one);
    let positive = t.bv_ult(zero, x);
    let max = t.bv(BitVecValue::signed_max(32));
    let last = t.bv_sge(x, max);
    assert_eq!(t.bv_ult(x, zero), t.ff());
    assert_eq!(t.bv_sle(x, max), t.tt());
    let sign = t.extract(x, 31, 31);
    let one = t.bv_u64(1, 1);
    let negative = t.eq(sign, one);
    f.check(at_most, "x <s 6");
    f.check(at_least, "4 <u x");
    f.check(first, "x == 0");
    f.check(positive, "x != 0");
    f.check(last, "x == 2147483647");
    f.check(negative, "x <s 0");
}

#[test]
fn constants_fold_in_all_operators() {
    let mut terms = Terms::new();
    let (a, b) = (terms.bv_u64(200, 8), terms.bv_u64(3, 8));
    let quotient = terms.bv_sdiv(a, b);
    assert_eq!(
        terms.as_const(quotient),
        Some(&BitVecValue::from_i64(-18, 8))
    );
    let less = terms.bv_slt(a, b);
    assert_eq!(terms.as_bool(less), Some(true));
}
