//! The words that begin a line, each a topic of the help.

use crate::text::Lang;

/// A word of line mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Help.
    Help,
    /// The board.
    Board,
    /// The board after each move.
    Boards,
    /// The moves.
    Moves,
    /// The score.
    Score,
    /// The clocks.
    Clock,
    /// Who is there.
    Who,
    /// Placing a stone.
    Point,
    /// The next game.
    Ready,
    /// Giving up.
    Resign,
    /// Taking moves back.
    TakeBack,
    /// A draw.
    Draw,
    /// Pausing the clocks.
    Pause,
    /// Letting the clocks go on.
    Resume,
    /// Giving time.
    Give,
    /// Yes.
    Yes,
    /// No.
    No,
    /// Taking an offer back.
    Withdraw,
    /// Ending a game that has hardly begun.
    Abort,
    /// Beginning anew.
    Restart,
    /// The game of somebody who is gone.
    Claim,
    /// A hint.
    Hint,
    /// Talking.
    Say,
    /// What was said.
    Talk,
    /// Hearing somebody no more.
    Mute,
    /// Hearing somebody again.
    Unmute,
    /// Playing the computer.
    Ai,
    /// Making a room.
    New,
    /// Finding somebody to play with.
    Quick,
    /// The rooms of the server.
    Rooms,
    /// Taking a seat in a room.
    Join,
    /// Watching a room.
    Watch,
    /// Leaving.
    Leave,
    /// Taking the free seat.
    Sit,
    /// Freeing one's seat.
    Stand,
    /// Changing seats.
    Swap,
    /// Sending a player away.
    Kick,
    /// The room's settings.
    Settings,
    /// The finished games of the room.
    History,
    /// One's own finished games.
    Mine,
    /// Older games.
    More,
    /// Replaying a game.
    Replay,
    /// Moves on.
    Next,
    /// Moves back.
    Back,
    /// To the empty board.
    First,
    /// To the last move.
    Last,
    /// To a position, or letting two AIs go on.
    Go,
    /// Trying a move.
    Try,
    /// Taking a tried move away.
    Erase,
    /// Another move that was tried.
    Other,
    /// Back to the game's own moves.
    Game,
    /// Moves by themselves.
    Play,
    /// No more moves by themselves.
    Stop,
    /// How an AI thinks.
    Explain,
    /// One's name.
    Name,
    /// Going to a server.
    Connect,
    /// The servers on this network.
    Find,
    /// The room in which a seat is kept.
    Continue,
    /// Waiting, for scripts.
    Wait,
    /// The end.
    Quit,
}

impl Topic {
    /// Every word.
    pub const ALL: [Self; 60] = [
        Self::Help,
        Self::Board,
        Self::Boards,
        Self::Moves,
        Self::Score,
        Self::Clock,
        Self::Who,
        Self::Point,
        Self::Ready,
        Self::Resign,
        Self::TakeBack,
        Self::Draw,
        Self::Pause,
        Self::Resume,
        Self::Give,
        Self::Yes,
        Self::No,
        Self::Withdraw,
        Self::Abort,
        Self::Restart,
        Self::Claim,
        Self::Hint,
        Self::Say,
        Self::Talk,
        Self::Mute,
        Self::Unmute,
        Self::Ai,
        Self::New,
        Self::Quick,
        Self::Rooms,
        Self::Join,
        Self::Watch,
        Self::Leave,
        Self::Sit,
        Self::Stand,
        Self::Swap,
        Self::Kick,
        Self::Settings,
        Self::History,
        Self::Mine,
        Self::More,
        Self::Replay,
        Self::Next,
        Self::Back,
        Self::First,
        Self::Last,
        Self::Go,
        Self::Try,
        Self::Erase,
        Self::Other,
        Self::Game,
        Self::Play,
        Self::Stop,
        Self::Explain,
        Self::Name,
        Self::Connect,
        Self::Find,
        Self::Continue,
        Self::Wait,
        Self::Quit,
    ];

