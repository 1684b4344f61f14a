//! Types as people write them.

use std::fmt::Write;

use super::types::{ArrayLen, FloatKind, QualType, RecordKind, Type, TypeId, Types};

impl Types {
    /// The type as it is written in an abstract declaration: `const char *`, `int (*)[3]`.
    pub(crate) fn show(&self, ty: QualType) -> String {
        self.declare(ty, String::new())
    }

    /// The same without qualifiers.
    pub(crate) fn show_id(&self, ty: TypeId) -> String {
        self.show(QualType::plain(ty))
    }

    /// `declarator` declared with the given type.
    fn declare(&self, ty: QualType, declarator: String) -> String {
        match self.get(ty.ty) {
            Type::Pointer(target) => {
                let mut inner = "*".to_owned();
                push_quals(&mut inner, ty, false);
                inner.push_str(&declarator);
                if matches!(self.get(target.ty), Type::Array(..) | Type::Function(_)) {
                    inner = format!("({inner})");
                }
                self.declare(*target, inner)
            }
            Type::Array(element, len) => {
                let len = match len {
                    ArrayLen::Known(n) => n.to_string(),
                    ArrayLen::Incomplete => String::new(),
                    ArrayLen::Variable(_) => "*".to_owned(),
                };
                self.declare(*element, format!("{declarator}[{len}]"))
            }
            Type::Function(f) => {
                let mut params: Vec<String> = f.params.iter().map(|&p| self.show(p)).collect();
                if f.variadic {
                    params.push("...".to_owned());
                }
                if f.prototype && params.is_empty() {
                    params.push("void".to_owned());
                }
                self.declare(f.result, format!("{declarator}({})", params.join(", ")))
            }
            _ => {
                let mut text = String::new();
                push_quals(&mut text, ty, true);
                text.push_str(&self.basic_name(ty.ty));
                if !declarator.is_empty() {
                    text.push(' ');
                    text.push_str(&declarator);
                }
                text
            }
        }
    }

    fn basic_name(&self, ty: TypeId) -> String {
        match self.get(ty) {
            Type::Error => "<error>".to_owned(),
            Type::Void => "void".to_owned(),
            Type::Bool => "_Bool".to_owned(),
            Type::Int(kind) => kind.name().to_owned(),
            Type::Float(kind) => float_name(*kind).to_owned(),
            Type::Complex(kind) => format!("{} _Complex", float_name(*kind)),
            Type::Enum(e) => tagged("enum", self.enumeration(*e).tag.as_deref()),
            Type::Record(r) => {
                let record = self.record(*r);
                let keyword = match record.kind {
                    RecordKind::Struct => "struct",
                    RecordKind::Union => "union",
                };
                tagged(keyword, record.tag.as_deref())
            }
            Type::Vector(element, size) => {
                let mut text = self.basic_name(*element);
                let _ = write!(text, " __attribute__((vector_size({size})))");
                text
            }
            Type::Pointer(_) | Type::Array(..) | Type::Function(_) => self.show_id(ty),
        }
    }
}

fn tagged(keyword: &str, tag: Option<&str>) -> String {
    match tag {
        Some(tag) => format!("{keyword} {tag}"),
        None => format!("{keyword} <anonymous>"),
    }
}

fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Half => "_Float16",
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::Quad => "_Float128",
    }
}

fn push_quals(text: &mut String, ty: QualType, space: bool) {
    let quals = [
        (ty.quals.is_const, "const"),
        (ty.quals.is_volatile, "volatile"),
        (ty.quals.is_atomic, "_Atomic"),
    ];
    for (_, name) in quals.iter().filter(|(on, _)| *on) {
        if !text.is_empty() && !text.ends_with([' ', '*']) {
            text.push(' ');
        }
        text.push_str(name);
        if space {
            text.push(' ');
        }
    }
}
