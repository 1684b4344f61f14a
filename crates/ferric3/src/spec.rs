//! Property files of the software verification competition, such as
//! `CHECK( init(main()), LTL(G ! call(reach_error())) )`.

use ferric3_c::ErrorCalls;
use ferric3_ivl::{Check, SourceFile, Sources, Span};

use crate::frontend::labelled;
use crate::goal::{Goal, Question};

/// The properties of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spec {
    /// Where the program starts.
    pub(crate) entry: String,
    /// What must hold, each of them once. At least one can be decided.
    pub(crate) goals: Vec<Goal>,
}

/// What the front end should take for a violation. The error function of the competition was
/// renamed: tasks and property files of different years go together.
fn errors(function: &str) -> ErrorCalls {
    let names: &[&str] = match function {
        "reach_error" | "__VERIFIER_error" => &["reach_error", "__VERIFIER_error"],
        other => &[other],
    };
    ErrorCalls::Only(names.iter().map(|&name| name.to_owned()).collect())
}

/// A property file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SpecError {
    /// Where, in bytes.
    start: usize,
    end: usize,
    message: String,
    hint: &'static str,
}

const FORM: &str = "a property file looks like this: \
                    CHECK( init(main()), LTL(G ! call(reach_error())) )";
const SUPPORTED: &str = "the properties that can be checked so far are `G ! call(reach_error())`, \
                         `G ! overflow`, `G valid-deref`, `G valid-free`, `G valid-memtrack` and \
                         `G valid-memcleanup`";

/// Reads a property file. The error is a text for people.
pub(crate) fn parse(name: &str, text: &str) -> Result<Spec, String> {
    parse_text(text).map_err(|error| render(name, text, &error))
}

fn render(name: &str, text: &str, error: &SpecError) -> String {
    let before = &text.as_bytes()[..error.start];
    let line_start = before
        .iter()
        .rposition(|&b| b == b'\n')
        .map_or(0, |newline| newline + 1);
    let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
    let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let mut sources = Sources::default();
    let file = sources.files.push(SourceFile {
        name: name.to_owned(),
        text: Some(text.to_owned()),
    });
    let span = Span {
        file,
        line: small(line),
        column: small(error.start - line_start + 1),
        len: small((error.end - error.start).max(1)),
    };
    labelled(
        "error",
        &error.message,
        Some(span),
        Some(error.hint),
        &sources,
    )
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Token<'t> {
    text: &'t str,
    start: usize,
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let mut tokens = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        if c.is_whitespace() {
            continue;
        }
        let mut end = start + c.len_utf8();
        while let Some(&(at, next)) = chars.peek()
            && is_word(c)
            && is_word(next)
        {
            end = at + next.len_utf8();
            chars.next();
        }
        tokens.push(Token {
            text: &text[start..end],
            start,
        });
    }
    tokens
}

struct Parser<'t> {
    tokens: Vec<Token<'t>>,
    position: usize,
    end: usize,
    /// Where the last formula stands.
    formula: (usize, usize),
}

fn parse_text(text: &str) -> Result<Spec, SpecError> {
    let end = text.trim_end().len();
    let mut parser = Parser {
        tokens: tokens(text),
        position: 0,
        end,
        formula: (0, 0),
    };
    let (entry, first) = parser.check()?;
    let refused = SpecError {
        start: parser.formula.0,
        end: parser.formula.1,
        message: format!("the property {} cannot be checked yet", first.property),
        hint: SUPPORTED,
    };
    let mut goals = vec![first];
    while parser.position < parser.tokens.len() {
        let start = parser.here();
        let (another, goal) = parser.check()?;
        if another != entry {
            return Err(SpecError {
                start,
                end: parser.last_end(),
                message: "a second entry function cannot be checked in the same run".to_owned(),
                hint: FORM,
            });
        }
        if !goals.contains(&goal) {
            goals.push(goal);
        }
    }
    if goals.iter().all(|goal| goal.question == Question::NotYet) {
        return Err(refused);
    }
    Ok(Spec {
        entry: entry.to_owned(),
        goals,
    })
}

