//! What the compiler knows without a declaration: `__builtin_va_list`, builtin functions, and the
//! functions of verification tasks and of the library whose types GCC (or everybody) knows.

use super::Sema;
use super::scope::Entry;
use super::types::{
    ArrayLen, Field, FloatKind, FunctionType, IntKind, QualType, RecordKind, Type, TypeId, Types,
};
use crate::DataModel;

impl Sema<'_> {
    /// Declare the types that are known from the start.
    pub(crate) fn declare_builtin_types(&mut self) {
        let ty = match self.types.model {
            DataModel::Ilp32 => self
                .types
                .pointer_to(QualType::plain(Types::int(IntKind::Char))),
            DataModel::Lp64 => self.va_list_lp64(),
        };
        self.scopes
            .declare("__builtin_va_list", Entry::Typedef(QualType::plain(ty)));
    }

    /// `struct __va_list_tag[1]` of the System V interface of x86-64.
    fn va_list_lp64(&mut self) -> TypeId {
        let record = self
            .types
            .new_record(RecordKind::Struct, Some("__va_list_tag".to_owned()));
        let pointer = self.types.pointer_to(QualType::plain(Types::VOID));
        let int = Types::int(IntKind::UInt);
        let fields = [
            ("gp_offset", int),
            ("fp_offset", int),
            ("overflow_arg_area", pointer),
            ("reg_save_area", pointer),
        ];
        let fields = fields.map(|(name, ty)| Field {
            name: Some(name.to_owned()),
            ty: QualType::plain(ty),
            bits: None,
            align: None,
            packed: false,
            range: super::hir::Range::default(),
        });
        self.types.record_mut(record).fields = Some(fields.into());
        self.types.lay_out(record);
        let ty = self.types.intern(Type::Record(record));
        self.types.array_of(QualType::plain(ty), ArrayLen::Known(1))
    }

    /// The type of a function that is known without a declaration.
    pub(crate) fn builtin_function(&mut self, name: &str) -> Option<FunctionType> {
        let unprototyped = |result: TypeId| FunctionType {
            result: QualType::plain(result),
            params: Vec::new(),
            prototype: false,
            variadic: false,
        };
        if let Some(what) = name.strip_prefix("__VERIFIER_nondet_") {
            return Some(unprototyped(self.nondet_type(what)));
        }
        if let Some(function) = self.known_signature(name) {
            return Some(function);
        }
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        let builtin = plain.len() < name.len();
        let result = match plain {
            "assert"
            | "reach_error"
            | "__VERIFIER_error"
            | "__VERIFIER_assume"
            | "__VERIFIER_assert"
            | "__VERIFIER_cover"
            | "__CPROVER_cover"
            | "__VERIFIER_atomic_begin"
            | "__VERIFIER_atomic_end"
            | "__assert_fail"
            | "__assert"
            | "__assert_perror_fail"
            | "__assert_rtn"
            | "assume_abort_if_not" => Types::VOID,
            "assume" if builtin => Types::VOID,
            _ => return None,
        };
        Some(unprototyped(result))
    }

    /// The type that the name of a nondeterministic function stands for.
    fn nondet_type(&mut self, what: &str) -> TypeId {
        Types::int(match what {
            "bool" | "_Bool" => return Types::BOOL,
            "char" => IntKind::Char,
            "schar" | "s8" | "S8" | "i8" | "int8" | "int8_t" => IntKind::SChar,
            "uchar" | "unsigned_char" | "u8" | "U8" | "uint8" | "uint8_t" => IntKind::UChar,
            "short" | "s16" | "S16" | "i16" | "int16" | "int16_t" => IntKind::Short,
            "ushort" | "u16" | "U16" | "uint16" | "uint16_t" | "unsigned_short" => IntKind::UShort,
            "uint" | "unsigned" | "unsigned_int" | "u32" | "U32" | "uint32" | "uint32_t" => {
                IntKind::UInt
            }
            "long" => IntKind::Long,
            "ulong" | "unsigned_long" | "sector_t" => IntKind::ULong,
            "longlong" | "loff_t" | "s64" | "S64" | "i64" | "int64" | "int64_t" => {
                IntKind::LongLong
            }
            "ulonglong" | "u64" | "U64" | "uint64" | "uint64_t" => IntKind::ULongLong,
            "int128" => IntKind::Int128,
            "uint128" => IntKind::UInt128,
            "size_t" => return self.types.size_t(),
            "float" => return self.types.float(FloatKind::Float),
            "double" => return self.types.float(FloatKind::Double),
            "pointer" => return self.types.pointer_to(QualType::plain(Types::VOID)),
            "pchar" | "charp" => {
                return self
                    .types
                    .pointer_to(QualType::plain(Types::int(IntKind::Char)));
            }
            _ => IntKind::Int,
        })
    }
}
