//! The table of line mode's commands: the syntax, the explanation, and when each command makes sense.

use std::{fmt, time::Duration};

use tengen_session::{points::PointText, room::RoomAction, text::Lang};
use tengen_shared::{
    game::{ChatText, Name, Passphrase, RoomCode},
    rules::{Bot, Choice, Variant},
};

use super::{
    argument::{
        Analysis, Argument, Awaited, Claiming, Count, Destination, DeviceTask, Extent, Gift, Server, Sure,
        Who, in_line,
    },
    complaint::{Complaint, Usage},
    options::{NewRoom, Options},
    reader::Reader,
};

/// When a command makes sense. The help lists the commands that do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    Always,
    /// While the client asks a question.
    Question,
    /// Before the user has a name.
    Nameless,
    /// Outside of rooms, on a server or on this machine.
    Lobby,
    /// Outside of rooms, on a server.
    Online,
    /// Outside of rooms, on this machine.
    Local,
    /// Outside of rooms, while a room keeps a seat for the user.
    Kept,
    /// In a list of finished games.
    Games,
    Replay,
    Room,
    /// In a room, while the user plays a game.
    Playing,
    /// In a room, while the opening asks the user to choose.
    Choosing,
    /// In a room whose clocks can be paused.
    Running,
    /// In a room whose clocks can go on.
    Paused,
    /// In a room whose AI can explain a move.
    Explained,
    /// In a room, when this action is possible. The command takes this action.
    Can(RoomAction),
}

/// Declares the commands. A row has the name of a command with its arguments, its word and short forms, the
/// syntax after the word, the message that explains it, and when it makes sense.
macro_rules! commands {
    ($(
        $name:ident $(($($argument:ident: $type:ty),+))? [$word:literal $(, $short:literal)*] $($usage:literal)?
        $about:ident [$($when:ident $(($action:ident))?),+];
    )+) => {
        /// A command with its arguments.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Command {
            $(#[doc = concat!("Typed as `", $word $(, " ", $usage)?, "`.")]
            $name $(($($type),+))?,)+
        }

        /// A command without its arguments, as the help explains it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Topic {
            $(#[doc = concat!("Typed as `", $word $(, " ", $usage)?, "`.")]
            $name,)+
        }

        impl Command {
            /// Returns the command without its arguments.
            pub(super) const fn topic(&self) -> Topic {
                match self {
                    $(Self::$name { .. } => Topic::$name,)+
                }
            }

            /// Parses the arguments of a command.
            pub(super) fn read(topic: Topic, line: &mut Reader<'_>) -> Result<Self, Complaint> {
                Ok(match topic {
                    $(Topic::$name => Self::$name $(($(<$type as Argument>::read(line)?),+))?,)+
                })
            }

            /// Returns the arguments as the user types them.
            fn arguments(&self) -> Vec<String> {
                match self {
                    $(Self::$name $(($($argument),+))? => vec![$($($argument.typed()),+)?],)+
                }
            }
        }

        impl Topic {
            /// Every command, in the order of the help.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// Returns the word of the command, followed by its short forms.
            pub(super) const fn words(self) -> &'static [&'static str] {
                match self {
                    $(Self::$name => &[$word $(, $short)*],)+
                }
            }

            /// Returns the syntax of the command. The user types lower-case words as they are, replaces
            /// upper-case words, and may leave out the parts in brackets.
            pub(super) const fn usage(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($word $(, " ", $usage)?),)+
                }
            }

            /// Returns the explanation of the command.
            pub(super) const fn about(self, lang: Lang) -> &'static str {
                match self {
                    $(Self::$name => lang.$about(),)+
                }
            }

            /// Returns the situations in which the command makes sense, its main use first.
            pub(super) const fn when(self) -> &'static [When] {
                match self {
                    $(Self::$name => &[$(When::$when $((RoomAction::$action))?),+],)+
                }
            }
        }
    };
}

