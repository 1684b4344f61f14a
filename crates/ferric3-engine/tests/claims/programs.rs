//! What a check claims about a program: depths, proved properties, obstacles. With and without
//! passes.

use std::collections::BTreeSet;
use std::ops::Range;

use ferric3_cfa::{
    BuildOptions, FactOptions, Pass, PassOptions, PassSet, TargetKind, blocks, build,
    mark_loop_heads, reduce,
};
use ferric3_engine::{CheckOptions, CheckReport, EngineKind, Verdict, check_with};
use ferric3_ivl::builder::{Builder, Expr, Operand, Var, bv};
use ferric3_ivl::{Program, PropertyKind};
use ferric3_term::Terms;

use crate::early::{after_work, amounts, engines};
use ferric3_testgen::RandomCfa;
use ferric3_testkit::Rng;

/// A random program over three variables of two bits, with many assertions and a few constructs
/// that nobody models.
struct Writer {
    b: Builder,
    rng: Rng,
    vars: [Var; 3],
}

impl Writer {
    fn program(seed: u64) -> (Program, Terms) {
        let mut b = Builder::new();
        let vars = ["x", "y", "z"].map(|name| b.global(name, bv(2)));
        b.proc("main");
        let rng = Rng::new(seed);
        let mut writer = Writer { b, rng, vars };
        for var in vars {
            match writer.number() {
                0 => drop(writer.b.havoc(var)),
                value => writer.b.assign(var, value),
            }
        }
        writer.block(2);
        writer.assertion();
        let (mut program, terms) = writer.b.finish();
        let properties: Vec<_> = program.properties.ids().collect();
        for property in properties {
            if writer.rng.below(4) == 0 {
                program.properties[property].kind = PropertyKind::Unsupported;
            }
        }
        (program, terms)
    }

    fn number(&mut self) -> i64 {
        i64::try_from(self.rng.below(4)).expect("small")
    }

    fn var(&mut self) -> Var {
        self.vars[self.rng.below(3)]
    }

    fn value(&mut self) -> Expr {
        let (x, y, number) = (self.var(), self.var(), self.number());
        match self.rng.below(4) {
            0 => x + number,
            1 => x + y,
            2 => y * number,
            _ => x + 0,
        }
    }

    /// Holds often if it is an assertion's.
    fn condition(&mut self, often: bool) -> Expr {
        let (value, number) = (self.value(), self.number());
        match (often, self.rng.below(3)) {
            (true, 0) => value.differs(number),
            (true, _) => value.differs(number) | self.var().differs(self.number()),
            (false, 0) => value.is(number),
            (false, 1) => value.ult(number),
            (false, _) => value.differs(number),
        }
    }

    fn assertion(&mut self) {
        let condition = self.condition(true);
        self.b.assert(condition);
    }

    fn block(&mut self, depth: usize) {
        for _ in 0..1 + self.rng.below(3) {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        match self.rng.below(if depth == 0 { 6 } else { 10 }) {
            0..=2 => {
                let (var, value) = (self.var(), self.value());
                self.b.assign(var, value);
            }
            3 => {
                let var = self.var();
                self.b.havoc(var);
            }
            4 | 5 => self.assertion(),
            6 | 7 => self.branch(depth, false),
            _ => self.branch(depth, true),
        }
    }

    /// `if` or `while`, in the builder's own blocks: what is inside needs the writer.
    fn branch(&mut self, depth: usize, is_loop: bool) {
        let (head, inside, after) = (self.b.block(), self.b.block(), self.b.block());
        self.b.goto(head);
        self.b.at(head);
        let condition = self.condition(false);
        self.b.branch(condition, inside, after);
        self.b.at(inside);
        self.block(depth - 1);
        self.b.goto(if is_loop { head } else { after });
        self.b.at(after);
    }
}

/// What explicit search says about a program.
struct Truth {
    targets: BTreeSet<TargetKind>,
    /// The shortest run to an error of the automaton that engines are given.
    shortest: Option<usize>,
}

impl Truth {
    fn of(program: &Program, terms: &Terms, passes: &PassOptions) -> Truth {
        let mut terms = terms.clone();
        let built = build(program, &mut terms, BuildOptions::default());
        let mut small = built.expect("a small program");
        mark_loop_heads(&mut small);
        let search = RandomCfa::of(terms.clone(), small.clone());
        let reduced = reduce(small, &mut terms, passes);
        let large = blocks(reduced.cfa, &terms, passes.blocks);
        Truth {
            targets: search.reached_targets(),
            shortest: search.later(terms, large.cfa).shortest_error(),
        }
    }

