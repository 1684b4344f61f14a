//! Is this well-formed XML? Enough of the rules for documents without entities of their own.

/// The names of the elements, in order of their beginnings.
///
/// # Panics
///
/// If it is not well-formed.
pub(crate) fn elements(text: &str) -> Vec<String> {
    let mut rest = text
        .strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n")
        .expect("a declaration");
    let (mut open, mut seen) = (Vec::new(), Vec::new());
    let mut root_of_type = None;
    while let Some(at) = rest.find('<') {
        content(&rest[..at], !open.is_empty());
        rest = &rest[at + 1..];
        // A tag ends with the first `>` outside of quotes.
        let mut quoted = false;
        let end = rest.find(|c| {
            quoted ^= c == '"';
            c == '>' && !quoted
        });
        let end = end.expect("a tag ends");
        let tag = &rest[..end];
        rest = &rest[end + 1..];
        if let Some(doctype) = tag.strip_prefix("!DOCTYPE ") {
            root_of_type = doctype.split(' ').next();
        } else if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{text}");
        } else {
            let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
            assert!(
                name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'),
                "{name}"
            );
            for value in attributes.split('"').skip(1).step_by(2) {
                content(value, true);
            }
            assert_eq!(attributes.matches('"').count() % 2, 0, "{tag}");
            seen.push(name.to_owned());
            open.push(name);
        }
    }
    content(rest, false);
    assert!(open.is_empty(), "{open:?} are not closed");
    assert_eq!(root_of_type, seen.first().map(String::as_str));
    seen
}

fn content(text: &str, may_be_text: bool) {
    assert!(
        may_be_text || text.trim().is_empty(),
        "text outside of the root: {text}"
    );
    assert!(!text.contains('<'), "{text}");
    for reference in text.split('&').skip(1) {
        let known = ["amp;", "lt;", "gt;", "quot;"];
        assert!(
            known.iter().any(|name| reference.starts_with(name)),
            "&{reference}"
        );
    }
    let is_allowed = |c: char| !c.is_control() || c == '\n' || c == '\t';
    assert!(text.chars().all(is_allowed), "{text:?}");
}
