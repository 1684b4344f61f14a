//! What terms look like.

use expect_test::{Expect, expect};
use ferric3_term::{
    BitVecValue, FloatFormat, FloatOp, Infix, Op, SmtLib, Sort, TermId, Terms, declare_symbol,
    define_float, symbol_name,
};

/// Some symbols: bit-vectors of 8 bits and a Boolean.
struct Fixture {
    terms: Terms,
    x: TermId,
    y: TermId,
    z: TermId,
    p: TermId,
}

fn fixture() -> Fixture {
    let mut terms = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.fresh_symbol(name, Sort::BitVec(8)).1);
    let (_, p) = terms.fresh_symbol("p", Sort::Bool);
    Fixture { terms, x, y, z, p }
}

fn check_smtlib(terms: &Terms, t: TermId, expected: Expect) {
    expected.assert_eq(&SmtLib::new(terms, t).to_string());
}

fn check_infix(terms: &Terms, t: TermId, expected: Expect) {
    expected.assert_eq(&Infix::new(terms, t).to_string());
}

#[test]
fn smtlib_operators() {
    let Fixture {
        mut terms, x, y, p, ..
    } = fixture();
    let c = terms.bv_u64(10, 8);
    let sum = terms.mk(Op::BvAdd, &[x, c]);
    let less = terms.mk(Op::BvSlt, &[sum, y]);
    let not = terms.mk(Op::Not, &[p]);
    let both = terms.mk(Op::And, &[less, not]);
    check_smtlib(
        &terms,
        both,
        expect!["(and (bvslt (bvadd x #x0a) y) (not p))"],
    );

    let part = terms.mk(Op::Extract { hi: 4, lo: 2 }, &[x]);
    let wide = terms.mk(Op::SignExtend(2), &[part]);
    let k = terms.bv_u64(5, 5);
    let equal = terms.mk(Op::Eq, &[wide, k]);
    check_smtlib(
        &terms,
        equal,
        expect!["(= ((_ sign_extend 2) ((_ extract 4 2) x)) #b00101)"],
    );
    let truth = terms.tt();
    check_smtlib(&terms, truth, expect!["true"]);
    let big = terms.bv(BitVecValue::ones(66));
    check_smtlib(
        &terms,
        big,
        expect!["#b111111111111111111111111111111111111111111111111111111111111111111"],
    );
}

#[test]
fn smtlib_names_what_is_shared_in_large_terms() {
    let Fixture {
        mut terms, x, y, ..
    } = fixture();
    let mut t = terms.mk(Op::BvAdd, &[x, y]);
    for _ in 0..2 {
        t = terms.mk(Op::BvMul, &[t, t]);
    }
    check_smtlib(
        &terms,
        t,
        expect!["(bvmul (bvmul (bvadd x y) (bvadd x y)) (bvmul (bvadd x y) (bvadd x y)))"],
    );
    for _ in 0..3 {
        t = terms.mk(Op::BvMul, &[t, t]);
    }
    check_smtlib(
        &terms,
        t,
        expect![
            "(let ((?4 (bvadd x y))) (let ((?5 (bvmul ?4 ?4))) (let ((?6 (bvmul ?5 ?5))) (let ((?7 (bvmul ?6 ?6))) (let ((?8 (bvmul ?7 ?7))) (bvmul ?8 ?8))))))"
        ],
    );
}

#[test]
fn symbols_are_unique_and_quoted() {
    let mut terms = Terms::new();
    let names = [
        "x", "main::x", "x", "x!2", "assert", "bvadd", "true", "1st", "a|b", "", "x y",
    ];
    let shown: Vec<String> = names
        .iter()
        .map(|&name| {
            let (symbol, _) = terms.fresh_symbol(name, Sort::Bool);
            symbol_name(&terms, symbol)
        })
        .collect();
    expect!["x |main::x| x!2 x!2!3 |assert| bvadd!5 true!6 |1st| a_b!8 || |x y|"]
        .assert_eq(&shown.join(" "));
    let (symbol, _) = terms.fresh_symbol("y", Sort::BitVec(32));
    expect!["(declare-fun y () (_ BitVec 32))"].assert_eq(&declare_symbol(&terms, symbol));
}

