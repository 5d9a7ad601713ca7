//! Refusals about clocks, offers, disconnections, the host, access and chat.

use tengen_shared::{
    game::{
        Access, AccessCheck, Claim, ClockRule, Command, Input, MAX_PAUSES, Name, Offer, PlayerId, Reject,
        RejectCode as Code, Reply, Returning, Room, Seat, Seq, Settings, SpectatorRule,
    },
    rules::{Bot, Level},
};

use super::{
    Refused, STRANGER, guest, over, playing, refused, settings,
    table::{AI, ME, OPEN, Table},
    waiting,
};

const GRACE: u64 = 60_000;

/// Every refusal about these topics, with the expected code.
pub(crate) fn all() -> Vec<Refused> {
    [of_clocks(), of_offers(), of_takebacks(), of_endings(), of_absence(), of_the_host(), of_doors()].concat()
}

/// Players 1 and 2 with ten seconds for each move, and a stone of player 1 on a1.
fn timed() -> Table {
    let clock = ClockRule::per_move(10_000).unwrap();
    let mut table = Table::two_people(Settings { clock, ..settings() });
    table.play("a1");
    table
}

/// The same game with a pause that both players agreed on.
fn paused() -> Table {
    let mut table = timed();
    table.agree_on(Seat::One, Offer::Pause {});
    table
}

/// The same game after three pauses.
fn often_paused() -> Table {
    let mut table = paused();
    for stone in ["b1", "c1"] {
        table.play(stone).agree_on(Seat::One, Offer::Pause {});
    }
    assert_eq!(table.room.game().unwrap().pauses().count(), MAX_PAUSES);
    table.play("b2");
    table
}

/// A game in which the clocks have their maximum time.
fn rich() -> Table {
    let mut table = Table::two_people(Settings {
        clock: ClockRule::per_move(tengen_shared::game::MAX_CLOCK_MS).unwrap(),
        ..settings()
    });
    table.play("a1");
    table
}

fn against_ai() -> Table {
    Table::open(settings(), &[ME, AI])
}

/// Player 2 has been away for `ms` of the grace period.
fn left_alone(ms: u64) -> Table {
    let mut table = playing();
    table.attendance.grace = GRACE;
    table.pace = 0;
    table.attendance.away_since[Seat::Two] = Some(table.now);
    table.wait(ms);
    table
}

/// An AI plays for player 2, who is gone.
fn stood_in() -> Table {
    let mut table = left_alone(GRACE);
    table.ask(1, &stand_in(Seat::One)).unwrap();
    table
}

fn stand_in(seat: Seat) -> Command {
    Command::StandIn { seat, game: 1, bot: Bot::Level(Level::Easy) }
}

fn claim(seat: Seat) -> impl Fn(&Table) -> Command {
    move |_| Command::Claim { seat, game: 1, claim: Claim::Win }
}

fn offer(seat: Seat, offer: Offer) -> impl Fn(&Table) -> Command {
    move |table| Command::Offer { seat, offer, at: table.room.at() }
}

fn answer(seat: Seat, offer: u32) -> impl Fn(&Table) -> Command {
    move |_| Command::Answer { seat, offer: Seq(offer), reply: Reply::Accept }
}

/// The table after `seat` has made an offer.
fn offered(mut table: Table, seat: Seat, offer: Offer) -> Table {
    table.offer(seat, offer).unwrap();
    table
}

/// The table after the other seat has declined an offer of `seat`.
fn declined(table: Table, seat: Seat, offer: Offer) -> Table {
    let mut table = offered(table, seat, offer);
    table.answer(seat.other(), Reply::Decline).unwrap();
    table
}

fn of_clocks() -> Vec<Refused> {
    let give = |seat| move |_: &Table| Command::GiveTime { seat, game: 1 };
    let mut late = timed();
    late.wait(10_000);
    let late = || late.clone();
    vec![
        (refused(late(), 2, |table| super::place(table, Seat::Two, "b2")), Code::TimeUp),
        (refused(late(), 1, give(Seat::One)), Code::TimeUp),
        (refused(late(), 1, offer(Seat::One, Offer::Pause {})), Code::TimeUp),
        (refused(late(), 1, offer(Seat::One, Offer::Takeback { to: 0 })), Code::TimeUp),
        (refused(late(), 1, offer(Seat::One, Offer::Draw {})), Code::TimeUp),
        (refused(late(), 2, |_| Command::Abort { seat: Seat::Two, game: 1 }), Code::TimeUp),
        (refused(playing(), 1, give(Seat::One)), Code::NoClock),
        (refused(rich(), 1, give(Seat::One)), Code::NoClock),
        (refused(over(), 1, give(Seat::One)), Code::NoGame),
        (refused(timed(), 1, |_| Command::GiveTime { seat: Seat::One, game: 2 }), Code::Stale),
        (refused(timed(), 1, give(Seat::Two)), Code::NotYourSeat),
        (refused(timed(), STRANGER, give(Seat::Two)), Code::Spectator),
        (refused(playing(), 1, offer(Seat::One, Offer::Pause {})), Code::NoClock),
        (refused(playing(), 1, offer(Seat::One, Offer::Resume {})), Code::NoClock),
        (refused(timed(), 1, offer(Seat::One, Offer::Resume {})), Code::NoClock),
        (refused(paused(), 1, offer(Seat::One, Offer::Pause {})), Code::NoClock),
        (refused(often_paused(), 1, offer(Seat::One, Offer::Pause {})), Code::NoOffer),
        (refused(over(), 1, offer(Seat::One, Offer::Pause {})), Code::NoGame),
        (refused(over(), 1, offer(Seat::One, Offer::Resume {})), Code::NoGame),
    ]
}

