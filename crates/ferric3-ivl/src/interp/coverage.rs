//! Which branches a run takes, counted beside it at hardly any cost.
//!
//! An [`Observer`](super::Observer) hears of every statement, with values; whoever runs a program
//! thousands of times wants to know the branches only.

use super::shadow::Shadow;

/// The outcomes of branches, and how often each of them was seen in a run.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// By number of the command: how often its condition was false, and true.
    counts: Vec<[u32; 2]>,
    /// Those that are not 0, in the order of their first time.
    taken: Vec<(u32, bool)>,
}

impl Coverage {
    /// Nothing was seen yet.
    pub fn new() -> Coverage {
        Coverage::default()
    }

    /// The outcomes that were seen, in the order of their first time, and how often each was. The
    /// number of an outcome means nothing but that it is another one.
    pub fn outcomes(&self) -> impl Iterator<Item = (usize, u32)> {
        self.taken.iter().map(|&(at, taken)| {
            let count = self.counts[at as usize][usize::from(taken)];
            (at as usize * 2 + usize::from(taken), count)
        })
    }

    /// Forgets everything, and makes room for so many commands.
    pub(super) fn reset(&mut self, commands: usize) {
        for (at, taken) in self.taken.drain(..) {
            self.counts[at as usize][usize::from(taken)] = 0;
        }
        self.counts.resize(commands, [0, 0]);
    }
}

impl Shadow for Coverage {
    const ACTIVE: bool = false;

    #[inline]
    fn branch(&mut self, at: u32, taken: bool) {
        let count = &mut self.counts[at as usize][usize::from(taken)];
        if *count == 0 {
            self.taken.push((at, taken));
        }
        *count = count.saturating_add(1);
    }
}