#[test]
fn infix_needs_few_parentheses() {
    let Fixture {
        mut terms,
        x,
        y,
        z,
        p,
    } = fixture();
    let one = terms.bv_u64(1, 8);
    let minus_one = terms.bv_u64(255, 8);

    let sum = terms.mk(Op::BvAdd, &[x, one]);
    let equal = terms.mk(Op::Eq, &[sum, y]);
    check_infix(&terms, equal, expect!["x + 1 == y"]);
    let not_equal = terms.mk(Op::Not, &[equal]);
    check_infix(&terms, not_equal, expect!["x + 1 != y"]);

    let less_one = terms.mk(Op::BvAdd, &[x, minus_one]);
    let product = terms.mk(Op::BvMul, &[less_one, y]);
    check_infix(&terms, product, expect!["(x - 1) * y"]);
    let equal = terms.mk(Op::Eq, &[product, minus_one]);
    check_infix(&terms, equal, expect!["(x - 1) * y == -1"]);

    let left = terms.mk(Op::BvSub, &[x, y]);
    let left = terms.mk(Op::BvSub, &[left, z]);
    check_infix(&terms, left, expect!["x - y - z"]);
    let right = terms.mk(Op::BvSub, &[y, z]);
    let right = terms.mk(Op::BvSub, &[x, right]);
    check_infix(&terms, right, expect!["x - (y - z)"]);

    let less = terms.mk(Op::BvSlt, &[x, y]);
    let below = terms.mk(Op::BvUle, &[y, z]);
    let both = terms.mk(Op::And, &[less, below]);
    let either = terms.mk(Op::Or, &[both, p]);
    check_infix(&terms, either, expect!["x <s y && y <=u z || p"]);
    let not = terms.mk(Op::Not, &[either]);
    let all = terms.mk(Op::And, &[not, either]);
    check_infix(
        &terms,
        all,
        expect!["!(x <s y && y <=u z || p) && (x <s y && y <=u z || p)"],
    );

    let masked = terms.mk(Op::BvAnd, &[x, y]);
    let test = terms.mk(Op::Eq, &[masked, one]);
    check_infix(&terms, test, expect!["(x & y) == 1"]);
}

#[test]
fn infix_parts_and_choices() {
    let Fixture {
        mut terms, x, y, p, ..
    } = fixture();
    let sum = terms.mk(Op::BvAdd, &[x, y]);
    let part = terms.mk(Op::Extract { hi: 3, lo: 0 }, &[sum]);
    check_infix(&terms, part, expect!["(x + y)[3:0]"]);
    let bit = terms.mk(Op::Extract { hi: 3, lo: 3 }, &[x]);
    let joined = terms.mk(Op::Concat, &[bit, part]);
    let joined = terms.mk(Op::Concat, &[joined, y]);
    check_infix(&terms, joined, expect!["{x[3], (x + y)[3:0], y}"]);

    let wide = terms.mk(Op::ZeroExtend(24), &[sum]);
    check_infix(&terms, wide, expect!["(u32)(x + y)"]);
    let wide = terms.mk(Op::SignExtend(24), &[x]);
    check_infix(&terms, wide, expect!["(i32)x"]);

    let inner = terms.mk(Op::Ite, &[p, x, y]);
    let choice = terms.mk(Op::Ite, &[p, inner, inner]);
    check_infix(&terms, choice, expect!["p ? (p ? x : y) : p ? x : y"]);

    let three = terms.bv_u64(3, 8);
    let shifted = terms.bv_shl(x, three);
    check_infix(&terms, shifted, expect!["x << 3"]);
    let shifted = terms.bv_ashr(shifted, three);
    check_infix(&terms, shifted, expect!["(i8)x[4:0]"]);
    let shifted = terms.bv_lshr(sum, three);
    let plus = terms.bv_add(shifted, y);
    check_infix(&terms, plus, expect!["y + (x + y >>u 3)"]);

    let negated = terms.mk(Op::BvNeg, &[x]);
    let negated = terms.mk(Op::BvNeg, &[negated]);
    check_infix(&terms, negated, expect!["-(-x)"]);
}

#[test]
fn infix_is_limited() {
    let Fixture { mut terms, x, .. } = fixture();
    let mut t = x;
    for _ in 0..100_000 {
        t = terms.mk(Op::BvMul, &[t, t]);
    }
    assert!(Infix::new(&terms, t).to_string().len() < 100_000);
    let short = Infix::new(&terms, t).limit(3).to_string();
    assert!(short.contains('…'), "{short}");
}

#[test]
fn floating_point_operations() {
    let f = FloatFormat::F64;
    let mut terms = Terms::new();
    let x = terms.fresh_symbol("x", Sort::BitVec(64)).1;
    let y = terms.fresh_symbol("y", Sort::BitVec(64)).1;
    let half = terms.bv_u64(0.5f64.to_bits(), 64);
    let sum = terms.fp_add(f, x, half);
    let product = terms.fp_mul(f, sum, y);
    let root = terms.fp_sqrt(f, product);
    let single = terms.fp_convert(f, FloatFormat::F32, root);
    let less = terms.fp_lt(f, root, y);
    check_infix(&terms, less, expect!["sqrt(y *f (x +f 0.5)) <f y"]);
    check_infix(&terms, single, expect!["f32(sqrt(y *f (x +f 0.5)))"]);
    check_smtlib(
        &terms,
        sum,
        expect!["(float.Add.11.53.64! x #x3fe0000000000000)"],
    );
    let definition = define_float(FloatOp::Le(FloatFormat::new(2, 2)), 2, 4);
    assert!(
        definition
            .starts_with("(define-fun float.Le.2.2.4! ((x0 (_ BitVec 4)) (x1 (_ BitVec 4))) Bool ")
    );
}
