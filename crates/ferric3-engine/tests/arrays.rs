//! Engines on programs and automata with arrays.

#[path = "arrays/random.rs"]
mod random;

use ferric3_cfa::{large_blocks, run_edge};
use ferric3_engine::{
    Answer, CheckOptions, EngineKind, Ic3CfaOptions, Ic3IcpPreset, Ic3Preset, ItpPreset, Patience,
    Preset, Session, Task, Technique, TechniqueSet, TreePreset, Verdict, abstraction_techniques,
    cegar_techniques, certify, check,
};
use ferric3_ivl::builder::{Builder, Operand, Var, bv};
use ferric3_ivl::{Program, validate};
use ferric3_solver::SolverConfig;
use ferric3_term::{Op, Sort, TermId, Terms};
use random::RandomArrays;

fn engines() -> Vec<EngineKind> {
    let mut engines = vec![
        EngineKind::Bmc {
            max_depth: Some(40),
        },
        EngineKind::KInduction { max_k: Some(40) },
    ];
    engines.extend(Preset::ALL.map(|preset| EngineKind::Ic3Cfa(preset.into())));
    engines.extend(Ic3Preset::ALL.map(|preset| EngineKind::Ic3(preset.into())));
    let techniques = abstraction_techniques();
    engines.push(EngineKind::Pdr(Ic3CfaOptions { techniques }));
    engines.push(EngineKind::Ic3Ia(Ic3CfaOptions { techniques }));
    engines.extend(Ic3IcpPreset::ALL.map(|preset| EngineKind::Ic3Icp(preset.into())));
    engines.extend(ItpPreset::ALL.map(|preset| EngineKind::Itp(preset.into())));
    let boolean = cegar_techniques();
    for techniques in [boolean, boolean.with(Technique::Cartesian)] {
        engines.push(EngineKind::Cegar(Ic3CfaOptions { techniques }));
    }
    engines.extend(TreePreset::ALL.map(|preset| EngineKind::TreeIc3(preset.options())));
    let default = Preset::Default.techniques();
    for techniques in [
        default.without(Technique::WepCubes),
        default.without(Technique::ProjectInputs),
        default.without(Technique::Lift),
        TechniqueSet::of(Technique::ALL),
    ] {
        engines.push(EngineKind::Ic3Cfa(Ic3CfaOptions { techniques }));
    }
    engines
}

/// Every answer is judged by a search through all states, and its evidence is checked.
#[test]
fn engines_agree_with_explicit_search() {
    let (mut safe, mut not_safe) = (0, 0);
    for seed in 0..40 {
        let random = RandomArrays::new(seed);
        let reachable = random.error_is_reachable();
        *(if reachable { &mut not_safe } else { &mut safe }) += 1;
        for large in [false, true] {
            let mut terms = random.terms.clone();
            let mut cfa = random.cfa.clone();
            if large {
                cfa = large_blocks(cfa, &terms).cfa;
            }
            let task = Task::new(cfa, &mut terms);
            for kind in engines() {
                let what = format!("seed {seed}, large blocks {large}, {kind:?}");
                judge(&task, &mut terms, kind, reachable, &what);
            }
        }
    }
    assert!(
        safe > 10 && not_safe > 10,
        "one-sided: {safe} safe, {not_safe} unsafe"
    );
}

fn judge(task: &Task, terms: &mut Terms, kind: EngineKind, reachable: bool, what: &str) {
    let solvers = SolverConfig::default();
    match kind.create().solve(
        task,
        terms,
        &mut Session {
            solvers: &solvers,
            progress: &mut (),
            exchange: &mut (),
            judge: &mut (),
            unrollings: true,
        },
    ) {
        Answer::Safe(proof) => {
            assert!(!reachable, "{what}: called safe");
            certify(task, terms, &solvers, proof, Patience::Unlimited)
                .unwrap_or_else(|e| panic!("{what}: {e}"));
        }
        Answer::Unsafe(counterexample) => {
            assert!(reachable, "{what}: called unsafe");
            let mut state = counterexample.initial.clone();
            for step in &counterexample.steps {
                let form = task.form(step.edge);
                let run = run_edge(&task.cfa, terms, form, &state, &step.inputs);
                state = run.unwrap_or_else(|| panic!("{what}: a broken step")).state;
            }
        }
        Answer::Unknown(reason) => {
            let may_give_up =
                matches!(kind, EngineKind::Bmc { .. } | EngineKind::KInduction { .. });
            assert!(may_give_up, "{what}: {reason:?}");
            assert!(!reachable, "{what}: a counterexample was missed");
        }
    }
}

fn array(index: u32, element: u32) -> Sort {
    Sort::Array { index, element }
}

fn read(b: &mut Builder, a: Var, index: TermId) -> TermId {
    b.terms.mk(Op::Select, &[a.term, index])
}

