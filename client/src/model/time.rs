//! The time until the screen changes by itself.

use std::time::Duration;

use tengen_session::{link::Link, ticks};

use super::Model;
use crate::screen::Screen;

/// The shortest wait for a change. It keeps a rounding error from causing a busy loop.
const LEAST: Duration = Duration::from_millis(10);

impl Model {
    /// Returns the time until the screen changes if nothing else happens; `None` if it does not.
    #[must_use]
    pub fn next_change(&self) -> Option<Duration> {
        let notice = self.notice.as_ref().map(|notice| notice.left);
        let link = match self.session.link() {
            Link::Down { retry_in: Some(left), .. } => ticks::to_next_second(*left),
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
            Screen::Room(_) => self.standing().and_then(|standing| standing.next_tick()),
            screen => screen.about().next_change(),
        };
        let talk = self.session.rooms().filter_map(|view| view.talk.glow()).min();
        let wait = self.next_second_of_wait();
        [notice, link, screen, talk, wait].into_iter().flatten().min().map(|wait| wait.max(LEAST))
    }
}
