//! The words that begin a line, each a topic of the help.

use tengen_session::text::Lang;

/// Writes the topics: for each the word with its short forms, how it is used, and the message that explains it.
macro_rules! topics {
    ($($(#[$doc:meta])* $topic:ident [$($word:literal),+] $usage:literal $about:ident;)+) => {
        /// A word of line mode.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Topic {
            $($(#[$doc])* $topic,)+
        }

        impl Topic {
            /// Every word.
            pub const ALL: &[Self] = &[$(Self::$topic),+];

            /// The word, and after it its short forms.
            #[must_use]
            pub const fn words(self) -> &'static [&'static str] {
                match self {
                    $(Self::$topic => &[$($word),+],)+
                }
            }

            /// How it is used: small words are typed as they stand, large ones stand for something, what is in brackets
            /// may be left out.
            #[must_use]
            pub const fn usage(self) -> &'static str {
                match self {
                    $(Self::$topic => $usage,)+
                }
            }

            /// What it does.
            #[must_use]
            pub const fn about(self, lang: Lang) -> &'static str {
                match self {
                    $(Self::$topic => lang.$about(),)+
                }
            }
        }
    };
}

topics! {
    /// Help.
    Help ["help", "h", "?"] "help [WORD]" line_about_help;
    /// The board.
    Board ["board", "b"] "board" line_about_board;
    /// The board after each move.
    Boards ["boards"] "boards on|off" line_about_boards;
    /// The moves.
    Moves ["moves", "m"] "moves" line_about_moves;
    /// The score.
    Score ["score"] "score" line_about_score;
    /// The clocks.
    Clock ["clock", "clocks"] "clock" line_about_clock;
    /// Who is there.
    Who ["who", "w"] "who" line_about_who;
    /// Placing a stone.
    Point ["place", "p"] "place POINT" line_about_point;
    /// The next game.
    Ready ["ready", "r"] "ready" line_about_ready;
    /// Giving up.
    Resign ["resign"] "resign [yes]" line_about_resign;
    /// Taking moves back.
    TakeBack ["takeback", "undo"] "takeback" line_about_take_back;
    /// A draw.
    Draw ["draw"] "draw [yes]" line_about_draw;
    /// Pausing the clocks.
    Pause ["pause"] "pause" line_about_pause;
    /// Letting the clocks go on.
    Resume ["resume"] "resume" line_about_resume;
    /// Giving time.
    Give ["give"] "give time" line_about_give;
    /// Yes.
    Yes ["yes", "y"] "yes" line_about_yes;
    /// No.
    No ["no", "n"] "no" line_about_no;
    /// Taking an offer back.
    Withdraw ["withdraw"] "withdraw" line_about_withdraw;
    /// Ending a game that has hardly begun.
    Abort ["abort"] "abort" line_about_abort;
    /// Beginning anew.
    Restart ["restart"] "restart [yes]" line_about_restart;
    /// The game of somebody who is gone.
    Claim ["claim"] "claim win|draw|ai [LEVEL]" line_about_claim;
    /// A hint.
    Hint ["hint"] "hint" line_about_hint;
    /// Talking.
    Say ["say", "s"] "say TEXT" line_about_say;
    /// What was said.
    Talk ["talk", "t"] "talk [all]" line_about_talk;
    /// Hearing somebody no more.
    Mute ["mute"] "mute NAME|everybody" line_about_mute;
    /// Hearing somebody again.
    Unmute ["unmute"] "unmute NAME|everybody" line_about_unmute;
    /// Playing the computer.
    Ai ["ai", "level"] "ai [LEVEL] [BOARD]" line_about_ai;
    /// Making a room.
    New ["new"] "new [BOARD] [friend | ai LEVEL | ais LEVEL LEVEL | here NAME] [first|second] [OPTION ...]" line_about_new;
    /// Finding somebody to play with.
    Quick ["quick"] "quick BOARD" line_about_quick;
    /// The rooms of the server.
    Rooms ["rooms", "ls"] "rooms" line_about_rooms;
    /// Taking a seat in a room.
    Join ["join", "j"] "join CODE [PASSPHRASE]" line_about_join;
    /// Watching a room.
    Watch ["watch"] "watch CODE [PASSPHRASE]" line_about_watch;
    /// Leaving.
    Leave ["leave", "l"] "leave [yes]" line_about_leave;
    /// Taking the free seat.
    Sit ["sit"] "sit" line_about_sit;
    /// Freeing one's seat.
    Stand ["stand"] "stand" line_about_stand;
    /// Changing seats.
    Swap ["swap"] "swap" line_about_swap;
    /// Sending a player away.
    Kick ["kick"] "kick [yes]" line_about_kick;
    /// The room's settings.
    Settings ["settings", "set"] "settings [BOARD] [OPTION ...]" line_about_settings;
    /// The finished games of the room.
    History ["history"] "history" line_about_history;
    /// One's own finished games.
    Mine ["mine"] "mine" line_about_mine;
    /// Older games.
    More ["more"] "more" line_about_more;
    /// Replaying a game.
    Replay ["replay"] "replay N" line_about_replay;
    /// Moves on.
    Next ["next", "+"] "next [COUNT]" line_about_next;
    /// Moves back.
    Back ["back", "-"] "back [COUNT]" line_about_back;
    /// To the empty board.
    First ["first"] "first" line_about_first;
    /// To the last move.
    Last ["last"] "last" line_about_last;
    /// To a position, or letting two AIs go on.
    Go ["go"] "go N | go on" line_about_go;
    /// Trying a move.
    Try ["try"] "try POINT" line_about_try;
    /// Taking a tried move away.
    Erase ["erase"] "erase" line_about_erase;
    /// Another move that was tried.
    Other ["other"] "other" line_about_other;
    /// Back to the game's own moves.
    Game ["game"] "game" line_about_game;
    /// Moves by themselves.
    Play ["play"] "play" line_about_play;
    /// No more moves by themselves.
    Stop ["stop"] "stop" line_about_stop;
    /// How an AI thinks.
    Explain ["explain", "e"] "explain [MOVE] [LEVEL] [all]" line_about_explain;
    /// One's name.
    Name ["name"] "name NAME" line_about_name;
    /// Going to a server.
    Connect ["connect"] "connect ADDR|here" line_about_connect;
    /// The servers on this network.
    Find ["find"] "find" line_about_find;
    /// The room in which a seat is kept.
    Continue ["continue"] "continue" line_about_continue;
    /// Waiting, for scripts.
    Wait ["wait"] "wait turn|end|game|online|for TEXT [SECONDS]" line_about_wait;
    /// The end.
    Quit ["quit", "q", "exit"] "quit [yes]" line_about_quit;
}

impl Topic {
    /// The word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self.words() {
            [word, ..] => word,
            [] => "",
        }
    }

    /// The topic of a word, however its letters are cased.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|topic| topic.words().iter().any(|known| known.eq_ignore_ascii_case(word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_means_one_thing() {
        for topic in Topic::ALL.iter().copied() {
            for word in topic.words() {
                assert_eq!(Topic::of(word), Some(topic), "{word}");
                assert_eq!(Topic::of(&word.to_uppercase()), Some(topic), "{word}");
            }
        }
        assert_eq!(Topic::of(""), None);
    }
}
