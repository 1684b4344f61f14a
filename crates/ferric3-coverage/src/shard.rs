//! Shards: the goals of a program in parts, for as many machines.
//!
//! Goals of one function share work (the same paths, the same lemmas), so a function is in one shard. Only one that is
//! larger than a shard should be is cut, in the order of its text, so that what is cut apart is far apart. Which goal
//! is where is a function of the goals alone, so shards need not talk to one another.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Goal, GoalKey};

/// The `index`-th part of `of`, from 1: `2/8`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shard {
    of: usize,
    index: usize,
}

impl Shard {
    /// The only part of one: everything.
    pub const WHOLE: Shard = Shard { of: 1, index: 1 };

    /// The part with this number, from 1, of so many.
    pub fn new(index: usize, of: usize) -> Option<Shard> {
        (1..=of).contains(&index).then_some(Shard { of, index })
    }

    /// Which one it is, from 1.
    pub fn index(self) -> usize {
        self.index
    }

    /// Of how many.
    pub fn of(self) -> usize {
        self.of
    }

    /// The goals of this part. Each goal is in exactly one of the `of` parts, whatever the order of the goals is.
    pub fn select(self, goals: &[Goal]) -> Vec<&Goal> {
        let partition = partition(goals, self.of);
        let is_mine = |goal: &&Goal| partition[&goal.key] == self.index;
        goals.iter().filter(is_mine).collect()
    }

    /// All parts of one, if all parts of some number are there.
    pub(crate) fn normal(parts: &BTreeSet<Shard>) -> BTreeSet<Shard> {
        match Shard::missing(parts).is_empty() {
            true => BTreeSet::from([Shard::WHOLE]),
            false => parts.clone(),
        }
    }

    /// The parts that would make the whole of these with the fewest more. Empty: nothing is missing.
    pub fn missing(parts: &BTreeSet<Shard>) -> Vec<Shard> {
        let numbers: BTreeSet<usize> = parts.iter().map(|part| part.of).collect();
        let missing = numbers.into_iter().map(|of| {
            let all = (1..=of).map(|index| Shard { of, index });
            all.filter(|part| !parts.contains(part)).collect::<Vec<_>>()
        });
        missing
            .min_by_key(Vec::len)
            .unwrap_or_else(|| vec![Shard::WHOLE])
    }
}

/// The part of each goal, from 1 to `of`.
fn partition(goals: &[Goal], of: usize) -> BTreeMap<&GoalKey, usize> {
    let mut functions: BTreeMap<(&str, &str), Vec<&Goal>> = BTreeMap::new();
    for goal in goals {
        let function = (goal.place.file.as_str(), goal.function.as_str());
        functions.entry(function).or_default().push(goal);
    }
    let fair = goals.len().div_ceil(of).max(1);
    let mut pieces: Vec<Vec<&Goal>> = Vec::new();
    for mut goals in functions.into_values() {
        // Goals of one decision stay together as far as places tell.
        goals.sort_by_key(|goal| (goal.place.line, goal.place.column, &goal.key));
        // Pieces of nearly the same size, none larger than is fair.
        let count = goals.len().div_ceil(fair);
        let (size, larger) = (goals.len() / count, goals.len() % count);
        let mut rest = goals.as_slice();
        for piece in 0..count {
            let (this, behind) = rest.split_at(size + usize::from(piece < larger));
            pieces.push(this.to_vec());
            rest = behind;
        }
    }
    // Longest processing time first (Graham 1969): the sort is stable, and ties go to the first part.
    pieces.sort_by_key(|piece| std::cmp::Reverse(piece.len()));
    let mut loads: BTreeSet<(usize, usize)> = (1..=of).map(|index| (0, index)).collect();
    let mut parts = BTreeMap::new();
    for piece in pieces {
        let (load, index) = loads.pop_first().expect("there is a part");
        loads.insert((load + piece.len(), index));
        parts.extend(piece.iter().map(|goal| (&goal.key, index)));
    }
    parts
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parsed = text.split_once('/').and_then(|(index, of)| {
            let number = |text: &str| text.parse::<usize>().ok();
            Shard::new(number(index)?, number(of)?)
        });
        parsed.ok_or_else(|| {
            format!("`{text}` is no shard: I/N for part I of N, from 1, for example 2/8")
        })
    }
}

