//! What is to be decided: one goal for each property, each by a search of its own.
//!
//! One search for all properties would end at the first violation, and a violation of one would
//! hide those of others behind it. So every goal gets the program lowered for it alone: what the
//! other goals are about has its documented meaning there (overflow wraps around, say), and a failed
//! assertion ends the run, as it does in C.

use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use ferric3_c::{Criterion, ErrorCalls, FrontendOptions};
use ferric3_ivl::{Check, PropertyKind};
use ferric3_witness::property_name;

/// What can be named after `--check`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckName {
    /// Assertions and error calls, the default.
    Assertions,
    One(Check),
    /// Assertions, and all that C leaves undefined.
    All,
}

impl ValueEnum for CheckName {
    fn value_variants<'a>() -> &'a [CheckName] {
        static ALL: LazyLock<Vec<CheckName>> =
            LazyLock::new(|| CheckName::each().chain([CheckName::All]).collect());
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(self.help()))
    }
}

impl CheckName {
    /// All but [`CheckName::All`], in the order in which they are decided.
    fn each() -> impl Iterator<Item = CheckName> {
        let checks = Check::ALL.into_iter().map(CheckName::One);
        [CheckName::Assertions].into_iter().chain(checks)
    }

    /// Does `--check all` ask for it? Only for what C leaves undefined: many conversions change a
    /// value on purpose, and many programs leave it to the system to free their memory.
    fn is_in_all(self) -> bool {
        let defined = [Check::Conversion, Check::Leak, Check::Cleanup];
        !defined.map(CheckName::One).contains(&self)
    }

    /// The name, if it asks about something that cannot happen to mathematical integers.
    pub(crate) fn without_meaning(self) -> Option<&'static str> {
        use CheckName::{All, One};
        let asks = [One(Check::Overflow), One(Check::Conversion), All].contains(&self);
        asks.then(|| self.name())
    }

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            CheckName::Assertions => "assertions",
            CheckName::One(check) => check.name(),
            CheckName::All => "all",
        }
    }

    /// What `--help` says about it.
    fn help(self) -> &'static str {
        let check = match self {
            CheckName::Assertions => {
                return "Assertions and error calls [the default]: unreach-call";
            }
            CheckName::All => {
                return "Assertions, and all that C leaves undefined: not conversion, leak and cleanup";
            }
            CheckName::One(check) => check,
        };
        match check {
            Check::Overflow => "Signed arithmetic: no-overflow",
            Check::Division => "Integer division and remainder: no-division-by-zero",
            Check::Shift => "Shift counts: no-invalid-shift",
            Check::Bounds => "Subscripts of arrays: valid-deref",
            Check::Pointer => {
                "Accesses through pointers: valid-deref, with valid-alignment and no-overlapping-copy"
            }
            Check::Free => "Calls of free: valid-free",
            Check::Alignment => "Alignment of pointers that are dereferenced: valid-alignment",
            Check::Overlap => "Copies between areas that overlap: no-overlapping-copy",
            Check::Order => "Operands whose order C leaves open: no-order-dependence",
            Check::Uninitialised => "Reads of what was given no value: no-uninitialised-read",
            Check::Promise => {
                "What compilers take for granted of builtins and array sizes: no-broken-promise"
            }
            Check::Range => "Floating-point numbers that become integers: no-float-out-of-range",
            Check::Conversion => "Conversions that change a value: no-lossy-conversion",
            Check::Leak => "Memory that is lost when the program ends: valid-memtrack",
            Check::Cleanup => "Memory that is not freed when the program ends: valid-memcleanup",
        }
    }
}

/// What the front end should check if a check is asked for by its name; the first gives the goal its name.
fn checked_with(check: Check) -> Vec<Check> {
    match check {
        // For a pointer of the wrong alignment, `*` is undefined as for a null pointer (6.5.3.2).
        // For areas that overlap, `memcpy` is (7.24.2.1). Property files mean neither.
        Check::Pointer => vec![Check::Pointer, Check::Alignment, Check::Overlap],
        // What does not fit changes.
        Check::Conversion => vec![Check::Conversion, Check::Range],
        _ => vec![check],
    }
}

/// What can be named after `--cover`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CoverName {
    /// Functions that can be entered
    Function,
    /// Calls that can begin
    Call,
    /// Statements that can be executed
    Statement,
    /// Outcomes of decisions, and cases of switch statements: decision and case
    Branch,
    /// Outcomes of decisions: if, while, do, for, ?:, and && and || elsewhere
    Decision,
    /// Cases of switch statements, and their defaults
    Case,
    /// Loops: left without an iteration, left after one, a second one
    Loop,
    /// Conditions, the operands of !, && and ||: true, and false
    Condition,
    /// MC/DC by masking: conditions that are true, and false, while they decide the outcome
    Mcdc,
    /// MC/DC by unique cause: the ways through a decision, of which pairs show that a condition decides
    McdcUnique,
    /// Calls of __VERIFIER_cover or __CPROVER_cover whose argument is not 0
    Mark,
}

