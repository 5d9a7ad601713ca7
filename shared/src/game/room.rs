//! The room: the single authority on legal moves, turns, results, score and first move.
//!
//! [`Room::decide`] changes nothing and [`Room::apply`] decides nothing. So the server can store a decision before
//! it takes effect. This module holds the state of a room and the questions about it.

use serde::{Deserialize, Serialize};

use super::{
    access::{Access, AccessCheck, AccessGrant, SpectatorRule, WatchRequest},
    chat::{Channel, SNAPSHOT_CHAT_LINES, Said},
    clock::{Clock, ClockState},
    event::Audience,
    id::{Millis, PlayerId, RoomCode, Seq},
    match_game::Game,
    name::Name,
    offer::Offers,
    reject::Reject,
    score::Scoreboard,
    seat::{Occupant, Seat, Seats},
    settings::{Settings, ThoughtRule},
};
use crate::rules::{Bot, Step};

/// The maximum number of AI evaluations in a snapshot, those of the latest moves.
const SNAPSHOT_THOUGHTS: usize = 256;

/// The state of a room: settings, seats, the current or last game, and the score.
///
/// It is a pure state machine. [`Room::decide`] turns a command into events, and [`Room::apply`] applies them:
///
/// ```
/// use tengen_shared::{
///     game::{Command, Context, Event, Input, PlayerId, Presence, Room, Seat, Seq, Settings, Stamped},
///     rules::{BotChoices, Variant},
/// };
///
/// let stamped = |seq, event| Stamped { seq, time: 0, event };
/// let settings = Settings::new(Variant::TICTACTOE);
/// let opened = Event::RoomOpened { settings, host: PlayerId(1), quick: false };
/// let mut room = Room::open("amber-fox-42".parse()?, &stamped(Seq(1), opened))?;
///
/// let bots = |_| BotChoices { levels: &[], engines: &[], former: &[] };
/// let context = Context { now: 0, bots, lag: 0, attendance: Presence::default() };
/// let (name, command) = ("Ann".parse()?, Command::Join { passphrase: None });
/// let input = Input::Command { player: PlayerId(1), name: &name, command: &command };
/// for event in room.decide(input, &context)? {
///     room.apply(&stamped(room.seq().next(), event))?;
/// }
/// assert_eq!(room.seats().owner(Seat::One), Some(PlayerId(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Room {
    pub(super) code: RoomCode,
    pub(super) settings: Settings,
    pub(super) host: PlayerId,
    pub(super) quick: bool,
    pub(super) seats: Seats,
    pub(super) game: Option<Game>,
    /// The seat that moves first in the next game.
    pub(super) next_first: Seat,
    pub(super) scores: Scoreboard,
    /// The number of games in a row that two AI seats have finished, since they began or last continued.
    #[serde(default)]
    pub(super) ai_run: u8,
    /// The number of games that were aborted or begun again.
    #[serde(default)]
    pub(super) uncounted: u32,
    /// The open offers between the players.
    #[serde(default)]
    pub(super) offers: Offers,
    /// The latest chat lines of both channels.
    #[serde(default)]
    pub(super) chat: Vec<Said>,
    #[serde(default)]
    pub(super) admitted: Vec<AccessGrant>,
    /// The people who ask to watch.
    #[serde(default)]
    pub(super) asking: Vec<WatchRequest>,
    /// The players whom the host removed. They cannot sit down until a game has been finished.
    #[serde(default)]
    pub(super) barred: Vec<PlayerId>,
    pub(super) seq: Seq,
    pub(super) at: Seq,
    pub(super) time: Millis,
}

/// The facts that a new room is made from.
#[derive(Clone, Debug)]
pub struct RoomPlan {
    /// The settings that the host chose.
    pub settings: Settings,
    /// The player who creates the room.
    pub host: PlayerId,
    /// Whether the room waits for the opponent of a quick match.
    pub quick: bool,
}

/// The phase of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// No game has been played, or the sides of the next one are not set yet.
    Waiting,
    /// A game is on, and this seat is to move.
    Turn(Seat),
    /// A game is on, and this seat must choose in the opening.
    Choice(Seat),
    /// The last game is over. Its board stays until the next game begins.
    Over,
}

impl Room {
    /// Returns the code of the room.
    #[must_use]
    pub const fn code(&self) -> &RoomCode {
        &self.code
    }

    /// Returns the settings for the next games.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the host: the player who created the room, or to whom the right to change it has passed.
    #[must_use]
    pub const fn host(&self) -> PlayerId {
        self.host
    }

    /// Whether a quick match created the room.
    #[must_use]
    pub const fn is_quick(&self) -> bool {
        self.quick
    }

