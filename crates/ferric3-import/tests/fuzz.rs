//! Mutants of files in every format: each is read or refused with a diagnostic, none makes a panic.
//! What is read is a valid program.

use ferric3_import::{Format, ImportOptions, import};
use ferric3_ivl::{SplitMix64, validate};

const HORN: &str = "(set-logic HORN)
(define-sort W () (_ BitVec 8))
(declare-fun p (W Bool (Array (_ BitVec 4) W)) Bool)
(declare-fun |q r| (W) Bool)
(define-fun next ((x W) (y W)) W (bvadd x y #x01))
(assert (forall ((x W) (b Bool) (a (Array (_ BitVec 4) W)))
  (=> (and (= x (_ bv7 8)) b) (p x b ((as const (Array (_ BitVec 4) W)) #x00)))))
(assert (forall ((x W) (y W) (b Bool) (a (Array (_ BitVec 4) W)) (a1 (Array (_ BitVec 4) W)))
  (=> (and (p x b a) (let ((c (bvult x #xf0)) (d ((_ extract 3 0) x)))
    (or (and c (= y (next x x)) (= a1 (store a d y)))
        (and (not c) (= y (select a d)) (= a1 a))))) (p y (xor b true) a1))))
(assert (forall ((x W) (b Bool) (a (Array (_ BitVec 4) W))) (=> (and (p x b a) (bvsge x #x80)) (|q r| x))))
(assert (forall ((x W)) (=> (|q r| x) (not (= x ((_ rotate_left 3) x))))))
(check-sat)
";

const VMT: &str = "(declare-fun x () (_ BitVec 8))
(declare-fun x1 () (_ BitVec 8))
(declare-fun pc () Bool)
(declare-fun pc1 () Bool)
(declare-fun go () Bool)
(define-fun sx () (_ BitVec 8) (! x :next x1))
(define-fun sp () Bool (! pc :next pc1))
(define-fun init () Bool (! (and (bvult x #x05) pc) :init true))
(define-fun trans () Bool (! (or (and pc (not pc1) (= x1 (ite go x #x03))) (and (not pc) pc1 (= x (bvsub x1 #x01)))) :trans true))
(define-fun p () Bool (! (=> pc (not (= x #x00))) :invar-property 0))
(assert true)
";

const FUNCTIONS: &str = "(set-logic HORN)
(declare-fun p (Real Int) Bool)
(define-fun c () Real (cos 0.0))
(assert (forall ((x Real)) (=> (= x (sin (* 2.0 x))) (p x (^ 2 3)))))
(assert (forall ((x Real) (n Int)) (=> (and (p x n) (< (exp x) (pow x 2))) (p (* c (sin (exp x))) (abs (* n n))))))
(assert (forall ((x Real) (n Int)) (=> (p x n) (< (* x (to_real n)) c))))
(assert (forall ((x Real) (n Int)) (=> (and (p x n) (distinct n 0)) (p (ite (> x 0.0) (log (/ x n)) (^ x n)) (div 7 (mod 5 n))))))
(assert (forall ((x Real) (n Int)) (=> (p x n) (or (= n 0) (< (pow 2 n) (ln x))))))
";

const BTOR2: &str = "1 sort bitvec 8
2 sort bitvec 1
3 sort array 1 1
4 zero 1
5 state 1 x ; the counter
6 init 1 5 4
7 state 3 m
8 input 2 go
9 one 1
10 add 1 5 9
11 ite 1 8 10 -5
12 next 1 5 11
13 write 3 7 5 11
14 next 3 7 13
15 read 1 7 5
16 slice 2 15 7 7
17 constraint -16
18 constd 1 -3
19 ugte 2 5 18
20 bad 19 top
21 sort bitvec 16
22 uext 21 5 8
";

const AAG: &str =
    "aag 5 1 2 0 2 1 1\n2\n4 9 4\n10 5 1\n4\n2\n6 5 3\n8 7 3\ni0 enable\nl0 on\nb0 is on\nc\nhi\n";

fn seeds() -> Vec<(Format, Vec<u8>)> {
    let mut aig = b"aig 4 1 1 0 2 1 1\n9 4\n4\n2\n".to_vec();
    aig.extend([1, 2, 1, 4]);
    aig.extend(b"i0 enable\nl0 on\n");
    vec![
        (Format::Horn, HORN.into()),
        (Format::Vmt, VMT.into()),
        (Format::Horn, FUNCTIONS.into()),
        (Format::Btor2, BTOR2.into()),
        (Format::Aiger, AAG.into()),
        (Format::Aiger, aig),
    ]
}

/// Some changes: bytes, words, lines, numbers.
fn mutant(seed: &[u8], random: &mut SplitMix64) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..1 + random.below(4) {
        if bytes.is_empty() {
            break;
        }
        let len = bytes.len() as u64;
        let at = random.below(len) as usize;
        match random.below(8) {
            0 => bytes[at] = random.below(256) as u8,
            1 => {
                bytes.remove(at);
            }
            2 => bytes.truncate(at),
            3 => bytes.insert(at, b" ()|;\n\"0-:"[random.below(10) as usize]),
            // A word in place of another one, or in front of it.
            4 | 5 => {
                let words: Vec<(usize, usize)> = words(&bytes);
                if words.is_empty() {
                    continue;
                }
                let pick =
                    |random: &mut SplitMix64| words[random.below(words.len() as u64) as usize];
                let (from, to) = (pick(random), pick(random));
                let word = bytes[from.0..from.1].to_vec();
                let end = if random.below(3) == 0 { to.0 } else { to.1 };
                bytes.splice(to.0..end, word);
            }
            6 => {
                let number = [0, 1, 7, 255, 65_536, u64::from(u32::MAX), u64::MAX];
                let number = number[random.below(7) as usize].to_string();
                let digits = words(&bytes);
                let mut numbers = digits.iter().filter(|w| bytes[w.0].is_ascii_digit());
                let count = numbers.clone().count() as u64;
                if count > 0
                    && let Some(&(start, end)) = numbers.nth(random.below(count) as usize)
                {
                    bytes.splice(start..end, number.bytes());
                }
            }
            _ => {
                let end = at + random.below(len - at as u64 + 1) as usize;
                let part = bytes[at..end].to_vec();
                let place = random.below(len) as usize;
                bytes.splice(place..place, part);
            }
        }
    }
    bytes
}

fn words(bytes: &[u8]) -> Vec<(usize, usize)> {
    let is_word = |byte: u8| !byte.is_ascii_whitespace() && byte != b'(' && byte != b')';
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        while at < bytes.len() && is_word(bytes[at]) {
            at += 1;
        }
        if at > start {
            found.push((start, at));
        }
        at += 1;
    }
    found
}

/// Reads mutants of each seed; how many could be read.
fn fuzz(count: u64) -> usize {
    let mut read = 0;
    for (number, (format, seed)) in seeds().into_iter().enumerate() {
        let mut random = SplitMix64::new(number as u64 + 1);
        let whole = import(format, "t", &seed, &ImportOptions::default());
        assert!(whole.is_ok(), "{format:?}: {:?}", whole.err());
        for _ in 0..count {
            let mutant = mutant(&seed, &mut random);
            let options = ImportOptions {
                property: None,
                cuts: random.below(2) == 0,
            };
            match import(format, "t", &mutant, &options) {
                Ok(imported) => {
                    let valid = validate(&imported.program, &imported.terms);
                    let text = String::from_utf8_lossy(&mutant);
                    assert!(valid.is_ok(), "{format:?} {valid:?}\n{text}");
                    read += 1;
                }
                Err(error) => {
                    let text = error.diagnostics[0].render(&error.sources);
                    assert!(text.starts_with("error: "), "{text}");
                }
            }
        }
    }
    read
}

#[test]
fn mutants_are_read_or_refused() {
    assert!(fuzz(1_500) > 100, "hardly any mutant can be read");
}

#[test]
#[ignore = "long: run by scripts/long-tests"]
fn many_mutants_are_read_or_refused() {
    fuzz(100_000);
}
