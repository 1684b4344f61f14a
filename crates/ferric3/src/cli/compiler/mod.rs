//! The compiler's own options, so that a command line of a makefile can be handed over as it is.
//!
//! They have one dash and may be long (`-std=c99`, `-funsigned-char`), which clap does not know. So
//! they are taken out of the command line before clap reads it. Each of them is one of four: it
//! goes on to the preprocessor, it chooses something here, it changes nothing that could be seen
//! here, or it changes what programs mean and cannot be honoured. The last ones are refused: an
//! option that was ignored silently would make a verdict about another program.

mod fate;

use std::collections::VecDeque;
use std::ffi::OsString;

use clap::Command;
use ferric3_c::{DataModel, Dialect};

use fate::{Choice, Fate, fate};

/// What the compiler's options say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CompilerOptions {
    /// For the preprocessor, in the order in which they were given, which matters.
    pub(crate) preprocessor: Vec<String>,
    /// What the language is like.
    pub(crate) dialect: Dialect,
    /// `-m32` or `-m64`.
    pub(crate) data_model: Option<DataModel>,
    /// Signed overflow wraps around by `-fwrapv`, so that it is no fault.
    pub(crate) wraps: bool,
    /// What changes nothing here, as it was given.
    pub(crate) ignored: Vec<String>,
    /// An option for a machine that fuses floating-point operations.
    fused: Option<String>,
    /// Something forbids that.
    not_fused: bool,
}

/// Options of the preprocessor whose argument may be a word of its own.
const WITH_WORD_FOR_PREPROCESSOR: [&str; 14] = [
    "-D",
    "-U",
    "-I",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "--sysroot",
    "-Xpreprocessor",
];

/// Options that change nothing here whose argument may be a word of its own.
const WITH_WORD_IGNORED: [&str; 12] = [
    "-o",
    "-MF",
    "-MT",
    "-MQ",
    "-L",
    "-l",
    "-u",
    "-z",
    "-Xassembler",
    "-dumpdir",
    "-aux-info",
    "--param",
];

/// Take the compiler's options out of a command line; the rest is for clap. What cannot be honoured
/// is an error, in words.
pub(super) fn split(
    command: &Command,
    args: impl IntoIterator<Item = OsString>,
) -> Result<(Vec<OsString>, CompilerOptions), String> {
    let mut todo: VecDeque<OsString> = args.into_iter().collect();
    let mut rest: Vec<OsString> = Vec::new();
    let mut options = CompilerOptions::default();
    let mut subcommand: Option<&Command> = None;
    let mut behind_subcommand = 0;
    while let Some(word) = todo.pop_front() {
        let Some(text) = word.to_str().map(str::to_owned) else {
            rest.push(word);
            continue;
        };
        if text == "--" {
            rest.push(word);
            rest.extend(todo.drain(..));
            break;
        }
        if rest.is_empty() || !text.starts_with('-') || text == "-" {
            if subcommand.is_none() {
                subcommand = command.find_subcommand(&text).filter(|c| reads_c(c));
                behind_subcommand = rest.len() + 1;
            }
            rest.push(word);
            continue;
        }
        let Some(subcommand) = subcommand else {
            rest.push(word);
            continue;
        };
        if let Some(takes_value) = ours(subcommand, &text) {
            rest.push(word);
            if takes_value {
                rest.extend(todo.pop_front());
            }
            continue;
        }
        if !options.take(&text, &mut todo)? {
            rest.push(word);
        }
    }
    if let Some(model) = options.data_model {
        let option = match model {
            DataModel::Ilp32 => "--32",
            DataModel::Lp64 => "--64",
        };
        // Clap sees whether it contradicts one of ours.
        if !rest.iter().any(|word| word == option) {
            rest.insert(behind_subcommand, option.into());
        }
    }
    if let Some(option) = options.fused.as_ref().filter(|_| !options.not_fused) {
        return Err(format!(
            "{option} cannot be honoured: floating-point operations may be fused; add \
             -ffp-contract=off"
        ));
    }
    Ok((rest, options))
}

/// Does the command read C files?
fn reads_c(command: &Command) -> bool {
    command
        .get_arguments()
        .any(|arg| arg.get_id().as_str() == "files")
}

/// Is it an option of ours? Is its value the next word?
fn ours(command: &Command, text: &str) -> Option<bool> {
    let (name, attached) = match text.split_once('=') {
        Some((name, _)) => (name, true),
        None => (text, false),
    };
    let found = command.get_arguments().find(|arg| {
        let long = name.strip_prefix("--").is_some() && arg.get_long() == name.strip_prefix("--");
        let mut letters = name.chars().skip(1);
        let short = (letters.next(), letters.next());
        long || (name.len() == 2 && short.0.is_some() && arg.get_short() == short.0)
    })?;
    Some(found.get_action().takes_values() && !attached)
}

