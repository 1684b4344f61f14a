//! What can be checked beside assertions: undefined behaviour, and some of what is better avoided.

/// A kind of checks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Check {
    /// Signed integer arithmetic does not overflow.
    Overflow,
    /// Nothing is divided by zero.
    Division,
    /// Shift counts are not negative and below the width.
    Shift,
    /// Subscripts stay in their arrays.
    Bounds,
    /// Pointers that are dereferenced point to objects.
    Pointer,
    /// What is freed was allocated and not freed before.
    Free,
    /// Pointers that are dereferenced are aligned as their types ask for.
    Alignment,
    /// What is copied does not overlap where it is copied to, unless the operation allows for it.
    Overlap,
    /// What is evaluated in an order that the language leaves open does not interfere.
    Order,
    /// What is read was given a value.
    Uninitialised,
    /// What the program promises the compiler is so: `__builtin_unreachable` is not reached, zeros are
    /// not counted in 0, sizes of arrays are positive.
    Promise,
    /// A floating-point number that becomes an integer fits the type, without its fraction.
    Range,
    /// Conversions keep the value.
    Conversion,
    /// Memory that is not freed when the program ends can still be reached.
    Leak,
    /// All memory is freed when the program ends.
    Cleanup,
}

impl Check {
    /// All of them, in the order in which they are decided.
    pub const ALL: [Check; 15] = [
        Check::Overflow,
        Check::Division,
        Check::Shift,
        Check::Bounds,
        Check::Pointer,
        Check::Free,
        Check::Alignment,
        Check::Overlap,
        Check::Order,
        Check::Uninitialised,
        Check::Promise,
        Check::Range,
        Check::Conversion,
        Check::Leak,
        Check::Cleanup,
    ];

    /// Its name on the command line and in documents.
    pub fn name(self) -> &'static str {
        match self {
            Check::Overflow => "overflow",
            Check::Division => "division",
            Check::Shift => "shift",
            Check::Bounds => "bounds",
            Check::Pointer => "pointer",
            Check::Free => "free",
            Check::Alignment => "alignment",
            Check::Overlap => "overlap",
            Check::Order => "order",
            Check::Uninitialised => "uninitialised",
            Check::Promise => "promise",
            Check::Range => "range",
            Check::Conversion => "conversion",
            Check::Leak => "leak",
            Check::Cleanup => "cleanup",
        }
    }
}
