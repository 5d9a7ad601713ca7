//! Access: the passphrase, who may watch, and requests to watch.

use tengen_shared::{
    game::{
        Access, AccessCheck, AccessGrant, Availability, Command, Event, Input, PerSeat, PlayerId, Reject,
        Reply, Room, Seat, SeatPlan, Settings, SpectatorRule,
    },
    protocol::view,
};

use super::{
    settings,
    table::{AI, ME, Table, name},
};

const STRANGER: u32 = 9;

fn with(access: Access, spectators: SpectatorRule) -> Settings {
    Settings { access, spectators, ..settings() }
}

fn secret() -> Settings {
    with(Access::Passphrase, SpectatorRule::Allowed)
}

/// Players 1 and 2, whose consent every spectator needs.
fn shy() -> Table {
    Table::two_people(with(Access::Listed, SpectatorRule::ByConsent))
}

fn asked(mut table: Table) -> Table {
    table.ask(STRANGER, &Command::AskToWatch {}).unwrap();
    table
}

fn admit(table: &mut Table, seat: Seat, reply: Reply) -> Result<Vec<Event>, Reject> {
    table.of_seat(seat, &Command::Admit { seat, player: PlayerId(STRANGER), reply })
}

fn may_watch(table: &Table, player: u32) -> Result<(), Reject> {
    table.room.check_watch(PlayerId(player))
}

fn open(table: &mut Table, player: u32, door: AccessCheck) -> Vec<Event> {
    table.put(Input::Admit { player: PlayerId(player), door }).unwrap()
}

fn consent(player: u32) -> Event {
    Event::Admitted { admission: AccessGrant { player: PlayerId(player), door: AccessCheck::Consent } }
}

#[test]
fn a_spectator_is_not_promised_that_they_can_ask_since_they_may_be_admitted() {
    let mut table = asked(shy());
    admit(&mut table, Seat::One, Reply::Accept).unwrap();
    admit(&mut table, Seat::Two, Reply::Accept).unwrap();
    let (player, ask) = (PlayerId(STRANGER), Command::AskToWatch {});
    assert_eq!(table.ask(STRANGER, &ask), Err(Reject::NoNeedToAsk));
    let seen = view::snapshot(&table.room, player).can(player, &ask, PerSeat::default());
    assert_eq!(seen, Availability::Unknown(Reject::NoNeedToAsk));
}

#[test]
fn listed_and_unlisted_rooms_are_open_to_whoever_comes() {
    for access in [Access::Listed, Access::Unlisted] {
        let table = Table::two_people(with(access, SpectatorRule::Allowed));
        assert_eq!(
            (table.room.check_entry(PlayerId(STRANGER)), may_watch(&table, STRANGER)),
            (Ok(()), Ok(()))
        );
    }
}

#[test]
fn a_passphrase_opens_the_room_once_and_for_all() {
    let mut table = Table::open(secret(), &[ME, SeatPlan::Open {}]);
    let sit = Command::Sit { seat: Seat::Two, guest: None };
    for command in [Command::Join { passphrase: None }, sit, Command::AskToWatch {}] {
        assert_eq!(table.ask(2, &command), Err(Reject::NeedsPassphrase), "{command:?}");
    }
    assert_eq!(may_watch(&table, 2), Err(Reject::NeedsPassphrase));
    assert_eq!(open(&mut table, 2, AccessCheck::Passphrase).len(), 1);
    assert_eq!(open(&mut table, 2, AccessCheck::Passphrase), [], "it is open already");
    assert_eq!(may_watch(&table, 2), Ok(()));
    assert_eq!(may_watch(&table, 3), Err(Reject::NeedsPassphrase));
    table.ask(2, &Command::Join { passphrase: None }).unwrap();
    table.resign(Seat::Two);
    table.ask(2, &Command::Leave {}).unwrap();
    table.ask(2, &Command::Join { passphrase: None }).unwrap();
}

#[test]
fn the_host_and_those_who_sit_always_come_in() {
    for (access, spectators) in [
        (Access::Passphrase, SpectatorRule::Allowed),
        (Access::Listed, SpectatorRule::ByConsent),
        (Access::Passphrase, SpectatorRule::Never),
    ] {
        let mut table = Table::open(with(access, spectators), &[SeatPlan::Open {}, AI]);
        assert_eq!(may_watch(&table, 1), Ok(()), "the host need not sit");
        open(&mut table, 2, AccessCheck::Passphrase);
        table.ask(2, &Command::Join { passphrase: None }).unwrap();
        assert_eq!((table.room.check_entry(PlayerId(2)), may_watch(&table, 2)), (Ok(()), Ok(())));
        assert!(may_watch(&table, STRANGER).is_err());
    }
}

