//! The loop that runs commands, and calls.

use ferric3_term::Value;

use super::code::execute;
use super::compile::CommandKind;
use super::shadow::Shadow;
use super::{Frame, Inputs, Interpreter, Observer, RunLimits, RunOutcome, StepKind};
use crate::{InputId, InputSource, ProcId, Span, VarId};

/// How many steps pass between two questions to [`RunLimits::interrupt`].
const STEPS_BETWEEN_POLLS: u64 = 1 << 16;

/// A command that computes integers or real numbers of more bits ends the run: what squares a number in each iteration
/// doubles its digits.
const MOST_BITS: u64 = 1 << 16;

/// Why a run does not go on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Halt {
    /// The outcome of the statement at this place may be another one.
    Open(Span),
    /// The command with this number is about to read what is known only roughly.
    BeforeRough(u32),
}

impl Halt {
    /// The place of an open outcome, where nothing else can halt the run.
    pub(super) fn span(self) -> Span {
        match self {
            Halt::Open(span) => span,
            Halt::BeforeRough(_) => unreachable!("this shadow does not pause"),
        }
    }
}

/// What a command that does not simply go on leads to.
enum Next {
    Command(u32),
    End(RunOutcome),
}

impl Interpreter<'_> {
    /// Goes on from a command; `Err` if the shadow does not let it.
    pub(super) fn run_loop<const WATCHED: bool, S: Shadow>(
        &mut self,
        mut at: u32,
        shadow: &mut S,
        inputs: &mut dyn Inputs,
        observer: &mut dyn Observer,
        limits: &RunLimits<'_>,
    ) -> Result<RunOutcome, Halt> {
        let mut max_steps = self.max_steps(limits);
        let mut pause = 0;
        let may_leap = !WATCHED || observer.may_leap();
        loop {
            if self.steps >= pause {
                if self.steps >= max_steps {
                    return Ok(RunOutcome::StepLimit);
                }
                if limits.interrupt.is_some_and(|interrupt| interrupt()) {
                    return Ok(RunOutcome::Interrupted);
                }
                pause = max_steps.min(self.steps.saturating_add(STEPS_BETWEEN_POLLS));
            }
            self.steps += 1;

            let command = &self.code.commands[at as usize];
            let instrs = &self.code.instrs[command.instrs()];
            self.instructions += instrs.len() as u64 * if S::ACTIVE { 3 } else { 1 };
            if S::ACTIVE {
                for instr in instrs {
                    shadow.execute(instr, &self.code.wide, &self.memory);
                    execute(
                        std::slice::from_ref(instr),
                        &self.code.wide,
                        &mut self.memory,
                    );
                }
            } else {
                execute(instrs, &self.code.wide, &mut self.memory);
            }
            let kind = command.kind;
            if self.memory.large > 0 {
                let bits = std::mem::take(&mut self.memory.large);
                self.instructions += bits / 8;
                if bits > MOST_BITS {
                    return Ok(RunOutcome::StepLimit);
                }
            }
            let is_true = |condition: u32| self.memory.words[condition as usize] != 0;
            if WATCHED && let Some(step) = self.simple_step(kind) {
                observer.step(self.step(at, step));
            }
            let span = |this: &Self| this.code.origins[at as usize].span;
            if let CommandKind::Branch { condition, .. }
            | CommandKind::Assume { condition }
            | CommandKind::Assert { condition, .. } = kind
                && shadow.is_open(condition)
            {
                return Err(Halt::Open(span(self)));
            }
            let next = match kind {
                CommandKind::Assign(_) | CommandKind::Decision { .. } => at + 1,
                CommandKind::Cover { condition, goal } => {
                    // A goal does not end the run, whatever its condition depends on.
                    if shadow.is_open(condition) {
                        self.passes.leave_open();
                    } else if is_true(condition) {
                        self.passes.pass(goal, self.read, self.steps);
                        if limits.after_goal.is_some_and(|(last, _)| last == goal) {
                            max_steps = self.max_steps(limits);
                            pause = pause.min(max_steps);
                        }
                    }
                    at + 1
                }
                CommandKind::Goto(target) => target,
                CommandKind::Branch {
                    condition,
                    then,
                    otherwise,
                    ..
                } => {
                    let taken = is_true(condition);
                    shadow.branch(at, taken);
                    if taken { then } else { otherwise }
                }
                CommandKind::Assume { condition } if is_true(condition) => at + 1,
                CommandKind::Assert { condition, .. } if is_true(condition) => at + 1,
                CommandKind::Assume { .. } => {
                    return Ok(RunOutcome::AssumptionFailed { span: span(self) });
                }
                CommandKind::Assert { property, .. } => {
                    return Ok(RunOutcome::Violated {
                        property,
                        span: span(self),
                    });
                }
                CommandKind::Havoc { var, input } => {
                    let source = &self.program.inputs[input].source;
                    let is_rough = matches!(source, InputSource::Approximated(_));
                    if S::PAUSES && is_rough {
                        self.steps -= 1;
                        return Err(Halt::BeforeRough(at));
                    }
                    let value = match self.havoc(var, input, inputs) {
                        Ok(value) => value,
                        Err(outcome) => return Ok(outcome),
                    };
                    self.read += 1;
                    let place = self.code.vars[var.index()];
                    shadow.read(place.slot, is_rough);
                    if WATCHED {
                        let step = StepKind::Input { var, input, value };
                        observer.step(self.step(at, step));
                    }
                    at + 1
                }
                CommandKind::Call { proc, args, result } => {
                    if self.frames.len() >= limits.max_depth {
                        return Ok(RunOutcome::DepthLimit);
                    }
                    if WATCHED {
                        let args = self.arguments(args);
                        observer.step(self.step(at, StepKind::Call { proc, args }));
                    }
                    let hides = self.active[proc.index()] > 0;
                    let given = &self.code.args[args.0 as usize..args.1 as usize];
                    shadow.enter(&self.code.procs[proc.index()], hides, given);
                    self.call(proc, args, result, at + 1)
                }
                CommandKind::Return => {
                    if WATCHED {
                        let step = self.return_step();
                        observer.step(self.step(at, step));
                    }
                    if let Some(frame) = self.frames.last() {
                        let callee = &self.code.procs[frame.proc.index()];
                        let result = frame.result.map(|var| self.code.vars[var.index()].slot);
                        shadow.leave(callee, frame.hides, result);
                    }
                    match self.leave() {
                        Next::Command(next) => next,
                        Next::End(outcome) => return Ok(outcome),
                    }
                }
                CommandKind::Stop { status } => {
                    let status = status.map(|status| self.memory.load(status));
                    return Ok(RunOutcome::Stopped {
                        status,
                        span: span(self),
                    });
                }
            };
            let is_jump = matches!(kind, CommandKind::Goto(_) | CommandKind::Branch { .. });
            if is_jump
                && next <= at
                && may_leap
                && let Some(leap) = self.back_to(next, shadow)
                && WATCHED
            {
                let vars = self.variables_in(&leap.words).into_iter();
                let step = StepKind::Leap {
                    iterations: leap.iterations,
                    changed: vars.map(|var| (var, self.value(var))).collect(),
                };
                observer.step(self.step(at, step));
            }
            at = next;
        }
    }

    /// Most steps, for what was passed so far.
    fn max_steps(&self, limits: &RunLimits<'_>) -> u64 {
        let after = limits.after_goal.and_then(|(goal, more)| {
            let mut passed = self.passes.found().iter();
            let passed = passed.find(|passed| passed.goal == goal)?;
            Some(passed.steps.saturating_add(more))
        });
        after.map_or(limits.max_steps, |most| most.min(limits.max_steps))
    }

    /// Reads an input into a variable.
    fn havoc(
        &mut self,
        var: VarId,
        input: InputId,
        inputs: &mut dyn Inputs,
    ) -> Result<Value, RunOutcome> {
        let site = &self.program.inputs[input];
        let Some(value) = inputs.next(input, site) else {
            return Err(match inputs.mismatch() {
                Some(recorded) => RunOutcome::InputMismatch { input, recorded },
                None => RunOutcome::InputsExhausted { input },
            });
        };
        assert_eq!(
            value.sort(),
            site.sort,
            "an input must have the sort of its site"
        );
        self.memory
            .store(self.code.vars[var.index()], value.clone());
        Ok(value)
    }

    /// Enters a procedure; returns its first command.
    fn call(&mut self, proc: ProcId, args: (u32, u32), result: Option<VarId>, back: u32) -> u32 {
        let callee = &self.code.procs[proc.index()];
        let (words, wides) = (callee.words.clone(), callee.wides.clone());
        let arrays = callee.arrays.clone();
        let hides = self.active[proc.index()] > 0;
        if hides {
            self.saved
                .words
                .extend_from_slice(&self.memory.words[words.clone()]);
            self.saved
                .wides
                .extend_from_slice(&self.memory.wides[wides.clone()]);
            self.saved
                .arrays
                .extend_from_slice(&self.memory.arrays[arrays.clone()]);
        }
        self.memory.words[words].fill(0);
        self.memory.wides[wides.clone()].clone_from_slice(&self.code.memory.wides[wides]);
        for array in arrays {
            self.memory.arrays[array].copy_from(&self.code.memory.arrays[array]);
        }
        for arg in &self.code.args[args.0 as usize..args.1 as usize] {
            self.memory.copy(arg.from, arg.to.slot);
        }
        self.active[proc.index()] += 1;
        self.frames.push(Frame {
            proc,
            back,
            result,
            hides,
        });
        callee.start
    }

    /// Leaves a procedure.
    fn leave(&mut self) -> Next {
        let Some(frame) = self.frames.pop() else {
            let result = self.code.procs[self.entry().index()].result;
            let result = result.map(|place| self.memory.load(place));
            return Next::End(RunOutcome::Finished { result });
        };
        let callee = &self.code.procs[frame.proc.index()];
        let result = frame.result.map(|var| {
            let place = callee.result.expect("the callee has a result");
            (var, self.memory.load(place))
        });
        self.active[frame.proc.index()] -= 1;
        if frame.hides {
            let kept = self.saved.words.len() - callee.words.len();
            self.memory.words[callee.words.clone()].copy_from_slice(&self.saved.words[kept..]);
            self.saved.words.truncate(kept);
            let kept = self.saved.wides.len() - callee.wides.len();
            self.memory.wides[callee.wides.clone()].clone_from_slice(&self.saved.wides[kept..]);
            self.saved.wides.truncate(kept);
            let kept = self.saved.arrays.len() - callee.arrays.len();
            let saved = self.saved.arrays.drain(kept..);
            for (array, cells) in callee.arrays.clone().zip(saved) {
                self.memory.arrays[array] = cells;
            }
        }
        if let Some((var, value)) = result {
            self.memory.store(self.code.vars[var.index()], value);
        }
        Next::Command(frame.back)
    }
}
