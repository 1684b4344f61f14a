//! What the analysis finds, and that it finds no less when it gets coarser.

use super::super::location::Location;
use super::solver::Effort;
use super::{PointsTo, UNKNOWN};
use crate::lower::walk::{Visitor, operands, values, visit};
use crate::preprocess::preprocess_text;
use crate::sema::hir::{Expr, FunctionId, Init, ObjectId, Unit};
use crate::stack::test_on_stack;
use crate::{FrontendOptions, parse, sema};

const PROGRAM: &str = "
    struct list { struct list *next; int *value; void (*act)(struct list *); };
    int a, b, c[10], never;
    static struct list second;
    static struct list first = { &second, &a, 0 };
    static struct list unused = { &unused, &never, 0 };
    int *chosen;
    void *memcpy(void *, const void *, unsigned long);
    void *malloc(unsigned long);
    void nobody(void) { first.value = &never; unused.value = &b; }
    void one(struct list *l) { l->value = &b; chosen = l->value; }
    void two(struct list *l) { l->next = l; l->value = c + 3; }
    struct list *last(struct list *l) { while (l->next) l = l->next; return l; }
    int main(int count) {
        struct list copy, *heap = malloc(sizeof *heap);
        second.act = one;
        first.act = two;
        copy = *last(&first);
        memcpy(heap, &copy, sizeof copy);
        heap->act(&first);
        char *bytes = (char *)&copy;
        for (int i = 0; i < 8; i++) bytes[i] = ((char *)&heap)[i];
        int *walk = c;
        for (int i = 0; i < count; i++) walk++;
        unsigned long number = (unsigned long)copy.next ^ 1;
        return *walk + *chosen + *heap->value + *(int *)number;
    }";

fn with_unit(test: impl FnOnce(&Unit, FunctionId) + Send) {
    test_on_stack(parse::TEST_STACK, || {
        let options = FrontendOptions::default();
        let source = preprocess_text("test.c", PROGRAM, &options).expect("no directives");
        let tree = parse::parse_shallow(&source).expect("a program");
        let units = [(0..PROGRAM.len(), &tree)];
        let (unit, _) = sema::check(&source, &units, None, &options).expect("it is C");
        let main = unit.functions.iter().position(|f| f.name == "main");
        test(&unit, FunctionId(main.expect("main") as u32));
    });
}

/// All expressions of the functions that can be reached.
fn expressions<'a>(unit: &'a Unit, points_to: &PointsTo<'a>) -> Vec<&'a Expr> {
    struct All<'a>(Vec<&'a Expr>);
    impl<'a> Visitor<'a> for All<'a> {
        fn full(&mut self, e: &'a Expr) {
            self.0.push(e);
            for operand in operands(e) {
                self.full(operand);
            }
        }

        fn initialiser(&mut self, _: ObjectId, init: &'a Init) {
            for value in values(init) {
                self.full(value);
            }
        }
    }
    let mut all = All(Vec::new());
    for (i, function) in (0..).zip(&unit.functions) {
        if let Some(body) = &function.body
            && points_to.is_reached(FunctionId(i))
        {
            visit(unit, &body.stmts, &mut all);
        }
    }
    all.0
}

#[test]
fn only_what_can_be_reached_counts() {
    with_unit(|unit, main| {
        let points_to = PointsTo::new(unit, main);
        let is_reached = |name: &str| {
            let f = unit.functions.iter().position(|f| f.name == name);
            points_to.is_reached(FunctionId(f.expect("a function") as u32))
        };
        for (name, expected) in [("one", true), ("two", true), ("nobody", false)] {
            assert_eq!(is_reached(name), expected, "{name}");
        }
        let named = |name: &str| {
            let id = unit.objects.iter().position(|o| o.name == name);
            Location::Variable(ObjectId(id.expect("a variable") as u32))
        };
        let never = named("never");
        assert!(!points_to.numbers.contains_key(&never));
        let holds = |location, target| !points_to.holds(location, &[target]).is_empty();
        assert!(holds(named("chosen"), named("b")));
        // The copies of members keep their places.
        assert!(holds(named("copy"), named("second")));
        assert!(holds(named("number"), named("first")));
        assert!(!holds(named("chosen"), named("first")));
        assert!(!holds(named("walk"), named("b")));
    });
}

#[test]
fn a_coarser_analysis_finds_no_less() {
    with_unit(|unit, main| {
        let mut fine = PointsTo::new(unit, main);
        let all = expressions(unit, &fine);
        let mut were_coarser = 0;
        for most in [0, 3, 10, 30, 60, 100, 200, 400] {
            for more in [0, 5, 40] {
                let mut coarse = PointsTo::within(unit, main, Effort { most, more });
                for &e in &all {
                    let found = coarse.exact_targets(e);
                    for target in fine.exact_targets(e) {
                        let same = found.iter().find(|t| t.location == target.location);
                        let offsets = same.map(|same| same.offsets);
                        let mut joined = offsets.expect("no location is lost");
                        assert!(!joined.join(&target.offsets), "{most} {more} {e:?}");
                    }
                    were_coarser += usize::from(found.len() > fine.targets(e).len());
                }
            }
        }
        assert!(were_coarser > 0);
        assert_eq!(fine.locations[UNKNOWN], Location::Unknown);
    });
}