impl From<ferric3_coverage::Criterion> for CoverName {
    fn from(criterion: ferric3_coverage::Criterion) -> CoverName {
        use ferric3_coverage::Criterion;
        match criterion {
            Criterion::Function => CoverName::Function,
            Criterion::Call => CoverName::Call,
            Criterion::Statement => CoverName::Statement,
            Criterion::Decision => CoverName::Decision,
            Criterion::Case => CoverName::Case,
            Criterion::Loop => CoverName::Loop,
            Criterion::Condition => CoverName::Condition,
            Criterion::Mcdc => CoverName::Mcdc,
            Criterion::Mark => CoverName::Mark,
        }
    }
}

impl CoverName {
    /// What dead-code analysis asks for unless it is told.
    pub(crate) const DEFAULT: [CoverName; 5] = [
        CoverName::Statement,
        CoverName::Decision,
        CoverName::Case,
        CoverName::Condition,
        CoverName::Mcdc,
    ];

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            CoverName::Statement => "statement",
            CoverName::Branch => "branch",
            CoverName::Function => "function",
            CoverName::Call => "call",
            CoverName::Decision => "decision",
            CoverName::Case => "case",
            CoverName::Loop => "loop",
            CoverName::Condition => "condition",
            CoverName::Mcdc => "mcdc",
            CoverName::McdcUnique => "mcdc-unique",
            CoverName::Mark => "mark",
        }
    }

    pub(crate) fn criterion(self) -> Criterion {
        match self {
            CoverName::Statement => Criterion::Statement,
            CoverName::Branch => Criterion::Branch,
            CoverName::Function => Criterion::Function,
            CoverName::Call => Criterion::Call,
            CoverName::Decision => Criterion::Decision,
            CoverName::Case => Criterion::Case,
            CoverName::Loop => Criterion::Loop,
            CoverName::Condition => Criterion::Condition,
            CoverName::Mcdc => Criterion::Mcdc,
            CoverName::McdcUnique => Criterion::McdcUnique,
            CoverName::Mark => Criterion::Mark,
        }
    }
}

/// What a goal asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Are these calls unreachable?
    Calls(ErrorCalls),
    /// Do these checks hold?
    Checks(Vec<Check>),
    /// Which coverage goals of these kinds do runs reach?
    Coverage(Vec<Criterion>),
    /// A property that cannot be decided yet.
    NotYet,
}

/// A property to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Goal {
    /// Its name for the user: `overflow`, or that of the property file's property.
    pub(crate) name: String,
    /// Its name in the competitions: `no-overflow`.
    pub(crate) property: &'static str,
    pub(crate) question: Question,
    /// Must it hold at all times? What is only looked at when the program ends then says nothing
    /// about runs that never end.
    pub(crate) at_all_times: bool,
}

impl Goal {
    /// Calls that must not happen.
    pub(crate) fn calls(errors: ErrorCalls) -> Goal {
        Goal {
            name: CheckName::Assertions.name().to_owned(),
            property: "unreach-call",
            question: Question::Calls(errors),
            at_all_times: false,
        }
    }

    /// Checks that must hold, under the name of the property in a property file.
    pub(crate) fn checks(checks: &[Check], property: &'static str) -> Goal {
        Goal {
            name: property.to_owned(),
            property,
            question: Question::Checks(checks.to_vec()),
            at_all_times: checks.contains(&Check::Leak),
        }
    }

    /// Coverage goals. An assertion that fails ends the run, as everywhere.
    pub(crate) fn coverage(names: &[CoverName]) -> Goal {
        Goal {
            name: "coverage".to_owned(),
            property: property_name(PropertyKind::Coverage),
            question: Question::Coverage(names.iter().map(|name| name.criterion()).collect()),
            at_all_times: false,
        }
    }

    /// Is it about coverage goals?
    pub(crate) fn is_coverage(&self) -> bool {
        matches!(self.question, Question::Coverage(_))
    }

    /// A property that cannot be decided yet.
    pub(crate) fn not_yet(property: &'static str) -> Goal {
        Goal {
            name: property.to_owned(),
            property,
            question: Question::NotYet,
            at_all_times: false,
        }
    }

    /// The options of the front end for this goal alone.
    pub(crate) fn options(&self, base: &FrontendOptions) -> FrontendOptions {
        options_for(std::slice::from_ref(self), base)
    }