    /// The word, and below it its short forms.
    #[must_use]
    pub const fn words(self) -> &'static [&'static str] {
        match self {
            Self::Help => &["help", "h", "?"],
            Self::Board => &["board", "b"],
            Self::Boards => &["boards"],
            Self::Moves => &["moves", "m"],
            Self::Score => &["score"],
            Self::Clock => &["clock", "clocks"],
            Self::Who => &["who", "w"],
            Self::Point => &["place", "p"],
            Self::Ready => &["ready", "r"],
            Self::Resign => &["resign"],
            Self::TakeBack => &["takeback", "undo"],
            Self::Draw => &["draw"],
            Self::Pause => &["pause"],
            Self::Resume => &["resume"],
            Self::Give => &["give"],
            Self::Yes => &["yes", "y"],
            Self::No => &["no", "n"],
            Self::Withdraw => &["withdraw"],
            Self::Abort => &["abort"],
            Self::Restart => &["restart"],
            Self::Claim => &["claim"],
            Self::Hint => &["hint"],
            Self::Say => &["say", "s"],
            Self::Talk => &["talk", "t"],
            Self::Mute => &["mute"],
            Self::Unmute => &["unmute"],
            Self::Ai => &["ai", "level"],
            Self::New => &["new"],
            Self::Quick => &["quick"],
            Self::Rooms => &["rooms", "ls"],
            Self::Join => &["join", "j"],
            Self::Watch => &["watch"],
            Self::Leave => &["leave", "l"],
            Self::Sit => &["sit"],
            Self::Stand => &["stand"],
            Self::Swap => &["swap"],
            Self::Kick => &["kick"],
            Self::Settings => &["settings", "set"],
            Self::History => &["history"],
            Self::Mine => &["mine"],
            Self::More => &["more"],
            Self::Replay => &["replay"],
            Self::Next => &["next", "+"],
            Self::Back => &["back", "-"],
            Self::First => &["first"],
            Self::Last => &["last"],
            Self::Go => &["go"],
            Self::Try => &["try"],
            Self::Erase => &["erase"],
            Self::Other => &["other"],
            Self::Game => &["game"],
            Self::Play => &["play"],
            Self::Stop => &["stop"],
            Self::Explain => &["explain", "e"],
            Self::Name => &["name"],
            Self::Connect => &["connect"],
            Self::Find => &["find"],
            Self::Continue => &["continue"],
            Self::Wait => &["wait"],
            Self::Quit => &["quit", "q", "exit"],
        }
    }

    /// The word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self.words() {
            [word, ..] => word,
            [] => "",
        }
    }

    /// How it is used: small words are typed as they stand, large ones stand for something, what is in brackets may be
    /// left out.
    #[must_use]
    pub const fn usage(self) -> &'static str {
        match self {
            Self::Help => "help [WORD]",
            Self::Board => "board",
            Self::Boards => "boards on|off",
            Self::Moves => "moves",
            Self::Score => "score",
            Self::Clock => "clock",
            Self::Who => "who",
            Self::Point => "place POINT",
            Self::Ready => "ready",
            Self::Resign => "resign [yes]",
            Self::TakeBack => "takeback",
            Self::Draw => "draw [yes]",
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::Give => "give time",
            Self::Yes => "yes",
            Self::No => "no",
            Self::Withdraw => "withdraw",
            Self::Abort => "abort",
            Self::Restart => "restart [yes]",
            Self::Claim => "claim win|draw|ai [LEVEL]",
            Self::Hint => "hint",
            Self::Say => "say TEXT",
            Self::Talk => "talk [all]",
            Self::Mute => "mute NAME|everybody",
            Self::Unmute => "unmute NAME|everybody",
            Self::Ai => "ai [LEVEL] [BOARD]",
            Self::New => {
                "new [BOARD] [friend | ai LEVEL | ais LEVEL LEVEL | here NAME] [first|second] [OPTION ...]"
            }
            Self::Quick => "quick BOARD",
            Self::Rooms => "rooms",
            Self::Join => "join CODE [PASSPHRASE]",
            Self::Watch => "watch CODE [PASSPHRASE]",
            Self::Leave => "leave [yes]",
            Self::Sit => "sit",
            Self::Stand => "stand",
            Self::Swap => "swap",
            Self::Kick => "kick [yes]",
            Self::Settings => "settings [BOARD] [OPTION ...]",
            Self::History => "history",
            Self::Mine => "mine",
            Self::More => "more",
            Self::Replay => "replay N",
            Self::Next => "next [COUNT]",
            Self::Back => "back [COUNT]",
            Self::First => "first",
            Self::Last => "last",
            Self::Go => "go N | go on",
            Self::Try => "try POINT",
            Self::Erase => "erase",
            Self::Other => "other",
            Self::Game => "game",
            Self::Play => "play",
            Self::Stop => "stop",
            Self::Explain => "explain [MOVE] [LEVEL] [all]",
            Self::Name => "name NAME",
            Self::Connect => "connect ADDR|here",
            Self::Find => "find",
            Self::Continue => "continue",
            Self::Wait => "wait turn|end|game|online|for TEXT [SECONDS]",
            Self::Quit => "quit [yes]",
        }
    }

    /// What it does.
    #[must_use]
    pub const fn about(self, lang: Lang) -> &'static str {
        match self {
            Self::Help => lang.line_about_help(),
            Self::Board => lang.line_about_board(),
            Self::Boards => lang.line_about_boards(),
            Self::Moves => lang.line_about_moves(),
            Self::Score => lang.line_about_score(),
            Self::Clock => lang.line_about_clock(),
            Self::Who => lang.line_about_who(),
            Self::Point => lang.line_about_point(),
            Self::Ready => lang.line_about_ready(),
            Self::Resign => lang.line_about_resign(),
            Self::TakeBack => lang.line_about_take_back(),
            Self::Draw => lang.line_about_draw(),
            Self::Pause => lang.line_about_pause(),
            Self::Resume => lang.line_about_resume(),
            Self::Give => lang.line_about_give(),
            Self::Yes => lang.line_about_yes(),
            Self::No => lang.line_about_no(),
            Self::Withdraw => lang.line_about_withdraw(),
            Self::Abort => lang.line_about_abort(),
            Self::Restart => lang.line_about_restart(),
            Self::Claim => lang.line_about_claim(),
            Self::Hint => lang.line_about_hint(),
            Self::Say => lang.line_about_say(),
            Self::Talk => lang.line_about_talk(),
            Self::Mute => lang.line_about_mute(),
            Self::Unmute => lang.line_about_unmute(),
            Self::Ai => lang.line_about_ai(),
            Self::New => lang.line_about_new(),
            Self::Quick => lang.line_about_quick(),
            Self::Rooms => lang.line_about_rooms(),
            Self::Join => lang.line_about_join(),
            Self::Watch => lang.line_about_watch(),
            Self::Leave => lang.line_about_leave(),
            Self::Sit => lang.line_about_sit(),
            Self::Stand => lang.line_about_stand(),
            Self::Swap => lang.line_about_swap(),
            Self::Kick => lang.line_about_kick(),
            Self::Settings => lang.line_about_settings(),
            Self::History => lang.line_about_history(),
            Self::Mine => lang.line_about_mine(),
            Self::More => lang.line_about_more(),
            Self::Replay => lang.line_about_replay(),
            Self::Next => lang.line_about_next(),
            Self::Back => lang.line_about_back(),
            Self::First => lang.line_about_first(),
            Self::Last => lang.line_about_last(),
            Self::Go => lang.line_about_go(),
            Self::Try => lang.line_about_try(),
            Self::Erase => lang.line_about_erase(),
            Self::Other => lang.line_about_other(),
            Self::Game => lang.line_about_game(),
            Self::Play => lang.line_about_play(),
            Self::Stop => lang.line_about_stop(),
            Self::Explain => lang.line_about_explain(),
            Self::Name => lang.line_about_name(),
            Self::Connect => lang.line_about_connect(),
            Self::Find => lang.line_about_find(),
            Self::Continue => lang.line_about_continue(),
            Self::Wait => lang.line_about_wait(),
            Self::Quit => lang.line_about_quit(),
        }
    }

    /// The topic of a word, however its letters are cased.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.words().iter().any(|known| known.eq_ignore_ascii_case(word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_means_one_thing() {
        for topic in Topic::ALL {
            for word in topic.words() {
                assert_eq!(Topic::of(word), Some(topic), "{word}");
                assert_eq!(Topic::of(&word.to_uppercase()), Some(topic), "{word}");
            }
        }
        assert_eq!(Topic::of(""), None);
    }
}
