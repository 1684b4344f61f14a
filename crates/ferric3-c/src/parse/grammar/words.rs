//! Words that are no identifiers, and those that begin a type.

/// Is it a keyword of C11, or of GNU C in the spelling that every dialect has?
pub(in crate::parse) fn is_reserved(word: &str) -> bool {
    matches!(
        word,
        "auto"
            | "break"
            | "case"
            | "char"
            | "const"
            | "continue"
            | "default"
            | "do"
            | "double"
            | "else"
            | "enum"
            | "extern"
            | "float"
            | "for"
            | "goto"
            | "if"
            | "inline"
            | "int"
            | "long"
            | "register"
            | "restrict"
            | "return"
            | "short"
            | "signed"
            | "sizeof"
            | "static"
            | "struct"
            | "switch"
            | "typedef"
            | "union"
            | "unsigned"
            | "void"
            | "volatile"
            | "while"
    ) || (word.starts_with('_') && is_reserved_with_underscore(word))
}

fn is_reserved_with_underscore(word: &str) -> bool {
    is_extended_float(word)
        || matches!(
            word,
            "_Alignas"
                | "_Alignof"
                | "_Atomic"
                | "_Bool"
                | "_Complex"
                | "_Generic"
                | "_Imaginary"
                | "_Noreturn"
                | "_Static_assert"
                | "_Thread_local"
                | "__FUNCTION__"
                | "__PRETTY_FUNCTION__"
                | "__alignof"
                | "__alignof__"
                | "__asm"
                | "__asm__"
                | "__attribute"
                | "__attribute__"
                | "__builtin_offsetof"
                | "__builtin_va_arg"
                | "__complex"
                | "__complex__"
                | "__const"
                | "__extension__"
                | "__func__"
                | "__imag"
                | "__imag__"
                | "__inline"
                | "__inline__"
                | "__label__"
                | "__null"
                | "__real"
                | "__real__"
                | "__restrict"
                | "__restrict__"
                | "__signed"
                | "__signed__"
                | "__thread"
                | "__typeof"
                | "__typeof__"
                | "__volatile"
                | "__volatile__"
        )
}

/// Is it a type such as `_Float64x`?
pub(super) fn is_extended_float(word: &str) -> bool {
    let number = |prefix: &str| {
        let rest = word.strip_prefix(prefix)?;
        Some(rest.strip_suffix('x').unwrap_or(rest))
    };
    matches!(number("_Float"), Some("16" | "32" | "64" | "128"))
        || matches!(number("_Decimal"), Some("32" | "64" | "128"))
}

/// Is it the beginning of an attribute?
pub(super) fn is_attribute(word: &str) -> bool {
    matches!(word, "__attribute__" | "__attribute")
}

/// Is it the beginning of assembler?
pub(super) fn is_assembler(word: &str) -> bool {
    matches!(word, "asm" | "__asm" | "__asm__")
}

/// Does this word begin the name of a type, whatever is declared?
pub(super) fn begins_type(word: &str) -> bool {
    is_attribute(word)
        || is_extended_float(word)
        || matches!(
            word,
            "char"
                | "const"
                | "double"
                | "enum"
                | "float"
                | "int"
                | "long"
                | "restrict"
                | "short"
                | "signed"
                | "struct"
                | "union"
                | "unsigned"
                | "void"
                | "volatile"
                | "_Atomic"
                | "_Bool"
                | "_Complex"
                | "__complex"
                | "__complex__"
                | "__const"
                | "__restrict"
                | "__restrict__"
                | "__signed"
                | "__signed__"
                | "__volatile"
                | "__volatile__"
        )
}

/// Does this word begin `typeof (…)`? One spelling is no keyword in every dialect.
pub(super) fn is_typeof(word: &str, next: &str) -> bool {
    matches!(word, "typeof" | "__typeof" | "__typeof__") && next == "("
}

/// Does this word begin a declaration, but not the name of a type?
pub(super) fn is_storage_or_function(word: &str) -> bool {
    matches!(
        word,
        "auto"
            | "extern"
            | "inline"
            | "register"
            | "static"
            | "typedef"
            | "_Alignas"
            | "_Noreturn"
            | "_Thread_local"
            | "__inline"
            | "__inline__"
    )
}
