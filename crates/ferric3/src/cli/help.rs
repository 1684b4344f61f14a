//! Texts below the lists of options.

/// Below the list of commands.
pub(super) const EXAMPLES: &str = "\
Examples:
  ferric3 check counter.c
  ferric3 check counter.c --check all
  ferric3 check counter.c --32 --spec unreach-call.prp --timeout 900 --memory 15000
  ferric3 check counter.c --json report.json -v
  ferric3 deadcode controller.c --entry step --html report.html
  ferric3 run counter.c --input 3,-4,0x10 --trace
  ferric3 cfa counter.c --dot | dot -Tsvg > counter.svg
  ferric3 export --format chc counter.c -o counter.smt2
  ferric3 bench tasks.tsv --engine ic3cfa,bmc --timeout 60 -j 2";

/// Below the options of `check`.
pub(super) const CHECK_HELP: &str = "\
The last line on standard output is the verdict:
  Verification result: TRUE                   no assertion can be violated      (exit code 0)
  Verification result: FALSE(unreach-call)    a run violates an assertion       (exit code 10)
  Verification result: UNKNOWN(reason)        neither is known                  (exit code 5)
Other exit codes: 1 bad usage, 2 bad input, 6 internal error.

With --check or a property file, each property is decided by itself: a violation of one does not
hide those of others. The last line names all that are violated; it is TRUE only if all hold.
  assertions     unreach-call           assertions, calls of reach_error and its like (the default)
  overflow       no-overflow            + - * / % ++ -- unary - and abs on signed integers
  division       no-division-by-zero    / and % of integers
  shift          no-invalid-shift       counts out of range; << of a negative number or into the sign
  bounds         valid-deref            subscripts outside of their array, also of an inner one
  pointer        valid-deref            null, freed memory, places outside of the object
  free           valid-free             free of what was not allocated, or was freed before
  alignment      valid-alignment        pointers that are not aligned as their types ask; also by pointer
  overlap        no-overlapping-copy    memcpy, strcpy between areas that overlap; also by pointer
  order          no-order-dependence    i++ + i and f() + g(), where operands change what others use
  uninitialised  no-uninitialised-read  reads of what was given no value; of a _Bool that is not 0 or 1
  promise        no-broken-promise      calls of __builtin_unreachable, zeros counted in 0, arrays of size 0
  range          no-float-out-of-range  floating-point numbers that become integers and do not fit
  conversion     no-lossy-conversion    see below; with range
  leak           valid-memtrack         memory that nothing points to when the program ends
  cleanup        valid-memcleanup       memory that is not freed when the program ends
`all` stands for assertions and for what C leaves undefined: all but the last three.

With --arith, integers are mathematical ones: nothing overflows or wraps around, and conversions between
integer types keep values. Inputs are still values of their types. Verdicts say that they are about another
program than the compiled one: TRUE(arith), FALSE(arith: unreach-call). Where bits of an integer are needed that is
no value of its type (x & y, large arrays, unions), the verdict is UNKNOWN. Not with --check overflow,
conversion or all.

uninitialised: a structure may be copied as a whole, and so may characters in arrays and behind
pointers; what has no value has none in the copy, either. All other reads must find a value.
conversion: conversions between integer types that the program does not write as casts (by
operators, =, op=, ++, arguments, return, initialisers of automatic variables) and values stored in
bit-fields must keep the value, as for clang's -fsanitize=implicit-conversion. Casts may change it,
and so may conversions to _Bool.
range: a floating-point number that becomes an integer, by a cast or not, must fit without its
fraction, as for -fsanitize=float-cast-overflow; conversion asks for that, too.
leak: at the return from main, and at exit, memory that is not freed must be reachable by pointers
from static variables, as for LeakSanitizer. In a property file, valid-memtrack is about runs that
never end, too: it is TRUE only for programs without loops and recursion.

