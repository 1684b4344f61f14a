//! Listings: what is analysed, and its goals. A session begins with the listing of the program as it is now.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Deserialize, Serialize};

use super::StoreError;
use crate::{Criterion, Fingerprint, Goal, GoalKey, Place, Shard, Status, Subject};

/// A program as it is now, without its goals.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Program {
    /// The version of Ferric3.
    pub tool: String,
    /// What is analysed, as the report has it.
    pub subject: Subject,
    /// The criteria.
    pub criteria: Vec<Criterion>,
    /// What all answers depend on: the program as the engines see it, and the options that change its meaning. Where
    /// answers of another version of Ferric3 are not to be trusted, its version.
    pub fingerprint: Fingerprint,
    /// The source files, to say what has changed.
    pub sources: Vec<SourceFile>,
}

/// A source file by its fingerprints.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SourceFile {
    /// As it was named.
    pub name: String,
    /// Of its text.
    pub text: Fingerprint,
    /// Of its tokens.
    pub tokens: Fingerprint,
}

impl SourceFile {
    /// The file with this name and text.
    pub fn new(name: &str, text: &str) -> SourceFile {
        SourceFile {
            name: name.to_owned(),
            text: Fingerprint::of_text(text),
            tokens: Fingerprint::of_c_tokens(text),
        }
    }
}

/// A goal, and what an answer about it depends on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ListedGoal {
    /// Its name.
    pub key: GoalKey,
    /// What an answer depends on: with another one, it is stale. [`Program::fingerprint`], or something finer.
    pub basis: Fingerprint,
    /// The reason somebody gave in the program, if the goal is not to be analysed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub justified: Option<String>,
    /// See [`Goal`], as the next ones.
    pub criterion: Criterion,
    #[allow(missing_docs, reason = "as in Goal")]
    pub function: String,
    #[allow(missing_docs, reason = "as in Goal")]
    pub place: Place,
    #[allow(missing_docs, reason = "as in Goal")]
    pub text: String,
    #[allow(missing_docs, reason = "as in Goal")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<usize>,
    #[allow(missing_docs, reason = "as in Goal")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<usize>,
    #[allow(missing_docs, reason = "as in Goal")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<bool>,
}

impl ListedGoal {
    /// A goal of a report that is still to be filled in. Of its status counts whether it is justified: an answer comes
    /// from a [`super::Finding`] only.
    fn new(goal: &Goal, basis: Fingerprint) -> ListedGoal {
        let justified = match &goal.status {
            Status::Justified { reason } => Some(reason.clone()),
            _ => None,
        };
        ListedGoal {
            key: goal.key.clone(),
            basis,
            justified,
            criterion: goal.criterion,
            function: goal.function.clone(),
            place: goal.place.clone(),
            text: goal.text.clone(),
            decision: goal.decision,
            condition: goal.condition,
            value: goal.value,
        }
    }

    /// The goal of a report, with this status.
    pub(super) fn to_goal(&self, status: Status) -> Goal {
        Goal {
            key: self.key.clone(),
            criterion: self.criterion,
            function: self.function.clone(),
            place: self.place.clone(),
            text: self.text.clone(),
            decision: self.decision,
            condition: self.condition,
            value: self.value,
            status,
        }
    }
}

/// What is analysed, and its goals.
#[derive(Clone, PartialEq, Debug)]
pub struct Listing {
    pub(super) program: Program,
    /// Which goals are in it.
    pub(super) parts: BTreeSet<Shard>,
    /// The program that was listed before this one, if another one was.
    pub(super) previous: Option<Fingerprint>,
    pub(super) goals: BTreeMap<GoalKey, ListedGoal>,
}

