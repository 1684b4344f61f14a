//! Loops whose iterations all do the same are run in one leap.
//!
//! `while (x < 0x0fffffff) x += 2;` takes 134 million iterations. If in each of them a run takes the same way, and
//! every register that it reads from the iteration before is an *affine* function of the number of iterations,
//! `r(j) = a + b·j mod 2^w`, then the registers after `m` iterations are known without running them.
//!
//! *Why it is exact.* Let `r(j) = a + b·j` stand for the registers at the start of iteration `j`, with `a` what they hold
//! now and `b` by how much the last iteration has changed them: a guess. One iteration is executed on these forms,
//! and the conditions on its way say for how many `j` they keep the values that they have for `j = 0`: up to a *limit*
//! `n`, which also keeps comparisons and extensions away from where a number wraps around. If in the end every
//! register has the form `a + b + b·j`, the guess was right for all `j ≤ n`, by induction. What is not affine has no form,
//! and if it is needed, the loop is run as always. The leap goes to the start of iteration `n - 1`, so the last iteration
//! that takes this way is executed, and with it every register that only lives within an iteration gets its value.
//!
//! Forms are about words. A loop that reads an input or writes an array is not leapt over.

use rustc_hash::FxHashMap;

use super::Interpreter;
use super::code::{Code, Instr, Memory, Slot, compute, mask, signed, word_width};
use super::compile::{CommandKind, Compiled};
use super::shadow::Shadow;
use crate::VarId;

/// A loop is looked at after so many iterations,
const FIRST_LOOK: u32 = 256;
/// and sooner the next time if that was worth it.
const NEXT_LOOK: u32 = 16;
/// A loop that cannot be leapt over is looked at ever less often, up to once in so many iterations.
const RARELY: u32 = 1 << 24;
/// A look that is never finished keeps others waiting so many times.
const MOST_WAITS: u32 = 8;
/// Longer iterations are not looked at.
const LONGEST: usize = 512;
/// Fewer iterations are run as always.
const WORTH_IT: u64 = 16;

/// Where runs go back to, how often, and what they looked like there.
#[derive(Clone, Debug, Default)]
pub(super) struct Leaper {
    /// By command: iterations until the next look, and after the one then.
    patience: Vec<Patience>,
    /// The registers at the start of the last iteration of a loop that is about to be looked at.
    before: Option<Before>,
    /// By word: its width; 0 if it has several.
    widths: Vec<u8>,
    /// Nobody leaps.
    pub(super) is_off: bool,
}

#[derive(Clone, Copy, Debug)]
struct Patience {
    left: u32,
    next: u32,
}

#[derive(Clone, Debug)]
struct Before {
    at: u32,
    depth: usize,
    words: Vec<u64>,
    /// How often others have waited for it.
    waited: u32,
}

/// What a leap has done.
#[derive(Clone, Debug)]
pub(super) struct Leap {
    /// So many iterations.
    pub(super) iterations: u64,
    /// The words that have changed.
    pub(super) words: Vec<u32>,
}

impl Leaper {
    fn patience(&mut self, at: u32) -> &mut Patience {
        let at = at as usize;
        if self.patience.len() <= at {
            let first = Patience {
                left: FIRST_LOOK,
                next: 2 * FIRST_LOOK,
            };
            self.patience.resize(at + 1, first);
        }
        &mut self.patience[at]
    }
}

