//! Offers: draws, and how offers cross, end and expire.

use tengen_shared::game::{
    ClockRule, Command, EndReason, Event, GameEnd, Offer, OfferEnd, OfferKind, Reject, Reply, Seat, SeatPlan,
    Settings,
};

use super::{
    settings,
    table::{ME, Table},
    timed,
};

const DRAW: Offer = Offer::Draw {};
const PAUSE: Offer = Offer::Pause {};

fn playing() -> Table {
    let mut table = Table::two_people(settings());
    table.play("a1");
    table
}

fn closed(seat: Seat, how: OfferEnd) -> Event {
    Event::OfferClosed { seat, how }
}

fn drawn() -> Event {
    Event::GameOver { end: GameEnd { winner: None, reason: EndReason::Agreement, line: Vec::new() } }
}

fn open(table: &Table) -> [Option<OfferKind>; 2] {
    Seat::BOTH.map(|seat| table.room.offers().of(seat).map(|made| made.offer.kind()))
}

fn withdraw(table: &mut Table, seat: Seat) -> Result<Vec<Event>, Reject> {
    let offer = table.room.offers().of(seat).unwrap().seq;
    table.of_seat(seat, &Command::Withdraw { seat, offer })
}

#[test]
fn a_draw_by_agreement_scores_for_nobody_and_counts() {
    let mut table = playing();
    table.offer(Seat::Two, DRAW).unwrap();
    assert_eq!(open(&table), [None, Some(OfferKind::Draw)]);
    let number = table.room.seq();
    assert_eq!(table.room.offers().of(Seat::Two).unwrap().seq, number, "an offer has its event's number");
    assert_eq!(
        table.answer(Seat::One, Reply::Accept).unwrap(),
        [closed(Seat::Two, OfferEnd::Accepted), drawn()]
    );
    assert_eq!((table.score(1), table.score(2)), ([0, 1, 0], [0, 1, 0]));
    assert_eq!((table.room.games_finished(), table.room.next_first()), (1, Seat::Two));
    assert_eq!(open(&table), [None, None]);
}

#[test]
fn crossing_offers_of_the_same_agree() {
    let mut table = playing();
    table.offer(Seat::One, DRAW).unwrap();
    assert_eq!(table.offer(Seat::Two, DRAW).unwrap(), [closed(Seat::One, OfferEnd::Accepted), drawn()]);
    let mut timed = Table::two_people(timed(ClockRule::per_move(60_000).unwrap()));
    timed.offer(Seat::Two, PAUSE).unwrap();
    timed.offer(Seat::One, PAUSE).unwrap();
    assert!(timed.room.clocks_paused());
}

#[test]
fn offers_of_different_things_stand_beside_each_other() {
    let mut table = playing();
    table.play("b1");
    table.offer(Seat::One, DRAW).unwrap();
    table.offer(Seat::Two, Offer::Takeback { to: 1 }).unwrap();
    assert_eq!(open(&table), [Some(OfferKind::Draw), Some(OfferKind::Takeback)]);
    table.answer(Seat::One, Reply::Decline).unwrap();
    assert_eq!(open(&table), [Some(OfferKind::Draw), None]);
    assert!(table.room.is_playing());
}

#[test]
fn the_same_offer_again_changes_nothing_while_it_is_open() {
    let mut table = playing();
    table.offer(Seat::One, DRAW).unwrap();
    assert_eq!(table.offer(Seat::One, DRAW).unwrap(), []);
}

#[test]
fn a_declined_or_withdrawn_offer_is_spent_until_the_position_moves_on() {
    for reply in [None, Some(Reply::Decline)] {
        let mut table = playing();
        table.offer(Seat::One, DRAW).unwrap();
        let (events, how) = match reply {
            Some(reply) => (table.answer(Seat::Two, reply), OfferEnd::Declined),
            None => (withdraw(&mut table, Seat::One), OfferEnd::Withdrawn),
        };
        assert_eq!(events.unwrap(), [closed(Seat::One, how)]);
        assert_eq!(open(&table), [None, None]);
        assert!(table.room.offers().is_spent(Seat::One, OfferKind::Draw));
        assert_eq!(table.offer(Seat::One, DRAW), Err(Reject::OfferedAlready));
        table.clone().offer(Seat::Two, DRAW).unwrap();
        table.clone().offer(Seat::One, Offer::Takeback { to: 0 }).unwrap();
        table.play("b1");
        assert!(!table.room.offers().is_spent(Seat::One, OfferKind::Draw));
        table.offer(Seat::One, DRAW).unwrap();
    }
}

#[test]
fn a_new_offer_takes_the_place_of_an_open_one() {
    let mut table = playing();
    table.offer(Seat::One, DRAW).unwrap();
    let old = table.room.offers().of(Seat::One).unwrap().seq;
    table.offer(Seat::One, Offer::Takeback { to: 0 }).unwrap();
    assert_eq!(open(&table), [Some(OfferKind::Takeback), None]);
    let late = Command::Answer { seat: Seat::Two, offer: old, reply: Reply::Accept };
    assert_eq!(table.of_seat(Seat::Two, &late), Err(Reject::NoSuchOffer));
    assert_eq!(table.offer(Seat::One, DRAW), Err(Reject::OfferedAlready));
}

