//! `compile_commands.json`: the options that each file is compiled with.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::cli::compiler::CompilerOptions;

/// An entry of the file, as CMake, Bear and others write it.
#[derive(Clone, Debug, Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// The options of the preprocessor whose argument is a path.
const WITH_PATH: [&str; 8] = [
    "-I",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-isysroot",
    "--sysroot",
];

/// How files are compiled, by their paths without links.
#[derive(Clone, Debug, Default)]
pub(crate) struct Commands {
    by_file: BTreeMap<PathBuf, CompilerOptions>,
}

/// Read the file, and from it what is said of some files. The error is a sentence.
pub(crate) fn read(path: &Path, wanted: &[PathBuf]) -> Result<Commands, String> {
    let shown = path.display();
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    let entries: Vec<Entry> = serde_json::from_str(&text)
        .map_err(|error| format!("{shown} is no list of compile commands: {error}"))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut commands = Commands::default();
    for file in wanted {
        let real = real(file);
        let mut found = entries.iter().filter(|entry| {
            let directory = folder.join(&entry.directory);
            self::real(&directory.join(&entry.file)) == real
        });
        let Some(entry) = found.next() else {
            return Err(format!(
                "{shown} does not say how {} is compiled",
                file.display()
            ));
        };
        let options =
            options(entry, folder).map_err(|why| format!("{shown}: {}: {why}", file.display()))?;
        for other in found {
            let other = self::options(other, folder);
            if other.as_ref() != Ok(&options) {
                let file = file.display();
                return Err(format!(
                    "{shown} says in several ways how {file} is compiled; leave one of them, or give the options"
                ));
            }
        }
        commands.by_file.insert(real, options);
    }
    Ok(commands)
}

impl Commands {
    /// How a file is compiled.
    pub(crate) fn of(&self, file: &Path) -> Option<&CompilerOptions> {
        self.by_file.get(&real(file))
    }
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn options(entry: &Entry, folder: &Path) -> Result<CompilerOptions, String> {
    let words = match (&entry.arguments, &entry.command) {
        (Some(arguments), _) => arguments.clone(),
        (None, Some(command)) => split(command)?,
        (None, None) => return Err("neither `command` nor `arguments` is there".to_owned()),
    };
    let mut options = CompilerOptions::of_words(words.into_iter().skip(1))?;
    let directory = folder.join(&entry.directory);
    let mut is_path = false;
    for word in &mut options.preprocessor {
        if is_path {
            *word = directory.join(&*word).display().to_string();
        }
        is_path = WITH_PATH.contains(&word.as_str());
    }
    Ok(options)
}

/// The words of a command, as a shell takes it apart.
fn split(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match letter {
            ' ' | '\t' | '\n' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next() {
                        Some('\'') => break,
                        Some(letter) => word.push(letter),
                        None => return Err("a quote is not closed".to_owned()),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next() {
                        Some('"') => break,
                        Some('\\') => match letters.next() {
                            Some(letter @ ('"' | '\\' | '$' | '`')) => word.push(letter),
                            Some(letter) => word.extend(['\\', letter]),
                            None => return Err("a quote is not closed".to_owned()),
                        },
                        Some(letter) => word.push(letter),
                        None => return Err("a quote is not closed".to_owned()),
                    }
                }
            }
            '\\' => word.get_or_insert_default().extend(letters.next()),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_taken_apart_as_by_a_shell() {
        let words = split(r#"cc  -DA='x y' "-DB=\"q\"" -DC=\"z\" a.c"#).expect("words");
        assert_eq!(words, ["cc", "-DA=x y", "-DB=\"q\"", "-DC=\"z\"", "a.c"]);
        assert!(split("cc 'a").is_err());
    }

    #[test]
    fn files_have_their_options() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for name in ["a.c", "b.c", "c.c"] {
            std::fs::write(at(name), "").expect("a file");
        }
        let json = format!(
            r#"[
  {{ "directory": "{0}", "file": "a.c", "command": "cc -Iinc -DN=1 -O2 -c -o a.o a.c" }},
  {{ "directory": "{0}", "file": "b.c", "arguments": ["cc", "-m32", "-funsigned-char", "b.c"] }},
  {{ "directory": "{0}", "file": "c.c", "command": "cc -ffast-math c.c" }}
]"#,
            folder.path().display()
        );
        let path = at("compile_commands.json");
        std::fs::write(&path, json).expect("a file");
        let commands = read(&path, &[at("a.c"), at("b.c")]).expect("they are there");
        let a = commands.of(&at("a.c")).expect("a.c");
        let include = at("inc").display().to_string();
        assert_eq!(a.preprocessor[..4], ["-I", &include, "-D", "N=1"]);
        let b = commands.of(&at("b.c")).expect("b.c");
        assert_eq!(b.data_model, Some(ferric3_c::DataModel::Ilp32));
        assert!(b.dialect.unsigned_char);
        let refused = read(&path, &[at("c.c")]).expect_err("it changes what programs mean");
        assert!(
            refused.contains("-ffast-math cannot be honoured"),
            "{refused}"
        );
        let missing = read(&path, &[at("d.c")]).expect_err("it is not there");
        assert!(missing.contains("does not say how"), "{missing}");
    }
}
