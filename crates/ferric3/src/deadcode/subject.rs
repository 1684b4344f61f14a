//! What is analysed: from options, configuration and compile commands to files and a harness around them.

use std::path::{Path, PathBuf};

use ferric3_c::{
    DataModel, Defaults, Diagnostic, FrontendError, FrontendOptions, Harness, HarnessRequest,
    InputRequest, InputSite, Severity, make_harness,
};
use ferric3_coverage::{FileEntry, InputEntry};
use ferric3_ivl::{Sources, Span};

use super::commands::{self, Commands};
use super::config::{self, CONFIG_NAME, Config, ConfigError};

/// What the command line says. It wins over the configuration.
#[derive(Clone, Debug, Default)]
pub(crate) struct SubjectOptions {
    /// The files of the program; none: those of the configuration.
    pub(crate) files: Vec<PathBuf>,
    /// The function that is called in cycles; none, here and in the configuration: a program with `main`.
    pub(crate) entry: Option<String>,
    /// The function that is called once before.
    pub(crate) init: Option<String>,
    /// The inputs, instead of those that are found.
    pub(crate) inputs: Option<Vec<String>>,
    /// At most so many cycles.
    pub(crate) cycles: Option<u64>,
    /// The configuration; none: `ferric3.toml` beside the first file, if it is there.
    pub(crate) config: Option<PathBuf>,
    /// How files are compiled.
    pub(crate) compile_commands: Option<PathBuf>,
    /// What the command line says about sizes (`--32`, `-m32`).
    pub(crate) data_model: Option<DataModel>,
    /// The rest: `-I`, `-D`, the dialect, the goals.
    pub(crate) frontend: FrontendOptions,
}

/// What is analysed.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    /// The files.
    pub(crate) paths: Vec<PathBuf>,
    /// The options that they are translated with, harness and all.
    pub(crate) frontend: FrontendOptions,
    /// The harness; none: a program with `main` as it is.
    pub(crate) harness: Option<Harness>,
    /// The function that is called in cycles.
    pub(crate) entry: Option<String>,
    /// The function that is called once before.
    pub(crate) init: Option<String>,
    /// At most so many cycles.
    pub(crate) cycles: Option<u64>,
    /// The rest of the configuration: coverage, budget.
    pub(crate) config: Config,
    /// The file that it came from.
    pub(crate) config_path: Option<PathBuf>,
}

/// Find out what is analysed.
pub(crate) fn subject(options: &SubjectOptions) -> Result<Subject, FrontendError> {
    let config_path = config_path(options);
    let config = match &config_path {
        Some(path) => config::read(path).map_err(of_config)?,
        None => Config::default(),
    };
    let paths = match options.files.is_empty() {
        true => config.files.clone(),
        false => options.files.clone(),
    };
    if paths.is_empty() {
        let hint = "name it, or list `files` in ferric3.toml";
        return Err(plain("there is no file to analyse", Some(hint)));
    }
    let frontend = frontend(options, &config, &paths)?;
    let entry = options.entry.clone().or(config.entry.clone());
    let init = options.init.clone().or(config.init.clone());
    let cycles = options.cycles.or(config.cycles);
    let mut subject = Subject {
        paths,
        frontend,
        harness: None,
        entry,
        init,
        cycles,
        config,
        config_path,
    };
    match subject.entry.clone() {
        Some(entry) => {
            let request = request(entry, &subject, options);
            let harness = make_harness(&subject.paths, &subject.frontend, &request)?;
            subject.frontend.appended.clone_from(&harness.texts);
            subject.harness = Some(harness);
        }
        None => refuse_without_entry(&subject, options)?,
    }
    Ok(subject)
}

/// The configuration that counts.
fn config_path(options: &SubjectOptions) -> Option<PathBuf> {
    if options.config.is_some() {
        return options.config.clone();
    }
    let first = options.files.first();
    let folder = first
        .and_then(|file| file.parent())
        .unwrap_or(Path::new(""));
    let path = folder.join(CONFIG_NAME);
    path.is_file().then_some(path)
}