impl Listing {
    /// The goals of this shard. `goals` are all goals of the program, whatever the shard is, and `basis` says what an answer
    /// about one depends on: [`Program::fingerprint`], or something finer. Refused if two of them have the same key.
    pub fn new(
        program: Program,
        goals: &[Goal],
        shard: Shard,
        basis: impl Fn(&Goal) -> Fingerprint,
    ) -> Result<Listing, StoreError> {
        let mut keys = BTreeSet::new();
        if let Some(twice) = goals.iter().find(|goal| !keys.insert(&goal.key)) {
            let goal = twice.key.clone();
            return Err(StoreError::Twice { goal });
        }
        let mine = shard.select(goals).into_iter();
        let mine = mine.map(|goal| (goal.key.clone(), ListedGoal::new(goal, basis(goal))));
        Ok(Listing {
            program,
            parts: BTreeSet::from([shard]),
            previous: None,
            goals: mine.collect(),
        })
    }

    /// What is analysed.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The goals, by key.
    pub fn goals(&self) -> impl Iterator<Item = &ListedGoal> {
        self.goals.values()
    }

    /// The goals in the order of reports: by file as the subject lists them, and place.
    pub(super) fn by_place(&self) -> Vec<&ListedGoal> {
        let files = &self.program.subject.files;
        let rank = |file: &str| {
            let known = files.iter().position(|entry| entry.name == file);
            known.unwrap_or(files.len())
        };
        let ranks: BTreeMap<&str, usize> = self
            .goals()
            .map(|goal| goal.place.file.as_str())
            .collect::<BTreeSet<_>>()
            .into_iter()
            .map(|file| (file, rank(file)))
            .collect();
        let mut goals: Vec<&ListedGoal> = self.goals().collect();
        goals.sort_by_key(|goal| {
            let place = &goal.place;
            let file = ranks[place.file.as_str()];
            (
                file,
                &place.file,
                place.line,
                place.column,
                goal.criterion,
                &goal.key,
            )
        });
        goals
    }
}

/// What has become of a source file since the session before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileChange {
    /// It was not there.
    New,
    /// It is not there any more.
    Gone,
    /// Comments or white space are others, and nothing else.
    CommentsOnly,
    /// Its tokens are others.
    Changed,
}

/// What is new since the session before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// Files that are not as they were, by name.
    pub files: BTreeMap<String, FileChange>,
    /// Goals that were not listed before.
    pub new_goals: usize,
    /// Goals that are not listed any more.
    pub gone_goals: usize,
    /// Goals that were listed before and depend on something else now: their answers are stale.
    pub stale_goals: usize,
}

impl Changes {
    pub(super) fn between(old: Option<&Listing>, new: &Listing) -> Changes {
        let mut changes = Changes::default();
        let Some(old) = old else {
            changes.new_goals = new.goals.len();
            let names = new.program.sources.iter().map(|file| file.name.clone());
            changes.files = names.map(|name| (name, FileChange::New)).collect();
            return changes;
        };
        for file in &new.program.sources {
            let before = old.program.sources.iter().find(|old| old.name == file.name);
            let change = match before {
                None => FileChange::New,
                Some(before) if before.text == file.text => continue,
                Some(before) if before.tokens == file.tokens => FileChange::CommentsOnly,
                Some(_) => FileChange::Changed,
            };
            changes.files.insert(file.name.clone(), change);
        }
        for file in &old.program.sources {
            if !new.program.sources.iter().any(|new| new.name == file.name) {
                changes.files.insert(file.name.clone(), FileChange::Gone);
            }
        }
        for (key, goal) in &new.goals {
            match old.goals.get(key) {
                None => changes.new_goals += 1,
                Some(before) if before.basis != goal.basis => changes.stale_goals += 1,
                Some(_) => {}
            }
        }
        let is_gone = |key: &&GoalKey| !new.goals.contains_key(*key);
        changes.gone_goals = old.goals.keys().filter(is_gone).count();
        changes
    }
}

impl fmt::Display for FileChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            FileChange::New => "new",
            FileChange::Gone => "gone",
            FileChange::CommentsOnly => "only comments and white space changed",
            FileChange::Changed => "changed",
        })
    }
}
