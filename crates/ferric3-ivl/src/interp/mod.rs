//! The concrete interpreter: runs a program on given inputs.
//!
//! A program is compiled once (`compile`, `expr`) to commands over registers (`code`), which run
//! in one loop with a call stack of their own.

mod array;
mod cells;
mod code;
mod compile;
mod coverage;
mod expr;
mod inputs;
mod observe;
mod outcome;
mod random;
mod shadow;

pub use coverage::Coverage;
pub use inputs::{Inputs, ListInputs, PlainInputs, RecordedInput, RecordingInputs};
pub use observe::{Observer, Step, StepKind};
pub use outcome::{RunLimits, RunOutcome};
pub use random::{RandomInputs, SplitMix64};

use ferric3_term::{Terms, Value};

use crate::{InputId, ProcId, Program, Span, VarId};
use code::{Memory, execute};
use compile::{CommandKind, Compiled, compile};
use shadow::{OpenBits, Shadow};

/// How many steps pass between two questions to [`RunLimits::interrupt`].
const STEPS_BETWEEN_POLLS: u64 = 1 << 16;

/// Runs a program.
#[derive(Debug)]
pub struct Interpreter<'p> {
    program: &'p Program,
    code: Compiled,
    memory: Memory,
    frames: Vec<Frame>,
    /// Locals of activations that a recursive call has hidden.
    saved: Memory,
    /// Number of activations of each procedure.
    active: Vec<u32>,
    steps: u64,
}

/// A call that has not returned.
#[derive(Clone, Copy, Debug)]
struct Frame {
    proc: ProcId,
    /// The command after the call.
    back: u32,
    result: Option<VarId>,
    /// Has the call hidden locals of an earlier activation?
    hides: bool,
}

/// What a command that does not simply go on leads to.
enum Next {
    Command(u32),
    End(RunOutcome),
}

impl<'p> Interpreter<'p> {
    /// Prepares to run `program`, which must be [valid](crate::validate).
    ///
    /// # Panics
    /// If the program is not valid, now or during a run.
    pub fn new(program: &'p Program, terms: &Terms) -> Interpreter<'p> {
        debug_assert_eq!(crate::validate(program, terms), Ok(()));
        let code = compile(program, terms);
        Interpreter {
            program,
            memory: code.memory.clone(),
            frames: vec![],
            saved: Memory::default(),
            active: vec![0; code.procs.len()],
            code,
            steps: 0,
        }
    }

    /// Runs the program from its entry. Variables that were not assigned yet are zero.
    pub fn run(
        &mut self,
        inputs: &mut dyn Inputs,
        observer: &mut dyn Observer,
        limits: &RunLimits<'_>,
    ) -> RunOutcome {
        self.reset();
        // Two copies of the loop, so that runs that nobody watches do not pay for the watching.
        if observer.is_active() {
            self.run_loop::<true, _>(&mut (), inputs, observer, limits)
        } else {
            self.run_loop::<false, _>(&mut (), inputs, observer, limits)
        }
        .expect("nobody asks what the run depends on")
    }

    /// Runs the program from its entry, as long as it is the only run: as long as every branch,
    /// assumption and assertion has the same outcome whatever the inputs are. If that goes on to
    /// the end, then every run of the program ends in this way. `Err` is the place of the first
    /// statement whose outcome may depend on an input.
    pub fn run_determined(
        &mut self,
        inputs: &mut dyn Inputs,
        limits: &RunLimits<'_>,
    ) -> Result<RunOutcome, Span> {
        self.reset();
        let mut open = OpenBits::new(&self.memory);
        self.run_loop::<false, _>(&mut open, inputs, &mut (), limits)
    }

    /// Runs the program from its entry, and counts the outcomes of branches.
    pub fn run_covering(
        &mut self,
        inputs: &mut dyn Inputs,
        coverage: &mut Coverage,
        limits: &RunLimits<'_>,
    ) -> RunOutcome {
        self.reset();
        coverage.reset(self.code.commands.len());
        let mut coverage = coverage;
        self.run_loop::<false, _>(&mut coverage, inputs, &mut (), limits)
            .expect("nobody asks what the run depends on")
    }

    /// Number of statements and terminators of the program, and of registers: what it takes to
    /// begin a run.
    pub fn size(&self) -> (usize, usize) {
        let memory = &self.code.memory;
        let registers = memory.words.len() + memory.wides.len() + memory.arrays.len();
        (self.code.commands.len(), registers)
    }

    /// The value of a variable at the end of the last run: for a local, that of the last
    /// activation that has not returned, or else unspecified.
    pub fn value(&self, var: VarId) -> Value {
        self.memory.load(self.code.vars[var.index()])
    }

    /// Number of statements and terminators that the last run has executed.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Number of active calls at the end of the last run, the entry procedure's not counted.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    fn entry(&self) -> ProcId {
        self.program
            .entry
            .expect("a program that is run has an entry")
    }

