//! Maps what a user wants in a room to a command, and asks the room whether the command is possible.

use std::time::Duration;

use tengen_shared::{
    game::{
        Availability, Claim, Command, Game, HintRule, MadeOffer, Offer, Passphrase, PerSeat, Phase, Reject,
        Reply, Seat, Settings,
    },
    rules::{Bot, Choice, Level, Point},
};

use super::{Returning, Viewer};
use crate::{offers, opening, terms, text::Lang};

/// An action that the user wants to take in a room, without the seat and the position that the command needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomAction {
    /// Accept what another player asks for.
    Accept,
    /// Decline what another player asks for.
    Decline,
    /// Choose a colour in the opening, or two more stones.
    Choose(Choice),
    /// Withdraw one's own offer.
    Withdraw,
    /// End the game of a player who is gone, or let an AI play on for them.
    Claim,
    /// Be ready for the next game.
    Ready,
    /// Let two AI seats continue after their pause.
    GoOn,
    /// Take a free seat, or take one's own seat back from a stand-in.
    Sit,
    /// Take back one's last move, or offer to.
    TakeBack,
    /// Offer a draw.
    Draw,
    /// Pause or resume the clocks, or offer to.
    Pause,
    /// Add time to the opponent's clock.
    GiveTime,
    /// Ask for a suggested move.
    Hint,
    /// Give a free seat to an AI, or replace the AI in a seat.
    AddAi,
    /// Change the settings between games, or offer to.
    Settings,
    /// Swap the seats, or offer to.
    Swap,
    /// Remove a player from their seat.
    Kick,
    /// Give a person who is back under another number their old seat and score.
    Recognize,
    /// End a game with fewer than two stones on the board, without a result.
    Abort,
    /// Start the game again from the empty board.
    Restart,
    /// Give the game up, as a loss.
    Resign,
    /// Leave the seat, but not the room.
    Stand,
}

/// Whether the user can take an action, and with which command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionAvailability {
    /// The command is possible now. For some actions it is only a sample, see [`Viewer::availability`].
    Yes(Command),
    /// Only the server can decide; this is the command and the refusal to expect.
    Unknown(Command, Reject),
    /// The command would change nothing.
    Already,
    /// The server would refuse, for this reason.
    No(Reject),
    /// The action has no target, for example no offer to answer.
    NoTarget,
}

impl ActionAvailability {
    /// Returns the command if it may succeed.
    #[must_use]
    pub fn command(self) -> Option<Command> {
        match self {
            Self::Yes(command) | Self::Unknown(command, _) => Some(command),
            Self::Already | Self::No(_) | Self::NoTarget => None,
        }
    }
}