fn of_offers() -> Vec<Refused> {
    let draw = Offer::Draw {};
    let drawn = || offered(playing(), Seat::One, draw);
    let number = drawn().room.seq().0;
    let withdraw = |seat, offer| move |_: &Table| Command::Withdraw { seat, offer: Seq(offer) };
    let mut moved = drawn();
    moved.play("b2");
    let stale =
        |table: &Table| Command::Offer { seat: Seat::One, offer: Offer::Draw {}, at: table.log[1].seq };
    let change = Offer::Change { settings: settings() };
    let secret = Offer::Change { settings: Settings { access: Access::Passphrase, ..settings() } };
    vec![
        (refused(playing(), 1, answer(Seat::One, 3)), Code::NoSuchOffer),
        (refused(drawn(), 2, answer(Seat::Two, number - 1)), Code::NoSuchOffer),
        (refused(drawn(), 1, answer(Seat::One, number)), Code::NoSuchOffer),
        (refused(declined(playing(), Seat::One, draw), 2, answer(Seat::Two, number)), Code::NoSuchOffer),
        (refused(moved, 2, answer(Seat::Two, number)), Code::NoSuchOffer),
        (refused(drawn(), STRANGER, answer(Seat::Two, number)), Code::Spectator),
        (refused(drawn(), 1, answer(Seat::Two, number)), Code::NotYourSeat),
        (refused(drawn(), 1, withdraw(Seat::One, number - 1)), Code::NoSuchOffer),
        (refused(drawn(), 2, withdraw(Seat::Two, number)), Code::NoSuchOffer),
        (refused(drawn(), 2, withdraw(Seat::One, number)), Code::NotYourSeat),
        (refused(drawn(), STRANGER, withdraw(Seat::One, number)), Code::Spectator),
        (refused(declined(playing(), Seat::One, draw), 1, offer(Seat::One, draw)), Code::NoOffer),
        (refused(playing(), STRANGER, offer(Seat::One, draw)), Code::Spectator),
        (refused(playing(), 2, offer(Seat::One, draw)), Code::NotYourSeat),
        (refused(playing(), 1, stale), Code::Stale),
        (refused(over(), 1, offer(Seat::One, draw)), Code::NoGame),
        (refused(against_ai(), 1, offer(Seat::One, draw)), Code::NoOffer),
        (refused(stood_in(), 1, offer(Seat::One, draw)), Code::NoOffer),
        (refused(playing(), 1, offer(Seat::One, Offer::Swap {})), Code::GameOn),
        (refused(playing(), 1, offer(Seat::One, change)), Code::GameOn),
        (refused(waiting(), 1, offer(Seat::One, Offer::Swap {})), Code::NoOffer),
        (refused(waiting(), 1, offer(Seat::One, change)), Code::NoOffer),
        (refused(over(), 2, offer(Seat::Two, secret)), Code::NoOffer),
    ]
}

fn of_takebacks() -> Vec<Refused> {
    let to = |seat, to| offer(seat, Offer::Takeback { to });
    let mut far = playing();
    far.play("b1 c1");
    let far = || far.clone();
    vec![
        (refused(playing(), 2, to(Seat::Two, 0)), Code::NoTakeback),
        (refused(waiting_for_stones(), 1, to(Seat::One, 0)), Code::NoTakeback),
        (refused(playing(), 1, to(Seat::One, 1)), Code::NoTakeback),
        (refused(far(), 1, to(Seat::One, 1)), Code::NoTakeback),
        (refused(far(), 2, to(Seat::Two, 0)), Code::NoTakeback),
        (refused(far(), 2, to(Seat::Two, 3)), Code::NoTakeback),
        (refused(far(), 1, to(Seat::One, u16::MAX)), Code::NoTakeback),
        (refused(over(), 1, to(Seat::One, 0)), Code::NoGame),
    ]
}