With --cover, the question is which coverage goals runs reach: `statement` (statements that are always
executed together have one goal), `branch` (both outcomes of each decision, and each case of a switch;
`decision` and `case` are its parts), `mark` (calls of __VERIFIER_cover(e) or __CPROVER_cover(e) with e other
than 0), `function` (it is entered), `call` (it begins), `loop` (left without an iteration, left after one, a second one
begins), `condition` (each operand of !, && and || is true, and is false), `mcdc` (each condition is true, and is false,
while it decides the outcome: masking MC/DC), `mcdc-unique` (each way through a decision, of which pairs make
unique-cause MC/DC; a decision has 64 at most). A decision is what controls if, while, do, for or ?:, and && and ||
elsewhere. Goals are those of functions that calls lead to. Each is reached (by a run that was replayed), unreachable (proved and
checked again) or open. Coverage is no verdict: without --check or --spec the last line is
  Coverage result: COVERAGE(7 reached, 2 unreachable, 0 open)         (exit code 0, or 5 if some are open)
and with them, last line and exit code are those of the properties. An assertion that fails ends the run.

Transition systems, by the end of the name or --format: .btor2 (btor2), .aag and .aig (aiger), .vmt (vmt),
and linear Horn clauses over Bool, bit-vectors, arrays, Int and Real, .smt2 (horn). Every `bad`, invar-property or
query is a property; without --property all of them must hold. --witness FILE writes
  for FALSE  btor2, aiger: a witness of the format; horn: instances of the clauses that are unsat together;
             vmt: the states of a run with the formulas of the file, every answer is sat
  for TRUE   btor2, aiger: the same circuit with `bad or not invariant` as bad, which is inductive;
             horn: a model of all predicates; vmt: an invariant
Scripts are for any SMT solver; what they say of the file is quoted from it.

With --plot, the picture has panels over one axis of time for each search by IC3 (engines ic3cfa, ic3,
ic3:states, ic3ia, pdr, ic3icp, treeic3, local, and those of them that are members of the group of auto): how many lemmas
stand at each level, with the frontier; lemmas in all; predicates (for local: details seen) with the
refinements that brought them; obligations that wait; solver queries. Where nothing of that kind was
needed, it says so. With --json, and --plot or --stats, the same numbers are in the document.

Examples:
  ferric3 check counter.c
  ferric3 check counter.btor2 --property 0 --witness run.txt
  ferric3 check clauses.smt2 --witness model.smt2
  ferric3 check counter.c --check overflow,division
  ferric3 check counter.c --check all --timeout 300
  ferric3 check counter.c --arith
  ferric3 check counter.c --all
  ferric3 check counter.c --cover statement,branch
  ferric3 check counter.c --cover decision,condition,mcdc
  ferric3 check counter.c --spec no-overflow.prp
  ferric3 check counter.c --timeout 60 --memory 4000 --stats
  ferric3 check counter.c --engine bmc --max-depth 100
  ferric3 check counter.c --engine pdr --plot search.svg
  ferric3 check counter.c --engine ic3cfa:thesis --without interpolation --stats
  ferric3 check counter.c --json - | jq .verdict";

/// About options that are not ours, below those of every command that reads C files.
pub(crate) const COMPILER_HELP: &str = "\
Several files are one program. Options of the compiler are understood as a compiler would:
  -I -D -U -include -isystem -std=… -Wp,…   go on to the preprocessor
  -m32 -m64                                 are --32 and --64
  -funsigned-char -fsigned-char -fwrapv     are honoured
  -W… -g -O2 -c -o x -l… and most of -f…    change nothing here, and a note says so
  -ffast-math -ftrapv -fpack-struct …       change what programs mean, and are refused";

/// Below the options of `run`.
pub(super) const RUN_HELP: &str = "\
Exit codes: 0 the program ended, 10 it violated a property, 5 it was stopped before.

Examples:
  ferric3 run counter.c --input 3,-4,0x10
  ferric3 run counter.c --random --seed 7 --trace
  ferric3 check counter.c --json report.json; ferric3 run counter.c --input-file report.json";

/// Below the options of `cfa`.
pub(super) const CFA_HELP: &str = "\
Shown is the automaton as it comes from the program, with large blocks. With --passes all it is the
one that engines decide.
Exit codes: 0, 5 too large or given up, 1 bad usage, 2 bad input, 6 internal error.

Examples:
  ferric3 cfa counter.c
  ferric3 cfa counter.c --svg -o counter.svg
  ferric3 cfa counter.c --passes constants,dead --small
  ferric3 cfa counter.c --passes all --stats
  ferric3 cfa counter.c --dot | dot -Tsvg > counter.svg
  ferric3 cfa counter.c --small --dot -o counter.dot
  ferric3 cfa large.c --stats --timeout 60 --memory 4000";
