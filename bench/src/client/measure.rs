//! Measurements of a program in a terminal.

use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use hdrhistogram::Histogram;
use serde::Serialize;
use tengen_tests::pty::{Chunk, Launch, Pty, Seen};

use crate::{latency::Latency, proc};

/// The time limit for a program to show something.
pub(super) const TIMEOUT: Duration = Duration::from_secs(15);
/// The time limit for a key to show an effect.
const KEY_TIMEOUT: Duration = Duration::from_secs(1);
/// Output within this time belongs to the same draw.
const SAME_DRAW: Duration = Duration::from_millis(5);
/// After this silence, a program has finished drawing.
const SETTLED: Duration = Duration::from_millis(20);
/// The keys right and left.
const ARROWS: [&[u8]; 2] = [b"\x1b[C", b"\x1b[D"];

/// The activity of an idle program.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Idle {
    pub(super) what: String,
    /// The kernel's count of user and system time, in steps of 10 ms.
    pub(super) cpu_ms_per_minute: f64,
    /// The run time of the program's threads.
    pub(super) run_ms_per_minute: f64,
    pub(super) draws_per_minute: f64,
    pub(super) bytes_per_minute: f64,
    pub(super) resident_mib: f64,
}

/// The latency from a key press to the screen.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Keys {
    pub(super) pressed: usize,
    /// Keys without a visible effect.
    pub(super) lost: usize,
    pub(super) to_screen: Latency,
    /// The mean number of bytes that the program wrote for a key.
    pub(super) bytes: f64,
}

/// Waits for the first text on the screen.
///
/// # Errors
/// Returns an error if no text comes.
pub(super) fn first_text(pty: &Pty) -> anyhow::Result<Instant> {
    Ok(pty.wait("the first text", TIMEOUT, |seen| {
        (!seen.screen().trim().is_empty())
            .then(|| seen.chunks.last().map_or_else(Instant::now, |chunk| chunk.at))
    })?)
}

/// Waits until the program has finished drawing, up to a time limit.
pub(super) fn settle(pty: &Pty) {
    pty.settle(SETTLED, KEY_TIMEOUT);
}

/// Starts the program several times. Measures the time to its first text, and the time until `ready` is true.
///
/// # Errors
/// Returns an error if the program cannot be started or shows nothing.
pub(super) fn launches(
    launch: &Launch,
    times: usize,
    ready: impl Fn(&Seen) -> bool,
) -> anyhow::Result<[Latency; 2]> {
    let mut histograms = [Histogram::new(3)?, Histogram::new(3)?];
    for _ in 0..times {
        let pty = launch.clone().start()?;
        let first = first_text(&pty)?;
        let done = pty.wait("what it opens with", TIMEOUT, |seen| {
            ready(seen).then(|| seen.chunks.last().map_or_else(Instant::now, |chunk| chunk.at))
        })?;
        for (histogram, at) in histograms.iter_mut().zip([first, done]) {
            histogram.record(micros(at.duration_since(pty.started())))?;
        }
    }
    Ok(histograms.each_ref().map(Latency::of))
}

/// Presses arrow keys, each after the program has finished drawing, and measures the time until the screen changes.
///
/// # Errors
/// Returns an error if the program ends, or if no key has a visible effect.
pub(super) fn keys(pty: &Pty, count: usize) -> anyhow::Result<Keys> {
    let mut histogram = Histogram::new(3)?;
    let (mut lost, mut bytes) = (0, 0);
    for key in ARROWS.into_iter().cycle().take(count) {
        settle(pty);
        let (before, chunks) = pty.look(|seen| (seen.terminal().contents_formatted(), seen.chunks.len()));
        let pressed = Instant::now();
        pty.send(key)?;
        let shown = pty.wait("a change", KEY_TIMEOUT, |seen| {
            let last = seen.chunks.last().filter(|_| seen.chunks.len() > chunks)?;
            (seen.terminal().contents_formatted() != before).then_some(last.at)
        });
        match shown {
            Ok(at) => histogram.record(micros(at.duration_since(pressed)))?,
            Err(error) if pty.look(Seen::is_over) => return Err(error.into()),
            Err(_) => lost += 1,
        }
        settle(pty);
        bytes += pty.look(|seen| seen.chunks[chunks..].iter().map(|chunk| chunk.bytes.len()).sum::<usize>());
    }
    ensure!(lost < count, "no key changed the screen; the screen:\n{}", pty.look(Seen::screen));
    Ok(Keys { pressed: count, lost, to_screen: Latency::of(&histogram), bytes: bytes as f64 / count as f64 })
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// The counters of a program at the beginning of the idle time.
pub(super) struct Before {
    cpu: Duration,
    run: Duration,
    chunks: usize,
    at: Instant,
}

/// Begins the idle time.
///
/// # Errors
/// Returns an error if the program has ended, or without `/proc`.
pub(super) fn begin_idle(pty: &Pty) -> anyhow::Result<Before> {
    let chunks = pty.look(|seen| seen.chunks.len());
    Ok(Before {
        cpu: proc::cpu_time(pty.pid())?,
        run: proc::run_time(pty.pid())?,
        chunks,
        at: Instant::now(),
    })
}

/// Ends the idle time.
///
/// # Errors
/// Returns an error if the program has ended in the meantime.
pub(super) fn end_idle(pty: &Pty, what: String, before: &Before) -> anyhow::Result<Idle> {
    let minutes = before.at.elapsed().as_secs_f64() / 60.0;
    let pid = pty.pid();
    let used = proc::cpu_time(pid).with_context(|| format!("{what} has ended"))? - before.cpu;
    let run = proc::run_time(pid)?.saturating_sub(before.run);
    let (draws, bytes) = pty.look(|seen| {
        let new = &seen.chunks[before.chunks..];
        (draws(new), new.iter().map(|chunk| chunk.bytes.len()).sum::<usize>())
    });
    Ok(Idle {
        what,
        cpu_ms_per_minute: used.as_secs_f64() * 1000.0 / minutes,
        run_ms_per_minute: run.as_secs_f64() * 1000.0 / minutes,
        draws_per_minute: draws as f64 / minutes,
        bytes_per_minute: bytes as f64 / minutes,
        resident_mib: proc::resident(pid)? as f64 / f64::from(1 << 20),
    })
}

/// Returns the number of draws. Output without a pause is one draw.
fn draws(chunks: &[Chunk]) -> usize {
    let pauses = chunks.windows(2).filter(|pair| pair[1].at - pair[0].at > SAME_DRAW).count();
    pauses + usize::from(!chunks.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_may_come_in_pieces() {
        let start = Instant::now();
        let chunk = |ms| Chunk { at: start + Duration::from_millis(ms), bytes: vec![0] };
        assert_eq!(draws(&[]), 0);
        assert_eq!(draws(&[chunk(0), chunk(1), chunk(3)]), 1);
        assert_eq!(draws(&[chunk(0), chunk(1), chunk(100), chunk(200), chunk(204)]), 3);
    }
}
