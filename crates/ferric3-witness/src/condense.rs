//! Many inputs in few lines, all of them there and in order.
//!
//! ```text
//! __VERIFIER_nondet_int() = 3, 4 (×120), 5
//! (__VERIFIER_nondet_int(), __VERIFIER_nondet_char()) = (1, 97), (2, 97) (×7)
//! ```

/// Inputs of so many sources that take turns are shown together.
const LONGEST_TURN: usize = 12;

/// Where an input comes from, and its value.
pub(crate) type Given = (String, String);

/// The inputs in order, in at most `lines` lines, which are as long as that takes, but not shorter
/// than `width` without need.
pub(crate) fn condense(inputs: &[Given], lines: usize, width: usize) -> Vec<String> {
    let groups = groups(inputs);
    let length: usize = groups.iter().map(|group| group.length() + 2).sum();
    // Half of the lines for what does not fill its line.
    let width = width.max(2 * length / lines.saturating_sub(1).max(1));
    let mut out: Vec<String> = Vec::new();
    for group in &groups {
        let mut line = format!("{} =", group.source);
        for (i, value) in group.values.iter().enumerate() {
            if i > 0 {
                line.push(',');
            }
            if i > 0 && line.chars().count() + value.chars().count() > width {
                out.push(std::mem::replace(&mut line, "   ".to_owned()));
            }
            line.push(' ');
            line.push_str(value);
        }
        match out.last_mut() {
            Some(last) if last.chars().count() + line.chars().count() + 2 <= width => {
                last.push_str("; ");
                last.push_str(&line);
            }
            _ => out.push(line),
        }
    }
    out
}

/// Inputs of the same source, or of the same sources in turns.
struct Group {
    source: String,
    /// Values; equal ones that follow one another are one.
    values: Vec<String>,
}

impl Group {
    fn length(&self) -> usize {
        let values = self.values.iter().map(|value| value.chars().count() + 2);
        self.source.chars().count() + values.sum::<usize>() + 2
    }
}

fn groups(inputs: &[Given]) -> Vec<Group> {
    let mut out = Vec::new();
    let mut rest = inputs;
    while !rest.is_empty() {
        let (turn, rounds) = best_turn(rest);
        let (now, later) = rest.split_at(turn * rounds);
        rest = later;
        let sources: Vec<&str> = now[..turn]
            .iter()
            .map(|(source, _)| source.as_str())
            .collect();
        let values = now.chunks(turn).map(|round| {
            let values: Vec<&str> = round.iter().map(|(_, value)| value.as_str()).collect();
            tuple(&values)
        });
        out.push(Group {
            source: tuple(&sources),
            values: runs(values),
        });
    }
    out
}

/// How many sources take turns at the start of the list, and how often they do.
fn best_turn(inputs: &[Given]) -> (usize, usize) {
    let mut best = (1, 1);
    for turn in 1..=LONGEST_TURN.min(inputs.len()) {
        let same = (turn..inputs.len())
            .take_while(|&i| inputs[i].0 == inputs[i - turn].0)
            .count();
        let rounds = 1 + same / turn;
        if rounds > 1 && turn * rounds > best.0 * best.1 {
            best = (turn, rounds);
        }
    }
    best
}

/// `x`, or `(x, y)`.
fn tuple(parts: &[&str]) -> String {
    match parts {
        [one] => (*one).to_owned(),
        several => format!("({})", several.join(", ")),
    }
}

/// The same with runs of equal values as one: `4 (×120)`.
fn runs(values: impl Iterator<Item = String>) -> Vec<String> {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for value in values {
        match counted.last_mut() {
            Some((last, count)) if *last == value => *count += 1,
            _ => counted.push((value, 1)),
        }
    }
    let show = |(value, count): (String, usize)| match count {
        1 => value,
        count => format!("{value} (×{count})"),
    };
    counted.into_iter().map(show).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(source: &str, values: &[i64]) -> Vec<Given> {
        let values = values.iter();
        values
            .map(|value| (source.to_owned(), value.to_string()))
            .collect()
    }

    #[test]
    fn equal_values_are_counted() {
        let inputs = given("f()", &[3, 4, 4, 4, 5]);
        assert_eq!(condense(&inputs, 10, 80), ["f() = 3, 4 (×3), 5"]);
    }

    #[test]
    fn sources_take_turns() {
        let mut inputs = Vec::new();
        for i in 0..4 {
            inputs.extend(given("f()", &[i / 2]));
            inputs.extend(given("g()", &[7]));
        }
        inputs.extend(given("h()", &[1]));
        let shown = ["(f(), g()) = (0, 7) (×2), (1, 7) (×2); h() = 1"];
        assert_eq!(condense(&inputs, 10, 80), shown);
    }

    #[test]
    fn there_are_never_too_many_lines() {
        let numbers: Vec<i64> = (0..10_000).collect();
        let lines = condense(&given("f()", &numbers), 30, 80);
        assert!(lines.len() <= 30, "{}", lines.len());
        let all = lines.join(" ");
        let (_, values) = all.split_once('=').expect("a list");
        let read: Vec<i64> = values
            .split(',')
            .map(|v| v.trim().parse().expect("a number"))
            .collect();
        assert_eq!(read, numbers);
        let mixed: Vec<Given> = numbers
            .iter()
            .flat_map(|&i| given(&format!("f{}()", i * i % 37), &[i]))
            .collect();
        assert!(condense(&mixed, 30, 80).len() <= 30);
    }
}
