//! Reading the command line.

use super::*;

fn parse_line(line: &str) -> Result<Invocation, clap::Error> {
    try_parse(line.split(' ').map(OsString::from))
}

#[test]
fn the_definition_is_consistent() {
    Cli::command().debug_assert();
}

#[test]
fn preprocessor_options_keep_their_order() {
    let line = "ferric3 check -D A=1 a.c -U A -I inc -DA --include x.h";
    let invocation = parse_line(line).expect("it is well-formed");
    let expected = [
        "-D", "A=1", "-U", "A", "-I", "inc", "-D", "A", "-include", "x.h",
    ];
    assert_eq!(invocation.preprocessor_args, expected);
}

#[test]
fn seconds_may_be_fractions() {
    assert_eq!(parse_seconds("0.5"), Ok(Duration::from_millis(500)));
    assert_eq!(parse_seconds("60s"), Ok(Duration::from_secs(60)));
    for wrong in ["0", "-1", "x", "", "1e400", "NaN"] {
        assert!(parse_seconds(wrong).is_err(), "{wrong} should be refused");
    }
}

#[test]
fn a_depth_needs_the_engine_that_has_one() {
    assert!(parse_line("ferric3 check a.c --max-depth 3").is_err());
    assert!(parse_line("ferric3 check a.c --max-depth 3 --engine bmc").is_ok());
}
