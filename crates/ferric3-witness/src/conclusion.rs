//! The last line of a check.

use std::fmt;

use ferric3_engine::{CheckReport, UnknownReason, Verdict};
use ferric3_ivl::{Program, PropertyKind, Sources};

/// What a check came to, in the words of the last line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// No property can be violated.
    True,
    /// A property is violated.
    False {
        /// The property's name in the competitions: `unreach-call`.
        property: &'static str,
    },
    /// Neither is known.
    Unknown {
        /// Why, in a few words.
        reason: String,
    },
}

impl Conclusion {
    /// The conclusion of a finished check.
    pub fn of(report: &CheckReport, program: &Program) -> Conclusion {
        match &report.verdict {
            Verdict::True(_) => Conclusion::True,
            Verdict::False(replay) => Conclusion::False {
                property: property_name(program.properties[replay.property()].kind),
            },
            Verdict::Unknown(reason) => Conclusion::Unknown {
                reason: unknown_reason(reason, &program.sources),
            },
        }
    }

    /// `TRUE`, `FALSE` or `UNKNOWN`.
    pub fn verdict(&self) -> &'static str {
        match self {
            Conclusion::True => "TRUE",
            Conclusion::False { .. } => "FALSE",
            Conclusion::Unknown { .. } => "UNKNOWN",
        }
    }
}

impl fmt::Display for Conclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Conclusion::True => write!(f, "TRUE"),
            Conclusion::False { property } => write!(f, "FALSE({property})"),
            Conclusion::Unknown { reason } => write!(f, "UNKNOWN({reason})"),
        }
    }
}

fn property_name(kind: PropertyKind) -> &'static str {
    match kind {
        PropertyKind::UnreachCall => "unreach-call",
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
        UnknownReason::Bound(depth) => format!("bound {depth}"),
        UnknownReason::TooLarge(what) => format!("too large: {what}"),
    };
    text.replace(['\n', '\r'], " ")
}
