//! Arbitrary values of everything that travels, as strategies in the order of the binary layout.

use proptest::{collection::vec, option, prelude::*, sample::select, strategy::Union};
use tengen_shared::{
    game::{
        AiGames, Audience, CommandId, EndReason, Event, FirstMove, GameEnd, Hint, HintMark, HintRule, Name,
        Occupant, PlayerId, RejectCode, Room, RoomCode, RunId, Seat, SeatPlan, Seq, Settings, Stamped,
        ThinkTime, Thinking, Thought, ThoughtRule, VerdictRule,
    },
    protocol::{
        Cmd, Connected, Frame, Limits, ListState, ListUpdate, ListedSeat, PlayerKey, Resume, RoomListing,
        SafeText, SeenRoom, ServerId, ServerMessage, Spectators,
    },
    rules::{Bot, BrainName, Level, Outlook, Pace, Point, Runs, Value, Variant},
};

use super::trees::trees;

pub(crate) type Boxed<T> = BoxedStrategy<T>;

/// Every code of a refusal, in the order of the binary layout.
pub(crate) const CODES: [RejectCode; 31] = [
    RejectCode::OffBoard,
    RejectCode::Occupied,
    RejectCode::NotYourTurn,
    RejectCode::NotYourSeat,
    RejectCode::Spectator,
    RejectCode::Stale,
    RejectCode::NoGame,
    RejectCode::GameOn,
    RejectCode::RoomFull,
    RejectCode::SeatTaken,
    RejectCode::SeatEmpty,
    RejectCode::AlreadySeated,
    RejectCode::BadSeats,
    RejectCode::NoSuchBot,
    RejectCode::NoSuchRoom,
    RejectCode::NotInRoom,
    RejectCode::BadHello,
    RejectCode::BadValue,
    RejectCode::Malformed,
    RejectCode::UnknownCommand,
    RejectCode::WrongFrame,
    RejectCode::OldCommand,
    RejectCode::RateLimited,
    RejectCode::TooMany,
    RejectCode::Busy,
    RejectCode::Storage,
    RejectCode::Stopping,
    RejectCode::NoHints,
    RejectCode::NotHost,
    RejectCode::NotExplained,
    RejectCode::Unknown,
];

/// One of the kinds, each as likely as the others.
pub(crate) fn any_of<T: std::fmt::Debug + 'static>(kinds: impl IntoIterator<Item = Boxed<T>>) -> Boxed<T> {
    Union::new(kinds).boxed()
}

fn names() -> Boxed<Name> {
    let text = "[ -~à-ÿΑ-Ωあ-ん一-龥😀-🙏]{1,24}";
    text.prop_filter_map("blanks alone are no name", |text| text.parse().ok()).boxed()
}

fn codes() -> Boxed<RoomCode> {
    "[a-z][a-z0-9-]{2,31}".prop_map(|text| text.parse().unwrap()).boxed()
}

fn safe_texts() -> Boxed<SafeText> {
    any::<String>().prop_map(SafeText::from).boxed()
}

fn ids() -> Boxed<CommandId> {
    (any::<u64>(), any::<u32>()).prop_map(|(run, n)| CommandId(RunId(run), n)).boxed()
}

fn seqs() -> Boxed<Seq> {
    any::<u32>().prop_map(Seq).boxed()
}

fn players() -> Boxed<PlayerId> {
    any::<u32>().prop_map(PlayerId).boxed()
}

fn seats() -> Boxed<Seat> {
    select(Seat::BOTH.to_vec()).boxed()
}

fn bots() -> Boxed<Bot> {
    let deep = Just("alphabeta:3".parse::<Bot>().unwrap());
    let brains = select(BrainName::ALL.to_vec()).prop_map(Bot::from);
    any_of([levels().prop_map(Bot::Level).boxed(), brains.boxed(), deep.boxed()])
}

fn values() -> Boxed<Value> {
    let win = any::<u16>().prop_map(Value::Win).boxed();
    any_of([win, any::<u16>().prop_map(Value::Loss).boxed(), any::<i32>().prop_map(Value::Estimate).boxed()])
}

fn thoughts() -> Boxed<Thought> {
    // JSON integers stay within 2^53.
    let nodes = 0..1_u64 << 53;
    (any::<u16>(), values(), any::<u8>(), nodes, select(vec![Pace::Full, Pace::Shortened]))
        .prop_map(|(ply, value, depth, nodes, pace)| Thought {
            ply,
            thinking: Thinking { value, depth, nodes, pace },
        })
        .boxed()
}

