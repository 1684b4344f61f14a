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
    assert_eq!(invocation.compiler.preprocessor, expected);
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

fn options(line: &str) -> Result<CompilerOptions, String> {
    let line = format!("ferric3 check a.c {line}");
    let parsed = parse_line(line.trim_end());
    parsed
        .map(|invocation| invocation.compiler)
        .map_err(|error| error.to_string())
}

#[test]
fn options_of_the_compiler_mean_what_they_say() {
    let preprocessor = |line: &str| options(line).expect("accepted").preprocessor;
    assert_eq!(preprocessor("-std=c99"), ["-std=c99"]);
    assert_eq!(
        preprocessor("-isystem d -iquotee"),
        ["-isystem", "d", "-iquote", "e"]
    );
    assert_eq!(preprocessor("-Wp,-DA=1"), ["-Wp,-DA=1"]);
    assert_eq!(preprocessor("-O2"), ["-O2"], "headers look at __OPTIMIZE__");
    assert!(
        options("-std=gnu89")
            .expect("accepted")
            .dialect
            .c90_constants
    );
    assert!(
        !options("-ansi -std=c11")
            .expect("accepted")
            .dialect
            .c90_constants
    );
    assert!(
        options("-funsigned-char")
            .expect("accepted")
            .dialect
            .unsigned_char
    );
    assert!(
        !options("-funsigned-char -fsigned-char")
            .expect("accepted")
            .dialect
            .unsigned_char
    );
    let model = |line: &str| match parse_line(line).expect("accepted").command {
        Command::Check(args) => args.frontend.ilp32,
        _ => panic!("another command"),
    };
    assert!(model("ferric3 check -m64 -m32 a.c"));
    assert!(!model("ferric3 check -m32 a.c -m64"));
    assert!(parse_line("ferric3 check --32 -m64 a.c").is_err());
    assert!(options("-march=native -ffp-contract=off").is_ok());
    assert!(options("-march=native -std=c11").is_ok());
}

#[test]
fn options_that_change_nothing_are_named() {
    let line = "-Wall -Wextra -g -c -o a.o -MD -MF a.d -fno-strict-aliasing -pedantic -lm";
    let options = options(line).expect("accepted");
    let note = options.note().expect("a note");
    for option in [
        "-Wall",
        "-g",
        "-o a.o",
        "-MF a.d",
        "-fno-strict-aliasing",
        "-lm",
    ] {
        assert!(note.contains(option), "{option} in {note}");
    }
    assert_eq!(options.preprocessor, [""; 0]);
}

#[test]
fn options_that_change_the_meaning_are_never_ignored() {
    for option in [
        "-ftrapv",
        "-fshort-enums",
        "-fpack-struct",
        "-fpack-struct=2",
        "-ffast-math",
        "-Ofast",
        "-fshort-wchar",
        "-mlong-double-64",
        "-mlong-double-128",
        "-mfma",
        "-march=native",
        "-mx32",
        "-fopenmp",
        "-fcommon",
        "-finstrument-functions",
        "-ftrivial-auto-var-init=zero",
        "-fexec-charset=latin1",
        "-std=c23",
        "-std=c++17",
        "-x c++",
        "-Wl,--wrap=malloc",
        "-mno-such-thing",
    ] {
        let error = options(option).expect_err(option);
        assert!(error.contains("cannot be honoured"), "{option}: {error}");
    }
    assert!(options("-fwrapv").expect("accepted").wraps);
    assert!(options("-fwrapv --check overflow").is_err());
}

#[test]
fn our_own_options_are_left_alone() {
    let line = "ferric3 run a.c b.c --input -4,3 --max-steps 7";
    let Command::Run(args) = parse_line(line).expect("well-formed").command else {
        panic!("another command");
    };
    assert_eq!(args.input.as_deref(), Some("-4,3"));
    assert_eq!(args.frontend.program(), "a.c b.c");
    let line = "ferric3 cfa a.c -o out.svg --svg";
    let Command::Cfa(args) = parse_line(line).expect("well-formed").command else {
        panic!("another command");
    };
    assert!(args.output.is_some());
    assert!(parse_line("ferric3 check a.c -Zzz").is_err());
}
