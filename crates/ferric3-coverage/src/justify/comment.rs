//! What a comment says.

use super::Claim;
use crate::Criterion;

/// What a justification says, wherever it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Said {
    pub(super) criteria: Vec<Criterion>,
    pub(super) claim: Claim,
    pub(super) reason: String,
}

/// Reads the inside of a comment. None: it is another comment.
pub(super) fn said(text: &str) -> Option<Result<Said, String>> {
    let rest = text.trim_start_matches(|c: char| c.is_whitespace() || "*!/<".contains(c));
    let rest = rest.strip_prefix("ferric3")?.trim_start();
    let rest = rest.strip_prefix(':')?.trim_start();
    let rest = rest.strip_prefix("justified")?;
    // `justified_by` is another word.
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    match rest.starts_with(is_word) {
        true => None,
        false => Some(justified(rest.trim_start())),
    }
}

/// What follows the word.
fn justified(text: &str) -> Result<Said, String> {
    let (words, rest) = match text.strip_prefix('(') {
        None => (None, text),
        Some(text) => {
            let (words, rest) = text
                .split_once(')')
                .ok_or("there is no `)` behind the criteria")?;
            (Some(words), rest.trim_start())
        }
    };
    let reason = rest
        .strip_prefix(':')
        .ok_or("a justification is `ferric3: justified: REASON`")?;
    // Lines of a long comment may begin with stars.
    let lines = reason
        .lines()
        .map(|line| line.trim().trim_start_matches("* ").trim_matches('*'));
    let reason: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    if reason.is_empty() {
        return Err("a justification has a reason: `ferric3: justified: REASON`".to_owned());
    }
    let mut said = Said {
        criteria: Vec::new(),
        claim: Claim::NotNeeded,
        reason: reason.join(" "),
    };
    for word in words
        .into_iter()
        .flat_map(|words| words.split(','))
        .map(str::trim)
    {
        let criterion = Criterion::ALL
            .into_iter()
            .find(|criterion| criterion.name() == word);
        match (criterion, word) {
            (Some(criterion), _) => said.criteria.push(criterion),
            (None, "dead") => said.claim = Claim::Dead,
            (None, _) => {
                let known = Criterion::ALL.map(Criterion::name).join(", ");
                return Err(format!(
                    "there is no criterion `{word}`; there are {known}, and `dead`"
                ));
            }
        }
    }
    Ok(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Result<Said, String>> {
        said(text)
    }

    #[test]
    fn other_comments_say_nothing() {
        for text in [
            "",
            " justified: x",
            "ferric3: cover",
            "ferric3: justified_by: x",
            "see ferric3: justified: x",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn reasons_and_criteria() {
        let plain = Said {
            criteria: Vec::new(),
            claim: Claim::NotNeeded,
            reason: "two lines: yes".to_owned(),
        };
        assert_eq!(
            read("* ferric3: justified: two\n * lines: yes\n *"),
            Some(Ok(plain.clone()))
        );
        assert_eq!(
            read("/<ferric3 :justified :  two lines:\tyes "),
            Some(Ok(plain.clone()))
        );
        let narrow = Said {
            criteria: vec![Criterion::Mcdc, Criterion::Case],
            claim: Claim::Dead,
            ..plain
        };
        let text = " ferric3: justified(mcdc,dead , case): two lines: yes";
        assert_eq!(read(text), Some(Ok(narrow)));
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            ("ferric3: justified", "a justification is"),
            ("ferric3: justified:", "has a reason"),
            ("ferric3: justified: * ", "has a reason"),
            ("ferric3: justified(mcdc: x", "no `)`"),
            ("ferric3: justified(branch): x", "no criterion `branch`"),
            ("ferric3: justified(): x", "no criterion ``"),
        ] {
            let error = read(text).expect("it is one").expect_err("a wrong one");
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
