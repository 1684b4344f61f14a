//! The compiler's own options, so that a command line of a makefile can be handed over as it is.
//!
//! They have one dash and may be long (`-std=c99`, `-funsigned-char`), which clap does not know. So
//! they are taken out of the command line before clap reads it. Each of them is one of four: it
//! goes on to the preprocessor, it chooses something here, it changes nothing that could be seen
//! here, or it changes what programs mean and cannot be honoured. The last ones are refused: an
//! option that was ignored silently would make a verdict about another program.

use std::collections::VecDeque;
use std::ffi::OsString;

use clap::Command;
use ferric3_c::{DataModel, Dialect};

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

/// What becomes of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It goes on to the preprocessor.
    Preprocessor,
    /// It goes on to the preprocessor, and means nothing else here.
    PreprocessorOnly,
    /// It changes nothing that could be seen here.
    Ignored,
    /// It chooses something here.
    Chosen(Choice),
    /// It changes what programs mean: why it cannot be honoured.
    Refused(&'static str),
    /// It is none of the compiler's.
    Unknown,
}

/// What an option chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Model(DataModel),
    UnsignedChar(bool),
    Wraps(bool),
    /// A standard, by its name.
    Standard(Standard),
    /// Operations are fused, if nothing forbids that.
    Fused,
    /// Nothing is fused.
    NotFused,
}

/// What there is to know about a standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Standard {
    is_c90: bool,
    /// Without the extensions of GNU C, nothing is fused either.
    is_strict: bool,
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

/// Options that change nothing here.
const IGNORED: [&str; 42] = [
    "-c",
    "-S",
    "-w",
    "-s",
    "-p",
    "-pg",
    "-pipe",
    "-pedantic",
    "-pedantic-errors",
    "-ansi-alias",
    "-static",
    "-static-pie",
    "-shared",
    "-pie",
    "-no-pie",
    "-rdynamic",
    "-symbolic",
    "-nostdlib",
    "-nodefaultlibs",
    "-nostartfiles",
    "-nolibc",
    "-static-libgcc",
    "-shared-libgcc",
    "-M",
    "-MM",
    "-MD",
    "-MMD",
    "-MP",
    "-MG",
    "-MJ",
    "-H",
    "-C",
    "-CC",
    "-P",
    "-dA",
    "-dD",
    "-dM",
    "-dN",
    "--coverage",
    "-coverage",
    "-save-temps",
    "-###",
];

/// Options of the code generator that results cannot be seen from.
const HARMLESS_MACHINE: [&str; 22] = [
    "-mtune=",
    "-mcmodel=",
    "-mred-zone",
    "-mno-red-zone",
    "-mstackrealign",
    "-mpreferred-stack-boundary=",
    "-mincoming-stack-boundary=",
    "-mbranch-cost=",
    "-maccumulate-outgoing-args",
    "-mno-accumulate-outgoing-args",
    "-mindirect-branch",
    "-mfunction-return",
    "-mharden-sls=",
    "-mskip-rax-setup",
    "-mrecord-mcount",
    "-mfentry",
    "-mtls-direct-seg-refs",
    "-mtls-dialect=",
    "-mvzeroupper",
    "-mno-vzeroupper",
    "-mlong-double-80",
    "-mpc80",
];

