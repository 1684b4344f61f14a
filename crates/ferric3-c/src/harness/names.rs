//! Names of inputs as people write them: `speed`, `sensor.raw[2]`, `motor.c:speed`, `step(throttle)`, `read_adc()`.

use super::place::Word;

/// A name, taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Name {
    /// The file of a name that several files have.
    pub(super) file: Option<String>,
    /// The variable or function.
    pub(super) base: String,
    /// For a function: the parameter, or nothing for its result.
    pub(super) call: Option<String>,
    /// Which part.
    pub(super) words: Vec<Word>,
}

/// Take a name apart.
pub(super) fn parse(text: &str) -> Option<Name> {
    let text = text.trim();
    // What a pointer points to has the name of the pointer.
    let text = text.strip_prefix('*').unwrap_or(text);
    let (file, rest) = match text.rsplit_once(':') {
        Some((file, rest)) => (Some(file.to_owned()), rest),
        None => (None, text),
    };
    let (base, mut rest) = identifier(rest)?;
    let mut call = None;
    if let Some(inner) = rest.strip_prefix('(') {
        let (param, behind) = inner.split_once(')')?;
        let param = param.trim();
        let is_name = |param: &str| identifier(param).is_some_and(|(_, rest)| rest.is_empty());
        let is_number = |param: &str| {
            let number = param.strip_prefix('#');
            number.is_some_and(|number| number.parse::<usize>().is_ok())
        };
        if !param.is_empty() && !is_name(param) && !is_number(param) {
            return None;
        }
        call = Some(param.to_owned());
        rest = behind;
    }
    let mut words = Vec::new();
    while !rest.is_empty() {
        if let Some(inner) = rest.strip_prefix('[') {
            let (number, behind) = inner.split_once(']')?;
            words.push(Word::Index(number.trim().parse().ok()?));
            rest = behind;
        } else {
            let inner = rest.strip_prefix('.').or_else(|| rest.strip_prefix("->"))?;
            let (member, behind) = identifier(inner)?;
            words.push(Word::Member(member.to_owned()));
            rest = behind;
        }
    }
    let base = base.to_owned();
    Some(Name {
        file,
        base,
        call,
        words,
    })
}

/// The identifier that a text begins with, and the rest.
fn identifier(text: &str) -> Option<(&str, &str)> {
    let is_inside = |c: char| c == '_' || c.is_ascii_alphanumeric();
    let end = text.find(|c| !is_inside(c)).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let first = name.chars().next()?;
    (!first.is_ascii_digit()).then_some((name, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        let name = parse("src/motor.c:sensor.raw[2]").expect("a name");
        assert_eq!(name.file.as_deref(), Some("src/motor.c"));
        assert_eq!(name.base, "sensor");
        assert_eq!(name.call, None);
        let words = [Word::Member("raw".to_owned()), Word::Index(2)];
        assert_eq!(name.words, words);
        let name = parse("step(p)->x").expect("a name");
        assert_eq!(name.call.as_deref(), Some("p"));
        assert_eq!(name.words, [Word::Member("x".to_owned())]);
        assert_eq!(parse("read()").expect("a name").call.as_deref(), Some(""));
        for wrong in ["", "1x", "a b", "a[", "a[x]", "f(", "a.", "f(a, b)", "a=1"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
