//! What is taken for granted, said once each.

use ferric3_ivl::{Assumption, Check, PropertyKind, Span};
use rustc_hash::FxHashSet;

use super::Lower;
use super::memory::Strings;
use super::prune::reachable;
use crate::sema::hir::{FunctionId, ObjectId, Range};

/// What an assumption is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Assumed {
    /// Signed arithmetic.
    Overflow,
    /// Division by what is not a constant other than 0.
    Division,
    /// Shift by what is not a constant smaller than the width.
    Shift,
    /// `__builtin_unreachable`.
    Unreachable,
    /// A volatile variable.
    Volatile,
    /// Subscripts.
    Bounds,
    /// Accesses through pointers.
    Pointers,
    /// Accesses through pointers that come from outside of the program.
    Outside,
    /// Accesses that are not aligned.
    Alignment,
    /// Copies between areas that may overlap.
    Overlap,
    /// What `_Bool` objects hold.
    Truth,
    /// Pointers to variables of blocks that were left and entered again.
    EnteredAgain,
    /// Accesses by another type than that of the object.
    Punning,
    /// Addresses as numbers.
    Addresses,
    /// Addresses of different objects that may be equal elsewhere.
    Equality,
    /// Addresses of labels as numbers.
    Labels,
    /// Variables after their functions have returned.
    Lifetime,
    /// Calls of `free`.
    Free,
    /// Allocation.
    Allocation,
    /// Functions of the mathematical library.
    Approximated,
    /// Numbers of which C says no more than the sign, or whether they are 0.
    Magnitude,
    /// What models of the library leave open.
    LeftOpen,
    /// Floating-point numbers that become integers.
    FloatToInteger,
    /// Floating-point arithmetic on machines whose registers are wider than the types.
    Formats,
    /// The sign of what is not a number.
    NotANumber,
    /// Weak comparisons of atomic objects.
    Spurious,
    /// Counting the zeros of 0.
    CountedZeros,
    /// Operands that access one object in no order at all.
    Unsequenced(Range),
    /// Operands that interfere, of which not all orders are looked at.
    Order(Range),
    /// Strings that the program is called with.
    Strings(Strings),
    /// Objects of variable size.
    Room(u64),
    /// A function without a body.
    Extern(FunctionId),
    /// A library function whose results are known only roughly.
    Rough(FunctionId),
    /// A function without a body that is declared never to return.
    NoReturn(FunctionId),
    /// A variable without a definition.
    ExternVariable(ObjectId),
}

/// What `--arith` means.
const MATHEMATICAL: &str = "integers are mathematical (--arith): no overflow, no wrap-around, \
    conversions between integer types keep values; inputs and uninitialised variables are values of their types, \
    constant expressions have the values that C gives them";

impl Assumed {
    /// The kind of properties that say whether it is true.
    fn checked_by(self) -> Option<PropertyKind> {
        Some(match self {
            Assumed::Overflow => PropertyKind::Check(Check::Overflow),
            Assumed::Division => PropertyKind::Check(Check::Division),
            Assumed::Shift => PropertyKind::Check(Check::Shift),
            Assumed::Bounds => PropertyKind::Check(Check::Bounds),
            Assumed::Pointers => PropertyKind::Check(Check::Pointer),
            Assumed::Alignment => PropertyKind::Check(Check::Alignment),
            Assumed::Overlap => PropertyKind::Check(Check::Overlap),
            Assumed::Truth => PropertyKind::Check(Check::Uninitialised),
            Assumed::Free => PropertyKind::Check(Check::Free),
            Assumed::Unsequenced(_) | Assumed::Order(_) => PropertyKind::Check(Check::Order),
            Assumed::FloatToInteger => PropertyKind::Check(Check::Range),
            Assumed::Unreachable | Assumed::CountedZeros => PropertyKind::Check(Check::Promise),
            _ => return None,
        })
    }
}