#[test]
fn the_owner_of_a_seat_in_which_a_computer_stands_in_comes_in_too() {
    let mut table = Table::two_people(settings());
    table.attendance.away_since[Seat::Two] = Some(0);
    let bot = "easy".parse().unwrap();
    table.ask(1, &Command::StandIn { seat: Seat::One, game: 1, bot }).unwrap();
    table.resign(Seat::One);
    let at = table.room.at();
    let shut = with(Access::Passphrase, SpectatorRule::Never);
    table.ask(1, &Command::Change { settings: shut, passphrase: None, at }).unwrap();
    assert_eq!((table.room.check_entry(PlayerId(2)), may_watch(&table, 2)), (Ok(()), Ok(())));
    table.ask(2, &Command::Join { passphrase: None }).unwrap();
}

#[test]
fn where_nobody_may_watch_one_may_still_play() {
    let mut table = Table::open(with(Access::Listed, SpectatorRule::Never), &[ME, SeatPlan::Open {}]);
    assert_eq!(may_watch(&table, 2), Err(Reject::NoSpectators));
    assert_eq!(table.ask(2, &Command::AskToWatch {}), Err(Reject::NoSpectators));
    table.ask(2, &Command::Join { passphrase: None }).unwrap();
    assert_eq!(may_watch(&table, 2), Ok(()));
}

#[test]
fn two_players_must_both_agree_in_either_order() {
    for first in Seat::BOTH {
        let mut table = asked(shy());
        assert_eq!(may_watch(&table, STRANGER), Err(Reject::NeedsConsent));
        let agreed = admit(&mut table, first, Reply::Accept).unwrap();
        assert_eq!(agreed, [Event::WatchAgreed { seat: first, player: PlayerId(STRANGER) }]);
        assert_eq!(table.room.asking()[0].agreed, Some(first));
        assert_eq!(admit(&mut table, first, Reply::Accept).unwrap(), [], "nobody agrees twice");
        assert_eq!(may_watch(&table, STRANGER), Err(Reject::NeedsConsent));
        assert_eq!(admit(&mut table, first.other(), Reply::Accept).unwrap(), [consent(STRANGER)]);
        assert_eq!((may_watch(&table, STRANGER), table.room.asking()), (Ok(()), &[][..]));
        assert_eq!(table.ask(STRANGER, &Command::AskToWatch {}), Err(Reject::NoNeedToAsk));
    }
}

#[test]
fn either_player_can_refuse_even_after_the_other_has_agreed() {
    for seat in Seat::BOTH {
        let mut table = asked(shy());
        admit(&mut table, Seat::One, Reply::Accept).unwrap();
        let refused = admit(&mut table, seat, Reply::Decline).unwrap();
        assert_eq!(refused, [Event::WatchRefused { player: PlayerId(STRANGER) }]);
        assert_eq!((may_watch(&table, STRANGER), table.room.asking()), (Err(Reject::NeedsConsent), &[][..]));
        assert_eq!(admit(&mut table, seat, Reply::Accept), Err(Reject::NobodyAsks));
        table.ask(STRANGER, &Command::AskToWatch {}).unwrap();
    }
}

#[test]
fn one_player_alone_decides_alone_and_without_any_person_nobody_has_to() {
    let rule = with(Access::Listed, SpectatorRule::ByConsent);
    let mut table = asked(Table::open(rule, &[AI, ME]));
    assert_eq!(admit(&mut table, Seat::Two, Reply::Accept).unwrap(), [consent(STRANGER)]);
    let guest = SeatPlan::Guest { name: name("Bo") };
    let mut table = asked(Table::open(rule, &[ME, guest]));
    assert_eq!(admit(&mut table, Seat::Two, Reply::Accept).unwrap(), [consent(STRANGER)]);
    let mut table = Table::open(rule, &[AI, AI]);
    assert_eq!(table.ask(STRANGER, &Command::AskToWatch {}).unwrap(), [consent(STRANGER)]);
    assert_eq!(may_watch(&table, STRANGER), Ok(()));
}

