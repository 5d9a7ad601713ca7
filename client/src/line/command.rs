//! What can be typed in line mode, as values.

use std::{fmt, time::Duration};

use tengen_session::{link::Address, points::PointText};
use tengen_shared::{
    game::{ChatText, Name, Passphrase, RoomCode},
    rules::{Bot, Variant},
};

use super::{
    options::{NewRoom, Options},
    topic::Topic,
    words::quoted,
};

/// A line that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// What can be done now, or what one word means.
    Help(Option<Topic>),
    /// The board.
    Board,
    /// Whether the board is shown after each move.
    Boards(bool),
    /// The moves of the game.
    Moves,
    /// The score of the room.
    Score,
    /// The clocks.
    Clock,
    /// Who sits, who watches, and how the connection stands.
    Who,
    /// Place a stone.
    Point(PointText),
    /// Want the next game.
    Ready,
    /// Give up.
    Resign(Sure),
    /// Go back behind one's last move, or ask to.
    TakeBack,
    /// Offer a draw.
    Draw(Sure),
    /// Let the clocks stand, or ask to.
    Pause,
    /// Let the clocks go on, or ask to.
    Resume,
    /// Give the other side time.
    GiveTime,
    /// Yes to what was asked.
    Yes,
    /// No to what was asked.
    No,
    /// Take back what one has offered.
    Withdraw,
    /// End a game that has hardly begun.
    Abort,
    /// Begin the game anew.
    Restart(Sure),
    /// End the game of somebody who is gone.
    Claim(Claiming),
    /// Ask for a hint.
    Hint,
    /// Say something.
    Say(ChatText),
    /// What was said.
    Talk(Extent),
    /// Hear somebody no more.
    Mute(Who),
    /// Hear somebody again.
    Unmute(Who),
    /// Play the computer: in a new room, in the free seat, or with another level.
    Ai(Bot, Option<Variant>),
    /// Make a room.
    New(NewRoom),
    /// Find somebody to play with.
    Quick(Variant),
    /// The rooms of the server.
    Rooms,
    /// Take a seat in a room.
    Join(RoomCode, Option<Passphrase>),
    /// Watch a room.
    Watch(RoomCode, Option<Passphrase>),
    /// Leave the room, or what is looked at beside it.
    Leave(Sure),
    /// Take the free seat.
    Sit,
    /// Free one's seat.
    Stand,
    /// Change seats, or ask to.
    Swap,
    /// Send a player away from the seats.
    Kick(Sure),
    /// The settings of the room, or others for it.
    Settings(Options),
    /// The finished games of the room.
    History,
    /// One's own finished games.
    Mine,
    /// Older games.
    More,
    /// Replay a game of the list, by its number there.
    Replay(u16),
    /// Some moves on.
    Next(u16),
    /// Some moves back.
    Back(u16),
    /// To the empty board.
    First,
    /// To the last move.
    Last,
    /// To the position with so many stones.
    Go(u16),
    /// Try a move in a replay.
    Try(PointText),
    /// Take the tried move away.
    Erase,
    /// To the next move tried in place of this one.
    Other,
    /// From a branch back to the game.
    Game,
    /// Let the moves come by themselves, or no longer.
    Play(bool),
    /// How an AI thinks.
    Explain {
        /// After so many stones.
        ply: Option<u16>,
        /// Which AI.
        bot: Option<Bot>,
        /// How much of the tree.
        extent: Extent,
    },
    /// Let two AIs that have paused go on.
    GoOn,
    /// Go to a server.
    Connect(Address),
    /// Play on this machine.
    Here,
    /// The servers on this network.
    Find,
    /// Go back to the room in which a seat is kept.
    Continue,
    /// Play under another name.
    Name(Name),
    /// Wait until something is so.
    Wait(Awaited, Option<Duration>),
    /// End the program.
    Quit(Sure),
}

impl Command {
    /// Whether it belongs into a replay, and nowhere else.
    pub(super) const fn is_of_replay(&self) -> bool {
        matches!(
            self,
            Self::Next(_)
                | Self::Back(_)
                | Self::First
                | Self::Last
                | Self::Go(_)
                | Self::Try(_)
                | Self::Erase
                | Self::Other
                | Self::Game
                | Self::Play(_)
        )
    }
}

/// Whether a question is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sure {
    /// The user is asked first.
    Ask,
    /// "yes" was typed with the command.
    Yes,
}

/// How much is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// What matters most.
    Short,
    /// All that can be had.
    All,
}

/// How a game is to end whose other player is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claiming {
    /// As a win.
    Win,
    /// As a draw.
    Draw,
    /// A computer plays on.
    Ai(Bot),
}

/// Whom to hear or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// All of them.
    Everybody,
    /// Whoever has this name.
    Named(Name),
}

/// What is waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// The user's turn, or the end of the game.
    Turn,
    /// The end of the game.
    End,
    /// The beginning of a game.
    Game,
    /// A connection.
    Online,
    /// A line that contains this.
    Text(String),
}

