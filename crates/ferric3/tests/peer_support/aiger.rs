//! A reader of AIGER 1.9, binary and ASCII, that runs the circuit.

/// A circuit with one `bad` and latches that start with 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Circuit {
    pub(crate) inputs: usize,
    /// The next values of the latches.
    latches: Vec<usize>,
    bad: usize,
    gates: Vec<[usize; 2]>,
    /// Names of inputs, latches and bad states, as in the file.
    pub(crate) symbols: Vec<String>,
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn line(&mut self) -> Result<String, String> {
        let rest = &self.bytes[self.at..];
        let end = rest.iter().position(|&byte| byte == b'\n');
        let end = end.ok_or("the file ends within a line")?;
        self.at += end + 1;
        String::from_utf8(rest[..end].to_vec()).map_err(|error| error.to_string())
    }

    fn numbers(&mut self, count: usize) -> Result<Vec<usize>, String> {
        let line = self.line()?;
        let numbers: Result<Vec<usize>, _> = line.split(' ').map(str::parse).collect();
        match numbers {
            Ok(numbers) if numbers.len() == count => Ok(numbers),
            _ => Err(format!("{count} numbers were expected, not `{line}`")),
        }
    }

    fn delta(&mut self) -> Result<usize, String> {
        let mut value = 0;
        for shift in (0..).step_by(7) {
            let byte = *self
                .bytes
                .get(self.at)
                .ok_or("the file ends within a gate")?;
            self.at += 1;
            value |= usize::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        Ok(value)
    }
}

/// Reads a file.
pub(crate) fn read(bytes: &[u8]) -> Result<Circuit, String> {
    let mut reader = Reader { bytes, at: 0 };
    let header = reader.line()?;
    let words: Vec<&str> = header.split(' ').collect();
    let [format, max, inputs, latches, outputs, gates, bads] = words[..] else {
        return Err(format!("strange header `{header}`"));
    };
    let is_ascii = match format {
        "aag" => true,
        "aig" => false,
        _ => return Err(format!("strange format {format}")),
    };
    let number = |word: &str| word.parse::<usize>().map_err(|error| error.to_string());
    let (max, inputs, latches, gates) = (
        number(max)?,
        number(inputs)?,
        number(latches)?,
        number(gates)?,
    );
    if (outputs, bads) != ("0", "1") || max != inputs + latches + gates {
        return Err(format!("unexpected numbers in `{header}`"));
    }
    if is_ascii {
        for input in 1..=inputs {
            if reader.numbers(1)? != [2 * input] {
                return Err("inputs should be in order".to_owned());
            }
        }
    }
    let mut next = Vec::new();
    for latch in inputs + 1..=inputs + latches {
        if is_ascii {
            let numbers = reader.numbers(2)?;
            if numbers[0] != 2 * latch {
                return Err("latches should be in order".to_owned());
            }
            next.push(numbers[1]);
        } else {
            next.push(reader.numbers(1)?[0]);
        }
    }
    let bad = reader.numbers(1)?[0];
    let mut table = Vec::new();
    for gate in max - gates + 1..=max {
        let [gate_lit, high, low] = if is_ascii {
            let numbers = reader.numbers(3)?;
            [numbers[0], numbers[1], numbers[2]]
        } else {
            let high = (2 * gate).checked_sub(reader.delta()?);
            let high = high.ok_or("a gate reads a later one")?;
            let low = high.checked_sub(reader.delta()?);
            [2 * gate, high, low.ok_or("a gate has a negative argument")?]
        };
        if gate_lit != 2 * gate || high >= gate_lit || low > high {
            return Err(format!("gate {gate_lit} = {high} {low} is out of order"));
        }
        table.push([high, low]);
    }
    if next.iter().chain([&bad]).any(|&lit| lit / 2 > max) {
        return Err("a literal is too large".to_owned());
    }
    let mut symbols = Vec::new();
    loop {
        match reader.line()?.as_str() {
            "c" => break,
            symbol => symbols.push(symbol.to_owned()),
        }
    }
    Ok(Circuit {
        inputs,
        latches: next,
        bad,
        gates: table,
        symbols,
    })
}

impl Circuit {
    /// The latches in the beginning.
    pub(crate) fn start(&self) -> Vec<bool> {
        vec![false; self.latches.len()]
    }

    /// The latches after a step, and whether the state before it is bad.
    pub(crate) fn step(&self, latches: &[bool], inputs: &[bool]) -> (Vec<bool>, bool) {
        assert_eq!(
            (inputs.len(), latches.len()),
            (self.inputs, self.latches.len())
        );
        let mut values = vec![false];
        values.extend_from_slice(inputs);
        values.extend_from_slice(latches);
        let value = |values: &[bool], lit: usize| values[lit / 2] != (lit % 2 == 1);
        for &[high, low] in &self.gates {
            let gate = value(&values, high) && value(&values, low);
            values.push(gate);
        }
        let next = self.latches.iter().map(|&lit| value(&values, lit));
        (next.collect(), value(&values, self.bad))
    }
}