/// `if (index < size) a[index] = value`, as front ends write it.
fn write(b: &mut Builder, a: Var, index: TermId, value: TermId, size: u64) {
    let size = b.terms.bv_u64(size, b.terms.width(index));
    let inside = b.terms.mk(Op::BvUlt, &[index, size]);
    let stored = b.terms.mk(Op::Store, &[a.term, index, value]);
    let new = b.terms.mk(Op::Ite, &[inside, stored, a.term]);
    b.assign(a, new);
}

fn low_bits(b: &mut Builder, x: Var, width: u32) -> TermId {
    let hi = width - 1;
    b.terms.mk(Op::Extract { hi, lo: 0 }, &[x.term])
}

/// Fills an array of 8 with `i + 3` and checks the element at an arbitrary index, or one that is
/// wrong.
fn fill(wrong: bool) -> (Program, Terms) {
    let mut b = Builder::new();
    b.proc("main");
    let a = b.local("a", array(3, 8));
    let (i, k) = (b.local("i", bv(8)), b.local("k", bv(8)));
    b.havoc(a);
    b.assign(i, 0);
    b.while_(i.ult(8), |b| {
        let index = low_bits(b, i, 3);
        let value = b.term(i + 3, bv(8));
        write(b, a, index, value, 7);
        b.assign(i, i + 1);
    });
    b.havoc(k);
    b.assume(k.ult(if wrong { 8 } else { 7 }));
    let index = low_bits(&mut b, k, 3);
    let element = read(&mut b, a, index);
    let expected = b.term(k + 3, bv(8));
    let same = b.terms.mk(Op::Eq, &[element, expected]);
    b.assert(same);
    b.finish()
}

/// A swap of two elements of an array that is not initialised keeps the sum of the two.
fn swap(wrong: bool) -> (Program, Terms) {
    let mut b = Builder::new();
    b.proc("main");
    let a = b.local("a", array(10, 16));
    let [i, j] = ["i", "j"].map(|name| b.local(name, bv(10)));
    let [x, y] = ["x", "y"].map(|name| b.local(name, bv(16)));
    for var in [a, i, j] {
        b.havoc(var);
    }
    let (at_i, at_j) = (read(&mut b, a, i.term), read(&mut b, a, j.term));
    b.assign(x, at_i);
    b.assign(y, at_j);
    write(&mut b, a, i.term, y.term, 1000);
    write(&mut b, a, j.term, x.term, 1000);
    if !wrong {
        b.assume(i.ult(1000) & j.ult(1000));
    }
    let (at_i, at_j) = (read(&mut b, a, i.term), read(&mut b, a, j.term));
    let swapped = [
        b.terms.mk(Op::Eq, &[at_i, y.term]),
        b.terms.mk(Op::Eq, &[at_j, x.term]),
    ];
    let both = b.terms.mk(Op::And, &swapped);
    b.assert(both);
    b.finish()
}

/// A buffer with zeros behind `n`: nothing is ever written there; or a write that goes too far.
fn zeros_behind(wrong: bool) -> (Program, Terms) {
    let mut b = Builder::new();
    b.proc("main");
    let a = b.local("a", array(5, 32));
    let (i, n, v) = (
        b.local("i", bv(5)),
        b.local("n", bv(5)),
        b.local("v", bv(32)),
    );
    let zero = b.terms.bv_u64(0, 32);
    let zeros = b.terms.mk(Op::ConstArray { index: 5 }, &[zero]);
    b.assign(a, zeros);
    b.havoc(n);
    b.assume(n.ult(20));
    b.assign(i, 0);
    let condition = if wrong { i.ule(n) } else { i.ult(n) };
    b.while_(condition, |b| {
        b.havoc(v);
        write(b, a, i.term, v.term, 20);
        b.assign(i, i + 1);
    });
    let behind = read(&mut b, a, n.term);
    let clean = b.terms.mk(Op::Eq, &[behind, zero]);
    b.assert(clean);
    b.finish()
}

#[test]
fn programs_with_arrays_are_decided() {
    type Make = fn(bool) -> (Program, Terms);
    let programs: [(&str, Make); 3] = [
        ("fill", fill),
        ("swap", swap),
        ("zeros_behind", zeros_behind),
    ];
    let ic3 = EngineKind::Ic3Cfa(Preset::Default.into());
    let bmc = EngineKind::Bmc {
        max_depth: Some(60),
    };
    for (name, make) in programs {
        for wrong in [false, true] {
            for engine in [&ic3, &bmc] {
                let (program, mut terms) = make(wrong);
                assert_eq!(validate(&program, &terms), Ok(()));
                let options = CheckOptions::new(engine.clone());
                let report = check(&program, &mut terms, &options, &mut ())
                    .unwrap_or_else(|error| panic!("{name} {wrong} {engine:?}: {error}"));
                match report.verdict {
                    Verdict::True(_) => assert!(!wrong, "{name} {engine:?}"),
                    Verdict::False(_) => assert!(wrong, "{name} {engine:?}"),
                    verdict => panic!("{name} {wrong} {engine:?}: {verdict:?}"),
                }
            }
        }
    }
}
