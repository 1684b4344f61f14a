//! Runs as tests, and tests as runs: what each input is called, and which cycle reads it.

use ferric3_coverage::store::TestRun;
use ferric3_coverage::{InputValue, Place};
use ferric3_ivl::{
    InputId, InputSite, InputSource, Inputs, Interpreter, ListInputs, Observer, Program,
    PropertyId, Reading, RecordedInput, RecordingInputs, RunLimits, Span, Step, StepKind,
};
use ferric3_term::{BitVecValue, FloatFormat, Sort, Terms, Value};
use ferric3_witness::{display_value, input_source};

use super::subject::Subject;

/// A run that was recorded without its inputs' cycles goes no further than so many steps behind its last input.
const MOST_STEPS: u64 = 1_000_000_000;

/// The test of a run: its inputs up to a goal.
pub(crate) fn test_of(
    subject: &Subject,
    (program, terms): (&Program, &Terms),
    inputs: &[RecordedInput],
    goal: PropertyId,
) -> TestRun {
    let cycles = cycles_of(subject, (program, terms), inputs, goal);
    let value = |(number, given): (usize, &RecordedInput)| {
        input_value(subject, program, given, cycles.of_input(number))
    };
    TestRun {
        inputs: inputs.iter().enumerate().map(value).collect(),
        cycles: subject.harness.as_ref().map(|_| cycles.begun),
    }
}

/// Which cycle reads which input.
#[derive(Default)]
struct Cycles {
    begun: u64,
    /// For each cycle, how many inputs were read before it began.
    starts: Vec<usize>,
}

impl Cycles {
    /// The cycle that reads an input, by the number of the input.
    fn of_input(&self, number: usize) -> Option<u64> {
        let begun = self.starts.partition_point(|&start| start <= number);
        begun.checked_sub(1).map(|cycle| cycle as u64)
    }
}

fn cycles_of(
    subject: &Subject,
    (program, terms): (&Program, &Terms),
    inputs: &[RecordedInput],
    goal: PropertyId,
) -> Cycles {
    if subject.harness.is_none() {
        return Cycles::default();
    }
    let mut watch = Watch {
        subject,
        program,
        read: 0,
        cycles: Cycles::default(),
    };
    let limits = RunLimits {
        max_steps: MOST_STEPS,
        after_goal: Some((goal, 0)),
        ..RunLimits::default()
    };
    let mut given = ListInputs::new(inputs.to_vec());
    // However it ends: it was replayed before.
    let _ = Interpreter::new(program, terms).run(&mut given, &mut watch, &limits);
    watch.cycles
}

/// Counts inputs, and calls that begin a cycle.
struct Watch<'a> {
    subject: &'a Subject,
    program: &'a Program,
    read: usize,
    cycles: Cycles,
}

impl Watch<'_> {
    fn begins_cycle(&self, span: Span) -> bool {
        self.subject.begins_cycle(&self.program.sources, span)
    }
}

impl Observer for Watch<'_> {
    fn step(&mut self, step: Step) {
        match step.kind {
            StepKind::Input { .. } => self.read += 1,
            StepKind::Call { .. } if self.begins_cycle(step.span) => {
                self.cycles.begun += 1;
                self.cycles.starts.push(self.read);
            }
            _ => {}
        }
    }
}

fn input_value(
    subject: &Subject,
    program: &Program,
    given: &RecordedInput,
    cycle: Option<u64>,
) -> InputValue {
    let site = &program.inputs[given.input];
    let known = subject.site(&program.sources, site.span);
    let (name, type_name, place) = match known {
        Some(known) => (known.name.clone(), known.type_name.clone(), None),
        None => (
            input_source(program, given.input),
            type_name(site),
            Some(place(program, site.span)),
        ),
    };
    // Whatever is not 0 is true; a compiled program must be given 1.
    let value = match (&given.value, type_name.as_str()) {
        (Value::BitVec(bits), "_Bool") if bits.to_u64() != Some(0) => {
            BitVecValue::from_u64(1, bits.width()).into()
        }
        (value, _) => value.clone(),
    };
    InputValue {
        name,
        type_name,
        value: constant(&value, site.reading),
        bits: bits(&value),
        cycle,
        place,
    }
}