impl Lower<'_> {
    /// Something is taken for granted at the current place. It is stated if the place is in the
    /// final program, and only once.
    pub(super) fn assume_once(&mut self, about: Assumed, range: Option<Range>) {
        let Some(block) = self.body.current else {
            return;
        };
        let noted = self
            .body
            .assumed
            .iter()
            .rev()
            .take(8)
            .any(|&(b, a, _)| (b, a) == (block, about));
        if !noted {
            self.body.assumed.push((block, about, range));
        }
    }

    /// State what was taken for granted in procedures that can be reached.
    pub(super) fn state_assumptions(&mut self) {
        let Some(entry) = self.program.entry else {
            return;
        };
        let (reached, _) = reachable(&self.program, &self.terms, entry);
        if self.options.arith {
            self.program.assumptions.push(Assumption {
                span: None,
                text: MATHEMATICAL.to_owned(),
                checked_by: None,
            });
        }
        let mut stated = FxHashSet::default();
        let mut assumed = std::mem::take(&mut self.assumed);
        assumed.retain(|(proc, about, _)| reached[proc.index()] && stated.insert(*about));
        for (_, about, range) in assumed {
            let text = self.assumption_text(about);
            // Nobody knows the places in models of the library.
            let is_known = |span: &Span| {
                let file = &self.source.sources.files[span.file];
                !file.name.starts_with("<library>/")
            };
            let span = range.map(|range| self.span(range)).filter(is_known);
            self.program.assumptions.push(Assumption {
                span,
                text,
                checked_by: about.checked_by(),
            });
        }
    }

    /// The text of a range, or its beginning.
    fn short_text(&self, range: Range) -> String {
        let text = self.text(range);
        match text.char_indices().nth(60) {
            Some((end, _)) => format!("{}...", &text[..end]),
            None => text,
        }
    }

    fn assumption_text(&self, about: Assumed) -> String {
        match about {
            Assumed::Division if self.options.arith => {
                "division by zero is not checked: x / 0 is 0 and x % 0 is x".to_owned()
            }
            Assumed::Overflow => {
                "signed overflow is not checked: signed arithmetic wraps around".to_owned()
            }
            Assumed::Division => {
                "division by zero is not checked: x / 0 is all ones (for a signed \
                                  x: 1 if x is negative, -1 otherwise) and x % 0 is x"
                    .to_owned()
            }
            Assumed::Shift => {
                "shift counts are not checked: a shift by a negative count or by the \
                               width or more gives 0, or -1 if a negative number is shifted right"
                    .to_owned()
            }
            Assumed::Unreachable => "no run gets to a call of `__builtin_unreachable`".to_owned(),
            Assumed::Volatile => {
                "volatile variables change only by assignments of the program".to_owned()
            }
            Assumed::Bounds => {
                "subscripts are not checked: a read outside of an object gives 0, a write there \
                 changes nothing"
                    .to_owned()
            }
            Assumed::Pointers => {
                "pointers are not checked: a read through a pointer that does not point to an \
                 object gives 0, a write changes nothing; objects stay valid after their \
                 lifetime, and constant ones can be changed"
                    .to_owned()
            }
            Assumed::Alignment => {
                "accesses that are not aligned are not checked: they go to the bytes that they name"
                    .to_owned()
            }
            Assumed::Overlap => {
                "areas that memcpy, strcpy and their like copy between are not checked to be apart: \
                 what is copied is what a loop over the bytes, or memmove, would copy"
                    .to_owned()
            }
            Assumed::Truth => {
                "`_Bool` objects are not checked to hold 0 or 1 where they are written as other \
                 types: a read gives the byte as it is"
                    .to_owned()
            }
            Assumed::EnteredAgain => {
                "a variable of a block that is entered again is taken for the one that it was \
                 before, if its address is kept in an array, in allocated memory or outside of \
                 the program"
                    .to_owned()
            }
            Assumed::Punning => {
                "objects may be accessed by other types than their own: the bytes are taken as \
                 they are, as by compilers with -fno-strict-aliasing"
                    .to_owned()
            }
            Assumed::Outside => {
                "memory behind pointers that come from outside of the program holds none of its \
                 variables: a read there gives any value, a write changes nothing"
                    .to_owned()
            }
            Assumed::Addresses => {
                "objects have addresses that are chosen by Ferric3: what depends on their \
                 numbers may be different elsewhere"
                    .to_owned()
            }
            Assumed::Equality => {
                "the address behind the end of an object is not that of another one, and each \
                 string literal is an object of its own: both may be different elsewhere"
                    .to_owned()
            }
            Assumed::Labels => {
                "labels have addresses that are chosen by Ferric3, each of them its own: what \
                 depends on their numbers, or on whether they are equal, may be different elsewhere"
                    .to_owned()
            }
            Assumed::Room(bytes) => {
                format!("objects whose size is not constant have at most {bytes} bytes each")
            }
            Assumed::Approximated => {
                "results of sin, exp and their like are only known roughly: any value in their \
                 range is taken as possible, and no violation rests on one"
                    .to_owned()
            }
            Assumed::Magnitude => {
                "strcmp, memcmp, isdigit and their like return what they do in the GNU C library: C \
                 promises no more than the sign, or whether it is 0, and compilers may choose \
                 another number"
                    .to_owned()
            }
            Assumed::LeftOpen => {
                "what the library leaves open is only known roughly (what is read from a file \
                 again, whether a result counts as an error): anything is taken as possible, and \
                 no violation rests on it"
                    .to_owned()
            }
            Assumed::Lifetime => {
                "memory from alloca and variables that a jump in an expression leaves stay valid \
                 after their lifetime"
                    .to_owned()
            }
            Assumed::Free => "calls of free are not checked: to free what is not allocated does \
                              nothing"
                .to_owned(),
            Assumed::FloatToInteger => {
                "floating-point numbers that do not fit an integer type are not checked: they \
                 become what GCC's code for x86-64 makes of them"
                    .to_owned()
            }
            Assumed::Formats => {
                "floating-point arithmetic rounds to the format of its type, as with -msse2 \
                 -mfpmath=sse: without, GCC keeps more digits on machines of 32 bits"
                    .to_owned()
            }
            Assumed::NotANumber => {
                "what is not a number has a positive sign if an operation gave it".to_owned()
            }
            Assumed::Spurious => {
                "a weak compare-and-exchange may fail though the values are equal; no violation \
                 rests on it"
                    .to_owned()
            }
            Assumed::CountedZeros => {
                "counting the leading or trailing zeros of 0 is not checked: it gives the width"
                    .to_owned()
            }
            Assumed::Strings(strings) => self.strings_limits(strings),
            Assumed::Unsequenced(range) => format!(
                "parts of `{}` may access the same object in no order that C defines: they are \
                 evaluated from left to right",
                self.short_text(range)
            ),
            Assumed::Order(range) => format!(
                "parts of `{}` interfere, and not every order in which they may be evaluated is \
                 looked at",
                self.short_text(range)
            ),
            Assumed::Allocation => "allocation of memory never fails".to_owned(),
            Assumed::Extern(f) => format!(
                "`{}` has no body: its result is taken as arbitrary, and it is assumed to change \
                 no variable of the program",
                self.unit.function(f).name
            ),
            Assumed::Rough(f) => format!(
                "`{}` is known only roughly: any result is taken as possible, no violation rests on \
                 one but that it fails, and it changes no variable of the program",
                self.unit.function(f).name
            ),
            Assumed::NoReturn(f) => format!(
                "`{}` has no body: it is assumed never to return, as its declaration says",
                self.unit.function(f).name
            ),
            Assumed::ExternVariable(v) => format!(
                "`{}` has no definition: its first value is taken as arbitrary",
                self.unit.object(v).name
            ),
        }
    }
}
