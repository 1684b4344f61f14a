//! The texts, put together: for each file a function that gives the inputs of the file values, and for that of the
//! entry `main`.

use std::collections::{BTreeMap, BTreeSet};

use super::Maker;
use super::ask::Root;
use super::request::{Harness, InputSite, Moment};
use super::spell::Speller;
use crate::sema::hir::FunctionId;
use crate::sema::types::{QualType, Quals, Type, TypeId, Types};
use crate::{Appended, HARNESS};

/// Lines of C, and the inputs that they read.
#[derive(Clone, Debug, Default)]
pub(super) struct Piece {
    pub(super) lines: Vec<String>,
    /// By position of the line.
    pub(super) sites: Vec<(usize, InputSite)>,
}

impl Piece {
    pub(super) fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    fn append(&mut self, other: Piece, indent: &str) {
        let start = self.lines.len();
        let lines = other.lines.into_iter();
        self.lines
            .extend(lines.map(|line| format!("{indent}{line}")));
        let sites = other.sites.into_iter();
        self.sites
            .extend(sites.map(|(at, site)| (start + at, site)));
    }
}

/// What is made for a file.
#[derive(Clone, Debug, Default)]
pub(super) struct FileText {
    /// Functions that give any value, by name, with the types of the values.
    pub(super) sources: BTreeMap<&'static str, TypeId>,
    /// Definitions of variables, and of functions without a body.
    pub(super) definitions: Piece,
    /// What is done in the beginning.
    pub(super) start: Piece,
    /// What gives the inputs values.
    pub(super) cycle: Piece,
    /// The functions that call the program.
    calls: Piece,
    /// What only a compiler needs.
    pub(super) rest: Vec<String>,
    /// Is an input `const volatile`?
    pub(super) without_const: bool,
    assumes: bool,
}

impl FileText {
    /// Are there assumptions about values?
    pub(super) fn assume(&mut self) {
        self.assumes = true;
    }
}

