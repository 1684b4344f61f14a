//! Constrained Horn clauses: SMT-LIB with logic `HORN`, in the form of CHC-COMP.
//!
//! There is one predicate for each location, over the variables that are live there; one clause for
//! each edge, whose head has distinct variables as arguments; one fact for the initial location, and
//! one query for the error location.
//!
//! `sat`: the clauses have a model, which is an inductive invariant: no error. `unsat`: the error
//! location is reachable.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use ferric3_cfa::{EdgeForm, LocId};
use ferric3_term::{Op, SmtLib, SymbolId, TermId, Terms, symbol_name};

use crate::Problem;
use crate::names::{fresh_name, plain};
use crate::transition_system::one_line;

/// The problem as Horn clauses.
pub fn chc(problem: &Problem<'_>, terms: &mut Terms) -> String {
    let cfa = problem.cfa();
    let mut text = String::from(
        "; Ferric3: a program as Horn clauses, one predicate per location.\n\
         ; sat: no error is reachable. unsat: an error is reachable.\n\
         (set-logic HORN)\n",
    );
    let mut writer = Writer {
        problem,
        predicates: Vec::new(),
        unused: fresh_name(terms, "unused"),
        terms,
    };
    for (loc, location) in cfa.locations.iter_enumerated() {
        let name = plain(&format!("l{}.{}", loc.index(), location.label));
        let name = fresh_name(writer.terms, &name);
        let sorts: Vec<String> = problem
            .live(loc)
            .iter()
            .map(|&symbol| writer.terms.symbol(symbol).sort.to_string())
            .collect();
        writeln!(text, "; {}", one_line(&location.label)).expect(FITS);
        writeln!(text, "(declare-fun {name} ({}) Bool)", sorts.join(" ")).expect(FITS);
        writer.predicates.push(name);
    }
    text.push_str(&writer.fact(cfa.initial));
    for form in problem.forms() {
        text.push_str(&writer.clause(form));
    }
    let error = writer.atom(cfa.error, |symbol| symbol);
    text.push_str(&writer.quantified(&BTreeSet::new(), &format!("(=> {error} false)")));
    text.push_str("(check-sat)\n");
    text
}

/// Writing to a string cannot fail.
const FITS: &str = "a string can be written to";

struct Writer<'a, 'c> {
    problem: &'a Problem<'c>,
    /// Names, by location.
    predicates: Vec<String>,
    /// A variable for clauses without any, since `forall` needs one.
    unused: String,
    terms: &'a mut Terms,
}

impl Writer<'_, '_> {
    fn fact(&self, loc: LocId) -> String {
        let atom = self.atom(loc, |symbol| symbol);
        self.quantified(self.problem.live(loc), &format!("(=> true {atom})"))
    }

    fn clause(&mut self, form: &EdgeForm) -> String {
        let (from, to) = (form.edge.from, form.edge.to);
        let mut parts = form.guard_parts.clone();
        let mut variables = self.problem.live(from).clone();
        let mut after = std::collections::BTreeMap::new();
        for &symbol in self.problem.live(to) {
            let value = match form.next.get(&symbol) {
                Some(&value) => value,
                None => {
                    debug_assert!(variables.contains(&symbol), "what stays live was live");
                    self.terms.symbol_term(symbol)
                }
            };
            let name = format!("{}.next", self.terms.symbol(symbol).name);
            let sort = self.terms.symbol(symbol).sort;
            let (primed, term) = self.terms.fresh_symbol(name, sort);
            parts.push(self.terms.mk(Op::Eq, &[term, value]));
            after.insert(symbol, primed);
        }
        let constraint = self.conjunction(&parts);
        // Also inputs, which only the constraint mentions.
        variables.extend(self.terms.symbols_of(constraint));
        let tail = self.atom(from, |symbol| symbol);
        let head = self.atom(to, |symbol| after[&symbol]);
        let constraint = SmtLib::new(self.terms, constraint);
        self.quantified(
            &variables,
            &format!("(=> (and {tail} {constraint}) {head})"),
        )
    }

    fn conjunction(&mut self, parts: &[TermId]) -> TermId {
        match parts {
            [] => self.terms.tt(),
            &[only] => only,
            _ => self.terms.mk(Op::And, parts),
        }
    }

    fn atom(&self, loc: LocId, rename: impl Fn(SymbolId) -> SymbolId) -> String {
        let name = &self.predicates[loc.index()];
        let live = self.problem.live(loc);
        if live.is_empty() {
            return name.clone();
        }
        let args: Vec<String> = live
            .iter()
            .map(|&symbol| symbol_name(self.terms, rename(symbol)))
            .collect();
        format!("({name} {})", args.join(" "))
    }

    fn quantified(&self, variables: &BTreeSet<SymbolId>, body: &str) -> String {
        let mut bound: Vec<String> = variables
            .iter()
            .map(|&symbol| {
                let sort = self.terms.symbol(symbol).sort;
                format!("({} {sort})", symbol_name(self.terms, symbol))
            })
            .collect();
        if bound.is_empty() {
            bound.push(format!("({} Bool)", self.unused));
        }
        format!("(assert (forall ({})\n  {body}))\n", bound.join(" "))
    }
}
