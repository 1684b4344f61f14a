//! What a process says after a query: a model, a core, or why it does not know.

use ferric3_term::{TermId, Terms, Value, symbol_name};
use rustc_hash::FxHashSet;

use super::connection::{Connection, Wait};
use super::error::SmtLibProcessError;
use super::probe::Assuming;
use super::script::literal_name;
use super::sexpr::SExpr;
use super::tool::LimitStyle;
use super::{SmtLibProcess, each_once};
use crate::WhyUnknown;

impl SmtLibProcess {
    /// Values of all declared symbols, right away: later the process might be gone.
    pub(super) fn read_model(
        &mut self,
        connection: &mut Connection,
        wait: &Wait<'_>,
        terms: &Terms,
    ) -> Result<(), SmtLibProcessError> {
        let declared = &self.script.declared;
        if declared.is_empty() {
            return Ok(());
        }
        let names: Vec<String> = declared.iter().map(|&s| symbol_name(terms, s)).collect();
        let answer = connection.ask(&format!("(get-value ({}))", names.join(" ")), wait)?;
        let values: Option<Vec<Value>> = answer.as_list().and_then(|pairs| {
            let mut symbols = declared.iter();
            let values = pairs.iter().map(|pair| match pair.as_list()? {
                [_, value] => value.to_value(terms.symbol(*symbols.next()?).sort),
                _ => None,
            });
            values.collect()
        });
        match values {
            Some(values) if values.len() == declared.len() => {
                self.model = declared.iter().copied().zip(values).collect();
                Ok(())
            }
            _ => Err(SmtLibProcessError::Unexpected(answer.to_string())),
        }
    }

    pub(super) fn read_failed(
        &mut self,
        connection: &mut Connection,
        wait: &Wait<'_>,
        assumptions: &[TermId],
    ) -> Result<(), SmtLibProcessError> {
        let command = match self.assuming {
            _ if assumptions.is_empty() => return Ok(()),
            Assuming::Literals => "(get-unsat-assumptions)",
            Assuming::NamedAssertions => "(get-unsat-core)",
            Assuming::Assertions => {
                self.failed = each_once(assumptions);
                return Ok(());
            }
        };
        let answer = connection.ask(command, wait)?;
        let names: Option<FxHashSet<&str>> = answer
            .as_list()
            .and_then(|names| names.iter().map(SExpr::as_atom).collect());
        let Some(names) = names else {
            return Err(SmtLibProcessError::Unexpected(answer.to_string()));
        };
        self.failed = each_once(assumptions);
        self.failed
            .retain(|&term| names.contains(&*literal_name(term)));
        Ok(())
    }

    /// Why it does not know.
    pub(super) fn read_reason(
        &self,
        connection: &mut Connection,
        wait: &Wait<'_>,
    ) -> Result<WhyUnknown, SmtLibProcessError> {
        let answer = connection.ask("(get-info :reason-unknown)", wait);
        let reason = match &answer {
            Ok(answer) => match answer.as_list() {
                Some([_, reason]) => reason.to_string().trim_matches('"').to_lowercase(),
                _ => String::new(),
            },
            Err(SmtLibProcessError::Reported(_)) => String::new(),
            Err(_) => return answer.map(|_| WhyUnknown::Limit),
        };
        let has_own_limit = matches!(self.solver.tool.limit, LimitStyle::Option { .. });
        let is_limit = ["cancel", "resource", "limit"]
            .iter()
            .any(|word| reason.contains(word));
        if self.limit.is_some() && has_own_limit && is_limit {
            return Ok(WhyUnknown::Limit);
        }
        let name = self.solver.name();
        Ok(WhyUnknown::because(match &*reason {
            "" | "unknown" | "incomplete" => format!("{name} does not know"),
            reason => format!("{name} does not know: {reason}"),
        }))
    }
}
