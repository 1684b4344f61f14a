//! Types of functions that GCC (or everybody) knows without a declaration.

use super::Sema;
use super::types::{FloatKind, FunctionType, IntKind, QualType, Quals, TypeId, Types};
use crate::DataModel;

/// Functions by signature: the result, then the parameters. `v` is `void`, `i u l m x y` are
/// `int`, `unsigned`, `long`, `unsigned long`, `long long`, `unsigned long long`, `h` is
/// `unsigned short`, `w` is `uint64_t`, `z` is `size_t`, `f d e` are `float`, `double`, `long double`, `p c` are
/// `void *` and `const void *`, `s k t` are `char *`, `const char *` and `char **`, a final `.` is
/// `...`.
const FUNCTIONS: [(&str, &str); 26] = [
    ("v", "abort"),
    ("vi", "exit _Exit _exit quick_exit"),
    ("vp", "free"),
    ("pz", "malloc alloca valloc"),
    ("pzz", "calloc aligned_alloc memalign"),
    ("ppz", "realloc"),
    ("i", "rand getchar"),
    ("l", "random"),
    ("vu", "srand srandom"),
    ("ii", "abs putchar"),
    ("ll", "labs"),
    ("xx", "llabs"),
    ("ik", "puts system remove"),
    ("ikk", "rename"),
    ("ik.", "printf scanf"),
    ("isk.", "sprintf"),
    ("iszk.", "snprintf"),
    ("ikk.", "sscanf"),
    ("vk", "perror"),
    ("dk", "atof"),
    ("dkt", "strtod"),
    ("fkt", "strtof"),
    ("ekt", "strtold"),
    ("sk", "getenv"),
    ("si", "strerror"),
    ("uu", "sleep"),
];

/// Builtins of the compiler, without their prefix `__builtin_`.
const BUILTINS: [(&str, &str); 24] = [
    ("lll", "expect"),
    ("llld", "expect_with_probability"),
    ("v", "unreachable trap"),
    ("vc.", "prefetch"),
    ("pcz.", "assume_aligned"),
    ("pzz", "alloca_with_align"),
    ("hh", "bswap16"),
    ("uu", "bswap32"),
    ("ww", "bswap64"),
    ("iu", "clz ctz popcount parity"),
    ("im", "clzl ctzl popcountl parityl"),
    ("iy", "clzll ctzll popcountll parityll"),
    ("ii", "ffs clrsb"),
    ("il", "ffsl clrsbl"),
    ("ix", "ffsll clrsbll"),
    ("d", "inf huge_val"),
    ("f", "inff huge_valf"),
    ("e", "infl huge_vall"),
    ("dk", "nan nans"),
    ("fk", "nanf nansf"),
    ("ek", "nanl nansl"),
    ("pu", "return_address frame_address"),
    ("pp", "extract_return_addr"),
    ("i", "cpu_init"),
];

/// Functions of `<math.h>` on `double`, each of which also exists with the suffixes `f` and `l`;
/// `d` is then that type.
const MATHEMATICAL: [(&str, &str); 8] = [
    (
        "dd",
        "acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp10 exp2 expm1 fabs \
         floor gamma j0 j1 lgamma log log10 log1p log2 logb nearbyint rint round roundeven sin \
         sinh sqrt tan tanh tgamma trunc y0 y1",
    ),
    (
        "ddd",
        "atan2 copysign drem fdim fmax fmin fmod hypot nextafter pow remainder",
    ),
    ("dddd", "fma"),
    ("ddi", "ldexp scalbn"),
    ("ddl", "scalbln"),
    ("id", "ilogb"),
    ("dk", "nan"),
    ("dde", "nexttoward"),
];

fn find(table: &[(&'static str, &str)], name: &str) -> Option<&'static str> {
    let mut table = table.iter();
    let found = table.find(|(_, names)| names.split(' ').any(|known| known == name));
    found.map(|(signature, _)| *signature)
}

impl Sema<'_> {
    /// The type of a function that the compiler knows.
    pub(crate) fn known_signature(&mut self, name: &str) -> Option<FunctionType> {
        let builtin = name.strip_prefix("__builtin_");
        if let Some(signature) = builtin.and_then(|name| find(&BUILTINS, name)) {
            return Some(self.signature(signature, FloatKind::Double));
        }
        let plain = builtin.unwrap_or(name);
        if let Some(signature) = find(&FUNCTIONS, plain) {
            return Some(self.signature(signature, FloatKind::Double));
        }
        let kinds = [
            ("", FloatKind::Double),
            ("f", FloatKind::Float),
            ("l", FloatKind::LongDouble),
        ];
        for (suffix, kind) in kinds {
            if let Some(stem) = plain.strip_suffix(suffix)
                && let Some(signature) = find(&MATHEMATICAL, stem)
            {
                return Some(self.signature(signature, kind));
            }
        }
        None
    }

    fn signature(&mut self, signature: &str, double: FloatKind) -> FunctionType {
        let variadic = signature.ends_with('.');
        let letters = signature.trim_end_matches('.').chars();
        let mut types: Vec<QualType> = letters
            .map(|letter| QualType::plain(self.signature_type(letter, double)))
            .collect();
        let result = types.remove(0);
        FunctionType {
            result,
            params: types,
            prototype: true,
            variadic,
        }
    }

    fn signature_type(&mut self, letter: char, double: FloatKind) -> TypeId {
        let char = QualType::plain(Types::int(IntKind::Char));
        let constant = Quals {
            is_const: true,
            ..Quals::default()
        };
        match letter {
            'i' => Types::INT,
            'u' => Types::int(IntKind::UInt),
            'h' => Types::int(IntKind::UShort),
            'l' => Types::int(IntKind::Long),
            'm' => Types::int(IntKind::ULong),
            'x' => Types::int(IntKind::LongLong),
            'y' => Types::int(IntKind::ULongLong),
            'w' => Types::int(match self.types.model {
                DataModel::Ilp32 => IntKind::ULongLong,
                DataModel::Lp64 => IntKind::ULong,
            }),
            'z' => self.types.size_t(),
            'f' => self.types.float(FloatKind::Float),
            'd' => self.types.float(double),
            'e' => self.types.float(FloatKind::LongDouble),
            'p' => self.types.pointer_to(QualType::plain(Types::VOID)),
            'c' => self
                .types
                .pointer_to(QualType::plain(Types::VOID).with(constant)),
            's' => self.types.pointer_to(char),
            'k' => self.types.pointer_to(char.with(constant)),
            't' => {
                let text = self.types.pointer_to(char);
                self.types.pointer_to(QualType::plain(text))
            }
            _ => Types::VOID,
        }
    }
}
