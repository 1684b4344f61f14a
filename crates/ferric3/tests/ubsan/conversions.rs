//! Implicit conversions between all integer types, judged by the compiled program: GCC has no
//! sanitizer for them, but it can compare a value before and after.

use ferric3_ivl::Check;
use std::fmt::Write as _;
use std::process::Command;

use crate::compiler::compile;
use crate::judge::holds;

const TYPES: [&str; 9] = [
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
];

const VALUES: [&str; 7] = [
    "-1",
    "127",
    "128",
    "-32769",
    "65535",
    "1L << 31",
    "-1L << 63",
];

#[test]
fn implicit_conversions_are_judged_by_values() {
    let mut cases = Vec::new();
    for from in TYPES {
        for to in TYPES.into_iter().filter(|to| *to != from) {
            cases.extend(VALUES.map(|value| (from, to, value)));
        }
    }
    let mut text = "extern int putchar(int);\nint main(void)\n{\n".to_owned();
    for (from, to, value) in &cases {
        writeln!(
            text,
            "{{ {from} x = ({from})({value}); {to} y = x; \
             putchar((__int128)x == (__int128)y ? '1' : '0'); }}"
        )
        .expect("a string");
    }
    text.push_str("return 0;\n}\n");
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (source, binary) = (folder.path().join("a.c"), folder.path().join("a"));
    std::fs::write(&source, text).expect("the folder is writable");
    compile(|command| {
        command
            .args(["-m64", "-w", "-O0"])
            .arg(&source)
            .arg("-o")
            .arg(&binary);
    })
    .expect("the program compiles");
    let ran = Command::new(&binary).output().expect("it can be started");
    assert_eq!(ran.stdout.len(), cases.len());
    let mut kept = 0;
    for ((from, to, value), &keeps) in cases.iter().zip(&ran.stdout) {
        let implicit = format!("{from} x = ({from})({value});\n    {to} y = x;");
        let text = format!("int main(void)\n{{\n    {implicit}\n    return y == 3;\n}}\n");
        assert_eq!(
            holds(&text, Check::Conversion),
            Some(keeps == b'1'),
            "{text}"
        );
        kept += usize::from(keeps == b'1');
    }
    assert!(kept > 100 && kept + 100 < cases.len(), "{kept}");
}
