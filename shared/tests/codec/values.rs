//! Strategies for all values on the wire, in the order of the binary layout.

use proptest::{collection::vec, option, prelude::*, sample::select, strategy::Union};
use tengen_shared::{
    game::{
        AiGames, Audience, Command, CommandId, Event, Features, FirstMove, GameEnd, Hint, HintMark, HintRule,
        Name, Occupant, PerSeat, PlayerId, RejectCode, RoomCode, RunId, Seat, SeatPlan, Seq, Settings,
        Stamped, ThinkTime, Thinking, Thought, ThoughtRule, VerdictRule,
    },
    protocol::{Cmd, Frame, PlayerKey, Request, Resume, SafeText, SeenRoom},
    rules::{Bot, EngineName, Outlook, Pace, Value, search::Cuts},
};

use super::{
    key_values::{key_ids, proofs},
    life::{
        REASONS, accesses, admissions, chat_lines, chat_texts, claims, clock_rules, clocks, games, games_of,
        offer_ends, offers, passphrases, replies, spectator_rules, times,
    },
};

use super::rule_values::{choices, foul_rules, levels, openings, points, variants};

pub(crate) type Boxed<T> = BoxedStrategy<T>;

/// Every code of a refusal, in the order of the binary layout.
pub(crate) const CODES: [RejectCode; 53] = [
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
    RejectCode::TimeUp,
    RejectCode::NoClock,
    RejectCode::NoSuchOffer,
    RejectCode::NoOffer,
    RejectCode::NoTakeback,
    RejectCode::TooLate,
    RejectCode::NotAlone,
    RejectCode::TooEarly,
    RejectCode::Barred,
    RejectCode::NoKick,
    RejectCode::NoSuchPlayer,
    RejectCode::Passphrase,
    RejectCode::NoSpectators,
    RejectCode::NeedsConsent,
    RejectCode::NotAsking,
    RejectCode::NoSuchGame,
    RejectCode::BadProof,
    RejectCode::BadPairingCode,
    RejectCode::NoSuchKey,
    RejectCode::Forbidden,
    RejectCode::Choice,
    RejectCode::NeedsFeature,
    RejectCode::Unknown,
];

/// One of the kinds, all equally likely.
pub(crate) fn any_of<T: std::fmt::Debug + 'static>(kinds: impl IntoIterator<Item = Boxed<T>>) -> Boxed<T> {
    Union::new(kinds).boxed()
}

pub(crate) fn names() -> Boxed<Name> {
    let text = "[ -~à-ÿΑ-Ωあ-ん一-龥😀-🙏]{1,24}";
    text.prop_filter_map("blanks alone are no name", |text| text.parse().ok()).boxed()
}

pub(crate) fn codes() -> Boxed<RoomCode> {
    "[a-z][a-z0-9-]{2,31}".prop_map(|text| text.parse().unwrap()).boxed()
}

pub(crate) fn safe_texts() -> Boxed<SafeText> {
    any::<String>().prop_map(SafeText::from).boxed()
}

pub(crate) fn ids() -> Boxed<CommandId> {
    (any::<u64>(), any::<u32>()).prop_map(|(run, n)| CommandId(RunId(run), n)).boxed()
}

pub(crate) fn seqs() -> Boxed<Seq> {
    any::<u32>().prop_map(Seq).boxed()
}

pub(crate) fn players() -> Boxed<PlayerId> {
    any::<u32>().prop_map(PlayerId).boxed()
}

pub(crate) fn seats() -> Boxed<Seat> {
    select(Seat::BOTH.to_vec()).boxed()
}

pub(crate) fn bots() -> Boxed<Bot> {
    let deep = Just("alphabeta:3".parse::<Bot>().unwrap());
    let engines = select(EngineName::ALL.to_vec()).prop_map(Bot::from);
    any_of([levels().prop_map(Bot::Level).boxed(), engines.boxed(), deep.boxed()])
}

fn values() -> Boxed<Value> {
    let win = any::<u16>().prop_map(Value::Win).boxed();
    any_of([win, any::<u16>().prop_map(Value::Loss).boxed(), any::<i32>().prop_map(Value::Estimate).boxed()])
}

pub(crate) fn thoughts() -> Boxed<Thought> {
    // JSON integers stay within 2^53.
    let nodes = 0..1_u64 << 53;
    (any::<u16>(), values(), any::<u8>(), nodes, select(vec![Pace::Full, Pace::Shortened]))
        .prop_map(|(ply, value, depth, nodes, pace)| Thought {
            ply,
            thinking: Thinking { value, depth, nodes, pace },
        })
        .boxed()
}

