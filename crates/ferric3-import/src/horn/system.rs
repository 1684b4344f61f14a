//! Clauses as locations and edges.

use ferric3_ivl::{Diagnostic, Span};
use ferric3_term::{Op, Sort, SymbolId, TermId, Terms};
use rustc_hash::FxHashSet;

use super::{Horn, HornClause};
use crate::relation::{Relation, cases};
use crate::system::{Asked, Clause, Location, Obstacle, System, Variable};

/// The locations and clauses of a file.
pub(crate) fn system(horn: &Horn, terms: &mut Terms) -> Result<System, Diagnostic> {
    let mut system = System::default();
    for (origin, predicate) in horn.predicates.iter().enumerate() {
        let mut used = FxHashSet::default();
        let arguments = predicate.sorts.iter().zip(&predicate.names).enumerate();
        let vars = arguments
            .map(|(position, (&sort, name))| {
                let name = name.clone().filter(|name| used.insert(name.clone()));
                let name = name.unwrap_or_else(|| format!("{}.{position}", predicate.name));
                variable(terms, &name, sort, predicate.span)
            })
            .collect();
        system.locations.push(Location {
            name: predicate.name.clone(),
            span: predicate.span,
            vars,
            inputs: Vec::new(),
            constraints: Vec::new(),
            origin,
            fixed: Vec::new(),
        });
    }
    // The property that a clause is, if it is a query.
    let mut asked = Vec::with_capacity(horn.clauses.len());
    for (number, clause) in horn.clauses.iter().enumerate() {
        let property = system.properties.len();
        add_clause(&mut system, horn, number, clause, terms)?;
        asked.push((property < system.properties.len()).then_some(property));
    }
    // Properties of the file come first.
    for (number, (clause, asked)) in horn.clauses.iter().zip(asked).enumerate() {
        if let Some((what, parts)) = &clause.obstacle {
            let obstacle = Asked {
                name: None,
                description: what.clone(),
                span: clause.span,
                obstacle: Some(asked.map_or(Obstacle::Step, Obstacle::Property)),
            };
            add_obstacle(&mut system, horn, (number, clause), parts, obstacle, terms)?;
        }
    }
    Ok(system)
}

/// What no state of the body's location may satisfy.
fn add_obstacle(
    system: &mut System,
    horn: &Horn,
    (number, clause): (usize, &HornClause),
    parts: &[TermId],
    obstacle: Asked,
    terms: &mut Terms,
) -> Result<(), Diagnostic> {
    let relation = Relation {
        unknowns: unknowns(horn, clause),
        parts: with_body(system, clause, parts, terms),
        outputs: Vec::new(),
        state: Vec::new(),
    };
    let cases = cases(terms, &relation);
    for case in &cases {
        no_array_equations(terms, case.guard.iter(), clause.span)?;
    }
    let at = match &clause.body {
        Some((predicate, _)) => *predicate,
        None => start_location(system, clause.span),
    };
    let property = system.properties.len();
    system.properties.push(obstacle);
    system.add_query(terms, number, &cases, at, property, clause.span);
    Ok(())
}

/// What a clause quantifies over.
fn unknowns(horn: &Horn, clause: &HornClause) -> Vec<SymbolId> {
    let variables = horn.assertions[clause.assertion].variables.iter();
    variables.chain(&clause.values).copied().collect()
}

/// Conjuncts about a clause, and what the arguments of its body are.
fn with_body(
    system: &System,
    clause: &HornClause,
    constraint: &[TermId],
    terms: &mut Terms,
) -> Vec<TermId> {
    let mut parts = Vec::new();
    if let Some((predicate, args)) = &clause.body {
        for (var, &arg) in system.locations[*predicate].vars.iter().zip(args) {
            let var = terms.symbol_term(var.symbol);
            parts.push(terms.mk(Op::Eq, &[var, arg]));
        }
    }
    parts.extend(constraint);
    parts
}

/// A fresh variable.
pub(crate) fn variable(terms: &mut Terms, name: &str, sort: Sort, span: Span) -> Variable {
    let (symbol, _) = terms.fresh_symbol(name, sort);
    Variable {
        symbol,
        name: name.to_owned(),
        sort,
        span,
    }
}

fn add_clause(
    system: &mut System,
    horn: &Horn,
    number: usize,
    clause: &HornClause,
    terms: &mut Terms,
) -> Result<(), Diagnostic> {
    let relation = Relation {
        unknowns: unknowns(horn, clause),
        parts: with_body(system, clause, &clause.constraint, terms),
        outputs: clause
            .head
            .as_ref()
            .map_or(Vec::new(), |(_, args)| args.clone()),
        state: match (&clause.body, &clause.head) {
            (Some((from, _)), Some((to, _))) if from == to => {
                let vars = system.locations[*to].vars.iter();
                vars.map(|var| var.symbol).collect()
            }
            _ => Vec::new(),
        },
    };
    let cases = cases(terms, &relation);
    for case in &cases {
        no_array_equations(terms, case.guard.iter().chain(&case.outputs), clause.span)?;
    }
    let from = clause.body.as_ref().map(|(predicate, _)| *predicate);
    if let Some((to, _)) = clause.head {
        system.add_clauses(number, cases, from, to, clause.span);
        return Ok(());
    }
    let property = system.properties.len();
    let description = match from {
        Some(predicate) => format!("query about {}", horn.predicates[predicate].name),
        None => "query without a predicate".to_owned(),
    };
    system.properties.push(Asked {
        name: None,
        description,
        span: clause.span,
        obstacle: None,
    });
    let at = match from {
        Some(predicate) => predicate,
        None => start_location(system, clause.span),
    };
    system.add_query(terms, number, &cases, at, property, clause.span);
    Ok(())
}

/// A location that every run passes once, for what is asked of no predicate.
fn start_location(system: &mut System, span: Span) -> usize {
    let origin = usize::MAX;
    if let Some(found) = system.locations.iter().position(|l| l.origin == origin) {
        return found;
    }
    let to = system.locations.len();
    system.locations.push(Location {
        name: "start".to_owned(),
        span,
        vars: Vec::new(),
        inputs: Vec::new(),
        constraints: Vec::new(),
        origin,
        fixed: Vec::new(),
    });
    system.clauses.push(Clause {
        from: None,
        to,
        inputs: Vec::new(),
        guard: Vec::new(),
        values: Vec::new(),
        instance: None,
        span,
    });
    to
}

/// Arrays can be read and written, but not compared: a solver would have to look at all elements.
pub(crate) fn no_array_equations<'a>(
    terms: &Terms,
    formulas: impl Iterator<Item = &'a TermId>,
    span: Span,
) -> Result<(), Diagnostic> {
    let mut seen = FxHashSet::default();
    let mut stack: Vec<TermId> = formulas.copied().collect();
    while let Some(part) = stack.pop() {
        if !seen.insert(part) {
            continue;
        }
        let args = terms.args(part);
        if *terms.op(part) == Op::Eq && terms.sort(args[0]).is_array() {
            let message = "arrays are compared here, which is not supported";
            return Err(Diagnostic::error(span, message)
                .with_hint("an equation may define an array, as in a' = (store a i v)"));
        }
        stack.extend_from_slice(args);
    }
    Ok(())
}
