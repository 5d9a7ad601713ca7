//! The cost of idle connections.

use std::{future::Future, time::Duration};

use anyhow::Context as _;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use tokio::time::timeout;

use crate::{proc, program::Program};

/// The number of connections to open at the same time.
const AT_ONCE: usize = 32;
/// The number of connections before the first measurement, so that one-time costs are not counted.
const FIRST: usize = 64;
/// The time for a program to become idle.
const REST: Duration = Duration::from_secs(1);
/// The time limit for opening all connections.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Opens `count` connections with `open`. Returns by how many KiB for each connection the program's resident memory grew.
///
/// # Errors
/// Returns an error if a connection cannot be opened.
pub(super) async fn memory_per_connection<C, F>(
    program: &mut Program,
    count: usize,
    open: impl Fn(usize) -> F,
) -> anyhow::Result<f64>
where
    F: Future<Output = anyhow::Result<C>>,
{
    let first = open_all(0..FIRST, &open).await?;
    tokio::time::sleep(REST).await;
    program.check()?;
    let before = proc::resident(program.pid())?;
    let rest = open_all(FIRST..FIRST + count, &open).await?;
    tokio::time::sleep(REST).await;
    program.check()?;
    let after = proc::resident(program.pid())?;
    drop((first, rest));
    tokio::time::sleep(REST).await;
    Ok(after.saturating_sub(before) as f64 / 1024.0 / count as f64)
}

/// Opens one connection, or one room, for each of the numbers.
///
/// # Errors
/// Returns an error if one of them fails, or if all together take more than a minute.
pub(super) async fn open_all<C, F>(
    numbers: std::ops::Range<usize>,
    open: impl Fn(usize) -> F,
) -> anyhow::Result<Vec<C>>
where
    F: Future<Output = anyhow::Result<C>>,
{
    let all = stream::iter(numbers).map(open).buffer_unordered(AT_ONCE).try_collect();
    timeout(TIMEOUT, all).await.with_context(|| format!("the connections are not open after {TIMEOUT:?}"))?
}
