//! Functions whose meaning is known by their names.

use crate::ErrorCalls;
use crate::library::SET_ERRNO;

/// What a call of a function does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// The call is a violation.
    Violation,
    /// The argument must be true.
    Assert,
    /// The run ends if the argument is false: an assertion that is not asked about.
    AssertOrStop,
    /// Runs in which the argument is false do not count.
    Assume,
    /// The run ends, with the argument as its status if there is one.
    Stop,
    /// No run gets here.
    Unreachable,
    /// An arbitrary value of the result type.
    Nondet,
    /// Nothing.
    Nothing,
    /// Output: nothing that the program can see but an arbitrary result.
    Output,
    /// The first argument.
    First,
    /// The bytes of the argument in the opposite order.
    SwapBytes,
    /// The absolute value of the argument.
    Absolute,
    /// Memory.
    Memory(Memory),
    /// A function of the mathematical library that is modelled exactly: its name without prefix
    /// and suffix.
    Math(&'static str),
    /// A function of the mathematical library that is known only roughly.
    Approximate(&'static str),
    /// A predicate of the mathematical library.
    MathPredicate(&'static str),
    /// `__builtin_fpclassify`, and the function of glibc behind `fpclassify`.
    Classify,
    /// A floating-point constant: infinity or NaN.
    FloatConstant(&'static str),
    /// `fesetround`.
    SetRounding,
    /// `fegetround`.
    GetRounding,
    /// Operations on bits that GCC has builtins for.
    Bits(&'static str),
    /// `__builtin_add_overflow` and its like.
    Overflow(&'static str),
    /// In a model: any truth value, because what decides about it is known only roughly.
    Perhaps,
    /// An arbitrary value in a range.
    Between(i64, Option<i64>),
    /// Cannot be modelled.
    Unsupported,
    /// A function like any other.
    Ordinary,
}

/// What a call of the named function does.
pub(super) fn known(name: &str, has_body: bool, is_library: bool, errors: &ErrorCalls) -> Known {
    let asked_about_all = *errors == ErrorCalls::All;
    match name {
        _ if errors.names(name) => return Known::Violation,
        "reach_error"
        | "__VERIFIER_error"
        | "__assert_fail"
        | "__assert"
        | "__assert_perror_fail"
        | "__assert_rtn"
            if asked_about_all =>
        {
            return Known::Violation;
        }
        _ if has_body && !is_library => return Known::Ordinary,
        _ if name.starts_with("__VERIFIER_nondet_") => return Known::Nondet,
        _ => {}
    }
    if let Some(memory) = memory_function(name) {
        return Known::Memory(memory);
    }
    if has_body {
        return Known::Ordinary;
    }
    if let Some(known) = mathematical(name) {
        return known;
    }
    match name.strip_prefix("__builtin_").unwrap_or(name) {
        "assert" | "__VERIFIER_assert" if asked_about_all => Known::Assert,
        "assert" | "__VERIFIER_assert" => Known::AssertOrStop,
        "__VERIFIER_assume" | "assume_abort_if_not" => Known::Assume,
        "assume" if name == "__builtin_assume" => Known::Assume,
        "reach_error"
        | "__VERIFIER_error"
        | "__assert_fail"
        | "__assert"
        | "__assert_perror_fail"
        | "__assert_rtn" => Known::Stop,
        "abort" | "exit" | "_Exit" | "_exit" | "quick_exit" | "trap" => Known::Stop,
        "unreachable" => Known::Unreachable,
        // The program does not look at `errno`.
        SET_ERRNO => Known::Nothing,
        "__library_perhaps" => Known::Perhaps,
        "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end" | "prefetch" => Known::Nothing,
        "expect" => Known::First,
        "bswap16" | "bswap32" | "bswap64" => Known::SwapBytes,
        "abs" | "labs" | "llabs" => Known::Absolute,
        "fesetround" => Known::SetRounding,
        "fegetround" => Known::GetRounding,
        "rand" | "random" => Known::Between(0, None),
        "getchar" | "fgetc" | "getc" => Known::Between(-1, Some(255)),
        "printf" | "fprintf" | "dprintf" | "vprintf" | "vfprintf" | "puts" | "fputs"
        | "putchar" | "putc" | "fputc" | "fflush" | "perror" | "syslog" | "printk" => Known::Output,
        plain if is_unmodelled(plain) || name.starts_with("__builtin_") => Known::Unsupported,
        _ => Known::Ordinary,
    }
}

/// Library functions that work on memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Memory {
    /// Returns new memory.
    Allocate,
    /// Returns new memory with the contents of other memory.
    Reallocate,
    /// Ends the life of memory.
    Free,
    /// Copies bytes: target, source, number.
    Copy,
    /// Fills bytes: target, byte, number.
    Set,
}

/// What the named function of the library does to memory.
pub(super) fn memory_function(name: &str) -> Option<Memory> {
    Some(match name.strip_prefix("__builtin_").unwrap_or(name) {
        "malloc" | "calloc" | "alloca" | "aligned_alloc" | "memalign" | "valloc" => {
            Memory::Allocate
        }
        "realloc" => Memory::Reallocate,
        "free" | "cfree" => Memory::Free,
        "memcpy" | "memmove" | "__memcpy_chk" | "__memmove_chk" => Memory::Copy,
        "memset" | "__memset_chk" => Memory::Set,
        _ => return None,
    })
}

/// Library functions that change memory or control flow, or whose result is a function of their
/// arguments.
fn is_unmodelled(name: &str) -> bool {
    const PREFIXES: [&str; 5] = ["pthread_", "__atomic_", "__sync_", "sem_", "mtx_"];
    const NAMES: [&str; 156] = [
        "malloc",
        "calloc",
        "realloc",
        "free",
        "alloca",
        "aligned_alloc",
        "posix_memalign",
        "valloc",
        "memcpy",
        "memmove",
        "memset",
        "memcmp",
        "memchr",
        "mempcpy",
        "bcopy",
        "bzero",
        "strlen",
        "strnlen",
        "strcpy",
        "strncpy",
        "stpcpy",
        "strcat",
        "strncat",
        "strcmp",
        "strncmp",
        "strcasecmp",
        "strncasecmp",
        "strcoll",
        "strxfrm",
        "strchr",
        "strrchr",
        "strstr",
        "strspn",
        "strcspn",
        "strpbrk",
        "strtok",
        "strtok_r",
        "strdup",
        "strndup",
        "strerror",
        "strtol",
        "strtoul",
        "strtoll",
        "strtoull",
        "strtod",
        "strtof",
        "atoi",
        "atol",
        "atoll",
        "atof",
        "scanf",
        "fscanf",
        "sscanf",
        "vscanf",
        "vsscanf",
        "sprintf",
        "snprintf",
        "vsprintf",
        "vsnprintf",
        "gets",
        "fgets",
        "getline",
        "read",
        "fread",
        "setjmp",
        "_setjmp",
        "sigsetjmp",
        "__sigsetjmp",
        "longjmp",
        "siglongjmp",
        "_longjmp",
        "fork",
        "htons",
        "htonl",
        "ntohs",
        "ntohl",
        "swab",
        "iswdigit",
        "iswalpha",
        "towlower",
        "towupper",
        "wmemset",
        "fesetenv",
        "feholdexcept",
        "feupdateenv",
        "feraiseexcept",
        "fetestexcept",
        "feclearexcept",
        "modf",
        "modff",
        "modfl",
        "frexp",
        "frexpf",
        "frexpl",
        "ldexp",
        "ldexpf",
        "ldexpl",
        "scalbn",
        "scalbnf",
        "scalbnl",
        "scalbln",
        "logb",
        "logbf",
        "ilogb",
        "ilogbf",
        "remquo",
        "remquof",
        "remquol",
        "nextafter",
        "nextafterf",
        "nexttoward",
        "lround",
        "lroundf",
        "llround",
        "llroundf",
        "lrint",
        "lrintf",
        "llrint",
        "llrintf",
        "vfork",
        "execve",
        "execv",
        "execl",
        "atexit",
        "at_quick_exit",
        "on_exit",
        "signal",
        "sigaction",
        "raise",
        "kill",
        "qsort",
        "bsearch",
        "div",
        "ldiv",
        "lldiv",
        "isalnum",
        "isalpha",
        "isascii",
        "isblank",
        "iscntrl",
        "isdigit",
        "isgraph",
        "islower",
        "isprint",
        "ispunct",
        "isspace",
        "isupper",
        "isxdigit",
        "tolower",
        "toupper",
        "ffs",
        "mmap",
        "va_start",
        "va_end",
        "va_copy",
        "thrd_create",
    ];
    NAMES.contains(&name)
        || is_reserved(name)
        || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Functions of `<math.h>`, their builtins, and the functions of glibc behind the macros.
fn mathematical(name: &str) -> Option<Known> {
    const FUNCTIONS: [&str; 17] = [
        "fabs",
        "sqrt",
        "floor",
        "ceil",
        "trunc",
        "round",
        "rint",
        "nearbyint",
        "roundeven",
        "fmod",
        "remainder",
        "drem",
        "fma",
        "copysign",
        "fmin",
        "fmax",
        "fdim",
    ];
    const APPROXIMATED: [&str; 33] = [
        "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh",
        "acosh", "atanh", "exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "pow",
        "cbrt", "hypot", "erf", "erfc", "tgamma", "lgamma", "gamma", "j0", "j1", "y0", "y1",
    ];
    const PREDICATES: [&str; 13] = [
        "isnan",
        "isinf",
        "isfinite",
        "finite",
        "isnormal",
        "signbit",
        "isgreater",
        "isgreaterequal",
        "isless",
        "islessequal",
        "islessgreater",
        "isunordered",
        "isinf_sign",
    ];
    const CONSTANTS: [&str; 4] = ["inf", "huge_val", "nan", "nans"];
    const BITS: [&str; 6] = ["clz", "ctz", "popcount", "parity", "ffs", "clrsb"];
    let builtin = name.strip_prefix("__builtin_");
    let plain = builtin.or_else(|| name.strip_prefix("__")).unwrap_or(name);
    let find = |names: &[&'static str], suffixes: &[char]| {
        let exact = names.iter().find(|known| **known == plain);
        exact
            .or_else(|| {
                let short = plain.strip_suffix(suffixes)?;
                names.iter().find(|known| **known == short)
            })
            .copied()
    };
    if builtin.is_some() {
        if let Some(name) = find(&CONSTANTS, &['f', 'l']) {
            return Some(Known::FloatConstant(name));
        }
        let trimmed = plain.strip_suffix("ll").or_else(|| plain.strip_suffix('l'));
        let bits = |plain: &str| BITS.iter().find(|known| **known == plain).copied();
        if let Some(name) = bits(plain).or_else(|| bits(trimmed?)) {
            return Some(Known::Bits(name));
        }
        if let Some(typed) = plain.strip_suffix("_overflow") {
            let known = ["add", "sub", "mul"]
                .into_iter()
                .find(|op| typed.ends_with(op));
            return known.map(Known::Overflow);
        }
    }
    if plain == "fpclassify" || plain == "fpclassifyf" || plain == "fpclassifyl" {
        return Some(Known::Classify);
    }
    if let Some(name) = find(&PREDICATES, &['f', 'l']) {
        return Some(Known::MathPredicate(name));
    }
    if name.starts_with("__") && builtin.is_none() {
        return None;
    }
    find(&FUNCTIONS, &['f', 'l'])
        .map(Known::Math)
        .or_else(|| find(&APPROXIMATED, &['f', 'l']).map(Known::Approximate))
}

/// Is it a name of the library that programs must not use for functions of their own (C11 7.31)?
fn is_reserved(name: &str) -> bool {
    let lower = |rest: &str| rest.starts_with(|c: char| c.is_ascii_lowercase());
    ["str", "mem", "wcs", "wmem"]
        .iter()
        .any(|prefix| name.strip_prefix(prefix).is_some_and(lower))
}