/// What an option that begins with `-f` means, if it changes what programs mean.
fn language_fate(option: &str) -> Fate {
    let unsafe_math = "results of floating-point arithmetic are no longer those of IEEE 754";
    let layout = "types would have other sizes or layouts, which are not modelled";
    match option {
        "-fsigned-char" | "-fno-unsigned-char" => Fate::Chosen(Choice::UnsignedChar(false)),
        "-funsigned-char" | "-fno-signed-char" => Fate::Chosen(Choice::UnsignedChar(true)),
        "-fwrapv" | "-fno-strict-overflow" => Fate::Chosen(Choice::Wraps(true)),
        "-fno-wrapv" | "-fstrict-overflow" => Fate::Chosen(Choice::Wraps(false)),
        "-ftrapv" => Fate::Refused("signed overflow would end the run; use --check overflow"),
        "-fshort-enums" | "-fshort-wchar" | "-fshort-double" | "-fpcc-struct-return" => {
            Fate::Refused(layout)
        }
        "-fpack-struct" => Fate::Refused(layout),
        _ if option.starts_with("-fpack-struct=") => Fate::Refused(layout),
        "-ffast-math"
        | "-funsafe-math-optimizations"
        | "-ffinite-math-only"
        | "-fassociative-math"
        | "-freciprocal-math"
        | "-fno-signed-zeros"
        | "-fsingle-precision-constant"
        | "-fcx-limited-range"
        | "-fcx-fortran-rules"
        | "-fexcess-precision=16"
        | "-ffp-contract=fast"
        | "-ffp-contract=on" => Fate::Refused(unsafe_math),
        "-fopenmp"
        | "-fopenmp-simd"
        | "-fopenacc"
        | "-ftree-parallelize-loops"
        | "-fgnu-tm"
        | "-fcilkplus" => Fate::Refused("programs with several threads are not supported"),
        "-finstrument-functions" => Fate::Refused("calls would be added to every function"),
        "-fms-extensions" | "-fplan9-extensions" | "-fno-asm" | "-fnested-functions"
        | "-fblocks" | "-fcommon" => Fate::Refused("this dialect of C is not supported"),
        _ if option.starts_with("-ftrivial-auto-var-init=")
            && option != "-ftrivial-auto-var-init=uninitialized" =>
        {
            Fate::Refused("uninitialised variables would have a value, which is not modelled")
        }
        "-ffp-contract=off" => Fate::Chosen(Choice::NotFused),
        _ if is_charset(option) => Fate::Refused("only UTF-8 is supported"),
        _ if option.starts_with("-fplugin") => Fate::Refused("plugins may change anything"),
        // These define macros, or let others be defined.
        "-ffreestanding"
        | "-fhosted"
        | "-fno-hosted"
        | "-fgnu89-inline"
        | "-fPIC"
        | "-fpic"
        | "-fPIE"
        | "-fpie"
        | "-fexceptions"
        | "-fno-exceptions"
        | "-fstack-protector"
        | "-fstack-protector-strong"
        | "-fstack-protector-all"
        | "-fdollars-in-identifiers"
        | "-fno-dollars-in-identifiers"
        | "-fdirectives-only"
        | "-fextended-identifiers" => Fate::PreprocessorOnly,
        _ if option.starts_with("-fmacro-prefix-map=")
            || option.starts_with("-ffile-prefix-map=")
            || option.starts_with("-fsanitize=") =>
        {
            Fate::PreprocessorOnly
        }
        _ => Fate::Ignored,
    }
}

fn is_charset(option: &str) -> bool {
    let prefixes = [
        "-fexec-charset=",
        "-fwide-exec-charset=",
        "-finput-charset=",
    ];
    let value = prefixes
        .iter()
        .find_map(|prefix| option.strip_prefix(prefix));
    value.is_some_and(|value| !value.eq_ignore_ascii_case("utf-8"))
}

