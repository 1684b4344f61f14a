//! Memory that is not freed when the program ends: by a return from `main`, or by `exit`.
//!
//! Every allocated object has an extent that is not 0 while it is alive (`lifetime.rs`). At the end,
//! *all* of them must be freed (`Check::Cleanup`), or what is not must be *reachable*
//! (`Check::Leak`): a static variable points into it, or an object that is reachable itself does, as
//! for LeakSanitizer. After the return from `main` there are no automatic variables. At a call of
//! `exit` there are; which of them exist is not followed, so memory that only they could hold is
//! not modelled there.

use ferric3_ivl::{
    BlockId, Check, IdxVec, ProcId, Procedure, PropertyKind, StmtKind, TerminatorKind,
};
use ferric3_term::TermId;

use super::heap::Allocation;
use super::location::Location;
use super::object::{Object, index_width};
use super::place::Place;
use crate::lower::{BodyState, Lower};
use crate::sema::hir::{ObjectId, Range, Storage};
use crate::sema::types::{IntKind, TypeId, Types};

/// With more objects, pointers in allocated memory are not followed.
const MOST_BLOCKS: usize = 48;
/// With more words that may be pointers to allocated memory, an object is not looked at.
const MOST_WORDS: u64 = 64;

/// The procedures that look at memory when the program ends.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Ends {
    /// After the return from the entry function.
    pub(in crate::lower) returned: ProcId,
    /// Before `exit`.
    exit: ProcId,
}

/// An allocated object.
#[derive(Clone, Copy, Debug)]
struct Block {
    object: Object,
    allocation: Allocation,
    site: Range,
    /// Which one of those that the call returns.
    number: u64,
    /// Its extent.
    extent: TermId,
}

/// Words that may be pointers to allocated memory.
#[derive(Debug, Default)]
struct Words {
    values: Vec<TermId>,
    /// There are others that are not looked at.
    incomplete: bool,
}