fn marks() -> Boxed<HintMark> {
    (seats(), any::<u16>()).prop_map(|(seat, ply)| HintMark { seat, ply }).boxed()
}

fn hints() -> Boxed<Hint> {
    use Outlook::{Better, Drawn, Even, Loses, MuchBetter, MuchWorse, Wins, Worse};
    let outlooks = vec![
        Wins { plies: 3 },
        Loses { plies: 4 },
        Drawn {},
        MuchBetter {},
        Better {},
        Even {},
        Worse {},
        MuchWorse {},
    ];
    (any::<u16>(), points(), select(outlooks))
        .prop_map(|(ply, point, outlook)| Hint { ply, point, outlook })
        .boxed()
}

fn audiences() -> Boxed<Audience> {
    let seat = seats().prop_map(|seat| Audience::Seat { seat }).boxed();
    let rest = vec![Audience::All {}, Audience::Players {}, Audience::Spectators {}, Audience::Nobody {}];
    any_of([select(rest).boxed(), seat])
}

fn levels() -> Boxed<Level> {
    select(Level::ALL.to_vec()).boxed()
}

pub(crate) fn points() -> Boxed<Point> {
    (0..26_u8, 0..26_u8).prop_map(|(col, row)| Point::new(col, row).unwrap()).boxed()
}

fn variants() -> Boxed<Variant> {
    (3..=26_u8, 3..=26_u8, select(vec![Runs::AtLeast, Runs::Exactly]))
        .prop_flat_map(|(w, h, runs)| (3..=w.max(h)).prop_map(move |k| Variant::new(w, h, k, runs).unwrap()))
        .boxed()
}

fn settings() -> Boxed<Settings> {
    let policies =
        vec![FirstMove::Alternate, FirstMove::LoserFirst, FirstMove::WinnerFirst, FirstMove::Fixed];
    let hints = select(vec![HintRule::AgainstAi, HintRule::Always, HintRule::Never]);
    let thoughts = select(vec![ThoughtRule::Live, ThoughtRule::AfterGame, ThoughtRule::Never]);
    let verdicts = select(vec![VerdictRule::Classic, VerdictRule::Always, VerdictRule::Never]);
    (variants(), select(policies), 0..=5_000_u16, hints, thoughts, verdicts, 1..=100_u8)
        .prop_map(|(variant, first_move, ms, hints, thoughts, verdicts, games)| Settings {
            variant,
            first_move,
            think_time: ThinkTime::try_from(ms).unwrap(),
            hints,
            thoughts,
            verdicts,
            ai_games: AiGames::try_from(games).unwrap(),
        })
        .boxed()
}

/// Every kind of a seat's plan.
pub(crate) fn plans() -> [Boxed<SeatPlan>; 4] {
    [
        Just(SeatPlan::Open {}).boxed(),
        Just(SeatPlan::Me {}).boxed(),
        names().prop_map(|name| SeatPlan::Guest { name }).boxed(),
        bots().prop_map(|bot| SeatPlan::Ai { bot }).boxed(),
    ]
}

fn keys() -> Boxed<PlayerKey> {
    any::<[u8; 16]>().prop_map(PlayerKey::from_bytes).boxed()
}

fn resumes() -> Boxed<Resume> {
    let seen = (codes(), seqs()).prop_map(|(room, seq)| SeenRoom { room, seq });
    vec(seen, 0..=16).prop_map(|rooms| Resume::try_from(rooms).unwrap()).boxed()
}

