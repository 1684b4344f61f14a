//! What the program declares and nobody defines: variables get a definition and any first value, functions a body
//! that returns any value. Both would be the same without the harness; with it, a compiler can link the program,
//! and each value has a name.
//!
//! A function that may write through a pointer that it is given gets no body: what it writes is not known, and the
//! analysis must not take it for nothing.

use super::Maker;
use super::access::{Accesses, Part};
use super::ask::{Root, Said, Subject};
use super::place::{Leaf, Leaves};
use super::request::Moment;
use super::write::Piece;
use crate::lower::library::is_foreign_function;
use crate::lower::start::is_of_library;
use crate::sema::hir::{FunctionId, ObjectId, Range, Storage};
use crate::sema::types::{QualType, Type, Types};

/// The chosen inputs: variable, part, why.
type Inputs = [(ObjectId, Vec<Part>, String)];

impl Maker<'_> {
    /// Variables whose values are fixed have them from the start.
    pub(super) fn fix_constants(&mut self) {
        let fixed = self
            .asked
            .all
            .iter()
            .filter_map(|asked| match (&asked.subject, &asked.said) {
                (Subject::Part(Root::Object(id), _), Said::Constant(Some(value))) => {
                    asked.used.set(true);
                    Some((*id, value.clone(), asked.clone()))
                }
                _ => None,
            });
        let fixed: Vec<_> = fixed.collect();
        for (id, value, asked) in fixed {
            let object = self.unit.object(id);
            let (name, ty, range) = (object.name.clone(), object.ty, object.range);
            let file = self.file_of(range);
            let leaves = Leaves::of(&self.unit.types, ty, &asked.path).found;
            for leaf in leaves {
                let text = format!("{name}{}", leaf.suffix());
                let Some(value) = self.value_text(&leaf, &text, &value, Some(&asked)) else {
                    continue;
                };
                let quals = leaf.ty.quals;
                if quals.is_const && !quals.is_volatile {
                    let message = format!("`{text}` is const: it has the value of its definition");
                    let place = self.place(range);
                    self.error(place, message, "change it there");
                    continue;
                }
                let plain = QualType::plain(leaf.ty.ty);
                let pointer = self.speller(file).declare(plain, "*");
                let texts = &mut self.texts[file];
                texts.without_const |= quals.is_const;
                texts.start.line(match pointer.filter(|_| quals.is_const) {
                    Some(pointer) => format!("*(volatile {pointer})&{text} = {value};"),
                    None => format!("{text} = {value};"),
                });
            }
        }
    }

    /// Define the variables that are used and defined nowhere.
    pub(super) fn define_variables(&mut self, found: &Accesses, inputs: &Inputs) {
        let used = found
            .uses
            .keys()
            .copied()
            .chain(inputs.iter().map(|(id, ..)| *id));
        let used: std::collections::BTreeSet<ObjectId> = used.collect();
        for id in used {
            let object = self.unit.object(id);
            if object.storage != Storage::Extern || is_of_library(&object.name) {
                continue;
            }
            let (name, ty, range) = (object.name.clone(), object.ty, object.range);
            let file = self.file_of(range);
            let place = self.place(range);
            let definition = format!("__typeof__({name}) {name};");
            let quals = super::choose::quals(&self.unit.types, ty);
            let leaves = Leaves::of(&self.unit.types, ty, &[]);
            let is_all = |path: &[Part]| path.iter().all(|part| *part == Part::Element(None));
            let is_input = inputs
                .iter()
                .any(|(input, path, _)| *input == id && is_all(path));
            let is_open = |leaf: &Leaf| {
                let is_pointer = self.unit.types.pointee(leaf.ty.ty).is_some();
                !is_pointer && (is_input || !leaf.ty.quals.is_const)
            };
            let is_made = leaves.unmade.is_empty()
                && leaves.found.iter().all(is_open)
                && leaves.found.len() <= super::place::MOST_LEAVES;
            if !is_made || object.weak {
                if self.unit.types.is_complete(ty.ty) {
                    self.texts[file].rest.push(definition);
                }
                let message = format!(
                    "`{name}` is defined in none of the files: the analysis takes any value for it, a compiled harness 0"
                );
                let hint = match quals.is_volatile {
                    true => format!(
                        "name the file that defines it, or make it an input: --inputs {name}"
                    ),
                    false => "name the file that defines it, too".to_owned(),
                };
                self.warn(place, message, &hint);
                continue;
            }
            self.texts[file].definitions.line(definition);
            if is_input {
                continue;
            }
            let root = Root::Object(id);
            let because = "defined elsewhere: any value in the beginning";
            let piece = self.give(root, file, (&name, ty), &[], (because, Moment::Start));
            let start = &mut self.texts[file].start;
            let before = start.lines.len();
            start.lines.extend(piece.lines);
            let sites = piece.sites.into_iter();
            start
                .sites
                .extend(sites.map(|(at, site)| (before + at, site)));
            let is_part = inputs.iter().any(|(input, ..)| *input == id);
            if !is_part {
                let message = format!(
                    "`{name}` is defined in none of the files, and is no input: it has any value in the beginning, \
                     and then what these files write"
                );
                self.warn(
                    place,
                    message,
                    &format!("if others write it, too, make it an input: --inputs {name}"),
                );
            }
        }
    }

    /// Give functions without a body one, where it is sure what it may do.
    pub(super) fn define_functions(&mut self, found: &Accesses) {
        let foreign: Vec<(FunctionId, Range)> = found
            .foreign
            .iter()
            .map(|(f, range)| (*f, *range))
            .collect();
        for (f, range) in foreign {
            let function = self.unit.function(f);
            if !is_foreign_function(&function.name, &self.options.errors)
                || function.is_unclear()
                || function.weak
            {
                continue;
            }
            let name = function.name.clone();
            let (noreturn, declared) = (function.noreturn, function.range);
            let Some(ty) = self.unit.types.function(function.ty).cloned() else {
                continue;
            };
            let file = self.file_of(declared);
            let is_pointer = |ty: &QualType| self.unit.types.pointee(ty.ty);
            let writes = ty.params.iter().filter_map(is_pointer).any(|target| {
                !target.quals.is_const && self.unit.types.function(target.ty).is_none()
            });
            let is_open = writes || ty.variadic || !ty.prototype;
            if writes && !noreturn {
                let place = self.place(range);
                let message = format!(
                    "`{name}` has no body and may write through a pointer: what it writes is not known, and goals \
                     behind calls with addresses of variables stay open"
                );
                self.warn(
                    place,
                    message,
                    "give it a body that does what the real one may do",
                );
            }
            let speller = self.speller(file);
            let params = speller.params(&ty, |i| format!("ferric3_parameter_{}", i + 1));
            let head =
                params.and_then(|params| speller.declare(ty.result, &format!("{name}({params})")));
            let Some(head) = head else {
                let place = self.place(declared);
                let message = format!(
                    "a type of `{name}` has no name, so a compiled harness has to be linked with it"
                );
                self.warn(place, message, "give the type a tag or a typedef");
                continue;
            };
            let result = QualType::plain(ty.result.ty);
            let returns_pointer = matches!(self.unit.types.get(result.ty), Type::Pointer(_));
            let is_made = self.unit.types.is_complete(result.ty) || result.ty == Types::VOID;
            if noreturn || returns_pointer || is_open || !is_made {
                let rest = self.rest_of(file, &head, result, noreturn);
                self.texts[file].rest.push(rest);
                if !noreturn && result.ty != Types::VOID {
                    self.list_result(f, file, result);
                }
                continue;
            }
            self.make_body(f, file, &head, result);
        }
    }

    fn make_body(&mut self, f: FunctionId, file: usize, head: &str, result: QualType) {
        let mut body = Piece::default();
        body.line(format!("{head} {{"));
        if result.ty != Types::VOID {
            let local = self.speller(file).declare(result, "ferric3_result");
            let is_record = matches!(self.unit.types.get(result.ty), Type::Record(_));
            let first = if is_record { "{ 0 }" } else { "0" };
            body.line(format!("    {} = {first};", local.unwrap_or_default()));
            let because = ("function without a body", Moment::Call);
            let given = self.give(
                Root::Result(f),
                file,
                ("ferric3_result", result),
                &[],
                because,
            );
            let start = body.lines.len();
            body.lines
                .extend(given.lines.iter().map(|line| format!("    {line}")));
            let sites = given.sites.into_iter();
            body.sites
                .extend(sites.map(|(at, site)| (start + at, site)));
            body.line("    return ferric3_result;");
        }
        body.line("}");
        let name = &self.unit.function(f).name;
        self.assumptions.push(format!(
            "`{name}()` has no body: it changes nothing of the program{}",
            if result.ty == Types::VOID {
                ""
            } else {
                " and returns any value"
            },
        ));
        let definitions = &mut self.texts[file].definitions;
        let start = definitions.lines.len();
        definitions.lines.extend(body.lines);
        let sites = body.sites.into_iter();
        definitions
            .sites
            .extend(sites.map(|(at, site)| (start + at, site)));
    }

    /// A definition for a compiler only, of a function that the analysis treats in its own way.
    fn rest_of(&mut self, file: usize, head: &str, result: QualType, noreturn: bool) -> String {
        let body = match self.source_of_result(file, result) {
            _ if noreturn => "__builtin_exit(0);".to_owned(),
            Some(source) => format!("return __VERIFIER_nondet_{source}();"),
            None if result.ty == Types::VOID => String::new(),
            None => {
                let local = self.speller(file).declare(result, "ferric3_result");
                format!(
                    "static {}; return ferric3_result;",
                    local.unwrap_or_default()
                )
            }
        };
        format!("{head} {{ {body} }}")
    }

    fn source_of_result(&mut self, file: usize, result: QualType) -> Option<&'static str> {
        let is_arithmetic = self.unit.types.is_arithmetic(result.ty);
        is_arithmetic.then(|| self.source_of(file, result.ty))?
    }

    fn list_result(&mut self, f: FunctionId, file: usize, result: QualType) {
        let root = Root::Result(f);
        let place = self.source.sources.place(self.root_place(root));
        let spelled = self.speller(file).declare(result, "");
        self.inputs.push(super::HarnessInput {
            name: self.root_name(root),
            type_name: spelled.unwrap_or_else(|| self.unit.types.show_id(result.ty)),
            from: None,
            to: None,
            because: "function without a body".to_owned(),
            place,
        });
    }
}