// The help lists the commands in this order.
commands! {
    Point(point: PointText) ["place", "p"] "POINT" line_about_point [Playing];
    Pause ["pause"] line_about_pause [Running];
    Resume ["resume"] line_about_resume [Paused];
    Yes ["yes", "y"] line_about_yes [Question, Can(Accept)];
    No ["no", "n"] line_about_no [Question, Can(Decline)];
    Withdraw ["withdraw"] line_about_withdraw [Can(Withdraw)];
    Claim(claiming: Claiming) ["claim"] "win|draw|ai [LEVEL]" line_about_claim [Can(Claim)];
    Ready ["ready", "r"] line_about_ready [Can(Ready)];
    Choose(choice: Choice) ["choose"] "black|white|two" line_about_choose [Choosing];

    Next(count: Count) ["next", "+"] "[COUNT]" line_about_next [Replay];
    Back(count: Count) ["back", "-"] "[COUNT]" line_about_back [Replay];
    First ["first"] line_about_first [Replay];
    Last ["last"] line_about_last [Replay];
    Go(to: Destination) ["go"] "N | go on" line_about_go [Replay, Can(GoOn)];
    Try(point: PointText) ["try"] "POINT" line_about_try [Replay];
    Erase ["erase"] line_about_erase [Replay];
    Other ["other"] line_about_other [Replay];
    Game ["game"] line_about_game [Replay];
    Play ["play"] line_about_play [Replay];
    Stop ["stop"] line_about_stop [Replay];

    Sit ["sit"] line_about_sit [Can(Sit)];
    TakeBack ["takeback", "undo"] line_about_take_back [Can(TakeBack)];
    Draw(sure: Sure) ["draw"] "[yes]" line_about_draw [Can(Draw)];
    Give(gift: Gift) ["give"] "time" line_about_give [Can(GiveTime)];
    Hint ["hint"] line_about_hint [Can(Hint)];
    Explain(of: Analysis) ["explain", "e"] "[MOVE] [LEVEL] [POINTS] [nocuts] [all]" line_about_explain [Explained];
    Ai(bot: Bot, board: Option<Variant>) ["ai", "level"] "[LEVEL] [BOARD]" line_about_ai [Lobby, Can(AddAi)];
    Swap ["swap"] line_about_swap [Can(Swap)];
    Kick(sure: Sure) ["kick"] "[yes]" line_about_kick [Can(Kick)];
    Recognize(number: Option<u16>) ["recognize"] "[N]" line_about_recognize [Can(Recognize)];
    Abort(sure: Sure) ["abort"] "[yes]" line_about_abort [Can(Abort)];
    Restart(sure: Sure) ["restart"] "[yes]" line_about_restart [Can(Restart)];
    Resign(sure: Sure) ["resign"] "[yes]" line_about_resign [Can(Resign)];
    Stand ["stand"] line_about_stand [Can(Stand)];

    New(room: NewRoom) ["new"]
        "[BOARD] [friend | ai LEVEL | ais LEVEL LEVEL | here NAME] [first|second] [OPTION ...]"
        line_about_new [Lobby];
    Join(room: RoomCode, secret: Option<Passphrase>) ["join", "j"] "CODE [PASSPHRASE]" line_about_join [Lobby];
    Watch(room: RoomCode, secret: Option<Passphrase>) ["watch"] "CODE [PASSPHRASE]" line_about_watch [Lobby];
    Mine ["mine"] line_about_mine [Lobby];
    Name(name: Name) ["name"] "NAME" line_about_name [Nameless, Lobby];
    Connect(to: Server) ["connect"] "ADDR|here" line_about_connect [Lobby];
    Rooms ["rooms", "ls"] line_about_rooms [Online];
    Quick(board: Variant) ["quick"] "BOARD" line_about_quick [Online];
    Devices(task: DeviceTask) ["devices"] "[code | use CODE | remove N [yes]]" line_about_devices [Online];
    Find ["find"] line_about_find [Local];

    Replay(number: u16) ["replay"] "N" line_about_replay [Games];
    More ["more"] line_about_more [Games];
    Board ["board", "b"] line_about_board [Room, Replay];
    Boards(on: bool) ["boards"] "on|off" line_about_boards [Room];
    Moves ["moves", "m"] line_about_moves [Room, Replay];
    Score ["score"] line_about_score [Room];
    Clock ["clock", "clocks"] line_about_clock [Room];
    Who ["who", "w"] line_about_who [Room];
    Say(text: ChatText) ["say", "s"] "TEXT" line_about_say [Room];
    Talk(extent: Extent) ["talk", "t"] "[all]" line_about_talk [Room];
    Mute(who: Who) ["mute"] "NAME|everybody" line_about_mute [Room];
    Unmute(who: Who) ["unmute"] "NAME|everybody" line_about_unmute [Room];
    Settings(options: Options) ["settings", "set"] "[BOARD] [OPTION ...]" line_about_settings [Room];
    History ["history"] line_about_history [Room];
    Leave(sure: Sure) ["leave", "l"] "[yes]" line_about_leave [Room, Replay, Games, Online];
    Continue ["continue"] line_about_continue [Kept];

    Help(topic: Option<Topic>) ["help", "h", "?"] "[WORD]" line_about_help [Always];
    Wait(awaited: Awaited, limit: Option<Duration>) ["wait"] "turn|end|game|online|for TEXT [SECONDS]"
        line_about_wait [Always];
    Quit(sure: Sure) ["quit", "q", "exit"] "[yes]" line_about_quit [Always];
}

impl Argument for Topic {
    fn read(line: &mut Reader<'_>) -> Result<Self, Complaint> {
        let word = line.words.next()?.unwrap_or_default();
        Self::of(word).ok_or_else(|| Complaint::Unknown(word.to_owned()))
    }

    fn typed(&self) -> String {
        self.word().to_owned()
    }
}

impl Command {
    /// Whether the command is mainly for replays. `go on` is not: it continues a game of two AIs.
    pub(super) fn is_of_replay(&self) -> bool {
        matches!(self.topic().when(), [When::Replay, ..]) && *self != Self::Go(Destination::On)
    }
}

impl fmt::Display for Command {
    /// Writes the command as the user types it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The word before a point is optional.
        if let Self::Point(point) = self {
            return write!(f, "{point}");
        }
        let (word, arguments) = (self.topic().word(), in_line(&self.arguments()));
        if arguments.is_empty() { f.write_str(word) } else { write!(f, "{word} {arguments}") }
    }
}

impl Topic {
    /// Returns the word that begins the command.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self.words() {
            [word, ..] => word,
            [] => "",
        }
    }

    /// Returns the syntax of the command for complaints.
    pub(super) const fn as_typed(self) -> Usage {
        Usage { word: self.word(), whole: self.usage() }
    }

    /// Returns the command with this word or short form, in upper or lower case.
    pub(super) fn of(word: &str) -> Option<Self> {
        let is_known = |topic: &Self| topic.words().iter().any(|known| known.eq_ignore_ascii_case(word));
        Self::ALL.iter().copied().find(is_known)
    }

    /// Whether the command makes sense in this situation.
    pub(super) fn is(self, when: When) -> bool {
        self.when().contains(&when)
    }

    /// Returns the room action of the command, if it has one.
    pub(super) fn action(self) -> Option<RoomAction> {
        self.when().iter().find_map(|when| if let When::Can(action) = when { Some(*action) } else { None })
    }
}
