//! Try things out.
#![allow(clippy::print_stdout)]
use ferric3_confirm::*;
fn main() {
    for f in std::env::args().skip(1) {
        let unit = Unit {
            name: f.clone(),
            text: std::fs::read_to_string(&f).unwrap_or_default(),
            options: Default::default(),
        };
        let program = Program {
            units: vec![unit],
            ..Program::default()
        };
        match Judge::build(&program, Build::Plain) {
            Ok(j) => println!("OK {f} unprobed {:?}", j.unprobed()),
            Err(e) => println!(
                "REFUSED {f} {}",
                e.0.lines().take(4).collect::<Vec<_>>().join(" | ")
            ),
        }
    }
}
