//! What each pass does to a small automaton, before and after.

use std::collections::BTreeMap;

use expect_test::{Expect, expect};
use ferric3_cfa::{
    Cfa, Cmd, CmdId, Image, LocId, Pass, PassOptions, PassSet, Target, TargetKind, mark_loop_heads,
    reduce,
};
use ferric3_ivl::InputId;
use ferric3_term::{Infix, Sort, SymbolId, TermId, Terms};

/// An automaton over variables of 8 bits, made by hand.
struct Builder {
    terms: Terms,
    cfa: Cfa,
    vars: BTreeMap<&'static str, (SymbolId, TermId)>,
    locations: BTreeMap<&'static str, LocId>,
}

/// A simple command: assume `left < right`, assume its negation, assign, read an input.
enum Do {
    Less(&'static str, u64),
    NotLess(&'static str, u64),
    Same(&'static str, &'static str),
    Set(&'static str, u64),
    Copy(&'static str, &'static str),
    Plus(&'static str, &'static str, u64),
    Read(&'static str, usize),
    Error,
}
use Do::{Copy, Error, Less, NotLess, Plus, Read, Same, Set};

impl Builder {
    fn new(vars: &[&'static str]) -> Builder {
        let mut terms = Terms::new();
        let mut cfa = Cfa::new();
        cfa.deterministic = true;
        let mut known = BTreeMap::new();
        for &name in vars {
            let (symbol, term) = terms.fresh_symbol(name, Sort::BitVec(8));
            cfa.add_state_var(&mut terms, symbol, None);
            known.insert(name, (symbol, term));
        }
        let locations = BTreeMap::from([("init", cfa.initial), ("error", cfa.error)]);
        Builder {
            terms,
            cfa,
            vars: known,
            locations,
        }
    }

    fn location(&mut self, name: &'static str) -> LocId {
        let cfa = &mut self.cfa;
        let slot = self.locations.entry(name);
        *slot.or_insert_with(|| cfa.add_location(name, None))
    }

    fn edge(mut self, from: &'static str, steps: &[Do], to: &'static str) -> Builder {
        let (from, to) = (self.location(from), self.location(to));
        let mut command = self.cfa.commands.skip(&mut self.terms);
        for step in steps {
            let step = self.command(step);
            command = self.cfa.commands.seq(&self.terms, command, step);
        }
        self.cfa.add_edge(from, command, to);
        self
    }

    fn command(&mut self, step: &Do) -> CmdId {
        let terms = &mut self.terms;
        let commands = &mut self.cfa.commands;
        let var = |name: &str| self.vars[name];
        match *step {
            Less(left, right) => {
                let right = terms.bv_u64(right, 8);
                let less = terms.bv_ult(var(left).1, right);
                commands.assume(less)
            }
            NotLess(left, right) => {
                let right = terms.bv_u64(right, 8);
                let less = terms.bv_ult(var(left).1, right);
                let not = terms.not(less);
                commands.assume(not)
            }
            Same(left, right) => {
                let same = terms.eq(var(left).1, var(right).1);
                commands.assume(same)
            }
            Set(x, value) => {
                let value = terms.bv_u64(value, 8);
                commands.assign(var(x).0, value)
            }
            Copy(x, y) => commands.assign(var(x).0, var(y).1),
            Plus(x, y, value) => {
                let value = terms.bv_u64(value, 8);
                let sum = terms.bv_add(var(y).1, value);
                commands.assign(var(x).0, sum)
            }
            Read(x, site) => commands.havoc(terms, var(x).0, Some(InputId::new(site))),
            Error => commands.reach(self.cfa.targets.push(Target {
                kind: TargetKind::Plain,
                span: None,
            })),
        }
    }

    /// The automaton, what the pass makes of it, and what it relies on.
    fn check(mut self, pass: Pass, expected: &Expect) {
        mark_loop_heads(&mut self.cfa);
        let before = self.cfa.clone();
        let options = PassOptions::with_passes(PassSet::of(&[pass]));
        let reduced = reduce(self.cfa, &mut self.terms, &options);
        let mut text = show(&before, &self.terms);
        text.push_str("becomes\n");
        text.push_str(&show(&reduced.cfa, &self.terms));
        for (loc, location) in before.locations.iter_enumerated() {
            let image = match reduced.reduction.image(loc) {
                Image::At(now) if reduced.cfa.locations[now].label == location.label => None,
                Image::At(now) => Some(reduced.cfa.locations[now].label.clone()),
                other => Some(format!("{other:?}").to_lowercase()),
            };
            if let Some(image) = image {
                text.push_str(&format!("{}: now {image}\n", location.label));
            }
            for &fact in reduced.reduction.facts(loc) {
                let fact = Infix::new(&self.terms, fact);
                text.push_str(&format!("{}: relies on {fact}\n", location.label));
            }
        }
        expected.assert_eq(&text);
    }
}

fn show(cfa: &Cfa, terms: &Terms) -> String {
    let names = cfa
        .state
        .iter()
        .map(|var| terms.symbol(var.symbol).name.clone());
    let mut text = format!("  state {}\n", names.collect::<Vec<_>>().join(", "));
    for edge in cfa.edges.iter() {
        let name = |loc: LocId| {
            let location = &cfa.locations[loc];
            let mark = if location.is_loop_head { "*" } else { "" };
            format!("{}{mark}", location.label)
        };
        let mut steps = Vec::new();
        let mut rest = vec![edge.command];
        while let Some(cmd) = rest.pop() {
            match cfa.commands.get(cmd) {
                Cmd::Seq(first, second) => rest.extend([*second, *first]),
                Cmd::Assume(b) => steps.push(format!("[{}]", Infix::new(terms, *b))),
                Cmd::Assign(x, a) => {
                    let name = &terms.symbol(*x).name;
                    steps.push(format!("{name} := {}", Infix::new(terms, *a)));
                }
                Cmd::Havoc(havoc) => {
                    let var = cfa.commands.havoc_info(*havoc).var;
                    steps.push(format!("havoc {}", terms.symbol(var).name));
                }
                Cmd::Reach(_) => steps.push("error".to_owned()),
                Cmd::Choice { .. } => panic!("small blocks have no choices"),
            }
        }
        text.push_str(&format!(
            "  {} -> {}: {}\n",
            name(edge.from),
            name(edge.to),
            steps.join("; ")
        ));
    }
    text
}

#[test]
fn unreachable() {
    Builder::new(&["x"])
        .edge("init", &[Set("x", 0)], "a")
        .edge("a", &[Less("x", 5)], "b")
        .edge("a", &[NotLess("x", 5), Error], "error")
        .edge("b", &[], "end")
        .edge("nowhere", &[Error], "error")
        .check(
            Pass::Unreachable,
            &expect![[r#"
              state x
              init -> a: x := 0
              a -> b: [x <u 5]
              a -> error: [4 <u x]; error
              b -> end: [true]
              nowhere -> error: error
            becomes
              state x
              init -> a: x := 0
              a -> error: [4 <u x]; error
            b: now irrelevant
            end: now irrelevant
            nowhere: now unreachable
        "#]],
        );
}

#[test]
fn constants() {
    Builder::new(&["x", "c", "d"])
        .edge("init", &[Set("x", 0), Set("c", 3)], "head")
        .edge("head", &[Less("x", 9), Plus("x", "x", 2)], "body")
        .edge("body", &[Less("c", 3), Set("c", 4)], "head")
        .edge("body", &[NotLess("c", 3), Plus("d", "c", 1)], "head")
        .edge("head", &[NotLess("x", 9), Same("x", "d"), Error], "error")
        .check(
            Pass::Constants,
            &expect![[r#"
              state x, c, d
              init -> head*: x := 0; c := 3
              head* -> body: [x <u 9]; x := x + 2
              body -> head*: [c <u 3]; c := 4
              body -> head*: [2 <u c]; d := c + 1
              head* -> error: [8 <u x]; [x == d]; error
            becomes
              state x, c, d
              init -> head*: x := 0; c := 3
              head* -> body: [x <u 9]; x := x + 2
              body -> head*: [false]
              body -> head*: d := 4
              head* -> error: [8 <u x]; [x == d]; error
            head: relies on c == 3
        "#]],
        );
}

#[test]
fn copies() {
    Builder::new(&["x", "y"])
        .edge("init", &[Read("x", 0), Copy("y", "x")], "a")
        .edge("a", &[Less("y", 5), Plus("x", "x", 1)], "b")
        .edge("b", &[Same("y", "x"), Error], "error")
        .check(
            Pass::Copies,
            &expect![[r#"
              state x, y
              init -> a: havoc x; y := x
              a -> b: [y <u 5]; x := x + 1
              b -> error: [x == y]; error
            becomes
              state x, y
              init -> a: havoc x; y := x
              a -> b: [x <u 5]; x := x + 1
              b -> error: [x == y]; error
        "#]],
        );
}

#[test]
fn merge_equal() {
    Builder::new(&["i", "j"])
        .edge("init", &[Set("i", 0), Set("j", 0)], "head")
        .edge(
            "head",
            &[Less("j", 9), Plus("i", "i", 1), Plus("j", "j", 1)],
            "head",
        )
        .edge("head", &[NotLess("j", 9), Less("i", 9), Error], "error")
        .check(
            Pass::MergeEqual,
            &expect![[r#"
              state i, j
              init -> head*: i := 0; j := 0
              head* -> head*: [j <u 9]; i := i + 1; j := j + 1
              head* -> error: [8 <u j]; [i <u 9]; error
            becomes
              state i, j
              init -> head*: i := 0; j := 0
              head* -> head*: [i <u 9]; i := i + 1; j := j + 1
              head* -> error: [8 <u i]; [i <u 9]; error
            head: relies on i == j
        "#]],
        );
}

#[test]
fn dead() {
    Builder::new(&["x", "y", "z"])
        .edge("init", &[Set("x", 0), Read("y", 0), Set("z", 1)], "head")
        .edge(
            "head",
            &[Less("x", 9), Plus("x", "x", 1), Plus("y", "y", 1)],
            "head",
        )
        .edge("head", &[NotLess("x", 9), Copy("z", "y"), Error], "error")
        .check(
            Pass::Dead,
            &expect![[r#"
              state x, y, z
              init -> head*: x := 0; havoc y; z := 1
              head* -> head*: [x <u 9]; x := x + 1; y := y + 1
              head* -> error: [8 <u x]; z := y; error
            becomes
              state x
              init -> head*: x := 0
              head* -> head*: [x <u 9]; x := x + 1
              head* -> error: [8 <u x]; error
        "#]],
        );
}

#[test]
fn slice() {
    Builder::new(&["x", "y"])
        .edge("init", &[Set("x", 0)], "head")
        .edge("head", &[Less("y", 9), Plus("y", "y", 1)], "head")
        .edge("head", &[NotLess("y", 9)], "if")
        .edge("if", &[Less("y", 20), Set("y", 3)], "join")
        .edge("if", &[NotLess("y", 20)], "join")
        .edge("join", &[Less("x", 1), Error], "error")
        .check(
            Pass::Slice,
            &expect![[r#"
              state x, y
              init -> head*: x := 0
              head* -> head*: [y <u 9]; y := y + 1
              head* -> if: [8 <u y]
              if -> join: [y <u 20]; y := 3
              if -> join: [19 <u y]
              join -> error: [x == 0]; error
            becomes
              state x, y
              init -> head*: x := 0
              head* -> if: [true]
              if -> join: [true]
              join -> error: [x == 0]; error
        "#]],
        );
}

#[test]
fn bisimulation() {
    Builder::new(&["x", "y"])
        .edge("init", &[Read("x", 0)], "if")
        .edge("if", &[Less("x", 9)], "a1")
        .edge("if", &[NotLess("x", 9)], "b1")
        .edge("a1", &[Read("y", 1), Less("y", 3)], "a2")
        .edge("b1", &[Read("y", 1), Less("y", 3)], "b2")
        .edge("a2", &[Same("x", "y"), Error], "error")
        .edge("b2", &[Same("x", "y"), Error], "error")
        .check(
            Pass::Bisimulation,
            &expect![[r#"
              state x, y
              init -> if: havoc x
              if -> a1: [x <u 9]
              if -> b1: [8 <u x]
              a1 -> a2: havoc y; [y <u 3]
              b1 -> b2: havoc y; [y <u 3]
              a2 -> error: [x == y]; error
              b2 -> error: [x == y]; error
            becomes
              state x, y
              init -> if: havoc x
              if -> a1: [x <u 9]
              if -> a1: [8 <u x]
              a1 -> a2: havoc y; [y <u 3]
              a2 -> error: [x == y]; error
            b1: now a1
            b2: now a2
        "#]],
        );
}
