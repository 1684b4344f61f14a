//! Inputs for one run, chosen as simulation does.

use ferric3_ivl::{InputId, InputSite, Inputs, Program, SplitMix64};
use ferric3_term::{Terms, Value};

use super::layout::Layouts;
use super::player::{Mood, Player};

/// Random inputs that are worth a try: special values, constants that the program compares an input
/// with, each often repeated. Uniform noise hardly ever gets through a condition.
///
/// Other than in a search, the run may be as long as it likes: nothing is recorded.
#[derive(Debug)]
pub struct ChosenInputs<'a> {
    player: Player<'a>,
}

impl<'a> ChosenInputs<'a> {
    /// The inputs of a seed. Same program and seed: same inputs.
    pub fn new(program: &'a Program, terms: &'a Terms, seed: u64) -> ChosenInputs<'a> {
        // Neighbouring seeds shall have nothing in common.
        let mut random = SplitMix64::new(seed);
        let mood = Mood::any(&mut random);
        let layouts = Layouts::new(program, terms);
        let mut player = Player::new(layouts, program.inputs.len(), random.next());
        player.begin(vec![], mood, None);
        ChosenInputs { player }
    }
}

impl Inputs for ChosenInputs<'_> {
    fn next(&mut self, input: InputId, _: &InputSite) -> Option<Value> {
        Some(self.player.value(input))
    }
}
