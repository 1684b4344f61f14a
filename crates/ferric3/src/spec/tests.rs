//! Property files, good and bad.

use expect_test::{Expect, expect};

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
        assert_eq!(
            (&*spec.entry, &*spec.function),
            ("main", "reach_error"),
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
    let errors = |text: &str| parse("p.prp", text).expect("it is well-formed").errors();
    let only = |names: &[&str]| ErrorCalls::Only(names.iter().map(|&n| n.to_owned()).collect());
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
        "CHECK( init(main()), LTL(G ! overflow) )\n",
        expect![[r#"
            error: the property no-overflow cannot be checked yet
             --> p.prp:1:26
              |
            1 | CHECK( init(main()), LTL(G ! overflow) )
              |                          ^^^^^^^^^^^^
              = help: the only property that can be checked so far is unreach-call: CHECK( init(main()), LTL(G ! call(reach_error())) )
        "#]],
    );
    for (formula, name) in [
        ("G valid-free", "valid-memsafety"),
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
fn two_different_properties_are_too_many() {
    let one = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
    assert!(parse("p.prp", &one.repeat(2)).is_ok());
    let two = format!("{one}CHECK( init(f()), LTL(G ! call(reach_error())) )");
    assert!(
        parse("p.prp", &two)
            .expect_err("too many")
            .contains("second property")
    );
}
