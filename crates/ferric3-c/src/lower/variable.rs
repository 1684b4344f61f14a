//! The IVL variables behind C variables, and temporaries.

use ferric3_ivl::{ProcId, Reading, VarDecl, VarId, VarRole};
use ferric3_term::{Sort, TermId};

use super::Lower;
use super::assumption::Assumed;
use crate::sema::hir::{Expr, ExprKind, FunctionId, Init, ObjectId, Range, Storage};
use crate::sema::types::{QualType, Type, TypeId};

impl Lower<'_> {
    fn new_var(&mut self, name: String, ty: TypeId, role: VarRole, range: Range) -> VarId {
        // Callers ask for variables of scalar types only.
        let width = self.types().scalar_width(ty).unwrap_or(8);
        let reading = self.reading(ty);
        let type_name = self.types().show_id(ty);
        self.new_var_of_sort(name, Sort::BitVec(width), reading, type_name, role, range)
    }

    fn new_var_of_sort(
        &mut self,
        name: String,
        sort: Sort,
        reading: Reading,
        type_name: String,
        role: VarRole,
        range: Range,
    ) -> VarId {
        let (symbol, term) = self.terms.fresh_symbol(name.clone(), sort);
        let span = self.span(range);
        let decl = VarDecl {
            name,
            symbol,
            term,
            sort,
            reading,
            type_name,
            role,
            span,
        };
        let var = self.program.vars.push(decl);
        if role != VarRole::Global {
            self.body.locals.push(var);
        }
        if role == VarRole::Temp {
            self.body.temps.insert(symbol);
        }
        var
    }

    fn reading(&self, ty: TypeId) -> Reading {
        match self.types().get(ty) {
            Type::Pointer(_) => Reading::Pointer,
            _ if self.types().is_signed(ty) => Reading::Signed,
            _ => Reading::Unsigned,
        }
    }

    /// The variable of a C variable of scalar type.
    pub(super) fn var_of(&mut self, id: ObjectId) -> VarId {
        if let Some(&var) = self.vars.get(&id) {
            return var;
        }
        let object = self.unit.object(id);
        let role = match object.storage {
            Storage::Static | Storage::Extern => VarRole::Global,
            Storage::Auto | Storage::Param => VarRole::Local,
        };
        let var = self.new_var(object.name.clone(), object.ty.ty, role, object.range);
        self.vars.insert(id, var);
        if object.ty.quals.is_volatile {
            self.assume_once(Assumed::Volatile, Some(object.range));
        }
        var
    }

    /// The value of a variable.
    pub(super) fn read(&self, var: VarId) -> TermId {
        self.program.vars[var].term
    }

    /// A new temporary of a scalar type.
    pub(super) fn temp(&mut self, ty: TypeId, range: Range) -> VarId {
        let name = self.temp_name();
        self.new_var(name, ty, VarRole::Temp, range)
    }

    /// A new temporary that is true or false.
    pub(super) fn bool_temp(&mut self, range: Range) -> VarId {
        let name = self.temp_name();
        self.new_var_of_sort(
            name,
            Sort::Bool,
            Reading::Unsigned,
            "_Bool".to_owned(),
            VarRole::Temp,
            range,
        )
    }

    fn temp_name(&mut self) -> String {
        format!("tmp{}", self.body.temps.len() + 1)
    }

    /// A term with the same value that later side effects do not change, if there are any.
    pub(super) fn stable(&mut self, value: TermId, later: bool, e: &Expr) -> TermId {
        if !later || self.terms.as_const(value).is_some() || self.is_temp(value) {
            return value;
        }
        let temp = self.temp(e.ty.ty, e.range);
        self.assign(temp, value, e.range);
        self.read(temp)
    }

    /// Is it the value of a temporary? Those are given their values once per evaluation.
    fn is_temp(&self, value: TermId) -> bool {
        self.terms
            .as_symbol(value)
            .is_some_and(|symbol| self.body.temps.contains(&symbol))
    }

    /// Give a procedure its parameters and its result. What has a type that cannot be modelled
    /// is left out.
    pub(super) fn declare_signature(&mut self, id: FunctionId, proc: ProcId) {
        let unit = self.unit;
        let function = unit.function(id);
        let saved = std::mem::take(&mut self.body);
        let mut params = Vec::new();
        for &param in function.body.iter().flat_map(|b| &b.params) {
            if self.is_modelled(unit.object(param).ty) {
                params.push(self.var_of(param));
            }
        }
        let result = unit.types.function(function.ty).map(|f| f.result);
        let result = result.filter(|&ty| self.is_modelled(ty));
        let result = result.map(|ty| {
            let name = format!("{}::result", function.name);
            self.new_var(name, ty.ty, VarRole::Temp, function.range)
        });
        let procedure = &mut self.program.procs[proc];
        procedure.params = params;
        procedure.result = result;
        procedure.locals = std::mem::replace(&mut self.body, saved).locals;
    }

    /// Is a value of the type a bit-vector?
    pub(super) fn is_modelled(&self, ty: QualType) -> bool {
        self.types().scalar_width(ty.ty).is_some()
    }

    /// Why the first value of a variable with static storage cannot be modelled: a pointer that
    /// starts as an address, for example.
    pub(super) fn opaque_initializer(&self, id: ObjectId) -> bool {
        let object = self.unit.object(id);
        match (&object.storage, &object.init) {
            (Storage::Static, Some(Init::Value(e))) => self.static_value(e).is_none(),
            (Storage::Static, Some(Init::Parts(_))) => true,
            _ => false,
        }
    }

    /// The bits of a constant initialiser.
    pub(super) fn static_value(&self, e: &Expr) -> Option<u128> {
        if let ExprKind::Load(place) = &e.kind
            && let ExprKind::CompoundLiteral(_, init) = &place.kind
            && let Init::Value(inner) = &**init
        {
            return self.static_value(inner);
        }
        self.types().fold(e)
    }

    /// In words: values of this type cannot be modelled.
    pub(super) fn describe_type(&self, ty: TypeId) -> &'static str {
        match self.types().get(ty) {
            Type::Float(_) => "floating-point arithmetic",
            Type::Complex(_) => "complex arithmetic",
            Type::Array(..) => "array",
            Type::Record(_) => "structure or union value",
            Type::Function(_) => "function as a value",
            Type::Vector(..) => "vector arithmetic",
            _ => "value of this type",
        }
    }

    /// In words: what a place is that cannot be modelled.
    pub(super) fn describe_place(&self, place: &Expr) -> &'static str {
        match &place.kind {
            ExprKind::Deref(_, true) => "array element access",
            ExprKind::Deref(_, false) => "dereference of a pointer",
            ExprKind::Member(..) => "member access",
            ExprKind::String(_) => "string literal as a value",
            ExprKind::CompoundLiteral(..) => "compound literal",
            ExprKind::Unsupported(what) => what,
            _ => self.describe_type(place.ty.ty),
        }
    }
}
