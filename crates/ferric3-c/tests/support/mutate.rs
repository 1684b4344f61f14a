//! Broken C, made from good C by small changes. Deterministic: the same seed, the same programs.

/// A small generator of random numbers (xorshift64*).
pub(crate) struct Random(u64);

impl Random {
    /// Start from a seed.
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next number.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `bound`, or 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 16) as usize % bound.max(1)
    }
}

/// Tokens that are put in.
const SPICE: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    ":",
    "?",
    "*",
    "&",
    "&&",
    "=",
    "==",
    "->",
    ".",
    "...",
    "int",
    "struct",
    "typedef",
    "case",
    "default",
    "else",
    "if",
    "goto",
    "sizeof",
    "enum",
    "static",
    "__attribute__((packed))",
    "__extension__",
    "typeof",
    "asm",
    "_Generic",
    "_Alignas",
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "\\\n",
    "#pragma x\n",
    "\n# 3 \"z.c\"\n",
    "\n#line 9\n",
    "0",
    "0x",
    "08",
    "1e",
    "'a'",
    "\"s\"",
    "é",
    "\u{0}",
    "\r",
    "\t",
    "@",
    "T",
    "x",
    "(T)",
    "&&x",
    "?:",
    "[[",
    "]]",
    "__label__",
    "_Static_assert(1)",
    "__int128",
    "-2147483648",
    "18446744073709551615u",
    "99999999999999999999",
];

/// All programs that are a beginning of this one.
pub(crate) fn truncations(text: &str) -> impl Iterator<Item = &str> {
    text.char_indices().map(|(at, _)| &text[..at])
}

/// One of the programs with one to four random changes.
pub(crate) fn mutant(corpus: &[&str], random: &mut Random) -> String {
    let mut text = corpus[random.below(corpus.len())].to_owned();
    for _ in 0..1 + random.below(4) {
        text = change(&text, corpus, random);
    }
    text
}

fn change(text: &str, corpus: &[&str], random: &mut Random) -> String {
    let mut pieces = split(text);
    if pieces.is_empty() {
        return corpus[random.below(corpus.len())].to_owned();
    }
    let at = random.below(pieces.len());
    let other = random.below(pieces.len());
    match random.below(8) {
        0 => {
            pieces.remove(at);
        }
        1 => pieces.insert(at, pieces[other]),
        2 => pieces.swap(at, other),
        3 => pieces.insert(at, SPICE[random.below(SPICE.len())]),
        4 => pieces[at] = SPICE[random.below(SPICE.len())],
        5 => {
            // The beginning of this one, the end of another one.
            let end = split(corpus[random.below(corpus.len())]);
            let from = random.below(end.len());
            pieces.truncate(at);
            pieces.extend_from_slice(&end[from..]);
        }
        6 => {
            let (low, high) = (at.min(other), at.max(other));
            pieces.drain(low..high.min(low + 12));
        }
        _ => return change_byte(text, random),
    }
    pieces.concat()
}

/// Delete, double or replace one character.
fn change_byte(text: &str, random: &mut Random) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let at = random.below(chars.len());
    match random.below(3) {
        0 => {
            chars.remove(at);
        }
        1 => chars.insert(at, chars[at]),
        _ => chars[at] = char::from(random.below(128) as u8),
    }
    chars.into_iter().collect()
}

/// Words, numbers, blanks, and single other characters.
fn split(text: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => 1,
        c if c.is_whitespace() => 2,
        _ => 0,
    };
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut last = 0;
    for (at, c) in text.char_indices() {
        if at > start && (kind(c) != last || kind(c) == 0) {
            pieces.push(&text[start..at]);
            start = at;
        }
        last = kind(c);
    }
    if start < text.len() {
        pieces.push(&text[start..]);
    }
    pieces
}

/// Good C to start from; each program is valid.
pub(crate) const CORPUS: &[&str] = &[
    include_str!("corpus/control.c"),
    include_str!("corpus/declarations.c"),
    include_str!("corpus/expressions.c"),
    include_str!("corpus/gnu.c"),
    include_str!("corpus/property.c"),
];
