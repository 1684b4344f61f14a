//! Is a text a list of s-expressions?

/// Checks brackets, quotes and comments, and gives the heads of the expressions at the top:
/// `assert`, `check-sat`.
pub(crate) fn heads(text: &str) -> Result<Vec<String>, String> {
    let mut heads = Vec::new();
    let mut depth = 0usize;
    let mut wants_head = false;
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        match c {
            ';' => while chars.next_if(|&(_, c)| c != '\n').is_some() {},
            '|' => loop {
                match chars.next() {
                    Some((_, '|')) => break,
                    Some((_, '\\')) | None => return Err(format!("bad quotes at {start}")),
                    Some(_) => {}
                }
            },
            '(' => {
                wants_head = depth == 0;
                depth += 1;
            }
            ')' => depth = depth.checked_sub(1).ok_or(format!("`)` at {start}"))?,
            c if c.is_whitespace() => {}
            _ if depth == 0 => return Err(format!("`{c}` outside of brackets at {start}")),
            _ => {
                let is_part = |c: char| !c.is_whitespace() && !"();|".contains(c);
                while chars.next_if(|&(_, c)| is_part(c)).is_some() {}
                if std::mem::take(&mut wants_head) {
                    let end = chars.peek().map_or(text.len(), |&(end, _)| end);
                    heads.push(text[start..end].to_owned());
                }
            }
        }
    }
    if depth == 0 {
        Ok(heads)
    } else {
        Err(format!("{depth} brackets are open at the end"))
    }
}
