//! Property files, good and bad.

use expect_test::{Expect, expect};
use ferric3_ivl::Check;

use super::*;

fn check_error(text: &str, expected: Expect) {
    expected.assert_eq(&parse("p.prp", text).expect_err("it should be refused"));
}

#[test]
fn unreach_call_is_read_in_every_layout() {
    for text in [
        "CHECK( init(main()), LTL(G ! call(reach_error())) )",
        "CHECK(init(main()),LTL(G!call(reach_error())))\n",
        "\nCHECK( init( main ( ) ),\n  LTL( G ! call( reach_error() ) ) )\n\n",
    ] {
        let spec = parse("p.prp", text).expect("it is well-formed");
        let reach_error = Goal::calls(errors("reach_error"));
        assert_eq!(
            (&*spec.entry, spec.goals),
            ("main", vec![reach_error]),
            "{text}"
        );
    }
    let spec = parse(
        "p",
        "CHECK( init(start()), LTL(G ! call(__VERIFIER_error())) )",
    );
    assert_eq!(spec.expect("it is well-formed").entry, "start");
}

#[test]
fn only_the_named_function_counts() {
    let errors = |text: &str| parse("p.prp", text).expect("it is well-formed").goals[0].clone();
    let only = |names: &[&str]| {
        Goal::calls(ErrorCalls::Only(
            names.iter().map(|&n| n.to_owned()).collect(),
        ))
    };
    assert_eq!(
        errors("CHECK( init(main()), LTL(G ! call(bad())) )"),
        only(&["bad"])
    );
    assert_eq!(
        errors("CHECK( init(main()), LTL(G ! call(reach_error())) )"),
        only(&["reach_error", "__VERIFIER_error"])
    );
}

#[test]
fn other_properties_are_named() {
    check_error(
        "CHECK( init(main()), LTL(G ! data-race) )\n",
        expect![[r#"
            error: the property no-data-race cannot be checked yet
             --> p.prp:1:26
              |
            1 | CHECK( init(main()), LTL(G ! data-race) )
              |                          ^^^^^^^^^^^^^
              |
              = help: the properties that can be checked so far are `G ! call(reach_error())`, `G ! overflow`, `G valid-deref`, `G valid-free`, `G valid-memtrack` and `G valid-memcleanup`
        "#]],
    );
    for (formula, name) in [
        ("F end", "termination"),
        ("G ! data-race", "no-data-race"),
        ("G ! label(ERROR)", "unreach-label"),
    ] {
        let text = format!("CHECK( init(main()), LTL({formula}) )");
        let error = parse("p.prp", &text).expect_err("it is not supported");
        assert!(error.contains(name), "{error}");
    }
    let cover = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";
    assert!(
        parse("p.prp", cover)
            .expect_err("not supported")
            .contains("COVER")
    );
}

#[test]
fn malformed_files_are_refused_with_a_place() {
    check_error(
        "CHECK( init(main()), LTL(G ! call(reach_error()) )\n",
        expect![[r#"
            error: `)` was expected, but the file ends here
             --> p.prp:1:51
              |
            1 | CHECK( init(main()), LTL(G ! call(reach_error()) )
              |                                                   ^
              |
              = help: a property file looks like this: CHECK( init(main()), LTL(G ! call(reach_error())) )
        "#]],
    );
    check_error(
        "\nCHEK( init(main()) )",
        expect![[r#"
            error: CHECK was expected, but `CHEK` was found
             --> p.prp:2:1
              |
            2 | CHEK( init(main()) )
              | ^^^^
              |
              = help: a property file looks like this: CHECK( init(main()), LTL(G ! call(reach_error())) )
        "#]],
    );
    for text in [
        "",
        "  \n",
        "CHECK",
        "CHECK(((((",
        "é",
        "CHECK( init(()), LTL() )",
    ] {
        assert!(parse("p.prp", text).is_err(), "{text}");
    }
}

#[test]
fn several_properties_are_several_goals() {
    let text = "CHECK( init(main()), LTL(G valid-free) )\n\
                CHECK( init(main()), LTL(G valid-deref) )\n\
                CHECK( init(main()), LTL(G valid-memtrack) )\n\
                CHECK( init(main()), LTL(G valid-deref) )\n";
    let goals = parse("p.prp", text).expect("it is well-formed").goals;
    let properties: Vec<&str> = goals.iter().map(|goal| goal.property).collect();
    assert_eq!(properties, ["valid-free", "valid-deref", "valid-memtrack"]);
    let both = Question::Checks(vec![Check::Bounds, Check::Pointer]);
    assert_eq!(goals[1].question, both);
    assert_eq!(goals[2].question, Question::Checks(vec![Check::Leak]));
    let overflow = parse("p.prp", "CHECK( init(main()), LTL(G ! overflow) )");
    let overflow = overflow.expect("it is well-formed").goals;
    assert_eq!(
        overflow[0].question,
        Question::Checks(vec![Check::Overflow])
    );
}

#[test]
fn two_entry_functions_are_too_many() {
    let one = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
    assert!(parse("p.prp", &one.repeat(2)).is_ok());
    let two = format!("{one}CHECK( init(f()), LTL(G ! call(reach_error())) )");
    assert!(
        parse("p.prp", &two)
            .expect_err("too many")
            .contains("second entry")
    );
}
