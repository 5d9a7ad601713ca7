//! What Linux tells of a process and of the machine under `/proc`.

use std::{fs, time::Duration};

use anyhow::Context as _;
use serde::Serialize;

/// The kernel's clock ticks in a second, as it shows them to programs.
const TICKS: u64 = 100;

/// Where a benchmark runs.
#[derive(Debug, Serialize)]
pub(crate) struct Machine {
    pub(crate) cores: usize,
    /// Before the run.
    pub(crate) load_average: f64,
}

impl Machine {
    /// The machine as it is now.
    pub(crate) fn now() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { cores, load_average: load_average() }
    }
}

/// The processor time that a process has used, in user mode and in the kernel.
///
/// # Errors
/// If there is no such process, or no `/proc`.
pub(crate) fn cpu_time(pid: u32) -> anyhow::Result<Duration> {
    let text = read(&format!("/proc/{pid}/stat"))?;
    // The name stands in brackets and may hold anything; user and system time are fields 14 and 15.
    let fields = text.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Ok(ticks_to_time(ticks))
}

/// The time that the living threads of a process have run, to the nanosecond.
///
/// # Errors
/// If there is no such process, or the kernel does not count.
pub(crate) fn run_time(pid: u32) -> anyhow::Result<Duration> {
    let folder = format!("/proc/{pid}/task");
    let threads = fs::read_dir(&folder).with_context(|| format!("cannot read {folder}; this needs Linux"))?;
    let mut nanos = 0;
    for thread in threads.flatten() {
        // A thread may end meanwhile.
        let text = fs::read_to_string(thread.path().join("schedstat")).unwrap_or_default();
        nanos += text.split(' ').next().and_then(|number| number.parse::<u64>().ok()).unwrap_or(0);
    }
    Ok(Duration::from_nanos(nanos))
}

/// The processor time that all programs of the machine have used.
///
/// # Errors
/// If there is no `/proc`.
pub(crate) fn machine_time() -> anyhow::Result<Duration> {
    let text = read("/proc/stat")?;
    let fields = text.lines().next().unwrap_or_default().split_whitespace().skip(1);
    // user nice system idle iowait irq softirq: all but the two that stand for doing nothing.
    let busy = fields.take(7).enumerate().filter(|(index, _)| ![3, 4].contains(index));
    Ok(ticks_to_time(busy.filter_map(|(_, field)| field.parse::<u64>().ok()).sum()))
}

/// The resident memory of a process, in bytes.
///
/// # Errors
/// If there is no such process, or no `/proc`.
pub(crate) fn resident(pid: u32) -> anyhow::Result<u64> {
    let text = read(&format!("/proc/{pid}/status"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    let kib = line.split_whitespace().next().and_then(|number| number.parse::<u64>().ok());
    Ok(kib.context("the kernel does not tell the process's memory")? * 1024)
}

/// How many processes wanted a core over the last minute.
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
