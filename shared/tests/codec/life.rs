//! Strategies for clocks, offers, chat, access and finished games.

use proptest::{collection::vec, option, prelude::*, sample::select};
use tengen_shared::{
    game::{
        Access, AccessCheck, AccessGrant, Channel, ChatLine, ChatText, ChoiceMade, Claim, Clock, ClockRule,
        ClockState, EndReason, GameId, GameRecord, MAX_CLOCK_MS, MAX_INCREMENT_MS, MAX_PERIODS, Millis,
        Offer, OfferEnd, Passphrase, PerSeat, Reply, Said, SideTime, SpectatorRule, Turn,
    },
    protocol::{Attending, GameSummary, GamesOf},
};

use super::rule_values::{choices, foul_rules, openings, points, variants};
use super::values::{
    Boxed, any_of, bots, codes, ends, marks, names, occupants, players, seats, seqs, settings, thoughts,
};

/// Times that JSON readers keep exactly.
pub(crate) fn times() -> Boxed<Millis> {
    (0..=1_u64 << 53).boxed()
}

pub(crate) fn games() -> Boxed<GameId> {
    any::<u32>().prop_map(GameId).boxed()
}

/// Every kind of time control.
pub(crate) fn clock_rules() -> [Boxed<ClockRule>; 4] {
    let turn = || 1_000..=MAX_CLOCK_MS;
    [
        Just(ClockRule::None).boxed(),
        turn().prop_map(|ms| ClockRule::per_move(ms).unwrap()).boxed(),
        (turn(), 0..=MAX_INCREMENT_MS).prop_map(|(ms, more)| ClockRule::fischer(ms, more).unwrap()).boxed(),
        (0..=MAX_CLOCK_MS, turn(), 1..=MAX_PERIODS)
            .prop_map(|(main, period, periods)| ClockRule::byo_yomi(main, period, periods).unwrap())
            .boxed(),
    ]
}

fn side_times() -> Boxed<SideTime> {
    any::<(u32, u8)>().prop_map(SideTime::from).boxed()
}

/// Every state of the clocks.
pub(crate) fn clock_states() -> [Boxed<ClockState>; 4] {
    [
        (seats(), times()).prop_map(|(seat, since)| ClockState::Runs { seat, since }).boxed(),
        Just(ClockState::Paused {}).boxed(),
        Just(ClockState::Held {}).boxed(),
        Just(ClockState::Stopped {}).boxed(),
    ]
}

pub(crate) fn clocks() -> Boxed<Clock> {
    (any_of(clock_rules()), [side_times(), side_times()], any_of(clock_states()))
        .prop_map(|(rule, left, state)| Clock { rule, left: PerSeat(left), state })
        .boxed()
}

pub(crate) fn accesses() -> Boxed<Access> {
    select(vec![Access::Listed, Access::Unlisted, Access::Passphrase]).boxed()
}

pub(crate) fn spectator_rules() -> Boxed<SpectatorRule> {
    select(vec![SpectatorRule::Allowed, SpectatorRule::ByConsent, SpectatorRule::Never]).boxed()
}

/// Every kind of offer.
pub(crate) fn offers() -> [Boxed<Offer>; 6] {
    [
        any::<u16>().prop_map(|to| Offer::Takeback { to }).boxed(),
        Just(Offer::Draw {}).boxed(),
        Just(Offer::Pause {}).boxed(),
        Just(Offer::Resume {}).boxed(),
        settings().prop_map(|settings| Offer::Change { settings }).boxed(),
        Just(Offer::Swap {}).boxed(),
    ]
}

pub(crate) fn replies() -> Boxed<Reply> {
    select(vec![Reply::Accept, Reply::Decline]).boxed()
}

pub(crate) fn offer_ends() -> Boxed<OfferEnd> {
    select(vec![OfferEnd::Accepted, OfferEnd::Declined, OfferEnd::Withdrawn]).boxed()
}

pub(crate) fn claims() -> Boxed<Claim> {
    select(vec![Claim::Win, Claim::Draw]).boxed()
}

