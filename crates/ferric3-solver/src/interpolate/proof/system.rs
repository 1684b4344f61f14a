//! Interpolation systems: how an interpolant is read off a refutation.
//!
//! With `C|A` for the literals of a clause `C` that count for `A`, and `C|B` for those that count for `B`, each clause of a
//! proof gets a *partial interpolant* `I(C)`:
//!
//! > `A ∧ ¬C|A ⇒ I(C)`   and   `B ∧ ¬C|B ⇒ ¬I(C)`,
//!
//! and that of the empty clause is an interpolant. Literals of variables that occur in one part only count for that
//! part. Those that are shared count for `B` ([McMillan](System::McMillan), CAV 2003), for `A` (its
//! [inverse](System::Inverse): the negated interpolant of `B` and `A`), or for both ([Pudlák](System::Pudlak), 1997; Krajíček, 1997). In this
//! order interpolants get weaker from McMillan's, the strongest, to the inverse one (D'Silva, Kroening, Purandare,
//! Weissenbacher, VMCAI 2010).
//!
//! A step resolves `C₁ ∨ l` and `C₂ ∨ u` where `u` excludes `l`. In a propositional proof `l = ¬u`; in one over bounds `l` may
//! be `x ≤ 3` and `u` `x ≥ 5`. The rules below are right for both: for McMillan's and a shared variable, `I₁ ∧ I₂` and
//! `B` imply `C₁|B ∨ l` and `C₂|B ∨ u`, so one of `C₁|B` and `C₂|B`; the other cases are alike. So bounds need no axioms that say
//! which of them exclude one another.

use ferric3_sat::Part;

use super::formula::{Formula, Formulas, Literal};

/// Which partial interpolants clauses get.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum System {
    /// The strongest one.
    #[default]
    McMillan,
    /// The symmetric one.
    Pudlak,
    /// The weakest one.
    Inverse,
}

impl System {
    /// All systems.
    pub const ALL: [System; 3] = [System::McMillan, System::Pudlak, System::Inverse];
}

/// Where a variable occurs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Label {
    /// In one part.
    Local(Part),
    /// In both, and it may occur in interpolants.
    Shared,
}

impl System {
    /// The partial interpolant of a clause of a part, of which these literals are shared.
    pub(super) fn leaf<L: Literal>(
        self,
        formulas: &mut Formulas<L>,
        part: Part,
        shared: impl Iterator<Item = L>,
    ) -> Formula {
        match (self, part) {
            (System::McMillan, Part::A) => {
                let literals: Vec<Formula> = shared.map(|l| formulas.literal(l)).collect();
                formulas.or(&literals)
            }
            (System::Inverse, Part::B) => {
                let literals: Vec<Formula> = shared.map(|l| formulas.literal(!l)).collect();
                formulas.and(&literals)
            }
            (System::McMillan | System::Pudlak, Part::B) => formulas.constant(true),
            (System::Pudlak | System::Inverse, Part::A) => formulas.constant(false),
        }
    }

    /// The partial interpolant of what is left of a clause that has lost what `upon` excludes, and of another one that has lost
    /// `upon`.
    pub(super) fn resolve<L: Literal>(
        self,
        formulas: &mut Formulas<L>,
        (upon, label): (L, Label),
        left: Formula,
        other: Formula,
    ) -> Formula {
        match (label, self) {
            (Label::Local(Part::A), _) | (Label::Shared, System::Inverse) => {
                formulas.or(&[left, other])
            }
            (Label::Local(Part::B), _) | (Label::Shared, System::McMillan) => {
                formulas.and(&[left, other])
            }
            (Label::Shared, System::Pudlak) => {
                // Where `upon` holds the first clause has lost nothing that could hold.
                let (holds, fails) = (formulas.literal(upon), formulas.literal(!upon));
                let first = formulas.or(&[fails, left]);
                let second = formulas.or(&[holds, other]);
                formulas.and(&[first, second])
            }
        }
    }
}
