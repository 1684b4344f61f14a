//! Who waits for the members. Without rounds, answers are judged as they come, each on a thread of its
//! own, while the other members go on: an answer whose check takes long keeps no other answer waiting,
//! and the first one that is accepted ends the work.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Scope;
use std::time::Duration;

use ferric3_sat::Interrupt;
use ferric3_term::Terms;

use super::pace::Pace;
use super::packed::PackedAnswer;
use crate::attempt::judging;
use crate::threads;
use crate::{Answer, Judge, Opinion, Progress, ProgressInfo, Proof, UnknownReason};

/// How often progress is shown.
const TICK: Duration = Duration::from_millis(20);

/// Something has happened on another thread.
pub(super) enum Event {
    /// A member has an answer.
    Answer(usize, PackedAnswer),
    /// A member's thread ends.
    Left,
    /// The judge has looked at an answer, on so many cores; nothing comes out of that if it panics.
    Judged(usize, Option<Box<Judgement>>),
}

/// What became of an answer.
pub(super) struct Judgement {
    member: usize,
    answer: Answer,
    opinion: Opinion,
    /// What answer and opinion speak of.
    terms: Terms,
}

/// The group as seen by who waits for it.
pub(super) struct Watch<'a> {
    pub(super) pace: Arc<Pace>,
    pub(super) judge: &'a dyn Judge,
    /// The terms that all have in common.
    pub(super) terms: &'a Terms,
    pub(super) interrupt: Interrupt,
    /// So many answers are judged at a time.
    pub(super) cores: usize,
    pub(super) status: Arc<Mutex<Vec<ProgressInfo>>>,
    /// How to stop each member, and how to stop judging.
    pub(super) interrupts: Vec<Interrupt>,
    /// Members that have not left.
    pub(super) present: usize,
    pub(super) heard: Heard,
}

/// What there is to be heard from the members, and from the judge about it.
pub(super) struct Heard {
    /// Answers that need not be judged here, by member.
    answers: Vec<Option<PackedAnswer>>,
    /// Answers that will be.
    waiting: VecDeque<(usize, PackedAnswer)>,
    /// Answers that are being judged, and how many cores that takes.
    judging: usize,
    lent: usize,
    /// Opinions that have not ended the search.
    opinions: Vec<Opinion>,
    accepted: Option<Box<Judgement>>,
}

impl Heard {
    /// Nothing, from so many members.
    pub(super) fn nothing(members: usize) -> Heard {
        Heard {
            answers: (0..members).map(|_| None).collect(),
            waiting: VecDeque::new(),
            judging: 0,
            lent: 0,
            opinions: Vec::new(),
            accepted: None,
        }
    }

    /// Who decided, once all members have ended.
    pub(super) fn winner(&self, pace: &Pace) -> Option<usize> {
        match pace {
            Pace::Rounds(rounds) => rounds.winner(),
            Pace::Slices(_) => self.accepted.as_ref().map(|accepted| accepted.member),
        }
    }

    /// The answer of the group, that of the winner or what the first member says; the judge is told
    /// what it thought.
    pub(super) fn into_answer(
        self,
        winner: Option<usize>,
        terms: &mut Terms,
        judge: &mut dyn Judge,
    ) -> Answer {
        self.opinions
            .into_iter()
            .for_each(|opinion| judge.keep(opinion));
        if let Some(accepted) = self.accepted {
            // A copy of the store that has only grown.
            *terms = accepted.terms;
            judge.keep(accepted.opinion);
            return accepted.answer;
        }
        let mut answers = self.answers.into_iter();
        let told = match winner {
            Some(winner) => answers.nth(winner).flatten(),
            None => answers.flatten().next(),
        };
        told.map_or(Answer::Unknown(UnknownReason::Interrupted), |answer| {
            answer.unpack(terms)
        })
    }
}