/// Where an input is read.
pub(crate) fn place(program: &Program, span: Span) -> Place {
    Place {
        file: program.sources.files[span.file].name.clone(),
        line: span.line,
        column: span.column,
        end_line: 0,
        end_column: 0,
    }
}

/// The type of an input that the program reads itself.
fn type_name(site: &InputSite) -> String {
    if let InputSource::Nondet(function) = &site.source
        && let Some(name) = function.strip_prefix("__VERIFIER_nondet_")
        && let Some(known) = of_nondet(name)
    {
        return known.to_owned();
    }
    match (site.sort, site.reading) {
        (Sort::Bool, _) => "_Bool".to_owned(),
        (_, Reading::Float(format)) if format == FloatFormat::F32 => "float".to_owned(),
        (_, Reading::Float(format)) if format == FloatFormat::F64 => "double".to_owned(),
        (_, Reading::Float(_)) => "long double".to_owned(),
        (_, Reading::Pointer) => "void *".to_owned(),
        (Sort::BitVec(width), reading) => of_width(width, reading == Reading::Signed),
        (sort, _) => sort.to_string(),
    }
}

fn of_nondet(name: &str) -> Option<&'static str> {
    Some(match name {
        "bool" | "_Bool" => "_Bool",
        "char" => "char",
        "uchar" => "unsigned char",
        "short" => "short",
        "ushort" => "unsigned short",
        "int" => "int",
        "uint" | "unsigned" => "unsigned int",
        "long" => "long",
        "ulong" => "unsigned long",
        "longlong" => "long long",
        "ulonglong" => "unsigned long long",
        "float" => "float",
        "double" => "double",
        _ => return None,
    })
}

fn of_width(width: u32, is_signed: bool) -> String {
    let name = match width {
        0..=8 => "char",
        9..=16 => "short",
        17..=32 => "int",
        33..=64 => "long long",
        _ => "__int128",
    };
    match (is_signed, width) {
        (true, 0..=8) => "signed char".to_owned(),
        (true, _) => name.to_owned(),
        (false, _) => format!("unsigned {name}"),
    }
}

/// The value as a constant of C. Those that have none (arrays) are as people read them.
fn constant(value: &Value, reading: Reading) -> String {
    let Value::BitVec(bits) = value else {
        return display_value(value, reading, "");
    };
    match (reading, bits.to_u64()) {
        (Reading::Float(format), Some(word)) if format == FloatFormat::F32 => {
            // Every number of the one format is one of the other, and so are their signs and infinities.
            let number = f32::from_bits(word as u32);
            match number.is_finite() {
                true => format!("{}f", hexadecimal(f64::from(number))),
                false => not_finite(number.is_nan(), number < 0.0),
            }
        }
        (Reading::Float(format), Some(word)) if format == FloatFormat::F64 => {
            let number = f64::from_bits(word);
            match number.is_finite() {
                true => hexadecimal(number),
                false => not_finite(number.is_nan(), number < 0.0),
            }
        }
        (Reading::Signed, Some(_)) => signed_constant(bits),
        (Reading::Unsigned | Reading::Pointer, Some(number)) => match number {
            0..=0x7fff_ffff => number.to_string(),
            0x8000_0000..=0xffff_ffff => format!("{number}U"),
            _ => format!("{number}ULL"),
        },
        _ => display_value(value, reading, ""),
    }
}

fn signed_constant(bits: &BitVecValue) -> String {
    let text = bits.to_signed_string();
    match text.parse::<i64>() {
        Ok(i64::MIN) => "(-9223372036854775807LL - 1)".to_owned(),
        Ok(-2_147_483_648) => "(-2147483647 - 1)".to_owned(),
        Ok(number) if i32::try_from(number).is_err() => format!("{number}LL"),
        _ => text,
    }
}

