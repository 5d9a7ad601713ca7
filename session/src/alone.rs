//! A room on this device, without a server: the user against an AI, or two people in turn.
//!
//! The same pure room that a server has decides here. An AI's move and a hint are found elsewhere: [`Alone::wanted`] says
//! what is missing, and the caller brings it.

use std::time::Duration;

use tengen_shared::{
    game::{
        Command, Context, Game, Input, Millis, Name, PerSeat, PlayerId, Presence, Reject, Room, RoomCode,
        RoomPlan, Seat, SeatPlan, Seq, Settings, Stamped, Thinking,
    },
    protocol::{Attending, view},
    rules::{Bot, BotChoices, Choice, Level, Opening, Outlook, Point, Position, Variant},
};

use crate::{
    link::Timekeeper,
    room::{RoomView, Thinking as Thinks, Viewer},
};

const CODE: &str = "this-device";
/// The time of an AI whose strength is a time, where the settings give it none.
const LEAST_THINK_MS: u32 = 100;
/// The user's number in the room.
const ME: PlayerId = PlayerId(1);

/// A room on this device.
#[derive(Clone, Debug)]
pub struct Alone {
    /// The whole room, which decides.
    room: Room,
    /// The part of it that the user may see.
    view: RoomView,
    name: Name,
    seed: u64,
    /// The position in which an AI must act, and the local time at which its turn began.
    turn: Option<(Seq, Duration)>,
    /// The AI's act, which waits until its think time is over.
    chosen: Option<(Seat, Seq, Chosen)>,
}

/// A request of the room to its caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The AI `bot` must act.
    Turn {
        bot: Bot,
        /// The opening, and how many choices have been made; `None` once it is over.
        step: Option<(Opening, u8)>,
        /// A number that varies the AI's play.
        seed: u64,
        /// The time of an AI whose strength is a time, in milliseconds.
        ms: u32,
    },
    /// The user waits for a hint.
    Hint,
}

/// The stone that an AI places in its turn, or the choice that it makes in an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    Stone(Point, Option<Thinking>),
    Choice(Choice),
}

/// The AIs of a device: the levels alone.
#[must_use]
pub fn bots(_: Variant) -> BotChoices {
    BotChoices { levels: &Level::ALL, engines: &[], former: &[] }
}

impl Alone {
    /// Begins a room at the local time `now`. `seed` is random and varies the play of an AI.
    ///
    /// # Errors
    /// Returns the refusal of the room.
    pub fn begin(
        settings: Settings,
        seats: &PerSeat<SeatPlan>,
        (name, seed): (Name, u64),
        now: Duration,
    ) -> Result<Self, Reject> {
        let plan = RoomPlan { settings, host: ME, quick: false };
        let events = Room::decide_creation(&plan, seats, &name, &context(now))?;
        let events = Room::stamp_creation(events, ms(now));
        let mut view = RoomView::new(Self::code());
        view.fold(&events);
        let room = view.room().ok_or(Reject::NoGame)?.clone();
        let mut alone = Self { room, view, name, seed, turn: None, chosen: None };
        alone.settle(now);
        Ok(alone)
    }

    /// Returns the code of the room on this device. A server's codes end in a number, so no server has such a room.
    ///
    /// # Panics
    /// Never: the code is valid.
    #[must_use]
    pub fn code() -> RoomCode {
        CODE.parse().expect("invariant: this is a code")
    }

    /// Whether `code` is that of the room on this device.
    #[must_use]
    pub fn is(code: &RoomCode) -> bool {
        code.as_str() == CODE
    }

    /// Returns what the user sees of the room.
    #[must_use]
    pub const fn view(&self) -> &RoomView {
        &self.view
    }

    /// Returns the room from the user's point of view.
    #[must_use]
    pub fn viewer<'a>(&'a self, time: &'a Timekeeper) -> Option<Viewer<'a>> {
        Viewer::of(&self.view, Some(ME), time)
    }