/// Players 1 and 2, and no stone.
fn waiting_for_stones() -> Table {
    Table::two_people(settings())
}

fn of_endings() -> Vec<Refused> {
    let abort = |seat, game| move |_: &Table| Command::Abort { seat, game };
    let restart = |seat, game| move |_: &Table| Command::Restart { seat, game };
    let mut two = playing();
    two.play("b2");
    vec![
        (refused(two, 1, abort(Seat::One, 1)), Code::TooLate),
        (refused(playing(), 1, abort(Seat::One, 2)), Code::Stale),
        (refused(playing(), 1, abort(Seat::Two, 1)), Code::NotYourSeat),
        (refused(over(), 1, abort(Seat::One, 1)), Code::NoGame),
        (refused(playing(), 1, restart(Seat::One, 1)), Code::NotAlone),
        (refused(against_ai(), 1, restart(Seat::One, 2)), Code::Stale),
        (refused(against_ai(), 1, restart(Seat::Two, 1)), Code::NotYourSeat),
        (refused(over(), 1, restart(Seat::One, 1)), Code::NoGame),
    ]
}

fn of_absence() -> Vec<Refused> {
    let ask = |seat| move |_: &Table| stand_in(seat);
    let strong = |_: &Table| Command::StandIn { seat: Seat::One, game: 1, bot: Bot::Level(Level::Master) };
    let one_keyboard = Table::open(settings(), &[ME, guest()]);
    let ready = |table: &Table| Command::Ready { seat: Seat::Two, at: table.room.at() };
    vec![
        (refused(playing(), 1, claim(Seat::One)), Code::TooEarly),
        (refused(playing(), 1, ask(Seat::One)), Code::TooEarly),
        (refused(one_keyboard, 1, claim(Seat::One)), Code::TooEarly),
        (refused(against_ai(), 1, claim(Seat::One)), Code::TooEarly),
        (refused(left_alone(GRACE - 1), 1, claim(Seat::One)), Code::TooEarly),
        (refused(left_alone(GRACE - 1), 1, ask(Seat::One)), Code::TooEarly),
        (refused(left_alone(GRACE), 2, claim(Seat::Two)), Code::TooEarly),
        (refused(left_alone(GRACE), 1, claim(Seat::Two)), Code::NotYourSeat),
        (refused(left_alone(GRACE), STRANGER, claim(Seat::One)), Code::Spectator),
        (refused(left_alone(GRACE), STRANGER, ask(Seat::One)), Code::Spectator),
        (refused(left_alone(GRACE), 1, strong), Code::NoSuchBot),
        (refused(over(), 1, claim(Seat::One)), Code::NoGame),
        (refused(stood_in(), 1, claim(Seat::One)), Code::TooEarly),
        (refused(stood_in(), 1, ask(Seat::One)), Code::TooEarly),
        (refused(stood_in(), 2, |table| super::place(table, Seat::Two, "b2")), Code::NotYourSeat),
        (refused(stood_in(), 2, ready), Code::NotYourSeat),
    ]
}

/// The game is over, and player 1 has removed player 2.
fn sent_away() -> Table {
    let mut table = over();
    table.ask(1, &Command::Kick { seat: Seat::Two }).unwrap();
    table
}

