//! Every refusal of a room: a way to provoke it, its stable code, and a text that says what to do.

#![allow(clippy::unwrap_used)]

#[path = "room_refusals/life.rs"]
mod life;
#[path = "common/table.rs"]
mod table;

use std::collections::BTreeSet;

use table::{AI, BOTS, ME, OPEN, Table, name, point};
use tengen_shared::{
    game::{
        Command, Event, HintRule, Name, PlayerId, Reject, RejectCode, RejectCode as Code, Seat, SeatPlan,
        Seq, Settings, ThoughtRule,
    },
    rules::{Bot, Choice, Level, Opening, PlayError, Variant},
};

const STRANGER: u32 = 9;

fn guest() -> SeatPlan {
    SeatPlan::Guest { name: bo().unwrap() }
}

fn bo() -> Option<Name> {
    Some(name("Bo"))
}

fn settings() -> Settings {
    Settings::new(Variant::TICTACTOE)
}

/// Player 1 alone in seat one.
fn waiting() -> Table {
    Table::open(settings(), &[ME, OPEN])
}

/// Players 1 and 2 in seats one and two, and a stone of player 1 on a1.
fn playing() -> Table {
    let mut table = waiting();
    table.ask(2, &Command::Join { passphrase: None }).unwrap();
    table.place(Seat::One, point("a1"), table.room.at()).unwrap();
    table
}

/// A game of renju in which j8 makes a double three.
fn renju() -> Table {
    let mut table = Table::open(Settings::new(Variant::RENJU15), &[ME, OPEN]);
    table.ask(2, &Command::Join { passphrase: None }).unwrap();
    for point in ["h8", "a1", "g8", "a3", "j7", "a5", "j6", "a7"] {
        table.stone(point).unwrap();
    }
    table
}

/// Players 1 and 2 with an opening, and some of its stones.
fn opened(opening: Opening, stones: &str) -> Table {
    let mut table = Table::two_people(Settings { opening, ..Settings::new(Variant::GOMOKU15) });
    stones.split_whitespace().for_each(|point| drop(table.stone(point).unwrap()));
    table
}

/// The same game after player 2 has resigned.
fn over() -> Table {
    let mut table = playing();
    table.ask(2, &Command::Resign { seat: Seat::Two, game: 1 }).unwrap();
    table
}

/// Player 1 against an AI, without hints.
fn unaided() -> Table {
    Table::open(Settings { hints: HintRule::Never, ..settings() }, &[ME, AI])
}

/// Player 1 against an AI whose evaluations are hidden.
fn silent() -> Table {
    Table::open(Settings { thoughts: ThoughtRule::AfterGame, ..settings() }, &[ME, AI])
}

/// The record ends after the winning stone and before the end of the game.
fn half_written() -> Table {
    let mut table = playing();
    for text in ["b1", "a2", "b2", "a3"] {
        table.place(table.room.turn().unwrap(), point(text), table.room.at()).unwrap();
    }
    let (end, rest) = table.log.split_last().unwrap();
    assert!(matches!(end.event, Event::GameOver { .. }));
    Table::replay(rest)
}

/// A refusal with its code, and the expected code.
type Refused = ((Reject, RejectCode), RejectCode);

fn place(table: &Table, seat: Seat, to: &str) -> Command {
    Command::Place { seat, point: point(to), at: table.room.at() }
}

fn refused(mut table: Table, player: u32, command: impl Fn(&Table) -> Command) -> (Reject, RejectCode) {
    let reject = table.ask(player, &command(&table)).unwrap_err();
    let code = reject.code();
    (reject, code)
}

