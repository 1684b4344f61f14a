//! Prints the IVL of C files, or what is wrong with them.
//!
//! ```text
//! cargo run -p ferric3-c --example translate -- [--32] [--quiet] FILE…
//! ```

#![allow(clippy::print_stdout)]

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use ferric3_c::{DataModel, FrontendOptions, translate_file};
use ferric3_ivl::{PropertyKind, display_program};

fn main() -> ExitCode {
    let mut options = FrontendOptions::default();
    let mut quiet = false;
    let mut code = ExitCode::SUCCESS;
    for arg in std::env::args().skip(1) {
        match arg.as_str() {
            "--32" => options.data_model = DataModel::Ilp32,
            "--64" => options.data_model = DataModel::Lp64,
            "--quiet" => quiet = true,
            file if !translate(file, &options, quiet) => code = ExitCode::FAILURE,
            _ => {}
        }
    }
    code
}

fn translate(file: &str, options: &FrontendOptions, quiet: bool) -> bool {
    let begin = Instant::now();
    match translate_file(Path::new(file), options) {
        Ok(translation) => {
            let program = &translation.program;
            if quiet {
                let unsupported = program.properties.iter();
                let unsupported = unsupported.filter(|p| p.kind == PropertyKind::Unsupported);
                let took = begin.elapsed().as_millis();
                println!("{file}: {} unsupported, {took} ms", unsupported.count());
            } else {
                for warning in &translation.warnings {
                    println!("{}", warning.render(&program.sources));
                }
                println!("{}", display_program(program, &translation.terms));
            }
            true
        }
        Err(error) => {
            println!("{file}: FAILED");
            for diagnostic in &error.diagnostics {
                println!("{}", diagnostic.render(&error.sources));
            }
            false
        }
    }
}