    fn reset(&mut self) {
        self.memory.clone_from(&self.code.memory);
        self.frames.clear();
        self.saved = Memory::default();
        self.active.fill(0);
        let entry = self.entry();
        self.active[entry.index()] = 1;
        self.steps = 0;
    }

    /// `Err` if a condition is open in the shadow.
    fn run_loop<const WATCHED: bool, S: Shadow>(
        &mut self,
        shadow: &mut S,
        inputs: &mut dyn Inputs,
        observer: &mut dyn Observer,
        limits: &RunLimits<'_>,
    ) -> Result<RunOutcome, Span> {
        let mut at = self.code.procs[self.entry().index()].start;
        let mut pause = 0;
        loop {
            if self.steps >= pause {
                if self.steps >= limits.max_steps {
                    return Ok(RunOutcome::StepLimit);
                }
                if limits.interrupt.is_some_and(|interrupt| interrupt()) {
                    return Ok(RunOutcome::Interrupted);
                }
                pause = limits
                    .max_steps
                    .min(self.steps.saturating_add(STEPS_BETWEEN_POLLS));
            }
            self.steps += 1;

            let command = &self.code.commands[at as usize];
            let instrs = &self.code.instrs[command.instrs()];
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
                return Err(span(self));
            }
            at = match kind {
                CommandKind::Assign(_) | CommandKind::Decision { .. } => at + 1,
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
                    let value = match self.havoc(var, input, inputs) {
                        Ok(value) => value,
                        Err(outcome) => return Ok(outcome),
                    };
                    let place = self.code.vars[var.index()];
                    shadow.read(place.slot, place.sort);
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
        }
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

    fn step(&self, at: u32, kind: StepKind) -> Step {
        let origin = self.code.origins[at as usize];
        Step {
            kind,
            span: origin.span,
            proc: origin.proc,
            depth: self.frames.len(),
        }
    }

    /// The step that a command reports if that depends on the registers only.
    fn simple_step(&self, kind: CommandKind) -> Option<StepKind> {
        let is_true = |condition: u32| self.memory.words[condition as usize] != 0;
        Some(match kind {
            CommandKind::Assign(var) => StepKind::Assign {
                var,
                value: self.value(var),
            },
            CommandKind::Assume { condition } => StepKind::Assume {
                holds: is_true(condition),
            },
            CommandKind::Assert {
                condition,
                property,
            } => StepKind::Assert {
                property,
                holds: is_true(condition),
            },
            CommandKind::Decision { point, outcome } => StepKind::Decision { point, outcome },
            CommandKind::Branch {
                condition, point, ..
            } => StepKind::Branch {
                taken: is_true(condition),
                point,
            },
            CommandKind::Stop { status } => StepKind::Stop {
                status: status.map(|status| self.memory.load(status)),
            },
            CommandKind::Havoc { .. }
            | CommandKind::Call { .. }
            | CommandKind::Goto(_)
            | CommandKind::Return => return None,
        })
    }

    fn arguments(&self, (first, end): (u32, u32)) -> Vec<Value> {
        self.code.args[first as usize..end as usize]
            .iter()
            .map(|arg| {
                self.memory.load(code::Place {
                    slot: arg.from,
                    sort: arg.to.sort,
                })
            })
            .collect()
    }

    fn return_step(&self) -> StepKind {
        let frame = self.frames.last();
        let proc = frame.map_or_else(|| self.entry(), |frame| frame.proc);
        let result = self.code.procs[proc.index()].result;
        StepKind::Return {
            proc,
            var: frame.and_then(|frame| frame.result),
            result: result.map(|place| self.memory.load(place)),
        }
    }
}
