//! Which bits of the result of an instruction on words are open.

use crate::interp::code::{Code, Instr, mask, shift, signed};

/// The open bits of the result of an instruction on words.
#[inline]
pub(super) fn open_bits(instr: &Instr, words: &[u64], open: &[u64]) -> u64 {
    let width = u32::from(instr.width);
    let extra = u32::from(instr.extra);
    let (a, open_a) = (words[instr.a as usize], open[instr.a as usize]);
    let b = || words[instr.b as usize];
    let open_b = || open[instr.b as usize];
    let cut = |bits: u64| bits & mask(width);
    // Anything open makes everything open.
    let all = |open: u64| if open == 0 { 0 } else { mask(width) };
    // What a bit is depends on it and on the bits below it.
    let upwards = |open: u64| match open {
        0 => 0,
        _ => cut(u64::MAX << open.trailing_zeros()),
    };
    match instr.code {
        Code::Copy => open_a,
        Code::Not => cut(open_a),
        Code::Neg => upwards(open_a),
        // A bit that is 0 for good on one side decides.
        Code::And => (open_a | a) & (open_b() | b()) & (open_a | open_b()),
        Code::Or => (open_a | !a) & (open_b() | !b()) & (open_a | open_b()),
        Code::Xor => open_a | open_b(),
        Code::Add | Code::Sub => upwards(open_a | open_b()),
        Code::Mul => {
            // An open bit is moved by the lowest bit of the other factor, at least.
            let (b, open_b) = (b(), open_b());
            let least = |open: u64, other: u64| open.trailing_zeros() + other.trailing_zeros();
            let lowest = least(open_a, b | open_b).min(least(open_b, a | open_a));
            if lowest < width {
                cut(u64::MAX << lowest)
            } else {
                0
            }
        }
        Code::Udiv | Code::Urem | Code::Sdiv | Code::Srem | Code::Smod => all(open_a | open_b()),
        Code::Shl | Code::Lshr | Code::Ashr if open_b() != 0 => mask(width),
        Code::Shl => shift(b(), width).map_or(0, |by| cut(open_a << by)),
        Code::Lshr => shift(b(), width).map_or(0, |by| cut(open_a) >> by),
        Code::Ashr => {
            let by = shift(b(), width).unwrap_or(width - 1);
            cut((signed(open_a, width) >> by).cast_unsigned())
        }
        Code::Eq => {
            let open = open_a | open_b();
            // They differ for good in a bit that is not open.
            u64::from(open != 0 && (a ^ b()) & !open == 0)
        }
        Code::Ult | Code::Ule => {
            order_is_open(instr.code == Code::Ule, (a, open_a), (b(), open_b()))
        }
        Code::Slt | Code::Sle => {
            // With the other sign bit, signed numbers have the order of unsigned ones.
            let sign = 1 << (width - 1);
            let (a, b) = ((a ^ sign, cut(open_a)), (b() ^ sign, cut(open_b())));
            order_is_open(instr.code == Code::Sle, a, b)
        }
        Code::Ite if open_a & 1 == 0 => open[if a != 0 { instr.b } else { instr.c } as usize],
        Code::Ite => {
            let (c, open_c) = (words[instr.c as usize], open[instr.c as usize]);
            open_b() | open_c | (b() ^ c)
        }
        Code::Concat => (open_a << extra) | (open_b() & mask(extra)),
        Code::Extract => cut(open_a >> extra),
        Code::SignExtend => cut(signed(open_a, extra).cast_unsigned()),
        Code::RotateLeft if extra == 0 => open_a,
        Code::RotateLeft => cut(open_a << extra) | (cut(open_a) >> (width - extra)),
        Code::Load | Code::Store | Code::Fill | Code::CopyArray | Code::Float | Code::Wide => {
            unreachable!("it is no instruction on words")
        }
    }
}

/// Is it open whether one unsigned number is less than another (or equal to it)? Each comes with its
/// open bits, which say between which bounds it lies.
#[inline]
fn order_is_open(or_equal: bool, (a, open_a): (u64, u64), (b, open_b): (u64, u64)) -> u64 {
    let (low_a, high_a) = (a & !open_a, a | open_a);
    let (low_b, high_b) = (b & !open_b, b | open_b);
    let is_decided = if or_equal {
        high_a <= low_b || low_a > high_b
    } else {
        high_a < low_b || low_a >= high_b
    };
    u64::from(!is_decided)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interp::code::compute;

    /// Every instruction on words of three bits: whatever the open bits of the arguments are, a bit
    /// of the result that is not open is the same.
    #[test]
    fn what_is_not_open_does_not_change() {
        const WIDTH: u8 = 3;
        let codes = [
            (Code::Copy, 0),
            (Code::Not, 0),
            (Code::Neg, 0),
            (Code::And, 0),
            (Code::Or, 0),
            (Code::Xor, 0),
            (Code::Add, 0),
            (Code::Sub, 0),
            (Code::Mul, 0),
            (Code::Udiv, 0),
            (Code::Urem, 0),
            (Code::Sdiv, 0),
            (Code::Srem, 0),
            (Code::Smod, 0),
            (Code::Shl, 0),
            (Code::Lshr, 0),
            (Code::Ashr, 0),
            (Code::Eq, 0),
            (Code::Ult, 0),
            (Code::Ule, 0),
            (Code::Slt, 0),
            (Code::Sle, 0),
            (Code::Ite, 0),
            (Code::Concat, 3),
            (Code::Extract, 1),
            (Code::SignExtend, 2),
            (Code::RotateLeft, 0),
            (Code::RotateLeft, 2),
        ];
        for (code, extra) in codes {
            let width = if code == Code::Concat { 6 } else { WIDTH };
            let instr = Instr {
                code,
                width,
                extra,
                dst: 0,
                a: 0,
                b: 1,
                c: 2,
            };
            let all = 1u64 << WIDTH;
            for numbers in 0..all.pow(4) {
                let (a, b) = (numbers % all, numbers / all % all);
                let open = [
                    numbers / all.pow(2) % all,
                    numbers / all.pow(3) % all,
                    0b101,
                ];
                let c = 0b010;
                if code == Code::Ite && (a > 1 || open[0] > 1) {
                    continue; // A condition has one bit.
                }
                let result = compute(&instr, &[a, b, c]);
                let open_result = open_bits(&instr, &[a, b, c], &open);
                for (other_a, other_b) in (0..all).flat_map(|a| (0..all).map(move |b| (a, b))) {
                    if (a ^ other_a) & !open[0] == 0 && (b ^ other_b) & !open[1] == 0 {
                        for other_c in [c, c ^ 1, c ^ 4, c ^ 5] {
                            let other = compute(&instr, &[other_a, other_b, other_c]);
                            let changed = (result ^ other) & !open_result;
                            assert_eq!(changed, 0, "{instr:?} {a} {b} {open:?}");
                        }
                    }
                }
            }
        }
    }
}