#[test]
fn open_offers_are_gone_when_a_stone_is_placed_or_the_game_ends() {
    let offered = || {
        let mut table = playing();
        table.offer(Seat::One, DRAW).unwrap();
        table
    };
    let mut moved = offered();
    moved.play("b1");
    let mut over = offered();
    over.resign(Seat::Two);
    for table in [moved, over] {
        assert_eq!((open(&table), table.room.offers()), ([None, None], &Default::default()));
    }
}

#[test]
fn what_was_said_in_between_leaves_offers_open() {
    let mut table = playing();
    table.offer(Seat::One, DRAW).unwrap();
    table.ask(2, &Command::Say { text: "hm".parse().unwrap() }).unwrap();
    table.ask_as(2, "Zoë", &Command::Join { passphrase: None }).unwrap();
    assert_eq!(open(&table), [Some(OfferKind::Draw), None]);
    table.answer(Seat::Two, Reply::Accept).unwrap();
}

#[test]
fn a_draw_at_one_keyboard_needs_nobody_else() {
    let guest = SeatPlan::Guest { name: "Bo".parse().unwrap() };
    let mut table = Table::open(settings(), &[ME, guest]);
    assert_eq!(table.offer(Seat::Two, DRAW).unwrap(), [drawn()]);
}

/// Players 1 and 2 after a game.
fn between() -> Table {
    let mut table = playing();
    table.resign(Seat::Two);
    table
}

#[test]
fn between_games_either_player_may_offer_other_settings() {
    let mut table = between();
    let wanted = timed(ClockRule::fischer(60_000, 1_000).unwrap());
    let offer = Offer::Change { settings: wanted };
    table.offer(Seat::Two, offer).unwrap();
    assert_eq!(table.room.settings(), &settings());
    let at = table.room.at();
    table.ask(1, &Command::Ready { seat: Seat::One, at }).unwrap();
    let changed = table.answer(Seat::One, Reply::Accept).unwrap();
    let settings = Event::SettingsChanged { settings: wanted };
    assert_eq!(changed, [closed(Seat::Two, OfferEnd::Accepted), settings]);
    assert_eq!(table.room.settings(), &wanted);
    assert_eq!(Seat::BOTH.map(|seat| table.room.seats()[seat].ready), [false; 2], "ready for another game");
    table.all_ready();
    assert_eq!(table.left_ms(), [60_000; 2]);
}

#[test]
fn the_details_of_a_change_can_be_talked_over() {
    let mut table = between();
    for ms in [10_000, 20_000, 30_000] {
        table.offer(Seat::Two, Offer::Change { settings: timed(ClockRule::per_move(ms).unwrap()) }).unwrap();
        table.answer(Seat::One, Reply::Decline).unwrap();
    }
    let other = Offer::Change { settings: timed(ClockRule::per_move(40_000).unwrap()) };
    table.offer(Seat::One, other).unwrap();
    table.offer(Seat::Two, Offer::Change { settings: timed(ClockRule::per_move(50_000).unwrap()) }).unwrap();
    assert_eq!(table.room.settings(), &settings(), "different wishes do not cross");
    table.offer(Seat::Two, other).unwrap();
    assert_eq!(table.room.settings(), &timed(ClockRule::per_move(40_000).unwrap()));
    assert_eq!(open(&table), [None, None], "what was offered before is gone with the change");
}

#[test]
fn both_agree_to_change_seats() {
    let mut table = between();
    let events = table.agree_on(Seat::Two, Offer::Swap {});
    assert_eq!(events, [closed(Seat::Two, OfferEnd::Accepted), Event::SeatsSwapped {}]);
    assert_eq!(Seat::BOTH.map(|seat| table.room.seats().player(seat).unwrap().0), [2, 1]);
    assert_eq!(table.offer(Seat::One, Offer::Swap {}).unwrap().len(), 1, "and may want to change back");
}

#[test]
fn an_offer_that_has_become_impossible_is_refused_when_it_is_answered() {
    let mut table = between();
    table.offer(Seat::Two, Offer::Swap {}).unwrap();
    table.all_ready();
    assert_eq!(open(&table), [None, None]);
    let mut leaver = between();
    leaver.offer(Seat::Two, Offer::Swap {}).unwrap();
    leaver.ask(2, &Command::Leave {}).unwrap();
    assert_eq!(open(&leaver), [None, None]);
}

#[test]
fn an_offer_cannot_lock_the_room_for_others() {
    let mut table = between();
    let secret = Settings { access: tengen_shared::game::Access::Passphrase, ..settings() };
    let refused = table.offer(Seat::Two, Offer::Change { settings: secret });
    assert!(matches!(refused, Err(Reject::NoConsent(_))), "{refused:?}");
    let at = table.room.at();
    table.ask(1, &Command::Change { settings: secret, passphrase: None, at }).unwrap();
    table
        .offer(
            Seat::Two,
            Offer::Change { settings: Settings { clock: ClockRule::per_move(9_000).unwrap(), ..secret } },
        )
        .unwrap();
}