/// Returns a number for each kind of refusal. A new kind does not compile until it has a number here.
fn kind(reject: &Reject) -> usize {
    match reject {
        Reject::Point(PlayError::OffBoard { .. }) => 0,
        Reject::Point(PlayError::Occupied { .. }) => 1,
        Reject::Point(PlayError::Decided) => 2,
        Reject::NotYourTurn => 3,
        Reject::NotYourSeat(_) => 4,
        Reject::Spectator => 5,
        Reject::Stale(_) => 6,
        Reject::NoGame => 7,
        Reject::GameOn => 8,
        Reject::RoomFull => 9,
        Reject::SeatTaken(_) => 10,
        Reject::SeatEmpty(_) => 11,
        Reject::AlreadySeated(_) => 12,
        Reject::GuestNeedsHost => 13,
        Reject::NoSuchBot { .. } => 14,
        Reject::OneSeatEach => 15,
        Reject::NoHints(_) => 16,
        Reject::NotHost => 17,
        Reject::NotYet(_) => 18,
        Reject::NoSuchPly { .. } => 19,
        Reject::TimeUp => 20,
        Reject::NoClock => 21,
        Reject::ClockState(_) => 22,
        Reject::NoSuchOffer => 23,
        Reject::OfferedAlready => 24,
        Reject::NoDrawWithAi => 25,
        Reject::NothingToTakeBack => 26,
        Reject::NotYourPosition { .. } => 27,
        Reject::TooLateToAbort => 28,
        Reject::NotAlone => 29,
        Reject::OpponentHere => 30,
        Reject::TooEarly { .. } => 31,
        Reject::Barred => 32,
        Reject::NobodyToKick(_) => 33,
        Reject::KickSelf => 34,
        Reject::NeedsPassphrase => 36,
        Reject::NoSpectators => 37,
        Reject::NeedsConsent => 38,
        Reject::NoNeedToAsk => 39,
        Reject::TooManyAsk => 40,
        Reject::NobodyAsks => 41,
        Reject::NoConsent(_) => 42,
        Reject::StoodIn => 35,
        Reject::NoPauseLeft => 43,
        Reject::Name(_) => 44,
        Reject::NeverPlayed => 45,
        Reject::RecognizeSelf => 46,
        Reject::StillHere => 47,
        Reject::NotHere => 48,
        Reject::HasSeat => 49,
        Reject::Point(PlayError::Forbidden { .. }) => 50,
        Reject::MustChoose => 51,
        Reject::NoSuchChoice => 52,
        Reject::NothingToChoose => 53,
        Reject::OutsideArea { .. } => 54,
        Reject::OpeningNeedsBoard => 55,
        // Only the server knows the clients.
        Reject::NeedsFeature(_) | Reject::PlayersNeedFeature(_) => KINDS,
        // Only the server can recognise a wrong passphrase.
        Reject::WrongPassphrase => KINDS,
    }
}

const KINDS: usize = 56;

/// Refusals of moves, with the expected codes.
fn of_moves() -> Vec<Refused> {
    let stale = |table: &Table| Command::Place { seat: Seat::Two, point: point("b2"), at: table.log[1].seq };
    vec![
        (refused(playing(), 2, |table| place(table, Seat::Two, "d1")), Code::OffBoard),
        (refused(playing(), 2, |table| place(table, Seat::Two, "a1")), Code::Occupied),
        (refused(renju(), 1, |table| place(table, Seat::One, "j8")), Code::Forbidden),
        (refused(half_written(), 2, |table| place(table, Seat::Two, "c3")), Code::NoGame),
        (refused(playing(), 1, |table| place(table, Seat::One, "b2")), Code::NotYourTurn),
        (refused(playing(), 1, |table| place(table, Seat::Two, "b2")), Code::NotYourSeat),
        (refused(playing(), STRANGER, |table| place(table, Seat::Two, "b2")), Code::Spectator),
        (refused(playing(), 2, stale), Code::Stale),
        (refused(over(), 2, |table| place(table, Seat::Two, "b2")), Code::NoGame),
        (refused(waiting(), 1, |table| place(table, Seat::One, "b2")), Code::NoGame),
        (refused(waiting(), 1, |_| Command::Resign { seat: Seat::One, game: 0 }), Code::NoGame),
        (refused(playing(), 1, |_| Command::Resign { seat: Seat::Two, game: 1 }), Code::NotYourSeat),
        (refused(playing(), STRANGER, |_| Command::Resign { seat: Seat::Two, game: 1 }), Code::Spectator),
        (refused(playing(), 1, |_| Command::Resign { seat: Seat::One, game: 2 }), Code::Stale),
    ]
}

