//! What the checks say about a program.

use ferric3_ivl::Check;
use std::time::{Duration, Instant};

use ferric3_c::{ErrorCalls, FrontendOptions, translate_text};
use ferric3_engine::{AutoOptions, CheckOptions, EngineKind, UnknownReason, Verdict, check};
use ferric3_sat::Interrupt;

use crate::native::{Fault, Kind};

/// Time for one property.
const LIMIT: Duration = Duration::from_secs(20);

/// TRUE, FALSE or a reason for neither.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Says {
    True,
    False,
    Unknown(String),
}

/// By check what it says.
#[derive(Clone, Debug)]
pub(crate) struct Opinion(Vec<(Check, Says)>);

impl Opinion {
    /// About a program, see [`Sanitizers::run`](crate::native::Sanitizers::run).
    pub(crate) fn of(program: &str) -> Opinion {
        let text = format!("{program}int main(void)\n{{\n    run();\n    return 0;\n}}\n");
        // Memory that is not freed is what `leaks.rs` is about.
        let elsewhere = [Check::Leak, Check::Cleanup];
        let judged = Check::ALL
            .into_iter()
            .filter(|one| !elsewhere.contains(one));
        Opinion(judged.map(|one| (one, says(&text, one))).collect())
    }

    /// Reasons why properties have no verdict.
    pub(crate) fn unknown(&self) -> impl Iterator<Item = String> + '_ {
        self.0.iter().filter_map(|(check, says)| match says {
            Says::Unknown(reason) => Some(format!("{check:?}: {reason}")),
            _ => None,
        })
    }

    /// Is it wrong, if that is what the run complained about?
    pub(crate) fn difference(&self, fault: Option<&Fault>) -> Option<String> {
        let Some(fault) = fault else {
            // Sanitizers of GCC know no conversions between integers.
            let is_judged = |check: &Check| *check != Check::Conversion;
            let mut judged = self.0.iter().filter(|(check, _)| is_judged(check));
            let wrong = judged.find(|(_, says)| *says == Says::False);
            return wrong.map(|(check, _)| format!("{check:?} is FALSE, the run is clean"));
        };
        let about: &[Check] = match fault.kind {
            Kind::Overflow => &[Check::Overflow],
            Kind::Division => &[Check::Division],
            Kind::Shift => &[Check::Shift],
            Kind::Memory => &[Check::Bounds, Check::Pointer],
            Kind::Free => &[Check::Free],
            Kind::Alignment => &[Check::Alignment],
            Kind::Range => &[Check::Range],
            Kind::Truth => &[Check::Uninitialised],
            Kind::Promise => &[Check::Promise],
            Kind::Unchecked => return None,
        };
        let mut about = self.0.iter().filter(|(check, _)| about.contains(check));
        let message = &fault.message;
        about
            .all(|(_, says)| *says == Says::True)
            .then(|| format!("TRUE, but the run says: {message}"))
    }

    /// Is every property TRUE?
    pub(crate) fn is_true(&self) -> bool {
        let mut judged = self
            .0
            .iter()
            .filter(|(check, _)| *check != Check::Conversion);
        judged.all(|(_, says)| *says == Says::True)
    }
}

/// Does a check hold? Nothing without a verdict.
pub(crate) fn holds(text: &str, one: Check) -> Option<bool> {
    match says(text, one) {
        Says::True => Some(true),
        Says::False => Some(false),
        Says::Unknown(_) => None,
    }
}

fn says(text: &str, one: Check) -> Says {
    let options = FrontendOptions {
        errors: ErrorCalls::Only(Vec::new()),
        checks: vec![one],
        ..FrontendOptions::default()
    };
    let translated = translate_text("random.c", text, &options).unwrap_or_else(|error| {
        let list = error.diagnostics.iter();
        let list: Vec<String> = list.map(|one| one.render(&error.sources)).collect();
        panic!("refused:\n{}\n{text}", list.join("\n"))
    });
    let mut options = CheckOptions::new(EngineKind::Auto(AutoOptions {
        deterministic: true,
        ..AutoOptions::default()
    }));
    options.solvers.interrupt = Interrupt::new().with_deadline(Instant::now() + LIMIT);
    let mut terms = translated.terms;
    match check(&translated.program, &mut terms, &options, &mut ()) {
        Ok(report) => match report.verdict {
            Verdict::True(_) => Says::True,
            Verdict::False(_) => Says::False,
            Verdict::Unknown(UnknownReason::Unsupported { construct, .. }) => {
                Says::Unknown(construct)
            }
            Verdict::Unknown(reason) => Says::Unknown(format!("{reason:?}")),
        },
        Err(error) => panic!("{error}\n{text}"),
    }
}