impl Lower<'_> {
    /// Does it matter what is allocated when the program ends?
    pub(in crate::lower) fn checks_end(&self) -> bool {
        let checks = &self.options.checks;
        checks.contains(&Check::Leak) || checks.contains(&Check::Cleanup)
    }

    /// Make the procedures that look at memory when the program ends, still without bodies.
    pub(in crate::lower) fn declare_ends(&mut self) {
        if !self.checks_end() {
            return;
        }
        let span = self.span(self.unit.function(self.entry).range);
        let mut declare = |name: &str| {
            self.program.procs.push(Procedure {
                name: name.to_owned(),
                params: Vec::new(),
                result: None,
                locals: Vec::new(),
                blocks: IdxVec::new(),
                entry: BlockId::new(0),
                span,
            })
        };
        self.memory.ends = Some(Ends {
            returned: declare("<end>"),
            exit: declare("<exit>"),
        });
    }

    /// The named function ends the program.
    pub(in crate::lower) fn exit(&mut self, name: &str, range: Range) {
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        if let (Some(ends), "exit") = (self.memory.ends, plain) {
            let (proc, args, result) = (ends.exit, Vec::new(), None);
            self.emit(StmtKind::Call { proc, args, result }, range);
        }
    }

    /// Give these procedures their bodies, after all functions have theirs.
    pub(in crate::lower) fn define_ends(&mut self) {
        let Some(Ends { returned, exit }) = self.memory.ends else {
            return;
        };
        for (proc, has_automatic) in [(returned, false), (exit, true)] {
            self.body = BodyState::default();
            self.here = self.unit.function(self.entry).range;
            let entry = self.new_block();
            self.switch_to(entry);
            let blocks = self.blocks();
            if self.options.checks.contains(&Check::Cleanup) {
                self.check_all_freed(&blocks);
            }
            if self.options.checks.contains(&Check::Leak) {
                self.check_reachable(&blocks, has_automatic);
            }
            self.terminate(TerminatorKind::Return);
            self.finish(proc, entry);
        }
    }

    /// All objects that may be allocated; not those whose functions free them.
    fn blocks(&mut self) -> Vec<Block> {
        let mut blocks = Vec::new();
        for (location, object) in self.memory.all() {
            let Location::Allocation(site) = location else {
                continue;
            };
            let (Some(allocation), Some(&extents)) =
                (self.allocation(site), self.memory.extents.get(&object))
            else {
                continue;
            };
            if self.is_alloca(site) {
                continue;
            }
            let all = self.read(extents);
            for number in 0..allocation.objects {
                let extent = match allocation.objects {
                    1 => all,
                    objects => {
                        let index = self.terms.bv_u64(number, index_width(objects));
                        self.terms.select(all, index)
                    }
                };
                blocks.push(Block {
                    object,
                    allocation,
                    site,
                    number,
                    extent,
                });
            }
        }
        blocks
    }

    fn is_freed(&mut self, block: &Block) -> TermId {
        let dead = self.terms.bv_u64(0, self.terms.width(block.extent));
        self.terms.eq(block.extent, dead)
    }

    fn check_all_freed(&mut self, blocks: &[Block]) {
        for of_site in blocks.chunk_by(|a, b| a.site == b.site) {
            let mut freed = Vec::new();
            for block in of_site {
                freed.push(self.is_freed(block));
            }
            let condition = self.terms.and(&freed);
            let (site, kind) = (of_site[0].site, PropertyKind::Check(Check::Cleanup));
            let description = format!(
                "memory from {} that is not freed when the program ends",
                self.text(site)
            );
            self.assert(condition, kind, description, site);
        }
    }

    /// What is not freed must be reachable. If there may be pointers that are not looked at, what
    /// seems not to be may be so all the same.
    fn check_reachable(&mut self, blocks: &[Block], has_automatic: bool) {
        let sites: Vec<Location> = blocks
            .iter()
            .map(|b| Location::Allocation(b.site))
            .collect();
        let mut incomplete = blocks.len() > MOST_BLOCKS;
        let roots = self.static_words(&sites);
        incomplete |= roots.incomplete;
        let mut reached = Vec::new();
        for block in blocks {
            reached.push(self.any_points_into(&roots.values, block));
        }
        if blocks.len() <= MOST_BLOCKS {
            incomplete |= self.close(blocks, &sites, &mut reached);
        }
        let mut start = 0;
        for of_site in blocks.chunk_by(|a, b| a.site == b.site) {
            let mut fine = Vec::new();
            for (block, &reached) in of_site.iter().zip(&reached[start..]) {
                let freed = self.is_freed(block);
                fine.push(self.terms.or2(freed, reached));
            }
            start += of_site.len();
            let condition = self.terms.and(&fine);
            let site = of_site[0].site;
            let text = self.text(site);
            let held = has_automatic && self.points_to.is_held_by_automatic(site);
            if incomplete || held {
                let what = format!(
                    "check for leaks of memory from {text} that {} may still point to",
                    if held {
                        "an automatic variable"
                    } else {
                        "other memory"
                    }
                );
                self.assert(condition, PropertyKind::Unsupported, what, site);
            } else {
                let description = format!("memory from {text} that is lost when the program ends");
                self.assert(
                    condition,
                    PropertyKind::Check(Check::Leak),
                    description,
                    site,
                );
            }
        }
    }

    /// Objects that reachable ones point into are reachable. Are there pointers that were not
    /// looked at?
    fn close(&mut self, blocks: &[Block], sites: &[Location], reached: &mut [TermId]) -> bool {
        let mut incomplete = false;
        let mut edges = Vec::new();
        for (from, block) in blocks.iter().enumerate() {
            let words = self.block_words(block, sites);
            incomplete |= words.incomplete;
            if words.values.is_empty() {
                continue;
            }
            let freed = self.is_freed(block);
            let alive = self.terms.not(freed);
            for (to, target) in blocks.iter().enumerate().filter(|(to, _)| *to != from) {
                let points = self.any_points_into(&words.values, target);
                let edge = self.terms.and2(alive, points);
                if self.terms.as_bool(edge) != Some(false) {
                    edges.push((from, to, edge));
                }
            }
        }
        // The longest way goes through all of them.
        let rounds = if edges.is_empty() {
            0
        } else {
            blocks.len() - 1
        };
        for _ in 0..rounds {
            let before = reached.to_vec();
            for &(from, to, edge) in &edges {
                let now = self.terms.and2(before[from], edge);
                reached[to] = self.terms.or2(reached[to], now);
            }
        }
        incomplete
    }

    /// Does one of the words point into an object, or to its end? From there a program finds back.
    fn any_points_into(&mut self, words: &[TermId], block: &Block) -> TermId {
        let width = self.types().pointer_width();
        let start = self.address_of_object(block.object) + block.number * block.allocation.room;
        let start = self.terms.bv_u64(start, width);
        let extent = self.terms.resize(block.extent, width, false);
        let one = self.terms.bv_u64(1, width);
        let size = self.terms.bv_sub(extent, one);
        let mut any = Vec::new();
        for &word in words {
            let offset = self.terms.bv_sub(word, start);
            any.push(self.terms.bv_ule(offset, size));
        }
        let any = self.terms.or(&any);
        let freed = self.is_freed(block);
        let alive = self.terms.not(freed);
        self.terms.and2(alive, any)
    }

    /// Words of variables with static storage that may be pointers to allocated memory.
    fn static_words(&mut self, sites: &[Location]) -> Words {
        let mut words = Words::default();
        for (i, variable) in self.unit.objects.iter().enumerate() {
            if matches!(variable.storage, Storage::Static | Storage::Extern) {
                let location = Location::Variable(ObjectId(i as u32));
                if let Some(object) = self.memory.find(location) {
                    let size = self.memory.data(object).size;
                    self.words(location, object, (0, size), sites, &mut words);
                }
            }
        }
        words
    }

    /// Words of an allocated object that may be pointers to allocated memory.
    fn block_words(&mut self, block: &Block, sites: &[Location]) -> Words {
        let mut words = Words::default();
        let start = block.number * block.allocation.room;
        let size = match self.points_to.site(block.site).and_then(|site| site.size) {
            Some(size) => size,
            // More than can be looked at.
            None => block.allocation.room,
        };
        let location = Location::Allocation(block.site);
        self.words(location, block.object, (start, size), sites, &mut words);
        words
    }

    /// The words in `size` bytes from `start` on.
    fn words(
        &mut self,
        location: Location,
        object: Object,
        (start, size): (u64, u64),
        sites: &[Location],
        words: &mut Words,
    ) {
        let word = self.types().size_of(word_type()).unwrap_or(8);
        let mut offsets = Vec::new();
        for (at, bytes) in self.points_to.holds(location, sites) {
            let (at, step) = if bytes == word {
                (at, 1)
            } else {
                // Somewhere in the object: at any word.
                (super::offsets::Offsets::ANY, word)
            };
            match at.within(size.saturating_sub(word - 1), MOST_WORDS * step) {
                Some(found) => offsets.extend(found.into_iter().filter(|o| o % step == 0)),
                None => words.incomplete = true,
            }
        }
        offsets.sort_unstable();
        offsets.dedup();
        // Pointers that are not aligned are not looked for by LeakSanitizer either.
        words.incomplete |= offsets.iter().any(|offset| offset % word != 0);
        let range = self.unit.function(self.entry).range;
        for offset in offsets {
            let place = Place::start(object, word_type(), range);
            let place = place.part((start + offset) * 8, None, word_type());
            words.values.push(self.load_unchecked(&place));
        }
    }
}

/// An unsigned type as wide as a pointer.
fn word_type() -> TypeId {
    Types::int(IntKind::ULong)
}