impl<'a> Watch<'a> {
    /// Wait until the group has ended.
    pub(super) fn over<'scope>(
        mut self,
        scope: &'scope Scope<'scope, '_>,
        (sender, events): (Sender<Event>, Receiver<Event>),
        progress: &mut dyn Progress,
    ) -> Heard
    where
        'a: 'scope,
    {
        while self.present + self.heard.judging + self.heard.waiting.len() > 0 {
            match events.recv_timeout(TICK) {
                Ok(Event::Answer(member, answer)) => self.take(member, answer),
                Ok(Event::Left) => self.present -= 1,
                Ok(Event::Judged(cores, judgement)) => {
                    self.lend(cores, false);
                    self.conclude(judgement);
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    if self.heard.judging == 0 {
                        let infos = self.status.lock();
                        let shown = together(&infos.unwrap_or_else(PoisonError::into_inner));
                        progress.update(&shown);
                    }
                }
            }
            self.begin(scope, &sender, progress);
        }
        self.heard
    }

    fn take(&mut self, member: usize, answer: PackedAnswer) {
        let is_judged = matches!(&*self.pace, Pace::Slices(_)) && answer.is_decided();
        if !is_judged {
            self.heard.answers[member] = Some(answer);
        } else if self.heard.accepted.is_none() {
            self.heard.waiting.push_back((member, answer));
        }
    }

    /// Judge the answers that wait for it, as far as there are cores.
    fn begin<'scope>(
        &mut self,
        scope: &'scope Scope<'scope, '_>,
        sender: &Sender<Event>,
        progress: &mut dyn Progress,
    ) where
        'a: 'scope,
    {
        while self.heard.judging < self.cores
            && let Some((member, packed)) = self.heard.waiting.pop_front()
        {
            let mut terms = self.terms.clone();
            let answer = packed.unpack(&mut terms);
            progress.enter(judging(&answer));
            let (judge, interrupt) = (self.judge, self.interrupt.branch());
            self.interrupts.push(interrupt.clone());
            let mut report = Report {
                sender: sender.clone(),
                cores: self.cores_to_judge(&answer),
                judgement: None,
            };
            self.lend(report.cores, true);
            // Without a thread it is as if the answer was never given.
            let _ = threads::named("judge".to_owned()).spawn_scoped(scope, move || {
                let opinion = judge.consider(&mut terms, &answer, &interrupt);
                report.fill(Judgement {
                    member,
                    answer,
                    opinion,
                    terms,
                });
            });
        }
    }

    fn conclude(&mut self, judgement: Option<Box<Judgement>>) {
        let Some(judgement) = judgement else {
            return;
        };
        if self.heard.accepted.is_some() {
            // It was stopped, or comes too late.
            return;
        }
        if !judgement.opinion.ends_search() {
            self.heard.opinions.push(judgement.opinion);
            return;
        }
        self.heard.accepted = Some(judgement);
        self.heard.waiting.clear();
        if let Pace::Slices(slices) = &*self.pace {
            slices.end();
        }
        self.interrupts.iter().for_each(Interrupt::raise);
    }

    /// How many cores there is something to do for: obligations of an invariant do not depend on one
    /// another.
    fn cores_to_judge(&self, answer: &Answer) -> usize {
        match answer {
            Answer::Safe(Proof::Invariant(_) | Proof::KInduction { .. }) => self.cores,
            _ => 1,
        }
    }

    /// Judging takes cores that members have to leave.
    fn lend(&mut self, cores: usize, is_begin: bool) {
        let heard = &mut self.heard;
        (heard.judging, heard.lent) = match is_begin {
            true => (heard.judging + 1, heard.lent + cores),
            false => (heard.judging - 1, heard.lent - cores),
        };
        if let Pace::Slices(slices) = &*self.pace {
            slices.lend(heard.lent);
        }
    }
}

/// Tells, in any case, that the judge has done with an answer.
struct Report {
    sender: Sender<Event>,
    cores: usize,
    judgement: Option<Box<Judgement>>,
}

impl Report {
    fn fill(&mut self, judgement: Judgement) {
        self.judgement = Some(Box::new(judgement));
    }
}

impl Drop for Report {
    fn drop(&mut self) {
        // Nobody waits for it if the group has ended.
        let judged = Event::Judged(self.cores, self.judgement.take());
        let _ = self.sender.send(judged);
    }
}

/// One line of progress for all: the deepest level, and everything added up.
fn together(infos: &[ProgressInfo]) -> ProgressInfo {
    let busiest = infos.iter().max_by_key(|info| info.lemmas);
    ProgressInfo {
        queries: infos.iter().map(|info| info.queries).sum(),
        ..busiest.copied().unwrap_or_default()
    }
}
