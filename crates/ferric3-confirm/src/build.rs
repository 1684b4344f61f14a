//! Instrumented texts, stand-ins for what has no body, and the compiler.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};
use std::path::{Path, PathBuf};

use ferric3_c::FrontendOptions;
use ferric3_c::instrument::{
    Constant, Decision, FunctionSignature, Instrumented, Numbers, Probe, ProbeKind, instrument_text,
};
use ferric3_coverage::Place;
use tempfile::TempDir;

use crate::compiler;
use crate::dead::{Domain, ValueRange};
use crate::hits::{Hits, Moment, VECTORS};
use crate::probes::{Index, place};
use crate::stand_in::{HEAD, StandIn, definition, is_record, record_definition};

/// What stands behind the probes.
const RUNTIME: &str = include_str!("runtime.c");

/// A file of a program, as the front end is given it.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// Its name; what it includes is looked for beside it.
    pub name: String,
    /// Its text, with what a harness adds.
    pub text: String,
    /// How it is preprocessed, and the data model.
    pub options: FrontendOptions,
}

/// A program that begins with `main`.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Its files.
    pub units: Vec<Unit>,
    /// The function each call of which is a cycle, if there is one.
    pub entry: Option<String>,
    /// Functions whose results are inputs although the compiler's library has them (`rand`).
    pub inputs: BTreeSet<String>,
    /// Where inputs lie in a range, for random runs.
    pub domains: Vec<Domain>,
}

/// How it is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Build {
    /// As it is written (`-O0`).
    Plain,
    /// For many cycles (`-O1`).
    Fast,
    /// Without probes, but with those of the compiler (`--coverage`).
    Counted,
}

/// Why the program cannot be asked, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused(pub String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

/// A compiled program that says what it executes.
#[derive(Debug)]
pub struct Judge {
    pub(crate) folder: TempDir,
    pub(crate) executable: PathBuf,
    /// Who compiled it.
    pub(crate) compiler: String,
    /// Where the probes of goals are.
    pub(crate) index: Index,
    /// Numbers of the functions that read inputs.
    pub(crate) readers: BTreeMap<String, usize>,
    /// Probes and decisions.
    pub(crate) sizes: Numbers,
    unprobed: Vec<(Place, String)>,
}

