//! The words for clocks, settings and offers, wherever they are said.

use tengen_shared::{
    game::{
        Access, AiGames, ClockRule, FirstMove, HintRule, Offer, Settings, SideTime, SpectatorRule,
        ThoughtRule, VerdictRule,
    },
    rules::Variant,
};

use crate::model::LOW_MS;

/// A time in minutes and seconds, with hours only where there are any.
fn minutes(ms: u32) -> String {
    let seconds = ms / 1_000;
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// A time in seconds, with a fraction only where there is one.
fn seconds(ms: u32) -> String {
    format!("{} s", f64::from(ms) / 1_000.0)
}

/// Whether so little is left that every tenth of a second counts.
#[must_use]
pub const fn is_low(left: SideTime) -> bool {
    left.ms < LOW_MS && left.periods == 0
}

/// What a side has left on its clock: `4:32`, `9.4` when it is low, `0:27 x3` with periods after it.
#[must_use]
pub fn time_left(left: SideTime) -> String {
    match left.periods {
        0 if is_low(left) => format!("{}.{}", left.ms / 1_000, left.ms % 1_000 / 100),
        0 => minutes(left.ms),
        periods => format!("{} x{periods}", minutes(left.ms)),
    }
}

/// How a room measures time.
#[must_use]
pub fn clock(rule: ClockRule) -> String {
    match rule {
        ClockRule::None => "none".to_owned(),
        ClockRule::PerMove { ms } => format!("{} a move", seconds(ms)),
        ClockRule::Fischer { main_ms, increment_ms: 0 } => minutes(main_ms),
        ClockRule::Fischer { main_ms, increment_ms } => {
            format!("{} + {}", minutes(main_ms), seconds(increment_ms))
        }
        ClockRule::ByoYomi { main_ms, period_ms, periods } => {
            format!("{} + {periods}x{}", minutes(main_ms), seconds(period_ms))
        }
    }
}

/// How a room is found and entered.
#[must_use]
pub const fn access(access: Access) -> &'static str {
    match access {
        Access::Listed => "listed",
        Access::Unlisted => "unlisted",
        Access::Passphrase => "passphrase",
    }
}

/// Who may watch.
#[must_use]
pub const fn spectators(rule: SpectatorRule) -> &'static str {
    match rule {
        SpectatorRule::Allowed => "allowed",
        SpectatorRule::ByConsent => "by consent",
        SpectatorRule::Never => "nobody",
    }
}

/// Who begins the later games.
#[must_use]
pub const fn first_move(rule: FirstMove) -> &'static str {
    match rule {
        FirstMove::Alternate => "each in turn",
        FirstMove::LoserFirst => "the loser",
        FirstMove::WinnerFirst => "the winner",
        FirstMove::Fixed => "always the same",
    }
}

/// When a player may ask for a hint.
#[must_use]
pub const fn hints(rule: HintRule) -> &'static str {
    match rule {
        HintRule::AgainstAi => "against the AI",
        HintRule::Always => "always",
        HintRule::Never => "never",
    }
}

/// When people see what the computer thinks.
#[must_use]
pub const fn thoughts(rule: ThoughtRule) -> &'static str {
    match rule {
        ThoughtRule::Live => "with each move",
        ThoughtRule::AfterGame => "after the game",
        ThoughtRule::Never => "never",
    }
}

/// When the room says that a win is proven.
#[must_use]
pub const fn verdicts(rule: VerdictRule) -> &'static str {
    match rule {
        VerdictRule::Classic => "not by master",
        VerdictRule::Always => "by any AI",
        VerdictRule::Never => "never",
    }
}

/// How long the computer's moves take at least.
#[must_use]
pub fn think_time(ms: u16) -> String {
    format!("{} s at least", f32::from(ms) / 1_000.0)
}

/// After how many games two computers pause.
#[must_use]
pub fn ai_games(games: AiGames) -> String {
    match games.games() {
        1 => "1 game".to_owned(),
        games => format!("{games} games"),
    }
}