impl Serialize for Shard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Shard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Shard, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Criterion, Place, Status};

    fn goals(sizes: &[usize]) -> Vec<Goal> {
        let functions = sizes.iter().enumerate();
        let goal = |function: usize, line: usize| Goal {
            key: GoalKey::new(
                "a.c",
                &format!("f{function}"),
                Criterion::Statement,
                "s",
                line,
            ),
            criterion: Criterion::Statement,
            function: format!("f{function}"),
            place: Place {
                file: "a.c".to_owned(),
                line: line as u32 + 1,
                column: 1,
                end_line: 0,
                end_column: 0,
            },
            text: "s".to_owned(),
            decision: None,
            condition: None,
            value: None,
            status: Status::Open {
                reason: String::new(),
            },
        };
        functions
            .flat_map(|(function, &size)| (0..size).map(move |line| goal(function, line)))
            .collect()
    }

    fn keys<'a>(goals: impl IntoIterator<Item = &'a Goal>) -> BTreeSet<GoalKey> {
        goals.into_iter().map(|goal| goal.key.clone()).collect()
    }

    proptest! {
        #[test]
        fn each_goal_is_in_one_part(
            sizes in prop::collection::vec(0_usize..30, 0..12),
            of in 1_usize..20,
        ) {
            let goals = goals(&sizes);
            let mut all = BTreeSet::new();
            let fair = goals.len().div_ceil(of).max(1);
            let mut reversed = goals.clone();
            reversed.reverse();
            let mut homes: BTreeMap<String, usize> = BTreeMap::new();
            for index in 1..=of {
                let shard = Shard::new(index, of).expect("in range");
                let part = shard.select(&goals);
                prop_assert_eq!(keys(part.clone()), keys(shard.select(&reversed)));
                prop_assert!(part.len() < 2 * fair, "{} of {}", part.len(), goals.len());
                let functions: BTreeSet<_> = part.iter().map(|goal| goal.function.clone()).collect();
                for function in functions {
                    *homes.entry(function).or_default() += 1;
                }
                for goal in part {
                    prop_assert!(all.insert(goal.key.clone()), "{} is in two parts", goal.key);
                }
            }
            prop_assert_eq!(all, keys(&goals));
            for (function, &size) in sizes.iter().enumerate() {
                let homes = homes.get(&format!("f{function}")).copied().unwrap_or(0);
                prop_assert!(homes <= size.div_ceil(fair), "f{} of {} is in {} parts", function, size, homes);
            }
        }
    }

    #[test]
    fn a_function_stays_together() {
        let goals = goals(&[5, 4, 3, 3]);
        let names = |index| {
            let part = Shard::new(index, 2).expect("in range").select(&goals);
            let names: BTreeSet<String> = part.iter().map(|goal| goal.function.clone()).collect();
            (part.len(), names.into_iter().collect::<Vec<_>>().join(" "))
        };
        assert_eq!(names(1), (8, "f0 f3".to_owned()));
        assert_eq!(names(2), (7, "f1 f2".to_owned()));
    }

    #[test]
    fn text_says_which_part() {
        assert_eq!("2/8".parse(), Ok(Shard { of: 8, index: 2 }));
        assert_eq!(Shard { of: 8, index: 2 }.to_string(), "2/8");
        for bad in ["0/8", "9/8", "1", "1/0", "/", "a/b", "-1/2"] {
            let message = bad.parse::<Shard>().expect_err(bad);
            assert!(message.contains("for example 2/8"), "{message}");
        }
    }

    #[test]
    fn what_is_missing_is_known() {
        let parts = |texts: &[&str]| -> BTreeSet<Shard> {
            let parts = texts.iter().map(|text| text.parse().expect("a shard"));
            parts.collect()
        };
        let missing = |texts: &[&str]| {
            let missing = Shard::missing(&parts(texts));
            missing.iter().map(Shard::to_string).collect::<Vec<_>>()
        };
        assert_eq!(missing(&["1/3", "3/3"]), ["2/3"]);
        assert_eq!(missing(&["1/3", "1/2", "2/2"]), [""; 0]);
        assert_eq!(missing(&[]), ["1/1"]);
        assert_eq!(Shard::normal(&parts(&["2/2", "1/2"])), parts(&["1/1"]));
    }
}