fn of_the_host() -> Vec<Refused> {
    let change =
        |table: &Table| Command::Change { settings: settings(), passphrase: None, at: table.room.at() };
    let swap = |table: &Table| Command::Swap { at: table.room.at() };
    let kick = |seat| move |_: &Table| Command::Kick { seat };
    let old = |table: &Table| Command::Swap { at: table.log[0].seq };
    let stale =
        |table: &Table| Command::Change { settings: settings(), passphrase: None, at: table.log[0].seq };
    let recognize = |was, now| move |_: &Table| Command::Recognize { was: PlayerId(was), now: PlayerId(now) };
    let here = |returning| {
        let mut table = over();
        table.attendance.returning = returning;
        table.attendance.away_since[Seat::Two] = Some(table.now);
        table
    };
    let both_sit = || {
        let mut table = here(Returning::Possible);
        table.ask(1, &Command::Stand { seat: Seat::One }).unwrap();
        table.ask(3, &Command::Join { passphrase: None }).unwrap();
        table
    };
    let mut ai = over();
    ai.ask(1, &Command::Kick { seat: Seat::Two }).unwrap();
    ai.ask(1, &Command::SetAi { seat: Seat::Two, bot: Bot::Level(Level::Easy) }).unwrap();
    ai.all_ready();
    ai.resign(Seat::One);
    let ai = || ai.clone();
    vec![
        (refused(over(), 2, change), Code::NotHost),
        (refused(over(), 2, swap), Code::NotHost),
        (refused(over(), 2, kick(Seat::One)), Code::NotHost),
        (refused(over(), STRANGER, swap), Code::NotHost),
        (refused(playing(), 1, change), Code::GameOn),
        (refused(playing(), 1, swap), Code::GameOn),
        (refused(playing(), 1, kick(Seat::Two)), Code::GameOn),
        (refused(over(), 1, old), Code::Stale),
        (refused(over(), 1, stale), Code::Stale),
        (refused(over(), 1, kick(Seat::One)), Code::NoKick),
        (refused(waiting(), 1, kick(Seat::Two)), Code::NoKick),
        (refused(ai(), 1, kick(Seat::Two)), Code::NoKick),
        (refused(over(), 2, recognize(1, 3)), Code::NotHost),
        (refused(over(), 1, recognize(2, 2)), Code::NoSuchPlayer),
        (refused(over(), 1, recognize(1, 3)), Code::NoSuchPlayer),
        (refused(over(), 1, recognize(2, 1)), Code::NoSuchPlayer),
        (refused(over(), 1, recognize(9, 3)), Code::NoSuchPlayer),
        (refused(over(), 1, recognize(2, 3)), Code::TooEarly),
        (refused(here(Returning::StillHere), 1, recognize(2, 3)), Code::TooEarly),
        (refused(here(Returning::NotHere), 1, recognize(2, 3)), Code::NoSuchPlayer),
        (refused(left_alone(GRACE - 1), 1, recognize(2, 3)), Code::TooEarly),
        (refused(both_sit(), 1, recognize(2, 3)), Code::AlreadySeated),
        (refused(sent_away(), 2, |_| Command::Join { passphrase: None }), Code::Barred),
        (refused(sent_away(), 2, |_| Command::Sit { seat: Seat::Two, guest: None }), Code::Barred),
    ]
}

/// Players 1 and 2 in a room with these access rules.
fn guarded(access: Access, spectators: SpectatorRule) -> Table {
    let mut table = Table::open(Settings { access, spectators, ..settings() }, &[ME, OPEN]);
    table.put(Input::Admit { player: PlayerId(2), door: AccessCheck::Passphrase }).unwrap();
    table.ask(2, &Command::Join { passphrase: None }).unwrap();
    table
}

/// Eight other people ask to watch.
fn besieged() -> Table {
    let mut table = guarded(Access::Listed, SpectatorRule::ByConsent);
    for player in 20..28 {
        table.ask(player, &Command::AskToWatch {}).unwrap();
    }
    table
}

fn shut_out(room: &Room, player: u32) -> (Reject, Code) {
    let reject = room.check_watch(PlayerId(player)).unwrap_err();
    let code = reject.code();
    (reject, code)
}

fn of_doors() -> Vec<Refused> {
    let join = |_: &Table| Command::Join { passphrase: None };
    let ask = |_: &Table| Command::AskToWatch {};
    let admit = |seat, player| {
        move |_: &Table| Command::Admit { seat, player: PlayerId(player), reply: Reply::Accept }
    };
    let [secret, shy, shut] = [
        guarded(Access::Passphrase, SpectatorRule::Allowed),
        guarded(Access::Listed, SpectatorRule::ByConsent),
        guarded(Access::Listed, SpectatorRule::Never),
    ];
    let mut let_in = shy.clone();
    let_in.put(Input::Admit { player: PlayerId(STRANGER), door: AccessCheck::Consent }).unwrap();
    let sit = |guest: Option<Name>| move |_: &Table| Command::Sit { seat: Seat::Two, guest: guest.clone() };
    vec![
        (refused(secret.clone(), STRANGER, join), Code::Passphrase),
        (refused(secret.clone(), STRANGER, sit(None)), Code::Passphrase),
        (refused(secret.clone(), STRANGER, ask), Code::Passphrase),
        (shut_out(&secret.room, STRANGER), Code::Passphrase),
        (shut_out(&shy.room, STRANGER), Code::NeedsConsent),
        (shut_out(&shut.room, STRANGER), Code::NoSpectators),
        (refused(shut, STRANGER, ask), Code::NoSpectators),
        (refused(shy.clone(), 1, ask), Code::NotAsking),
        (refused(let_in, STRANGER, ask), Code::NotAsking),
        (refused(playing(), STRANGER, ask), Code::NotAsking),
        (refused(shy.clone(), 1, admit(Seat::One, STRANGER)), Code::NotAsking),
        (refused(besieged(), 1, admit(Seat::One, STRANGER)), Code::NotAsking),
        (refused(besieged(), 1, admit(Seat::Two, 20)), Code::NotYourSeat),
        (refused(besieged(), 20, admit(Seat::Two, 20)), Code::Spectator),
        (refused(besieged(), STRANGER, ask), Code::TooMany),
    ]
}
