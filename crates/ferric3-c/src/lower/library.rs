//! Functions whose meaning is known by their names.

use crate::ErrorCalls;

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
    /// An arbitrary value in a range.
    Between(i64, Option<i64>),
    /// Cannot be modelled.
    Unsupported,
    /// A function like any other.
    Ordinary,
}

/// What a call of the named function does.
pub(super) fn known(name: &str, has_body: bool, errors: &ErrorCalls) -> Known {
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
        _ if has_body => return Known::Ordinary,
        _ if name.starts_with("__VERIFIER_nondet_") => return Known::Nondet,
        _ => {}
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
        "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end" | "prefetch" => Known::Nothing,
        "expect" => Known::First,
        "bswap16" | "bswap32" | "bswap64" => Known::SwapBytes,
        "abs" | "labs" | "llabs" => Known::Absolute,
        "rand" | "random" => Known::Between(0, None),
        "getchar" | "fgetc" | "getc" => Known::Between(-1, Some(255)),
        "printf" | "fprintf" | "dprintf" | "vprintf" | "vfprintf" | "puts" | "fputs"
        | "putchar" | "putc" | "fputc" | "fflush" | "perror" | "syslog" | "printk" => Known::Output,
        plain if is_unmodelled(plain) || name.starts_with("__builtin_") => Known::Unsupported,
        _ => Known::Ordinary,
    }
}

/// Library functions that change memory or control flow, or whose result is a function of their
/// arguments.
fn is_unmodelled(name: &str) -> bool {
    const PREFIXES: [&str; 5] = ["pthread_", "__atomic_", "__sync_", "sem_", "mtx_"];
    const NAMES: [&str; 109] = [
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
    NAMES.contains(&name) || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}
