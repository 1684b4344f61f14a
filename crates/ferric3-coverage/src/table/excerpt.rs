//! A line of the program with a part underlined.

use crate::paint::Paint;
use crate::{Place, Sources, Status};

/// Tabs are shown as so many spaces at most.
const TAB: usize = 4;
/// Longer lines are cut around what is underlined.
const WIDEST: usize = 100;

/// The line with carets below what the place names, after a gutter of `width` for numbers. Empty without the text.
pub(super) fn excerpt(
    place: &Place,
    sources: &Sources,
    width: usize,
    status: &Status,
    paint: Paint,
) -> String {
    let Some(line) = sources.line(&place.file, place.line) else {
        return String::new();
    };
    let from = usize::try_from(place.column).unwrap_or(0).saturating_sub(1);
    let to = match place.end_line == place.line && place.end_column > place.column {
        true => usize::try_from(place.end_column).unwrap_or(0) - 1,
        false if place.column == 0 || place.end_line == 0 => from + 1,
        // It goes on in the next line.
        false => usize::MAX,
    };
    let shown = Shown::new(line, from, to);
    let number = place.line;
    let bar = paint.dim("|");
    let mut text = format!("{number:>width$} {bar} {}\n", shown.text);
    if place.column > 0 {
        let indent = " ".repeat(shown.from);
        let carets = "^".repeat((shown.to - shown.from).max(1));
        let carets = paint.status(status, &carets);
        text.push_str(&format!("{:width$} {bar} {indent}{carets}\n", ""));
    }
    text
}

/// A line as it is shown, and the columns in it, from 0.
struct Shown {
    text: String,
    from: usize,
    to: usize,
}

impl Shown {
    /// Of characters `from..to` of the line.
    fn new(line: &str, from: usize, to: usize) -> Shown {
        let mut cells: Vec<char> = Vec::new();
        let (mut begin, mut end) = (None, None);
        let trimmed = line.trim_end();
        for (index, c) in trimmed.chars().enumerate() {
            if index >= from {
                begin.get_or_insert(cells.len());
            }
            if index >= to {
                end.get_or_insert(cells.len());
            }
            match c {
                '\t' => cells.extend(std::iter::repeat_n(' ', TAB - cells.len() % TAB)),
                c if c.is_control() => cells.push('\u{fffd}'),
                c => cells.push(c),
            }
        }
        let begin = begin.unwrap_or(cells.len());
        let end = end.unwrap_or(cells.len()).max(begin);
        Shown::cut(cells, begin, end)
    }

    fn cut(cells: Vec<char>, from: usize, to: usize) -> Shown {
        let room = WIDEST / 4;
        let first = match cells.len() > WIDEST && from > WIDEST - room {
            true => from - room,
            false => 0,
        };
        let last = cells.len().min(first + WIDEST);
        let mut text: String = cells[first..last].iter().collect();
        let mut shift = 0;
        if first > 0 {
            text.insert(0, '…');
            shift = 1;
        }
        if last < cells.len() {
            text.push('…');
        }
        Shown {
            text,
            from: from - first + shift,
            to: to.min(last) - first + shift,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn shown(line: &str, column: u32, end_line: u32, end_column: u32) -> String {
        let mut sources = Sources::new();
        sources.insert("a.c", line);
        let place = Place {
            file: "a.c".to_owned(),
            line: 1,
            column,
            end_line,
            end_column,
        };
        let status = Status::Dead {
            why: 0,
            cycles: None,
        };
        excerpt(&place, &sources, 1, &status, Paint::Plain)
    }

    #[test]
    fn tabs_unicode_and_ends() {
        let all = [
            shown("\tif (é > 5)\treturn;", 6, 1, 11),
            shown("  if (a &&", 7, 2, 9),
            shown("x", 7, 1, 9),
            shown("x;", 0, 0, 0),
            shown("x;", 1, 0, 0),
            shown(
                &format!("{}target{}", "a ".repeat(200), " b".repeat(200)),
                401,
                1,
                407,
            ),
            shown(&format!("{}\u{1b}[31m", "long ".repeat(30)), 1, 1, 5),
        ];
        expect![[r#"
              1 |     if (é > 5)  return;
                |         ^^^^^
              1 |   if (a &&
                |       ^^^^
              1 | x
                |  ^
              1 | x;
              1 | x;
                | ^
              1 | … a a a a a a a a a a a a target b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b …
                |                           ^^^^^^
              1 | long long long long long long long long long long long long long long long long long long long long …
                | ^^^^
        "#]]
        .assert_eq(&all.concat());
    }
}
