//! A report on a program with all that outputs may stumble over: markup, tabs, Unicode, long lines.

use ferric3_coverage::{
    Confirmation, Criterion, FileEntry, Goal, GoalKey, InputEntry, InputValue, Place,
    REPORT_FORMAT, REPORT_VERSION, Report, Sources, Status, Subject, Test, Why, WhyLine,
};

pub(crate) const MOTOR: &str = "\
/* motor.c: <b>speed</b> & \"torque\", Größe µ </script><!-- */
#include \"motor.h\"

static int speed;\t/* after a tab */

int step(int throttle)
{
\tif (throttle > 100 && speed >= 0) {
\t\tspeed = 100;
\t}
\tif (speed > 200) {
\t\talarm(\"</script><script>document.title='no'</script>\");
\t\tspeed = 0;
\t\tif (throttle)
\t\t\tshutdown();
\t}
\tswitch (mode) {
\tcase 0: speed++; break;
\t// ferric3: justified: a value that no caller passes
\tdefault: speed = -1; break;
\t}
\tfor (int i = 0; i < n; i++) speed += table[i];
\treturn µ(speed); // 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789
}
";

pub(crate) const UTIL: &str = "\
int clamp(int x)
{
    return x > 10 ? 10 : x;
}

void unused(void)
{
    clamp(1);
    clamp(2);
}
";

/// Both texts.
pub(crate) fn sources() -> Sources {
    let mut sources = Sources::new();
    sources.insert("src/motor.c", MOTOR);
    sources.insert("src/util.c", UTIL);
    sources
}

/// The place of a part of a line.
pub(crate) fn place(file: &str, line: u32, part: &str) -> Place {
    let sources = sources();
    let text = sources.line(file, line).expect("a line of the sample");
    let start = text.find(part).expect("a part of the line");
    let characters = |text: &str| u32::try_from(text.chars().count()).expect("short");
    let column = characters(&text[..start]) + 1;
    Place {
        file: file.to_owned(),
        line,
        column,
        end_line: line,
        end_column: column + characters(part),
    }
}

struct Maker {
    goals: Vec<Goal>,
    file: &'static str,
    function: &'static str,
}

impl Maker {
    fn goal(
        &mut self,
        criterion: Criterion,
        at: (u32, &str),
        text: &str,
        status: Status,
    ) -> &mut Goal {
        let key = |nth| GoalKey::new(self.file, self.function, criterion, text, nth);
        let taken = |nth: &usize| self.goals.iter().any(|goal| goal.key == key(*nth));
        let nth = (0..).find(|nth| !taken(nth)).expect("some number is free");
        self.goals.push(Goal {
            key: key(nth),
            criterion,
            function: self.function.to_owned(),
            place: place(self.file, at.0, at.1),
            text: text.to_owned(),
            decision: None,
            condition: None,
            value: None,
            status,
        });
        self.goals.last_mut().expect("just added")
    }

    fn outcome(
        &mut self,
        criterion: Criterion,
        at: (u32, &str),
        (decision, condition): (usize, Option<usize>),
        value: bool,
        status: Status,
    ) {
        let text = match criterion {
            Criterion::Condition => format!("condition {} is {value}", at.1),
            Criterion::Mcdc => format!("{} is {value} and decides it all", at.1),
            _ => format!("{} is {value}", at.1),
        };
        let goal = self.goal(criterion, at, &text, status);
        goal.decision = Some(decision);
        goal.condition = condition;
        goal.value = Some(value);
    }
}

fn reached(test: usize) -> Status {
    Status::Reached {
        test,
        partner: None,
    }
}

fn dead(why: usize) -> Status {
    Status::Dead { why, cycles: None }
}

fn open(reason: &str) -> Status {
    Status::Open {
        reason: reason.to_owned(),
    }
}

/// All goals, by place.
fn goals() -> Vec<Goal> {
    use Criterion::{Call, Case, Condition, Decision, Function, Loop, Mcdc, Statement};
    let mut motor = Maker {
        goals: Vec::new(),
        file: "src/motor.c",
        function: "step",
    };
    let both = "throttle > 100 && speed >= 0";
    motor.goal(
        Function,
        (6, "step"),
        "function step is entered",
        reached(0),
    );
    motor.goal(
        Statement,
        (8, both),
        "statement throttle > 100 && speed >= 0",
        reached(0),
    );
    motor.outcome(Decision, (8, both), (0, None), true, reached(1));
    motor.outcome(Decision, (8, both), (0, None), false, reached(0));
    motor.outcome(
        Condition,
        (8, "throttle > 100"),
        (0, Some(0)),
        true,
        reached(1),
    );
    motor.outcome(
        Condition,
        (8, "throttle > 100"),
        (0, Some(0)),
        false,
        reached(0),
    );
    motor.outcome(Condition, (8, "speed >= 0"), (0, Some(1)), true, reached(1));
    motor.outcome(Condition, (8, "speed >= 0"), (0, Some(1)), false, dead(0));
    let pair = Status::Reached {
        test: 1,
        partner: Some(2),
    };
    motor.outcome(Mcdc, (8, "throttle > 100"), (0, Some(0)), true, pair);
    motor.outcome(Mcdc, (8, "speed >= 0"), (0, Some(1)), false, dead(0));
    motor.goal(
        Statement,
        (9, "speed = 100"),
        "statement speed = 100",
        reached(1),
    );
    motor.goal(
        Statement,
        (11, "speed > 200"),
        "statement speed > 200",
        reached(0),
    );
    motor.outcome(Decision, (11, "speed > 200"), (1, None), true, dead(1));
    motor.outcome(Decision, (11, "speed > 200"), (1, None), false, reached(0));
    motor.outcome(Condition, (11, "speed > 200"), (1, Some(0)), true, dead(1));
    let alarm = "alarm(\"</script><script>document.title='no'</script>\")";
    motor.goal(
        Statement,
        (12, alarm),
        &format!("statement {alarm}"),
        dead(1),
    );
    motor.goal(Call, (12, alarm), "call alarm(\"</script>…", dead(1));
    motor.outcome(Decision, (14, "throttle"), (2, None), true, dead(1));
    motor.outcome(Decision, (14, "throttle"), (2, None), false, dead(1));
    motor.goal(
        Statement,
        (15, "shutdown()"),
        "statement shutdown()",
        dead(1),
    );
    motor.goal(Case, (18, "case 0"), "case 0 is chosen", reached(0));
    let reason = "a value that no caller passes".to_owned();
    let justified = Status::Justified { reason };
    motor.goal(Case, (20, "default"), "default is chosen", justified);
    let slow = "timeout, \"n\" is < 2^32";
    motor.goal(
        Loop,
        (22, "i < n"),
        "loop for (…) is left without an iteration",
        reached(0),
    );
    motor.goal(
        Loop,
        (22, "i < n"),
        "loop for (…) is left after one iteration",
        reached(2),
    );
    motor.goal(
        Loop,
        (22, "i < n"),
        "loop for (…) begins a second iteration",
        open(slow),
    );
    motor.goal(
        Statement,
        (23, "return µ(speed)"),
        "statement return µ(speed)",
        open(slow),
    );
    let mut util = Maker {
        goals: motor.goals,
        file: "src/util.c",
        function: "clamp",
    };
    util.goal(
        Function,
        (1, "clamp"),
        "function clamp is entered",
        reached(2),
    );
    util.outcome(Decision, (3, "x > 10"), (3, None), true, dead(3));
    util.outcome(Decision, (3, "x > 10"), (3, None), false, reached(2));
    util.function = "unused";
    util.goal(
        Function,
        (6, "unused"),
        "function unused is entered",
        dead(2),
    );
    util.goal(Statement, (8, "clamp(1)"), "statement clamp(1)", dead(2));
    util.goal(Statement, (9, "clamp(2)"), "statement clamp(2)", dead(2));
    if let Some(Goal {
        status: Status::Dead { cycles, .. },
        ..
    }) = util.goals.iter_mut().find(|goal| goal.decision == Some(3))
    {
        *cycles = Some(50);
    }
    util.goals
}

fn input(name: &str, type_name: &str, value: &str, bits: &str, cycle: Option<u64>) -> InputValue {
    InputValue {
        name: name.to_owned(),
        type_name: type_name.to_owned(),
        value: value.to_owned(),
        bits: bits.to_owned(),
        cycle,
        place: None,
    }
}

fn tests() -> Vec<Test> {
    let by = "cc (Debian 12.2.0) 12.2.0".to_owned();
    vec![
        Test {
            inputs: vec![
                input("mode", "int", "0", "00000000", None),
                input("throttle", "int", "-1", "ffffffff", Some(0)),
            ],
            cycles: Some(1),
            reaches: vec![0, 1, 3, 5, 11, 13, 20, 22],
            confirmed: Some(Confirmation::Confirmed { by: by.clone() }),
        },
        Test {
            inputs: vec![
                input("throttle", "int", "101", "00000065", Some(0)),
                input(
                    "read_adc()",
                    "double",
                    "0x1.8p+1",
                    "4008000000000000",
                    Some(0),
                ),
                input(
                    "read_adc()",
                    "double",
                    "-INFINITY",
                    "fff0000000000000",
                    Some(0),
                ),
                input("throttle", "int", "5", "00000005", Some(2)),
            ],
            cycles: Some(3),
            reaches: vec![0, 1, 2, 4, 6, 8, 10],
            confirmed: Some(Confirmation::Contradicted {
                by,
                missing: vec![8],
            }),
        },
        Test {
            inputs: Vec::new(),
            cycles: Some(1),
            reaches: vec![0, 1, 23, 26, 28],
            confirmed: Some(Confirmation::NotAsked {
                reason: "no compiler".to_owned(),
            }),
        },
    ]
}

fn whys() -> Vec<Why> {
    let fact = |line, part: &str, holds: &str| WhyLine {
        place: place("src/motor.c", line, part),
        holds: holds.to_owned(),
    };
    let why = |engine: &str, text: &str, lines| Why {
        engine: engine.to_owned(),
        checked_by: "certificate: bits".to_owned(),
        text: text.to_owned(),
        lines,
    };
    vec![
        why(
            "facts",
            "speed is never negative.",
            vec![fact(8, "speed", "0 <= speed")],
        ),
        why(
            "ic3cfa",
            "speed is at most 100 here, so speed > 200 is false.",
            vec![
                fact(7, "{", "0 <= speed && speed <= 100"),
                fact(11, "speed", "!(speed > 200)"),
            ],
        ),
        why("calls", "Nobody calls unused.", Vec::new()),
        why("bmc", "", Vec::new()),
    ]
}

/// The report.
pub(crate) fn report() -> Report {
    let entry = |name: &str, hash: &str| FileEntry {
        name: name.to_owned(),
        hash: hash.to_owned(),
    };
    Report {
        format: REPORT_FORMAT.to_owned(),
        version: REPORT_VERSION,
        tool: "0.1.0".to_owned(),
        subject: Subject {
            files: vec![
                entry("src/motor.c", "0123456789abcdef"),
                entry("src/util.c", "fedcba9876543210"),
            ],
            entry: Some("step".to_owned()),
            init: Some("initialise".to_owned()),
            cycles: None,
            inputs: vec![InputEntry {
                name: "step(throttle)".to_owned(),
                type_name: "int".to_owned(),
                from: Some("-1000".to_owned()),
                to: None,
                because: "parameter".to_owned(),
            }],
            data_model: "LP64".to_owned(),
            compiler: vec!["-DN=3".to_owned()],
        },
        criteria: Criterion::ALL
            .into_iter()
            .filter(|&c| c != Criterion::Mark)
            .collect(),
        goals: goals(),
        tests: tests(),
        whys: whys(),
        assumptions: vec!["read_adc() returns any value, and changes nothing.".to_owned()],
        seconds: 12.34,
    }
}
