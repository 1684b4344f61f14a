//! Function definitions (6.9.1), and what is known while a body is checked.

use lang_c::ast::{FunctionDefinition, Identifier, Statement, StorageClassSpecifier};
use lang_c::span::Node;
use rustc_hash::FxHashMap;

use super::declarator::Params;
use super::hir::{Body, Case, Expr, ExprKind, FunctionId, Init, ObjectId, Range, Stmt, Storage};
use super::init::whole;
use super::jump::Jumps;
use super::scope::{BesideParams, Entry};
use super::types::{ArrayLen, FunctionType, QualType, Quals, Type, TypeId, Types};
use super::{Sema, range_of};
use crate::library::table::find;

/// A position in a body with respect to declarations: the variables whose declarations have been
/// passed and that are still in scope, as a linked list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Point(u32);

/// Nothing declared yet.
const START: Point = Point(0);

/// One declaration that has been passed.
struct Passed {
    object: ObjectId,
    before: Point,
    depth: u32,
}

/// A switch statement whose body is checked.
pub(crate) struct SwitchState {
    /// Promoted type of the controlling expression.
    pub(crate) ty: TypeId,
    /// Cases so far.
    pub(crate) cases: Vec<Case>,
    /// Where the switch stands.
    pub(crate) point: Point,
}

/// What is known while a body is checked.
pub(crate) struct FunctionState<'a> {
    /// The function.
    pub(crate) id: FunctionId,
    /// Its name.
    pub(crate) name: &'a str,
    /// What it returns.
    pub(crate) result: QualType,
    /// Its hidden parameter, the address of its variable arguments.
    pub(crate) rest: Option<ObjectId>,
    /// The switch statements around.
    pub(crate) switches: Vec<SwitchState>,
    /// How many statements are around that `break` leaves.
    pub(crate) breakable: u32,
    /// How many loops are around.
    pub(crate) loops: u32,
    /// Declarations passed.
    pub(crate) point: Point,
    /// Its labels and jumps.
    pub(crate) jumps: Jumps<'a>,
    passed: Vec<Passed>,
}

impl<'a> FunctionState<'a> {
    fn new(
        id: FunctionId,
        name: &'a str,
        result: QualType,
        rest: Option<ObjectId>,
    ) -> FunctionState<'a> {
        FunctionState {
            id,
            name,
            result,
            rest,
            switches: Vec::new(),
            breakable: 0,
            loops: 0,
            point: START,
            jumps: Jumps::default(),
            passed: Vec::new(),
        }
    }

    /// The declaration of an automatic variable is passed.
    pub(crate) fn pass(&mut self, object: ObjectId) {
        let depth = self.depth(self.point) + 1;
        self.passed.push(Passed {
            object,
            before: self.point,
            depth,
        });
        self.point = Point(self.passed.len() as u32);
    }

    fn entry(&self, point: Point) -> Option<&Passed> {
        self.passed.get((point.0 as usize).checked_sub(1)?)
    }

    fn depth(&self, point: Point) -> u32 {
        self.entry(point).map_or(0, |p| p.depth)
    }

    /// The variables that are declared at `to` but not at `from`.
    pub(crate) fn bypassed(&self, from: Point, to: Point) -> Vec<ObjectId> {
        let mut bypassed = Vec::new();
        let (mut from, mut to) = (from, to);
        while from != to {
            if self.depth(to) >= self.depth(from) {
                let Some(passed) = self.entry(to) else { break };
                bypassed.push(passed.object);
                to = passed.before;
            } else {
                let Some(passed) = self.entry(from) else {
                    break;
                };
                from = passed.before;
            }
        }
        bypassed.reverse();
        bypassed
    }
}

