//! The time until the screen changes by itself.

use std::time::Duration;

use tengen_session::{link::Link, terms};

use super::{Model, room_standing::Standing};
use crate::screen::Screen;

/// The shortest wait for a change. It keeps a rounding error from causing a busy loop.
const LEAST: Duration = Duration::from_millis(10);

/// Returns the time until a countdown in whole seconds, rounded up, shows another number; `None` at zero.
fn to_next_second(left: Duration) -> Option<Duration> {
    let part = Duration::from_nanos(left.subsec_nanos().into());
    match (left.is_zero(), part.is_zero()) {
        (true, _) => None,
        (false, true) => Some(Duration::from_secs(1)),
        (false, false) => Some(part),
    }
}

impl Model {
    /// Returns the time until the screen changes if nothing else happens; `None` if it does not.
    #[must_use]
    pub fn next_change(&self) -> Option<Duration> {
        let notice = self.notice.as_ref().map(|notice| notice.left);
        let link = match self.session.link() {
            Link::Down { retry_in: Some(left), .. } => to_next_second(*left),
            Link::Silent { last_heard_at: last_heard } => {
                let shown = self.session.time().local().saturating_sub(*last_heard);
                Some(Duration::from_secs(1) - Duration::from_nanos(shown.subsec_nanos().into()))
            }
            Link::Idle
            | Link::Dialling
            | Link::Opened
            | Link::Greeting { .. }
            | Link::Online
            | Link::Down { retry_in: None, .. } => None,
        };
        let screen = match &self.screen {
            Screen::Room(_) => self.standing().and_then(|standing| standing.next_change()),
            screen => screen.about().next_change(),
        };
        let talk = self.session.rooms().filter_map(|view| view.talk.glow()).min();
        let wait = self.next_second_of_wait();
        [notice, link, screen, talk, wait].into_iter().flatten().min().map(|wait| wait.max(LEAST))
    }
}

impl Standing<'_> {
    /// Returns the time until a running clock, the countdown after a pause or that of a kept seat changes.
    fn next_change(&self) -> Option<Duration> {
        let countdown = self.countdown().and_then(to_next_second);
        let clock = self.running().filter(|_| countdown.is_none()).and_then(|(_, left)| {
            let step = if terms::is_low(left) { 100 } else { 1_000 };
            (left.ms > 0).then(|| Duration::from_millis(u64::from(left.ms % step) + 1))
        });
        let kept = tengen_shared::game::Seat::BOTH.into_iter().filter_map(|seat| self.kept_for(seat));
        kept.filter_map(to_next_second).chain(countdown).chain(clock).min()
    }
}