fn not_finite(is_nan: bool, is_negative: bool) -> String {
    match (is_nan, is_negative) {
        (true, _) => "NAN".to_owned(),
        (_, true) => "-INFINITY".to_owned(),
        (_, false) => "INFINITY".to_owned(),
    }
}

/// As `%a` prints it, which is exact.
fn hexadecimal(number: f64) -> String {
    let sign = if number.is_sign_negative() { "-" } else { "" };
    let bits = number.to_bits();
    let (exponent, fraction) = ((bits >> 52) & 0x7ff, bits & ((1 << 52) - 1));
    let digits = format!("{fraction:013x}");
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    match (exponent, fraction) {
        (0, 0) => format!("{sign}0x0p+0"),
        (0, _) => format!("{sign}0x0{point}{digits}p-1022"),
        _ => format!("{sign}0x1{point}{digits}p{:+}", exponent as i64 - 1023),
    }
}

/// The bits, most significant first, as many digits as the width needs.
pub(crate) fn bits(value: &Value) -> String {
    match value {
        Value::Bool(truth) => u8::from(*truth).to_string(),
        Value::BitVec(bits) => {
            let digits = bits.width().div_ceil(4) as usize;
            format!("{:0digits$x}", bits.to_biguint())
        }
        other => other.to_string(),
    }
}

/// The run of a test of an earlier session: its inputs as far as the program still reads them in this order and in
/// these sizes. Somebody has to look at what it reaches.
pub(crate) fn run_of(program: &Program, terms: &Terms, test: &TestRun) -> Vec<RecordedInput> {
    let mut inputs = RecordingInputs::new(Listed {
        rest: test.inputs.iter(),
    });
    let limits = RunLimits {
        max_steps: MOST_STEPS / 100,
        ..RunLimits::default()
    };
    let _ = Interpreter::new(program, terms).run(&mut inputs, &mut (), &limits);
    inputs.into_given()
}

/// Gives the values of a test in order.
struct Listed<'a> {
    rest: std::slice::Iter<'a, InputValue>,
}

impl Inputs for Listed<'_> {
    fn next(&mut self, _: InputId, site: &InputSite) -> Option<Value> {
        let digits = &self.rest.next()?.bits;
        match site.sort {
            Sort::Bool => Some(Value::Bool(digits == "1")),
            Sort::BitVec(width) if digits.len() == width.div_ceil(4) as usize => {
                let numbers: Option<Vec<u32>> = digits
                    .chars()
                    .rev()
                    .map(|digit| digit.to_digit(16))
                    .collect();
                let bits = numbers?
                    .into_iter()
                    .flat_map(|number| (0..4).map(move |bit| number >> bit & 1 == 1));
                Some(BitVecValue::from_bits(bits.take(width as usize)).into())
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floating_point_constants_are_exact() {
        assert_eq!(hexadecimal(1.0), "0x1p+0");
        assert_eq!(hexadecimal(-0.0), "-0x0p+0");
        assert_eq!(hexadecimal(0.1), "0x1.999999999999ap-4");
        assert_eq!(hexadecimal(f64::MIN_POSITIVE / 2.0), "0x0.8p-1022");
        assert_eq!(hexadecimal(f64::MAX), "0x1.fffffffffffffp+1023");
    }

    #[test]
    fn integers_are_constants_of_a_type_that_holds_them() {
        let signed = |number: i64, width| signed_constant(&BitVecValue::from_i64(number, width));
        assert_eq!(signed(-1, 8), "-1");
        assert_eq!(signed(i64::from(i32::MIN), 32), "(-2147483647 - 1)");
        assert_eq!(signed(1 << 31, 64), "2147483648LL");
        assert_eq!(signed(i64::MIN, 64), "(-9223372036854775807LL - 1)");
    }

    #[test]
    fn inputs_belong_to_the_cycle_that_reads_them() {
        let cycles = Cycles {
            begun: 3,
            starts: vec![1, 3, 3],
        };
        let of: Vec<Option<u64>> = (0..4).map(|number| cycles.of_input(number)).collect();
        assert_eq!(of, [None, Some(0), Some(0), Some(2)]);
    }
}
