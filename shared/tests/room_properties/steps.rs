//! The steps of a random story: sensible and senseless commands, passing time, and people who come and go.

use proptest::{option, prelude::*, sample::Index, sample::select};
use tengen_shared::{
    game::{
        Access, AccessCheck, AiGames, Claim, ClockRule, Command, Event, FirstMove, Followers, Game, HintRule,
        Input, Millis, Offer, PlayerId, Reject, Reply, Room, Seat, SeatPlan, Seq, Settings, SpectatorRule,
        Thinking, ThoughtRule,
    },
    rules::{Bot, Outlook, Pace, Point, RuleSet, Value, Variant},
};

use super::table::{AI, LEVELS, ME, OPEN, Table, name};

/// The grace period: how long a seat is kept for an absent player.
const GRACE: Millis = 2_000;

/// One step, after `wait` milliseconds and over a connection with this lag.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) wait: Millis,
    pub(crate) lag: Millis,
    pub(crate) what: Happening,
}

#[derive(Clone, Debug)]
pub(crate) enum Happening {
    /// The side to move plays one of the legal points.
    Move(Index),
    /// The player in this seat gets ready, makes a sensible offer, or answers the other's offer.
    Ready(Seat),
    Offer(Seat, Index),
    Answer(Seat, Reply),
    /// A player sends a command, sensible or not, and perhaps too late.
    Ask {
        player: u32,
        what: What,
        seat: Seat,
        pick: Index,
        late: u32,
    },
    /// An AI answers for a seat, or an engine finds a hint, perhaps too late.
    Ai {
        seat: Seat,
        pick: Index,
        late: u32,
    },
    Found(Seat, Index),
    /// The player in this seat lets an AI play for the other, or claims the game.
    Deserted(Seat, Index),
    NextGame,
    Tick,
    Hold,
    Admit(u32, AccessCheck),
    /// Somebody comes or goes: the person in a seat, the host, everybody, or an heir.
    Comes(Option<Seat>),
    Crowd(Followers, Option<u32>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Join,
    Sit,
    SitGuest,
    Stand,
    Leave,
    SetAi,
    Ready,
    Place,
    Resign,
    Hint,
    GoOn,
    Offer,
    Answer,
    Withdraw,
    Abort,
    Restart,
    Claim,
    StandIn,
    GiveTime,
    Change,
    Swap,
    Kick,
    Recognize,
    Say,
    AskToWatch,
    Admit,
}

const WHATS: [What; 26] = [
    What::Join,
    What::Sit,
    What::SitGuest,
    What::Stand,
    What::Leave,
    What::SetAi,
    What::Ready,
    What::Place,
    What::Resign,
    What::Hint,
    What::GoOn,
    What::Offer,
    What::Answer,
    What::Withdraw,
    What::Abort,
    What::Restart,
    What::Claim,
    What::StandIn,
    What::GiveTime,
    What::Change,
    What::Swap,
    What::Kick,
    What::Recognize,
    What::Say,
    What::AskToWatch,
    What::Admit,
];

fn seats() -> impl Strategy<Value = Seat> {
    select(Seat::BOTH.to_vec())
}

/// How many events the sender is behind; mostly none.
fn delays() -> impl Strategy<Value = u32> {
    prop_oneof![4 => Just(0), 1 => 1..4_u32]
}

fn happenings() -> impl Strategy<Value = Happening> {
    use Happening as H;
    let replies = select(vec![Reply::Accept, Reply::Accept, Reply::Decline]);
    let ask = (1..=5_u32, select(WHATS.to_vec()), seats(), any::<Index>(), delays());
    let doors = select(vec![AccessCheck::Passphrase, AccessCheck::Consent]);
    let crowds = select(vec![Followers::Some, Followers::None]);
    prop_oneof![
        16 => any::<Index>().prop_map(H::Move),
        6 => seats().prop_map(H::Ready),
        5 => (seats(), any::<Index>()).prop_map(|(seat, pick)| H::Offer(seat, pick)),
        5 => (seats(), replies).prop_map(|(seat, reply)| H::Answer(seat, reply)),
        16 => ask.prop_map(|(player, what, seat, pick, late)| H::Ask { player, what, seat, pick, late }),
        1 => (seats(), any::<Index>(), delays()).prop_map(|(seat, pick, late)| H::Ai { seat, pick, late }),
        2 => (seats(), any::<Index>()).prop_map(|(seat, pick)| H::Found(seat, pick)),
        2 => Just(H::NextGame),
        3 => Just(H::Tick),
        1 => Just(H::Hold),
        2 => (1..=5_u32, doors).prop_map(|(player, door)| H::Admit(player, door)),
        5 => option::weighted(0.7, seats()).prop_map(H::Comes),
        3 => (seats(), any::<Index>()).prop_map(|(seat, pick)| H::Deserted(seat, pick)),
        1 => (crowds, option::of(1..=5_u32)).prop_map(|(crowd, heir)| H::Crowd(crowd, heir)),
    ]
}

pub(crate) fn steps() -> impl Strategy<Value = Step> {
    let waits = prop_oneof![4 => Just(0), 8 => 1..3_000_u64, 1 => 3_000..200_000_u64];
    let lags = prop_oneof![3 => Just(0), 2 => 1..400_u64, 1 => 500..5_000_u64];
    (waits, lags, happenings()).prop_map(|(wait, lag, what)| Step { wait, lag, what })
}

fn clocks() -> impl Strategy<Value = ClockRule> {
    prop_oneof![
        Just(ClockRule::None),
        (1_000..20_000_u32).prop_map(|ms| ClockRule::per_move(ms).unwrap()),
        (1_000..60_000_u32, 0..3_000_u32).prop_map(|(ms, more)| ClockRule::fischer(ms, more).unwrap()),
        (0..9_000_u32, 1_000..5_000_u32, 1..4_u8)
            .prop_map(|(main, period, periods)| ClockRule::byo_yomi(main, period, periods).unwrap()),
    ]
}

pub(crate) fn settings() -> impl Strategy<Value = Settings> {
    let firsts = vec![FirstMove::Alternate, FirstMove::LoserFirst, FirstMove::WinnerFirst, FirstMove::Fixed];
    let accesses = vec![Access::Listed, Access::Listed, Access::Unlisted, Access::Passphrase];
    let spectators = vec![SpectatorRule::Allowed, SpectatorRule::ByConsent, SpectatorRule::Never];
    let hints = vec![HintRule::AgainstAi, HintRule::Always, HintRule::Never];
    let thoughts = vec![ThoughtRule::Live, ThoughtRule::AfterGame, ThoughtRule::Never];
    let rules = (clocks(), select(accesses), select(spectators), select(hints), select(thoughts), 1..4_u8);
    (3..=5_u8, 3..=5_u8, 3..=5_u8, any::<bool>(), select(firsts), rules).prop_map(
        |(w, h, k, exact, first_move, (clock, access, spectators, hints, thoughts, games))| Settings {
            first_move,
            clock,
            access,
            spectators,
            hints,
            thoughts,
            ai_games: AiGames::try_from(games).unwrap(),
            ..Settings::new(
                Variant::new(
                    w,
                    h,
                    k.min(w.max(h)),
                    if exact { RuleSet::Standard } else { RuleSet::Freestyle },
                )
                .unwrap(),
            )
        },
    )
}

pub(crate) fn plans() -> impl Strategy<Value = [SeatPlan; 2]> {
    let guest = SeatPlan::Guest { name: name("Bo") };
    select(vec![[ME, OPEN], [ME, OPEN], [OPEN, OPEN], [AI, ME], [ME, AI], [guest, ME], [AI, AI]])
}

/// Returns other settings that a player might choose.
fn wishes(room: &Room, pick: &Index) -> Settings {
    let old = *room.settings();
    match pick.index(6) {
        0 => Settings { clock: ClockRule::None, ..old },
        1 => Settings { clock: ClockRule::fischer(20_000, 1_000).unwrap(), ..old },
        2 => Settings { access: Access::Passphrase, ..old },
        3 => Settings { spectators: SpectatorRule::ByConsent, ..old },
        4 => Settings { variant: Variant::TICTACTOE, ..old },
        _ => old,
    }
}

fn offer(room: &Room, pick: &Index) -> Offer {
    let stones = room.game().map_or(0, Game::ply);
    match pick.index(8) {
        0 => Offer::Draw {},
        1 => Offer::Pause {},
        2 => Offer::Resume {},
        3 => Offer::Change { settings: wishes(room, pick) },
        4 => Offer::Swap {},
        n => Offer::Takeback { to: stones.saturating_sub(u16::try_from(n).unwrap() - 4) },
    }
}

fn command(room: &Room, what: What, seat: Seat, pick: &Index, late: u32) -> Command {
    let at = Seq(room.at().0.saturating_sub(late));
    let game = room.game().map_or(1, Game::number).saturating_sub(late);
    let made = |of: Seat| Seq(room.offers().of(of).map_or(0, |made| made.seq.0).saturating_sub(late));
    let bot = Bot::Level(*pick.get(&LEVELS));
    match what {
        What::Join => Command::Join { passphrase: None },
        What::Sit => Command::Sit { seat, guest: None },
        What::SitGuest => Command::Sit { seat, guest: Some(name(["Bo", "Cy"][pick.index(2)])) },
        What::Stand => Command::Stand { seat },
        What::Leave => Command::Leave {},
        What::SetAi => Command::SetAi { seat, bot },
        What::Ready => Command::Ready { seat, at },
        What::Place => Command::Place { seat, point: any_point(room, pick), at },
        What::Resign => Command::Resign { seat, game },
        What::Hint => Command::Hint { seat, at },
        What::GoOn => Command::GoOn {},
        What::Offer => Command::Offer { seat, offer: offer(room, pick), at },
        What::Answer => Command::Answer { seat, offer: made(seat.other()), reply: Reply::Accept },
        What::Withdraw => Command::Withdraw { seat, offer: made(seat) },
        What::Abort => Command::Abort { seat, game },
        What::Restart => Command::Restart { seat, game },
        What::Claim => Command::Claim { seat, game, claim: [Claim::Win, Claim::Draw][pick.index(2)] },
        What::StandIn => Command::StandIn { seat, game, bot },
        What::GiveTime => Command::GiveTime { seat, game },
        What::Change => Command::Change { settings: wishes(room, pick), passphrase: None, at },
        What::Swap => Command::Swap { at },
        What::Kick => Command::Kick { seat },
        What::Recognize => Command::Recognize {
            was: PlayerId(1 + u32::try_from(pick.index(4)).unwrap()),
            now: PlayerId(1 + u32::try_from(pick.index(3)).unwrap()),
        },
        What::Say => Command::Say { text: "well, well".parse().unwrap() },
        What::AskToWatch => Command::AskToWatch {},
        What::Admit => {
            let asker = room.asking().first().map_or(PlayerId(late), |asker| asker.player);
            Command::Admit { seat, player: asker, reply: [Reply::Accept, Reply::Decline][pick.index(2)] }
        }
    }
}

/// Returns a point on the board, or sometimes one beside it.
fn any_point(room: &Room, pick: &Index) -> Point {
    let variant = room.settings().variant;
    let beside = Point::new(variant.width(), 0).unwrap();
    let points: Vec<Point> = variant.reading_order().chain([beside]).collect();
    *pick.get(&points)
}

pub(crate) fn legal_point(room: &Room, pick: &Index) -> Option<Point> {
    let legal: Vec<Point> = room.game()?.position().legal_points().collect();
    (!legal.is_empty()).then(|| *pick.get(&legal))
}

fn play(table: &mut Table, pick: &Index) -> Result<Vec<Event>, Reject> {
    let (at, turn) = (table.room.at(), table.room.turn());
    let (Some(seat), Some(point)) = (turn, legal_point(&table.room, pick)) else { return Ok(Vec::new()) };
    let thinking = Some(Thinking { value: Value::Estimate(3), depth: 2, nodes: 9, pace: Pace::Full });
    let moved = match table.room.seats().bot(seat) {
        Some(_) => table.put(Input::AiMove { seat, point, at, thinking }),
        None => table.place(seat, point, at),
    };
    let waits = table.room.clocks_paused() && table.room.seats().bot(seat).is_some();
    match &moved {
        Err(Reject::TimeUp) => {
            assert!(table.room.tick_due(&table.context()).is_some_and(|due| due <= table.now));
        }
        Err(Reject::NotYourTurn) => assert!(waits),
        Err(other) => panic!("a legal move was refused: {other}"),
        Ok(_) => assert!(!waits),
    }
    moved
}

fn comes(table: &mut Table, seat: Option<Seat>) {
    let (now, attendance) = (table.now, &mut table.attendance);
    let since = match seat {
        Some(seat) => &mut attendance.away_since[seat],
        None => &mut attendance.host_away_since,
    };
    *since = if since.is_some() { None } else { Some(now) };
}

/// Carries out `step`. A refusal changes nothing, which the table checks.
pub(crate) fn take(table: &mut Table, step: &Step) -> Result<Vec<Event>, Reject> {
    use Happening as H;
    table.wait(step.wait);
    (table.lag, table.attendance.grace) = (step.lag, GRACE);
    let holder = |table: &Table, seat: Seat| table.room.seats().player(seat).map(|player| player.0);
    let nothing = Ok(Vec::new());
    match &step.what {
        H::Move(pick) => play(table, pick),
        H::Ready(seat) => holder(table, *seat).map_or(nothing, |player| {
            table.ask(player, &Command::Ready { seat: *seat, at: table.room.at() })
        }),
        H::Offer(seat, pick) => match holder(table, *seat) {
            Some(_) => table.offer(*seat, offer(&table.room, pick)),
            None => nothing,
        },
        H::Answer(seat, reply) => match holder(table, *seat) {
            Some(_) => table.answer(*seat, *reply),
            None => nothing,
        },
        H::Deserted(seat, pick) => holder(table, *seat).map_or(nothing, |player| {
            let what = if pick.index(4) == 0 { What::Claim } else { What::StandIn };
            let command = command(&table.room, what, *seat, pick, 0);
            table.ask(player, &command)
        }),
        H::Ask { player, what, seat, pick, late } => {
            let command = command(&table.room, *what, *seat, pick, *late);
            table.ask(*player, &command)
        }
        H::Ai { seat, pick, late } => {
            let at = Seq(table.room.at().0.saturating_sub(*late));
            let point = any_point(&table.room, pick);
            table.put(Input::AiMove { seat: *seat, point, at, thinking: None })
        }
        H::Found(seat, pick) => {
            let (at, point) = (table.room.at(), any_point(&table.room, pick));
            table.put(Input::HintFound { seat: *seat, at, point, outlook: Outlook::Even {} })
        }
        H::NextGame => table.put(Input::NextGame),
        H::Tick => table.put(Input::Tick),
        H::Hold => table.put(Input::Hold),
        H::Admit(player, door) => table.put(Input::Admit { player: PlayerId(*player), door: *door }),
        H::Comes(seat) => {
            comes(table, *seat);
            nothing
        }
        H::Crowd(crowd, heir) => {
            (table.attendance.crowd, table.attendance.heir) = (*crowd, heir.map(PlayerId));
            nothing
        }
    }
}
