//! The text that gives a part of an object any value: a line for each scalar, so that each value of a test has a name.

use super::Maker;
use super::access::Part;
use super::ask::{Asked, Root, Said};
use super::number::{Number, has_single, integer_text};
use super::place::{Leaf, Leaves, MOST_LEAVES, Word, suffix};
use super::request::{Contents, HarnessInput, InputRequest, InputSite, Moment};
use super::write::Piece;
use crate::sema::hir::ObjectId;
use crate::sema::types::{FloatKind, QualType, Quals, Type, TypeId};

/// What is given values.
struct Given<'g> {
    root: Root,
    file: usize,
    because: &'g str,
    moment: Moment,
    /// Its name for people.
    name: String,
    /// The words of that name behind the root's.
    above: Vec<Word>,
    /// Does it take the values that it has, if it is a pointer about which nothing is said?
    keeps_pointers: bool,
}

/// The values that a scalar may have.
#[derive(Default)]
struct Bounds {
    /// What must hold of `@`.
    condition: Option<String>,
    integers: Option<(i128, i128)>,
    /// As they were written.
    range: Option<(String, String)>,
}

/// A scalar that was given any value: name, type, range.
type Listed = (String, String, Option<(String, String)>);

impl Maker<'_> {
    /// A part of a global variable has any value in each cycle.
    pub(super) fn give_object(&mut self, id: ObjectId, path: &[Part], because: &str) {
        let object = self.unit.object(id);
        let file = self.file_of(object.range);
        let (name, ty) = (object.name.clone(), object.ty);
        let root = Root::Object(id);
        let piece = self.give(root, file, (&name, ty), path, (because, Moment::Cycle));
        let cycle = &mut self.texts[file].cycle;
        let start = cycle.lines.len();
        cycle.lines.extend(piece.lines);
        let sites = piece.sites.into_iter();
        cycle
            .sites
            .extend(sites.map(|(at, site)| (start + at, site)));
    }

    /// The text that gives a part of what `text` stands for any value.
    pub(super) fn give(
        &mut self,
        root: Root,
        file: usize,
        (text, ty): (&str, QualType),
        path: &[Part],
        (because, moment): (&str, Moment),
    ) -> Piece {
        let object = match root {
            Root::Object(id) => Some(self.unit.object(id)),
            _ => None,
        };
        let given = Given {
            root,
            file,
            because,
            moment,
            name: self.root_name(root),
            above: Vec::new(),
            keeps_pointers: object.is_some_and(|object| object.init.is_some()),
        };
        let mut piece = Piece::default();
        let listed = self.give_part(&given, text, ty, path, &mut piece);
        self.list(&given, ty, path, listed);
        piece
    }

    /// Put what was given on the list for review: as a whole, or one by one if ranges differ.
    fn list(&mut self, given: &Given<'_>, ty: QualType, path: &[Part], listed: Vec<Listed>) {
        let Some((_, _, first)) = listed.first() else {
            return;
        };
        let place = self.source.sources.place(self.root_place(given.root));
        let entry = |name: String, type_name: String, range: Option<(String, String)>| {
            let (from, to) = range.unzip();
            let because = given.because.to_owned();
            HarnessInput {
                name,
                type_name,
                from,
                to,
                because,
                place: place.clone(),
            }
        };
        let is_pointer = matches!(self.unit.types.get(ty.ty), Type::Pointer(_)) && path.is_empty();
        if listed.iter().any(|(.., range)| range != first) || is_pointer {
            for (name, type_name, range) in listed {
                self.inputs.push(entry(name, type_name, range));
            }
            return;
        }
        let (mut at, mut shown) = (ty, given.name.clone());
        for part in path {
            shown += &self.part_name(part);
            let Some(inner) = super::place::step(&self.unit.types, at.ty, part) else {
                break;
            };
            at = inner;
        }
        let type_name = self.type_name(given.file, at.ty);
        let range = first.clone();
        self.inputs.push(entry(shown, type_name, range));
    }

    /// A part, in words.
    pub(super) fn part_name(&self, part: &Part) -> String {
        match part {
            Part::Member(id, position) => {
                let fields = self.unit.types.record(*id).fields.as_ref();
                let name = fields.and_then(|fields| fields[*position].name.as_ref());
                name.map(|name| format!(".{name}")).unwrap_or_default()
            }
            Part::Element(Some(n)) => format!("[{n}]"),
            Part::Element(None) => "[]".to_owned(),
        }
    }

    fn type_name(&self, file: usize, ty: TypeId) -> String {
        let spelled = self.speller(file).declare(QualType::plain(ty), "");
        spelled.unwrap_or_else(|| self.unit.types.show_id(ty))
    }

    fn give_part(
        &mut self,
        given: &Given<'_>,
        text: &str,
        ty: QualType,
        path: &[Part],
        piece: &mut Piece,
    ) -> Vec<Listed> {
        let leaves = Leaves::of(&self.unit.types, ty, path);
        let (found, unmade) = (leaves.found, leaves.unmade);
        if found.len() > MOST_LEAVES {
            let message = format!("`{}` has more than {MOST_LEAVES} values", given.name);
            let hint = "name the parts that matter: --inputs 'x[0],x[1]'";
            self.error(self.root_place(given.root), message, hint);
            return Vec::new();
        }
        for unmade in unmade {
            let part = Leaf {
                words: unmade.words.clone(),
                fields: Vec::new(),
                ty,
                bits: None,
                range: unmade.range,
            };
            let asked = self.asked.of(given.root, &part, &given.above);
            if asked.is_some_and(|asked| matches!(asked.said, Said::Constant(None))) {
                continue;
            }
            let part = suffix(&unmade.words);
            let message = format!(
                "`{}{part}` cannot be an input: it is {}",
                given.name, unmade.what
            );
            let place = unmade
                .range
                .map_or(self.root_place(given.root), |range| self.place(range));
            self.error(
                place,
                message,
                "name the inputs that there are: --inputs a,b,c; or make it a constant",
            );
        }
        let mut listed = Vec::new();
        for leaf in found {
            self.give_leaf(given, text, &leaf, piece, &mut listed);
        }
        listed
    }

    fn give_leaf(
        &mut self,
        given: &Given<'_>,
        text: &str,
        leaf: &Leaf,
        piece: &mut Piece,
        listed: &mut Vec<Listed>,
    ) {
        let name = format!("{}{}", given.name, leaf.suffix());
        // A variable that two requests name is given a value once.
        if matches!(given.root, Root::Object(_)) && given.moment == Moment::Cycle {
            let text = format!("{} {name}", given.file);
            if !self.given.insert(text) {
                return;
            }
        }
        let asked = self.asked.of(given.root, leaf, &given.above).cloned();
        let place = leaf
            .range
            .map_or(self.root_place(given.root), |range| self.place(range));
        let text = format!("{text}{}", leaf.suffix());
        let request = match asked.as_ref().map(|asked| &asked.said) {
            Some(Said::Constant(None)) if matches!(given.root, Root::Object(_)) => return,
            Some(Said::Constant(Some(_))) if matches!(given.root, Root::Object(_)) => return,
            Some(Said::Constant(Some(value))) => {
                if let Some(value) = self.value_text(leaf, &name, value, asked.as_ref()) {
                    piece.line(format!("{text} = {value};"));
                }
                return;
            }
            Some(Said::Constant(None)) => {
                let message = format!("`{name}` is said to be a constant, but not which");
                self.error(
                    place,
                    message,
                    "give it a value, in the configuration: [constants]",
                );
                return;
            }
            Some(Said::Input(request)) => Some(request.clone()),
            None => None,
        };
        if let Type::Pointer(target) = *self.unit.types.get(leaf.ty.ty) {
            self.give_pointer(given, (&text, &name), leaf, target, piece, listed);
            return;
        }
        let is_volatile = leaf.ty.quals.is_volatile;
        if leaf.ty.quals.is_const && !is_volatile {
            let message = format!("`{name}` is const: nothing changes it");
            let hint = "what is set from outside is declared const volatile, or not const at all";
            self.error(place, message, hint);
            return;
        }
        let Some(source) = self.source_of(given.file, leaf.ty.ty) else {
            return;
        };
        let bounds = self.bounds(leaf, &name, request.as_ref(), asked.as_ref());
        let is_plain = leaf.bits.is_none() && !leaf.ty.quals.is_const;
        let checked = if is_plain {
            text.as_str()
        } else {
            "ferric3_value"
        };
        let assume = bounds.condition.map(|condition| {
            self.texts[given.file].assume();
            format!(" __VERIFIER_assume({});", condition.replace('@', checked))
        });
        let assume = assume.unwrap_or_default();
        let type_name = self.type_name(given.file, leaf.ty.ty);
        let line = match is_plain {
            true => format!("{text} = __VERIFIER_nondet_{source}();{assume}"),
            false => {
                let plain = QualType::plain(leaf.ty.ty);
                let local = self.speller(given.file).declare(plain, "ferric3_value");
                let local = local.unwrap_or_default();
                let target = match leaf.ty.quals.is_const {
                    true => {
                        self.texts[given.file].without_const = true;
                        let pointer = self.speller(given.file).declare(plain, "*");
                        format!("*(volatile {})&{text}", pointer.unwrap_or_default())
                    }
                    false => text,
                };
                format!(
                    "{{ {local} = __VERIFIER_nondet_{source}();{assume} {target} = ferric3_value; }}"
                )
            }
        };
        let site = InputSite {
            file: String::new(),
            line: 0,
            name: name.clone(),
            type_name: type_name.clone(),
            bounds: bounds.integers,
            range: bounds.range.clone(),
            moment: given.moment,
        };
        piece.sites.push((piece.lines.len(), site));
        piece.line(line);
        listed.push((name, type_name, bounds.range));
    }

    /// A pointer points to an object of the harness.
    fn give_pointer(
        &mut self,
        given: &Given<'_>,
        (text, name): (&str, &str),
        leaf: &Leaf,
        target: QualType,
        piece: &mut Piece,
        listed: &mut Vec<Listed>,
    ) {
        let words: Vec<Word> = given.above.iter().chain(&leaf.words).cloned().collect();
        let exact = self.asked.exactly(given.root, &words).cloned();
        let request = match exact.as_ref().map(|asked| &asked.said) {
            Some(Said::Input(request)) => request.clone(),
            _ => InputRequest::default(),
        };
        let place = leaf
            .range
            .map_or(self.root_place(given.root), |range| self.place(range));
        let shown = self.unit.types.show_id(leaf.ty.ty);
        let is_param = matches!(given.root, Root::Param(..)) && words.is_empty();
        if request.size.is_none() && !is_param {
            if given.keeps_pointers {
                self.assumptions.push(format!(
                    "`{name}` keeps its first value: it is a pointer that nothing writes"
                ));
            } else {
                let message = format!("`{name}` cannot be an input: it is a pointer (`{shown}`)");
                let hint = format!(
                    "say how many elements it points to, in the configuration: \
                     [inputs] \"{name}\" = {{ size = 1 }}; or make it a constant"
                );
                self.error(place, message, &hint);
            }
            return;
        }
        let plain = QualType {
            quals: Quals::default(),
            ..target
        };
        let number = self.objects;
        self.objects += 1;
        let object = format!("ferric3_object_{number}");
        let (declarator, address) = match request.size {
            Some(size) => (format!("{object}[{}]", size.max(1)), object.clone()),
            None => (object.clone(), format!("&{object}")),
        };
        let is_object = self.unit.types.is_complete(target.ty);
        let spelled = self.speller(given.file).declare(plain, &declarator);
        let (Some(spelled), true, true) = (spelled, is_object, request.size != Some(0)) else {
            let message =
                format!("`{name}` cannot be given an object to point to: it is a `{shown}`");
            let hint = "write a function that makes what it needs and calls it, and name that one as the entry";
            self.error(place, message, hint);
            return;
        };
        let definitions = &mut self.texts[given.file].definitions;
        definitions.line(format!("static {spelled};"));
        piece.line(format!("{text} = {address};"));
        let count = request.size.unwrap_or(1);
        let what = match count {
            1 => "one object".to_owned(),
            n => format!("an array of {n}"),
        };
        let of = match request.contents {
            Contents::Inputs => "whose contents are inputs",
            Contents::State => "that is zero in the beginning and keeps what the program writes",
        };
        self.assumptions.push(format!(
            "`{name}` is not null and points to {what} of its own {of}"
        ));
        if request.contents == Contents::State {
            return;
        }
        if count > MOST_LEAVES as u64 {
            let message = format!("`{name}` points to more than {MOST_LEAVES} values");
            self.error(place, message, "a smaller size will do for most questions");
            return;
        }
        for n in 0..count {
            let mut above = words.clone();
            let element = match request.size {
                Some(_) => {
                    above.push(Word::Index(n));
                    format!("[{n}]")
                }
                None => String::new(),
            };
            let is_scalar = self.unit.types.is_scalar(target.ty);
            let star = if is_scalar && element.is_empty() {
                "*"
            } else {
                ""
            };
            let inner = Given {
                name: format!("{star}{name}{element}"),
                above,
                because: given.because,
                keeps_pointers: false,
                ..*given
            };
            listed.extend(self.give_part(&inner, &format!("{object}{element}"), plain, &[], piece));
        }
    }

    /// A constant of the program, as a value of a scalar.
    pub(super) fn value_text(
        &mut self,
        leaf: &Leaf,
        name: &str,
        value: &str,
        asked: Option<&Asked>,
    ) -> Option<String> {
        let number = self.number(leaf, name, value, asked)?;
        self.number_text(leaf, value, number)
    }

    fn number_text(&self, leaf: &Leaf, text: &str, number: Number) -> Option<String> {
        match number {
            Number::Integer(n) if self.unit.types.is_float(leaf.ty.ty) => Some(format!("{n}.0")),
            Number::Integer(n) => integer_text(n),
            Number::Real { .. } => Some(text.trim().to_owned()),
        }
    }

    /// Read a constant that a scalar is compared with or set to.
    fn number(
        &mut self,
        leaf: &Leaf,
        name: &str,
        text: &str,
        asked: Option<&Asked>,
    ) -> Option<Number> {
        let constants = self.unit.names.iter().flat_map(|names| &names.constants);
        let constants: Vec<&(String, i128)> = constants.collect();
        let value = |word: &str| constants.iter().find(|(n, _)| n == word).map(|(_, v)| *v);
        let number = Number::read(text, value);
        let ty = leaf.ty.ty;
        let shown = self.unit.types.show_id(ty);
        let problem = match number {
            None => Some(format!("`{text}` is not a constant")),
            Some(Number::Real { .. }) if !self.unit.types.is_float(ty) => Some(format!(
                "`{text}` is not an integer, but `{name}` is one (`{shown}`)"
            )),
            Some(Number::Integer(n)) => match self.limits(leaf) {
                Some((least, most)) if n < least || n > most => Some(format!(
                    "{text} is not a value of `{name}`, which goes from {least} to {most}"
                )),
                _ if self.unit.types.pointee(ty).is_some() && n != 0 => {
                    Some(format!("`{name}` is a pointer, and its only constant is 0"))
                }
                _ if self.unit.types.is_integer(ty) && integer_text(n).is_none() => {
                    Some(format!("{text} has more than 64 bits"))
                }
                _ => None,
            },
            Some(_) => None,
        };
        let Some(problem) = problem else {
            return number;
        };
        let place = self.asked_place(leaf, asked);
        self.error(
            place,
            problem,
            "constants are numbers as in C, or names of an enumeration",
        );
        None
    }

    /// Where somebody looks who wants to know what is wrong with what is said of a scalar.
    fn asked_place(&self, leaf: &Leaf, asked: Option<&Asked>) -> ferric3_ivl::Span {
        let said = asked.and_then(|asked| asked.place);
        let place = said.or(leaf.range.map(|range| self.place(range)));
        place.unwrap_or_else(|| match asked.map(|asked| &asked.subject) {
            Some(super::ask::Subject::Part(root, _)) => self.root_place(*root),
            _ => self.source.span(0, 1),
        })
    }

    /// The least and the greatest value of an integer of at most 64 bits.
    fn limits(&self, leaf: &Leaf) -> Option<(i128, i128)> {
        let types = &self.unit.types;
        if matches!(types.get(leaf.ty.ty), Type::Bool) {
            return Some((0, 1));
        }
        types.int_kind(leaf.ty.ty)?;
        let width = leaf.bits.or(types.scalar_width(leaf.ty.ty))?;
        (width <= 64).then(|| match types.is_signed(leaf.ty.ty) {
            true => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
            false => (0, (1 << width) - 1),
        })
    }

    fn bounds(
        &mut self,
        leaf: &Leaf,
        name: &str,
        request: Option<&InputRequest>,
        asked: Option<&Asked>,
    ) -> Bounds {
        let limits = self.limits(leaf);
        let Some(request) = request else {
            let condition = leaf.bits.and(limits).map(|limits| between(limits, None));
            return Bounds {
                condition: condition.flatten(),
                integers: limits,
                range: None,
            };
        };
        if !request.values.is_empty() {
            return self.one_of(leaf, name, &request.values, asked);
        }
        let mut read = |text: &Option<String>| {
            let text = text.as_ref()?;
            Some((text.clone(), self.number(leaf, name, text, asked)?))
        };
        let (from, to) = (read(&request.from), read(&request.to));
        let place = self.asked_place(leaf, asked);
        let is_empty = match (&from, &to) {
            (Some((_, from)), Some((_, to))) => match self.unit.types.get(leaf.ty.ty) {
                Type::Float(FloatKind::Float) => !has_single(from.approximate(), to.approximate()),
                _ => match (from, to) {
                    (Number::Integer(from), Number::Integer(to)) => from > to,
                    _ => from.approximate() > to.approximate(),
                },
            },
            _ => false,
        };
        let is_half = matches!(
            self.unit.types.get(leaf.ty.ty),
            Type::Float(FloatKind::Half)
        );
        let is_bounded = from.is_some() || to.is_some();
        if is_empty || (is_half && is_bounded) {
            let message = match is_half {
                true => format!("ranges of `_Float16` are not supported: `{name}`"),
                false => format!("the range of `{name}` is empty"),
            };
            let hint = "the least value comes first, and the type has a value between both";
            self.error(place, message, hint);
            return Bounds::default();
        }
        if let Some((least, most)) = limits {
            let integer = |bound: &Option<(String, Number)>, other: i128| match bound {
                Some((_, Number::Integer(n))) => *n,
                _ => other,
            };
            let bounds = (integer(&from, least), integer(&to, most));
            let known = if leaf.bits.is_some() {
                None
            } else {
                Some((least, most))
            };
            return Bounds {
                condition: between(bounds, known),
                integers: Some(bounds),
                range: is_bounded.then(|| (bounds.0.to_string(), bounds.1.to_string())),
            };
        }
        let mut conditions = Vec::new();
        for (bound, operator) in [(&from, ">="), (&to, "<=")] {
            if let Some((text, number)) = bound
                && let Some(text) = self.number_text(leaf, text, *number)
            {
                conditions.push(format!("@ {operator} {text}"));
            }
        }
        let text = |bound: &Option<(String, Number)>, other: &str| {
            bound
                .as_ref()
                .map_or(other.to_owned(), |(text, _)| text.clone())
        };
        Bounds {
            condition: (!conditions.is_empty()).then(|| conditions.join(" && ")),
            integers: None,
            range: is_bounded.then(|| (text(&from, "-INFINITY"), text(&to, "INFINITY"))),
        }
    }

    /// A scalar has one of some values.
    fn one_of(
        &mut self,
        leaf: &Leaf,
        name: &str,
        values: &[String],
        asked: Option<&Asked>,
    ) -> Bounds {
        let mut numbers = Vec::new();
        let mut conditions = Vec::new();
        for value in values {
            let Some(number) = self.number(leaf, name, value, asked) else {
                return Bounds::default();
            };
            if let (Type::Float(kind), Number::Real { value: real, .. }) =
                (self.unit.types.get(leaf.ty.ty), number)
                && matches!(kind, FloatKind::Float | FloatKind::Half)
                && f64::from(real as f32) != real
            {
                let message = format!("{value} is not a value of `{name}`: no `float` equals it");
                let place = self.asked_place(leaf, asked);
                self.error(place, message, &format!("write it as a `float`: {value}f"));
                return Bounds::default();
            }
            if let Some(text) = self.number_text(leaf, value, number) {
                conditions.push(format!("@ == {text}"));
            }
            numbers.push(number);
        }
        let integers = numbers.iter().map(|number| match number {
            Number::Integer(n) => Some(*n),
            Number::Real { .. } => None,
        });
        let integers: Option<Vec<i128>> = integers.collect();
        let ends = integers.and_then(|all| Some((*all.iter().min()?, *all.iter().max()?)));
        let by_size = |a: &&Number, b: &&Number| a.approximate().total_cmp(&b.approximate());
        let at = |number: Option<&Number>| {
            let at = number.and_then(|number| numbers.iter().position(|n| n == number));
            values[at.unwrap_or(0)].clone()
        };
        Bounds {
            condition: Some(conditions.join(" || ")),
            integers: ends,
            range: Some((
                at(numbers.iter().min_by(by_size)),
                at(numbers.iter().max_by(by_size)),
            )),
        }
    }
}

/// That `@` lies between bounds; what its type says anyway is left out.
fn between((from, to): (i128, i128), known: Option<(i128, i128)>) -> Option<String> {
    let mut conditions = Vec::new();
    if known.is_none_or(|(least, _)| from > least) {
        conditions.push(format!("@ >= {}", integer_text(from)?));
    }
    if known.is_none_or(|(_, most)| to < most) {
        conditions.push(format!("@ <= {}", integer_text(to)?));
    }
    (!conditions.is_empty()).then(|| conditions.join(" && "))
}
