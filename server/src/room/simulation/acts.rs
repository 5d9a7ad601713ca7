//! Random requests of the simulated people: mostly sensible, often not.

use rand::{Rng, RngExt, rngs::SmallRng, seq::IndexedRandom};
use tengen_shared::{
    game::{
        Access, AiGames, Claim, ClockRule, Command, Offer, Phase, PlayerId, Reply, Room, Seat, Seq, Settings,
        SpectatorRule, ThinkTime, Thinking,
    },
    rules::{Bot, Choice, FoulRule, Level, Opening, Pace, Point, RuleSet, Value, Variant},
};

use crate::room_io::{Ask, Shown};

pub(super) fn seat(rng: &mut SmallRng) -> Seat {
    if rng.random() { Seat::One } else { Seat::Two }
}

fn one<T: Copy>(rng: &mut SmallRng, choices: &[T]) -> T {
    *choices.choose(rng).unwrap()
}

pub(crate) fn settings(rng: &mut SmallRng) -> Settings {
    let clocks = [
        ClockRule::None,
        ClockRule::None,
        ClockRule::per_move(5_000).unwrap(),
        ClockRule::fischer(20_000, 1_000).unwrap(),
        ClockRule::byo_yomi(5_000, 3_000, 2).unwrap(),
    ];
    let (variant, opening) = game(rng);
    Settings {
        think_time: ThinkTime::try_from(one(rng, &[0, 1_000])).unwrap(),
        ai_games: AiGames::try_from(one(rng, &[1, 10])).unwrap(),
        clock: one(rng, &clocks),
        access: one(rng, &[Access::Listed, Access::Listed, Access::Unlisted]),
        spectators: one(
            rng,
            &[SpectatorRule::Allowed, SpectatorRule::Allowed, SpectatorRule::ByConsent, SpectatorRule::Never],
        ),
        fouls: one(rng, &[FoulRule::Refused, FoulRule::Loses]),
        opening,
        ..Settings::new(variant)
    }
}

/// Returns the board and the opening of a room. Most games are short, so that many come to their end.
fn game(rng: &mut SmallRng) -> (Variant, Opening) {
    if rng.random_ratio(2, 3) {
        return (Variant::TICTACTOE, Opening::None);
    }
    let rules = one(rng, &RuleSet::ALL);
    (Variant::new(9, 9, 5, rules).unwrap(), one(rng, &Opening::ALL))
}

/// Returns a choice in an opening.
pub(crate) fn choice(rng: &mut SmallRng) -> Choice {
    one(rng, &Choice::ALL)
}

/// Returns a legal point, or now and then any point.
pub(crate) fn point(rng: &mut SmallRng, room: &Room) -> Point {
    let variant = room.game().map_or(room.settings().variant, |game| game.position().variant());
    let legal: Vec<Point> =
        room.game().map(|game| game.position().legal_points().collect()).unwrap_or_default();
    let any: Vec<Point> = variant.reading_order().collect();
    let legal_wanted = !legal.is_empty() && rng.random_ratio(9, 10);
    one(rng, if legal_wanted { &legal } else { &any })
}

/// Returns the evaluation that comes with an AI's move.
pub(super) fn thinking(rng: &mut SmallRng) -> Option<Thinking> {
    let value = if rng.random_ratio(1, 4) { Value::Win(rng.random_range(1..5)) } else { Value::Estimate(3) };
    rng.random_ratio(1, 2).then_some(Thinking { value, depth: 1, nodes: 9, pace: Pace::Full })
}

/// Returns the seat that `player` would act for.
fn own(rng: &mut SmallRng, room: &Room, player: PlayerId) -> Seat {
    let mine: Vec<Seat> = room.seats().held_by(player).collect();
    let turn = room.turn().filter(|seat| mine.contains(seat));
    match turn.or_else(|| mine.choose(rng).copied()) {
        Some(seat) if rng.random_ratio(19, 20) => seat,
        _ => seat(rng),
    }
}

