//! The command line. The program parses it before it changes the terminal.

mod offered;

use clap::{Args, Parser, Subcommand, ValueHint};
use tengen_server::manual::Manual;
use tengen_session::link::{AddressError, Addresses};
use tengen_shared::{
    game::{Name, Passphrase, RoomCode},
    rules::{Bot, Variant},
};
use thiserror::Error;

use crate::{
    intent::{Begin, Purpose, Start},
    profile::ProfileName,
};

const EXAMPLES: &str = "\
Examples:
  tengen                                    the start screen
  tengen local                              continue on this machine
  tengen local --ai easy                    a game against the AI
  tengen join 192.168.1.20 --name Ann       a server
  tengen join amber-fox-42                  a room by its code
  tengen join --ai hard --variant gomoku15  a room against the AI
  tengen watch amber-fox-42                 watch a room
  tengen --line local                       plain lines: type help

Completions:
  source <(tengen completions bash)  in ~/.bashrc
  source <(tengen completions zsh)   in ~/.zshrc, after compinit
  tengen completions fish | source   in ~/.config/fish/config.fish

Environment:
  TENGEN_HOME        folder for settings, keys and games
  TENGEN_PASSPHRASE  the passphrase of the room
  NO_COLOR           if it is set, no colours

Keys:
Press ? in the program for its keys.
";

/// Play n in a row in the terminal: tic-tac-toe, gomoku and any board in between.
#[derive(Debug, Parser)]
#[command(name = "tengen", version, after_help = "Press ? in the program for its keys; with --line type help.", after_long_help = EXAMPLES)]
pub struct Cli {
    /// The name to play under
    #[arg(long, global = true, value_name = "NAME", value_parser = Name::choose)]
    name: Option<Name>,
    /// Use this profile, with its own name and keys; a profile is used by one client at a time
    #[arg(long, global = true, value_name = "NAME")]
    profile: Option<ProfileName>,
    /// Read commands and write plain lines instead of drawing screens: for screen readers, pipes and scripts
    #[arg(long, global = true)]
    line: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play on this machine, without a server: continue the last game, or start one
    Local(AiGame),
    /// Connect to a server, and to a room if its code is given
    Join(Join),
    /// Watch a room, or choose one to watch
    Watch(Watch),
    #[command(flatten)]
    Manual(Manual),
}

#[derive(Debug, Args)]
struct PassphraseArg {
    /// The passphrase of the room; without it the program asks you if the room needs one
    #[arg(long, value_name = "TEXT", env = "TENGEN_PASSPHRASE", hide_env_values = true)]
    passphrase: Option<Passphrase>,
}

#[derive(Debug, Args)]
struct Join {
    /// A server (HOST, HOST:PORT, ws://HOST:PORT/ws, [::1]:5151) or a room's code (amber-fox-42);
    /// without it the server last used. A server of several machines may have several addresses: HOST,HOST
    #[arg(value_name = "ADDR or CODE", value_hint = ValueHint::Hostname)]
    target: Option<String>,
    /// Take a seat in this room
    #[arg(long, value_name = "CODE", conflicts_with = "ai")]
    room: Option<RoomCode>,
    #[command(flatten)]
    passphrase: PassphraseArg,
    #[command(flatten)]
    game: AiGame,
}

#[derive(Debug, Args)]
struct AiGame {
    /// Play against the AI at once: a level such as easy, medium or hard, or an engine such as greedy
    #[arg(long, value_name = "LEVEL")]
    #[arg(value_parser = offered::bots(), hide_possible_values = true)]
    ai: Option<Bot>,
    #[arg(long, value_name = "BOARD", requires = "ai", help = offered::about_variants())]
    #[arg(value_parser = offered::variants(), hide_possible_values = true)]
    variant: Option<Variant>,
}

impl AiGame {
    fn start(self) -> Option<Start> {
        let variant = self.variant.unwrap_or(Variant::TICTACTOE);
        self.ai.map(|bot| Start::PlayAi { variant, bot })
    }
}

#[derive(Debug, Args)]
struct Watch {
    /// A server or a room's code, as for join
    #[arg(value_name = "ADDR or CODE", value_hint = ValueHint::Hostname)]
    target: Option<String>,
    /// Watch this room
    #[arg(long, value_name = "CODE")]
    room: Option<RoomCode>,
    #[command(flatten)]
    passphrase: PassphraseArg,
}

