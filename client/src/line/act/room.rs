//! Commands in a room: the game, offers, seats, chat and settings.

use tengen_session::{
    points::PointText,
    room::{Placing, Returning, RoomAction, board_shown},
};
use tengen_shared::{
    game::{self, Claim, Phase, Reject},
    rules::Bot,
};

use crate::{
    action::Action,
    intent::Mutable,
    line::{
        Analysis, Claiming, Command, Extent, Options, Sure, Topic, Who,
        argument::Argument,
        repl::{Repl, ShowNext},
        show, wording,
    },
    screen::{
        Screen,
        room::{MuteEntry, update::talk::mutable},
    },
    wish::{Insight, Wish},
};

impl Repl {
    /// Carries out a command of a room.
    pub(super) fn in_room(&mut self, command: Command) {
        let lang = self.model.lang;
        if let (Command::Point(point), Screen::Replay(_)) = (&command, &self.model.screen) {
            return self.refuse(lang.line_in_replay(&point.to_string()));
        }
        if self.model.standing().is_none() {
            return self.refuse(lang.line_no_room());
        }
        if !matches!(self.model.screen, Screen::Room(_)) {
            self.wish(Wish::ToRoom);
        }
        let topic = command.topic();
        match command {
            Command::Point(point) => self.place(point),
            Command::Ready => self.when_able(RoomAction::Ready, |repl| repl.wish(Wish::Ready)),
            Command::Choose(choice) => {
                let action = RoomAction::Choose(choice);
                self.when_able(action, |repl| repl.act(Action::Do(action)));
            }
            Command::Pause => self.pause(true),
            Command::Resume => self.pause(false),
            Command::Claim(claiming) => self.claim(claiming),
            Command::Say(text) => self.wish(Wish::Say(text)),
            Command::Talk(extent) => self.talk(extent),
            Command::Recognize(number) => self.recognize(number),
            Command::Mute(who) => self.mute(&who, true),
            Command::Unmute(who) => self.mute(&who, false),
            Command::Settings(options) => self.settings(&options),
            Command::History => {
                self.wish(Wish::History);
                self.then = Some(ShowNext::Games(0));
            }
            Command::Explain(Analysis { ply, bot, cuts, extent, path }) => {
                let insight = if path.is_empty() { Insight::Tree(cuts) } else { Insight::Parts(path) };
                self.wish(Wish::Explain { ply, bot, insight });
                self.then = Some(ShowNext::SearchTree(extent));
            }
            Command::Resign(sure)
            | Command::Draw(sure)
            | Command::Abort(sure)
            | Command::Restart(sure)
            | Command::Kick(sure) => self.action(topic, sure),
            _ => self.action(topic, Sure::Ask),
        }
    }

    /// Lists who may be a player who is gone, or recognizes the person with this number in the list.
    fn recognize(&mut self, number: Option<u16>) {
        if self.command_for(RoomAction::Recognize).is_none() {
            return;
        }
        let lang = self.model.lang;
        let pairs = self.model.standing().map(|standing| standing.returning()).unwrap_or_default();
        let Some(number) = number else {
            let lines = Returning::lines(&pairs, lang);
            return self.tell_all((1..).zip(&lines).map(|(number, line)| lang.shown_returning(number, line)));
        };
        match usize::from(number).checked_sub(1).and_then(|index| pairs.get(index)) {
            Some(pair) => self.wish(Wish::Room(pair.command())),
            None => self.refuse(lang.line_no_such_pair()),
        }
    }

    fn when_able(&mut self, action: RoomAction, then: impl FnOnce(&mut Self)) {
        if self.command_for(action).is_some() {
            then(self);
        }
    }

    /// Takes the room action of a command, if it is possible now.
    fn action(&mut self, topic: Topic, sure: Sure) {
        if let Some(action) = topic.action() {
            self.when_able(action, |repl| repl.sure(Wish::Act(Action::Do(action)), sure));
        }
    }

