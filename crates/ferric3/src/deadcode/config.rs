//! The configuration of `deadcode` and `cover`: `ferric3.toml`.
//!
//! What is in it is data with places, so that a word that means nothing is an error with a caret, and never a wish
//! that is silently not heard.

use std::ops::Range;
use std::path::{Path, PathBuf};

use ferric3_c::{Constant, Contents, DataModel, Diagnostic, InputRequest, closest_name};
use ferric3_coverage::Criterion;
use ferric3_ivl::{Idx, Severity, SourceFile, Sources, Span};
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// The name of the file that is looked for.
pub(crate) const CONFIG_NAME: &str = "ferric3.toml";

/// What a configuration says. What it does not say is `None` or empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Config {
    /// The function that is called in cycles.
    pub(crate) entry: Option<String>,
    /// The function that is called once before.
    pub(crate) init: Option<String>,
    /// At most so many cycles.
    pub(crate) cycles: Option<u64>,
    /// Are these all inputs that there are, beside parameters and results? (A list, rather than a table.)
    pub(crate) inputs_are_all: bool,
    /// Inputs, and what is known of their values.
    pub(crate) inputs: Vec<InputRequest>,
    /// What is no input.
    pub(crate) constants: Vec<Constant>,
    /// Which goals there are.
    pub(crate) coverage: Option<Vec<Criterion>>,
    /// Seconds in all.
    pub(crate) seconds: Option<f64>,
    /// Seconds for each goal.
    pub(crate) seconds_per_goal: Option<f64>,
    /// The files of the program.
    pub(crate) files: Vec<PathBuf>,
    /// Where headers are looked for.
    pub(crate) include: Vec<PathBuf>,
    /// Macros: `NAME` or `NAME=VALUE`.
    pub(crate) define: Vec<String>,
    /// Sizes of the basic types.
    pub(crate) data_model: Option<DataModel>,
}

/// What is wrong with a configuration, with its text for showing.
#[derive(Clone, Debug)]
pub(crate) struct ConfigError {
    pub(crate) sources: Sources,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Read a configuration from a file. Paths in it are seen from its folder.
pub(crate) fn read(path: &Path) -> Result<Config, ConfigError> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| ConfigError {
        sources: Sources::default(),
        diagnostics: vec![Diagnostic {
            severity: Severity::Error,
            span: None,
            message: format!("cannot read the configuration `{name}`: {error}"),
            hint: Some("it is named by --config, or stands beside the first file".to_owned()),
        }],
    })?;
    let mut config = parse(&name, &text)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    for path in config.files.iter_mut().chain(&mut config.include) {
        *path = folder.join(&*path);
    }
    Ok(config)
}

/// Read a configuration from its text.
pub(crate) fn parse(name: &str, text: &str) -> Result<Config, ConfigError> {
    let mut reader = Reader::new(name, text);
    let mut config = Config::default();
    match DeTable::parse(text) {
        Err(error) => {
            let range = error.span().unwrap_or(0..0);
            reader.error(range, error.message().to_owned(), None);
        }
        Ok(table) => reader.config(table.get_ref(), &mut config),
    }
    match reader.diagnostics.is_empty() {
        true => Ok(config),
        false => Err(ConfigError {
            sources: reader.sources,
            diagnostics: reader.diagnostics,
        }),
    }
}

const KEYS: [&str; 11] = [
    "entry",
    "init",
    "cycles",
    "inputs",
    "constants",
    "coverage",
    "budget",
    "files",
    "include",
    "define",
    "data_model",
];
const INPUT_KEYS: [&str; 5] = ["from", "to", "values", "size", "contents"];
const NAMED_INPUT_KEYS: [&str; 6] = ["name", "from", "to", "values", "size", "contents"];
const BUDGET_KEYS: [&str; 2] = ["seconds", "seconds_per_goal"];

struct Reader<'t> {
    text: &'t str,
    sources: Sources,
    diagnostics: Vec<Diagnostic>,
}

