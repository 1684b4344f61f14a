//! The report as a JSON document (`docs/schema/ferric3-coverage.schema.json`), written and read.

use crate::{Confirmation, REPORT_FORMAT, REPORT_VERSION, Report, Status};

impl Report {
    /// The document.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("strings are the only keys") + "\n"
    }

    /// Reads a document.
    ///
    /// # Errors
    ///
    /// Says what is wrong: it is no JSON of this format or version, or something names a test, reason or goal that is
    /// not there.
    pub fn from_json(text: &str) -> Result<Report, String> {
        let report: Report = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if report.format != REPORT_FORMAT || report.version != REPORT_VERSION {
            return Err(format!(
                "it is {} {}, not {REPORT_FORMAT} {REPORT_VERSION}",
                report.format, report.version
            ));
        }
        report.check_references()?;
        Ok(report)
    }

    /// Is everything there that something names?
    fn check_references(&self) -> Result<(), String> {
        for goal in &self.goals {
            let is_there = match &goal.status {
                Status::Reached { test, partner } => {
                    *test.max(partner.as_ref().unwrap_or(test)) < self.tests.len()
                }
                Status::Dead { why, .. } => *why < self.whys.len(),
                Status::Justified { .. } | Status::Open { .. } => true,
            };
            if !is_there {
                return Err(format!(
                    "the goal {} names evidence that is not there",
                    goal.key
                ));
            }
        }
        for (number, test) in self.tests.iter().enumerate() {
            let missing: &[usize] = match &test.confirmed {
                Some(Confirmation::Contradicted { missing, .. }) => missing,
                _ => &[],
            };
            if test
                .reaches
                .iter()
                .chain(missing)
                .any(|&goal| goal >= self.goals.len())
            {
                return Err(format!("test {number} names a goal that is not there"));
            }
        }
        Ok(())
    }
}
