//! The operations on values against ordinary integers.

use num_bigint::{BigInt, BigUint};

use super::BitVecValue;

fn bv(value: u64, width: u32) -> BitVecValue {
    BitVecValue::from_u64(value, width)
}

/// All values of up to five bits, and some of others up to and beyond the inline width.
fn samples() -> Vec<Vec<BitVecValue>> {
    let mut samples: Vec<Vec<_>> = (1..=5)
        .map(|width| (0..1 << width).map(|v| bv(v, width)).collect())
        .collect();
    for width in [8, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200] {
        let small = (-3..=3).map(|v| BitVecValue::from_i64(v, width));
        let edges = [
            BitVecValue::signed_min(width),
            BitVecValue::signed_max(width),
            BitVecValue::power_of_two(width / 2, width),
            BitVecValue::from_u128(0x0123_4567_89ab_cdef_fedc_ba98_7654_3210, width),
            BitVecValue::from_u128(u128::MAX / 3, width),
        ];
        samples.push(small.chain(edges).collect());
    }
    samples
}

/// Calls `f` for all pairs of sample values of one width.
fn for_pairs(f: impl Fn(&BitVecValue, &BitVecValue)) {
    for values in samples() {
        for a in &values {
            for b in &values {
                f(a, b);
            }
        }
    }
}

/// The value of an integer, which checks canonicity, too: equal numbers are equal values.
fn wrapped(value: &BigInt, width: u32) -> BitVecValue {
    BitVecValue::from_bigint(value, width)
}

#[test]
fn arithmetic_is_that_of_integers_modulo() {
    for_pairs(|a, b| {
        let (x, y, width) = (a.to_bigint(), b.to_bigint(), a.width());
        assert_eq!(a.add(b), wrapped(&(&x + &y), width));
        assert_eq!(a.sub(b), wrapped(&(&x - &y), width));
        assert_eq!(a.mul(b), wrapped(&(&x * &y), width));
        assert_eq!(a.neg(), wrapped(&-&x, width));
        assert_eq!(a.not(), wrapped(&(-&x - 1), width));
    });
}

#[test]
fn division_is_that_of_integers() {
    for_pairs(|a, b| {
        let width = a.width();
        if b.is_zero() {
            let sign = if a.sign_bit() { 1 } else { -1 };
            assert!(a.udiv(b).is_ones());
            assert_eq!(a.sdiv(b), BitVecValue::from_i64(sign, width));
            assert_eq!([&a.urem(b), &a.srem(b), &a.smod(b)], [a; 3]);
            return;
        }
        let (x, y) = (a.to_biguint(), b.to_biguint());
        assert_eq!(a.udiv(b).to_biguint(), &x / &y);
        assert_eq!(a.urem(b).to_biguint(), &x % &y);
        // Rounds towards zero, as `BigInt` does.
        let (x, y) = (a.to_bigint(), b.to_bigint());
        assert_eq!(a.sdiv(b), wrapped(&(&x / &y), width));
        assert_eq!(a.srem(b), wrapped(&(&x % &y), width));
        assert_eq!(a.smod(b), wrapped(&(((&x % &y) + &y) % &y), width));
    });
}

#[test]
fn bitwise_operations_work_bit_by_bit() {
    for_pairs(|a, b| {
        for i in 0..a.width() {
            assert_eq!(a.and(b).bit(i), a.bit(i) && b.bit(i));
            assert_eq!(a.or(b).bit(i), a.bit(i) || b.bit(i));
            assert_eq!(a.xor(b).bit(i), a.bit(i) != b.bit(i));
            assert_eq!(a.not().bit(i), !a.bit(i));
        }
    });
}

#[test]
fn shifts_fill_with_zeros_or_the_sign() {
    for values in samples() {
        let width = values[0].width();
        for by in (0..width + 3).step_by(1 + width as usize / 16) {
            let amount = bv(u64::from(by), width);
            // In few bits the amount may wrap.
            let by = u32::try_from(amount.to_u64().expect("small")).expect("small");
            for a in &values {
                for i in 0..width {
                    let from_above = i + by < width;
                    assert_eq!(a.shl(&amount).bit(i), i >= by && a.bit(i - by));
                    assert_eq!(a.lshr(&amount).bit(i), from_above && a.bit(i + by));
                    let filled = if from_above {
                        a.bit(i + by)
                    } else {
                        a.sign_bit()
                    };
                    assert_eq!(a.ashr(&amount).bit(i), filled);
                    assert_eq!(a.rotate_right(by).bit(i), a.bit((i + by) % width));
                    assert_eq!(a.rotate_left(by).bit((i + by) % width), a.bit(i));
                }
                assert_eq!(&a.rotate_left(by).rotate_right(by), a);
            }
        }
    }
}

