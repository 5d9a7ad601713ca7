//! Waits with a time limit: for a future, or by polling a condition.

use std::{future::Future, time::Duration};

/// The time limit after which a test fails.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// The pause between two checks: short compared with everything that tests wait for, and long enough to leave the
/// processor to the server under test.
const PAUSE: Duration = Duration::from_millis(5);

/// Waits for `future`, which completes once `what` has happened.
///
/// # Panics
/// Panics with `what` if it takes longer than [`PATIENCE`].
pub async fn within<T>(what: &str, future: impl Future<Output = T>) -> T {
    match tokio::time::timeout(PATIENCE, future).await {
        Ok(value) => value,
        Err(_) => panic!("waited {PATIENCE:?} in vain for {what}"),
    }
}

/// Checks every few milliseconds until `condition` holds.
///
/// # Panics
/// Panics with `what` if it does not hold within [`PATIENCE`].
pub async fn poll_until(what: &str, mut condition: impl AsyncFnMut() -> bool) {
    poll_for(what, async || condition().await.then_some(())).await;
}

/// Calls `look` every few milliseconds until it returns a value, and returns that value.
///
/// # Panics
/// Panics with `what` if it returns none within [`PATIENCE`].
pub async fn poll_for<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    within(what, async {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            #[expect(clippy::disallowed_methods, reason = "a pause between two looks at a condition")]
            tokio::time::sleep(PAUSE).await;
        }
    })
    .await
}
