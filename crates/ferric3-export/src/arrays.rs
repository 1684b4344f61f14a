//! Arrays and numbers: which formats can say them, and how.

use std::collections::BTreeSet;

use ferric3_term::{Op, TermId, Terms};

use crate::TransitionSystem;

impl TransitionSystem {
    /// Why the system cannot be written in AIGER, if so.
    pub fn aiger_obstacle(&self, terms: &Terms) -> Option<String> {
        if let Some(obstacle) = self.number_obstacle(terms, "AIGER") {
            return Some(obstacle);
        }
        let states = self.states.iter().map(|state| state.symbol);
        let mut symbols = states.chain(self.inputs.iter().copied());
        if let Some(array) = symbols.find(|&symbol| terms.symbol(symbol).sort.is_array()) {
            let name = &terms.symbol(array).name;
            return Some(format!("AIGER has no arrays, but `{name}` is one"));
        }
        // Tables of constants need no variable.
        let mut subterms = self.subterms(terms).into_iter();
        let has_table = subterms.any(|t| terms.sort(t).is_array());
        has_table.then(|| "AIGER has no arrays, but there is a table of constants".to_owned())
    }

    /// Why the system cannot be written in BTOR2, if so.
    pub fn btor2_obstacle(&self, terms: &Terms) -> Option<String> {
        if let Some(obstacle) = self.number_obstacle(terms, "BTOR2") {
            return Some(obstacle);
        }
        let is_obstacle = |&t: &TermId| {
            matches!(terms.op(t), Op::ConstArray { .. })
                && terms.as_const(terms.args(t)[0]).is_none()
        };
        self.subterms(terms).iter().find(|&t| is_obstacle(t))?;
        Some("BTOR2 has arrays of equal elements only if the element is a constant".to_owned())
    }

    /// Why the system cannot be written in a format of bits, if there are integers or real numbers.
    fn number_obstacle(&self, terms: &Terms, format: &str) -> Option<String> {
        let states = self.states.iter().map(|state| state.symbol);
        let mut symbols = states.chain(self.inputs.iter().copied());
        let number = symbols.find(|&symbol| terms.symbol(symbol).sort.is_number());
        if let Some(symbol) = number.map(|symbol| terms.symbol(symbol)) {
            let (name, sort) = (&symbol.name, symbol.sort);
            return Some(format!(
                "{format} has no numbers of sort {sort}, but `{name}` is one"
            ));
        }
        let mut subterms = self.subterms(terms).into_iter();
        let has_number = subterms.any(|t| terms.sort(t).is_number());
        has_number.then(|| format!("{format} has no integers and no real numbers"))
    }

    /// The logic of SMT-LIB that has all that the system says. Not QF_ABV: constant arrays are no
    /// part of it, which some readers insist on. Nor a logic of linear arithmetic: bit-vectors say where a run is.
    pub(crate) fn logic(&self, terms: &Terms) -> &'static str {
        let mut subterms = self.subterms(terms).into_iter();
        match subterms.any(|t| terms.sort(t).is_array() || terms.sort(t).is_number()) {
            true => "ALL",
            false => "QF_BV",
        }
    }

    fn subterms(&self, terms: &Terms) -> BTreeSet<TermId> {
        let next = self.states.iter().map(|state| state.next);
        let roots = next.chain([self.bad]);
        roots.flat_map(|root| terms.subterms(root)).collect()
    }
}