    /// Carries out a command of the user.
    ///
    /// # Errors
    /// Returns the refusal of the room.
    pub fn ask(&mut self, command: &Command, now: Duration) -> Result<(), Reject> {
        let name = self.name.clone();
        self.decide(Input::Command { player: ME, name: &name, command }, now)
    }

    /// Returns the position of the game.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.room.game().map(Game::position)
    }

    /// Returns what the room waits for; `None` if it is the user's turn, or the game is over.
    #[must_use]
    pub fn wanted(&self) -> Option<Wanted> {
        if self.room.hint_wanted().is_some() {
            return Some(Wanted::Hint);
        }
        let (_, bot) = self.room.ai_to_move().filter(|_| self.chosen.is_none())?;
        let game = self.room.game()?;
        let choices = u8::try_from(game.choices().len()).unwrap_or(u8::MAX);
        let step = game.step().map(|_| (game.opening(), choices));
        let seed = self.seed ^ (u64::from(self.room.at().0) << 32);
        let ms = u32::from(self.room.settings().think_time.ms()).max(LEAST_THINK_MS);
        Some(Wanted::Turn { bot, step, seed, ms })
    }

    /// The AI has chosen what to do in the turn that [`Alone::wanted`] names. It happens once the think time is over.
    pub fn chosen(&mut self, chosen: Chosen, now: Duration) {
        if let Some((seat, _)) = self.room.ai_to_move() {
            self.chosen = Some((seat, self.room.at(), chosen));
            self.pass(now);
        }
    }

    /// The hint that [`Alone::wanted`] names was found.
    pub fn hinted(&mut self, point: Point, outlook: Outlook, now: Duration) {
        if let Some(seat) = self.room.hint_wanted() {
            let found = Input::HintFound { seat, at: self.room.at(), point, outlook };
            // A point that the rules forbid is no hint.
            let _ = self.decide(found, now);
        }
    }

    /// The local time is `now`.
    pub fn pass(&mut self, now: Duration) {
        let due = self.due().is_some_and(|due| due <= now);
        let Some((seat, at, chosen)) = self.chosen.take_if(|_| due) else { return };
        let input = match chosen {
            Chosen::Stone(point, thinking) => Input::AiMove { seat, point, at, thinking },
            Chosen::Choice(choice) => Input::AiChoice { seat, choice, at },
        };
        // The rules may forbid what a broken engine has chosen. Then the user can still take back or leave.
        let _ = self.decide(input, now);
    }

    /// Returns the local time at which something happens by itself; `None` if nothing does.
    #[must_use]
    pub fn due(&self) -> Option<Duration> {
        let (_, since) = self.turn.filter(|_| self.chosen.is_some())?;
        Some(since + Duration::from_millis(self.room.settings().think_time.ms().into()))
    }

    fn decide(&mut self, input: Input<'_>, now: Duration) -> Result<(), Reject> {
        let events = self.room.decide(input, &context(now))?;
        let events = self.room.stamp(events, ms(now));
        self.apply(&events);
        self.settle(now);
        Ok(())
    }

    fn apply(&mut self, events: &[Stamped]) {
        for stamped in events {
            // What the room has decided always applies.
            let _ = self.room.apply(stamped);
        }
        self.view.fold(&view::events(&self.room, ME, events));
    }

    /// Keeps what follows from the state of the room.
    fn settle(&mut self, now: Duration) {
        let at = self.room.at();
        self.chosen.take_if(|(_, chosen_at, _)| *chosen_at != at);
        let seat = self.room.ai_to_move().map(|(seat, _)| seat);
        if self.turn.is_none_or(|(turn, _)| turn != at) {
            self.turn = seat.map(|_| (at, now));
        }
        self.view.thinking = seat.map(|seat| Thinks { seat, queued: false });
        self.view.presence = PerSeat::of(|seat| {
            let is_person = self.room.seats().player(seat).is_some();
            is_person.then_some(Attending::Here {})
        });
    }
}

fn ms(now: Duration) -> Millis {
    Millis::try_from(now.as_millis()).unwrap_or(Millis::MAX)
}