    /// Returns the seats with their occupants, also while a stand-in plays.
    #[must_use]
    pub const fn seats(&self) -> &Seats {
        &self.seats
    }

    /// Returns the current or last game; `None` before the first.
    #[must_use]
    pub const fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// Returns wins, draws and losses of everybody who has played here.
    #[must_use]
    pub const fn scores(&self) -> &Scoreboard {
        &self.scores
    }

    /// Returns the seat that moves first in the next game.
    #[must_use]
    pub const fn next_first(&self) -> Seat {
        self.next_first
    }

    /// Returns the number of the last event.
    #[must_use]
    pub const fn seq(&self) -> Seq {
        self.seq
    }

    /// Returns the number of the last event that changed the position or the phase.
    #[must_use]
    pub const fn at(&self) -> Seq {
        self.at
    }

    /// Returns the time of the last event.
    #[must_use]
    pub const fn time(&self) -> Millis {
        self.time
    }

    /// Returns the phase of the room, and with it the seat to move.
    #[must_use]
    pub fn phase(&self) -> Phase {
        match &self.game {
            None => Phase::Waiting,
            Some(game) if game.end().is_some() => Phase::Over,
            Some(game) => match (game.seat_to_act(), game.step()) {
                (None, _) => Phase::Waiting,
                (Some(seat), Some(Step::Choice { .. })) => Phase::Choice(seat),
                (Some(seat), Some(Step::Stone { .. }) | None) => Phase::Turn(seat),
            },
        }
    }

