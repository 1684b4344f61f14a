//! The outline of a C file, from its text alone: comments, and where statements begin and end.
//!
//! Reports need no more than that: a comment that justifies a statement covers its lines, and what is dead because an
//! `if` is never taken belongs to that `if`. Nothing is expanded and nothing is judged by it: a verdict never
//! depends on the outline.
//!
//! | file            | what                                                           |
//! |-----------------|----------------------------------------------------------------|
//! | `tokens.rs`     | words, marks, literals and comments, with their places         |
//! | `conditional.rs`| which parts of `#if` … `#endif` are taken                      |
//! | `outline.rs`    | statements, as far as braces, parentheses and keywords show them |
//! | `parse.rs`      | tokens to outline                                              |

mod conditional;
mod outline;
mod parse;
mod tokens;

pub(crate) use self::outline::{Extent, Form, Node, NodeId, Outline};
pub(crate) use self::tokens::{Spot, Token, tokens};

/// The outline of a file.
pub(crate) fn outline(text: &str) -> Outline {
    outline_of(tokens(text))
}

/// The same of its tokens.
pub(crate) fn outline_of(tokens: Vec<Token>) -> Outline {
    let code = tokens.into_iter().filter(|token| !token.is_comment());
    parse::outline(&conditional::select(code))
}