impl<'a> Sema<'a> {
    /// A function definition.
    pub(crate) fn function_definition(&mut self, node: &'a Node<FunctionDefinition>) {
        let definition = &node.node;
        let range = range_of(&definition.declarator);
        let specifiers = self.specifiers(&definition.specifiers, range, false);
        let base = self.attributed_type(specifiers.ty, &specifiers.attributes);
        let declared = self.declarator(base, &definition.declarator);
        let Some((name, name_range)) = declared.name else {
            self.error(range, "this function has no name");
            return;
        };
        let (ty, params, beside) = match declared.params {
            Params::Prototype(params, beside) => (declared.ty.ty, params, beside),
            Params::Names(names) => self.old_style(declared.ty.ty, names, definition),
            Params::None => {
                self.error(
                    range,
                    format!("`{name}` is followed by a body but is no function"),
                );
                return;
            }
        };
        let is_static = specifiers.storage == Some(StorageClassSpecifier::Static);
        let linked = self.linked_name(name, declared.label);
        if is_static {
            self.declare_internal(linked.key);
        }
        let id = self.declare_function(name, linked, ty, name_range);
        let function = &mut self.functions[id.0 as usize];
        function.noreturn |= specifiers.attributes.noreturn;
        let align = specifiers.attributes.align.max(declared.attributes.align);
        function.align = function.align.max(align.unwrap_or(0));
        let is_extern = specifiers.storage == Some(StorageClassSpecifier::Extern);
        if is_extern && specifiers.attributes.gnu_inline && find(name).is_some() {
            // Headers have such a body for the optimiser's sake: the function is the library's.
            return;
        }
        if specifiers.attributes.weak || declared.attributes.weak {
            self.declare_weak(id);
        }
        let is_inline = specifiers.attributes.inline && !is_static;
        let strength = self.strength(id, is_inline);
        let function = &mut self.functions[id.0 as usize];
        if function.body.is_some() && !function.replaceable {
            let before = function.range;
            match self.another_definition(id, strength) {
                Some(true) => {}
                Some(false) => return,
                None => {
                    self.redefinition(name, name_range, before);
                    return;
                }
            }
        }
        self.define_function(id, strength);
        let function = &mut self.functions[id.0 as usize];
        function.range = name_range;
        function.replaceable = specifiers.attributes.inline && is_extern;
        let Some(result) = self.types.function(ty).map(|f| f.result) else {
            return;
        };
        if result.ty != Types::VOID && !self.types.is_complete(result.ty) {
            let shown = self.types.show(result);
            self.error(
                name_range,
                format!("`{name}` returns the incomplete type `{shown}`"),
            );
        }
        let rest = self.rest_parameter(ty, name_range);
        let state = FunctionState::new(id, name, result, rest);
        let body = self.function_body(state, params, beside, &definition.statement);
        self.functions[id.0 as usize].body = Some(body);
    }

    fn redefinition(&mut self, name: &str, range: Range, before: Range) {
        let message = format!("redefinition of `{name}`");
        if self.linkage.several {
            let place = self.source.sources.place(self.place(before));
            self.error_hint(range, message, format!("it is defined at {place}, too"));
        } else {
            self.error(range, message);
        }
    }

    fn function_body(
        &mut self,
        state: FunctionState<'a>,
        mut params: Vec<ObjectId>,
        beside: BesideParams<'a>,
        body: &'a Node<Statement>,
    ) -> Body {
        let (name, rest) = (state.name, state.rest);
        self.function = Some(state);
        self.scopes.enter_body(&beside);
        let mut stmts = Vec::new();
        if std::mem::take(&mut self.size_effects) | beside.size_effects {
            stmts.push(Stmt::Unsupported(
                "side effect in the size of an array",
                range_of(body),
            ));
        }
        self.lengths.extend(beside.lengths);
        self.declare_lengths(&mut stmts);
        self.declare_params(&params);
        self.declare_function_name(name, range_of(body));
        match &body.node {
            Statement::Compound(items) => self.block_items(items, &mut stmts),
            _ => self.error(range_of(body), "the body of a function must be a block"),
        }
        self.scopes.leave();
        let (labels, gotos, computed) = self.resolve_jumps();
        let end = range_of(body).end;
        let end = Range {
            start: end.saturating_sub(1),
            end,
        };
        params.extend(rest);
        Body {
            params,
            rest,
            stmts,
            labels,
            gotos,
            computed,
            end,
        }
    }

