//! `check --goal` and `check --list-goals`: some of the goals, and which ones there are.

use std::collections::BTreeSet;

use ferric3_ivl::{Program, PropertyId};

use super::Job;
use crate::exit::Exit;
use crate::goal::Question;
use crate::printed::Printed;
use crate::{each, selection};

impl Job {
    /// The goals that `--goal` names, if it is there.
    pub(super) fn selected(
        &self,
        program: &Program,
    ) -> Result<Option<BTreeSet<PropertyId>>, Box<Printed>> {
        if self.args.goal.is_empty() {
            return Ok(None);
        }
        match selection::select(program, &self.args.goal) {
            Ok(goals) => Ok(Some(goals)),
            Err(error) => Err(Box::new(Printed {
                out: String::new(),
                err: format!("ferric3: error: {error}; --list-goals shows which ones there are\n"),
                json: None,
                picture: self.picture_of_nothing("There is no such goal."),
                exit: Exit::BadInput,
            })),
        }
    }

    /// The goals that are asked about.
    pub(super) fn asked(&self, program: &Program) -> Vec<PropertyId> {
        let selected = selection::select(program, &self.args.goal).unwrap_or_default();
        let is_selected = |goal: &PropertyId| self.args.goal.is_empty() || selected.contains(goal);
        each::asked(program).filter(is_selected).collect()
    }

    /// All goals, without an answer.
    pub(super) fn list_goals(&self) -> Printed {
        let mut out = String::new();
        for goal in self
            .goals
            .iter()
            .filter(|goal| goal.question != Question::NotYet)
        {
            let translation = match self.translate(goal) {
                Ok(translated) => translated.translation,
                Err(error) => return self.not_c(&error),
            };
            if self.goals.len() > 1 {
                out.push_str(&format!("# {}\n", goal.name));
            }
            out.push_str(&selection::list(&translation.program));
        }
        Printed {
            out,
            err: String::new(),
            json: None,
            picture: self.picture_of_nothing("Goals were listed, not decided."),
            exit: Exit::Ok,
        }
    }
}
