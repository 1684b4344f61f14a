//! The table has every function that headers declare, and says what the lowering does.

use std::collections::BTreeSet;

use super::table::{find, rows};
use super::tests::{public, with_unit};
use super::{files, models};
use crate::{DataModel, FrontendOptions};

/// The headers of C and the common ones of POSIX and Linux.
const HEADERS: &str = "\
    aio alloca argz arpa/inet assert byteswap complex ctype dirent dlfcn endian envz err errno error \
    execinfo fcntl fenv float fmtmsg fnmatch ftw getopt glob grp iconv inttypes iso646 langinfo \
    libgen limits locale malloc math memory monetary mqueue net/if netdb netinet/in nl_types obstack \
    poll pthread pwd regex sched search semaphore setjmp signal spawn stdalign stdarg stdatomic \
    stdbool stddef stdint stdio stdlib stdnoreturn string strings sys/ioctl sys/ipc sys/mman sys/msg \
    sys/param sys/resource sys/select sys/sem sys/shm sys/socket sys/stat sys/statvfs sys/time \
    sys/times sys/types sys/uio sys/un sys/utsname sys/wait syslog termios tgmath threads time uchar \
    ucontext ulimit unistd utime utmpx values wchar wctype wordexp";

/// Options that change what headers declare: what `-O2` means to them, offsets and times of 64 bits.
const VARIANTS: [&[&str]; 4] = [
    &[],
    &["-D__OPTIMIZE__=2", "-U__NO_INLINE__", "-D_FORTIFY_SOURCE=2"],
    &["-D_FILE_OFFSET_BITS=64"],
    &["-D_FILE_OFFSET_BITS=64", "-D_TIME_BITS=64"],
];

/// Treatments for which the program's own data must not be behind the result.
const SCALAR: [&str; 2] = ["arbitrary", "between"];

fn first_word(treatment: &str) -> &str {
    treatment.split(' ').next().unwrap_or(treatment)
}

#[test]
fn every_function_of_the_headers_is_in_the_table() {
    let mut text = "#define _GNU_SOURCE\n".to_owned();
    for header in HEADERS.split_whitespace() {
        text += &format!("#if __has_include(<{header}.h>)\n#include <{header}.h>\n#endif\n");
    }
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        for more in VARIANTS {
            let mut options = FrontendOptions {
                data_model,
                ..FrontendOptions::default()
            };
            let more_args = more.iter().map(|&arg| arg.to_owned());
            options.preprocessor_args.extend(more_args);
            let (missing, pointers, count) = with_unit(&text, &options, |unit| {
                let mut missing = BTreeSet::new();
                let mut pointers = BTreeSet::new();
                for function in unit.functions.iter().filter(|f| f.body.is_none()) {
                    let name = function.name.as_str();
                    // Versions for times of 64 bits, under names of the linker.
                    if function.is_unclear() {
                        continue;
                    }
                    let known = ["__assert", "__builtin_", "__library_"];
                    if known.iter().any(|prefix| name.starts_with(prefix)) {
                        continue;
                    }
                    let Some(row) = find(name) else {
                        missing.insert(name.to_owned());
                        continue;
                    };
                    let ty = unit.types.function(function.ty).expect("a function");
                    let pointer = unit.types.pointee(ty.result.ty).is_some();
                    if pointer && SCALAR.contains(&first_word(row.treatment)) {
                        pointers.insert(name.to_owned());
                    }
                }
                assert!(unit.obstacles.is_empty(), "{more:?}: {:?}", unit.obstacles);
                (missing, pointers, unit.functions.len())
            });
            assert!(count > 1000, "only {count} functions");
            assert!(missing.is_empty(), "{data_model:?}, {more:?}: {missing:?}");
            assert!(pointers.is_empty(), "arbitrary pointers: {pointers:?}");
        }
    }
}

#[test]
fn every_name_has_one_row() {
    let mut names: Vec<&str> = rows().iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    let twice: Vec<_> = names.windows(2).filter(|w| w[0] == w[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn models_are_in_the_table() {
    for name in public() {
        let row = find(name).unwrap_or_else(|| panic!("{name} is not in the table"));
        let model = models().iter().find(|m| m.name == name).expect("a model");
        let expected: &[&str] = if files()[model.file].for_errno {
            &["math", "approximate", "model"]
        } else {
            &["model", "copy", "set"]
        };
        assert!(
            expected.contains(&row.treatment),
            "{name}: {}",
            row.treatment
        );
    }
    let modelled = rows().iter().filter(|(_, row)| row.treatment == "model");
    for (name, _) in modelled {
        assert!(public().any(|model| model == name), "{name} has no model");
    }
}