impl Interpreter<'_> {
    /// A run goes back to a command. Leaps over iterations if it can.
    #[inline]
    pub(super) fn back_to(&mut self, at: u32, shadow: &impl Shadow) -> Option<Leap> {
        let patience = self.leaper.patience(at);
        patience.left = patience.left.saturating_sub(1);
        if patience.left > 1 || self.leaper.is_off {
            return None;
        }
        self.look(at, shadow)
    }

    /// The first look keeps the registers, the second one compares.
    #[cold]
    fn look(&mut self, at: u32, shadow: &impl Shadow) -> Option<Leap> {
        let depth = self.frames.len();
        if self.leaper.patience(at).left == 1 {
            // An iteration may go back more than once: one look at a time.
            if let Some(before) = &mut self.leaper.before
                && before.at != at
                && before.waited < MOST_WAITS
            {
                before.waited += 1;
                self.leaper.patience(at).left = NEXT_LOOK;
                return None;
            }
            self.leaper.before = Some(Before {
                at,
                depth,
                words: self.memory.words.clone(),
                waited: 0,
            });
            return None;
        }
        if self.leaper.widths.is_empty() {
            self.leaper.widths = widths(&self.code, self.memory.words.len());
        }
        let before = self.leaper.before.take();
        let before = before.filter(|before| before.at == at && before.depth == depth);
        let found = before.and_then(|before| {
            let iteration = Iteration {
                code: &self.code,
                memory: &self.memory,
                active: &self.active,
                before: &before.words,
                widths: &self.leaper.widths,
                forms: FxHashMap::default(),
                carried: Vec::new(),
                limit: u64::MAX,
            };
            iteration.run(at, &|slot| shadow.is_closed(slot))
        });
        let patience = self.leaper.patience(at);
        let Some(found) = found else {
            patience.left = patience.next;
            patience.next = patience.next.saturating_mul(2).min(RARELY);
            return None;
        };
        patience.left = NEXT_LOOK;
        patience.next = FIRST_LOOK;
        let iterations = found.limit - 1;
        let mut words = Vec::new();
        for (word, Affine { a, b, width }) in found.changes {
            let value = a.wrapping_add(b.wrapping_mul(iterations));
            self.memory.words[word as usize] = value & mask(width.into());
            words.push(word);
        }
        let steps = iterations.saturating_mul(found.steps);
        self.leapt = self.leapt.saturating_add(steps);
        Some(Leap { iterations, words })
    }

    /// The variables that live in these words.
    pub(super) fn variables_in(&self, words: &[u32]) -> Vec<VarId> {
        let vars = self.code.vars.iter().enumerate();
        let vars = vars.filter(|(_, place)| match place.slot {
            Slot::Word(word) => words.contains(&word),
            Slot::Wide(_) | Slot::Array(_) => false,
        });
        vars.map(|(var, _)| VarId::new(var)).collect()
    }
}

/// The width of every word, where it has one.
fn widths(code: &Compiled, words: usize) -> Vec<u8> {
    let mut widths: Vec<Option<u8>> = vec![None; words];
    let mut set = |word: u32, width: u8| {
        let old = &mut widths[word as usize];
        *old = Some(if old.is_none_or(|old| old == width) {
            width
        } else {
            0
        });
    };
    for place in &code.vars {
        if let (Slot::Word(word), Some(width)) = (place.slot, word_width(place.sort)) {
            set(word, width);
        }
    }
    for instr in &code.instrs {
        match instr.code {
            // A copy has the width of what it copies, which may be that of a variable.
            Code::Copy | Code::Store | Code::Fill | Code::CopyArray | Code::Wide => {}
            // A load says nothing of the width.
            Code::Load if instr.extra & 2 != 0 => {}
            Code::Load | Code::Float => set(instr.dst, 0),
            Code::Eq | Code::Ult | Code::Ule | Code::Slt | Code::Sle => set(instr.dst, 1),
            _ => set(instr.dst, instr.width),
        }
    }
    widths.into_iter().map(Option::unwrap_or_default).collect()
}

/// `a + b·j mod 2^width` in iteration `j`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Affine {
    a: u64,
    b: u64,
    width: u8,
}

impl Affine {
    fn constant(a: u64) -> Affine {
        Affine { a, b: 0, width: 64 }
    }

    /// The same number modulo less.
    fn cut(self, width: u8) -> Affine {
        let mask = mask(width.into());
        let Affine { a, b, .. } = self;
        Affine {
            a: a & mask,
            b: b & mask,
            width,
        }
    }
}

/// What a word holds in iteration `j`; none if that is not affine.
type Form = Option<Affine>;

/// Integers `a + b·j`, without wrapping around.
#[derive(Clone, Copy)]
struct Line {
    a: i128,
    b: i128,
}

