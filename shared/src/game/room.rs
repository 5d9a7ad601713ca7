//! The room: the one authority on legality, turns, endings, score and first move.
//!
//! [`Room::decide`] changes nothing and [`Room::apply`] decides nothing, so what was decided can be
//! written down before it happens. Here is what a room knows of itself.

use serde::{Deserialize, Serialize};

use super::{
    access::{Access, Admission, Asker, Door, SpectatorRule},
    chat::{Channel, SNAPSHOT_CHAT_LINES, Said},
    clock::{Clock, ClockState},
    event::Audience,
    id::{Millis, PlayerId, RoomCode, Seq},
    match_game::Game,
    offer::Offers,
    reject::Reject,
    score::Scoreboard,
    seat::{Seat, Seats},
    settings::{Settings, ThoughtRule},
};
use crate::rules::Bot;

/// The thoughts that a snapshot carries: those about the latest moves.
const SNAPSHOT_THOUGHTS: usize = 256;

/// A room as it stands: settings, seats, the current or last game, and the score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Room {
    pub(super) code: RoomCode,
    pub(super) settings: Settings,
    pub(super) host: PlayerId,
    pub(super) quick: bool,
    pub(super) seats: Seats,
    pub(super) game: Option<Game>,
    /// Who begins the next game.
    pub(super) next_first: Seat,
    pub(super) scores: Scoreboard,
    /// Games that two AI seats have finished since they began or went on.
    #[serde(default)]
    pub(super) ai_run: u8,
    /// Games that were aborted or begun anew.
    #[serde(default)]
    pub(super) uncounted: u32,
    /// What the players offer each other.
    #[serde(default)]
    pub(super) offers: Offers,
    /// The last lines that were said, of both channels.
    #[serde(default)]
    pub(super) chat: Vec<Said>,
    /// Who was let through which door.
    #[serde(default)]
    pub(super) admitted: Vec<Admission>,
    /// Who asks to watch.
    #[serde(default)]
    pub(super) asking: Vec<Asker>,
    /// Whom the host has sent away from the seats until another game has been played.
    #[serde(default)]
    pub(super) barred: Vec<PlayerId>,
    pub(super) seq: Seq,
    pub(super) at: Seq,
    pub(super) time: Millis,
}

/// What a room is made from.
#[derive(Clone, Debug)]
pub struct Opening {
    /// What its maker chose.
    pub settings: Settings,
    /// Its maker.
    pub host: PlayerId,
    /// Whether it waits for a quick match.
    pub quick: bool,
}

/// What a room is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// No game has been played yet, or the next has not begun.
    Waiting,
    /// A game is on and this seat is to move.
    Turn(Seat),
    /// The last game is over; its board still stands.
    Over,
}

impl Room {
    /// The room's code.
    #[must_use]
    pub const fn code(&self) -> &RoomCode {
        &self.code
    }

    /// What its maker chose.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The player who may change the room: its maker, or whoever it was passed to.
    #[must_use]
    pub const fn host(&self) -> PlayerId {
        self.host
    }

    /// Whether the room was made by a quick match.
    #[must_use]
    pub const fn is_quick(&self) -> bool {
        self.quick
    }

    /// Both seats.
    #[must_use]
    pub const fn seats(&self) -> &Seats {
        &self.seats
    }

    /// The current game, or the last one.
    #[must_use]
    pub const fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The scoreboard.
    #[must_use]
    pub const fn scores(&self) -> &Scoreboard {
        &self.scores
    }

    /// The seat that begins the next game.
    #[must_use]
    pub const fn next_first(&self) -> Seat {
        self.next_first
    }

    /// The number of the last event.
    #[must_use]
    pub const fn seq(&self) -> Seq {
        self.seq
    }

    /// The number of the last event that changed position or phase.
    #[must_use]
    pub const fn at(&self) -> Seq {
        self.at
    }

    /// The time of the last event.
    #[must_use]
    pub const fn time(&self) -> Millis {
        self.time
    }

    /// What the room is doing, and so whose turn it is.
    #[must_use]
    pub fn phase(&self) -> Phase {
        match &self.game {
            None => Phase::Waiting,
            Some(game) if game.end().is_some() => Phase::Over,
            Some(game) => game.seat_of(game.position().to_move()).map_or(Phase::Waiting, Phase::Turn),
        }
    }

