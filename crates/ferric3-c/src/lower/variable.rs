//! The IVL variables behind C variables, and temporaries.

use ferric3_ivl::{ProcId, Reading, VarDecl, VarId, VarRole};
use ferric3_term::{Op, Sort, TermId};

use super::Lower;
use super::memory::Location;
use crate::sema::hir::{Expr, ExprKind, FunctionId, ObjectId, Range};
use crate::sema::types::{QualType, Type, TypeId};

impl Lower<'_> {
    fn new_var(&mut self, name: String, ty: TypeId, role: VarRole, range: Range) -> VarId {
        // Callers ask for variables of scalar types only.
        let width = self.value_width(ty).unwrap_or(8);
        let reading = self.reading(ty);
        let type_name = self.types().show_id(ty);
        let sort = self.sort_of(ty, width);
        let var = self.new_var_of_sort(name, sort, reading, type_name, role, range);
        self.give_face(var, width);
        var
    }

    pub(super) fn new_var_of_sort(
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

    pub(super) fn reading(&self, ty: TypeId) -> Reading {
        if let Some(format) = self.format(ty) {
            return Reading::Float(format);
        }
        match self.types().get(ty) {
            Type::Pointer(_) => Reading::Pointer,
            _ if self.types().is_signed(ty) => Reading::Signed,
            _ => Reading::Unsigned,
        }
    }

    /// The IVL variable of a C variable, if one holds all of its value.
    pub(super) fn scalar_variable(&mut self, id: ObjectId) -> Option<VarId> {
        if let Some(&var) = self.scalars.get(&id) {
            return var;
        }
        let ty = self.unit.object(id).ty.ty;
        let width = self.value_width(ty);
        let one = |this: &mut Self| {
            let object = this.object_of(Location::Variable(id))?;
            match this.memory.variables(object)[..] {
                [var] => Some(var),
                _ => None,
            }
        };
        let multiple = self.points_to.is_multiple(id);
        let var = one(self).filter(|&var| {
            if multiple {
                return false;
            }
            let plain = !matches!(self.types().get(ty), Type::Record(_) | Type::Array(..));
            plain && Some(self.terms.width(self.read(var))) == width
        });
        self.scalars.insert(id, var);
        var
    }

    /// The value of a variable.
    pub(super) fn read(&self, var: VarId) -> TermId {
        let face = self.numbers.face(var);
        face.unwrap_or(self.program.vars[var].term)
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

    pub(super) fn temp_name(&mut self) -> String {
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

    /// A term with the same value that no side effect changes.
    pub(super) fn stable_term(&mut self, value: TermId, range: Range) -> TermId {
        if self.terms.as_value(value).is_some() || self.is_temp(value) {
            return value;
        }
        let name = self.temp_name();
        let (sort, reading) = match self.signedness(value) {
            None => (self.terms.sort(value), Reading::Unsigned),
            Some(true) => (Sort::Int, Reading::Signed),
            Some(false) => (Sort::Int, Reading::Unsigned),
        };
        let temp = self.new_var_of_sort(name, sort, reading, String::new(), VarRole::Temp, range);
        if sort == Sort::Int {
            self.give_face(temp, self.terms.width(value));
        }
        self.assign(temp, value, range);
        self.read(temp)
    }

    /// Is it the value of a temporary? Those are given their values once per evaluation.
    fn is_temp(&self, value: TermId) -> bool {
        let value = match (self.terms.op(value), self.terms.args(value)) {
            (Op::IntToBv(_), &[number]) => number,
            _ => value,
        };
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
            let object = unit.object(param);
            if !self.is_modelled(object.ty) {
                continue;
            }
            let escapes = self.points_to.is_accessed(Location::Variable(param));
            let var = match self.scalar_variable(param).filter(|_| !escapes) {
                Some(var) => var,
                // Its value is moved to its object when the procedure starts.
                None => {
                    let name = object.name.clone();
                    self.new_var(name, object.ty.ty, VarRole::Temp, object.range)
                }
            };
            params.push(var);
        }
        let result = unit.types.function(function.ty).map(|f| f.result);
        let result = result.filter(|&ty| self.is_modelled(ty));
        let result = result.map(|ty| {
            let name = format!("{}::result", function.name);
            let result = self.new_var(name, ty.ty, VarRole::Temp, function.range);
            self.new_result_mask(result);
            result
        });
        let procedure = &mut self.program.procs[proc];
        procedure.params = params;
        procedure.result = result;
        procedure.locals = std::mem::replace(&mut self.body, saved).locals;
    }

    /// Is a value of the type a bit-vector?
    pub(super) fn is_modelled(&self, ty: QualType) -> bool {
        self.value_width(ty.ty).is_some()
    }

    /// In words: values of this type cannot be modelled.
    pub(super) fn describe_type(&self, ty: TypeId) -> &'static str {
        match self.types().get(ty) {
            Type::Float(_) => "floating-point type",
            Type::Complex(_) => "complex arithmetic",
            Type::Array(..) => "array",
            Type::Record(_) => "empty or very large structure or union value",
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
