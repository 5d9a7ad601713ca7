//! Figures of a process and of the machine from Linux's `/proc`.

use std::{fs, time::Duration};

use anyhow::Context as _;
use serde::Serialize;

/// The number of kernel clock ticks per second in `/proc`.
const TICKS: u64 = 100;

/// The machine that runs a benchmark.
#[derive(Debug, Serialize)]
pub(crate) struct Machine {
    pub(crate) cores: usize,
    /// The load average before the run.
    pub(crate) load_average: f64,
}

impl Machine {
    /// Reads the present state of the machine.
    pub(crate) fn now() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { cores, load_average: load_average() }
    }
}

/// Returns the processor time of a process, in user mode and in the kernel.
///
/// # Errors
/// Returns an error if there is no such process, or without `/proc`.
pub(crate) fn cpu_time(pid: u32) -> anyhow::Result<Duration> {
    let text = read(&format!("/proc/{pid}/stat"))?;
    // The name is in brackets and may contain anything. User and system time are fields 14 and 15.
    let fields = text.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Ok(ticks_to_time(ticks))
}

/// Returns the run time of a process's live threads, to the nanosecond; 0 if the kernel does not count it.
///
/// # Errors
/// Returns an error if there is no such process, or without `/proc`.
pub(crate) fn run_time(pid: u32) -> anyhow::Result<Duration> {
    let folder = format!("/proc/{pid}/task");
    let threads = fs::read_dir(&folder).with_context(|| format!("cannot read {folder}; this needs Linux"))?;
    let mut nanos = 0;
    for thread in threads.flatten() {
        // A thread may end in the meantime.
        let text = fs::read_to_string(thread.path().join("schedstat")).unwrap_or_default();
        nanos += text.split(' ').next().and_then(|number| number.parse::<u64>().ok()).unwrap_or(0);
    }
    Ok(Duration::from_nanos(nanos))
}

/// Returns the processor time of all programs on the machine.
///
/// # Errors
/// Returns an error without `/proc`.
pub(crate) fn machine_time() -> anyhow::Result<Duration> {
    let text = read("/proc/stat")?;
    let fields = text.lines().next().unwrap_or_default().split_whitespace().skip(1);
    // user nice system idle iowait irq softirq: everything except idle and iowait.
    let busy = fields.take(7).enumerate().filter(|(index, _)| ![3, 4].contains(index));
    Ok(ticks_to_time(busy.filter_map(|(_, field)| field.parse::<u64>().ok()).sum()))
}

/// Returns the resident memory of a process, in bytes.
///
/// # Errors
/// Returns an error if there is no such process, or without `/proc`.
pub(crate) fn resident(pid: u32) -> anyhow::Result<u64> {
    let text = read(&format!("/proc/{pid}/status"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    let kib = line.split_whitespace().next().and_then(|number| number.parse::<u64>().ok());
    Ok(kib.context("the kernel does not tell the process's memory")? * 1024)
}

/// Returns the number of processes that needed a core, averaged over the last minute.
#[must_use]
pub(crate) fn load_average() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(f64::NAN)
}

fn read(path: &str) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {path}; this benchmark needs Linux"))
}

const fn ticks_to_time(ticks: u64) -> Duration {
    Duration::from_millis(ticks * 1000 / TICKS)
}
