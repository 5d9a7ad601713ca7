//! Commands for finished games: opens one from a list, and steps through it.

use crate::{
    action::Action,
    line::{
        Command, Count, Destination,
        repl::{Repl, ShowNext},
        show, wording,
    },
    screen::{
        Screen,
        history::HistoryScreen,
        replay::{Autoplay, Playback},
    },
    wish::Wish,
};
use tengen_session::study::Pages;

impl Repl {
    /// Returns the list on the screen, or the list from which the replay was opened.
    fn games(&self) -> Option<&HistoryScreen> {
        match &self.model.screen {
            Screen::History(history) => Some(history),
            Screen::Replay(replay) => Some(&replay.history),
            _ => None,
        }
    }

    pub(super) fn more_games(&mut self) {
        let lang = self.model.lang;
        let Some(history) = self.games() else { return self.refuse(lang.line_no_list()) };
        let (count, whole) = (history.list.games().len(), *history.list.pages() == Pages::Whole);
        if whole || !matches!(self.model.screen, Screen::History(_)) {
            return self.say(lang.line_no_more());
        }
        self.wish(Wish::OlderGames);
        self.then = Some(ShowNext::Games(count));
    }

    pub(super) fn replay(&mut self, number: u16) {
        let lang = self.model.lang;
        let Some(history) = self.games() else { return self.refuse(lang.line_no_list()) };
        let (count, index) = (history.list.games().len(), usize::from(number));
        match index.checked_sub(1).filter(|index| *index < count) {
            Some(index) => {
                self.wish(Wish::Replay(index));
                self.then = Some(ShowNext::Replay);
            }
            None if count == 0 => self.refuse(lang.shown_no_games()),
            None => self.refuse(lang.line_no_such_game(count)),
        }
    }

    fn playback(&self) -> Option<&Playback> {
        match &self.model.screen {
            Screen::Replay(replay) => replay.playback(),
            _ => None,
        }
    }

    /// Carries out a command of a replay.
    pub(super) fn in_replay(&mut self, command: &Command) {
        let lang = self.model.lang;
        let Some(playback) = self.playback() else { return self.refuse(lang.line_no_replay()) };
        let before = playback.tree.path();
        let (tree, playing) = (&playback.tree, playback.autoplay != Autoplay::Off);
        let on_own_line = tree.left_game_at().is_none();
        let decided = tree.position().outcome().is_some();
        match command {
            Command::Next(Count(count)) => (0..*count).for_each(|_| self.act(Action::Right)),
            Command::Back(Count(count)) => (0..*count).for_each(|_| self.act(Action::Left)),
            Command::First => self.act(Action::First),
            Command::Last => self.act(Action::Last),
            Command::Go(Destination::Ply(ply)) => self.wish(Wish::Go((*ply).into())),
            Command::Try(_) if decided => return self.refuse(lang.line_decided()),
            Command::Try(typed) => return self.try_point(*typed),
            Command::Erase if on_own_line => return self.refuse(lang.line_own_move()),
            Command::Erase => self.act(Action::Erase),
            Command::Other => self.act(Action::Down),
            Command::Game => self.act(Action::ToGame),
            Command::Play if playing => return self.say(lang.line_already_so()),
            Command::Stop if !playing => return self.say(lang.line_already_so()),
            Command::Play | Command::Stop => return self.act(Action::Autoplay),
            _ => return,
        }
        let Some(playback) = self.playback() else { return };
        if playback.tree.path() != before {
            return self.tell_all(show::position(playback, &self.model));
        }
        match command {
            Command::Next(_) | Command::Last => self.say(lang.line_at_end()),
            Command::Back(_) | Command::First => self.say(lang.line_at_start()),
            Command::Go(_) => self.tell_all(show::position(playback, &self.model)),
            // The model has a message for the other commands.
            _ => {}
        }
    }

    fn try_point(&mut self, typed: tengen_session::points::PointText) {
        let lang = self.model.lang;
        let Some(playback) = self.playback() else { return };
        let (board, before) = (playback.variant(), playback.tree.path());
        match wording::point_on(board, typed, lang) {
            Ok(point) => self.wish(Wish::Try(point)),
            Err(why) => return self.refuse(why),
        }
        if let Some(playback) = self.playback().filter(|playback| playback.tree.path() != before) {
            self.tell_all(show::position(playback, &self.model));
        }
    }
}
