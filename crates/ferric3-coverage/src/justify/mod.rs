//! Justified goals: comments in the program that say why something need not be reached.
//!
//! ```c
//! if (fault) shutdown();         // ferric3: justified: the sensor cannot fail on this board
//!
//! /* ferric3: justified(statement, decision): checked by the hardware, too */
//! if (speed > MAX) {
//!     speed = MAX;
//! }
//!
//! // ferric3: justified(dead): a value that no state has
//! default: return -1;
//! ```
//!
//! * *At the end of a line*, or before code in a line: the goals that begin on this line.
//! * *On a line of its own*: the goals of the statement that begins below, with all that is in it: a block to its end, an
//!   `if` with its branches, a function with its body, a `case` up to the next one. Within a statement that goes over
//!   several lines: the goals that begin on the next line of code.
//! * *In parentheses*: only goals of these criteria. `dead` among them says that the goals are dead, not just that they need
//!   not be reached: they are analysed all the same, and only those that are proved to be dead are justified.
//!
//! | file         | what                                               |
//! |--------------|----------------------------------------------------|
//! | `comment.rs` | what a comment says                                |
//! | `scope.rs`   | which lines it says it about                       |
//! | `apply.rs`   | which goals these are, and what becomes of them    |

mod apply;
mod comment;
mod scope;

pub use self::apply::{Applied, apply, reached_nevertheless};

use crate::scan::{self, Token};
use crate::{Criterion, Place};
use scope::Scope;

/// A comment that justifies something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Justification {
    /// Where the comment is.
    pub place: Place,
    /// The first place that it is about: line and column.
    pub from: (u32, u32),
    /// The end of what it is about, exclusive.
    pub to: (u32, u32),
    /// Of these criteria only; empty: of all.
    pub criteria: Vec<Criterion>,
    /// What it claims.
    pub claim: Claim,
    /// The reason.
    pub reason: String,
}

/// What a justification claims of its goals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// They need not be reached. They are not analysed.
    NotNeeded,
    /// They are dead. They are analysed, and justified if that is proved.
    Dead,
}

/// A comment that cannot be followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// Where.
    pub place: Place,
    /// What is wrong with it, in a sentence.
    pub text: String,
}

/// All justifications in the text of a file, in order.
///
/// # Errors
///
/// All comments that begin as a justification and are none: an empty reason, an unknown criterion, nothing below.
pub fn justifications(file: &str, text: &str) -> Result<Vec<Justification>, Vec<Mistake>> {
    let tokens = scan::tokens(text);
    let marked: Vec<(Token, Result<comment::Said, String>)> = tokens
        .iter()
        .filter(|token| token.is_comment())
        .filter_map(|token| Some((token.clone(), comment::said(&token.text)?)))
        .collect();
    if marked.is_empty() {
        return Ok(Vec::new());
    }
    let scope = Scope::new(tokens);
    let (mut found, mut mistakes) = (Vec::new(), Vec::new());
    for (token, said) in marked {
        let place = Place {
            file: file.to_owned(),
            line: token.start.line,
            column: token.start.column,
            end_line: token.end.line,
            end_column: token.end.column,
        };
        match said.and_then(|said| Ok((said, scope.of(&token)?))) {
            Ok((said, (from, to))) => found.push(Justification {
                place,
                from: (from.line, from.column),
                to: (to.line, to.column),
                criteria: said.criteria,
                claim: said.claim,
                reason: said.reason,
            }),
            Err(text) => mistakes.push(Mistake { place, text }),
        }
    }
    match mistakes.is_empty() {
        true => Ok(found),
        false => Err(mistakes),
    }
}