/// The task that the command line asks for.
#[derive(Debug)]
pub enum Task {
    /// Run the client according to the plan.
    Play(Box<Plan>),
    /// Write a text, such as shell completions, to standard output.
    Write(Manual),
}

/// The kind of user interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Front {
    /// Full screens with keys and mouse.
    Screen,
    /// One line per command and per event, for screen readers, scripts and pipes.
    Lines,
}

/// How to run the program.
#[derive(Debug)]
pub struct Plan {
    /// The kind of user interface.
    pub front: Front,
    /// The first step.
    pub begin: Begin,
    /// The name to play under; `None` uses the stored one.
    pub name: Option<Name>,
    /// The profile to use; `None` uses the default one.
    pub profile: Option<ProfileName>,
}

/// The reason why the options of the command line do not fit together.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// The server's address is invalid.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The options name two rooms, or a room and an AI.
    #[error("{0} is a room's code already: give the server's address there, or leave it out")]
    TwoRooms(RoomCode),
}

impl Cli {
    /// Returns the task that the options ask for.
    ///
    /// # Errors
    /// Returns an error if an address is invalid, or two options exclude each other.
    pub fn task(self) -> Result<Task, PlanError> {
        let front = if self.line { Front::Lines } else { Front::Screen };
        let name = self.name;
        let plan = |begin| Plan { front, begin, name: name.clone(), profile: None };
        let planned = match self.command {
            Some(Command::Manual(manual)) => return Ok(Task::Write(manual)),
            None => plan(Begin::Menu),
            Some(Command::Local(game)) => plan(Begin::Local { start: game.start() }),
            Some(Command::Join(join)) => {
                let (target, passphrase) = (join.target, join.passphrase.passphrase);
                let start = join.game.start();
                let target = target_of(target, join.room, start.is_some())?;
                plan(target.begin(start, Purpose::Join, passphrase))
            }
            Some(Command::Watch(watch)) => {
                let passphrase = watch.passphrase.passphrase;
                let target = target_of(watch.target, watch.room, false)?;
                plan(target.begin(Some(Start::Browse), Purpose::Watch, passphrase))
            }
        };
        Ok(Task::Play(Box::new(Plan { profile: self.profile, ..planned })))
    }
}

/// The server or room that the options name.
enum Target {
    /// A server; without an address, the program chooses one.
    Server(Option<Addresses>),
    /// A room on this server.
    Room(Addresses, RoomCode),
    /// A room on any server that the client can reach.
    Seek(RoomCode),
}

impl Target {
    fn begin(self, otherwise: Option<Start>, purpose: Purpose, passphrase: Option<Passphrase>) -> Begin {
        match self {
            Self::Server(server) => Begin::Server { server, start: otherwise },
            Self::Room(server, room) => {
                let start = Some(Start::Enter { room, purpose, passphrase });
                Begin::Server { server: Some(server), start }
            }
            Self::Seek(room) => Begin::Seek { room, purpose, passphrase },
        }
    }
}

/// Decides whether the options name a server or a room. A room code has the form word-word-number.
fn target_of(text: Option<String>, room: Option<RoomCode>, has_ai: bool) -> Result<Target, PlanError> {
    let code = text.as_deref().and_then(code_of);
    match (text, code, room) {
        (_, Some(code), Some(_)) => Err(PlanError::TwoRooms(code)),
        (_, Some(code), None) if has_ai => Err(PlanError::TwoRooms(code)),
        (_, Some(code), None) => Ok(Target::Seek(code)),
        (None, None, None) => Ok(Target::Server(None)),
        (None, None, Some(room)) => Ok(Target::Seek(room)),
        (Some(text), None, None) => Ok(Target::Server(Some(text.parse()?))),
        (Some(text), None, Some(room)) => Ok(Target::Room(text.parse()?, room)),
    }
}

/// Parses `text` as a room code if it has the form word-word-number.
pub(crate) fn code_of(text: &str) -> Option<RoomCode> {
    let code: RoomCode = text.parse().ok()?;
    let parts: Vec<&str> = code.as_str().split('-').collect();
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    (parts.len() >= 3 && parts.last().is_some_and(is_number)).then_some(code)
}

#[cfg(test)]
mod tests {
    use tengen_shared::rules::Level;

