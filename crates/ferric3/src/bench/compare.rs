//! Two engines, or an old run against a new one.

use super::row::{Row, Status};
use super::table::Table;

/// Shorter times are noise of starting a process.
const LEAST_SECONDS: f64 = 0.01;

/// What two sets of results say about the tasks that both have.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Comparison<'a> {
    /// Tasks that both have.
    pub(crate) pairs: Vec<(&'a Row, &'a Row)>,
    /// Solved by the new one only.
    pub(crate) gained: Vec<&'a Row>,
    /// Solved by the old one only.
    pub(crate) lost: Vec<&'a Row>,
    /// Tasks that both solve.
    pub(crate) common: usize,
    /// Geometric mean of old time / new time over these.
    pub(crate) speedup: Option<f64>,
    /// Geometric mean of old queries / new queries over these.
    pub(crate) fewer_queries: Option<f64>,
    /// Mean of old / new queries of generalisation over these, as the thesis counts them
    /// (programs whose old run asked none do not count).
    pub(crate) fewer_generalisation_queries: Option<f64>,
}

impl<'a> Comparison<'a> {
    /// Compares by file.
    pub(crate) fn of(old: &[&'a Row], new: &[&'a Row]) -> Comparison<'a> {
        let pairs: Vec<(&Row, &Row)> = new
            .iter()
            .filter_map(|&new| {
                let old = old.iter().find(|old| old.file == new.file)?;
                Some((*old, new))
            })
            .collect();
        let only = |solved: fn(&Row, &Row) -> bool| {
            let found = pairs.iter().filter(move |(old, new)| solved(old, new));
            found.map(|&(_, new)| new).collect()
        };
        let common: Vec<(&Row, &Row)> = pairs
            .iter()
            .copied()
            .filter(|(old, new)| old.is_solved() && new.is_solved())
            .collect();
        let times = common
            .iter()
            .map(|(old, new)| old.seconds.max(LEAST_SECONDS) / new.seconds.max(LEAST_SECONDS));
        let queries = common.iter().filter_map(|(old, new)| {
            let (old, new) = (old.queries?, new.queries?);
            Some(old.max(1) as f64 / new.max(1) as f64)
        });
        let generalisation: Vec<f64> = common
            .iter()
            .filter_map(|(old, new)| {
                let (old, new) = (old.generalisation_queries?, new.generalisation_queries?);
                (old > 0).then(|| old as f64 / new.max(1) as f64)
            })
            .collect();
        Comparison {
            fewer_generalisation_queries: (!generalisation.is_empty())
                .then(|| generalisation.iter().sum::<f64>() / generalisation.len() as f64),
            gained: only(|old, new| !old.is_solved() && new.is_solved()),
            lost: only(|old, new| old.is_solved() && !new.is_solved()),
            common: common.len(),
            speedup: geometric_mean(times),
            fewer_queries: geometric_mean(queries),
            pairs,
        }
    }

    /// The table and the lists, with names for both sides.
    pub(crate) fn render(&self, old: &str, new: &str) -> String {
        let (olds, news): (Vec<&Row>, Vec<&Row>) = self.pairs.iter().copied().unzip();
        let count = |rows: &[&Row], status| rows.iter().filter(|r| r.status() == status).count();
        let common = || {
            self.pairs
                .iter()
                .filter(|(o, n)| o.is_solved() && n.is_solved())
        };
        let mut table = Table::new(&["", old, new]);
        let mut line = |name: &str, old: String, new: String| {
            table.line(vec![name.to_owned(), old, new]);
        };
        for (name, status) in [
            ("solved", Status::Correct),
            ("wrong", Status::Wrong),
            ("error", Status::Error),
        ] {
            let [old, new] = [&olds, &news].map(|rows| count(rows, status).to_string());
            line(name, old, new);
        }
        let (gained, lost) = (self.gained.len(), self.lost.len());
        line(
            "solved by this one only",
            lost.to_string(),
            gained.to_string(),
        );
        let seconds = |rows: Vec<&Row>| {
            let sum: f64 = rows.iter().map(|row| row.seconds).sum();
            format!("{sum:.1}")
        };
        let queries = |rows: &[&Row], of: fn(&Row) -> Option<u64>| {
            let sum: u64 = rows.iter().filter_map(|row| of(row)).sum();
            sum.to_string()
        };
        let (olds, news): (Vec<&Row>, Vec<&Row>) = common().copied().unzip();
        line(
            &format!("seconds of the {} that both solve", self.common),
            seconds(olds.clone()),
            seconds(news.clone()),
        );
        let asked = |row: &Row| row.queries;
        line(
            "their queries",
            queries(&olds, asked),
            queries(&news, asked),
        );
        let asked = |row: &Row| row.generalisation_queries;
        line(
            "their generalisation queries",
            queries(&olds, asked),
            queries(&news, asked),
        );

        let mut text = table.render();
        if let Some(factor) = self.speedup {
            let (factor, word) = direction(factor, "faster", "slower");
            text.push_str(&format!(
                "  {new} is {factor:.2} times {word} than {old} (geometric mean over these)\n"
            ));
        }
        if let Some(factor) = self.fewer_queries {
            let (factor, word) = direction(factor, "fewer", "more");
            text.push_str(&format!(
                "  {new} asks {factor:.2} times {word} queries than {old} (geometric mean)\n"
            ));
        }
        if let Some(factor) = self.fewer_generalisation_queries {
            let (factor, word) = direction(factor, "fewer", "more");
            text.push_str(&format!(
                "  {new} asks {factor:.2} times {word} generalisation queries than {old} (mean)\n"
            ));
        }
        text
    }

    /// Which tasks were gained and lost, one a line.
    pub(crate) fn changes(&self) -> String {
        let mut text = String::new();
        for (word, rows) in [("newly solved", &self.gained), ("lost", &self.lost)] {
            for row in rows {
                text.push_str(&format!("  {word}: {}", row.file));
                if !row.reason.is_empty() {
                    text.push_str(&format!(" ({})", row.reason));
                }
                text.push('\n');
            }
        }
        text
    }
}

