//! Carries out commands, through the same `update` as keys and clicks.

mod lobby;
mod replay;
mod room;

use tengen_session::room::RoomAction;
use tengen_shared::game;

use super::{
    Command, Extent, Server, Sure, Topic,
    announce::Boards,
    command::When,
    repl::{Repl, Waiting},
    show, wording,
};
use crate::{action::Action, msg::Msg, screen::Screen, wish::Wish};

impl Repl {
    /// Carries out a command. While a question is open, accepts only the answer, `help` and `quit yes`.
    pub(super) fn carry_out(&mut self, command: Command) {
        let in_question = self.model.overlay.is_some();
        match command {
            Command::Yes if in_question => self.act(Action::Yes),
            Command::No if in_question => {
                self.act(Action::No);
                self.say(self.model.lang.line_never_mind());
            }
            Command::Help(topic) => self.help(topic),
            Command::Quit(Sure::Yes) => self.quit(),
            _ if in_question => {
                let question = super::announce::question(&self.model).unwrap_or_default();
                self.refuse(self.model.lang.line_answer_first(&question));
            }
            _ if matches!(self.model.screen, Screen::Name(_)) && !is_for_strangers(&command) => {
                self.refuse(self.model.lang.line_name_first());
            }
            other => self.carry_out_now(other),
        }
    }

    fn carry_out_now(&mut self, command: Command) {
        match command {
            Command::Boards(on) => self.boards(on),
            Command::Board => self.tell_all(show::board(&self.model)),
            Command::Moves => self.tell_all(show::moves(&self.model)),
            Command::Score => self.tell_all(show::score(&self.model)),
            Command::Clock => self.tell_all(show::clock(&self.model)),
            Command::Who => self.tell_all(show::who(&self.model)),
            Command::Wait(awaited, limit) => {
                self.waiting = Some(Waiting { awaited, limit, passed: std::time::Duration::ZERO });
            }
            Command::Quit(sure) => self.sure(Wish::Act(Action::Quit), sure),
            Command::Name(name) => self.outside_room(|repl| match name.check_new() {
                Ok(()) => repl.wish(Wish::Name(name)),
                Err(error) => repl.refuse(repl.model.lang.name_error(error)),
            }),
            Command::Connect(Server::At(address)) => self.outside_room(|repl| repl.wish(Wish::Dial(address))),
            Command::Connect(Server::Here) => self.outside_room(|repl| repl.wish(Wish::Local)),
            Command::Find => self.find(),
            Command::Continue => self.go_on_from_before(),
            Command::New(room) => self.make(&room),
            Command::Quick(board) => self.online(|repl| repl.wish(Wish::Quick(board))),
            Command::Rooms => self.rooms(),
            Command::Devices(task) => self.devices(task),
            Command::Join(room, secret) => self.enter(room, crate::intent::Purpose::Join, secret),
            Command::Watch(room, secret) => self.enter(room, crate::intent::Purpose::Watch, secret),
            Command::Ai(bot, board) => self.ai(bot, board),
            Command::Leave(sure) => self.leave(sure),
            Command::Mine => self.mine(),
            Command::More => self.more_games(),
            Command::Replay(number) => self.replay(number),
            in_replay if in_replay.is_of_replay() => self.in_replay(&in_replay),
            in_room => self.in_room(in_room),
        }
    }

    /// Whether a command needs a connection to the server.
    pub(super) fn needs_server(&self, command: &Command) -> bool {
        match command {
            Command::Board
            | Command::Boards(_)
            | Command::Moves
            | Command::Score
            | Command::Clock
            | Command::Who
            | Command::Talk(Extent::Short)
            | Command::Connect(_) => false,
            Command::Settings(options) => *options != super::Options::default(),
            Command::Yes | Command::No => self.model.overlay.is_none(),
            other => !other.is_of_replay() && !other.topic().is(When::Always),
        }
    }

    pub(super) fn wish(&mut self, wish: Wish) {
        self.update(Msg::Wish(Box::new(wish)));
    }

    pub(super) fn act(&mut self, action: Action) {
        self.wish(Wish::Act(action));
    }

    /// Does something that may ask a question first. Answers it if the user has typed "yes" already.
    pub(super) fn sure(&mut self, wish: Wish, sure: Sure) {
        if sure == Sure::Ask {
            return self.wish(wish);
        }
        // The answer is known, so the announcer must not see the question.
        let effects = crate::update::update(&mut self.model, Msg::Wish(Box::new(wish)));
        self.queue_effects(effects);
        if self.model.overlay.is_some() {
            self.act(Action::Yes);
        } else {
            self.update(Msg::Tick(std::time::Duration::ZERO));
        }
    }

    pub(super) fn tell_all(&mut self, lines: impl IntoIterator<Item = String>) {
        lines.into_iter().for_each(|line| self.say(line));
    }

    fn boards(&mut self, on: bool) {
        self.announcer.boards = if on { Boards::On } else { Boards::Off };
        let lang = self.model.lang;
        self.say(if on { lang.shown_boards_on() } else { lang.shown_boards_off() });
    }

    /// Ends the program without a question. Warns about commands that a disconnected server has not answered.
    pub(super) fn quit(&mut self) {
        let unanswered = self.model.session.waiting().count();
        if self.is_offline() && unanswered > 0 {
            self.refuse(self.model.lang.told_unanswered(unanswered));
            self.exit = Some(super::Exit::Unanswered);
        } else {
            self.exit = Some(super::Exit::Asked);
        }
    }

    fn help(&mut self, topic: Option<Topic>) {
        let lang = self.model.lang;
        match topic {
            Some(topic) => self.tell_all(show::help_on(topic, lang)),
            None => {
                let topics = super::help::sensible(&self.model);
                let lines = topics.into_iter().map(|topic| lang.shown_help(topic.usage(), topic.about(lang)));
                self.tell_all(lines);
                self.say(lang.shown_help_more());
            }
        }
    }

    /// Returns the command for an action in the room. If the action is not possible now, says why.
    pub(super) fn command_for(&mut self, action: RoomAction) -> Option<game::Command> {
        let lang = self.model.lang;
        let Some(standing) = self.model.standing() else {
            self.refuse(lang.line_no_room());
            return None;
        };
        let attempt = standing.attempt(action).map_err(|obstacle| wording::why(&standing, &obstacle));
        attempt.map_err(|why| self.refuse(why)).ok()
    }

    /// Runs `action` unless the user is in a room, which they must leave first.
    fn outside_room(&mut self, action: impl FnOnce(&mut Self)) {
        let room = self.model.screen.room().map(|screen| screen.code.to_string());
        match room {
            Some(code) => self.refuse(self.model.lang.line_room_first(&code)),
            None => action(self),
        }
    }
}

/// Whether a command makes sense before the user has a name.
fn is_for_strangers(command: &Command) -> bool {
    match command {
        Command::Name(_) | Command::Leave(_) | Command::Boards(_) | Command::Connect(Server::Here) => true,
        other => other.topic().is(When::Always),
    }
}