#[test]
fn huge_shift_amounts_shift_everything_out() {
    let huge = BitVecValue::ones(200);
    assert!(BitVecValue::ones(200).shl(&huge).is_zero());
    assert!(BitVecValue::ones(200).lshr(&huge).is_zero());
    assert!(BitVecValue::ones(200).ashr(&huge).is_ones());
}

#[test]
fn comparisons_are_those_of_integers() {
    for_pairs(|a, b| {
        assert_eq!(a.ult(b), a.to_biguint() < b.to_biguint());
        assert_eq!(a.ule(b), a.to_biguint() <= b.to_biguint());
        assert_eq!(a.slt(b), a.to_bigint() < b.to_bigint());
        assert_eq!(a.sle(b), a.to_bigint() <= b.to_bigint());
        assert_eq!(a < b, a.ult(b));
        assert_eq!(a == b, a.to_biguint() == b.to_biguint());
    });
}

#[test]
fn parts_and_extensions() {
    for_pairs(|a, b| {
        let (width, both) = (a.width(), a.concat(b));
        assert_eq!(both.width(), 2 * width);
        assert_eq!(&both.extract(2 * width - 1, width), a);
        assert_eq!(&both.extract(width - 1, 0), b);
        for more in [0, 1, 40, 100] {
            assert_eq!(a.zero_extend(more).to_biguint(), a.to_biguint());
            assert_eq!(a.sign_extend(more).to_bigint(), a.to_bigint());
            assert_eq!(a.sign_extend(more).width(), width + more);
        }
    });
}

#[test]
fn reading() {
    for a in samples().into_iter().flatten() {
        let width = a.width();
        assert_eq!(BitVecValue::from_bits((0..width).map(|i| a.bit(i))), a);
        assert_eq!(BitVecValue::from_biguint(a.to_biguint(), width), a);
        assert_eq!(a.to_string(), a.to_biguint().to_string());
        assert_eq!(a.to_signed_string(), a.to_bigint().to_string());
        assert_eq!(a.to_u64(), u64::try_from(a.to_biguint()).ok());
        assert_eq!(a.to_i64(), i64::try_from(a.to_bigint()).ok());
        assert_eq!(a.is_zero(), a == BitVecValue::zero(width));
        assert_eq!(a.is_one(), a == BitVecValue::one(width));
        assert_eq!(a.is_ones(), a == BitVecValue::ones(width));
        assert_eq!(a.is_signed_min(), a == BitVecValue::signed_min(width));
        assert_eq!(a.is_signed_max(), a == BitVecValue::signed_max(width));
        let ones = (0..width).filter(|&i| a.bit(i)).count();
        assert_eq!(a.is_power_of_two(), ones == 1);
        let lowest = (0..width).find(|&i| a.bit(i));
        assert_eq!(a.trailing_zeros(), lowest.unwrap_or(width));
        assert_eq!(a.trailing_ones(), a.not().trailing_zeros());
        let highest = (0..width).rev().find(|&i| a.bit(i));
        assert_eq!(a.significant_bits(), highest.map_or(0, |i| i + 1));
    }
}

#[test]
fn values_are_taken_modulo() {
    assert_eq!(bv(256 + 7, 8), bv(7, 8));
    assert_eq!(BitVecValue::from_i64(-1, 100), BitVecValue::ones(100));
    let wide = (BigUint::from(1u8) << 100u32) + 5u8;
    assert_eq!(BitVecValue::from_biguint(wide.clone(), 70), bv(5, 70));
    assert_eq!(BitVecValue::from_biguint(wide, 3), bv(5, 3));
    assert!(BitVecValue::power_of_two(8, 8).is_zero());
}

#[test]
#[should_panic(expected = "both widths must be the same")]
fn widths_must_agree() {
    let _ = bv(1, 8).add(&bv(1, 9));
}
