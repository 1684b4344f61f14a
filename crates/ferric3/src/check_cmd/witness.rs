//! `--witness`: the answer as a file.

use ferric3_engine::{CheckOptions, CheckReport};
use ferric3_import::Origin;
use ferric3_ivl::Program;
use ferric3_term::Terms;

use super::Job;
use crate::printed::Printed;
use crate::systems::{NoAnswer, answer};

impl Job {
    /// Writes the answer in the terms of the file's format, if that is wanted. What could not be
    /// done is said in the result; the error is that the verdict contradicts the file.
    pub(super) fn witness(
        &self,
        origin: Option<&Origin>,
        program: &Program,
        terms: &mut Terms,
        report: &CheckReport,
        options: &CheckOptions,
    ) -> Result<Option<String>, Box<Printed>> {
        let (Some(path), Some(origin)) = (&self.args.witness, origin) else {
            return Ok(None);
        };
        self.status.enter("witness");
        let why = match answer(origin, program, terms, report, options) {
            Ok(text) => match std::fs::write(path, text) {
                Ok(()) => return Ok(None),
                Err(error) => format!("cannot write {}: {error}", path.display()),
            },
            Err(NoAnswer::Missing(why)) => why,
            Err(NoAnswer::Wrong(what)) => return Err(Box::new(Printed::internal_error(what))),
        };
        Ok(Some(format!("warning: there is no witness: {why}\n")))
    }
}