    fn has_error(&self) -> bool {
        self.targets.iter().any(|kind| !kind.is_obstacle())
    }
}

#[derive(Debug, Default)]
struct Claims {
    unknown: usize,
    depths: usize,
    proved: usize,
    open: usize,
    obstacles: usize,
    verdicts: usize,
}

fn judge(program: &Program, truth: &Truth, report: &CheckReport, what: &str, claims: &mut Claims) {
    match &report.verdict {
        Verdict::True(_) => {
            assert!(truth.targets.is_empty(), "{what}: called safe");
            claims.verdicts += 1;
            return;
        }
        Verdict::False(replay) => {
            let violated = TargetKind::Property(replay.property());
            assert!(truth.targets.contains(&violated), "{what}: called unsafe");
            claims.verdicts += 1;
            return;
        }
        Verdict::Unknown(_) => claims.unknown += 1,
    }
    let depth = report.depth.edges();
    claims.depths += usize::from(depth > 0);
    if let Some(shortest) = truth.shortest {
        assert!(
            depth < shortest,
            "{what}: no run of {depth} edges, but one of {shortest}"
        );
    }
    for status in &report.properties {
        let kind = TargetKind::Property(status.property);
        *(if status.is_proved {
            &mut claims.proved
        } else {
            &mut claims.open
        }) += 1;
        assert!(
            !(status.is_proved && truth.targets.contains(&kind)),
            "{what}: {kind:?} is called proved"
        );
    }
    // If an engine's answer led to an obstacle there is nothing to be said about properties.
    if report.properties.is_empty() {
        return;
    }
    claims.obstacles += report.obstacles.len();
    for kind in &truth.targets {
        let construct = kind.describe(program);
        let mut open = report.obstacles.iter();
        assert!(
            !kind.is_obstacle() || open.any(|obstacle| obstacle.construct == construct),
            "{what}: nobody mentions {kind:?}"
        );
    }
    let all_proved = report.properties.iter().all(|status| status.is_proved);
    assert!(
        !(all_proved && report.obstacles.is_empty()),
        "{what}: all is proved, and no verdict"
    );
}

fn judge_all(seeds: Range<u64>) {
    let total = usize::try_from(seeds.end - seeds.start).expect("small");
    let mut claims = Claims::default();
    let mut errors = 0;
    for seed in seeds {
        let (program, terms) = Writer::program(seed);
        // Endless loops that slicing removes take long to replay; engines.rs has slices.
        for passes in [PassSet::NONE, PassSet::all().without(Pass::Slice)] {
            let passes = PassOptions::with_passes(passes);
            let truth = Truth::of(&program, &terms, &passes);
            errors += usize::from(truth.has_error());
            for (facts, amount) in amounts(seed).enumerate() {
                for engine in 0..engines(0).len() {
                    let what = format!("seed {seed}, {passes:?}, {amount} units, engine {engine}");
                    let create = || engines(amount).swap_remove(engine);
                    let options = CheckOptions {
                        solvers: after_work(amount),
                        passes,
                        facts: (facts % 2 == 0).then(FactOptions::default),
                        ..CheckOptions::new(EngineKind::Bmc { max_depth: None })
                    };
                    let mut terms = terms.clone();
                    let report = check_with(&program, &mut terms, &create, &options, &mut ());
                    let report = report.unwrap_or_else(|error| panic!("{what}: {error}"));
                    judge(&program, &truth, &report, &what, &mut claims);
                }
            }
        }
    }
    assert!(errors > total / 3 && errors < 2 * total, "{errors} errors");
    let Claims {
        unknown,
        depths,
        proved,
        open,
        obstacles,
        verdicts,
    } = claims;
    assert!(
        unknown > 20 * total && verdicts > 20 * total && depths > 10 * total,
        "{claims:?}"
    );
    assert!(
        proved > 10 * total && open > 10 * total && obstacles > total / 2,
        "{claims:?}"
    );
}

#[test]
fn checks_that_stop_early_claim_nothing_wrong() {
    judge_all(0..30);
}

#[test]
#[ignore = "long: run by scripts/long-tests"]
fn checks_that_stop_early_claim_nothing_wrong_long() {
    judge_all(1000..3000);
}
