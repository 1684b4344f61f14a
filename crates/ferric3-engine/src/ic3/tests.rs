//! The seams of the core, with policies made for it.

use ferric3_cfa::{Facts, State, run_edge};
use ferric3_term::{Assignment, TermId};

use super::obligation::Chain;
use super::policy::AtInitial;
use super::testing::Tiny;
use super::*;

/// Single states, no generalisation, and a number of chains that are no runs at first.
struct Plain {
    refinements: usize,
    chains: usize,
}

impl Predecessors for Plain {
    fn predecessor(
        &mut self,
        mut hit: Hit<'_, '_>,
        _goal: &Cube,
    ) -> Result<Predecessor, Interrupted> {
        let task = hit.search().task;
        let edge = hit.edge();
        let (terms, model) = hit.parts();
        let mut literals = Vec::new();
        for var in &task.cfa.state {
            let value = model.value(terms, var.symbol);
            let value = terms.constant(&value);
            literals.push(terms.eq(var.term, value));
        }
        Ok(Predecessor {
            edge,
            inputs: State::default(),
            cube: Cube::new(literals),
        })
    }
}

impl Policy for Plain {
    fn generalise(&mut self, _: &mut Search<'_>, blocked: Blocked) -> Result<Cube, Interrupted> {
        Ok(blocked.cube)
    }

    fn at_initial(
        &mut self,
        search: &mut Search<'_>,
        chain: &Chain<'_>,
    ) -> Result<AtInitial, Interrupted> {
        self.chains += 1;
        assert_eq!(
            search.source(chain.steps()[0].edge),
            search.task.cfa.initial
        );
        if self.chains <= self.refinements {
            return Ok(AtInitial::Refined);
        }
        search.run_along(chain).map(AtInitial::Run)
    }
}

/// `x` counts from 0 to 3, and 3 is the error; after a refinement the chain is looked for again.
#[test]
fn a_policy_decides_what_a_chain_is() {
    for refinements in 0..3 {
        let mut tiny = Tiny::with_error_at(3);
        let mut policy = Plain {
            refinements,
            chains: 0,
        };
        let answer = tiny.search(|search| search.run(&mut policy).expect("nobody interrupts"));
        let Answer::Unsafe(run) = answer else {
            panic!("3 is reached");
        };
        assert_eq!(policy.chains, refinements + 1);
        let mut state = run.initial;
        for step in &run.steps {
            let form = tiny.task.form(step.edge);
            let taken = run_edge(&tiny.task.cfa, &tiny.terms, form, &state, &step.inputs);
            state = taken.expect("each step can be taken").state;
        }
        assert_eq!(run.steps.len(), 5);
    }
}

#[test]
fn the_core_proves_with_any_policy() {
    let mut tiny = Tiny::with_error_at(4);
    let mut policy = Plain {
        refinements: 0,
        chains: 0,
    };
    let answer = tiny.search(|search| search.run(&mut policy).expect("nobody interrupts"));
    let Answer::Safe(proof) = answer else {
        panic!("4 is not reached");
    };
    assert_eq!(policy.chains, 0);
    let solvers = SolverConfig::default();
    crate::certify(
        &tiny.task,
        &mut tiny.terms,
        &solvers,
        proof,
        crate::Patience::Unlimited,
    )
    .expect("it is a proof");
}

/// A debug assertion must not change what comes after it.
#[test]
fn what_is_done_aside_leaves_no_trace() {
    let mut tiny = Tiny::with_error_at(4);
    let (loc, x) = (tiny.loc, tiny.vars[0]);
    let one = tiny.terms.bv_u64(1, 3);
    let cube = Cube::new(vec![tiny.terms.eq(x, one)]);
    tiny.search(|search| {
        let traces = |search: &Search<'_>| {
            let order = search.last_failure.clone();
            (order, search.queries(), search.technique_stats.clone())
        };
        let before = traces(search);
        let holds = |search: &mut Search<'_>| {
            let tested = search
                .consecution(Level::new(5), loc, &cube)
                .expect("nobody interrupts");
            tested.holds()
        };
        assert!(!search.aside(holds));
        assert_eq!(traces(search), before);
        assert!(!holds(search));
        assert_ne!(traces(search), before);
    });
}

/// Tells a clause once.
struct Told(Option<(LocId, TermId)>);

impl Exchange for Told {
    fn publish(&mut self, _: &Terms, _: &[(LocId, TermId)]) {}

    fn has_others(&self) -> bool {
        false
    }

    fn receive(&mut self, _: &mut Terms) -> Vec<(LocId, TermId)> {
        self.0.take().into_iter().collect()
    }
}

/// What others tell is inductive only together with the facts: whoever uses the one uses the other,
/// also if facts are switched off.
#[test]
fn what_is_exchanged_rests_on_the_facts() {
    for exchange in [false, true] {
        let mut tiny = Tiny::with_error_at(5);
        let (loc, x) = (tiny.loc, tiny.vars[0]);
        let [fact, told] = [3, 4].map(|most| {
            let most = tiny.terms.bv_u64(most, 3);
            tiny.terms.bv_ule(x, most)
        });
        let mut facts = vec![Vec::new(); tiny.task.cfa.locations.len()];
        facts[loc.index()].push(fact);
        let task = tiny.task.with_facts(Facts::new(facts));
        let solvers = SolverConfig::default();
        let mut session = Session {
            solvers: &solvers,
            progress: &mut (),
            exchange: &mut Told(Some((loc, told))),
            judge: &mut (),
            unrollings: true,
        };
        let mut techniques = TechniqueSet::default();
        if exchange {
            techniques = techniques.with(Technique::Exchange);
        }
        let mut search = Search::new(&task, &mut tiny.terms, techniques, &mut session);
        let mut policy = Plain {
            refinements: 0,
            chains: 0,
        };
        let answer = search.run(&mut policy).expect("nobody interrupts");
        assert_eq!(search.contexts.known().len(), if exchange { 2 } else { 0 });
        let Answer::Safe(proof) = answer else {
            panic!("5 is not reached");
        };
        let patience = crate::Patience::Unlimited;
        crate::certify(&task, &mut tiny.terms, &solvers, proof, patience).expect("it is a proof");
    }
}
