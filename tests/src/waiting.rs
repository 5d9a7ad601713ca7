//! Waiting for a condition, with a bound: the only two ways in which the tests wait.

use std::{future::Future, time::Duration};

/// The time after which a test stops waiting and fails.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// The pause between two looks: short beside anything that is waited for, and long enough to leave the processor to
/// the server under test.
const PAUSE: Duration = Duration::from_millis(5);

/// Waits for `future`, which ends by itself once `what` has happened.
///
/// # Panics
/// Panics with `what` if it takes longer than [`PATIENCE`].
pub async fn within<T>(what: &str, future: impl Future<Output = T>) -> T {
    match tokio::time::timeout(PATIENCE, future).await {
        Ok(value) => value,
        Err(_) => panic!("waited {PATIENCE:?} in vain for {what}"),
    }
}

/// Looks every few milliseconds until `condition` holds.
///
/// # Panics
/// Panics with `what` if it does not hold within [`PATIENCE`].
pub async fn poll_until(what: &str, mut condition: impl AsyncFnMut() -> bool) {
    poll_for(what, async || condition().await.then_some(())).await;
}

/// Looks every few milliseconds until `look` finds a value, and returns it.
///
/// # Panics
/// Panics with `what` if it finds none within [`PATIENCE`].
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
