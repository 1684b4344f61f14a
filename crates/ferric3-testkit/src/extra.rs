//! The things that a machine may lack.

use std::fmt;
use std::sync::OnceLock;

use crate::probe::{builds_and_runs, runs};

/// Something that is not on every machine with a Rust toolchain and a C and C++ compiler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extra {
    /// `cc` builds for x86-64, whose types the data models have, and this machine runs it.
    X86,
    /// This machine runs 32-bit programs of x86, if they need no library.
    Bits32,
    /// The 32-bit C library and its headers.
    CLibrary32,
    /// The SMT solver Z3.
    Z3,
    /// The SMT solver cvc5.
    Cvc5,
    /// The generator of random C programs.
    Csmith,
    /// The hardware model checker ABC.
    Abc,
    /// The compiler's sanitizers for undefined behaviour and addresses, for x86-64.
    Sanitizers,
    /// The browser, without a window.
    Chromium,
    /// `cc --coverage` counts lines, and `gcov` writes the counts as JSON.
    Gcov,
}

/// Without a library a program has to end by itself.
const WITHOUT_LIBRARY: &str = "\
void _start(void)
{
    __asm__ volatile(\"int $0x80\" : : \"a\"(1), \"b\"(sizeof(long) != 4));
    for (;;) { }
}
";

const WITH_LIBRARY: &str = "\
#include <errno.h>
#include <math.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    printf(\"%s %f %d\\n\", argv[0], sqrt(argc), errno);
    return sizeof(long) != 4;
}
";

const OF_X86_64: &str = "\
int main(void)
{
    return !(sizeof(long) == 8 && __LDBL_MANT_DIG__ == 64 && (char) -1 < 0);
}
";

impl Extra {
    /// All of them.
    pub const ALL: [Extra; 10] = [
        Extra::X86,
        Extra::Bits32,
        Extra::CLibrary32,
        Extra::Z3,
        Extra::Cvc5,
        Extra::Csmith,
        Extra::Abc,
        Extra::Sanitizers,
        Extra::Chromium,
        Extra::Gcov,
    ];

    /// How the browser runs for a page from a file: no window, nothing from the network. A folder of its own
    /// (`--user-data-dir`) comes on top.
    pub const CHROMIUM_OPTIONS: [&str; 8] = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ];

    /// How one gets it.
    #[must_use]
    pub fn how_to_get(self) -> String {
        match self.package() {
            Some(package) => format!("apt-get install {package}"),
            None if self == Extra::X86 => "another machine".to_owned(),
            None if self == Extra::Sanitizers => "GCC with its libubsan and libasan".to_owned(),
            None if self == Extra::Gcov => "GCC as `cc`, with its gcov".to_owned(),
            None => "a kernel with IA32 emulation".to_owned(),
        }
    }

    /// The package of Debian that has it, if one has.
    pub(crate) fn package(self) -> Option<&'static str> {
        match self {
            Extra::X86 | Extra::Bits32 | Extra::Sanitizers | Extra::Gcov => None,
            Extra::CLibrary32 => Some("gcc-multilib"),
            Extra::Z3 => Some("z3"),
            Extra::Cvc5 => Some("cvc5"),
            Extra::Csmith => Some("csmith"),
            Extra::Abc => Some("berkeley-abc"),
            Extra::Chromium => Some("chromium"),
        }
    }

    /// Is it here? Looks once in each process.
    pub(crate) fn is_there(self) -> bool {
        static FOUND: [OnceLock<bool>; Extra::ALL.len()] =
            [const { OnceLock::new() }; Extra::ALL.len()];
        *FOUND[self as usize].get_or_init(|| self.probe())
    }

    fn probe(self) -> bool {
        match self {
            Extra::X86 => builds_and_runs(OF_X86_64, &["-m64"]),
            Extra::Bits32 => {
                let alone = [
                    "-ffreestanding",
                    "-fno-pic",
                    "-no-pie",
                    "-nostdlib",
                    "-static",
                ];
                builds_and_runs(WITHOUT_LIBRARY, &[&["-m32"], &alone[..]].concat())
            }
            Extra::CLibrary32 => builds_and_runs(WITH_LIBRARY, &["-m32", "-lm"]),
            Extra::Z3 => runs("z3", &["--version"]),
            Extra::Cvc5 => runs("cvc5", &["--version"]),
            Extra::Csmith => runs("csmith", &["--version"]),
            // The names that `ferric3 peer` knows.
            Extra::Abc => ["berkeley-abc", "yosys-abc", "abc"]
                .iter()
                .any(|name| runs(name, &["-q", "quit"])),
            Extra::Sanitizers => {
                builds_and_runs(OF_X86_64, &["-m64", "-fsanitize=undefined,address"])
            }
            // To start is not enough: it has to get through a page.
            Extra::Chromium => {
                let page = [
                    "--user-data-dir=profile",
                    "--dump-dom",
                    "data:text/html,here",
                ];
                runs("chromium", &[&Extra::CHROMIUM_OPTIONS[..], &page].concat())
            }
            Extra::Gcov => {
                runs("gcov", &["--json-format", "--version"])
                    && builds_and_runs(OF_X86_64, &["--coverage"])
            }
        }
    }
}

impl fmt::Display for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Extra::X86 => "an x86-64 machine",
            Extra::Bits32 => "32-bit programs",
            Extra::CLibrary32 => "the 32-bit C library",
            Extra::Z3 => "Z3",
            Extra::Cvc5 => "cvc5",
            Extra::Csmith => "csmith",
            Extra::Abc => "ABC",
            Extra::Sanitizers => "sanitizers",
            Extra::Chromium => "Chromium",
            Extra::Gcov => "gcov",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_its_place_and_its_name() {
        for (place, extra) in Extra::ALL.into_iter().enumerate() {
            assert_eq!(extra as usize, place);
            let namesakes = Extra::ALL.map(|other| other.to_string() == extra.to_string());
            assert_eq!(namesakes.iter().filter(|&&same| same).count(), 1, "{extra}");
        }
    }

    /// Who runs `scripts/setup` lacks nothing that can be installed.
    #[test]
    fn the_setup_script_has_every_package() {
        let script = include_str!("../../../scripts/setup");
        let line = script
            .lines()
            .find_map(|line| line.strip_prefix("packages=("));
        let words = line.and_then(|line| line.strip_suffix(')'));
        let listed: Vec<&str> = words.expect("a list").split_whitespace().collect();
        let wanted: Vec<&str> = Extra::ALL.into_iter().filter_map(Extra::package).collect();
        assert_eq!(listed, wanted);
    }
}