/// Without an entry, nothing that is about a harness means anything.
fn refuse_without_entry(subject: &Subject, options: &SubjectOptions) -> Result<(), FrontendError> {
    let config = &subject.config;
    let words = [
        ("an initialisation", subject.init.is_some()),
        ("a number of cycles", subject.cycles.is_some()),
        (
            "inputs",
            options.inputs.is_some() || !config.inputs.is_empty(),
        ),
        ("constants", !config.constants.is_empty()),
    ];
    match words.iter().find(|(_, is_there)| *is_there) {
        Some((what, _)) => {
            let message = format!(
                "there is {what}, but no entry: a program with `main` is analysed as it is"
            );
            let hint = "name the function that is called in cycles: --entry step";
            Err(plain(&message, Some(hint)))
        }
        None => Ok(()),
    }
}

fn request(entry: String, subject: &Subject, options: &SubjectOptions) -> HarnessRequest {
    let config = &subject.config;
    let mut inputs = config.inputs.clone();
    let mut defaults = match config.inputs_are_all {
        true => Defaults::None,
        false => Defaults::Found,
    };
    if let Some(names) = &options.inputs {
        defaults = Defaults::None;
        // What the configuration knows of their values stays true.
        inputs.retain(|input| names.contains(&input.name) || input.name.contains('('));
        for name in names {
            if !inputs.iter().any(|input| input.name == *name) {
                inputs.push(InputRequest {
                    name: name.clone(),
                    ..InputRequest::default()
                });
            }
        }
    }
    HarnessRequest {
        entry,
        init: subject.init.clone(),
        cycles: subject.cycles,
        defaults,
        inputs,
        constants: config.constants.clone(),
    }
}

/// The options of the front end: configuration first, so that the command line wins.
fn frontend(
    options: &SubjectOptions,
    config: &Config,
    paths: &[PathBuf],
) -> Result<FrontendOptions, FrontendError> {
    let mut frontend = options.frontend.clone();
    let mut args = Vec::new();
    for define in &config.define {
        args.extend(["-D".to_owned(), define.clone()]);
    }
    // The folder of the command line is searched first.
    let mut later = Vec::new();
    for include in &config.include {
        later.extend(["-I".to_owned(), include.display().to_string()]);
    }
    args.append(&mut frontend.preprocessor_args);
    args.append(&mut later);
    frontend.preprocessor_args = args;
    let mut model = options.data_model.or(config.data_model);
    if let Some(path) = &options.compile_commands {
        let commands = commands::read(path, paths).map_err(|why| plain(&why, None))?;
        model = model.or(per_file(&commands, paths, &mut frontend)?);
    }
    frontend.data_model = model.unwrap_or(frontend.data_model);
    Ok(frontend)
}

/// Each file has its own options of the preprocessor; what changes the language must be the same for all.
fn per_file(
    commands: &Commands,
    paths: &[PathBuf],
    frontend: &mut FrontendOptions,
) -> Result<Option<DataModel>, FrontendError> {
    let of: Vec<_> = paths.iter().filter_map(|path| commands.of(path)).collect();
    let Some(first) = of.first() else {
        return Ok(None);
    };
    let dialect_and_model = |at: usize| (of[at].dialect, of[at].data_model.unwrap_or_default());
    for (at, path) in paths.iter().enumerate().take(of.len()) {
        if dialect_and_model(at) != dialect_and_model(0) {
            let (a, b) = (paths[0].display(), path.display());
            let message = format!(
                "{a} and {b} are compiled for different languages or data models (-m32, -funsigned-char, -std=c90)"
            );
            let hint = "one program has one of each; analyse the files by themselves";
            return Err(plain(&message, Some(hint)));
        }
    }
    frontend.dialect = first.dialect;
    frontend.file_args = of
        .iter()
        .map(|options| options.preprocessor.clone())
        .collect();
    Ok(first.data_model)
}

fn plain(message: &str, hint: Option<&str>) -> FrontendError {
    FrontendError {
        sources: Sources::default(),
        diagnostics: vec![Diagnostic {
            severity: Severity::Error,
            span: None,
            message: message.to_owned(),
            hint: hint.map(str::to_owned),
        }],
    }
}

