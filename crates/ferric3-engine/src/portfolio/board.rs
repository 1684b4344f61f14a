//! The board on which the members of a group publish what they have proved.

use std::sync::{Arc, Mutex, PoisonError};

use ferric3_cfa::LocId;
use ferric3_term::{Common, Parcel, TermId, Terms};

use super::pace::Pace;
use crate::Exchange;

/// What was published, by whom and when.
#[derive(Clone, Debug)]
struct Note {
    round: u64,
    sender: usize,
    locations: Vec<LocId>,
    clauses: Parcel,
}

/// All that was published.
#[derive(Debug, Default)]
pub(super) struct Board {
    notes: Mutex<Vec<Arc<Note>>>,
}

/// A member's place at the board.
#[derive(Debug)]
pub(super) struct Seat {
    board: Arc<Board>,
    pace: Arc<Pace>,
    member: usize,
    common: Common,
    /// Notes of rounds below this one were taken; without rounds: so many notes.
    taken: u64,
    pub(super) published: u64,
    pub(super) received: u64,
}

impl Seat {
    pub(super) fn new(board: Arc<Board>, pace: Arc<Pace>, member: usize, common: Common) -> Seat {
        Seat {
            board,
            pace,
            member,
            common,
            taken: 0,
            published: 0,
            received: 0,
        }
    }
}

impl Exchange for Seat {
    fn publish(&mut self, terms: &Terms, clauses: &[(LocId, TermId)]) {
        let (locations, roots): (Vec<LocId>, Vec<TermId>) = clauses.iter().copied().unzip();
        // Clauses are over the state, whose symbols all members have.
        let Some(clauses) = terms.pack(self.common, &roots) else {
            return;
        };
        self.published += locations.len() as u64;
        let note = Note {
            round: self.pace.round(self.member),
            sender: self.member,
            locations,
            clauses,
        };
        let notes = self.board.notes.lock();
        let mut notes = notes.unwrap_or_else(PoisonError::into_inner);
        notes.push(Arc::new(note));
    }

    fn has_others(&self) -> bool {
        true
    }

    fn receive(&mut self, terms: &mut Terms) -> Vec<(LocId, TermId)> {
        let mut received = Vec::new();
        for note in self.new_notes() {
            let clauses = terms.unpack(&note.clauses);
            received.extend(note.locations.iter().copied().zip(clauses));
        }
        self.received += received.len() as u64;
        received
    }
}

impl Seat {
    /// Notes of others that were not taken yet: those of complete rounds, which are the same set in
    /// the same order at any speed, or simply all that are there.
    fn new_notes(&mut self) -> Vec<Arc<Note>> {
        let complete = self.pace.complete(self.member);
        let notes = self.board.notes.lock();
        let notes = notes.unwrap_or_else(PoisonError::into_inner);
        let Some(complete) = complete else {
            let new = notes.iter().skip(self.taken as usize);
            let new = new.filter(|note| note.sender != self.member).cloned();
            let new = new.collect();
            self.taken = notes.len() as u64;
            return new;
        };
        let is_new = |note: &&Arc<Note>| {
            note.sender != self.member && (self.taken..complete).contains(&note.round)
        };
        let mut new: Vec<Arc<Note>> = notes.iter().filter(is_new).cloned().collect();
        self.taken = self.taken.max(complete);
        new.sort_by_key(|note| (note.round, note.sender));
        new
    }
}
