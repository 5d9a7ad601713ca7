//! The arguments of commands, each with a parser and a formatter.

use std::time::Duration;

use tengen_session::{link::Address, points::PointText};
use tengen_shared::{
    game::{ChatText, Name, Passphrase, RoomCode},
    protocol::PairingCode,
    rules::{Bot, Choice, Level, Point, Variant, search::Cuts},
};

use super::{
    complaint::Complaint,
    options::{NewRoom, Options},
    reader::Reader,
    words::quoted,
};

/// An argument, which follows the word of a command.
pub(super) trait Argument: Sized {
    /// Takes the argument from the line and parses it.
    fn read(line: &mut Reader<'_>) -> Result<Self, Complaint>;

    /// Returns the text that `read` parses as this argument.
    fn typed(&self) -> String;
}

impl<T: Argument> Argument for Option<T> {
    fn read(line: &mut Reader<'_>) -> Result<Self, Complaint> {
        if line.words.rest().is_empty() { Ok(None) } else { T::read(line).map(Some) }
    }

    fn typed(&self) -> String {
        self.as_ref().map(T::typed).unwrap_or_default()
    }
}

/// A gift to the other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gift {
    /// Time on the clock.
    Time,
}

/// Whether the client asks before it acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sure {
    /// Ask first if the action cannot be taken back.
    Ask,
    /// The user has typed "yes" with the command.
    Yes,
}

/// How much to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Only the end of a long list, or the principal variation of a tree.
    Short,
    /// The whole list or tree.
    All,
}

/// A number of moves, 1 by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(pub u16);

/// How to end or continue the game of a player who is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claiming {
    /// The user wins.
    Win,
    /// The game ends as a draw.
    Draw,
    /// An AI plays on.
    Ai(Bot),
}

/// The target of `mute` or `unmute`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// Everybody else in the room.
    Everybody,
    /// Everybody with this name.
    Named(Name),
}

/// The server to connect to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Server {
    /// The server that this program runs for itself.
    Here,
    /// The server at this address.
    At(Address),
}

/// The argument of `go`, in a replay or in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// Let two AIs continue after a pause.
    On,
    /// Go to the position with this many stones.
    Ply(u16),
}

/// What to do with the user's devices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceTask {
    /// List them.
    List,
    /// Show a code for another device.
    Code,
    /// Play here as on the device that has shown this code.
    Use(PairingCode),
    /// Remove the device with this number in the list, from 1.
    Remove(u16, Sure),
}

/// A request for the search tree of an AI, or for the parts of a value in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The number of stones in the position; `None` for the position before the last move.
    pub ply: Option<u16>,
    /// The level or engine to show; `None` lets the client choose.
    pub bot: Option<Bot>,
    /// Whether its search may make cuts.
    pub cuts: Cuts,
    /// How much of the tree to show.
    pub extent: Extent,
    /// The moves from there to the value to take apart; empty for the tree.
    pub path: Vec<Point>,
}

/// The target of `wait`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// The user's turn, or the end of the game.
    Turn,
    /// The end of the game.
    End,
    /// The beginning of a game.
    Game,
    /// An open connection to the server.
    Online,
    /// A line of output that contains this text.
    Text(String),
}

/// Implements [`Argument`]. A row has a type, its parser and its formatter.
macro_rules! arguments {
    ($($type:ty: |$line:ident| $read:expr, |$value:ident| $typed:expr;)+) => {
        $(impl Argument for $type {
            fn read($line: &mut Reader<'_>) -> Result<Self, Complaint> {
                $read
            }

            fn typed(&self) -> String {
                let $value = self;
                $typed.to_string()
            }
        })+
    };
}

