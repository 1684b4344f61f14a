//! What the terminal shows: how many goals are settled, which are dead and why, and which are open.
//!
//! | file          | what                                          |
//! |---------------|-----------------------------------------------|
//! | `summary.rs`  | the table by function and criterion            |
//! | `dead.rs`     | dead goals with their reasons                  |
//! | `open.rs`     | open goals, justified ones                      |
//! | `excerpt.rs`  | a line of the program with a part underlined   |
//! | `progress.rs` | the line that is shown while work goes on       |

mod dead;
mod excerpt;
mod open;
mod progress;
mod summary;

pub use self::dead::dead;
pub use self::open::{justified, open};
pub use self::progress::{Progress, progress_line};
pub use self::summary::{Rows, per_cent, summary};

use crate::Place;

/// `motor.c:12:5`, without what is not known.
pub(crate) fn place(place: &Place) -> String {
    let Place {
        file, line, column, ..
    } = place;
    match column {
        0 => format!("{file}:{line}"),
        _ => format!("{file}:{line}:{column}"),
    }
}

/// `1 goal`, `2 goals`.
pub(crate) fn plural(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

/// Text of a program for one line of a terminal: no control characters, and not too long.
pub(crate) fn one_line(text: &str) -> String {
    const LONGEST: usize = 100;
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    let mut line: String = line.chars().filter(|c| !c.is_control()).collect();
    if line.chars().count() > LONGEST {
        line = line.chars().take(LONGEST - 1).collect();
        line.push('…');
    }
    line
}