/// What differs between two settings, the board first: `15x15 -> 19x19, clock none -> 5:00 + 3 s`.
#[must_use]
pub fn changes(old: &Settings, new: &Settings) -> String {
    let mut parts = Vec::new();
    let mut note = |what: &str, old: String, new: String| {
        if old != new {
            parts.push(format!("{what}{old} -> {new}"));
        }
    };
    let (old_board, new_board) = boards(old.variant, new.variant);
    note("", old_board, new_board);
    note("clock ", clock(old.clock), clock(new.clock));
    note("access ", access(old.access).to_owned(), access(new.access).to_owned());
    note("watching ", spectators(old.spectators).to_owned(), spectators(new.spectators).to_owned());
    note("then begins ", first_move(old.first_move).to_owned(), first_move(new.first_move).to_owned());
    note("AI takes ", think_time(old.think_time.ms()), think_time(new.think_time.ms()));
    note("hints ", hints(old.hints).to_owned(), hints(new.hints).to_owned());
    note("AI's thoughts ", thoughts(old.thoughts).to_owned(), thoughts(new.thoughts).to_owned());
    note("win foretold ", verdicts(old.verdicts).to_owned(), verdicts(new.verdicts).to_owned());
    note("pause after ", ai_games(old.ai_games), ai_games(new.ai_games));
    if parts.is_empty() { "nothing but the passphrase".to_owned() } else { parts.join(", ") }
}

/// Two boards by their sizes if that tells them apart, else by their names.
fn boards(old: Variant, new: Variant) -> (String, String) {
    let size = |variant: Variant| format!("{}x{}", variant.width(), variant.height());
    if old == new
        || size(old) != size(new) && old.win_length() == new.win_length() && old.runs() == new.runs()
    {
        (size(old), size(new))
    } else {
        (old.to_string(), new.to_string())
    }
}

/// What is offered, after "asks" or "ask"; `settings` are those in force.
#[must_use]
pub fn offer(offer: &Offer, settings: &Settings) -> String {
    match offer {
        // The last stone that stays is the move that is gone back to.
        Offer::Takeback { to: 0 } => "to take back to the start".to_owned(),
        Offer::Takeback { to } => format!("to take back to move {to}"),
        Offer::Draw {} => "for a draw".to_owned(),
        Offer::Pause {} => "to pause the clocks".to_owned(),
        Offer::Resume {} => "to let the clocks go on".to_owned(),
        Offer::Change { settings: new } => format!("to change {}", changes(settings, new)),
        Offer::Swap {} => "to swap seats".to_owned(),
    }
}

/// The same in as few words as can be.
#[must_use]
pub fn offer_in_short(offer: &Offer) -> String {
    match offer {
        Offer::Takeback { to: 0 } => "back to the start".to_owned(),
        Offer::Takeback { to } => format!("back to move {to}"),
        Offer::Draw {} => "a draw".to_owned(),
        Offer::Pause {} => "a pause".to_owned(),
        Offer::Resume {} => "clocks on".to_owned(),
        Offer::Change { .. } => "new settings".to_owned(),
        Offer::Swap {} => "swap seats".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn left(ms: u32, periods: u8) -> SideTime {
        SideTime { ms, periods }
    }

    #[test]
    fn times_are_read_as_on_a_clock() {
        let times = [
            (left(272_999, 0), "4:32"),
            (left(10_000, 0), "0:10"),
            (left(9_999, 0), "9.9"),
            (left(9_449, 0), "9.4"),
            (left(0, 0), "0.0"),
            (left(7_100, 3), "0:07 x3"),
            (left(3_600_000, 0), "1:00:00"),
            (left(3_599_000, 25), "59:59 x25"),
        ];
        for (time, text) in times {
            assert_eq!(time_left(time), text);
        }
    }

    #[test]
    fn only_what_changes_is_said() {
        let old = Settings::new(Variant::GOMOKU15);
        let clock = ClockRule::fischer(300_000, 3_000).unwrap();
        let new = Settings { variant: Variant::GOMOKU19, clock, ..old };
        assert_eq!(changes(&old, &new), "15x15 -> 19x19, clock none -> 5:00 + 3 s");
        let new = Settings { variant: Variant::TICTACTOE, spectators: SpectatorRule::Never, ..old };
        assert_eq!(changes(&old, &new), "gomoku15 -> tictactoe, watching allowed -> nobody");
        let byo_yomi = ClockRule::byo_yomi(600_000, 30_000, 3).unwrap();
        assert_eq!(super::clock(byo_yomi), "10:00 + 3x30 s");
        assert_eq!(super::clock(ClockRule::per_move(1_500).unwrap()), "1.5 s a move");
    }
}