    /// Returns the seat to move or to choose; `None` unless a game is on.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        match self.phase() {
            Phase::Turn(seat) | Phase::Choice(seat) => Some(seat),
            Phase::Waiting | Phase::Over => None,
        }
    }

    /// Whether a game is on and a seat is to move.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.turn().is_some()
    }

    /// Returns the seat to move or to choose and its level or engine, if an AI must act now. `None` during a pause that the
    /// players agreed on.
    #[must_use]
    pub fn ai_to_move(&self) -> Option<(Seat, Bot)> {
        let seat = self.turn().filter(|_| !self.clocks_paused())?;
        Some((seat, self.seats.bot(seat)?))
    }

    /// Returns the clocks of the current game; `None` if no game is on or it has no clocks.
    #[must_use]
    pub fn clock(&self) -> Option<&Clock> {
        self.game.as_ref().filter(|game| game.end().is_none()).and_then(Game::clock)
    }

    /// Whether the clocks are paused with the consent of the players.
    #[must_use]
    pub fn clocks_paused(&self) -> bool {
        self.clock().is_some_and(|clock| clock.state == ClockState::Paused {})
    }

    /// Returns the open offers between the players.
    #[must_use]
    pub const fn offers(&self) -> &Offers {
        &self.offers
    }

    /// Returns the latest chat lines. A viewer's copy has only those of the viewer's channel.
    #[must_use]
    pub fn chat(&self) -> &[Said] {
        &self.chat
    }

    /// Returns the people who ask to watch. Only players see them; a spectator's copy is empty.
    #[must_use]
    pub fn asking(&self) -> &[WatchRequest] {
        &self.asking
    }

    /// Returns the channel on which `player` reads and writes.
    #[must_use]
    pub fn channel_of(&self, player: PlayerId) -> Channel {
        if self.seats.held_by(player).next().is_some() { Channel::Players } else { Channel::Spectators }
    }

    fn is_through(&self, player: PlayerId, door: AccessCheck) -> bool {
        self.admitted.contains(&AccessGrant { player, door })
    }

    /// Whether `player` is the host or owns a seat.
    #[must_use]
    pub fn belongs(&self, player: PlayerId) -> bool {
        player == self.host || Seat::BOTH.iter().any(|seat| self.seats.owner(*seat) == Some(player))
    }

    /// Returns the name under which the others see `player`, who goes by `name`. It has a mark if somebody else in a
    /// seat has a name that looks the same.
    #[must_use]
    pub fn shown_name(&self, player: PlayerId, name: &Name) -> Name {
        let other = |seat| match &self.seats[seat].occupant {
            Some(Occupant::Person { player: owner, name }) if *owner != player => Some(name),
            Some(Occupant::Guest { name, .. }) => Some(name),
            Some(Occupant::Person { .. } | Occupant::Ai { .. }) | None => None,
        };
        let taken: Vec<&Name> = Seat::BOTH.into_iter().filter_map(other).collect();
        let is_free = |shown: &Name| !taken.iter().any(|other| other.resembles(shown));
        if is_free(name) {
            return name.clone();
        }
        // The seats have two names at most, so one of the marks is free.
        (2..=3).map(|number| name.marked(number)).find(is_free).unwrap_or_else(|| name.clone())
    }

    /// Whether the server itself has made the room, with a seat for each of two people.
    #[must_use]
    pub fn is_reserved(&self) -> bool {
        self.host == PlayerId::SERVER
    }

    /// Whether strangers may see what happens here: the room is on the list, and anybody may watch. Its finished games
    /// are public, too.
    #[must_use]
    pub fn is_public(&self) -> bool {
        self.settings.access == Access::Listed && self.settings.spectators == SpectatorRule::Allowed
    }

    /// Checks whether `player` may enter the room and take a seat.
    ///
    /// # Errors
    /// Returns an error if the room has a passphrase and `player` has not given it.
    pub fn check_entry(&self, player: PlayerId) -> Result<(), Reject> {
        let open =
            self.settings.access != Access::Passphrase || self.is_through(player, AccessCheck::Passphrase);
        if self.belongs(player) || open { Ok(()) } else { Err(Reject::NeedsPassphrase) }
    }

    /// Checks whether `player` may follow the room, from a seat or as a spectator.
    ///
    /// # Errors
    /// Returns the errors of [`Room::check_entry`], or an error if nobody may watch or the players must let
    /// `player` in first.
    pub fn check_watch(&self, player: PlayerId) -> Result<(), Reject> {
        self.check_entry(player)?;
        if self.belongs(player) {
            return Ok(());
        }
        match self.settings.spectators {
            SpectatorRule::Allowed => Ok(()),
            SpectatorRule::ByConsent if self.is_through(player, AccessCheck::Consent) => Ok(()),
            SpectatorRule::ByConsent => Err(Reject::NeedsConsent),
            SpectatorRule::Never => Err(Reject::NoSpectators),
        }
    }

    /// Returns the seat that waits for a hint.
    #[must_use]
    pub fn hint_wanted(&self) -> Option<Seat> {
        self.turn().filter(|_| self.game.as_ref().is_some_and(Game::wants_hint))
    }

    /// Whether two AI seats pause, because they have played as many games in a row as the settings allow.
    #[must_use]
    pub fn ai_games_paused(&self) -> bool {
        self.seats.all_ai() && !self.is_playing() && self.ai_run >= self.settings.ai_games.games()
    }

    /// Whether two AI seats begin their next game as soon as enough time has passed after the last.
    #[must_use]
    pub fn next_game_due(&self) -> bool {
        self.seats.all_ai() && !self.is_playing() && !self.ai_games_paused()
    }

    /// Returns who may see the AI's evaluations now.
    #[must_use]
    pub fn thoughts_audience(&self) -> Audience {
        match (self.settings.thoughts, self.is_playing()) {
            (ThoughtRule::Never, _) | (ThoughtRule::AfterGame, true) => Audience::Nobody {},
            (ThoughtRule::Live, true) if self.seats.any_person() => Audience::Players {},
            (ThoughtRule::Live | ThoughtRule::AfterGame, _) => Audience::All {},
        }
    }

    /// Returns the room as a viewer may see it. This copy goes to other people, so it must not contain more than
    /// this:
    ///
    /// - The AI's evaluations only if `shown`, and then at most the latest 256.
    /// - During a game, only the requests for hints of seats for which `hints_of` is true, and the hint itself only
    ///   if one of them asked last. After a game, all requests.
    /// - Of the chat, only the latest 10 lines of `channel`.
    /// - No access grants, and for spectators no requests to watch.
    #[must_use]
    pub fn redacted(&self, shown: bool, channel: Channel, hints_of: impl Fn(Seat) -> bool) -> Self {
        let mut room = self.clone();
        room.chat.retain(|said| said.line.channel == channel);
        room.chat.drain(..room.chat.len().saturating_sub(SNAPSHOT_CHAT_LINES));
        room.admitted.clear();
        if channel == Channel::Spectators {
            room.asking.clear();
        }
        let playing = self.is_running();
        if let Some(notes) = room.game.as_mut().map(Game::notes_mut) {
            if !shown {
                notes.thoughts.clear();
            }
            // With all evaluations of a game on a large board, a snapshot would exceed the maximum frame length.
            notes.thoughts.drain(..notes.thoughts.len().saturating_sub(SNAPSHOT_THOUGHTS));
            if playing {
                // The hint belongs to the seat that asked last, which may not be this viewer's.
                if notes.hints.last().is_none_or(|mark| !hints_of(mark.seat)) {
                    notes.hint = None;
                }
                notes.hints.retain(|mark| hints_of(mark.seat));
            }
        }
        room
    }

    /// Returns the number of games that were finished and count, without those aborted or begun again.
    #[must_use]
    pub fn games_finished(&self) -> u32 {
        let begun = self.game.as_ref().map_or(0, Game::number);
        begun.saturating_sub(u32::from(self.is_running())).saturating_sub(self.uncounted)
    }
}