impl<'t> Parser<'t> {
    /// `CHECK( init(NAME()), LTL(FORMULA) )`
    fn check(&mut self) -> Result<(&'t str, Goal), SpecError> {
        let start = self.here();
        match self.tokens.get(self.position).map(|token| token.text) {
            Some("CHECK") => self.position += 1,
            Some("COVER") => return Err(self.unsupported(start, "a test coverage goal (COVER)")),
            _ => return Err(self.unexpected("CHECK")),
        }
        self.expect(&["(", "init", "("])?;
        let entry = self.name("the entry function")?;
        self.expect(&["(", ")", ")", ",", "LTL", "("])?;
        let goal = self.formula()?;
        self.expect(&[")", ")"])?;
        Ok((entry, goal))
    }

    /// A formula of linear temporal logic, of those that the competition knows.
    fn formula(&mut self) -> Result<Goal, SpecError> {
        let start = self.here();
        let (mut depth, first) = (0usize, self.position);
        while let Some(token) = self.tokens.get(self.position) {
            match token.text {
                "(" => depth += 1,
                ")" if depth == 0 => break,
                ")" => depth -= 1,
                _ => {}
            }
            self.position += 1;
        }
        let words: Vec<&str> = self.tokens[first..self.position]
            .iter()
            .map(|t| t.text)
            .collect();
        self.formula = (start, self.last_end());
        Ok(match words[..] {
            ["G", "!", "call", "(", function, "(", ")", ")"] => Goal::calls(errors(function)),
            ["G", "!", "overflow"] => Goal::checks(&[Check::Overflow], "no-overflow"),
            ["G", "valid-deref"] => Goal::checks(&[Check::Bounds, Check::Pointer], "valid-deref"),
            ["G", "valid-free"] => Goal::checks(&[Check::Free], "valid-free"),
            ["G", "valid-memtrack"] => Goal::checks(&[Check::Leak], "valid-memtrack"),
            ["G", "valid-memcleanup"] => Goal::checks(&[Check::Cleanup], "valid-memcleanup"),
            ["G", "!", "data-race"] => Goal::not_yet("no-data-race"),
            ["G", "!", "label", ..] => Goal::not_yet("unreach-label"),
            ["F", "end"] => Goal::not_yet("termination"),
            _ => {
                let message = "this is not a property that the competition knows".to_owned();
                return Err(SpecError {
                    start,
                    end: self.last_end(),
                    message,
                    hint: SUPPORTED,
                });
            }
        })
    }

    fn name(&mut self, what: &str) -> Result<&'t str, SpecError> {
        match self.tokens.get(self.position) {
            Some(token)
                if token
                    .text
                    .starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') =>
            {
                self.position += 1;
                Ok(token.text)
            }
            _ => Err(self.unexpected(&format!("the name of {what}"))),
        }
    }

    fn expect(&mut self, words: &[&str]) -> Result<(), SpecError> {
        for &word in words {
            if self
                .tokens
                .get(self.position)
                .is_none_or(|token| token.text != word)
            {
                return Err(self.unexpected(&format!("`{word}`")));
            }
            self.position += 1;
        }
        Ok(())
    }

    fn unexpected(&self, expected: &str) -> SpecError {
        let (start, end, found) = match self.tokens.get(self.position) {
            Some(t) => (
                t.start,
                t.start + t.text.len(),
                format!("`{}` was found", t.text),
            ),
            None => (self.end, self.end, "the file ends here".to_owned()),
        };
        SpecError {
            start,
            end,
            message: format!("{expected} was expected, but {found}"),
            hint: FORM,
        }
    }

    fn unsupported(&self, start: usize, what: &str) -> SpecError {
        let end = self.last_end().max(start + 1).min(self.end);
        let message = format!("{what} cannot be checked yet");
        SpecError {
            start,
            end,
            message,
            hint: SUPPORTED,
        }
    }

    /// Where the next token starts.
    fn here(&self) -> usize {
        self.tokens
            .get(self.position)
            .map_or(self.end, |token| token.start)
    }

    /// Where the last token ends.
    fn last_end(&self) -> usize {
        let last = self
            .position
            .checked_sub(1)
            .and_then(|last| self.tokens.get(last));
        last.map_or(0, |token| token.start + token.text.len())
    }
}

#[cfg(test)]
mod tests;