pub(crate) fn marks() -> Boxed<HintMark> {
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

pub(crate) fn settings() -> Boxed<Settings> {
    let policies =
        vec![FirstMove::Alternate, FirstMove::LoserFirst, FirstMove::WinnerFirst, FirstMove::Fixed];
    let hints = select(vec![HintRule::AgainstAi, HintRule::Always, HintRule::Never]);
    let thoughts = select(vec![ThoughtRule::Live, ThoughtRule::AfterGame, ThoughtRule::Never]);
    let verdicts = select(vec![VerdictRule::Classic, VerdictRule::Always, VerdictRule::Never]);
    let doors = (any_of(clock_rules()), accesses(), spectator_rules(), openings(), foul_rules());
    (variants(), select(policies), 0..=5_000_u16, (hints, thoughts, verdicts), 1..=100_u8, doors)
        .prop_map(|(variant, first_move, ms, (hints, thoughts, verdicts), games, doors)| Settings {
            variant,
            first_move,
            think_time: ThinkTime::try_from(ms).unwrap(),
            hints,
            thoughts,
            verdicts,
            ai_games: AiGames::try_from(games).unwrap(),
            clock: doors.0,
            access: doors.1,
            spectators: doors.2,
            opening: doors.3,
            fouls: doors.4,
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

pub(crate) fn keys() -> Boxed<PlayerKey> {
    any::<[u8; 16]>().prop_map(PlayerKey::from_bytes).boxed()
}

fn resumes() -> Boxed<Resume> {
    let seen = (codes(), seqs()).prop_map(|(room, seq)| SeenRoom { room, seq });
    vec(seen, 0..=16).prop_map(|rooms| Resume::try_from(rooms).unwrap()).boxed()
}

/// Every request and command.
pub(crate) fn cmds() -> Vec<Boxed<Cmd>> {
    let requests = requests().into_iter().map(|request| request.prop_map(Cmd::Request).boxed());
    requests.chain(commands().into_iter().map(|command| command.prop_map(Cmd::Room).boxed())).collect()
}

pub(crate) fn requests() -> Vec<Boxed<Request>> {
    let features = any::<bool>().prop_map(|all| if all { Features::all() } else { Features::default() });
    let hello = (names(), option::of(keys()), option::of(proofs()), resumes(), features);
    let create = (settings(), [any_of(plans()), any_of(plans())], passphrases());
    vec![
        hello
            .prop_map(|(name, key, proof, resume, features)| Request::Hello {
                name,
                key,
                proof,
                resume,
                features,
            })
            .boxed(),
        Just(Request::Ping {}).boxed(),
        Just(Request::ListRooms {}).boxed(),
        Just(Request::UnlistRooms {}).boxed(),
        create
            .prop_map(|(settings, seats, passphrase)| Request::Create {
                settings,
                seats: PerSeat(seats),
                passphrase,
            })
            .boxed(),
        variants().prop_map(|variant| Request::QuickMatch { variant }).boxed(),
        passphrases().prop_map(|passphrase| Request::Watch { passphrase }).boxed(),
        Just(Request::Snapshot {}).boxed(),
        (any::<u16>(), bots(), select(vec![Cuts::On, Cuts::Off]))
            .prop_map(|(ply, bot, cuts)| Request::Explain { ply, bot, cuts })
            .boxed(),
        variants().prop_map(|variant| Request::ListBots { variant }).boxed(),
        seqs().prop_map(|before| Request::ListChat { before }).boxed(),
        (any_of(games_of()), option::of(games()))
            .prop_map(|(of, before)| Request::ListGames { of, before })
            .boxed(),
        games().prop_map(|game| Request::ShowGame { game }).boxed(),
        Just(Request::Pair {}).boxed(),
        Just(Request::ListKeys {}).boxed(),
        key_ids().prop_map(|key| Request::RevokeKey { key }).boxed(),
        Just(Request::WatchWall {}).boxed(),
        Just(Request::UnwatchWall {}).boxed(),
        (any::<u16>(), bots(), vec(points(), 0..9))
            .prop_map(|(ply, bot, path)| Request::TakeApart { ply, bot, path })
            .boxed(),
    ]
}

pub(crate) fn commands() -> Vec<Boxed<Command>> {
    let game = any::<u32>;
    vec![
        passphrases().prop_map(|passphrase| Command::Join { passphrase }).boxed(),
        (seats(), option::of(names())).prop_map(|(seat, guest)| Command::Sit { seat, guest }).boxed(),
        seats().prop_map(|seat| Command::Stand { seat }).boxed(),
        Just(Command::Leave {}).boxed(),
        (seats(), bots()).prop_map(|(seat, bot)| Command::SetAi { seat, bot }).boxed(),
        (seats(), seqs()).prop_map(|(seat, at)| Command::Ready { seat, at }).boxed(),
        (seats(), points(), seqs()).prop_map(|(seat, point, at)| Command::Place { seat, point, at }).boxed(),
        (seats(), any::<u32>()).prop_map(|(seat, game)| Command::Resign { seat, game }).boxed(),
        (seats(), seqs()).prop_map(|(seat, at)| Command::Hint { seat, at }).boxed(),
        Just(Command::GoOn {}).boxed(),
        (seats(), any_of(offers()), seqs())
            .prop_map(|(seat, offer, at)| Command::Offer { seat, offer, at })
            .boxed(),
        (seats(), seqs(), replies())
            .prop_map(|(seat, offer, reply)| Command::Answer { seat, offer, reply })
            .boxed(),
        (seats(), seqs()).prop_map(|(seat, offer)| Command::Withdraw { seat, offer }).boxed(),
        (seats(), game()).prop_map(|(seat, game)| Command::Abort { seat, game }).boxed(),
        (seats(), game()).prop_map(|(seat, game)| Command::Restart { seat, game }).boxed(),
        (seats(), game(), claims())
            .prop_map(|(seat, game, claim)| Command::Claim { seat, game, claim })
            .boxed(),
        (seats(), game(), bots()).prop_map(|(seat, game, bot)| Command::StandIn { seat, game, bot }).boxed(),
        (seats(), game()).prop_map(|(seat, game)| Command::GiveTime { seat, game }).boxed(),
        (settings(), passphrases(), seqs())
            .prop_map(|(settings, passphrase, at)| Command::Change { settings, passphrase, at })
            .boxed(),
        seqs().prop_map(|at| Command::Swap { at }).boxed(),
        seats().prop_map(|seat| Command::Kick { seat }).boxed(),
        (players(), players()).prop_map(|(was, now)| Command::Recognize { was, now }).boxed(),
        chat_texts().prop_map(|text| Command::Say { text }).boxed(),
        Just(Command::AskToWatch {}).boxed(),
        (seats(), players(), replies())
            .prop_map(|(seat, player, reply)| Command::Admit { seat, player, reply })
            .boxed(),
        (seats(), choices(), seqs())
            .prop_map(|(seat, choice, at)| Command::Choose { seat, choice, at })
            .boxed(),
    ]
}

/// A client's frame with any request or command.
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

pub(crate) fn ends() -> Boxed<GameEnd> {
    (option::of(seats()), select(REASONS.to_vec()), vec(points(), 0..9))
        .prop_map(|(winner, reason, line)| GameEnd { winner, reason, line })
        .boxed()
}

/// Every kind of event.
pub(crate) fn events() -> Vec<Boxed<Event>> {
    [first_events(), later_events()].concat()
}

fn first_events() -> Vec<Boxed<Event>> {
    let opened = (settings(), players(), any::<bool>());
    let taken = (seats(), any_of(occupants()));
    vec![
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

fn later_events() -> Vec<Boxed<Event>> {
    vec![
        clocks().prop_map(|clock| Event::ClockSet { clock }).boxed(),
        (any::<u16>(), any::<u8>()).prop_map(|(to, choices)| Event::MovesTakenBack { to, choices }).boxed(),
        (seats(), any_of(offers())).prop_map(|(seat, offer)| Event::OfferMade { seat, offer }).boxed(),
        (seats(), offer_ends()).prop_map(|(seat, how)| Event::OfferClosed { seat, how }).boxed(),
        (seats(), bots()).prop_map(|(seat, bot)| Event::StoodIn { seat, bot }).boxed(),
        settings().prop_map(|settings| Event::SettingsChanged { settings }).boxed(),
        Just(Event::SeatsSwapped {}).boxed(),
        players().prop_map(|to| Event::HostPassed { to }).boxed(),
        players().prop_map(|player| Event::Kicked { player }).boxed(),
        (players(), players()).prop_map(|(was, now)| Event::Recognized { was, now }).boxed(),
        chat_lines().prop_map(|line| Event::Said { line }).boxed(),
        (players(), names()).prop_map(|(player, name)| Event::WatchAsked { player, name }).boxed(),
        (seats(), players()).prop_map(|(seat, player)| Event::WatchAgreed { seat, player }).boxed(),
        players().prop_map(|player| Event::WatchRefused { player }).boxed(),
        admissions().prop_map(|admission| Event::Admitted { admission }).boxed(),
        seats().prop_map(|first| Event::OpeningBegun { first }).boxed(),
        (seats(), choices()).prop_map(|(seat, choice)| Event::OpeningChosen { seat, choice }).boxed(),
    ]
}

pub(crate) fn records() -> Boxed<Vec<Stamped>> {
    let stamped = (seqs(), times(), any_of(events()));
    vec(stamped.prop_map(|(seq, time, event)| Stamped { seq, time, event }), 0..6).boxed()
}
