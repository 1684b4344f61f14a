//! The text that gives a part of an object any value: a line for each scalar, so that each value of a test has a name.

use super::Maker;
use super::access::Part;
use super::ask::{Root, Said};
use super::place::{Leaf, Leaves, MOST_LEAVES, Word, suffix};
use super::request::{Contents, HarnessInput, InputRequest, InputSite, Moment};
use super::write::Piece;
use crate::sema::hir::ObjectId;
use crate::sema::types::{QualType, Quals, Type, TypeId};

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
            Some(Said::Constant(None)) if matches!(given.root, Root::Object(_)) => {
                // One that is defined elsewhere has any value in the beginning.
                match given.moment {
                    Moment::Start => None,
                    Moment::Cycle | Moment::Call => return,
                }
            }
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
}