impl CompilerOptions {
    /// The options of a call of the compiler for one file, without its own name. What cannot be honoured, or is not
    /// known, is an error, in words.
    pub(crate) fn of_words(words: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let mut todo: VecDeque<OsString> = words.into_iter().map(OsString::from).collect();
        let mut options = CompilerOptions::default();
        while let Some(word) = todo.pop_front() {
            let text = word.to_string_lossy().into_owned();
            if text.starts_with('@') {
                return Err(format!("{text}: files of options are not read"));
            }
            if text == "--" || text == "-" || !text.starts_with('-') {
                // The file itself.
                continue;
            }
            if !options.take(&text, &mut todo)? {
                return Err(format!("the option {text} is not known"));
            }
        }
        match options.fused.as_ref().filter(|_| !options.not_fused) {
            Some(option) => Err(format!(
                "{option} cannot be honoured: floating-point operations may be fused; add -ffp-contract=off"
            )),
            None => Ok(options),
        }
    }

    /// Take an option; its argument may be the next word. Was it one of the compiler's?
    fn take(&mut self, text: &str, todo: &mut VecDeque<OsString>) -> Result<bool, String> {
        // `--include` is the long form of ours.
        let text = if text == "--include" {
            "-include"
        } else {
            text
        };
        let next = |todo: &mut VecDeque<OsString>| {
            let word = todo.pop_front().and_then(|word| word.into_string().ok());
            word.ok_or_else(|| format!("{text} needs an argument"))
        };
        if WITH_WORD_FOR_PREPROCESSOR.contains(&text) {
            let argument = next(todo)?;
            self.preprocessor.extend([text.to_owned(), argument]);
            return Ok(true);
        }
        if let Some(flag) = ["-D", "-U", "-I"].into_iter().find(|f| text.starts_with(f)) {
            let argument = text[flag.len()..].to_owned();
            self.preprocessor.extend([flag.to_owned(), argument]);
            return Ok(true);
        }
        if let Some(flag) = WITH_WORD_FOR_PREPROCESSOR.into_iter().find(|f| {
            f.starts_with("-i") && text.starts_with(f) && !text[f.len()..].starts_with("prefix")
        }) {
            let argument = text[flag.len()..].to_owned();
            self.preprocessor.extend([flag.to_owned(), argument]);
            return Ok(true);
        }
        if WITH_WORD_IGNORED.contains(&text) {
            let argument = next(todo)?;
            self.ignored.push(format!("{text} {argument}"));
            return Ok(true);
        }
        if text == "-x" {
            let language = next(todo)?;
            return match language.as_str() {
                "c" | "none" => {
                    self.ignored.push(format!("{text} {language}"));
                    Ok(true)
                }
                _ => Err(format!(
                    "-x {language} cannot be honoured: only C can be checked"
                )),
            };
        }
        if text == "-Xlinker" {
            let argument = next(todo)?;
            return self.take(&format!("-Wl,{argument}"), todo);
        }
        match fate(text) {
            Fate::Unknown => return Ok(false),
            Fate::Refused(why) => return Err(format!("{text} cannot be honoured: {why}")),
            Fate::Ignored => self.ignored.push(text.to_owned()),
            Fate::Preprocessor => self.preprocessor.push(text.to_owned()),
            Fate::PreprocessorOnly => {
                self.preprocessor.push(text.to_owned());
                self.ignored.push(text.to_owned());
            }
            Fate::Chosen(choice) => self.choose(choice, text),
        }
        Ok(true)
    }

    fn choose(&mut self, choice: Choice, text: &str) {
        match choice {
            Choice::Model(model) => self.data_model = Some(model),
            Choice::UnsignedChar(is_unsigned) => {
                self.dialect.unsigned_char = is_unsigned;
                self.preprocessor.push(text.to_owned());
            }
            Choice::Wraps(wraps) => self.wraps = wraps,
            Choice::Standard(standard) => {
                self.dialect.c90_constants = standard.is_c90;
                self.not_fused = standard.is_strict;
                self.preprocessor.push(text.to_owned());
            }
            Choice::Fused => {
                self.fused = Some(text.to_owned());
                self.preprocessor.push(text.to_owned());
            }
            Choice::NotFused => self.not_fused = true,
        }
    }

    /// What to tell the user about options that change nothing here.
    pub(crate) fn note(&self) -> Option<String> {
        if self.ignored.is_empty() {
            return None;
        }
        let options = self.ignored.join(" ");
        Some(format!(
            "note: these options change nothing in what is checked: {options}\n"
        ))
    }
}