    use clap::CommandFactory;

    use super::*;

    fn plan(args: &[&str]) -> Result<Plan, PlanError> {
        match Cli::try_parse_from([&["tengen"], args].concat()).unwrap().task()? {
            Task::Play(plan) => Ok(*plan),
            Task::Write(manual) => panic!("{manual:?} is not to play"),
        }
    }

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    fn room() -> RoomCode {
        "amber-fox-42".parse().unwrap()
    }

    fn begin(args: &[&str]) -> Begin {
        plan(args).unwrap().begin
    }

    #[test]
    fn addresses_and_codes_are_told_apart() {
        let seek = |purpose| Begin::Seek { room: room(), purpose, passphrase: None };
        assert_eq!(begin(&["join", "amber-fox-42"]), seek(Purpose::Join));
        assert_eq!(begin(&["watch", "--room", "amber-fox-42"]), seek(Purpose::Watch));
        let joined = plan(&["join", "localhost", "--room", "amber-fox-42", "--name", "Ann"]).unwrap();
        let server = Some("localhost:5151".parse().unwrap());
        let start = Some(Start::Enter { room: room(), purpose: Purpose::Join, passphrase: None });
        assert_eq!(joined.begin, Begin::Server { server, start });
        assert_eq!(joined.name, Some("Ann".parse().unwrap()));
        let server = Some("my-host:7,other:8".parse().unwrap());
        assert_eq!(begin(&["join", "my-host:7,other:8"]), Begin::Server { server, start: None });
        assert_eq!(begin(&["watch"]), Begin::Server { server: None, start: Some(Start::Browse) });
        assert!(plan(&["join", "amber-fox-42", "--room", "amber-fox-43"]).is_err());
        assert!(plan(&["join", "http://host"]).is_err());
        let ai = plan(&["join", "--ai", "hard", "--variant", "7x7k4", "--profile", "work"]).unwrap();
        let variant = "7x7k4".parse().unwrap();
        let start = Some(Start::PlayAi { variant, bot: Bot::Level(Level::Hard) });
        assert_eq!(ai.begin, Begin::Server { server: None, start });
        assert_eq!(ai.profile, Some("work".parse().unwrap()));
        assert_eq!(begin(&[]), Begin::Menu);
        assert_eq!(begin(&["local"]), Begin::Local { start: None });
        let start = Some(Start::PlayAi { variant, bot: Bot::Level(Level::Easy) });
        assert_eq!(begin(&["local", "--ai", "easy", "--variant", "7x7k4"]), Begin::Local { start });
        for lines in [&["--line", "local"][..], &["local", "--line"], &["join", "--line", "host"]] {
            assert_eq!(plan(lines).unwrap().front, Front::Lines);
        }
        assert_eq!(plan(&["local"]).unwrap().front, Front::Screen);
    }

    #[test]
    fn a_passphrase_goes_to_the_room_and_into_no_log() {
        let passphrase: Option<Passphrase> = Some("open sesame".parse().unwrap());
        let joined = plan(&["join", "amber-fox-42", "--passphrase", "open sesame"]).unwrap();
        assert!(!format!("{joined:?}").contains("sesame"));
        let sought = Begin::Seek { room: room(), purpose: Purpose::Join, passphrase: passphrase.clone() };
        assert_eq!(joined.begin, sought);
        let watched = begin(&["watch", "host", "--room", "amber-fox-42", "--passphrase", "open sesame"]);
        let start = Some(Start::Enter { room: room(), purpose: Purpose::Watch, passphrase });
        assert_eq!(watched, Begin::Server { server: Some("host:5151".parse().unwrap()), start });
        let short = Cli::try_parse_from(["tengen", "join", "amber-fox-42", "--passphrase", "abc"]);
        assert!(short.is_err());
    }

    #[test]
    fn bad_values_are_refused_by_the_parser() {
        for args in [
            &["join", "--room", "A room!"][..],
            &["join", "--name", ""],
            &["join", "--ai", "godlike"],
            &["join", "--ai", "alphabeta:12"],
            &["--profile", "../x"],
            &["join", "--ai", "easy", "--room", "amber-fox-42"],
            &["play"],
        ] {
            assert!(Cli::try_parse_from([&["tengen"], args].concat()).is_err(), "{args:?}");
        }
    }
}
