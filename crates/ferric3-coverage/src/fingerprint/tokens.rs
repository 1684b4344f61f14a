//! C source as preprocessing tokens (C17 6.4), as far as it takes to tell a change of the program from a change of its
//! comments: any text has tokens, also one that no compiler would take.

/// The tokens. The end of a directive is a token of its own, and so is the white space that separates the name of a
/// macro from what follows it, because `#define F (x)` is not `#define F(x)`.
pub(super) fn of(source: &str) -> Vec<String> {
    let text: Vec<char> = spliced(source).chars().collect();
    let mut reader = Reader {
        text: &text,
        at: 0,
        tokens: Vec::new(),
        line_start: true,
        directive: None,
    };
    while reader.at < text.len() {
        reader.step();
    }
    reader.end_of_line();
    reader.tokens
}

/// Lines that end with a backslash are joined with the next (phase 2 of translation).
fn spliced(source: &str) -> String {
    source.replace("\r\n", "\n").replace("\\\n", "")
}

struct Reader<'a> {
    text: &'a [char],
    at: usize,
    tokens: Vec<String>,
    /// No token yet in this line.
    line_start: bool,
    /// The number of the token with which the directive that we are in begins.
    directive: Option<usize>,
}

/// The longest first.
const PUNCTUATORS: [&str; 30] = [
    "%:%:", "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
    "+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=", "##", "::", "<:", ":>", "<%", "%>", "%:",
];

impl Reader<'_> {
    fn step(&mut self) {
        let c = self.text[self.at];
        if c == '\n' {
            self.at += 1;
            self.end_of_line();
        } else if c.is_whitespace() {
            self.at += 1;
            self.separate();
        } else if self.starts("//") {
            self.skip_to(|reader| reader.text[reader.at] == '\n');
        } else if self.starts("/*") {
            self.at += 2;
            self.skip_to(|reader| reader.starts("*/"));
            self.at = (self.at + 2).min(self.text.len());
            self.separate();
        } else {
            self.token();
        }
    }

    fn token(&mut self) {
        let (from, c) = (self.at, self.text[self.at]);
        let is_number = c.is_ascii_digit()
            || (c == '.' && self.text.get(from + 1).is_some_and(char::is_ascii_digit));
        if is_number {
            self.number();
        } else if is_word(c) {
            self.skip_to(|reader| !is_word(reader.text[reader.at]));
        } else if c == '"' || c == '\'' {
            self.quoted(c);
        } else if c == '<' && self.is_include() {
            self.quoted('>');
        } else {
            let known = PUNCTUATORS.iter().find(|known| self.starts(known));
            self.at += known.map_or(1, |known| known.len());
        }
        let token: String = self.text[from..self.at].iter().collect();
        if self.line_start && (token == "#" || token == "%:") {
            self.directive = Some(self.tokens.len());
        }
        self.line_start = false;
        self.tokens.push(token);
    }

    /// A preprocessing number: what may follow a digit, and signs after an exponent's letter.
    fn number(&mut self) {
        self.at += 1;
        while let Some(&c) = self.text.get(self.at) {
            let is_sign =
                matches!(c, '+' | '-') && matches!(self.text[self.at - 1], 'e' | 'E' | 'p' | 'P');
            if !(is_word(c) || c == '.' || is_sign) {
                break;
            }
            self.at += 1;
        }
    }

    /// To this quotation mark, or to the end of the line where there is none.
    fn quoted(&mut self, end: char) {
        self.at += 1;
        while let Some(&c) = self.text.get(self.at) {
            if c == '\n' {
                return;
            }
            self.at += 1;
            if c == end {
                return;
            }
            if c == '\\' && self.text.get(self.at).is_some_and(|&next| next != '\n') {
                self.at += 1;
            }
        }
    }

    fn is_include(&self) -> bool {
        self.directive.is_some_and(|start| {
            let word = self.tokens.get(start + 1).map(String::as_str);
            matches!(word, Some("include" | "include_next" | "import"))
                && self.tokens.len() == start + 2
        })
    }

    /// White space: it counts after the name of a macro that is defined, and nowhere else.
    fn separate(&mut self) {
        let Some(start) = self.directive else { return };
        let is_name = self.tokens.len() == start + 3 && self.tokens[start + 1] == "define";
        if is_name {
            self.tokens.push(" ".to_owned());
        }
    }

    fn end_of_line(&mut self) {
        self.line_start = true;
        if self.directive.take().is_some() {
            if self.tokens.last().is_some_and(|last| last == " ") {
                self.tokens.pop();
            }
            self.tokens.push("\n".to_owned());
        }
    }

    fn starts(&self, text: &str) -> bool {
        let rest = &self.text[self.at..];
        text.chars().count() <= rest.len() && text.chars().zip(rest).all(|(a, &b)| a == b)
    }

    fn skip_to(&mut self, is_end: impl Fn(&Self) -> bool) {
        while self.at < self.text.len() && !is_end(self) {
            self.at += 1;
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}
