//! The concrete interpreter: runs a program on given inputs.
//!
//! A program is compiled once (`compile`, `expr`) to commands over registers (`code`), which run
//! in one loop with a call stack of their own. Iterations that all do the same are leapt over (`leap`).

mod array;
mod cells;
mod code;
mod compile;
mod coverage;
mod expr;
mod inputs;
mod leap;
mod machine;
mod observe;
mod outcome;
mod passed;
mod random;
mod shadow;
mod steps;

pub use coverage::Coverage;
pub use inputs::{Inputs, ListInputs, PlainInputs, RecordedInput, RecordingInputs};
pub use observe::{Observer, Step, StepKind};
pub use outcome::{RunLimits, RunOutcome};
pub use passed::Passed;
pub use random::{RandomInputs, SplitMix64};

use ferric3_term::{Terms, Value};

use crate::{ProcId, Program, Span, VarId};
use code::Memory;
use compile::{Compiled, compile};
use leap::Leaper;
use machine::Halt;
use passed::Passes;
use shadow::{Beside, OpenBits, Opened, Shadow, UntilRough};

/// So many steps take no time.
const QUICK: u64 = 1_000_000;

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
    /// Steps that were executed, and steps of iterations that were leapt over.
    steps: u64,
    leapt: u64,
    leaper: Leaper,
    instructions: u64,
    /// Number of inputs read.
    read: usize,
    passes: Passes,
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
            leapt: 0,
            leaper: Leaper::default(),
            instructions: 0,
            read: 0,
            passes: Passes::default(),
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
        let start = self.start();
        if observer.is_active() {
            self.run_loop::<true, _>(start, &mut (), inputs, observer, limits)
        } else {
            self.run_loop::<false, _>(start, &mut (), inputs, observer, limits)
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
        let mut open = OpenBits::new(Opened::Inputs, &self.memory, &self.saved);
        let outcome = self.run_loop::<false, _>(self.start(), &mut open, inputs, &mut (), limits);
        outcome.map_err(Halt::span)
    }

    /// Runs the program from its entry, as long as it does the same whatever
    /// [functions return that are known only roughly](crate::InputSource::Approximated): as long as
    /// no branch, assumption or assertion depends on such a result. `Err` is the place of the first
    /// one that may.
    ///
    /// Contract. Let the run read the inputs `i` and, as results that are known only roughly, `r`,
    /// and let it violate a property. Then for all `r'` of the same sorts, the run that reads `i`
    /// and `r'` in their places violates the same property after the same steps: both runs agree in
    /// all bits that are not open, and every decision up to the violation rests on such bits only.
    /// In particular this holds for what the functions really return, so the violation is real if
    /// the program can read `i`.
    pub fn run_robust(
        &mut self,
        inputs: &mut dyn Inputs,
        limits: &RunLimits<'_>,
    ) -> Result<RunOutcome, Span> {
        self.reset();
        self.run_beside(&mut (), inputs, limits)
    }

    /// The same, and counts the outcomes of branches.
    pub fn run_covering(
        &mut self,
        inputs: &mut dyn Inputs,
        coverage: &mut Coverage,
        limits: &RunLimits<'_>,
    ) -> Result<RunOutcome, Span> {
        self.reset();
        coverage.reset(self.code.commands.len());
        self.run_beside(coverage, inputs, limits)
    }

    /// Who reads nothing that is known only roughly does not pay for open bits: they are kept from
    /// the first such value on. Before it nothing is open.
    fn run_beside<S: Shadow>(
        &mut self,
        branches: &mut S,
        inputs: &mut dyn Inputs,
        limits: &RunLimits<'_>,
    ) -> Result<RunOutcome, Span> {
        let mut until = UntilRough(branches);
        let first = self.run_loop::<false, _>(self.start(), &mut until, inputs, &mut (), limits);
        let at = match first {
            Ok(outcome) => return Ok(outcome),
            Err(Halt::Open(span)) => return Err(span),
            Err(Halt::BeforeRough(at)) => at,
        };
        let open = OpenBits::new(Opened::Rough, &self.memory, &self.saved);
        let mut beside = Beside { open, branches };
        let outcome = self.run_loop::<false, _>(at, &mut beside, inputs, &mut (), limits);
        outcome.map_err(Halt::span)
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

    /// Number of statements and terminators of the last run.
    pub fn steps(&self) -> u64 {
        self.steps.saturating_add(self.leapt)
    }

    /// Those of them that were executed one by one: iterations that all do the same are not. Limits are
    /// about these.
    pub fn executed(&self) -> u64 {
        self.steps
    }

    /// Did the last run leap over iterations, and would it take no time to execute them?
    pub fn can_do_without_leaps(&self) -> bool {
        self.leapt > 0 && self.steps() <= QUICK
    }

    /// The same interpreter, which executes all iterations of loops one by one.
    #[must_use]
    pub fn without_leaps(mut self) -> Interpreter<'p> {
        self.leaper.is_off = true;
        self
    }

    /// Number of instructions that the last run has executed, each about an operator of a term; those
    /// with open bits beside them count thrice, because they take as long.
    pub fn instructions(&self) -> u64 {
        self.instructions
    }

    /// The coverage goals that the last run has passed, in the order of their first time. A run
    /// with open bits beside it has passed those whose conditions do not depend on them.
    pub fn passed(&self) -> &[Passed] {
        self.passes.found()
    }

    /// Were there coverage goals whose conditions depend on open bits, in a run with such?
    pub fn has_open_goals(&self) -> bool {
        self.passes.is_open()
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

    /// The first command.
    fn start(&self) -> u32 {
        self.code.procs[self.entry().index()].start
    }

    fn reset(&mut self) {
        self.memory.clone_from(&self.code.memory);
        self.frames.clear();
        self.saved = Memory::default();
        self.active.fill(0);
        let entry = self.entry();
        self.active[entry.index()] = 1;
        self.steps = 0;
        self.leapt = 0;
        self.instructions = 0;
        self.read = 0;
        self.passes.reset(self.program.properties.len());
    }
}