impl Judge {
    /// Put probes into a program and compile it.
    pub fn build(program: &Program, build: Build) -> Result<Judge, Refused> {
        let Some(first) = program.units.first() else {
            return Err(Refused("there is no file".to_owned()));
        };
        let mut sizes = Numbers::default();
        let mut parts = Vec::new();
        for unit in &program.units {
            let part = instrument_text(&unit.name, &unit.text, &unit.options, sizes);
            let part = part.map_err(|error| {
                let shown = error.diagnostics.iter().map(|d| d.render(&error.sources));
                Refused(shown.collect::<Vec<_>>().join("\n"))
            })?;
            sizes.probes += part.probes.len() as u32;
            sizes.decisions += part.decisions.len() as u32;
            parts.push(part);
        }
        let folder = tempfile::tempdir()
            .map_err(|error| Refused(format!("cannot make a temporary folder: {error}")))?;
        let command = &first.options.compiler;
        let functions = undefined_functions(&parts);
        let mut readers: BTreeMap<String, usize> = BTreeMap::new();
        let mut objects = Vec::new();
        for (at, (unit, part)) in program.units.iter().zip(&parts).enumerate() {
            let object = format!("unit{at}.o");
            let mut text = match build {
                Build::Plain | Build::Fast => part.text.clone(),
                Build::Counted => part.plain.clone(),
            };
            // Only the program knows its structures.
            for function in part.functions.iter().filter(|f| is_record(f)) {
                let number = functions
                    .get(function.name.as_str())
                    .map(|(number, _)| *number);
                if let Some(number) = number.filter(|_| !readers.contains_key(&function.name)) {
                    text.push_str(&record_definition(function, number));
                    readers.insert(function.name.clone(), number);
                }
            }
            write(folder.path(), &format!("unit{at}.i"), &text)?;
            let mut arguments = compiler::options(&unit.options, build);
            arguments.extend(["-x", "cpp-output", "-c"].map(str::to_owned));
            arguments.extend([format!("unit{at}.i"), "-o".to_owned(), object.clone()]);
            compiler::compile(command, folder.path(), &arguments)?;
            objects.push(object);
        }
        let index = Index::new(&parts);
        let text = tables(program, &parts, &index, sizes) + RUNTIME;
        write(folder.path(), "runtime.c", &text)?;
        let model = compiler::options(&first.options, build);
        // The runtime is ours: what the program asks of the language does not concern it.
        let mut arguments: Vec<String> = model
            .iter()
            .filter(|option| !compiler::is_of_the_program(option))
            .cloned()
            .collect();
        arguments.push("-O2".to_owned());
        let mut ours = arguments.clone();
        ours.extend(["-c", "runtime.c", "-o", "runtime.o"].map(str::to_owned));
        compiler::compile(command, folder.path(), &ours)?;
        objects.extend(["runtime.o", "inputs.o"].map(str::to_owned));

        let mut linking = model;
        linking.extend(objects);
        linking.extend(["-o", "program", "-lm"].map(str::to_owned));
        let mut wanted: BTreeSet<&str> = program
            .inputs
            .iter()
            .map(String::as_str)
            .filter(|name| functions.contains_key(name) && !readers.contains_key(*name))
            .collect();
        // What is missing is known by the linker, which also knows the library.
        loop {
            let text = stand_ins(&wanted, &functions, &mut readers);
            write(folder.path(), "inputs.c", &text)?;
            let mut ours = arguments.clone();
            ours.extend(["-c", "inputs.c", "-o", "inputs.o"].map(str::to_owned));
            compiler::compile(command, folder.path(), &ours)?;
            let Err(Refused(message)) = compiler::compile(command, folder.path(), &linking) else {
                break;
            };
            let missing = undefined(&message);
            let known = wanted.len();
            let names = functions.keys().copied();
            wanted.extend(names.filter(|name| missing.contains(*name)));
            if wanted.len() == known {
                return Err(Refused(message));
            }
        }
        let executable = folder.path().join("program");
        let unprobed = parts.iter().flat_map(|part| {
            let skipped = part.skipped.iter();
            skipped.map(|s| (place(&part.sources, s.extent), s.why.to_owned()))
        });
        Ok(Judge {
            unprobed: unprobed.collect(),
            executable,
            compiler: compiler::version(command),
            index,
            readers,
            sizes,
            folder,
        })
    }

    /// Who compiled the program.
    #[must_use]
    pub fn compiler(&self) -> &str {
        &self.compiler
    }

    /// The program. Without the environment that [`run`](Judge::run) makes, it just runs.
    #[must_use]
    pub fn executable(&self) -> &Path {
        &self.executable
    }

    /// What the program says about its probes after a run: place, what the probe says, when it was hit first.
    pub fn probes<'j>(
        &'j self,
        hits: &'j Hits,
    ) -> impl Iterator<Item = (&'j Place, ProbeKind, Option<Moment>)> {
        self.index
            .all()
            .map(|(number, place, kind)| (place, kind, hits.probe(number)))
    }

    /// What has no probes, and why.
    #[must_use]
    pub fn unprobed(&self) -> &[(Place, String)] {
        &self.unprobed
    }
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), Refused> {
    std::fs::write(folder.join(name), text)
        .map_err(|error| Refused(format!("cannot write `{name}`: {error}")))
}

/// The functions that a program names and does not define, by name, each with a number.
fn undefined_functions(parts: &[Instrumented]) -> BTreeMap<&str, (usize, &FunctionSignature)> {
    let all = || parts.iter().flat_map(|part| &part.functions);
    let defined: BTreeSet<&str> = all()
        .filter(|f| f.is_defined)
        .map(|f| f.name.as_str())
        .collect();
    let missing: BTreeMap<&str, &FunctionSignature> = all()
        .map(|f| (f.name.as_str(), f))
        .filter(|(name, _)| !defined.contains(name))
        .collect();
    missing
        .into_iter()
        .enumerate()
        .map(|(number, (name, f))| (name, (number, f)))
        .collect()
}

/// Definitions of these functions; those that read inputs become readers.
fn stand_ins(
    wanted: &BTreeSet<&str>,
    functions: &BTreeMap<&str, (usize, &FunctionSignature)>,
    readers: &mut BTreeMap<String, usize>,
) -> String {
    let mut text = HEAD.to_owned();
    for &name in wanted {
        let (number, function) = functions[name];
        match definition(name, function.returns, number) {
            StandIn::Reads(definition) => {
                text.push_str(&definition);
                readers.insert(name.to_owned(), number);
            }
            StandIn::Unknown(definition) => text.push_str(&definition),
        }
    }
    text
}

