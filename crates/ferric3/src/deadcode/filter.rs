//! `--only`: goals by function, file or lines.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;

use ferric3_coverage::Goal;

/// Which goals are meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Filter {
    /// Those of a function, or of a file if it has that name. A file is known by the end of its path.
    Name(String),
    /// Those that begin on these lines of a file.
    Lines(String, RangeInclusive<u32>),
}

impl Filter {
    /// `step`, `control.c`, `control.c:120`, `control.c:120-180`.
    pub(crate) fn parse(text: &str) -> Result<Filter, String> {
        let wrong = || {
            format!("--only {text}: neither a function nor a file nor lines (control.c:120-180)")
        };
        let Some((file, lines)) = text.rsplit_once(':') else {
            return match text.is_empty() {
                true => Err(wrong()),
                false => Ok(Filter::Name(text.to_owned())),
            };
        };
        let (from, to) = lines.split_once('-').unwrap_or((lines, lines));
        match (from.parse(), to.parse()) {
            (Ok(from), Ok(to)) if from <= to && !file.is_empty() => {
                Ok(Filter::Lines(file.to_owned(), from..=to))
            }
            _ => Err(wrong()),
        }
    }

    pub(crate) fn matches(&self, goal: &Goal) -> bool {
        let path = Path::new(&goal.place.file);
        match self {
            Filter::Name(name) => goal.function == *name || path.ends_with(name),
            Filter::Lines(file, lines) => path.ends_with(file) && lines.contains(&goal.place.line),
        }
    }
}

/// As on the command line.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Filter::Name(name) => f.write_str(name),
            Filter::Lines(file, lines) if lines.start() == lines.end() => {
                write!(f, "{file}:{}", lines.start())
            }
            Filter::Lines(file, lines) => write!(f, "{file}:{}-{}", lines.start(), lines.end()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for text in [
            "step",
            "src/control.c",
            "control.c:120",
            "control.c:120-180",
        ] {
            let filter = Filter::parse(text).expect("it is one");
            assert_eq!(filter.to_string(), text);
        }
        for wrong in ["", "a.c:", ":3", "a.c:9-3", "a.c:x"] {
            assert!(Filter::parse(wrong).is_err(), "{wrong}");
        }
    }
}
