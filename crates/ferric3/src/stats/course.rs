//! The course of a search in the table: some of its moments, evenly spread.

use ferric3_engine::{CheckReport, History};

use super::{Rows, seconds};

/// So many moments are shown; a picture (`--plot`) has more.
const SHOWN: usize = 12;

impl Rows {
    /// The courses of all IC3 searches of a check.
    pub(super) fn courses(&mut self, report: &CheckReport) {
        if let Some(history) = &report.stats.history {
            self.course(report.engine, history);
        }
        for member in &report.stats.contributions {
            if let Some(history) = &member.history {
                self.course(member.engine, history);
            }
        }
    }

    fn course(&mut self, engine: &str, history: &History) {
        let precision = history.precision();
        let mut heading = format!(
            "{:<23}{:>9}{:>7}{:>9}{:>13}",
            format!("Course of {engine}"),
            "queries",
            "level",
            "lemmas",
            "obligations"
        );
        if let Some(precision) = precision {
            let name = precision.name();
            heading.push_str(&format!(
                "{name:>14}{:>13}{:>10}",
                "refinements", "spurious"
            ));
        }
        self.heading(&heading);
        let moments = history.moments();
        for i in spread(moments.len(), SHOWN) {
            let moment = &moments[i];
            let mut row = format!(
                "  {:<21}{:>9}{:>7}{:>9}{:>13}",
                seconds(moment.time),
                moment.queries,
                moment.level,
                moment.all_lemmas(),
                moment.obligations
            );
            if precision.is_some() {
                let (refinements, spurious) = (moment.refinements, moment.spurious);
                let counts = format!("{:>14}{refinements:>13}{spurious:>10}", moment.precision);
                row.push_str(&counts);
            }
            self.heading(&row);
        }
    }
}

/// At most `most` of the numbers below `n`, evenly spread, with the first and the last one. `most ≥ 2`.
fn spread(n: usize, most: usize) -> Vec<usize> {
    match n <= most {
        true => (0..n).collect(),
        false => (0..most).map(|i| i * (n - 1) / (most - 1)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_and_last_are_always_shown() {
        assert!(spread(0, 3).is_empty());
        assert_eq!(spread(3, 3), [0, 1, 2]);
        assert_eq!(spread(10, 4), [0, 3, 6, 9]);
        for n in 4..60 {
            let shown = spread(n, 4);
            assert_eq!((shown[0], shown[3]), (0, n - 1));
            assert!(shown.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }
}