/// The functions that a linker misses: in `` `f' ``, `'f'`, `"_f"` behind these words.
fn undefined(message: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for line in message.lines() {
        let behind = ["undefined reference to ", "undefined symbol: "]
            .iter()
            .find_map(|words| line.split_once(words).map(|(_, behind)| behind));
        if let Some(behind) = behind {
            let quotes = ['`', '\'', '"', '\u{2018}', '\u{2019}'];
            let name = behind.trim_matches(|c: char| quotes.contains(&c) || c.is_whitespace());
            names.insert(name.to_owned());
        }
    }
    names
}

/// The tables that the runtime looks at.
fn tables(program: &Program, parts: &[Instrumented], index: &Index, sizes: Numbers) -> String {
    let mut text = String::from(
        "#include <stdint.h>\nstruct range { uint32_t site; int is_float; int64_t from, to; \
         double float_from, float_to; };\n",
    );
    let constants = || parts.iter().flat_map(|part| &part.constants);
    let integers = constants().filter_map(|constant| match constant {
        Constant::Integer(value) => Some(format!("{value}u")),
        Constant::Float(_) => None,
    });
    let integers: Vec<String> = integers.collect();
    let floats = constants().map(|constant| match constant {
        Constant::Integer(value) => *value as f64,
        Constant::Float(value) => *value,
    });
    let floats: Vec<String> = floats
        .filter(|f| f.is_finite())
        .map(|f| format!("{f:e}"))
        .collect();
    let ranges: Vec<String> = program
        .domains
        .iter()
        .flat_map(|domain| {
            index
                .calls_at(&domain.place)
                .map(move |site| (site, &domain.range))
        })
        .map(|(site, range)| match range {
            ValueRange::Integers { from, to } => {
                format!(
                    "{{ {site}u, 0, (int64_t){}, (int64_t){}, 0, 0 }}",
                    *from as u64, *to as u64
                )
            }
            ValueRange::Floats { from, to } => format!("{{ {site}u, 1, 0, 0, {from:e}, {to:e} }}"),
        })
        .collect();
    let entry = program
        .entry
        .as_deref()
        .and_then(|name| index.function(name));
    let numbers = [
        ("PROBES", sizes.probes),
        ("DECISIONS", sizes.decisions),
        ("VECTORS", VECTORS as u32),
        ("ENTRY", entry.unwrap_or(u32::MAX)),
        ("INTEGERS", integers.len() as u32),
        ("FLOATS", floats.len() as u32),
        ("RANGES", ranges.len() as u32),
    ];
    for (name, number) in numbers {
        writeln!(text, "#define {name} {number}u").expect("a string can be written to");
    }
    let list = |values: Vec<String>, otherwise: &str| match values.is_empty() {
        true => otherwise.to_owned(),
        false => values.join(", "),
    };
    let integers = list(
        integers.iter().map(|i| i.replace('u', "ull")).collect(),
        "0",
    );
    writeln!(text, "static const uint64_t integers[] = {{ {integers} }};").expect("as before");
    writeln!(
        text,
        "static const double floats[] = {{ {} }};",
        list(floats, "0")
    )
    .expect("as before");
    let ranges = list(ranges, "{ 0, 0, 0, 0, 0, 0 }");
    writeln!(text, "static const struct range ranges[] = {{ {ranges} }};").expect("as before");
    text
}

/// All probes and decisions of a program, by number.
pub(crate) fn all_probes(parts: &[Instrumented]) -> impl Iterator<Item = (&Instrumented, &Probe)> {
    parts
        .iter()
        .flat_map(|part| part.probes.iter().map(move |probe| (part, probe)))
}

pub(crate) fn all_decisions(
    parts: &[Instrumented],
) -> impl Iterator<Item = (&Instrumented, &Decision)> {
    parts
        .iter()
        .flat_map(|part| part.decisions.iter().map(move |decision| (part, decision)))
}

/// Is it a probe of a call?
pub(crate) fn is_call(probe: &Probe) -> bool {
    probe.kind == ProbeKind::Call
}
