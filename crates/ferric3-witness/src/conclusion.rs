//! The last line of a check.

use std::fmt;

use ferric3_engine::{CheckReport, UnknownReason, Verdict};
use ferric3_ivl::{Check, Program, PropertyKind, Sources};

/// What a check came to, in the words of the last line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// No property can be violated.
    True,
    /// A property is violated.
    False {
        /// The names of the violated properties, as in the competitions: `unreach-call`.
        property: String,
    },
    /// Neither is known.
    Unknown {
        /// Why, in a few words.
        reason: String,
    },
    /// What became of coverage goals, which are no properties.
    Coverage {
        /// Runs reach so many.
        reached: usize,
        /// No run reaches so many.
        unreachable: usize,
        /// So many others.
        open: usize,
        /// Why some are open, in a few words.
        reason: Option<String>,
    },
}

impl Conclusion {
    /// The conclusion of a finished check.
    pub fn of(report: &CheckReport, program: &Program) -> Conclusion {
        match &report.verdict {
            Verdict::True(_) => Conclusion::True,
            Verdict::False(replay) => Conclusion::False {
                property: property_name(program.properties[replay.property()].kind).to_owned(),
            },
            Verdict::Unknown(reason) => Conclusion::Unknown {
                reason: unknown_reason(reason, &program.sources),
            },
        }
    }

    /// What several properties come to together: FALSE if one is violated (all that are get
    /// named), TRUE if all hold, otherwise UNKNOWN, with all that are open by their reasons. Coverage
    /// goals have no part in it.
    pub fn together<'a>(all: impl Iterator<Item = (&'a str, &'a Conclusion)>) -> Conclusion {
        let mut violated: Vec<&str> = Vec::new();
        let mut open: Vec<(&str, Vec<&str>)> = Vec::new();
        for (name, conclusion) in all {
            match conclusion {
                Conclusion::True | Conclusion::Coverage { .. } => {}
                Conclusion::False { property } => {
                    if !violated.contains(&property.as_str()) {
                        violated.push(property);
                    }
                }
                Conclusion::Unknown { reason } => {
                    match open.iter_mut().find(|(other, _)| other == reason) {
                        Some((_, names)) => names.push(name),
                        None => open.push((reason, vec![name])),
                    }
                }
            }
        }
        if !violated.is_empty() {
            let property = violated.join(",");
            return Conclusion::False { property };
        }
        if open.is_empty() {
            return Conclusion::True;
        }
        let reasons = open.iter();
        let reasons = reasons.map(|(reason, names)| format!("{}: {reason}", names.join(", ")));
        let reason = reasons.collect::<Vec<_>>().join("; ");
        Conclusion::Unknown { reason }
    }

    /// `TRUE`, `FALSE` or `UNKNOWN`; `COVERAGE` if no property was asked about.
    pub fn verdict(&self) -> &'static str {
        match self {
            Conclusion::True => "TRUE",
            Conclusion::False { .. } => "FALSE",
            Conclusion::Unknown { .. } => "UNKNOWN",
            Conclusion::Coverage { .. } => "COVERAGE",
        }
    }
}

impl fmt::Display for Conclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Conclusion::True => write!(f, "TRUE"),
            Conclusion::False { property } => write!(f, "FALSE({property})"),
            Conclusion::Unknown { reason } => write!(f, "UNKNOWN({reason})"),
            Conclusion::Coverage {
                reached,
                unreachable,
                open,
                ..
            } => write!(
                f,
                "COVERAGE({reached} reached, {unreachable} unreachable, {open} open)"
            ),
        }
    }
}

/// The name of a kind of properties: the competition's, where it has one.
pub fn property_name(kind: PropertyKind) -> &'static str {
    match kind {
        PropertyKind::UnreachCall => "unreach-call",
        PropertyKind::Check(Check::Overflow) => "no-overflow",
        PropertyKind::Check(Check::Division) => "no-division-by-zero",
        PropertyKind::Check(Check::Shift) => "no-invalid-shift",
        PropertyKind::Check(Check::Bounds) | PropertyKind::Check(Check::Pointer) => "valid-deref",
        PropertyKind::Check(Check::Free) => "valid-free",
        PropertyKind::Check(Check::Alignment) => "valid-alignment",
        PropertyKind::Check(Check::Overlap) => "no-overlapping-copy",
        PropertyKind::Check(Check::Order) => "no-order-dependence",
        PropertyKind::Check(Check::Conversion) => "no-lossy-conversion",
        PropertyKind::Check(Check::Uninitialised) => "no-uninitialised-read",
        PropertyKind::Check(Check::Promise) => "no-broken-promise",
        PropertyKind::Check(Check::Range) => "no-float-out-of-range",
        PropertyKind::Check(Check::Leak) => "valid-memtrack",
        PropertyKind::Check(Check::Cleanup) => "valid-memcleanup",
        PropertyKind::Coverage => "coverage",
        _ => "unsupported",
    }
}

/// The reason in a few words on one line: `timeout`, `unsupported: array at a.c:3:5`.
pub fn unknown_reason(reason: &UnknownReason, sources: &Sources) -> String {
    let text = match reason {
        UnknownReason::Timeout => "timeout".to_owned(),
        UnknownReason::Memory => "memory".to_owned(),
        UnknownReason::Interrupted => "interrupted".to_owned(),
        UnknownReason::Unsupported { construct, span } => match span {
            Some(span) => format!("unsupported: {construct} at {}", sources.place(*span)),
            None => format!("unsupported: {construct}"),
        },
        UnknownReason::Bound(depth) | UnknownReason::OnlyUnrolled(depth) => {
            format!("bound {}", depth.edges())
        }
        UnknownReason::NotFound { runs } => format!("nothing found in {runs} runs"),
        UnknownReason::TooLarge(what) => format!("too large: {what}"),
        UnknownReason::Solver(why) => format!("solver: {why}"),
    };
    text.replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn violations_outrank_what_is_unknown() {
        let no = |property: &str| Conclusion::False {
            property: property.to_owned(),
        };
        let unknown = Conclusion::Unknown {
            reason: "timeout".to_owned(),
        };
        let together = |all: &[Conclusion]| {
            Conclusion::together(all.iter().map(|one| ("overflow", one))).to_string()
        };
        assert_eq!(together(&[Conclusion::True, Conclusion::True]), "TRUE");
        assert_eq!(
            together(&[Conclusion::True, unknown.clone()]),
            "UNKNOWN(overflow: timeout)"
        );
        let all = [
            ("assertions", &unknown),
            ("overflow", &unknown),
            ("shift", &Conclusion::True),
            (
                "pointer",
                &Conclusion::Unknown {
                    reason: "unsupported: array at a.c:3:5".to_owned(),
                },
            ),
        ];
        assert_eq!(
            Conclusion::together(all.into_iter()).to_string(),
            "UNKNOWN(assertions, overflow: timeout; pointer: unsupported: array at a.c:3:5)"
        );
        let (deref, free) = (no("valid-deref"), no("valid-free"));
        assert_eq!(
            together(&[unknown, deref.clone(), free, deref]),
            "FALSE(valid-deref,valid-free)"
        );
    }
}