#[test]
fn consent_opens_no_passphrase_and_a_passphrase_gives_no_consent() {
    let mut table = Table::two_people(with(Access::Listed, SpectatorRule::ByConsent));
    open(&mut table, STRANGER, AccessCheck::Passphrase);
    assert_eq!(may_watch(&table, STRANGER), Err(Reject::NeedsConsent));
    open(&mut table, STRANGER, AccessCheck::Consent);
    assert_eq!(may_watch(&table, STRANGER), Ok(()));
    let mut table = Table::open(secret(), &[ME, SeatPlan::Open {}]);
    open(&mut table, STRANGER, AccessCheck::Consent);
    assert_eq!(may_watch(&table, STRANGER), Err(Reject::NeedsPassphrase));
}

#[test]
fn asking_twice_changes_nothing_and_the_list_is_bounded() {
    let mut table = asked(shy());
    assert_eq!(table.ask(STRANGER, &Command::AskToWatch {}).unwrap(), []);
    for player in 20..27 {
        table.ask(player, &Command::AskToWatch {}).unwrap();
    }
    assert_eq!(table.room.asking().len(), 8);
    assert_eq!(table.ask(27, &Command::AskToWatch {}), Err(Reject::TooManyAsk));
    admit(&mut table, Seat::One, Reply::Decline).unwrap();
    table.ask(27, &Command::AskToWatch {}).unwrap();
}

#[test]
fn only_the_last_who_were_let_in_are_remembered() {
    let mut table = shy();
    for player in 100..165 {
        open(&mut table, player, AccessCheck::Consent);
    }
    assert_eq!(may_watch(&table, 164), Ok(()));
    assert_eq!(may_watch(&table, 101), Ok(()), "64 of them");
    assert_eq!(may_watch(&table, 100), Err(Reject::NeedsConsent));
}

#[test]
fn who_has_agreed_is_forgotten_when_other_people_sit_there() {
    let agreed = || {
        let mut table = shy();
        table.resign(Seat::Two);
        let mut table = asked(table);
        admit(&mut table, Seat::One, Reply::Accept).unwrap();
        table
    };
    let mut swapped = agreed();
    let at = swapped.room.at();
    swapped.ask(1, &Command::Swap { at }).unwrap();
    admit(&mut swapped, Seat::Two, Reply::Accept).unwrap();
    assert!(may_watch(&swapped, STRANGER).is_err(), "player 1 has agreed twice, and player 2 not at all");
    let mut replaced = agreed();
    replaced.ask(1, &Command::Leave {}).unwrap();
    replaced.ask(3, &Command::Join { passphrase: None }).unwrap();
    admit(&mut replaced, Seat::Two, Reply::Accept).unwrap();
    assert!(may_watch(&replaced, STRANGER).is_err(), "player 3 has not agreed");
    let mut alone = agreed();
    alone.ask(2, &Command::Leave {}).unwrap();
    admit(&mut alone, Seat::One, Reply::Accept).unwrap();
    assert_eq!(may_watch(&alone, STRANGER), Ok(()), "whoever is left decides alone");
}

#[test]
fn nobody_waits_at_a_door_that_is_open_or_that_they_have_passed() {
    let mut table = shy();
    table.resign(Seat::Two);
    let mut table = asked(table);
    table.ask(2, &Command::Leave {}).unwrap();
    let mut seated = table.clone();
    seated.ask(STRANGER, &Command::Join { passphrase: None }).unwrap();
    assert_eq!(seated.room.asking(), []);
    let at = table.room.at();
    table.ask(1, &Command::Change { settings: settings(), passphrase: None, at }).unwrap();
    assert_eq!(table.room.asking(), []);
}

#[test]
fn only_players_see_who_asks_and_nobody_is_sent_who_was_let_in() {
    let mut table = asked(shy());
    open(&mut table, 30, AccessCheck::Passphrase);
    let seen = |viewer: u32| -> Room { view::snapshot(&table.room, PlayerId(viewer)) };
    assert_eq!([1, 2, 30].map(|viewer| seen(viewer).asking().len()), [1, 1, 0]);
    for viewer in [1, 2, 30] {
        let json = serde_json::to_value(seen(viewer)).unwrap();
        assert_eq!(json["admitted"], serde_json::json!([]), "{viewer}");
    }
    let told = |viewer: u32| {
        let events = view::events(&table.room, PlayerId(viewer), &table.log);
        let at_doors = |event: &Event| matches!(event, Event::WatchAsked { .. } | Event::Admitted { .. });
        events.iter().filter(|stamped| at_doors(&stamped.event)).count()
    };
    assert_eq!([1, 2, 30].map(told), [2, 2, 0]);
}
