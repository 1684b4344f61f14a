//! The inputs that stand in the text of a trace.

/// What a text says about a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listing {
    /// Where inputs come from and their values, in order.
    pub(crate) inputs: Vec<(String, String)>,
    /// Uninitialised variables, or elements, and their values, in order.
    pub(crate) uninitialised: Vec<(String, String)>,
    /// What is violated in the end.
    pub(crate) violated: String,
}

impl Listing {
    /// Reads the report of a check of a program that is called with strings of these names.
    pub(crate) fn read(text: &str, strings: &[&str]) -> Result<Listing, String> {
        let mut listing = Listing::default();
        let mut lines = text.lines().skip_while(|line| !line.starts_with("Trace ("));
        let heading = lines.next().ok_or("there is no trace")?;
        let mut lines = lines.peekable();
        while let Some(line) = lines.next_if(|line| line.starts_with(' ')) {
            if !line.starts_with("  … ") {
                listing.step(line, strings)?;
            } else if line.ends_with("in order:") {
                let mut condensed = String::new();
                while let Some(more) = lines.next_if(|line| line.starts_with("      ")) {
                    let more = more.trim();
                    // A group goes on, or another one begins.
                    let goes_on = condensed.ends_with(',') || condensed.is_empty();
                    condensed.push_str(if goes_on { " " } else { "; " });
                    condensed.push_str(more);
                }
                listing.condensed(condensed.trim())?;
            }
        }
        let number = listing.inputs.len() + listing.uninitialised.len();
        let counted = heading.trim_start_matches("Trace (").split(' ').next();
        if counted != Some(number.to_string().as_str()) {
            return Err(format!("{number} inputs were found under `{heading}`"));
        }
        Ok(listing)
    }

    /// `  file:line  main(): x = 3   <- f()`
    fn step(&mut self, line: &str, strings: &[&str]) -> Result<(), String> {
        let (_, text) = line
            .trim_start()
            .split_once("  ")
            .ok_or("a line without a place")?;
        let text = text.trim_start();
        let Some((_, what)) = text.split_once("(): ").or(text.split_once("initially: ")) else {
            return Err(format!("a line without a function: {line}"));
        };
        if let Some(violated) = what.strip_prefix("violated: ") {
            self.violated = violated.to_owned();
            return Ok(());
        }
        if what.starts_with("call ") || what.starts_with("return") {
            return Ok(());
        }
        if let Some((target, source)) = what.split_once("   <- ") {
            let (name, value) = target
                .rsplit_once(" = ")
                .ok_or("an input without a value")?;
            match source.split_once(" = ") {
                _ if source == "uninitialised" => {
                    self.uninitialised.push((name.to_owned(), value.to_owned()));
                }
                Some((source, value)) => self.inputs.push((source.to_owned(), value.to_owned())),
                None => self.inputs.push((source.to_owned(), value.to_owned())),
            }
            return Ok(());
        }
        let is_strings = |name: &&str| {
            let rest = what.strip_prefix(name);
            rest.is_some_and(|rest| rest.starts_with('[') && rest.contains("] = \""))
        };
        if strings.iter().any(is_strings) {
            // The strings that the program is called with.
            self.inputs.push(("strings".to_owned(), what.to_owned()));
        } else if let Some((source, value)) =
            what.split_once(" = ").filter(|(name, _)| is_source(name))
        {
            self.add(source, value);
        } else if let Some((source, value)) = what.split_once(": ") {
            self.add(source, value);
        } else if what.starts_with("a run without") {
            self.add(what, "");
        }
        Ok(())
    }

    fn add(&mut self, source: &str, value: &str) {
        let entry = |name: &str| (name.to_owned(), value.to_owned());
        match source.strip_prefix("uninitialised ") {
            Some(name) => self.uninitialised.push(entry(name)),
            None => self.inputs.push(entry(source)),
        }
    }

    /// `f() = 3, 4 (×2); (f(), g()) = (1, 2), (3, 4)`
    fn condensed(&mut self, text: &str) -> Result<(), String> {
        for group in text.split("; ") {
            let (sources, values) = group
                .split_once(" = ")
                .ok_or(format!("no values: {group}"))?;
            let sources = members(sources);
            for value in values_of(values) {
                let (value, count) = match value.rsplit_once(" (×") {
                    Some((value, count)) => {
                        (value, count.trim_end_matches(')').parse().unwrap_or(0))
                    }
                    None => (value.as_str(), 1),
                };
                let parts = if sources.len() > 1 {
                    members(value)
                } else {
                    vec![value.to_owned()]
                };
                if parts.len() != sources.len() {
                    return Err(format!(
                        "{} values for {} sources: {value}",
                        parts.len(),
                        sources.len()
                    ));
                }
                for _ in 0..count {
                    for (source, value) in sources.iter().zip(&parts) {
                        self.add(source, value);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Is it the name of a source of inputs, and not that of a variable?
fn is_source(name: &str) -> bool {
    let starts = [
        "uninitialised ",
        "parameter ",
        "a weak ",
        "next ",
        "number ",
        "error of the environment",
        "end of what ",
    ];
    name.contains("()") || starts.iter().any(|start| name.starts_with(start))
}

/// The members of `(x, y)`; of `x` itself.
fn members(text: &str) -> Vec<String> {
    match text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'))
    {
        Some(inside) => {
            let mut parts: Vec<String> = Vec::new();
            for part in inside.split(", ") {
                match parts.last_mut() {
                    // `f(), which has no body` is one.
                    Some(last) if part.starts_with("which ") => {
                        last.push_str(", ");
                        last.push_str(part);
                    }
                    _ => parts.push(part.to_owned()),
                }
            }
            parts
        }
        _ => vec![text.to_owned()],
    }
}

/// Values between commas that stand in no brackets.
fn values_of(text: &str) -> Vec<String> {
    let (mut depth, mut start, mut out) = (0, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            ',' if depth == 0 => {
                out.push(text[start..at].trim().to_owned());
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(text[start..].trim().to_owned());
    out
}