    fn place(&mut self, typed: PointText) {
        let lang = self.model.lang;
        let Some(standing) = self.model.standing() else { return };
        let room = standing.room;
        let why = match wording::point_on(board_shown(room), typed, lang) {
            Err(why) => why,
            Ok(point) => match standing.placing(point) {
                Placing::Stone { .. } => return self.wish(Wish::Place(point)),
                Placing::Choose => lang.line_choose_first(&wording::choices(&standing)),
                Placing::TurnOf(seat) => lang.line_not_your_turn(&wording::who(room, seat, lang)),
                Placing::EmptySeat => lang.line_wait_for_player(room.code().as_str()),
                Placing::NoGame if room.phase() == Phase::Over => lang.line_game_over().to_owned(),
                Placing::NoGame => wording::why(&standing, &standing.refused(Reject::NoGame)),
                Placing::Refused(obstacle) => wording::why(&standing, &obstacle),
            },
        };
        self.refuse(why);
    }

    fn pause(&mut self, stop: bool) {
        let paused = self.model.standing().is_some_and(|standing| standing.room.clocks_paused());
        match (stop, paused) {
            (true, true) => self.refuse(self.model.lang.line_is_paused()),
            (false, false) => self.refuse(self.model.lang.line_no_pause()),
            _ => self.when_able(RoomAction::Pause, |repl| repl.act(Action::Do(RoomAction::Pause))),
        }
    }

    fn claim(&mut self, claiming: Claiming) {
        let Some(game::Command::Claim { seat, game, .. }) = self.command_for(RoomAction::Claim) else {
            return;
        };
        self.wish(Wish::Room(match claiming {
            Claiming::Win => game::Command::Claim { seat, game, claim: Claim::Win },
            Claiming::Draw => game::Command::Claim { seat, game, claim: Claim::Draw },
            Claiming::Ai(bot) => game::Command::StandIn { seat, game, bot },
        }));
    }

    fn talk(&mut self, extent: Extent) {
        match extent {
            Extent::Short => self.tell_all(show::talk(&self.model, extent)),
            Extent::All => {
                self.wish(Wish::OlderTalk);
                self.then = Some(ShowNext::Chat);
            }
        }
    }

    fn mute(&mut self, who: &Who, muted: bool) {
        let lang = self.model.lang;
        let entries = mutable(&self.model);
        let named = |entry: &MuteEntry| match who {
            Who::Everybody => entry.who == Mutable::Everybody,
            Who::Named(name) => entry.who != Mutable::Everybody && entry.name == name.as_str(),
        };
        let found: Vec<MuteEntry> = entries.into_iter().filter(named).collect();
        if found.is_empty() {
            return self.refuse(lang.line_nobody_called(&who.typed()));
        }
        if found.iter().all(|entry| entry.muted == muted) {
            return self.say(lang.line_already_so());
        }
        // If several people have the name, the command applies to all of them.
        found.iter().for_each(|entry| self.wish(Wish::Mute { who: entry.who, muted }));
        let name = match who {
            Who::Everybody => lang.shown_everybody().to_owned(),
            Who::Named(name) => name.to_string(),
        };
        self.say(if muted { lang.shown_muted(&name) } else { lang.shown_unmuted(&name) });
    }

    /// Gives the free seat to an AI, or changes the level of the AI in a seat.
    pub(super) fn seat_ai(&mut self, bot: Bot) {
        let lang = self.model.lang;
        if !matches!(self.model.screen, Screen::Room(_)) {
            self.wish(Wish::ToRoom);
        }
        let Some(game::Command::SetAi { seat, .. }) = self.command_for(RoomAction::AddAi) else { return };
        let Some(board) = self.model.standing().map(|standing| standing.room.settings().variant) else {
            return;
        };
        let known = self.model.session.bots(board).map(<[Bot]>::to_vec).unwrap_or_default();
        // The list has engines without a depth. It has no former engines, so the server decides about them.
        let may_play = matches!(bot, Bot::Former(_)) || known.contains(&bot.without_depth());
        if !known.is_empty() && !may_play {
            let choices: Vec<String> = known.iter().map(ToString::to_string).collect();
            return self.refuse(lang.line_no_level(&bot.to_string(), &choices.join(", ")));
        }
        self.wish(Wish::Room(game::Command::SetAi { seat, bot }));
    }

    fn settings(&mut self, options: &Options) {
        if *options == Options::default() {
            return self.tell_all(show::settings(&self.model));
        }
        let old = self.model.standing().map(|standing| *standing.room.settings());
        self.when_able(RoomAction::Settings, |repl| {
            if let Some(old) = old {
                let (settings, passphrase) = (options.on(old), options.passphrase.clone());
                repl.wish(Wish::Change { settings, passphrase });
            }
        });
    }
}
