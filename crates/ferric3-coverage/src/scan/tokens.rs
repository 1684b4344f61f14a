//! Words, marks, literals and comments of C, with their places.
//!
//! Lines that end in a backslash go on before anything else is looked at (phase 2 of the standard), so that `/\`,
//! newline, `/` begins a comment. What is in a string or character constant is neither comment nor brace.

/// A place in a file: line and column from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Spot {
    pub(crate) line: u32,
    pub(crate) column: u32,
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    /// A name, keyword or number.
    Word,
    /// A string or character constant.
    Literal,
    /// One character of anything else; numbers of operators do not matter here.
    Mark,
    /// A comment.
    Comment,
    /// A line of the preprocessor but for its comments: `text` is the name of the directive and what follows.
    Directive,
}

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(super) kind: TokenKind,
    /// As written; of comments what is between their marks.
    pub(crate) text: String,
    pub(crate) start: Spot,
    /// Exclusive.
    pub(crate) end: Spot,
}

impl Token {
    /// Is it this mark or word?
    pub(crate) fn is(&self, text: &str) -> bool {
        matches!(self.kind, TokenKind::Word | TokenKind::Mark) && self.text == text
    }

    /// Is it a comment?
    pub(crate) fn is_comment(&self) -> bool {
        self.kind == TokenKind::Comment
    }

    /// Is it a line of the preprocessor?
    pub(crate) fn is_directive(&self) -> bool {
        self.kind == TokenKind::Directive
    }
}

/// All tokens of a file. What is not C any more (a string without an end) ends where its line does.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut scanner = Scanner {
        chars: spliced(text),
        at: 0,
        tokens: Vec::new(),
    };
    scanner.file();
    scanner.tokens
}

/// The characters with their places, without those that make two lines one. An end is added.
fn spliced(text: &str) -> Vec<(char, Spot)> {
    let mut chars = Vec::with_capacity(text.len() + 1);
    let mut spot = Spot { line: 1, column: 1 };
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let mut ahead = rest.clone();
        let after = match ahead.next() {
            Some('\r') => ahead.next(),
            other => other,
        };
        if c == '\\' && after == Some('\n') {
            rest = ahead;
            spot = next_line(spot);
            continue;
        }
        if c == '\r' && after == Some('\n') && rest.peek() == Some(&'\n') {
            continue;
        }
        chars.push((c, spot));
        spot = match c {
            '\n' => next_line(spot),
            _ => Spot {
                column: spot.column + 1,
                ..spot
            },
        };
    }
    chars.push(('\n', spot));
    chars
}

fn next_line(spot: Spot) -> Spot {
    Spot {
        line: spot.line + 1,
        column: 1,
    }
}

struct Scanner {
    /// The last one is a newline.
    chars: Vec<(char, Spot)>,
    at: usize,
    tokens: Vec<Token>,
}