fn offer(rng: &mut SmallRng, room: &Room, seat: Seat) -> Offer {
    let last = room.game().and_then(|game| game.last_act_of(seat));
    match rng.random_range(0..7) {
        0 | 1 => {
            Offer::Takeback { to: last.filter(|_| rng.random_ratio(5, 6)).unwrap_or(rng.random_range(0..9)) }
        }
        2 => Offer::Draw {},
        3 => Offer::Pause {},
        4 => Offer::Resume {},
        5 => Offer::Change { settings: settings(rng) },
        _ => Offer::Swap {},
    }
}

/// Returns a random request of `player`, who knows the room as `seen`.
pub(crate) fn ask(rng: &mut SmallRng, seen: &Room, player: PlayerId) -> Ask {
    let lag = if rng.random_ratio(1, 15) { rng.random_range(1..4) } else { 0 };
    let at = Seq(seen.at().0.saturating_sub(lag));
    let seat = own(rng, seen, player);
    let game = seen.game().map_or(1, tengen_shared::game::Game::number);
    if rng.random_ratio(2, 5) {
        let command = match seen.phase() {
            Phase::Turn(_) => Command::Place { seat, point: point(rng, seen), at },
            Phase::Choice(_) => Command::Choose { seat, choice: choice(rng), at },
            Phase::Waiting | Phase::Over => Command::Ready { seat, at },
        };
        return Ask::Decide(command);
    }
    Ask::Decide(match rng.random_range(0..24) {
        0..3 => Command::Offer { seat, offer: offer(rng, seen, seat), at },
        3..6 => {
            let made = seen.offers().of(seat.other()).map_or(Seq(rng.next_u32() % 50), |made| made.seq);
            Command::Answer {
                seat,
                offer: made,
                reply: one(rng, &[Reply::Accept, Reply::Accept, Reply::Decline]),
            }
        }
        6 => Command::Withdraw { seat, offer: seen.offers().of(seat).map_or(at, |made| made.seq) },
        7 => Command::Abort { seat, game },
        8 => Command::Restart { seat, game },
        9 => Command::Claim { seat, game, claim: one(rng, &[Claim::Win, Claim::Draw]) },
        10 => Command::StandIn { seat, game, bot: Bot::Level(Level::Easy) },
        11 => Command::GiveTime { seat, game },
        12 => return Ask::Change(settings(rng), None, at),
        13 => Command::Swap { at },
        14 if rng.random_ratio(1, 2) => Command::Kick { seat: self::seat(rng) },
        14 => Command::Recognize {
            was: PlayerId(rng.random_range(1..5)),
            now: PlayerId(rng.random_range(1..5)),
        },
        15 => Command::Say { text: "good luck".parse().unwrap() },
        16 => {
            let asker = seen.asking().first().map_or(PlayerId(3), |asker| asker.player);
            Command::Admit {
                seat,
                player: asker,
                reply: one(rng, &[Reply::Accept, Reply::Accept, Reply::Decline]),
            }
        }
        17 => Command::Sit { seat, guest: rng.random_ratio(1, 2).then(|| "Guest".parse().unwrap()) },
        18 => Command::Stand { seat },
        19 => Command::Leave {},
        20 => {
            Command::SetAi { seat: self::seat(rng), bot: Bot::Level(one(rng, &[Level::Easy, Level::Hard])) }
        }
        21 => Command::Resign { seat, game },
        22 => Command::GoOn {},
        _ => return one_more(rng, seat, at),
    })
}

fn one_more(rng: &mut SmallRng, seat: Seat, at: Seq) -> Ask {
    match rng.random_range(0..3) {
        0 => Ask::Decide(Command::Hint { seat, at }),
        1 => Ask::Show(Shown::Snapshot),
        _ => Ask::Show(Shown::Chat(at)),
    }
}