impl fmt::Display for Command {
    /// The line by which the command is typed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Help(topic) => with(f, "help", topic.map(Topic::word)),
            Self::Boards(on) => write!(f, "boards {}", if *on { "on" } else { "off" }),
            Self::Point(point) => write!(f, "{point}"),
            Self::Resign(sure) => with(f, "resign", sure.word()),
            Self::Draw(sure) => with(f, "draw", sure.word()),
            Self::Restart(sure) => with(f, "restart", sure.word()),
            Self::Kick(sure) => with(f, "kick", sure.word()),
            Self::Leave(sure) => with(f, "leave", sure.word()),
            Self::Quit(sure) => with(f, "quit", sure.word()),
            Self::Claim(Claiming::Win) => f.write_str("claim win"),
            Self::Claim(Claiming::Draw) => f.write_str("claim draw"),
            Self::Claim(Claiming::Ai(bot)) => write!(f, "claim ai {bot}"),
            Self::Say(text) => write!(f, "say {}", text.as_str()),
            Self::Talk(extent) => with(f, "talk", extent.word()),
            Self::Mute(who) => write!(f, "mute {who}"),
            Self::Unmute(who) => write!(f, "unmute {who}"),
            Self::Ai(bot, board) => {
                with(f, &format!("ai {bot}"), board.map(|board| quoted(&board.to_string())))
            }
            Self::New(room) => write!(f, "new {room}"),
            Self::Quick(board) => write!(f, "quick {}", quoted(&board.to_string())),
            Self::Join(code, secret) => with(f, &format!("join {code}"), secret.as_ref().map(exposed)),
            Self::Watch(code, secret) => with(f, &format!("watch {code}"), secret.as_ref().map(exposed)),
            Self::Settings(options) => write!(f, "settings {options}"),
            Self::Replay(number) => write!(f, "replay {number}"),
            Self::Next(count) => write!(f, "next {count}"),
            Self::Back(count) => write!(f, "back {count}"),
            Self::Go(ply) => write!(f, "go {ply}"),
            Self::Try(point) => write!(f, "try {point}"),
            Self::Play(true) => f.write_str("play"),
            Self::Play(false) => f.write_str("stop"),
            Self::Explain { ply, bot, extent } => {
                f.write_str("explain")?;
                ply.iter().try_for_each(|ply| write!(f, " {ply}"))?;
                bot.iter().try_for_each(|bot| write!(f, " {bot}"))?;
                with(f, "", extent.word())
            }
            Self::Connect(address) => write!(f, "connect {address}"),
            Self::Name(name) => write!(f, "name {}", Who::Named(name.clone())),
            Self::Wait(awaited, limit) => {
                write!(f, "wait {awaited}")?;
                with(f, "", limit.map(|limit| limit.as_secs()))
            }
            plain => f.write_str(plain.word()),
        }
    }
}

impl Command {
    /// The word of a command that has nothing else.
    const fn word(&self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Moves => "moves",
            Self::Score => "score",
            Self::Clock => "clock",
            Self::Who => "who",
            Self::Ready => "ready",
            Self::TakeBack => "takeback",
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::GiveTime => "give time",
            Self::Yes => "yes",
            Self::No => "no",
            Self::Withdraw => "withdraw",
            Self::Abort => "abort",
            Self::Hint => "hint",
            Self::Rooms => "rooms",
            Self::Sit => "sit",
            Self::Stand => "stand",
            Self::Swap => "swap",
            Self::History => "history",
            Self::Mine => "mine",
            Self::More => "more",
            Self::First => "first",
            Self::Last => "last",
            Self::Erase => "erase",
            Self::Other => "other",
            Self::Game => "game",
            Self::GoOn => "go on",
            Self::Here => "connect here",
            Self::Find => "find",
            Self::Continue => "continue",
            // The others are written with what belongs to them.
            _ => "",
        }
    }
}

fn with<T: fmt::Display>(f: &mut fmt::Formatter<'_>, word: &str, more: Option<T>) -> fmt::Result {
    f.write_str(word)?;
    more.into_iter().try_for_each(|more| write!(f, " {more}"))
}

fn exposed(secret: &Passphrase) -> String {
    quoted(secret.expose())
}

impl Sure {
    const fn word(self) -> Option<&'static str> {
        match self {
            Self::Ask => None,
            Self::Yes => Some("yes"),
        }
    }
}

impl Extent {
    const fn word(self) -> Option<&'static str> {
        match self {
            Self::Short => None,
            Self::All => Some("all"),
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Everybody => f.write_str("everybody"),
            // What begins like a quotation, or would mean all of them, is a name only between quotation marks.
            Self::Named(name) if name.as_str() == "everybody" || name.as_str().starts_with('"') => {
                write!(f, "\"{name}\"")
            }
            Self::Named(name) => write!(f, "{name}"),
        }
    }
}

impl fmt::Display for Awaited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn => f.write_str("turn"),
            Self::End => f.write_str("end"),
            Self::Game => f.write_str("game"),
            Self::Online => f.write_str("online"),
            Self::Text(text) => write!(f, "for \"{text}\""),
        }
    }
}