type Value<'v, 't> = &'v Spanned<DeValue<'t>>;

impl<'t> Reader<'t> {
    fn new(name: &str, text: &'t str) -> Reader<'t> {
        let mut sources = Sources::default();
        sources.files.push(SourceFile {
            name: name.to_owned(),
            text: Some(text.to_owned()),
        });
        Reader {
            text,
            sources,
            diagnostics: Vec::new(),
        }
    }

    fn error(&mut self, range: Range<usize>, message: String, hint: Option<String>) {
        let start = range.start.min(self.text.len());
        let before = self.text.get(..start).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line_end = self.text[line_start..]
            .find('\n')
            .map_or(self.text.len(), |at| line_start + at);
        let end = range.end.clamp(start, line_end.max(start));
        let span = Span {
            file: Idx::new(0),
            line: 1 + before.matches('\n').count() as u32,
            column: (start - line_start + 1) as u32,
            len: (end - start).max(1) as u32,
        };
        let mut diagnostic = Diagnostic::error(span, message);
        diagnostic.hint = hint;
        self.diagnostics.push(diagnostic);
    }

    /// A key that means nothing.
    fn unknown(&mut self, key: &Spanned<std::borrow::Cow<'_, str>>, of: &str, known: &[&str]) {
        let name = key.get_ref().as_ref();
        let hint = match closest_name(name, known.iter().copied()) {
            Some(near) => format!("is it `{near}`?"),
            None => format!("known are {}", known.join(", ")),
        };
        self.error(key.span(), format!("{of} has no key `{name}`"), Some(hint));
    }

    fn expected(&mut self, value: Value<'_, '_>, what: &str) {
        let found = match value.get_ref() {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) => "an integer",
            DeValue::Float(_) => "a floating-point number",
            DeValue::Boolean(_) => "a truth value",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.error(
            value.span(),
            format!("expected {what}, found {found}"),
            None,
        );
    }

    fn config(&mut self, table: &DeTable<'_>, config: &mut Config) {
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "entry" => config.entry = self.string(value),
                "init" => config.init = self.string(value),
                "cycles" => config.cycles = self.count(value),
                "inputs" => self.inputs(value, config),
                "constants" => self.constants(value, config),
                "coverage" => config.coverage = self.coverage(value),
                "budget" => self.budget(value, config),
                "files" => {
                    config.files = self.strings(value).into_iter().map(PathBuf::from).collect();
                }
                "include" => {
                    config.include = self.strings(value).into_iter().map(PathBuf::from).collect();
                }
                "define" => config.define = self.defines(value),
                "data_model" => config.data_model = self.data_model(value),
                _ => self.unknown(key, "the configuration", &KEYS),
            }
        }
    }

    fn string(&mut self, value: Value<'_, '_>) -> Option<String> {
        match value.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            _ => {
                self.expected(value, "a string");
                None
            }
        }
    }

    fn list<'v, 'd>(&mut self, value: Value<'v, 'd>, what: &str) -> Option<&'v DeArray<'d>> {
        match value.get_ref() {
            DeValue::Array(list) => Some(list),
            _ => {
                self.expected(value, what);
                None
            }
        }
    }

    /// A list of strings, or one.
    fn strings(&mut self, value: Value<'_, '_>) -> Vec<String> {
        if let DeValue::String(text) = value.get_ref() {
            return vec![text.to_string()];
        }
        let Some(list) = self.list(value, "a list of strings") else {
            return Vec::new();
        };
        list.iter().filter_map(|item| self.string(item)).collect()
    }

    fn count(&mut self, value: Value<'_, '_>) -> Option<u64> {
        let count = match value.get_ref() {
            DeValue::Integer(digits) => u64::from_str_radix(digits.as_str(), digits.radix()).ok(),
            _ => None,
        };
        if count.is_none_or(|count| count == 0) {
            self.expected(value, "a positive number without a fraction");
            return None;
        }
        count
    }

    fn seconds(&mut self, value: Value<'_, '_>) -> Option<f64> {
        let seconds: Option<f64> = match value.get_ref() {
            DeValue::Integer(digits) if digits.radix() == 10 => digits.as_str().parse().ok(),
            DeValue::Float(digits) => digits.as_str().parse().ok(),
            _ => None,
        };
        let seconds = seconds.filter(|seconds| seconds.is_finite() && *seconds > 0.0);
        if seconds.is_none() {
            self.expected(value, "a positive number of seconds");
        }
        seconds
    }

    /// A constant of C: a number as it is written, or a string with a constant in it.
    fn constant(&mut self, value: Value<'_, '_>) -> Option<String> {
        match value.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Integer(digits) => {
                let read = i128::from_str_radix(digits.as_str(), digits.radix());
                if read.is_err() {
                    self.expected(value, "a constant of at most 64 bits");
                }
                read.ok().map(|value| value.to_string())
            }
            DeValue::Float(digits) if digits.as_str().contains(|c: char| c.is_ascii_digit()) => {
                Some(digits.as_str().to_owned())
            }
            DeValue::Boolean(truth) => Some(u8::from(*truth).to_string()),
            _ => {
                self.expected(value, "a constant of C");
                None
            }
        }
    }

    fn inputs(&mut self, value: Value<'_, '_>, config: &mut Config) {
        match value.get_ref() {
            DeValue::Table(table) => {
                for (key, value) in table {
                    let name = key.get_ref().to_string();
                    let input = self.input(value, Some(name));
                    config.inputs.extend(input);
                }
            }
            DeValue::Array(list) => {
                config.inputs_are_all = true;
                for item in list.iter() {
                    let input = match item.get_ref() {
                        DeValue::String(name) => Some(InputRequest {
                            name: name.to_string(),
                            ..InputRequest::default()
                        }),
                        _ => self.input(item, None),
                    };
                    config.inputs.extend(input);
                }
            }
            _ => self.expected(value, "a list of names or a table"),
        }
    }

    /// What is known of the values of an input; its name is one of the keys, or the key of the table.
    fn input(&mut self, value: Value<'_, '_>, name: Option<String>) -> Option<InputRequest> {
        let DeValue::Table(table) = value.get_ref() else {
            self.expected(value, "a table such as { from = 0, to = 300 }");
            return None;
        };
        let is_named = name.is_some();
        let mut input = InputRequest {
            name: name.unwrap_or_default(),
            ..InputRequest::default()
        };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "name" if !is_named => input.name = self.string(value)?,
                "from" => input.from = self.constant(value),
                "to" => input.to = self.constant(value),
                "values" => {
                    let list = self.list(value, "a list of constants")?;
                    input.values = list.iter().filter_map(|item| self.constant(item)).collect();
                    if input.values.is_empty() {
                        self.error(
                            value.span(),
                            "an input has at least one value".to_owned(),
                            None,
                        );
                    }
                }
                "size" => input.size = self.count(value),
                "contents" => match self.string(value)?.as_str() {
                    "inputs" => input.contents = Contents::Inputs,
                    "state" => input.contents = Contents::State,
                    _ => self.expected_word(value, &["inputs", "state"]),
                },
                _ if is_named => self.unknown(key, "an input", &INPUT_KEYS),
                _ => self.unknown(key, "an input", &NAMED_INPUT_KEYS),
            }
        }
        if input.name.is_empty() {
            self.error(
                value.span(),
                "an input of a list needs a `name`".to_owned(),
                None,
            );
        }
        let has_range = input.from.is_some() || input.to.is_some();
        if has_range && !input.values.is_empty() {
            let message =
                "`values` says which values there are, so `from` and `to` must not be there";
            self.error(value.span(), message.to_owned(), None);
        }
        Some(input)
    }

    fn expected_word(&mut self, value: Value<'_, '_>, words: &[&str]) {
        let found = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            _ => String::new(),
        };
        let hint = match closest_name(&found, words.iter().copied()) {
            Some(near) => format!("is it `{near}`?"),
            None => format!("known are {}", words.join(", ")),
        };
        self.error(
            value.span(),
            format!("`{found}` is not known here"),
            Some(hint),
        );
    }

    fn constants(&mut self, value: Value<'_, '_>, config: &mut Config) {
        let plain = |name: String, value: Option<String>| Constant { name, value };
        match value.get_ref() {
            DeValue::Array(_) => {
                let names = self.strings(value).into_iter();
                config.constants.extend(names.map(|name| plain(name, None)));
            }
            DeValue::Table(table) => {
                for (key, value) in table {
                    let name = key.get_ref().to_string();
                    if let Some(value) = self.constant(value) {
                        config.constants.push(plain(name, Some(value)));
                    }
                }
            }
            _ => self.expected(value, "a table of values or a list of names"),
        }
    }

    fn coverage(&mut self, value: Value<'_, '_>) -> Option<Vec<Criterion>> {
        let mut found = Vec::new();
        for word in self.strings(value) {
            for word in word.split(',').map(str::trim) {
                match Criterion::ALL
                    .iter()
                    .find(|criterion| criterion.name() == word)
                {
                    Some(criterion) if !found.contains(criterion) => found.push(*criterion),
                    Some(_) => {}
                    None => {
                        let names = Criterion::ALL.map(Criterion::name);
                        let hint = match closest_name(word, names.into_iter()) {
                            Some(near) => format!("is it `{near}`?"),
                            None => format!("known are {}", names.join(", ")),
                        };
                        let message = format!("there is no coverage criterion `{word}`");
                        self.error(value.span(), message, Some(hint));
                    }
                }
            }
        }
        found.sort();
        Some(found)
    }

    fn budget(&mut self, value: Value<'_, '_>, config: &mut Config) {
        let DeValue::Table(table) = value.get_ref() else {
            return self.expected(value, "a table such as { seconds = 900 }");
        };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "seconds" => config.seconds = self.seconds(value),
                "seconds_per_goal" => config.seconds_per_goal = self.seconds(value),
                _ => self.unknown(key, "the budget", &BUDGET_KEYS),
            }
        }
    }

    fn defines(&mut self, value: Value<'_, '_>) -> Vec<String> {
        let DeValue::Table(table) = value.get_ref() else {
            return self.strings(value);
        };
        let mut found = Vec::new();
        for (key, value) in table {
            if let Some(value) = self.constant(value) {
                found.push(format!("{}={value}", key.get_ref()));
            }
        }
        found
    }

    fn data_model(&mut self, value: Value<'_, '_>) -> Option<DataModel> {
        match self.string(value)?.as_str() {
            "LP64" => Some(DataModel::Lp64),
            "ILP32" => Some(DataModel::Ilp32),
            _ => {
                self.expected_word(value, &["LP64", "ILP32"]);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    fn complaints(text: &str) -> String {
        let error = parse("ferric3.toml", text).expect_err("it is wrong");
        let all = error.diagnostics.iter();
        all.map(|d| d.render(&error.sources) + "\n").collect()
    }

    #[test]
    fn everything_is_read() {
        let text = r#"
            entry = "step"
            init = "initialise"
            cycles = 10
            coverage = ["mcdc", "statement"]
            files = "a.c"
            include = ["inc"]
            define = { N = 3, FAST = "" }
            data_model = "ILP32"
            budget = { seconds = 900, seconds_per_goal = 1.5 }
            [constants]
            limit = 0x10
            gain = 0.1
            [inputs]
            speed = { from = 0, to = 300 }
            mode = { values = ["OFF", "ON", 7] }
            "step(buffer)" = { size = 4, contents = "state" }
        "#;
        let config = parse("ferric3.toml", text).expect("it is right");
        assert_eq!(config.entry.as_deref(), Some("step"));
        assert_eq!(config.init.as_deref(), Some("initialise"));
        assert_eq!(config.cycles, Some(10));
        assert_eq!(
            config.coverage,
            Some(vec![Criterion::Statement, Criterion::Mcdc])
        );
        assert_eq!(config.files, [PathBuf::from("a.c")]);
        assert_eq!(config.define, ["FAST=", "N=3"]);
        assert_eq!(config.data_model, Some(DataModel::Ilp32));
        assert_eq!(
            (config.seconds, config.seconds_per_goal),
            (Some(900.0), Some(1.5))
        );
        let constants: Vec<_> = config
            .constants
            .iter()
            .map(|c| (c.name.as_str(), c.value.as_deref()))
            .collect();
        assert_eq!(constants, [("gain", Some("0.1")), ("limit", Some("16"))]);
        assert!(!config.inputs_are_all);
        let of = |name: &str| {
            config
                .inputs
                .iter()
                .find(|i| i.name == name)
                .expect("an input")
        };
        assert_eq!(of("speed").to.as_deref(), Some("300"));
        assert_eq!(of("mode").values, ["OFF", "ON", "7"]);
        assert_eq!(of("step(buffer)").size, Some(4));
        assert_eq!(of("step(buffer)").contents, Contents::State);
        let list =
            parse("c", "inputs = [\"a\", { name = \"b\", from = -1 }]").expect("it is right");
        assert!(list.inputs_are_all);
        assert_eq!(list.inputs[1].from.as_deref(), Some("-1"));
    }

    #[test]
    fn what_means_nothing_is_an_error() {
        let text = "entri = \"step\"\ncycles = \"many\"\n[inputs]\nspeed = { form = 0 }\n\
                    [budget]\nsecond = 3\n";
        expect![[r#"
            error: the budget has no key `second`
             --> ferric3.toml:6:1
              |
            6 | second = 3
              | ^^^^^^
              |
              = help: is it `seconds`?
            error: expected a positive number without a fraction, found a string
             --> ferric3.toml:2:10
              |
            2 | cycles = "many"
              |          ^^^^^^
            error: the configuration has no key `entri`
             --> ferric3.toml:1:1
              |
            1 | entri = "step"
              | ^^^^^
              |
              = help: is it `entry`?
            error: an input has no key `form`
             --> ferric3.toml:4:11
              |
            4 | speed = { form = 0 }
              |           ^^^^
              |
              = help: is it `from`?
        "#]]
        .assert_eq(&complaints(text));
        expect![[r#"
            error: there is no coverage criterion `mcdx`
             --> ferric3.toml:1:12
              |
            1 | coverage = "mcdx"
              |            ^^^^^^
              |
              = help: is it `mcdc`?
            error: `LP32` is not known here
             --> ferric3.toml:2:14
              |
            2 | data_model = "LP32"
              |              ^^^^^^
              |
              = help: is it `ILP32`?
        "#]]
        .assert_eq(&complaints("coverage = \"mcdx\"\ndata_model = \"LP32\"\n"));
        expect![[r#"
            error: string values must be quoted, expected literal string
             --> ferric3.toml:1:8
              |
            1 | entry = 
              |        ^
        "#]]
        .assert_eq(&complaints("entry = \n"));
        expect![[r#"
            error: `values` says which values there are, so `from` and `to` must not be there
             --> ferric3.toml:1:16
              |
            1 | inputs = { x = { from = 0, values = [1] }, y = { to = inf } }
              |                ^^^^^^^^^^^^^^^^^^^^^^^^^^
            error: expected a constant of C, found a floating-point number
             --> ferric3.toml:1:55
              |
            1 | inputs = { x = { from = 0, values = [1] }, y = { to = inf } }
              |                                                       ^^^
        "#]]
        .assert_eq(&complaints(
            "inputs = { x = { from = 0, values = [1] }, y = { to = inf } }\n",
        ));
    }
}