/// Every command.
pub(crate) fn cmds() -> [Boxed<Cmd>; 20] {
    let hello = (names(), option::of(keys()), resumes());
    let create = (settings(), [any_of(plans()), any_of(plans())]);
    [
        hello.prop_map(|(name, key, resume)| Cmd::Hello { name, key, resume }).boxed(),
        Just(Cmd::Ping {}).boxed(),
        Just(Cmd::ListRooms {}).boxed(),
        Just(Cmd::UnlistRooms {}).boxed(),
        create.prop_map(|(settings, seats)| Cmd::Create { settings, seats }).boxed(),
        variants().prop_map(|variant| Cmd::QuickMatch { variant }).boxed(),
        Just(Cmd::Join {}).boxed(),
        Just(Cmd::Watch {}).boxed(),
        Just(Cmd::Snapshot {}).boxed(),
        (seats(), option::of(names())).prop_map(|(seat, guest)| Cmd::Sit { seat, guest }).boxed(),
        seats().prop_map(|seat| Cmd::Stand { seat }).boxed(),
        Just(Cmd::Leave {}).boxed(),
        (seats(), bots()).prop_map(|(seat, bot)| Cmd::SetAi { seat, bot }).boxed(),
        (seats(), seqs()).prop_map(|(seat, at)| Cmd::Ready { seat, at }).boxed(),
        (seats(), points(), seqs()).prop_map(|(seat, point, at)| Cmd::Place { seat, point, at }).boxed(),
        (seats(), any::<u32>()).prop_map(|(seat, game)| Cmd::Resign { seat, game }).boxed(),
        (seats(), seqs()).prop_map(|(seat, at)| Cmd::Hint { seat, at }).boxed(),
        Just(Cmd::GoOn {}).boxed(),
        (any::<u16>(), bots()).prop_map(|(ply, bot)| Cmd::Explain { ply, bot }).boxed(),
        variants().prop_map(|variant| Cmd::ListBots { variant }).boxed(),
    ]
}

/// A client's frame with any command.
pub(crate) fn frames() -> Boxed<Frame> {
    let parts = (ids(), option::of(codes()), any_of(cmds()));
    parts.prop_map(|(id, room, cmd)| Frame { id, room, cmd }).boxed()
}

/// Every kind of occupant.
pub(crate) fn occupants() -> [Boxed<Occupant>; 3] {
    [
        (players(), names()).prop_map(|(player, name)| Occupant::Person { player, name }).boxed(),
        (players(), names()).prop_map(|(host, name)| Occupant::Guest { host, name }).boxed(),
        bots().prop_map(|bot| Occupant::Ai { bot }).boxed(),
    ]
}

fn ends() -> Boxed<GameEnd> {
    let reasons = vec![EndReason::Line, EndReason::BoardFull, EndReason::Resignation];
    (option::of(seats()), select(reasons), vec(points(), 0..9))
        .prop_map(|(winner, reason, line)| GameEnd { winner, reason, line })
        .boxed()
}

/// Every kind of event.
pub(crate) fn events() -> [Boxed<Event>; 15] {
    let opened = (settings(), players(), any::<bool>());
    let taken = (seats(), any_of(occupants()));
    [
        opened.prop_map(|(settings, host, quick)| Event::RoomOpened { settings, host, quick }).boxed(),
        taken.prop_map(|(seat, occupant)| Event::SeatTaken { seat, occupant }).boxed(),
        seats().prop_map(|seat| Event::SeatFreed { seat }).boxed(),
        seats().prop_map(|seat| Event::SeatReady { seat }).boxed(),
        any::<u32>().prop_map(|number| Event::GameBegun { number }).boxed(),
        seats().prop_map(|black| Event::SidesSet { black }).boxed(),
        (seats(), points()).prop_map(|(seat, point)| Event::StonePlaced { seat, point }).boxed(),
        ends().prop_map(|end| Event::GameOver { end }).boxed(),
        (audiences(), thoughts())
            .prop_map(|(audience, thought)| Event::ThoughtNoted { audience, thought })
            .boxed(),
        (seats(), any::<u16>()).prop_map(|(winner, ply)| Event::WinForeseen { winner, ply }).boxed(),
        marks().prop_map(|mark| Event::HintAsked { mark }).boxed(),
        (seats(), hints()).prop_map(|(seat, hint)| Event::HintGiven { seat, hint }).boxed(),
        (vec(thoughts(), 0..4), vec(marks(), 0..4))
            .prop_map(|(thoughts, hints)| Event::Disclosed { thoughts, hints })
            .boxed(),
        Just(Event::WentOn {}).boxed(),
        Just(Event::Hidden {}).boxed(),
    ]
}

fn records() -> Boxed<Vec<Stamped>> {
    // JSON integers stay within 2^53.
    let stamped = (seqs(), 0..1_u64 << 53, any_of(events()));
    vec(stamped.prop_map(|(seq, time, event)| Stamped { seq, time, event }), 0..6).boxed()
}