/// What an option that begins with `-m` means.
fn machine_fate(option: &str) -> Fate {
    match option {
        "-m32" => Fate::Chosen(Choice::Model(DataModel::Ilp32)),
        "-m64" => Fate::Chosen(Choice::Model(DataModel::Lp64)),
        "-mx32" | "-m16" | "-miamcu" => Fate::Refused("there is no such data model"),
        "-mfma" | "-mfma4" => Fate::Chosen(Choice::Fused),
        _ if option.starts_with("-mavx512") => Fate::Chosen(Choice::Fused),
        _ if option.starts_with("-mno-fma") => Fate::Ignored,
        "-march=x86-64" | "-march=x86-64-v2" | "-march=i686" | "-march=i386" | "-march=i486"
        | "-march=i586" | "-march=pentium4" | "-march=nocona" | "-march=core2"
        | "-march=nehalem" | "-march=westmere" | "-march=sandybridge" | "-march=ivybridge" => {
            Fate::PreprocessorOnly
        }
        _ if option.starts_with("-march=") => Fate::Chosen(Choice::Fused),
        "-mmmx" | "-msse" | "-msse2" | "-msse3" | "-mssse3" | "-msse4" | "-msse4.1"
        | "-msse4.2" | "-mavx" | "-mavx2" | "-mpopcnt" | "-maes" | "-mpclmul" | "-mbmi"
        | "-mbmi2" | "-mlzcnt" | "-mcx16" | "-mrdrnd" | "-mno-avx" | "-mno-avx2"
        | "-mno-avx512f" => Fate::PreprocessorOnly,
        _ if HARMLESS_MACHINE
            .iter()
            .any(|known| option.starts_with(known)) =>
        {
            Fate::Ignored
        }
        _ => Fate::Refused("it may change what programs mean, which is not modelled"),
    }
}

/// What `-std=` means. Only the types of constants change here; the rest is the preprocessor's.
fn standard_fate(value: &str) -> Fate {
    match value {
        _ if value.contains("++") => Fate::Refused("only C can be checked"),
        "c2x" | "c23" | "c2y" | "gnu2x" | "gnu23" | "gnu2y" | "iso9899:2024" => {
            Fate::Refused("C23 is not supported; C11 with GNU extensions is")
        }
        _ => Fate::Chosen(Choice::Standard(Standard {
            is_c90: matches!(
                value,
                "c89" | "c90" | "gnu89" | "gnu90" | "iso9899:1990" | "iso9899:199409"
            ),
            is_strict: !value.starts_with("gnu"),
        })),
    }
}

/// What becomes of an option, whose argument is attached to it, if it has one.
fn fate(option: &str) -> Fate {
    match option {
        "-ansi" => return standard_fate("c90"),
        "-pthread" | "-nostdinc" | "-undef" | "-trigraphs" | "-traditional-cpp" | "-remap"
        | "-no-integrated-cpp" => return Fate::PreprocessorOnly,
        "-E" => return Fate::Refused("preprocessing alone is no check"),
        "-Ofast" => {
            return Fate::Refused("it includes -ffast-math; use -O3");
        }
        _ if IGNORED.contains(&option) => return Fate::Ignored,
        _ => {}
    }
    if let Some(value) = option
        .strip_prefix("-std=")
        .or_else(|| option.strip_prefix("--std="))
    {
        return standard_fate(value);
    }
    // Headers look at whether the program is optimised.
    if let Some(level) = option.strip_prefix("-O")
        && matches!(level, "" | "0" | "1" | "2" | "3" | "s" | "g" | "z")
    {
        return Fate::PreprocessorOnly;
    }
    if option.starts_with("-Wp,") {
        return Fate::Preprocessor;
    }
    if let Some(linker) = option.strip_prefix("-Wl,") {
        let changes = ["--wrap", "--defsym", "-wrap", "-defsym"];
        return match linker
            .split(',')
            .any(|part| changes.iter().any(|c| part.starts_with(c)))
        {
            true => Fate::Refused("it changes which function a name means"),
            false => Fate::Ignored,
        };
    }
    match option.as_bytes() {
        [b'-', b'W', ..] | [b'-', b'g', ..] => Fate::Ignored,
        [b'-', b'f', _, ..] => language_fate(option),
        [b'-', b'm', _, ..] => machine_fate(option),
        [b'-', b'L' | b'l', _, ..] => Fate::Ignored,
        [b'-', b's', b'p', b'e', b'c', b's', ..] => Fate::Refused("it may change anything"),
        _ if option.starts_with("--param=") || option.starts_with("-save-temps=") => Fate::Ignored,
        _ if option.starts_with("--sysroot=") => Fate::Preprocessor,
        _ => Fate::Unknown,
    }
}

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