arguments! {
    bool: |line| line.choice(&[("on", true), ("off", false)]), |on| if *on { "on" } else { "off" };
    Gift: |line| line.choice(&[("time", Self::Time)]), |_gift| "time";
    Sure: |line| line.choice_or(Self::Ask, &[("yes", Self::Yes)]),
        |sure| if *sure == Self::Yes { "yes" } else { "" };
    Extent: |line| line.choice_or(Self::Short, &[("all", Self::All)]),
        |extent| if *extent == Self::All { "all" } else { "" };

    Passphrase: |line| line.text(), |secret| quoted(secret.expose());
    Variant: |line| line.text(), |board| quoted(&board.to_string());
    Name: |line| line.text(), |name| {
        // Without quotation marks, `read` would take these for something else.
        let quotes = if name.as_str().eq_ignore_ascii_case("everybody") || name.as_str().starts_with('"') { "\"" } else { "" };
        format!("{quotes}{name}{quotes}")
    };
    ChatText: |line| {
        let text = line.words.take_rest();
        line.value(text)
    }, |text| text;
    PointText: |line| line.point(), |point| point;
    RoomCode: |line| line.needed("amber-fox-42").and_then(|word| line.value(word)), |code| code;
    NewRoom: |line| Self::read(line.words.all()?, line.usage), |room| room;
    Options: |line| Self::read(line.words.all()?, line.usage), |options| options;

    // The default is a medium AI, even if a board follows.
    Bot: |line| match line.words.rest().split_whitespace().next() {
        None => Ok(Self::Level(Level::Medium)),
        Some(word) if word.parse::<Self>().is_err() && word.parse::<Variant>().is_ok() => Ok(Self::Level(Level::Medium)),
        Some(_) => line.needed("medium").and_then(|word| line.value(word)),
    }, |bot| bot;
    Count: |line| line.words.next()?.map_or(Ok(1), |word| line.number(word)).map(Self), |count| count.0;
    // The number of a game in a list.
    u16: |line| line.needed("1, 2, 3 ...").and_then(|word| line.number(word)), |number| number;
    Duration: |line| {
        let word = line.words.next()?.unwrap_or_default();
        line.number(word).map(|seconds: u32| Self::from_secs(seconds.into()))
    }, |limit| limit.as_secs();

    Claiming: |line| {
        let choices = [("win", Some(Self::Win)), ("draw", Some(Self::Draw)), ("ai", None)];
        line.choice(&choices)?.map_or_else(|| Bot::read(line).map(Self::Ai), Ok)
    }, |claiming| match claiming {
        Self::Win => "win".to_owned(),
        Self::Draw => "draw".to_owned(),
        Self::Ai(bot) => format!("ai {bot}"),
    };
    Choice: |line| line.choice(&[("black", Self::Black), ("white", Self::White), ("two", Self::PlaceTwo)]),
        |choice| match choice {
            Self::Black => "black",
            Self::White => "white",
            Self::PlaceTwo => "two",
        };
    Who: |line| match line.words.rest() {
        word if word.eq_ignore_ascii_case("everybody") => line.words.next().map(|_| Self::Everybody),
        _ => line.text().map(Self::Named),
    }, |who| match who {
        Self::Everybody => "everybody".to_owned(),
        Self::Named(name) => name.typed(),
    };
    Server: |line| match line.needed("192.168.1.20")? {
        word if word.eq_ignore_ascii_case("here") => Ok(Self::Here),
        word => line.value(word).map(Self::At),
    }, |server| match server {
        Self::Here => "here".to_owned(),
        Self::At(address) => address.to_string(),
    };
    DeviceTask: |line| match line.words.next()?.unwrap_or_default().to_ascii_lowercase().as_str() {
        "" => Ok(Self::List),
        "code" => Ok(Self::Code),
        "use" => line.text().map(Self::Use),
        "remove" => Ok(Self::Remove(u16::read(line)?, Sure::read(line)?)),
        other => Err(line.no_choice(other, "code, use CODE, remove N [yes]".to_owned())),
    }, |task| match task {
        Self::List => String::new(),
        Self::Code => "code".to_owned(),
        Self::Use(code) => format!("use {code}"),
        Self::Remove(number, Sure::Ask) => format!("remove {number}"),
        Self::Remove(number, Sure::Yes) => format!("remove {number} yes"),
    };
    Destination: |line| match line.needed("on, 0, 1, 2 ...")? {
        word if word.eq_ignore_ascii_case("on") => Ok(Self::On),
        word => line.number(word).map(Self::Ply),
    }, |to| match to {
        Self::On => "on".to_owned(),
        Self::Ply(ply) => ply.to_string(),
    };
}

impl Argument for Awaited {
    fn read(line: &mut Reader<'_>) -> Result<Self, Complaint> {
        let quoted = line.words.rest().starts_with('"');
        let choices = "turn, end, game, online, for TEXT";
        let word = line.needed(choices)?;
        Ok(match word.to_ascii_lowercase().as_str() {
            "turn" => Self::Turn,
            "end" => Self::End,
            "game" => Self::Game,
            "online" => Self::Online,
            "for" => Self::Text(line.needed("\"TEXT\"")?.to_owned()),
            _ if quoted => Self::Text(word.to_owned()),
            // If a misspelt word counted as text, the wait would never end.
            _ => return Err(line.no_choice(word, choices.to_owned())),
        })
    }

    fn typed(&self) -> String {
        match self {
            Self::Turn => "turn".to_owned(),
            Self::End => "end".to_owned(),
            Self::Game => "game".to_owned(),
            Self::Online => "online".to_owned(),
            Self::Text(text) => format!("for \"{text}\""),
        }
    }
}

/// The word for a search that makes no cuts.
const WITHOUT_CUTS: &str = "nocuts";

impl Argument for Analysis {
    fn read(line: &mut Reader<'_>) -> Result<Self, Complaint> {
        let mut analysis =
            Self { ply: None, bot: None, cuts: Cuts::On, extent: Extent::Short, path: Vec::new() };
        while let Some(word) = line.words.next()? {
            if word.eq_ignore_ascii_case("all") {
                analysis.extent = Extent::All;
            } else if word.eq_ignore_ascii_case(WITHOUT_CUTS) {
                analysis.cuts = Cuts::Off;
            } else if word.bytes().all(|byte| byte.is_ascii_digit()) {
                analysis.ply = Some(line.number(word)?);
            } else if let Ok(point) = word.parse() {
                analysis.path.push(point);
            } else {
                analysis.bot = Some(line.value(word)?);
            }
        }
        match (analysis.path.is_empty(), analysis.cuts, analysis.extent) {
            (true, ..) | (false, Cuts::On, Extent::Short) => Ok(analysis),
            // A value has no cuts, and its parts are always shown whole.
            (false, Cuts::Off, _) => Err(Complaint::TooMuch(line.usage, WITHOUT_CUTS.to_owned())),
            (false, Cuts::On, Extent::All) => Err(Complaint::TooMuch(line.usage, "all".to_owned())),
        }
    }

    fn typed(&self) -> String {
        let cuts = match self.cuts {
            Cuts::On => String::new(),
            Cuts::Off => WITHOUT_CUTS.to_owned(),
        };
        let path = self.path.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        in_line(&[self.ply.typed(), self.bot.typed(), path, cuts, self.extent.typed()])
    }
}

/// Joins words with spaces, and leaves out the empty ones.
pub(super) fn in_line(words: &[String]) -> String {
    words.iter().filter(|word| !word.is_empty()).map(String::as_str).collect::<Vec<_>>().join(" ")
}