    /// What no run should do: `violates an assertion`, `has a signed overflow`.
    pub(crate) fn fault(&self) -> &'static str {
        match &self.question {
            Question::Calls(_) => "violates an assertion",
            Question::Coverage(_) => "gets to one of these goals",
            Question::NotYet => "violates the property",
            Question::Checks(checks) => match checks[..] {
                [first, ..] => fault_of(first),
                [] => fault_of(Check::Pointer),
            },
        }
    }

    /// What a run does that violates a property of this kind.
    pub(crate) fn fault_by(&self, kind: PropertyKind) -> &'static str {
        match &self.question {
            Question::Checks(checks) => {
                let violated = checks
                    .iter()
                    .find(|check| PropertyKind::Check(**check) == kind);
                violated.map_or_else(|| self.fault(), |&check| fault_of(check))
            }
            _ => self.fault(),
        }
    }

    /// The kinds of properties that it decides.
    pub(crate) fn kinds(&self) -> Vec<PropertyKind> {
        match &self.question {
            Question::Calls(_) => vec![PropertyKind::UnreachCall],
            Question::Coverage(_) | Question::NotYet => Vec::new(),
            Question::Checks(checks) => checks.iter().copied().map(PropertyKind::Check).collect(),
        }
    }
}

/// What no run should do that a check is about.
fn fault_of(check: Check) -> &'static str {
    match check {
        Check::Overflow => "has a signed overflow",
        Check::Division => "divides by zero",
        Check::Shift => "has an undefined shift",
        Check::Bounds => "has a subscript out of bounds",
        Check::Pointer => "accesses memory that it must not access",
        Check::Free => "frees what it must not free",
        Check::Alignment => "uses a pointer that is not aligned",
        Check::Overlap => "copies between areas that overlap",
        Check::Order => "depends on the order of evaluation",
        Check::Promise => "breaks a promise to the compiler",
        Check::Range => "makes an integer of a number that does not fit",
        Check::Conversion => "changes a value by a conversion",
        Check::Uninitialised => "reads what was given no value",
        Check::Leak => "loses memory",
        Check::Cleanup => "leaves memory that is not freed",
    }
}

/// The goals that names after `--check` ask for; without any: assertions.
pub(crate) fn goals(names: &[CheckName]) -> Vec<Goal> {
    if names.is_empty() {
        return vec![Goal::calls(ErrorCalls::All)];
    }
    let is_wanted = |name: &CheckName| {
        names.contains(name) || (names.contains(&CheckName::All) && name.is_in_all())
    };
    let goal = |name: CheckName| match name {
        CheckName::One(check) => Goal {
            name: name.name().to_owned(),
            property: property_name(PropertyKind::Check(check)),
            question: Question::Checks(checked_with(check)),
            at_all_times: false,
        },
        _ => Goal::calls(ErrorCalls::All),
    };
    CheckName::each().filter(is_wanted).map(goal).collect()
}

/// The options of the front end for coverage goals that it has been told about: a failed assertion ends the run, and is no
/// goal.
pub(crate) fn coverage_alone(options: FrontendOptions) -> FrontendOptions {
    FrontendOptions {
        errors: ErrorCalls::Only(Vec::new()),
        checks: Vec::new(),
        ..options
    }
}

/// The options of the front end for several goals in one program.
pub(crate) fn options_for(goals: &[Goal], base: &FrontendOptions) -> FrontendOptions {
    let mut options = FrontendOptions {
        errors: ErrorCalls::Only(Vec::new()),
        checks: Vec::new(),
        ..base.clone()
    };
    for goal in goals {
        match (&goal.question, &mut options.errors) {
            (Question::Calls(ErrorCalls::Only(more)), ErrorCalls::Only(names)) => {
                names.extend(more.iter().cloned());
            }
            (Question::Calls(errors), _) => options.errors = errors.clone(),
            (Question::Checks(checks), _) => options.checks.extend(checks),
            (Question::Coverage(criteria), _) => options.cover.extend(criteria),
            (Question::NotYet, _) => {}
        }
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_goal_once_in_a_fixed_order() {
        let names = |names: &[CheckName]| -> Vec<String> {
            goals(names).into_iter().map(|goal| goal.name).collect()
        };
        assert_eq!(names(&[]), ["assertions"]);
        let shift = CheckName::One(Check::Shift);
        let twice = [shift, CheckName::Assertions, shift];
        assert_eq!(names(&twice), ["assertions", "shift"]);
        assert_eq!(
            names(&[CheckName::All]).len(),
            CheckName::each().count() - 3
        );
        let both = [CheckName::All, CheckName::One(Check::Conversion)];
        assert_eq!(names(&both).len(), CheckName::each().count() - 2);
    }

    #[test]
    fn a_goal_has_a_program_of_its_own() {
        let base = FrontendOptions::default();
        let all = goals(&[CheckName::All]);
        let overflow = all[1].options(&base);
        assert_eq!(overflow.checks, [Check::Overflow]);
        assert_eq!(overflow.errors, ErrorCalls::Only(vec![]));
        let pointer = &goals(&[CheckName::One(Check::Pointer)])[0];
        assert_eq!(
            pointer.options(&base).checks,
            [Check::Pointer, Check::Alignment, Check::Overlap]
        );
        let each: Vec<CheckName> = CheckName::each().collect();
        let each = goals(&each);
        let together = options_for(&each, &base);
        for check in Check::ALL {
            assert!(together.checks.contains(&check), "{check:?}");
        }
        assert_eq!(together.errors, ErrorCalls::All);
    }
}
