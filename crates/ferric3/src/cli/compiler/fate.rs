//! What becomes of each of the compiler's options.

use ferric3_c::DataModel;

/// What becomes of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
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
pub(super) enum Choice {
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
pub(super) struct Standard {
    pub(super) is_c90: bool,
    /// Without the extensions of GNU C, nothing is fused either.
    pub(super) is_strict: bool,
}

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
        // Signed is what they are anyway.
        "-funsigned-bitfields" | "-fno-signed-bitfields" => {
            Fate::Refused("bit-fields would have other signs, which are not modelled")
        }
        "-fshort-enums" | "-fshort-wchar" | "-fshort-double" | "-fpcc-struct-return" => {
            Fate::Refused(layout)
        }
        "-fpack-struct" => Fate::Refused(layout),
        _ if option.starts_with("-fpack-struct=") || option.starts_with("-fsso-struct=") => {
            Fate::Refused(layout)
        }
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
        | "-ffp-contract=on"
        | "-ffp-model=fast"
        | "-ffp-model=aggressive"
        | "-fno-honor-nans"
        | "-fno-honor-infinities"
        | "-fapprox-func" => Fate::Refused(unsafe_math),
        _ if option.starts_with("-fdenormal-fp-math")
            || option.starts_with("-ffp-eval-method=") =>
        {
            Fate::Refused(unsafe_math)
        }
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
        | "-fstack-protector-explicit"
        | "-fno-PIC"
        | "-fno-pic"
        | "-fno-PIE"
        | "-fno-pie"
        | "-fnon-call-exceptions"
        | "-frounding-math"
        | "-fsignaling-nans"
        | "-fno-math-errno"
        | "-fno-trapping-math"
        | "-fno-asynchronous-unwind-tables"
        | "-fno-dwarf2-cfi-asm"
        | "-fdollars-in-identifiers"
        | "-fno-dollars-in-identifiers"
        | "-fdirectives-only"
        | "-fextended-identifiers" => Fate::PreprocessorOnly,
        _ if option.starts_with("-fmacro-prefix-map=")
            || option.starts_with("-ffile-prefix-map=")
            || option.starts_with("-fsanitize=")
            || option.starts_with("-fcf-protection") =>
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
pub(super) fn fate(option: &str) -> Fate {
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