/// Refusals in openings, with the expected codes.
fn of_openings() -> Vec<Refused> {
    let choose = |seat, choice| move |table: &Table| Command::Choose { seat, choice, at: table.room.at() };
    let chooses = || opened(Opening::Swap, "h8 j9 g10");
    let ttt = Settings { opening: Opening::Swap2, ..settings() };
    let unfit = Table::plan(ttt, &[ME, OPEN]).unwrap_err();
    let code = unfit.code();
    vec![
        (refused(opened(Opening::Pro, ""), 1, |table| place(table, Seat::One, "a1")), Code::Forbidden),
        (
            refused(opened(Opening::LongPro, "h8 a1"), 1, |table| place(table, Seat::One, "k8")),
            Code::Forbidden,
        ),
        (refused(chooses(), 2, |table| place(table, Seat::Two, "a1")), Code::Choice),
        (refused(chooses(), 1, |table| place(table, Seat::One, "a1")), Code::NotYourTurn),
        (refused(chooses(), 1, choose(Seat::One, Choice::Black)), Code::NotYourTurn),
        (refused(chooses(), 2, choose(Seat::Two, Choice::PlaceTwo)), Code::Choice),
        (refused(opened(Opening::Swap, "h8"), 1, choose(Seat::One, Choice::Black)), Code::Choice),
        (refused(playing(), 2, choose(Seat::Two, Choice::Black)), Code::Choice),
        (
            refused(opened(Opening::Swap, "h8"), 1, |table| Command::Hint {
                seat: Seat::One,
                at: table.room.at(),
            }),
            Code::NoHints,
        ),
        ((unfit, code), Code::BadValue),
    ]
}

/// Refusals about seats, with the expected codes.
fn of_seats() -> Vec<Refused> {
    let sit = |seat, guest: Option<Name>| move |_: &Table| Command::Sit { seat, guest: guest.clone() };
    let stand = |seat| move |_: &Table| Command::Stand { seat };
    let set_ai = |seat, level| move |_: &Table| Command::SetAi { seat, bot: Bot::Level(level) };
    let ready = |table: &Table| Command::Ready { seat: Seat::One, at: table.room.at() };
    let early = |table: &Table| Command::Ready { seat: Seat::One, at: Seq(table.room.at().0 + 1) };
    vec![
        (refused(playing(), 1, stand(Seat::One)), Code::GameOn),
        (refused(playing(), 1, ready), Code::GameOn),
        (refused(playing(), 1, set_ai(Seat::Two, Level::Easy)), Code::GameOn),
        (refused(over(), 1, early), Code::Stale),
        (refused(over(), 2, ready), Code::NotYourSeat),
        (refused(over(), STRANGER, ready), Code::Spectator),
        (refused(over(), STRANGER, |_| Command::Join { passphrase: None }), Code::RoomFull),
        (refused(over(), STRANGER, sit(Seat::Two, None)), Code::SeatTaken),
        (refused(over(), 1, set_ai(Seat::Two, Level::Easy)), Code::SeatTaken),
        (refused(waiting(), 1, sit(Seat::Two, None)), Code::AlreadySeated),
        (refused(waiting(), STRANGER, sit(Seat::Two, bo())), Code::BadSeats),
        (refused(waiting(), 1, sit(Seat::Two, Some("AI master".parse().unwrap()))), Code::BadValue),
        (refused(waiting(), STRANGER, stand(Seat::One)), Code::Spectator),
        (refused(over(), 2, stand(Seat::One)), Code::NotYourSeat),
        (refused(waiting(), 1, stand(Seat::Two)), Code::SeatEmpty),
        (refused(waiting(), STRANGER, set_ai(Seat::Two, Level::Easy)), Code::Spectator),
        (refused(waiting(), 1, set_ai(Seat::Two, Level::Master)), Code::NoSuchBot),
    ]
}