impl Viewer<'_> {
    /// Whether the user can do `action` now. For `Claim`, `AddAi`, `Settings` and `Recognize` the command is a
    /// sample: the user still chooses the claim, the AI, the settings or the people.
    #[must_use]
    pub fn availability(&self, action: RoomAction) -> ActionAvailability {
        self.first_of(self.commands(action))
    }

    /// Whether the user can place a stone on `point` now.
    #[must_use]
    pub(super) fn place(&self, point: Point) -> ActionAvailability {
        let seat = self.seat().unwrap_or(Seat::One);
        self.first_of([Command::Place { seat, point, at: self.room.at() }])
    }

    /// Whether the user can change the room to `settings`, as its host or with the other player's consent.
    #[must_use]
    pub fn change(&self, settings: Settings, passphrase: Option<Passphrase>) -> ActionAvailability {
        let at = self.room.at();
        let same = settings == *self.room.settings();
        if same && passphrase.is_none() {
            return ActionAvailability::Already;
        }
        // `Room::decide` ignores the passphrase, so it would report that a new passphrase alone changes nothing. Other
        // settings stand for it in the dry run.
        let tried = if same { altered(settings) } else { settings };
        let change = Command::Change { settings: tried, passphrase: None, at };
        // An offer is public, so a passphrase cannot be part of one.
        let offer = self.seat().filter(|_| passphrase.is_none());
        let offer = offer.map(|seat| Command::Offer { seat, offer: Offer::Change { settings }, at });
        match self.first_of([change].into_iter().chain(offer)) {
            ActionAvailability::Yes(Command::Change { .. }) => {
                ActionAvailability::Yes(Command::Change { settings, passphrase, at })
            }
            ActionAvailability::Unknown(Command::Change { .. }, reject) => {
                ActionAvailability::Unknown(Command::Change { settings, passphrase, at }, reject)
            }
            availability => availability,
        }
    }

    /// Returns the first of `commands` that is possible or would change nothing, else the first that may be possible,
    /// else the reason why the last is not.
    fn first_of(&self, commands: impl IntoIterator<Item = Command>) -> ActionAvailability {
        let Some(me) = self.me else { return ActionAvailability::NoTarget };
        let seen = PerSeat::of(|seat| self.presence_of(seat));
        let mut best = ActionAvailability::NoTarget;
        for command in commands {
            match (self.room.can(me, &command, seen), &best) {
                (Availability::Yes, _) => return ActionAvailability::Yes(command),
                (Availability::Already, _) => return ActionAvailability::Already,
                (Availability::Unknown(reject), ActionAvailability::NoTarget | ActionAvailability::No(_)) => {
                    best = ActionAvailability::Unknown(command, reject);
                }
                (Availability::No(reject), ActionAvailability::NoTarget | ActionAvailability::No(_)) => {
                    best = ActionAvailability::No(reject);
                }
                (Availability::Unknown(_) | Availability::No(_), _) => {}
            }
        }
        best
    }

    /// Returns the commands that can carry out `action`, some as samples (see [`Self::availability`]). A command that
    /// needs nobody's consent comes first.
    fn commands(&self, action: RoomAction) -> Vec<Command> {
        let room = self.room;
        // A user without a seat gets the room's refusal, whichever seat is named.
        let seat = self.seat().unwrap_or(Seat::One);
        let (at, game) = (room.at(), room.game().map_or(0, Game::number));
        let offer = |offer| Command::Offer { seat, offer, at };
        match action {
            RoomAction::Accept => self.answer(Reply::Accept).into_iter().collect(),
            RoomAction::Decline => self.answer(Reply::Decline).into_iter().collect(),
            RoomAction::Choose(choice) => vec![Command::Choose { seat, choice, at }],
            RoomAction::Withdraw => {
                let withdraw = |(seat, made): (Seat, MadeOffer)| Command::Withdraw { seat, offer: made.seq };
                self.offers().map(withdraw).into_iter().collect()
            }
            RoomAction::Claim => vec![Command::Claim { seat, game, claim: Claim::Win }],
            RoomAction::Ready => self.ready(),
            RoomAction::GoOn if room.ai_games_paused() => vec![Command::GoOn {}],
            RoomAction::Sit if !self.sits() => vec![Command::Join { passphrase: None }],
            RoomAction::GoOn | RoomAction::Sit => Vec::new(),
            RoomAction::TakeBack => {
                let (seat, to) = self.last_move().unwrap_or((seat, 0));
                vec![Command::Offer { seat, offer: Offer::Takeback { to }, at }]
            }
            RoomAction::Draw => vec![offer(Offer::Draw {})],
            RoomAction::Pause if room.clocks_paused() => vec![offer(Offer::Resume {})],
            RoomAction::Pause => vec![offer(Offer::Pause {})],
            // An AI needs no extra time.
            RoomAction::GiveTime if self.sits() && room.seats().bot(seat.other()).is_some() => Vec::new(),
            RoomAction::GiveTime => vec![Command::GiveTime { seat, game }],
            RoomAction::Hint => vec![Command::Hint { seat, at }],
            RoomAction::AddAi => vec![self.add_ai()],
            RoomAction::Settings => {
                let any = altered(*room.settings());
                let offer = self.sits().then(|| offer(Offer::Change { settings: any }));
                let change = Command::Change { settings: any, passphrase: None, at };
                [change].into_iter().chain(offer).collect()
            }
            RoomAction::Swap if room.seats().first_empty().is_some() => Vec::new(),
            RoomAction::Swap => {
                let offer = self.sits().then(|| offer(Offer::Swap {}));
                [Command::Swap { at }].into_iter().chain(offer).collect()
            }
            RoomAction::Kick => self.seat_to_kick().map(|seat| Command::Kick { seat }).into_iter().collect(),
            RoomAction::Recognize => self.perhaps_returning().iter().map(Returning::command).collect(),
            RoomAction::Abort => vec![Command::Abort { seat, game }],
            RoomAction::Restart => vec![Command::Restart { seat, game }],
            RoomAction::Resign => vec![Command::Resign { seat, game }],
            RoomAction::Stand => vec![Command::Stand { seat: self.mine().last().copied().unwrap_or(seat) }],
        }
    }

    fn answer(&self, reply: Reply) -> Option<Command> {
        let offered = self.offered().map(|(seat, made)| Command::Answer { seat, offer: made.seq, reply });
        let admit = || self.asker().map(|(seat, asker)| Command::Admit { seat, player: asker.player, reply });
        offered.or_else(admit)
    }

    /// Returns a command for each seat of the user that is not ready; none while the room waits for a second player.
    #[must_use]
    pub fn ready(&self) -> Vec<Command> {
        let (room, at) = (self.room, self.room.at());
        let alone = room.phase() == Phase::Waiting && room.seats().first_empty().is_some();
        let unready = self.mine().into_iter().filter(|seat| !room.seats()[*seat].ready && !alone);
        unready.map(|seat| Command::Ready { seat, at }).collect()
    }

    fn add_ai(&self) -> Command {
        let seats = self.room.seats();
        let of_ai = Seat::BOTH.into_iter().find(|seat| seats.bot(*seat).is_some());
        let seat = seats.first_empty().or(of_ai).unwrap_or(Seat::Two);
        // Any bot will do, except the one that has the seat.
        let [easy, medium] = [Level::Easy, Level::Medium].map(Bot::Level);
        let bot = if seats.bot(seat) == Some(medium) { easy } else { medium };
        Command::SetAi { seat, bot }
    }

    /// Returns the seat of the player whom the host could remove.
    #[must_use]
    pub fn seat_to_kick(&self) -> Option<Seat> {
        let seats = self.room.seats();
        Seat::BOTH.into_iter().find(|seat| seats.owner(*seat).is_some_and(|owner| Some(owner) != self.me))
    }

    /// Returns the menu label of `action`, for which `command` would be sent. `name` returns the name of a seat.
    #[must_use]
    pub fn label(
        &self,
        action: RoomAction,
        command: &Command,
        lang: Lang,
        name: impl Fn(Seat) -> String,
    ) -> String {
        let asks = matches!(command, Command::Offer { .. }) && self.room.seats().two_people();
        let with_consent = |action: &str| if asks { lang.ask_to(action) } else { action.to_owned() };
        match action {
            RoomAction::Accept | RoomAction::Decline => {
                self.label_of_answer(action == RoomAction::Accept, lang, name)
            }
            RoomAction::Choose(choice) => opening::button(choice, lang).to_owned(),
            RoomAction::Withdraw => {
                let what = self.offers().map(|(_, made)| offers::in_short(&made.offer, self.room, lang));
                lang.withdraw(&what.unwrap_or_default())
            }
            RoomAction::Claim => {
                let who = self.opponent().map(&name).unwrap_or_default();
                match self.opponent().and_then(|seat| self.kept_for(seat)) {
                    None => lang.claim_if_gone(&who),
                    Some(Duration::ZERO) => lang.claim(&who),
                    Some(left) => lang.claim_later(&who, terms::seconds_left(left)),
                }
            }
            RoomAction::Ready => lang.be_ready().to_owned(),
            RoomAction::GoOn => lang.ais_go_on().to_owned(),
            RoomAction::Sit if self.stood_in().is_some() => lang.seat_back().to_owned(),
            RoomAction::Sit => lang.take_seat().to_owned(),
            RoomAction::TakeBack => {
                let to = self.last_move().map_or(0, |(_, to)| to);
                with_consent(&offers::in_short(&Offer::Takeback { to }, self.room, lang))
            }
            RoomAction::Draw if asks => lang.offer_draw().to_owned(),
            RoomAction::Draw => lang.call_draw().to_owned(),
            RoomAction::Pause => self.label_of_pause(asks, lang).to_owned(),
            RoomAction::GiveTime => {
                lang.give_time(&self.seat().map(|seat| name(seat.other())).unwrap_or_default())
            }
            RoomAction::Hint => lang.ask_hint().to_owned(),
            RoomAction::AddAi if self.room.seats().first_empty().is_some() => lang.ai_takes_seat().to_owned(),
            RoomAction::AddAi => lang.other_ai().to_owned(),
            RoomAction::Settings => with_consent(lang.change_settings()),
            RoomAction::Swap => with_consent(lang.swap_seats()),
            RoomAction::Kick => lang.send_away(&self.seat_to_kick().map(name).unwrap_or_default()),
            RoomAction::Recognize => lang.recognize().to_owned(),
            RoomAction::Abort => lang.abort_game().to_owned(),
            RoomAction::Restart => lang.begin_anew().to_owned(),
            RoomAction::Resign => lang.resign().to_owned(),
            RoomAction::Stand => lang.stand_up().to_owned(),
        }
    }

    fn label_of_answer(&self, yes: bool, lang: Lang, name: impl Fn(Seat) -> String) -> String {
        match (self.offered(), self.asker()) {
            (Some((seat, _)), _) if yes => lang.say_yes(&name(seat.other())),
            (Some((seat, _)), _) => lang.say_no(&name(seat.other())),
            (None, Some((_, asker))) if yes => lang.let_watch(asker.name.as_str()),
            (None, Some((_, asker))) => lang.not_let_watch(asker.name.as_str()),
            (None, None) => lang.nobody_asked().to_owned(),
        }
    }

    /// The side to move resumes the clocks without consent, because only its own time runs.
    fn label_of_pause(&self, asks: bool, lang: Lang) -> &'static str {
        match (self.room.clocks_paused(), asks && !self.is_my_turn()) {
            (true, true) => lang.ask_clocks_on(),
            (true, false) => lang.clocks_on(),
            (false, _) if asks => lang.ask_pause(),
            (false, _) => lang.pause(),
        }
    }
}

/// Returns settings that differ from these, to test whether settings can be changed at all.
fn altered(settings: Settings) -> Settings {
    let hints = if settings.hints == HintRule::Never { HintRule::Always } else { HintRule::Never };
    Settings { hints, ..settings }
}