fn context(now: Duration) -> Context {
    Context { now: ms(now), bots, lag: 0, attendance: Presence::default() }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]
mod tests {
    use tengen_shared::game::{Offer, Phase};

    use super::*;
    use crate::settings;

    const SECOND: Duration = Duration::from_secs(1);

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    fn against_ai(opening: Opening) -> Alone {
        let mut settings = settings::usual(Variant::GOMOKU15);
        settings.opening = opening;
        let seats = PerSeat([SeatPlan::Me {}, SeatPlan::Ai { bot: Level::Hard.into() }]);
        Alone::begin(settings, &seats, ("Ann".parse().unwrap(), 7), Duration::ZERO).unwrap()
    }

    fn place(alone: &mut Alone, name: &str) {
        let at = alone.view().room().unwrap().at();
        alone.ask(&Command::Place { seat: Seat::One, point: point(name), at }, SECOND).unwrap();
    }

    fn stones(alone: &Alone) -> usize {
        alone.position().unwrap().moves().len()
    }

    #[test]
    fn the_ai_moves_when_its_think_time_is_over() {
        let mut alone = against_ai(Opening::None);
        assert_eq!(alone.wanted(), None, "it is the user's turn");
        place(&mut alone, "h8");
        assert!(matches!(
            alone.wanted(),
            Some(Wanted::Turn { bot: Bot::Level(Level::Hard), step: None, .. })
        ));
        assert_eq!(alone.due(), None, "nothing is chosen yet");
        alone.chosen(Chosen::Stone(point("h9"), None), SECOND);
        assert_eq!((stones(&alone), alone.wanted()), (1, None));
        let due = alone.due().unwrap();
        assert!(due > SECOND);
        alone.pass(due);
        assert_eq!((stones(&alone), alone.due()), (2, None));
    }

    #[test]
    fn a_move_taken_back_takes_the_ais_choice_with_it() {
        let mut alone = against_ai(Opening::None);
        place(&mut alone, "h8");
        alone.chosen(Chosen::Stone(point("h9"), None), SECOND);
        let at = alone.view().room().unwrap().at();
        let back = Command::Offer { seat: Seat::One, offer: Offer::Takeback { to: 0 }, at };
        alone.ask(&back, SECOND).unwrap();
        assert_eq!((stones(&alone), alone.due()), (0, None));
        alone.pass(SECOND * 60);
        assert_eq!(stones(&alone), 0);
        // A point that is taken is refused, and nothing else happens.
        place(&mut alone, "h8");
        alone.chosen(Chosen::Stone(point("h8"), None), SECOND);
        alone.pass(SECOND * 120);
        assert_eq!(stones(&alone), 1);
        assert!(alone.wanted().is_some());
    }

    #[test]
    fn the_ai_chooses_in_an_opening_and_gives_hints_after_it() {
        let mut alone = against_ai(Opening::Swap);
        for name in ["h8", "h9", "j9"] {
            place(&mut alone, name);
        }
        assert!(matches!(alone.wanted(), Some(Wanted::Turn { step: Some((Opening::Swap, 0)), .. })));
        alone.chosen(Chosen::Choice(Choice::White), SECOND);
        alone.pass(SECOND * 60);
        let room = alone.view().room().unwrap();
        let Phase::Turn(seat) = room.phase() else { panic!("{:?}", room.phase()) };
        if seat == Seat::Two {
            alone.chosen(Chosen::Stone(point("g7"), None), SECOND * 60);
            alone.pass(SECOND * 120);
        }
        let at = alone.view().room().unwrap().at();
        alone.ask(&Command::Hint { seat: Seat::One, at }, SECOND * 120).unwrap();
        assert_eq!(alone.wanted(), Some(Wanted::Hint));
        alone.hinted(point("g8"), Outlook::Even {}, SECOND * 121);
        let hint = alone.view().room().unwrap().game().unwrap().hint().unwrap();
        assert_eq!((hint.point, alone.wanted()), (point("g8"), None));
    }
}
