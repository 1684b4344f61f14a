//! The line that is shown while work goes on.

use crate::Count;

/// How far it has got.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress<'a> {
    /// What is being done: `simulation`, `bounded search`.
    pub phase: &'a str,
    /// Goals so far.
    pub count: Count,
    /// Goals settled per second of late.
    pub rate: f64,
    /// When it ends at the latest, in seconds from now; none: no limit.
    pub remaining: Option<f64>,
}

/// A bar, goals settled, their rate and the time left, in one line of at most `width` characters.
///
/// The time left is what the open goals take at the present rate, and never more than the limit. The last goals are
/// the hardest, so it says `at least`.
pub fn progress_line(progress: &Progress<'_>, width: usize) -> String {
    let count = progress.count;
    let mut parts = vec![
        format!("{}/{} goals settled", count.settled(), count.all()),
        format!("{} reached, {} dead", count.reached, count.dead),
    ];
    if progress.rate > 0.0 {
        parts.push(rate(progress.rate));
    }
    parts.extend(left(progress));
    parts.push(progress.phase.to_owned());
    let mut line = bar(count);
    for part in parts {
        let separator = match line.ends_with(']') {
            true => " ",
            false => ", ",
        };
        let next = format!("{line}{separator}{part}");
        // What matters most comes first; what has no room is left out.
        if next.chars().count() > width {
            break;
        }
        line = next;
    }
    line.chars().take(width).collect()
}

fn bar(count: Count) -> String {
    const WIDTH: usize = 20;
    let full = (count.settled() * WIDTH)
        .checked_div(count.all())
        .unwrap_or(WIDTH);
    format!("[{}{}]", "#".repeat(full), ".".repeat(WIDTH - full))
}

fn rate(rate: f64) -> String {
    match rate >= 1.0 {
        true => format!("{rate:.0}/s"),
        false => format!("{:.0}/min", rate * 60.0),
    }
}

fn left(progress: &Progress<'_>) -> Option<String> {
    let open = progress.count.open;
    if open == 0 {
        return None;
    }
    // Exact up to 2^53 goals.
    #[allow(clippy::cast_precision_loss, reason = "said above")]
    let by_rate = (progress.rate > 0.0).then(|| open as f64 / progress.rate);
    match (by_rate, progress.remaining) {
        (Some(by_rate), Some(limit)) if by_rate >= limit => Some(format!("{} left", time(limit))),
        (Some(by_rate), _) => Some(format!("at least {} left", time(by_rate))),
        (None, Some(limit)) => Some(format!("at most {} left", time(limit))),
        (None, None) => None,
    }
}

fn time(seconds: f64) -> String {
    match seconds {
        _ if seconds < 60.0 => format!("{:.0} s", seconds.max(1.0)),
        _ if seconds < 3600.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn line(
        settled: usize,
        open: usize,
        rate: f64,
        remaining: Option<f64>,
        width: usize,
    ) -> String {
        let count = Count {
            reached: settled - settled / 4,
            dead: settled / 4,
            justified: 0,
            open,
        };
        let progress = Progress {
            phase: "bounded search",
            count,
            rate,
            remaining,
        };
        progress_line(&progress, width) + "\n"
    }

    #[test]
    fn a_line_says_what_there_is_room_for() {
        let lines = [
            line(0, 1000, 0.0, None, 120),
            line(412, 588, 41.2, Some(600.0), 120),
            line(412, 588, 0.05, Some(600.0), 120),
            line(412, 588, 0.05, None, 120),
            line(999, 1, 0.0, Some(30.0), 120),
            line(1000, 0, 1.0, None, 120),
            line(0, 0, 0.0, None, 120),
            line(412, 588, 41.2, None, 50),
            line(412, 588, 41.2, None, 7),
        ];
        expect![[r#"
            [....................] 0/1000 goals settled, 0 reached, 0 dead, bounded search
            [########............] 412/1000 goals settled, 309 reached, 103 dead, 41/s, at least 14 s left, bounded search
            [########............] 412/1000 goals settled, 309 reached, 103 dead, 3/min, 10 min left, bounded search
            [########............] 412/1000 goals settled, 309 reached, 103 dead, 3/min, at least 3.3 h left, bounded search
            [###################.] 999/1000 goals settled, 750 reached, 249 dead, at most 30 s left, bounded search
            [####################] 1000/1000 goals settled, 750 reached, 250 dead, 1/s, bounded search
            [####################] 0/0 goals settled, 0 reached, 0 dead, bounded search
            [########............] 412/1000 goals settled
            [######
        "#]]
        .assert_eq(&lines.concat());
    }
}