impl Maker<'_> {
    /// How types are written in a file.
    pub(super) fn speller(&self, file: usize) -> Speller<'_> {
        Speller {
            types: &self.unit.types,
            names: &self.unit.names[file],
        }
    }

    /// The functions that call the program; the line of the call that begins a cycle, in the text for calls.
    pub(super) fn write_main(&mut self, cycles: Option<u64>, early: bool) -> (usize, usize) {
        let file = self.file_of(self.unit.function(self.entry).range);
        let step = self.call(self.entry, Moment::Cycle);
        let init = self.init.map(|init| {
            let file = self.file_of(self.unit.function(init).range);
            (file, self.call(init, Moment::Start))
        });
        let givers = |texts: &[FileText], name: &str, wanted: fn(&FileText) -> bool| {
            let files = texts.iter().enumerate().filter(|(_, text)| wanted(text));
            files
                .map(|(i, _)| format!("ferric3_{name}_{i}"))
                .collect::<Vec<_>>()
        };
        let inputs = givers(&self.texts, "inputs", |text| !text.cycle.lines.is_empty());
        let starts = givers(&self.texts, "start", |text| !text.start.lines.is_empty());
        let mut main = Piece::default();
        for name in inputs.iter().chain(&starts) {
            main.line(format!("void {name}(void);"));
        }
        let has_init = init.is_some();
        if let Some((file, call)) = init {
            let calls = &mut self.texts[file].calls;
            calls.line("void ferric3_init(void);");
            calls.line("void ferric3_init(void) {");
            calls.append(call, "    ");
            calls.line("}");
            main.line("void ferric3_init(void);");
        }
        main.line("static void ferric3_cycle(void) {");
        for name in &inputs {
            main.line(format!("    {name}();"));
        }
        main.append(step, "    ");
        main.line("}");
        main.line("int main(void) {");
        if cycles.is_some() {
            main.line("    unsigned long long ferric3_cycles = 0;");
        }
        for name in &starts {
            main.line(format!("    {name}();"));
        }
        if early {
            for name in &inputs {
                main.line(format!("    {name}();"));
            }
        }
        if has_init {
            main.line("    ferric3_init();");
        }
        match cycles {
            None => main.line("    for (;;) {"),
            Some(n) => main.line(format!(
                "    for (; ferric3_cycles < {n}ULL; ferric3_cycles++) {{"
            )),
        }
        main.line("        ferric3_cycle();");
        let calls = &mut self.texts[file].calls;
        let at = calls.lines.len() + main.lines.len() - 1;
        main.line("    }");
        if cycles.is_some() {
            main.line("    return 0;");
        }
        main.line("}");
        calls.append(main, "");
        (file, at)
    }

    /// A call of a function of the program, with any values for its parameters.
    fn call(&mut self, f: FunctionId, moment: Moment) -> Piece {
        let function = self.unit.function(f);
        let file = self.file_of(function.range);
        let (name, ty) = (function.name.clone(), function.ty);
        let Some(body) = &function.body else {
            return Piece::default();
        };
        if body.rest.is_some() {
            let place = self.place(function.range);
            let message =
                format!("`{name}` takes variable arguments, which a harness cannot choose");
            self.error(
                place,
                message,
                "write a function that calls it, and name that one",
            );
        }
        let (mut declared, mut given, mut arguments) =
            (Piece::default(), Piece::default(), Vec::new());
        for (i, id) in body.visible_params().iter().enumerate() {
            let root = Root::Param(f, i);
            let ty = QualType {
                quals: Quals::default(),
                ..self.unit.object(*id).ty
            };
            let local = format!("ferric3_argument_{}", i + 1);
            let Some(declaration) = self.speller(file).declare(ty, &local) else {
                let message = format!("the type of `{}` has no name", self.root_name(root));
                let place = self.root_place(root);
                self.error(place, message, "give it a tag or a typedef");
                continue;
            };
            // It has a value, so that the analysis need not read any.
            let is_record = matches!(self.unit.types.get(ty.ty), Type::Record(_));
            let first = if is_record { "{ 0 }" } else { "0" };
            declared.line(format!("{declaration} = {first};"));
            let piece = self.give(root, file, (&local, ty), &[], ("parameter", moment));
            given.append(piece, "");
            arguments.push(local);
        }
        let has_result = self
            .unit
            .types
            .function(ty)
            .is_some_and(|f| f.result.ty != Types::VOID);
        let ignored = if has_result { "(void)" } else { "" };
        let mut piece = declared;
        piece.append(given, "");
        piece.line(format!("{ignored}{name}({});", arguments.join(", ")));
        piece
    }

    /// The harness.
    pub(super) fn finish(mut self, (file, at): (usize, usize)) -> Harness {
        let texts = std::mem::take(&mut self.texts);
        let mut said = BTreeSet::new();
        self.assumptions
            .retain(|sentence| said.insert(sentence.clone()));
        let mut harness = Harness {
            texts: Vec::new(),
            rest: Vec::new(),
            without_const: Vec::new(),
            has_assume: Vec::new(),
            sites: Vec::new(),
            inputs: std::mem::take(&mut self.inputs),
            cycle: (String::new(), 0),
            assumptions: std::mem::take(&mut self.assumptions),
            warnings: std::mem::take(&mut self.warnings),
            sources: self.source.sources.clone(),
        };
        for (position, text) in texts.into_iter().enumerate() {
            let name = format!("{HARNESS}{}", self.files[position]);
            let mut all = Piece::default();
            for line in self.declarations(position, &text) {
                all.line(line);
            }
            all.append(text.definitions, "");
            for (what, piece) in [("inputs", text.cycle), ("start", text.start)] {
                if !piece.lines.is_empty() {
                    all.line(format!("void ferric3_{what}_{position}(void);"));
                    all.line(format!("void ferric3_{what}_{position}(void) {{"));
                    all.append(piece, "    ");
                    all.line("}");
                }
            }
            if position == file {
                harness.cycle = (name.clone(), (all.lines.len() + at + 1) as u32);
            }
            all.append(text.calls, "");
            for (at, site) in all.sites {
                harness.sites.push(InputSite {
                    file: name.clone(),
                    line: at as u32 + 1,
                    ..site
                });
            }
            let mut lines = all.lines.join("\n");
            lines.push('\n');
            harness.texts.push(Appended {
                file: position,
                name,
                text: lines,
            });
            harness.rest.push(text.rest.join("\n"));
            harness.without_const.push(text.without_const);
            harness
                .has_assume
                .push(self.defines(position, "__VERIFIER_assume"));
        }
        harness
    }

    /// The functions that a text uses, unless the file declares them.
    fn declarations(&self, file: usize, text: &FileText) -> Vec<String> {
        let known = |name: &str| {
            self.unit.names[file]
                .functions
                .iter()
                .any(|(n, _)| n == name)
        };
        let mut lines = Vec::new();
        if text.assumes && !known("__VERIFIER_assume") {
            lines.push("void __VERIFIER_assume(int);".to_owned());
        }
        for (suffix, ty) in &text.sources {
            let name = format!("__VERIFIER_nondet_{suffix}");
            if !known(&name) {
                let ty = self.unit.types.show_id(*ty);
                lines.push(format!("{ty} {name}(void);"));
            }
        }
        lines
    }

    /// Does a file define a function?
    fn defines(&self, file: usize, name: &str) -> bool {
        self.unit.functions.iter().any(|f| {
            f.name == name && f.body.is_some() && !f.is_library && self.file_of(f.range) == file
        })
    }

    /// The function that gives any value of a scalar type, which the file is to declare.
    pub(super) fn source_of(&mut self, file: usize, ty: TypeId) -> Option<&'static str> {
        use crate::sema::types::{FloatKind, IntKind};
        let plain = match self.unit.types.get(ty) {
            Type::Enum(_) => Types::int(self.unit.types.int_kind(ty)?),
            _ => ty,
        };
        let suffix = match self.unit.types.get(plain) {
            Type::Bool => "bool",
            Type::Int(kind) => match kind {
                IntKind::Char => "char",
                IntKind::SChar => "schar",
                IntKind::UChar => "uchar",
                IntKind::Short => "short",
                IntKind::UShort => "ushort",
                IntKind::Int => "int",
                IntKind::UInt => "uint",
                IntKind::Long => "long",
                IntKind::ULong => "ulong",
                IntKind::LongLong => "longlong",
                IntKind::ULongLong => "ulonglong",
                IntKind::Int128 => "int128",
                IntKind::UInt128 => "uint128",
            },
            Type::Float(kind) => match kind {
                FloatKind::Half => "float16",
                FloatKind::Float => "float",
                FloatKind::Double => "double",
                FloatKind::LongDouble => "longdouble",
                FloatKind::Quad => "float128",
            },
            _ => return None,
        };
        let name = format!("__VERIFIER_nondet_{suffix}");
        let known = self.unit.functions.iter().find(|f| f.name == name);
        if let Some(known) = known {
            let result = self.unit.types.function(known.ty).map(|f| f.result.ty);
            if known.body.is_some() || result != Some(plain) {
                let place = self.place(known.range);
                let message = format!(
                    "the harness needs `{name}` for its inputs, which is another function here"
                );
                self.error(
                    place,
                    message,
                    "rename it: the name is that of a function that returns any value",
                );
            }
        }
        self.texts[file].sources.insert(suffix, plain);
        Some(suffix)
    }
}