/// A room after whichever of some arbitrary events fit it.
fn rooms() -> Boxed<Room> {
    (codes(), settings(), players(), vec(any_of(events()), 0..40))
        .prop_map(|(code, settings, host, events)| {
            let opened = Event::RoomOpened { settings, host, quick: true };
            let mut room = Room::open(code, &Stamped { seq: Seq(1), time: 7, event: opened }).unwrap();
            for event in events {
                let _misfit = room.apply(&Stamped { seq: room.seq().next(), time: 8, event });
            }
            room
        })
        .boxed()
}

fn presences() -> Boxed<Option<Connected>> {
    option::of(select(vec![Connected::Here, Connected::Away])).boxed()
}

/// Every kind of seat in the room list.
pub(crate) fn listed_seats() -> [Boxed<ListedSeat>; 3] {
    let person = (names(), select(vec![Connected::Here, Connected::Away]));
    [
        Just(ListedSeat::Empty {}).boxed(),
        person.prop_map(|(name, connected)| ListedSeat::Person { name, connected }).boxed(),
        bots().prop_map(|bot| ListedSeat::Ai { bot }).boxed(),
    ]
}

fn listings() -> Boxed<Vec<RoomListing>> {
    let states = select(vec![ListState::Open, ListState::Playing, ListState::Between]);
    let seats = [any_of(listed_seats()), any_of(listed_seats())];
    let listing = (codes(), variants(), seats, states, any::<bool>(), any::<u32>(), any::<u32>()).prop_map(
        |(room, variant, seats, state, quick, games, watching)| RoomListing {
            room,
            variant,
            seats,
            state,
            quick,
            games,
            watching,
        },
    );
    vec(listing, 0..4).boxed()
}

/// Every kind of news of the room list.
pub(crate) fn updates() -> [Boxed<ListUpdate>; 2] {
    let changes = (listings(), vec(codes(), 0..4));
    [
        listings().prop_map(|rooms| ListUpdate::Full { rooms }).boxed(),
        changes.prop_map(|(changed, gone)| ListUpdate::Changes { changed, gone }).boxed(),
    ]
}

fn limits() -> Boxed<Limits> {
    any::<(u32, u16, u16, u16, u32)>()
        .prop_map(|(frame_bytes, rooms, commands_per_second, command_burst, heartbeat_ms)| Limits {
            frame_bytes,
            rooms,
            commands_per_second,
            command_burst,
            heartbeat_ms,
        })
        .boxed()
}

/// Every message of the server.
pub(crate) fn messages() -> [Boxed<ServerMessage>; 12] {
    use ServerMessage as M;
    let server = (any::<u64>().prop_map(ServerId), safe_texts(), limits());
    let welcome = (ids(), players(), keys(), names());
    let accepted = (ids(), option::of(codes()), seqs(), records());
    let rejected = (option::of(ids()), option::of(codes()), select(CODES.to_vec()), safe_texts());
    let watching = (any::<u32>(), vec(names(), 0..20));
    let presence = (codes(), [presences(), presences()], watching);
    [
        server.prop_map(|(id, version, limits)| M::Server { id, version, limits }).boxed(),
        welcome.prop_map(|(id, player, key, name)| M::Welcome { id, player, key, name }).boxed(),
        accepted.prop_map(|(id, room, seq, events)| M::Accepted { id, room, seq, events }).boxed(),
        rejected.prop_map(|(id, room, code, text)| M::Rejected { id, room, code, text }).boxed(),
        (codes(), records()).prop_map(|(room, events)| M::Events { room, events }).boxed(),
        rooms().prop_map(|room| M::Snapshot { room: Box::new(room) }).boxed(),
        presence
            .prop_map(|(room, seats, (count, names))| M::Presence {
                room,
                seats,
                spectators: Spectators { count, names },
            })
            .boxed(),
        (codes(), seats(), any::<bool>())
            .prop_map(|(room, seat, queued)| M::Thinking { room, seat, queued })
            .boxed(),
        any_of(updates()).prop_map(|update| M::Rooms { update }).boxed(),
        ids().prop_map(|id| M::Pong { id }).boxed(),
        (ids(), variants(), vec(bots(), 0..9))
            .prop_map(|(id, variant, bots)| M::Bots { id, variant, bots })
            .boxed(),
        (ids(), codes(), any::<u16>(), bots(), trees())
            .prop_map(|(id, room, ply, bot, tree)| M::Explanation {
                id,
                room,
                ply,
                bot,
                tree: Box::new(tree),
            })
            .boxed(),
    ]
}
