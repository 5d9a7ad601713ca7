//! The command `wait`.

use tengen_session::link::Link;
use tengen_shared::game::Phase;

use super::{Awaited, argument::Argument, repl::Repl};

/// The state of a wait.
enum Wait {
    Pending,
    Done,
    Impossible(String),
}

impl Repl {
    /// Ends the wait if its event has happened, cannot happen, or did not happen within the limit. Returns
    /// true if no wait is left.
    pub(super) fn end_wait(&mut self) -> bool {
        let lang = self.model.lang;
        let Some(waiting) = self.waiting.clone() else { return true };
        match self.wait_for(&waiting.awaited) {
            Wait::Done => {}
            Wait::Impossible(why) => self.refuse(why),
            Wait::Pending => match waiting.limit.filter(|limit| waiting.passed >= *limit) {
                Some(limit) => {
                    let awaited = waiting.awaited.typed();
                    let what = awaited.strip_prefix("for ").unwrap_or(&awaited);
                    self.refuse(lang.told_waited(what, limit.as_secs()));
                }
                None => return false,
            },
        }
        self.waiting = None;
        true
    }

    fn wait_for(&self, awaited: &Awaited) -> Wait {
        let lang = self.model.lang;
        let there = |there: bool| if there { Wait::Done } else { Wait::Pending };
        match awaited {
            Awaited::Online if *self.model.session.link() == Link::Idle => {
                return Wait::Impossible(lang.line_not_connected().to_owned());
            }
            Awaited::Online => return there(self.model.session.link().is_online()),
            Awaited::Text(text) => return there(self.recent.iter().any(|line| line.contains(text.as_str()))),
            Awaited::Turn | Awaited::End | Awaited::Game => {}
        }
        // While disconnected, the state of the room may be out of date.
        if self.is_offline() {
            return Wait::Pending;
        }
        let Some(standing) = self.model.standing() else {
            // A room on the screen without a state is still being loaded.
            let on_the_way = self.model.screen.room().is_some();
            return if on_the_way { Wait::Pending } else { Wait::Impossible(lang.line_no_room().to_owned()) };
        };
        let (room, mine) = (standing.room, standing.mine());
        let next_wanted = !mine.is_empty() && mine.iter().all(|seat| room.seats()[*seat].ready);
        let over = room.phase() == Phase::Over && !next_wanted;
        match awaited {
            Awaited::Turn if standing.stood_in().is_none() && mine.is_empty() => {
                Wait::Impossible(lang.line_watching().to_owned())
            }
            Awaited::Turn if over => Wait::Impossible(lang.told_wait_over().to_owned()),
            Awaited::Turn => there(room.turn().is_some_and(|seat| mine.contains(&seat))),
            Awaited::End => there(over),
            _ => there(room.is_playing()),
        }
    }
}
