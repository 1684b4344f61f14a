//! The smallest program that shows a difference: statements go as long as it stays.

use crate::generate::Sample;
use crate::judge::Opinion;
use crate::native::Sanitizers;

/// The program and the difference.
pub(crate) fn smallest(sample: &Sample, sanitizers: &Sanitizers) -> String {
    let difference = |sample: &Sample| {
        let text = sample.text();
        let run = sanitizers.run(std::slice::from_ref(&text)).pop().flatten();
        Opinion::of(&text).difference(run.as_ref())
    };
    let mut sample = sample.clone();
    let mut found = difference(&sample).unwrap_or_default();
    let mut position = sample.statements.len();
    while position > 0 {
        position -= 1;
        let mut smaller = sample.clone();
        smaller.statements.remove(position);
        if let Some(still) = difference(&smaller) {
            (sample, found) = (smaller, still);
        }
    }
    format!("seed {}: {found}\n{}", sample.seed, sample.text())
}