fn of_config(error: ConfigError) -> FrontendError {
    FrontendError {
        sources: error.sources,
        diagnostics: error.diagnostics,
    }
}

impl Subject {
    /// The input that is read at a place of the program, if the harness reads it.
    pub(crate) fn site(&self, sources: &Sources, span: Span) -> Option<&InputSite> {
        self.harness.as_ref()?.site(sources, span)
    }

    /// Does the call at a place of the program begin a cycle? All that it does belongs to the cycle.
    pub(crate) fn begins_cycle(&self, sources: &Sources, span: Span) -> bool {
        let harness = self.harness.as_ref();
        harness.is_some_and(|harness| harness.begins_cycle(sources, span))
    }

    /// What somebody should look at.
    pub(crate) fn warnings(&self) -> (&[Diagnostic], Option<&Sources>) {
        match &self.harness {
            Some(harness) => (&harness.warnings, Some(&harness.sources)),
            None => (&[], None),
        }
    }

    /// What the harness takes for granted: sentences.
    pub(crate) fn assumptions(&self) -> &[String] {
        self.harness
            .as_ref()
            .map_or(&[], |harness| &harness.assumptions)
    }

    /// The inputs, for the report and for review.
    pub(crate) fn inputs(&self) -> Vec<InputEntry> {
        let inputs = self.harness.iter().flat_map(|harness| &harness.inputs);
        let entry = |input: &ferric3_c::HarnessInput| InputEntry {
            name: input.name.clone(),
            type_name: input.type_name.clone(),
            from: input.from.clone(),
            to: input.to.clone(),
            because: input.because.clone(),
        };
        inputs.map(entry).collect()
    }

    /// The configuration and the list of inputs as a table, to be printed for review.
    pub(crate) fn inputs_text(&self) -> String {
        let config = self.config_path.as_ref();
        let config = config.map_or(String::new(), |path| {
            format!("configured by {}\n", path.display())
        });
        let Some(harness) = &self.harness else {
            return config;
        };
        let rows: Vec<[String; 4]> = harness
            .inputs
            .iter()
            .map(|input| {
                let range = match (&input.from, &input.to) {
                    (Some(from), Some(to)) => format!(" {from}..{to}"),
                    _ => String::new(),
                };
                [
                    input.name.clone(),
                    format!("{}{range}", input.type_name),
                    input.because.clone(),
                    input.place.clone(),
                ]
            })
            .collect();
        let width = |column: usize| {
            rows.iter()
                .map(|row| row[column].chars().count())
                .max()
                .unwrap_or(0)
        };
        let widths = [width(0), width(1), width(2)];
        let mut text = match rows.len() {
            0 => "no inputs: every run is the same\n".to_owned(),
            1 => "1 input:\n".to_owned(),
            n => format!("{n} inputs:\n"),
        };
        for [name, ty, because, place] in &rows {
            let [a, b, c] = widths;
            text += &format!("  {name:a$}  {ty:b$}  {because:c$}  {place}\n");
        }
        config + &text
    }

    /// What was analysed, for the report.
    pub(crate) fn entry(&self) -> ferric3_coverage::Subject {
        let file = |path: &PathBuf| FileEntry {
            name: path.display().to_string(),
            hash: std::fs::read(path).map_or(String::new(), |bytes| hash(&bytes)),
        };
        let model = match self.frontend.data_model {
            DataModel::Lp64 => "LP64",
            DataModel::Ilp32 => "ILP32",
        };
        let mut compiler = self.frontend.preprocessor_args.clone();
        for (path, own) in self.paths.iter().zip(&self.frontend.file_args) {
            let own = own.iter().map(|word| format!("{}: {word}", path.display()));
            compiler.extend(own);
        }
        ferric3_coverage::Subject {
            files: self.paths.iter().map(file).collect(),
            entry: self.entry.clone(),
            init: self.init.clone(),
            cycles: self.cycles,
            inputs: self.inputs(),
            data_model: model.to_owned(),
            compiler,
        }
    }
}

/// A hash that tells whether a file has changed (FNV-1a with 64 bits); nobody is kept from making two files alike.
fn hash(bytes: &[u8]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in bytes {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    format!("{hash:016x}")
}