pub(crate) fn passphrases() -> Boxed<Option<Passphrase>> {
    option::of("[!-~à-ÿ一-龥😀-🙏]{4,64}".prop_map(|text| text.parse().unwrap())).boxed()
}

pub(crate) fn chat_texts() -> Boxed<ChatText> {
    let text = "[ -~à-ÿΑ-Ωあ-ん一-龥😀-🙏]{1,200}";
    text.prop_filter_map("blanks alone say nothing", |text| text.parse().ok()).boxed()
}

pub(crate) fn chat_lines() -> Boxed<ChatLine> {
    (select(vec![Channel::Players, Channel::Spectators]), players(), names(), chat_texts())
        .prop_map(|(channel, player, name, text)| ChatLine { channel, player, name, text })
        .boxed()
}

pub(crate) fn said() -> Boxed<Said> {
    (seqs(), times(), chat_lines()).prop_map(|(seq, time, line)| Said { seq, time, line }).boxed()
}

pub(crate) fn admissions() -> Boxed<AccessGrant> {
    (players(), select(vec![AccessCheck::Passphrase, AccessCheck::Consent]))
        .prop_map(|(player, door)| AccessGrant { player, door })
        .boxed()
}

/// Every reason for the end of a game, in the order of the binary layout.
pub(crate) const REASONS: [EndReason; 9] = [
    EndReason::Line,
    EndReason::BoardFull,
    EndReason::Resignation,
    EndReason::Time,
    EndReason::Agreement,
    EndReason::Abandonment,
    EndReason::Aborted,
    EndReason::Restarted,
    EndReason::Foul,
];

fn turns() -> Boxed<Turn> {
    (seats(), any::<u32>(), side_times())
        .prop_map(|(seat, used_ms, left)| Turn { seat, used_ms, left })
        .boxed()
}

/// Records of finished games. Their moves need not be legal.
pub(crate) fn records() -> Boxed<GameRecord> {
    let who = (codes(), any::<u32>(), [any_of(occupants()), any_of(occupants())]);
    let how = (variants(), any_of(clock_rules()), [option::of(bots()), option::of(bots())], any::<bool>());
    let chosen =
        (any::<u16>(), choices(), turns()).prop_map(|(ply, choice, turn)| ChoiceMade { ply, choice, turn });
    let opened = (openings(), vec(chosen, 0..3), foul_rules());
    let played =
        (vec(points(), 0..9), vec(turns(), 0..9), ends(), vec(thoughts(), 0..4), vec(marks(), 0..4), opened);
    (who, how, (seats(), times(), times()), played)
        .prop_map(
            |((room, number, seats), (variant, clock, stand_ins, stood_in), (black, begun, ended), p)| {
                let (moves, turns, end, thoughts, hints, (opening, choices, fouls)) = p;
                GameRecord {
                    room,
                    number,
                    variant,
                    clock,
                    seats: PerSeat(seats),
                    stand_ins: PerSeat(stand_ins),
                    stood_in,
                    black,
                    begun,
                    ended,
                    moves,
                    turns,
                    end,
                    thoughts,
                    hints,
                    opening,
                    choices,
                    fouls,
                }
            },
        )
        .boxed()
}

pub(crate) fn summaries() -> Boxed<GameSummary> {
    (games(), records()).prop_map(|(game, record)| GameSummary::new(game, &record)).boxed()
}

/// Every kind of game list.
pub(crate) fn games_of() -> [Boxed<GamesOf>; 3] {
    [
        Just(GamesOf::Room {}).boxed(),
        Just(GamesOf::Me {}).boxed(),
        players().prop_map(|player| GamesOf::Player { player }).boxed(),
    ]
}

/// Both kinds of presence.
pub(crate) fn attendings() -> [Boxed<Attending>; 2] {
    [
        Just(Attending::Here {}).boxed(),
        any::<u32>().prop_map(|kept_for_ms| Attending::Away { kept_for_ms }).boxed(),
    ]
}
