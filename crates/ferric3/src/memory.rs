//! How much memory the process uses, as the kernel counts it.

/// Bytes in a megabyte, as resource limits of the field count them.
pub(crate) const MEGABYTE: u64 = 1_000_000;

/// Memory in use now, in bytes; `None` where the kernel does not say.
pub(crate) fn current() -> Option<u64> {
    field("self", "VmRSS:")
}

/// The most memory that was ever in use, in bytes.
pub(crate) fn peak() -> Option<u64> {
    field("self", "VmHWM:")
}

/// Memory that another process uses now, in bytes.
pub(crate) fn of_process(id: u32) -> Option<u64> {
    field(&id.to_string(), "VmRSS:")
}

fn field(process: &str, name: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    parse(&status, name)
}

fn parse(status: &str, name: &str) -> Option<u64> {
    let rest = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = rest.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_kernels_table() {
        let status = "Name:\tferric3\nVmHWM:\t   12345 kB\nVmRSS:\t    1234 kB\n";
        assert_eq!(parse(status, "VmHWM:"), Some(12_345 * 1024));
        assert_eq!(parse(status, "VmRSS:"), Some(1234 * 1024));
        assert_eq!(parse(status, "VmSwap:"), None);
    }
}
