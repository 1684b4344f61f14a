//! Structures that two units declare in other words (6.2.7). C wants members to have the same names;
//! the linker does not, and there are libraries that hide members behind other names. If layouts and
//! types agree, pointers to such structures are as good as pointers to one: what they point to is
//! found by offsets, never by names. Values of these types are not exchanged.

use super::Sema;
use super::hir::Range;
use super::types::{ArrayLen, Field, FunctionType, RecordId, Type, TypeId, Types};

/// Why two types do not agree.
enum Conflict {
    /// They are of different kinds.
    Other,
    /// Structures whose member of this number differs.
    Member(RecordId, RecordId, usize),
    /// A structure with other names is passed as a value.
    Value(RecordId, RecordId),
}

/// The pairs of structures that agree if all others do.
type Pairs = Vec<(RecordId, RecordId)>;

impl Sema<'_> {
    /// A name with linkage is declared with types that are not compatible, by two units. Is that all
    /// right? Otherwise: is it said already why not?
    pub(super) fn agree(&mut self, old: TypeId, new: TypeId, range: Range) -> Result<(), bool> {
        if !self.linkage.several {
            return Err(false);
        }
        let mut pairs = Pairs::new();
        match self.types.agree(old, new, false, &mut pairs) {
            Ok(()) => {
                for (a, b) in pairs {
                    self.note_other_names(a, b, range);
                }
                Ok(())
            }
            Err(Conflict::Other) => Err(false),
            Err(Conflict::Value(a, b)) => {
                let at = self.types.first_other_name(a, b);
                Err(at.is_some_and(|at| {
                    self.report_member(a, b, at, "has another name, and it is passed as a value,");
                    true
                }))
            }
            Err(Conflict::Member(a, b, at)) => {
                self.report_member(a, b, at, "is another one");
                Err(true)
            }
        }
    }

    /// Say once where the names of members differ.
    fn note_other_names(&mut self, a: RecordId, b: RecordId, range: Range) {
        let Some(at) = self.types.first_other_name(a, b) else {
            return;
        };
        if !self.linkage.compared.insert((a, b)) {
            return;
        }
        let (was, is) = (self.declared_member(a, at), self.declared_member(b, at));
        let shown = self.show_record(b);
        let place = self.source.sources.place(self.place(was.1));
        let (was, is) = (was.0, is.0);
        let message = format!(
            "`{shown}` has other names in another file: its member `{is}` is `{was}` at {place}; \
             the layout is the same"
        );
        self.warn(range, message);
    }

    /// Report a member that keeps two structures apart, once.
    fn report_member(&mut self, a: RecordId, b: RecordId, at: usize, how: &str) {
        if !self.linkage.compared.insert((a, b)) {
            return;
        }
        let (was, is) = (self.declared_member(a, at), self.declared_member(b, at));
        let shown = self.show_record(b);
        let message = format!(
            "two files have different types `{shown}`: its member `{}` {how} in the other file",
            is.0
        );
        let place = self.source.sources.place(self.place(was.1));
        let hint = format!(
            "the other file has `{}` at {place}; a type that several files define must be defined \
             in the same words, or at least with the same layout",
            was.0
        );
        self.error_hint(is.1, message, hint);
    }

    /// A member as it is declared, or the lack of it, and its place.
    fn declared_member(&self, id: RecordId, at: usize) -> (String, Range) {
        let fields = self.types.record(id).fields.as_deref().unwrap_or(&[]);
        match fields.get(at) {
            Some(field) => (self.text(field.range).to_owned(), field.range),
            None => {
                let last = fields.last().map_or(Range::default(), |field| field.range);
                ("no further member".to_owned(), last)
            }
        }
    }

    fn show_record(&mut self, id: RecordId) -> String {
        let ty = self.types.intern(Type::Record(id));
        self.types.show_id(ty)
    }
}

impl Types {
    /// Are the types the same but for names of members behind pointers?
    fn agree(&self, a: TypeId, b: TypeId, behind: bool, pairs: &mut Pairs) -> Result<(), Conflict> {
        if self.compatible_ids(a, b) {
            return Ok(());
        }
        match (self.get(a), self.get(b)) {
            (Type::Pointer(a), Type::Pointer(b)) if a.quals.same_as(b.quals) => {
                self.agree(a.ty, b.ty, true, pairs)
            }
            (Type::Array(a, la), Type::Array(b, lb)) if a.quals.same_as(b.quals) => {
                match (la, lb) {
                    (ArrayLen::Known(la), ArrayLen::Known(lb)) if la != lb => Err(Conflict::Other),
                    _ => self.agree(a.ty, b.ty, behind, pairs),
                }
            }
            (Type::Function(a), Type::Function(b)) => self.functions_agree(a, b, behind, pairs),
            (Type::Record(a), Type::Record(b)) => self.records_agree(*a, *b, behind, pairs),
            _ => Err(Conflict::Other),
        }
    }

    fn functions_agree(
        &self,
        a: &FunctionType,
        b: &FunctionType,
        behind: bool,
        pairs: &mut Pairs,
    ) -> Result<(), Conflict> {
        let same_form = a.variadic == b.variadic && a.params.len() == b.params.len();
        if !a.prototype || !b.prototype || !same_form {
            return Err(Conflict::Other);
        }
        self.agree(a.result.ty, b.result.ty, behind, pairs)?;
        let mut params = a.params.iter().zip(&b.params);
        params.try_for_each(|(a, b)| self.agree(a.ty, b.ty, behind, pairs))
    }

    fn records_agree(
        &self,
        a: RecordId,
        b: RecordId,
        behind: bool,
        pairs: &mut Pairs,
    ) -> Result<(), Conflict> {
        let (one, two) = (self.record(a), self.record(b));
        if one.kind != two.kind || one.tag != two.tag {
            return Err(Conflict::Other);
        }
        // While a pair is looked at, it is taken to agree.
        if pairs.contains(&(a, b)) {
            return Ok(());
        }
        if behind {
            pairs.push((a, b));
        }
        let (Some(fields), Some(others)) = (&one.fields, &two.fields) else {
            return if behind { Ok(()) } else { Err(Conflict::Other) };
        };
        for (at, (field, other)) in fields.iter().zip(others).enumerate() {
            let same = field.bits == other.bits
                && field.ty.quals.same_as(other.ty.quals)
                && one.layout.offsets.get(at) == two.layout.offsets.get(at);
            if !same {
                return Err(Conflict::Member(a, b, at));
            }
            match self.agree(field.ty.ty, other.ty.ty, true, pairs) {
                Ok(()) => {}
                // What differs inside says more.
                Err(Conflict::Other) => return Err(Conflict::Member(a, b, at)),
                Err(conflict) => return Err(conflict),
            }
        }
        let sizes = |layout: &super::types::RecordLayout| (layout.size, layout.align);
        if fields.len() != others.len() || sizes(&one.layout) != sizes(&two.layout) {
            let at = fields.len().min(others.len());
            return Err(Conflict::Member(a, b, at));
        }
        if behind {
            Ok(())
        } else {
            Err(Conflict::Value(a, b))
        }
    }

    /// The first member that has another name.
    fn first_other_name(&self, a: RecordId, b: RecordId) -> Option<usize> {
        let names = |id: RecordId| {
            let fields = self.record(id).fields.as_deref().unwrap_or(&[]);
            fields.iter().map(|field: &Field| &field.name)
        };
        names(a).zip(names(b)).position(|(a, b)| a != b)
    }
}
