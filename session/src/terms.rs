//! The words for clocks, settings and offers, wherever they are said.

use tengen_shared::{
    game::{
        Access, AiGames, ClockRule, FirstMove, HintRule, Offer, Settings, SideTime, SpectatorRule,
        ThoughtRule, VerdictRule,
    },
    rules::Variant,
};

use crate::text::Lang;

/// Below this, a clock shows tenths of a second.
const LOW_MS: u32 = 10_000;

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
fn seconds(ms: u32, lang: Lang) -> String {
    lang.seconds(f64::from(ms) / 1_000.0)
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
pub fn clock(rule: ClockRule, lang: Lang) -> String {
    match rule {
        ClockRule::None => lang.clock_none().to_owned(),
        ClockRule::PerMove { ms } => lang.clock_move(&seconds(ms, lang)),
        ClockRule::Fischer { main_ms, increment_ms: 0 } => minutes(main_ms),
        ClockRule::Fischer { main_ms, increment_ms } => {
            lang.clock_fischer(&minutes(main_ms), &seconds(increment_ms, lang))
        }
        ClockRule::ByoYomi { main_ms, period_ms, periods } => {
            lang.clock_byo_yomi(&minutes(main_ms), periods, &seconds(period_ms, lang))
        }
    }
}

/// How a room is found and entered.
#[must_use]
pub const fn access(access: Access, lang: Lang) -> &'static str {
    match access {
        Access::Listed => lang.access_listed(),
        Access::Unlisted => lang.access_unlisted(),
        Access::Passphrase => lang.access_passphrase(),
    }
}

/// Who may watch.
#[must_use]
pub const fn spectators(rule: SpectatorRule, lang: Lang) -> &'static str {
    match rule {
        SpectatorRule::Allowed => lang.watch_allowed(),
        SpectatorRule::ByConsent => lang.watch_consent(),
        SpectatorRule::Never => lang.watch_never(),
    }
}

/// Who begins the later games.
#[must_use]
pub const fn first_move(rule: FirstMove, lang: Lang) -> &'static str {
    match rule {
        FirstMove::Alternate => lang.first_alternate(),
        FirstMove::LoserFirst => lang.first_loser(),
        FirstMove::WinnerFirst => lang.first_winner(),
        FirstMove::Fixed => lang.first_fixed(),
    }
}

/// When a player may ask for a hint.
#[must_use]
pub const fn hints(rule: HintRule, lang: Lang) -> &'static str {
    match rule {
        HintRule::AgainstAi => lang.hints_ai(),
        HintRule::Always => lang.hints_always(),
        HintRule::Never => lang.hints_never(),
    }
}

/// When people see what the computer thinks.
#[must_use]
pub const fn thoughts(rule: ThoughtRule, lang: Lang) -> &'static str {
    match rule {
        ThoughtRule::Live => lang.thoughts_live(),
        ThoughtRule::AfterGame => lang.thoughts_after(),
        ThoughtRule::Never => lang.thoughts_never(),
    }
}

/// When the room says that a win is proven.
#[must_use]
pub const fn verdicts(rule: VerdictRule, lang: Lang) -> &'static str {
    match rule {
        VerdictRule::Classic => lang.verdicts_classic(),
        VerdictRule::Always => lang.verdicts_always(),
        VerdictRule::Never => lang.verdicts_never(),
    }
}

/// How long the computer's moves take at least.
#[must_use]
pub fn think_time(ms: u16, lang: Lang) -> String {
    lang.think_time(f32::from(ms) / 1_000.0)
}

/// After how many games two computers pause.
#[must_use]
pub fn ai_games(games: AiGames, lang: Lang) -> String {
    let games = games.games();
    lang.games(games.into(), plural(games.into()))
}

/// How a setting is said.
type Say = fn(&Settings, Lang) -> String;

/// What differs between two settings, the board first: `15x15 -> 19x19, clock none -> 5:00 + 3 s`.
#[must_use]
pub fn changes(old: &Settings, new: &Settings, lang: Lang) -> String {
    let mut parts = Vec::new();
    let mut note = |what: &str, old: String, new: String| {
        if old != new {
            parts.push(format!("{what}{old} -> {new}"));
        }
    };
    let (old_board, new_board) = boards(old.variant, new.variant);
    note("", old_board, new_board);
    let named: [(&str, Say); 9] = [
        (lang.change_clock(), |settings, lang| clock(settings.clock, lang)),
        (lang.change_access(), |settings, lang| access(settings.access, lang).to_owned()),
        (lang.change_watching(), |settings, lang| spectators(settings.spectators, lang).to_owned()),
        (lang.change_first(), |settings, lang| first_move(settings.first_move, lang).to_owned()),
        (lang.change_ai_time(), |settings, lang| think_time(settings.think_time.ms(), lang)),
        (lang.change_hints(), |settings, lang| hints(settings.hints, lang).to_owned()),
        (lang.change_thoughts(), |settings, lang| thoughts(settings.thoughts, lang).to_owned()),
        (lang.change_verdicts(), |settings, lang| verdicts(settings.verdicts, lang).to_owned()),
        (lang.change_pause(), |settings, lang| ai_games(settings.ai_games, lang)),
    ];
    for (what, say) in named {
        note(what, say(old, lang), say(new, lang));
    }
    if parts.is_empty() { lang.only_passphrase().to_owned() } else { parts.join(", ") }
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
pub fn offer(offer: &Offer, settings: &Settings, lang: Lang) -> String {
    match offer {
        // The last stone that stays is the move that is gone back to.
        Offer::Takeback { to: 0 } => lang.offer_to_start().to_owned(),
        Offer::Takeback { to } => lang.offer_to_move(*to),
        Offer::Draw {} => lang.offer_draw_full().to_owned(),
        Offer::Pause {} => lang.offer_pause().to_owned(),
        Offer::Resume {} => lang.offer_resume().to_owned(),
        Offer::Change { settings: new } => lang.offer_change(&changes(settings, new, lang)),
        Offer::Swap {} => lang.offer_swap().to_owned(),
    }
}

/// The same in as few words as can be.
#[must_use]
pub fn offer_in_short(offer: &Offer, lang: Lang) -> String {
    match offer {
        Offer::Takeback { to: 0 } => lang.short_to_start().to_owned(),
        Offer::Takeback { to } => lang.short_to_move(*to),
        Offer::Draw {} => lang.short_draw().to_owned(),
        Offer::Pause {} => lang.short_pause().to_owned(),
        Offer::Resume {} => lang.short_resume().to_owned(),
        Offer::Change { .. } => lang.short_change().to_owned(),
        Offer::Swap {} => lang.short_swap().to_owned(),
    }
}

/// The ending of an English word of which there are `count`.
#[must_use]
pub const fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
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
        assert_eq!(changes(&old, &new, Lang::English), "15x15 -> 19x19, clock none -> 5:00 + 3 s");
        let new = Settings { variant: Variant::TICTACTOE, spectators: SpectatorRule::Never, ..old };
        assert_eq!(changes(&old, &new, Lang::English), "gomoku15 -> tictactoe, watching allowed -> nobody");
        let byo_yomi = ClockRule::byo_yomi(600_000, 30_000, 3).unwrap();
        assert_eq!(super::clock(byo_yomi, Lang::English), "10:00 + 3x30 s");
        assert_eq!(super::clock(ClockRule::per_move(1_500).unwrap(), Lang::English), "1.5 s a move");
    }
}
