//! What somebody should look at before believing that code is dead: variables that the environment may change and
//! that are no inputs.

use std::collections::BTreeSet;

use super::Maker;
use super::access::{Accesses, Part};
use super::choose::quals;
use crate::sema::hir::{ObjectId, Storage};

/// So many names are listed in a sentence.
const MOST_NAMES: usize = 12;

impl Maker<'_> {
    /// Warn about what looks like an input and is none, and say what is taken for granted.
    pub(super) fn review(&mut self, found: &Accesses, inputs: &[(ObjectId, Vec<Part>, String)]) {
        let (mut fixed, mut calibrated, mut volatile) = (Vec::new(), Vec::new(), Vec::new());
        let mut seen = BTreeSet::new();
        let names = self.unit.names.iter().flat_map(|names| &names.objects);
        for (name, id, is_internal) in names {
            let Some(uses) = found.uses.get(id).filter(|_| seen.insert(*id)) else {
                continue;
            };
            let object = self.unit.object(*id);
            let quals = quals(&self.unit.types, object.ty);
            let is_input = inputs.iter().any(|(input, ..)| input == id);
            let is_constant = self.is_constant(*id);
            let place = self.place(object.range);
            let write = uses.writes.first();
            let written = write.map(|access| self.source.sources.place(self.place(access.range)));
            match (is_input, quals.is_volatile) {
                (true, true) => volatile.push(name.clone()),
                (false, true) if is_constant => {}
                (false, true) if quals.is_const => calibrated.push(name.clone()),
                (false, true) => {
                    let why = match &written {
                        Some(at) => format!("it is written at {at}"),
                        None => "its address is taken".to_owned(),
                    };
                    let message = format!(
                        "`{name}` is volatile and no input ({why}): it changes only by what these files write"
                    );
                    let hint = format!(
                        "if hardware or others write it, make it an input: --inputs {name}"
                    );
                    self.warn(place, message, &hint);
                }
                (false, false) => {
                    let address = uses.addresses.first();
                    let may_be_set = object.init.is_none() || !*is_internal;
                    let is_candidate = !quals.is_const
                        && may_be_set
                        && !is_constant
                        && object.storage == Storage::Static;
                    if let (Some(address), None, true) = (address, write, is_candidate) {
                        let place = self.place(address.range);
                        let message = format!(
                            "`{name}` counts as written because its address is taken here; nothing else writes it"
                        );
                        let hint = format!("if others write it, make it an input: --inputs {name}");
                        self.warn(place, message, &hint);
                    } else if write.is_none()
                        && address.is_none()
                        && *is_internal
                        && object.init.is_some()
                        && !quals.is_const
                    {
                        fixed.push(name.clone());
                    }
                }
                (true, false) => {}
            }
            let because = inputs.iter().find(|(input, ..)| input == id);
            if let (Some((_, path, because)), Some(access)) = (because, write)
                && because == "asked for"
                && super::access::overlap(path, &access.path)
            {
                let place = self.place(access.range);
                let message =
                    format!("`{name}` is an input, and written here: the next cycle forgets that");
                self.warn(
                    place,
                    message,
                    "a variable that keeps its value between cycles is no input",
                );
            }
        }
        for (id, ..) in inputs {
            let uses = found.uses.get(id);
            let is_used = uses.is_some_and(|u| !u.reads.is_empty() || !u.addresses.is_empty());
            if !is_used {
                let object = self.unit.object(*id);
                let message = format!("`{}` is an input that nothing reads", object.name);
                let place = self.place(object.range);
                self.warn(place, message, "is it another variable that is meant?");
            }
        }
        self.assume_about("constant, because static and never written", &fixed);
        let calibration = "constant, because const volatile and not asked for as an input";
        self.assume_about(calibration, &calibrated);
        self.assume_about(
            "volatile inputs keep their values within a cycle",
            &volatile,
        );
    }

    fn assume_about(&mut self, what: &str, names: &[String]) {
        if names.is_empty() {
            return;
        }
        let shown = names.iter().take(MOST_NAMES);
        let shown: Vec<String> = shown.map(|name| format!("`{name}`")).collect();
        let more = match names.len() - shown.len() {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        self.assumptions
            .push(format!("{what}: {}{more}", shown.join(", ")));
    }

    /// Does somebody say that it is a constant?
    fn is_constant(&self, id: ObjectId) -> bool {
        use super::ask::{Root, Said, Subject};
        self.asked.all.iter().any(|asked| {
            matches!(&asked.subject, Subject::Part(Root::Object(of), _) if *of == id)
                && matches!(asked.said, Said::Constant(_))
        })
    }
}