    fn declare_params(&mut self, params: &[ObjectId]) {
        for &param in params {
            let object = &self.objects[param.0 as usize];
            let (ty, range) = (object.ty, object.range);
            // The text outlives the check; the name of the object does not.
            let name = match object.name.is_empty() {
                true => "",
                false => self.name_in_text(range),
            };
            if name.is_empty() {
                continue;
            }
            if !self.types.is_complete(ty.ty) && ty.ty != Types::ERROR {
                let shown = self.types.show(ty);
                self.error(range, format!("`{name}` has the incomplete type `{shown}`"));
            }
            self.scopes.declare(name, Entry::Object(param));
        }
    }

    /// The identifier that stands at a range of the parsed text.
    fn name_in_text(&self, range: Range) -> &'a str {
        let source = self.source;
        source
            .text
            .get(range.start as usize..range.end as usize)
            .unwrap_or("")
    }

    /// `__func__` (6.4.2.2) and its GNU names.
    fn declare_function_name(&mut self, name: &str, range: Range) {
        let quals = Quals {
            is_const: true,
            ..Quals::default()
        };
        let element = QualType {
            ty: Types::int(super::types::IntKind::Char),
            quals,
            align: 0,
        };
        let ty = self
            .types
            .array_of(element, ArrayLen::Known(name.len() as u64 + 1));
        let ty = QualType::plain(ty);
        let object = self.new_object("__func__", ty, Storage::Static, range);
        let text = name.bytes().map(u32::from).chain([0]).collect();
        let value = Expr {
            kind: ExprKind::String(text),
            ty,
            range,
            effects: false,
        };
        self.objects[object.0 as usize].init = Some(Init::Parts(vec![whole(ty, value)]));
        for name in ["__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"] {
            self.scopes.declare(name, Entry::Object(object));
        }
    }

    /// A definition with a list of names (6.9.1 §6): its type, as a call sees it, its parameters, and what
    /// else is declared with them.
    fn old_style(
        &mut self,
        ty: TypeId,
        names: &'a [Node<Identifier>],
        definition: &'a FunctionDefinition,
    ) -> (TypeId, Vec<ObjectId>, BesideParams<'a>) {
        self.scopes.enter();
        let mut objects: FxHashMap<&str, ObjectId> = FxHashMap::default();
        for declaration in &definition.declarations {
            let range = range_of(declaration);
            let specifiers = self.specifiers(&declaration.node.specifiers, range, false);
            for node in &declaration.node.declarators {
                let declared = self.declarator(specifiers.ty, &node.node.declarator);
                let Some((name, range)) = declared.name else {
                    continue;
                };
                if !names.iter().any(|n| n.node.name == name) {
                    self.error(range, format!("`{name}` is not among the parameters"));
                }
                let ty = self.adjust_parameter(declared.ty);
                objects.insert(name, self.declare_parameter(Some((name, range)), ty, range));
            }
        }
        let mut params = Vec::new();
        for name in names {
            let range = range_of(name);
            let name = name.node.name.as_str();
            params.push(objects.remove(name).unwrap_or_else(|| {
                self.warn(range, format!("`{name}` has no type and is taken as `int`"));
                self.declare_parameter(Some((name, range)), QualType::plain(Types::INT), range)
            }));
        }
        let beside = self.scopes.leave_params();
        let Some(f) = self.types.function(ty) else {
            return (ty, params, beside);
        };
        let result = f.result;
        let f = FunctionType {
            result,
            params: Vec::new(),
            prototype: false,
            variadic: false,
        };
        let ty = self.types.intern(Type::Function(Box::new(f)));
        (ty, params, beside)
    }
}