fn direction<'a>(factor: f64, above: &'a str, below: &'a str) -> (f64, &'a str) {
    if factor >= 1.0 {
        (factor, above)
    } else {
        (1.0 / factor, below)
    }
}

/// None of nothing.
fn geometric_mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = numbers.fold((0_u32, 0.0), |(n, sum), x| (n + 1, sum + x.ln()));
    (count > 0).then(|| (sum / f64::from(count)).exp())
}

#[cfg(test)]
mod tests {
    use super::super::row::{Said, sample};
    use super::*;

    #[test]
    fn the_geometric_mean_treats_factors_alike() {
        let mean = |numbers: &[f64]| geometric_mean(numbers.iter().copied());
        assert_eq!(mean(&[]), None);
        assert!((mean(&[4.0, 0.25]).expect("there are numbers") - 1.0).abs() < 1e-12);
        assert!((mean(&[2.0, 8.0]).expect("there are numbers") - 4.0).abs() < 1e-12);
    }

    #[test]
    fn gains_losses_and_factors() {
        let old = [
            sample("a.c", "bmc", true, Said::True, 8.0),
            sample("b.c", "bmc", true, Said::True, 1.0),
            sample("c.c", "bmc", false, Said::Unknown, 60.0),
            sample("only-old.c", "bmc", true, Said::True, 1.0),
        ];
        let mut new = [
            sample("c.c", "bmc", false, Said::False, 3.0),
            sample("a.c", "bmc", true, Said::True, 2.0),
            sample("b.c", "bmc", true, Said::False, 1.0),
            sample("only-new.c", "bmc", true, Said::True, 1.0),
        ];
        new[1].queries = Some(10);
        let (old, new): (Vec<&Row>, Vec<&Row>) = (old.iter().collect(), new.iter().collect());
        let comparison = Comparison::of(&old, &new);
        let files = |rows: &[&Row]| rows.iter().map(|r| r.file.clone()).collect::<Vec<_>>();
        assert_eq!(files(&comparison.gained), ["c.c"]);
        assert_eq!(files(&comparison.lost), ["b.c"]);
        assert_eq!((comparison.common, comparison.pairs.len()), (1, 3));
        assert!((comparison.speedup.expect("one is common") - 4.0).abs() < 1e-9);
        assert!((comparison.fewer_queries.expect("one is common") - 10.0).abs() < 1e-9);
        let text = comparison.render("old", "new") + &comparison.changes();
        for part in [
            "4.00 times faster",
            "10.00 times fewer",
            "lost: b.c",
            "newly solved: c.c",
        ] {
            assert!(text.contains(part), "{part} should be in\n{text}");
        }
    }
}