/// Refusals about hints, two AI seats and explanations, with the expected codes.
fn of_thinking() -> Vec<Refused> {
    let hint = |seat| move |table: &Table| Command::Hint { seat, at: table.room.at() };
    let late = |table: &Table| Command::Hint { seat: Seat::Two, at: table.log[1].seq };
    let explain = |table: Table, player, ply| {
        let reject = table.room.position_to_explain(PlayerId(player), ply).unwrap_err();
        let code = reject.code();
        (reject, code)
    };
    vec![
        (refused(playing(), 2, hint(Seat::Two)), Code::NoHints),
        (refused(playing(), 1, hint(Seat::One)), Code::NotYourTurn),
        (refused(playing(), 2, late), Code::Stale),
        (refused(over(), 2, hint(Seat::Two)), Code::NoGame),
        (refused(playing(), STRANGER, hint(Seat::Two)), Code::Spectator),
        (refused(playing(), 1, |_| Command::GoOn {}), Code::NoGame),
        (explain(playing(), 1, 0), Code::NotExplained),
        (explain(over(), 1, 2), Code::NotExplained),
        (explain(waiting(), 1, 0), Code::NoGame),
        (explain(unaided(), 1, 0), Code::NoHints),
        (explain(silent(), 1, 0), Code::NotExplained),
    ]
}

/// Refusals of a room's plan, with the expected codes.
fn of_plans() -> Vec<Refused> {
    let strong = SeatPlan::Ai { bot: Bot::Level(Level::Master) };
    let plans = [
        ([ME, ME], Code::BadSeats),
        ([guest(), OPEN], Code::BadSeats),
        ([guest(), AI], Code::BadSeats),
        ([strong, ME], Code::NoSuchBot),
    ];
    let refuse = |seats| {
        let reject = Table::plan(settings(), &seats).unwrap_err();
        let code = reject.code();
        (reject, code)
    };
    plans.into_iter().map(|(seats, code)| (refuse(seats), code)).collect()
}

fn all() -> Vec<Refused> {
    [of_moves(), of_openings(), of_seats(), of_thinking(), of_plans(), life::all()].concat()
}

#[test]
fn every_refusal_has_its_code() {
    for ((reject, found), wanted) in all() {
        assert_eq!(found, wanted, "{reject}");
    }
}

#[test]
fn every_refusal_can_be_provoked() {
    let kinds: BTreeSet<usize> = all().iter().map(|((reject, _), _)| kind(reject)).collect();
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), (0..KINDS).collect::<Vec<_>>());
}

#[test]
fn the_text_of_a_refusal_says_what_is_wrong_and_after_a_colon_what_to_do() {
    let wrong = ((Reject::WrongPassphrase, Code::Passphrase), Code::Passphrase);
    for ((reject, _), _) in all().into_iter().chain([wrong]) {
        let text = reject.to_string();
        let advice = text.split_once(": ").map_or("", |(_, advice)| advice);
        assert!(advice.len() > 10, "{text:?} does not say what to do");
    }
}

/// Clients show a refusal in one line. A list of AIs may be longer, and shows in a form, which has more lines.
#[test]
fn the_text_of_a_refusal_fits_one_line_of_a_terminal() {
    for ((reject, _), _) in all() {
        let text = reject.to_string();
        assert!(text.chars().count() <= 77 || matches!(reject, Reject::NoSuchBot { .. }), "{text}");
    }
}

#[test]
fn a_refusal_says_what_it_is_about() {
    let (stale, _) = refused(playing(), 1, |_| Command::Resign { seat: Seat::One, game: 2 });
    assert_eq!(stale, Reject::Stale(playing().room.at()));
    let (taken, _) = refused(over(), STRANGER, |_| Command::Sit { seat: Seat::Two, guest: None });
    assert!(taken.to_string().starts_with("seat 2 is taken"), "{taken}");
    let (level, _) =
        refused(waiting(), 1, |_| Command::SetAi { seat: Seat::Two, bot: Bot::Level(Level::Master) });
    let variant = Variant::TICTACTOE;
    assert_eq!(level, Reject::NoSuchBot { bot: Bot::Level(Level::Master), variant, choices: BOTS });
    assert!(level.to_string().ends_with("choose one of easy, hard, greedy"), "{level}");
}