    /// The seat to move, while a game is on.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        match self.phase() {
            Phase::Turn(seat) => Some(seat),
            Phase::Waiting | Phase::Over => None,
        }
    }

    /// Whether a game is on.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.turn().is_some()
    }

    /// The computer's seat and who plays for it, if it is to move and the clocks do not stand by consent.
    #[must_use]
    pub fn ai_to_move(&self) -> Option<(Seat, Bot)> {
        let seat = self.turn().filter(|_| !self.has_pause())?;
        Some((seat, self.seats.bot(seat)?))
    }

    /// The clocks of the game that is on, if it has any.
    #[must_use]
    pub fn clock(&self) -> Option<&Clock> {
        self.game.as_ref().filter(|game| game.end().is_none()).and_then(Game::clock)
    }

    /// Whether the clocks stand by consent of the players.
    #[must_use]
    pub fn has_pause(&self) -> bool {
        self.clock().is_some_and(|clock| clock.state == ClockState::Paused {})
    }

    /// What the players offer each other.
    #[must_use]
    pub const fn offers(&self) -> &Offers {
        &self.offers
    }

    /// The last lines that were said; of a viewer's room only those of the viewer's channel.
    #[must_use]
    pub fn chat(&self) -> &[Said] {
        &self.chat
    }

    /// Who asks to watch; only players see it.
    #[must_use]
    pub fn asking(&self) -> &[Asker] {
        &self.asking
    }

    /// The channel on which `player` speaks and hears.
    #[must_use]
    pub fn channel_of(&self, player: PlayerId) -> Channel {
        if self.seats.held_by(player).next().is_some() { Channel::Players } else { Channel::Spectators }
    }

    fn is_through(&self, player: PlayerId, door: Door) -> bool {
        self.admitted.contains(&Admission { player, door })
    }

    /// Whether `player` has a part in the room: the host, or the owner of a seat.
    #[must_use]
    pub fn belongs(&self, player: PlayerId) -> bool {
        player == self.host || Seat::BOTH.iter().any(|seat| self.seats.owner(*seat) == Some(player))
    }

    /// Whether `player` may come in to take a seat.
    ///
    /// # Errors
    /// The room has a passphrase, and they have not said it.
    pub fn check_entry(&self, player: PlayerId) -> Result<(), Reject> {
        let open = self.settings.access != Access::Passphrase || self.is_through(player, Door::Passphrase);
        if self.belongs(player) || open { Ok(()) } else { Err(Reject::NeedsPassphrase) }
    }

    /// Whether `player` may follow the room, be it from a seat or as a spectator.
    ///
    /// # Errors
    /// Those of [`Room::check_entry`]; or nobody may watch, or the players must agree first.
    pub fn check_watch(&self, player: PlayerId) -> Result<(), Reject> {
        self.check_entry(player)?;
        if self.belongs(player) {
            return Ok(());
        }
        match self.settings.spectators {
            SpectatorRule::Allowed => Ok(()),
            SpectatorRule::ByConsent if self.is_through(player, Door::Consent) => Ok(()),
            SpectatorRule::ByConsent => Err(Reject::NeedsConsent),
            SpectatorRule::Never => Err(Reject::NoSpectators),
        }
    }

    /// The seat that waits for a hint, if one does.
    #[must_use]
    pub fn hint_wanted(&self) -> Option<Seat> {
        self.turn().filter(|_| self.game.as_ref().is_some_and(Game::wants_hint))
    }

    /// Whether two AI seats have played as many games in a row as they shall.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.seats.all_ai() && !self.is_playing() && self.ai_run >= self.settings.ai_games.games()
    }

    /// Whether two AI seats wait only for the time after their last game to pass.
    #[must_use]
    pub fn next_game_due(&self) -> bool {
        self.seats.all_ai() && !self.is_playing() && !self.is_paused()
    }

    /// Who may see now what the AI seats think.
    #[must_use]
    pub fn thoughts_audience(&self) -> Audience {
        match (self.settings.thoughts, self.is_playing()) {
            (ThoughtRule::Never, _) | (ThoughtRule::AfterGame, true) => Audience::Nobody {},
            (ThoughtRule::Live, true) if self.seats.any_person() => Audience::Players {},
            (ThoughtRule::Live | ThoughtRule::AfterGame, _) => Audience::All {},
        }
    }

    /// The room without the thoughts, unless they are `shown`, and then with the latest only; with the hints of only
    /// those seats for which `hints_of` says so (after the game all hints stay), the latest talk of only one `channel`,
    /// and what only the server or the players need to know of those at the doors.
    #[must_use]
    pub fn veiled(&self, shown: bool, channel: Channel, hints_of: impl Fn(Seat) -> bool) -> Self {
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
            // With all that a large board may have, a snapshot would be longer than a frame.
            notes.thoughts.drain(..notes.thoughts.len().saturating_sub(SNAPSHOT_THOUGHTS));
            if playing {
                // A hint belongs to whoever has asked last, who may be another than this viewer.
                if notes.hints.last().is_none_or(|mark| !hints_of(mark.seat)) {
                    notes.hint = None;
                }
                notes.hints.retain(|mark| hints_of(mark.seat));
            }
        }
        room
    }

    /// The games that were played to an end; those aborted or begun anew are not.
    #[must_use]
    pub fn games_finished(&self) -> u32 {
        let begun = self.game.as_ref().map_or(0, Game::number);
        begun.saturating_sub(u32::from(self.is_running())).saturating_sub(self.uncounted)
    }
}