impl Scanner {
    fn file(&mut self) {
        let mut is_first_of_line = true;
        while let Some(c) = self.peek(0) {
            match c {
                '\n' => {
                    is_first_of_line = true;
                    self.at += 1;
                    continue;
                }
                _ if c.is_whitespace() => {
                    self.at += 1;
                    continue;
                }
                '/' if matches!(self.peek(1), Some('/' | '*')) => {
                    self.comment();
                    continue;
                }
                '#' if is_first_of_line => self.directive(),
                '"' | '\'' => self.literal(c),
                _ if c.is_alphanumeric() || c == '_' => self.word(),
                _ => self.take(TokenKind::Mark, 1),
            }
            is_first_of_line = false;
        }
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).map(|(c, _)| *c)
    }

    fn spot(&self) -> Spot {
        let index = self.at.min(self.chars.len() - 1);
        self.chars[index].1
    }

    /// The next characters are a token.
    fn take(&mut self, kind: TokenKind, count: usize) {
        let start = self.spot();
        let text = self.chars[self.at..self.at + count].iter();
        let text = text.map(|(c, _)| *c).collect();
        self.at += count;
        let end = self.spot();
        self.tokens.push(Token {
            kind,
            text,
            start,
            end,
        });
    }

    fn word(&mut self) {
        let rest = self.chars[self.at..].iter();
        let count = rest.take_while(|(c, _)| c.is_alphanumeric() || *c == '_');
        let count = count.count();
        self.take(TokenKind::Word, count);
    }

    fn literal(&mut self, quote: char) {
        let mut count = 1;
        while let Some(c) = self.peek(count).filter(|&c| c != '\n') {
            count += 1;
            match c {
                '\\' if self.peek(count).is_some_and(|c| c != '\n') => count += 1,
                _ if c == quote => break,
                _ => {}
            }
        }
        self.take(TokenKind::Literal, count);
    }

    fn comment(&mut self) {
        let start = self.spot();
        let is_line = self.peek(1) == Some('/');
        self.at += 2;
        let mut text = String::new();
        while let Some(c) = self.peek(0) {
            match c {
                '\n' if is_line => break,
                '*' if !is_line && self.peek(1) == Some('/') => {
                    self.at += 2;
                    break;
                }
                _ => text.push(c),
            }
            self.at += 1;
        }
        self.tokens.push(Token {
            kind: TokenKind::Comment,
            text,
            start,
            end: self.spot(),
        });
    }

    /// A line of the preprocessor. Its comments are tokens of their own, before it.
    fn directive(&mut self) {
        let start = self.spot();
        self.at += 1;
        let mut text = String::new();
        while let Some(c) = self.peek(0).filter(|&c| c != '\n') {
            match c {
                '/' if matches!(self.peek(1), Some('/' | '*')) => {
                    self.comment();
                    text.push(' ');
                }
                '"' | '\'' => {
                    self.literal(c);
                    let literal = self.tokens.pop().expect("it has just been read");
                    text.push_str(&literal.text);
                }
                _ => {
                    text.push(c);
                    self.at += 1;
                }
            }
        }
        self.tokens.push(Token {
            kind: TokenKind::Directive,
            text: text.trim().to_owned(),
            start,
            end: self.spot(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn shown(text: &str) -> String {
        let line = |token: &Token| {
            let (start, end) = (token.start, token.end);
            format!(
                "{}:{}-{}:{} {:?} {:?}\n",
                start.line, start.column, end.line, end.column, token.kind, token.text
            )
        };
        tokens(text).iter().map(line).collect()
    }

    #[test]
    fn comments_are_no_strings_and_strings_no_comments() {
        let text = "s = \"/* no \\\" // */\"; // yes \"\n'\\'' '/*' /* é\n\" */ x";
        expect![[r#"
            1:1-1:2 Word "s"
            1:3-1:4 Mark "="
            1:5-1:21 Literal "\"/* no \\\" // */\""
            1:21-1:22 Mark ";"
            1:23-1:31 Comment " yes \""
            2:1-2:5 Literal "'\\''"
            2:6-2:10 Literal "'/*'"
            2:11-3:5 Comment " é\n\" "
            3:6-3:7 Word "x"
        "#]]
        .assert_eq(&shown(text));
    }

    #[test]
    fn lines_go_on_after_a_backslash() {
        let text = "/\\\n/ a comment \\\r\nand more\nlo\\\nng #if\n\"open\nx";
        expect![[r##"
            1:1-3:9 Comment " a comment and more"
            4:1-5:3 Word "long"
            5:4-5:5 Mark "#"
            5:5-5:7 Word "if"
            6:1-6:6 Literal "\"open"
            7:1-7:2 Word "x"
        "##]]
        .assert_eq(&shown(text));
    }

    #[test]
    fn directives_are_lines() {
        let text = "  # define X '{' // why\n#if 1 /* two\nlines */ + 1\n#error don't\ny";
        expect![[r#"
            1:18-1:24 Comment " why"
            1:3-1:24 Directive "define X '{'"
            2:7-3:9 Comment " two\nlines "
            2:1-3:13 Directive "if 1   + 1"
            4:1-4:13 Directive "error don't"
            5:1-5:2 Word "y"
        "#]]
        .assert_eq(&shown(text));
    }
}