/// One iteration, executed on forms.
struct Iteration<'a> {
    code: &'a Compiled,
    memory: &'a Memory,
    /// By procedure: how many activations there are.
    active: &'a [u32],
    /// The words one iteration ago.
    before: &'a [u64],
    widths: &'a [u8],
    forms: FxHashMap<u32, Form>,
    /// Words that are read from the iteration before, as they are at the start.
    carried: Vec<(u32, Affine)>,
    /// Everything is as for `j = 0` for all `j` below.
    limit: u64,
}

/// What many iterations do.
struct Found {
    changes: Vec<(u32, Affine)>,
    limit: u64,
    steps: u64,
}

impl Iteration<'_> {
    /// From a command back to it.
    fn run(mut self, start: u32, is_closed: &dyn Fn(Slot) -> bool) -> Option<Found> {
        let mut at = start;
        let mut calls: Vec<(u32, Option<VarId>, usize)> = Vec::new();
        for steps in 1..=LONGEST {
            let command = &self.code.commands[at as usize];
            for instr in &self.code.instrs[command.instrs()] {
                self.instr(instr, is_closed)?;
            }
            at = match command.kind {
                CommandKind::Assign(_) | CommandKind::Decision { .. } => at + 1,
                CommandKind::Goto(target) => target,
                CommandKind::Branch {
                    condition,
                    then,
                    otherwise,
                    ..
                } => match self.constant(condition, is_closed)? {
                    0 => otherwise,
                    _ => then,
                },
                CommandKind::Assume { condition } | CommandKind::Assert { condition, .. } => {
                    match self.constant(condition, is_closed)? {
                        0 => return None,
                        _ => at + 1,
                    }
                }
                // A goal that all these iterations pass is passed by the last one.
                CommandKind::Cover { condition, .. } => {
                    self.constant(condition, is_closed)?;
                    at + 1
                }
                CommandKind::Call { proc, args, result } => {
                    let callee = &self.code.procs[proc.index()];
                    if !callee.wides.is_empty() || !callee.arrays.is_empty() {
                        return None;
                    }
                    // A recursive call hides locals, and its return brings them back.
                    let is_active = self.active[proc.index()] > 0;
                    if is_active || calls.iter().any(|call| call.2 == proc.index()) {
                        return None;
                    }
                    let args = &self.code.args[args.0 as usize..args.1 as usize];
                    let given: Option<Vec<(u32, Form)>> = args
                        .iter()
                        .map(|arg| match (arg.from, arg.to.slot) {
                            (Slot::Word(from), Slot::Word(to)) => {
                                Some((to, self.read(from, is_closed)?))
                            }
                            _ => None,
                        })
                        .collect();
                    for word in callee.words.clone() {
                        self.write(u32::try_from(word).ok()?, Some(Affine::constant(0)));
                    }
                    for (to, form) in given? {
                        self.write(to, form);
                    }
                    calls.push((at + 1, result, proc.index()));
                    callee.start
                }
                CommandKind::Return => {
                    let (back, result, proc) = calls.pop()?;
                    if let Some(var) = result {
                        let from = self.code.procs[proc].result?.slot;
                        let (Slot::Word(from), Slot::Word(to)) =
                            (from, self.code.vars[var.index()].slot)
                        else {
                            return None;
                        };
                        let form = self.read(from, is_closed)?;
                        self.write(to, form);
                    }
                    back
                }
                CommandKind::Havoc { .. } | CommandKind::Stop { .. } => return None,
            };
            if at == start && calls.is_empty() {
                return self.finish(steps as u64);
            }
        }
        None
    }

    /// Is the guess right?
    fn finish(mut self, steps: u64) -> Option<Found> {
        let mut changes = Vec::new();
        for (word, start) in std::mem::take(&mut self.carried) {
            let end = self.forms[&word]?;
            let end = self.at_width(end, start.width);
            let next = Affine {
                a: start.a.wrapping_add(start.b),
                ..start
            };
            if end != next.cut(start.width) {
                return None;
            }
            if start.b != 0 {
                changes.push((word, start));
            }
        }
        // A loop without a limit has no last iteration.
        let is_worth_it = (WORTH_IT..u64::MAX).contains(&self.limit);
        is_worth_it.then_some(Found {
            changes,
            limit: self.limit,
            steps,
        })
    }

    fn read(&mut self, word: u32, is_closed: &dyn Fn(Slot) -> bool) -> Option<Form> {
        if let Some(&form) = self.forms.get(&word) {
            return Some(form);
        }
        if !is_closed(Slot::Word(word)) {
            return None;
        }
        let (now, before) = (self.memory.words[word as usize], self.before[word as usize]);
        let width = self.widths[word as usize];
        if width == 0 && now != before {
            return None;
        }
        let form = Affine {
            a: now,
            b: now.wrapping_sub(before),
            width: 64,
        };
        let form = match width {
            0 => form,
            width => form.cut(width),
        };
        self.carried.push((word, form));
        self.write(word, Some(form));
        Some(Some(form))
    }

    fn write(&mut self, word: u32, form: Form) {
        self.forms.insert(word, form);
    }

    /// The value of a word that is the same in all iterations.
    fn constant(&mut self, word: u32, is_closed: &dyn Fn(Slot) -> bool) -> Option<u64> {
        let form = self.read(word, is_closed)??;
        (form.b == 0).then_some(form.a)
    }

    fn instr(&mut self, instr: &Instr, is_closed: &dyn Fn(Slot) -> bool) -> Option<()> {
        let operands = match instr.code {
            Code::Store | Code::Fill | Code::CopyArray | Code::Wide => return None,
            // Not affine; but what it reads is read, and has to be what it was taken for.
            Code::Float => {
                for arg in &self.code.wide[instr.a as usize].args {
                    let Slot::Word(word) = arg.slot else {
                        return None;
                    };
                    self.read(word, is_closed)?;
                }
                self.write(instr.dst, None);
                return Some(());
            }
            // The element of an array that no iteration changes.
            Code::Load if instr.extra == 0 => {
                let is_known = is_closed(Slot::Array(instr.a));
                let index = self.constant(instr.b, is_closed).filter(|_| is_known);
                let form = index.map(|index| {
                    Affine::constant(self.memory.arrays[instr.a as usize].word(index))
                });
                self.write(instr.dst, form);
                return Some(());
            }
            Code::Load => return None,
            Code::Copy
            | Code::Not
            | Code::Neg
            | Code::Extract
            | Code::SignExtend
            | Code::RotateLeft => [Some(instr.a), None, None],
            Code::Ite => [Some(instr.a), Some(instr.b), Some(instr.c)],
            Code::And
            | Code::Or
            | Code::Xor
            | Code::Add
            | Code::Sub
            | Code::Mul
            | Code::Udiv
            | Code::Urem
            | Code::Sdiv
            | Code::Srem
            | Code::Smod
            | Code::Shl
            | Code::Lshr
            | Code::Ashr
            | Code::Eq
            | Code::Ult
            | Code::Ule
            | Code::Slt
            | Code::Sle
            | Code::Concat => [Some(instr.a), Some(instr.b), None],
        };
        let mut forms = [Some(Affine::constant(0)); 3];
        for (form, operand) in forms.iter_mut().zip(operands) {
            if let Some(word) = operand {
                *form = self.read(word, is_closed)?;
            }
        }
        let result = self.apply(instr, forms);
        self.write(instr.dst, result);
        Some(())
    }

    fn apply(&mut self, instr: &Instr, [a, b, c]: [Form; 3]) -> Form {
        let width = instr.width;
        let a = a?;
        if instr.code == Code::Ite && a.b == 0 {
            return if a.a != 0 { b } else { c };
        }
        let b = b?;
        if let (0, 0, Some(Affine { a: third, b: 0, .. })) = (a.b, b.b, c) {
            let here = Instr {
                a: 0,
                b: 1,
                c: 2,
                ..*instr
            };
            return Some(Affine::constant(compute(&here, &[a.a, b.a, third])));
        }
        let affine = |a: u64, b: u64| Some(Affine { a, b, width: 64 }.cut(width));
        match instr.code {
            Code::Copy => return Some(a),
            Code::Eq => {
                let d = difference(self.unsigned_line(a), self.unsigned_line(b));
                return Some(self.is_zero(d));
            }
            Code::Ult | Code::Ule => {
                let d = difference(self.unsigned_line(a), self.unsigned_line(b));
                return Some(self.is_negative(d, instr.code == Code::Ule));
            }
            Code::SignExtend => {
                let a = self.at_width(a, instr.extra);
                let line = self.signed_line(a);
                return affine(low(line.a), low(line.b));
            }
            // With zeros in front: the same number, if it does not wrap around.
            Code::Concat if (a.a, a.b) == (0, 0) => {
                let b = self.at_width(b, instr.extra);
                return Some(self.at_width(b, width));
            }
            Code::Concat => return None,
            _ => {}
        }
        let (a, b) = (self.at_width(a, width), self.at_width(b, width));
        match instr.code {
            Code::Not => affine(!a.a, a.b.wrapping_neg()),
            Code::Neg => affine(a.a.wrapping_neg(), a.b.wrapping_neg()),
            Code::Add => affine(a.a.wrapping_add(b.a), a.b.wrapping_add(b.b)),
            Code::Sub => affine(a.a.wrapping_sub(b.a), a.b.wrapping_sub(b.b)),
            Code::Mul if b.b == 0 => affine(a.a.wrapping_mul(b.a), a.b.wrapping_mul(b.a)),
            Code::Mul if a.b == 0 => affine(a.a.wrapping_mul(b.a), a.a.wrapping_mul(b.b)),
            Code::Shl if b.b == 0 && b.a < width.into() => affine(a.a << b.a, a.b << b.a),
            Code::Extract if instr.extra == 0 => Some(a),
            Code::Slt | Code::Sle => {
                let d = difference(self.signed_line(a), self.signed_line(b));
                Some(self.is_negative(d, instr.code == Code::Sle))
            }
            _ => None,
        }
    }

    /// The number of this width: the lower bits, or with zeros in front, as the compiler uses words where wider
    /// ones are meant.
    fn at_width(&mut self, form: Affine, width: u8) -> Affine {
        if form.b == 0 || form.width >= width {
            return form.cut(width);
        }
        let Line { a, b } = self.unsigned_line(form);
        let (a, b) = (low(a), low(b));
        Affine { a, b, width: 64 }.cut(width)
    }

    fn at_most(&mut self, iterations: i128) {
        self.limit = self
            .limit
            .min(u64::try_from(iterations).unwrap_or(u64::MAX));
    }

    /// The integers between these bounds, for as long as they stay there.
    fn line(&mut self, a: i128, b: i128, least: i128, most: i128) -> Line {
        match b {
            0 => {}
            1.. => self.at_most((most - a) / b + 1),
            _ => self.at_most((a - least) / -b + 1),
        }
        Line { a, b }
    }

    fn unsigned_line(&mut self, form: Affine) -> Line {
        let width = u32::from(form.width);
        let step = i128::from(signed(form.b, width));
        let most = i128::from(mask(width));
        self.line(form.a.into(), step, 0, most)
    }

    fn signed_line(&mut self, form: Affine) -> Line {
        let width = u32::from(form.width);
        let step = i128::from(signed(form.b, width));
        let half = 1i128 << (width - 1);
        let a = signed(form.a, width).into();
        self.line(a, step, -half, half - 1)
    }

    /// Is it less than 0 (or 0)? And for how long?
    fn is_negative(&mut self, Line { a, b }: Line, or_zero: bool) -> Affine {
        let a = a - i128::from(or_zero);
        let is_negative = a < 0;
        match (is_negative, b) {
            (true, 1..) => self.at_most((-a - 1) / b + 1),
            (false, ..=-1) => self.at_most(a / -b + 1),
            _ => {}
        }
        Affine::constant(is_negative.into())
    }

    /// Is it 0? And for how long?
    fn is_zero(&mut self, Line { a, b }: Line) -> Affine {
        if a == 0 && b != 0 {
            self.at_most(1);
        } else if b != 0 && a % b == 0 && a / b < 0 {
            self.at_most(-(a / b));
        }
        Affine::constant((a == 0).into())
    }
}

/// The lowest 64 bits.
fn low(number: i128) -> u64 {
    (number & i128::from(u64::MAX)) as u64
}

fn difference(a: Line, b: Line) -> Line {
    Line {
        a: a.a - b.a,
        b: a.b - b.b,
    }
}
