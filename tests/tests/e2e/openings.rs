//! Openings over sockets: between people and AIs, with clocks, lost connections and restarts.

use tengen_shared::{
    game::{
        Claim, ClockRule, Command, EndReason, Game, Offer, Phase, Reply, Room, RoomCode, Seat, SeatPlan,
        Settings,
    },
    protocol::{Codec, Request},
    rules::{Bot, Choice, Level, Opening, Party, Point, Step, Variant},
};
use tengen_tests::{Answer, Peer, TestServer, place_all, settings};

const ONE: Seat = Seat::One;
const TWO: Seat = Seat::Two;
const EASY: SeatPlan = SeatPlan::Ai { bot: Bot::Level(Level::Easy) };

fn timed(opening: Opening) -> Settings {
    let clock = ClockRule::fischer(600_000, 1_000).unwrap();
    Settings { opening, clock, ..settings(Variant::GOMOKU15) }
}

async fn couple(server: &TestServer, settings: Settings) -> (Peer, Peer, RoomCode) {
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = ann.create(settings, [SeatPlan::Me {}, SeatPlan::Open {}]).await;
    bo.join(&code).await.unwrap();
    ann.wait_room(&code, "the first game", Room::is_playing).await;
    (ann, bo, code)
}

async fn choose(peer: &mut Peer, code: &RoomCode, choice: Choice) -> Answer {
    let (seat, at) = (peer.seat(code), peer.room(code).at());
    peer.ask(Some(code), Command::Choose { seat, choice, at }).await
}

/// Makes a choice, and waits until the other one has seen it.
async fn chosen(who: &mut Peer, other: &mut Peer, code: &RoomCode, choice: Choice) {
    let done = choose(who, code, choice).await.unwrap();
    other.wait_room(code, "the choice", |room| room.seq() >= done.seq).await;
}

fn game<'a>(peer: &'a Peer, code: &RoomCode) -> &'a Game {
    peer.room(code).game().unwrap()
}

#[tokio::test]
async fn swap2_is_played_by_every_branch_and_a_spectator_sees_what_is_chosen() {
    let server = TestServer::memory().await;
    let branches: [(&[Choice], Seat); 4] = [
        (&[Choice::Black], TWO),
        (&[Choice::White], ONE),
        (&[Choice::PlaceTwo, Choice::Black], ONE),
        (&[Choice::PlaceTwo, Choice::White], TWO),
    ];
    for (choices, black) in branches {
        let (mut ann, mut bo, code) = couple(&server, timed(Opening::Swap2)).await;
        place_all(&mut ann, &mut bo, &code, "h8 j9 g10").await;
        let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
        cy.watch(&code).await.unwrap();
        assert_eq!(cy.room(&code).phase(), Phase::Choice(TWO));
        chosen(&mut bo, &mut ann, &code, choices[0]).await;
        if let [_, last] = choices {
            place_all(&mut ann, &mut bo, &code, "a1 a2").await;
            chosen(&mut ann, &mut bo, &code, *last).await;
        }
        place_all(&mut ann, &mut bo, &code, "c3 c4").await;
        let seen = bo.room(&code).seq();
        cy.wait_room(&code, "everything", |room| room.seq() >= seen).await;
        for peer in [&ann, &bo, &cy] {
            assert_eq!(game(peer, &code).black(), Some(black), "{choices:?}");
            assert_eq!(peer.room(&code), ann.room(&code));
        }
        let made: Vec<Choice> = game(&cy, &code).choices().iter().map(|made| made.choice).collect();
        assert_eq!(made, choices);
    }
}

/// The states of swap2 with Ann in seat one: the stones before, the choice of Bo, and who must act.
const STATES: [(&str, Option<Choice>, &str, Seat); 5] = [
    ("", None, "", ONE),
    ("h8", None, "", ONE),
    ("h8 j9 g10", None, "", TWO),
    ("h8 j9 g10", Some(Choice::PlaceTwo), "a1", TWO),
    ("h8 j9 g10", Some(Choice::PlaceTwo), "a1 a2", ONE),
];

async fn reach(ann: &mut Peer, bo: &mut Peer, code: &RoomCode, state: usize) {
    let (before, choice, after, to_act) = STATES[state];
    place_all(ann, bo, code, before).await;
    if let Some(choice) = choice {
        chosen(bo, ann, code, choice).await;
    }
    place_all(ann, bo, code, after).await;
    assert_eq!(ann.room(code).turn(), Some(to_act));
}

#[tokio::test]
async fn in_every_state_of_an_opening_the_server_may_stop_and_both_go_on() {
    for state in 0..STATES.len() {
        let folder = tempfile::tempdir().unwrap();
        let server = TestServer::in_folder(folder.path()).await;
        let (mut ann, mut bo, code) = couple(&server, timed(Opening::Swap2)).await;
        reach(&mut ann, &mut bo, &code, state).await;
        let before = game(&ann, &code).clone();
        server.stopped().await;
        let server = TestServer::in_folder(folder.path()).await;
        let mut ann = ann.reconnect(server.addr).await;
        let mut bo = Peer::connect_as(server.addr, bo.me.new_run()).await;
        bo.join(&code).await.unwrap();
        let after = game(&bo, &code);
        assert_eq!(
            (after.step(), after.choices(), after.turns()),
            (before.step(), before.choices(), before.turns())
        );
        ann.wait_room(&code, "the running clock", |room| {
            matches!(
                room.clock().map(|clock| clock.state),
                Some(tengen_shared::game::ClockState::Runs { .. })
            )
        })
        .await;
        match before.step().unwrap() {
            Step::Stone { .. } => place_all(&mut ann, &mut bo, &code, "o15").await,
            Step::Choice { by: Party::First, .. } => chosen(&mut ann, &mut bo, &code, Choice::White).await,
            Step::Choice { .. } => chosen(&mut bo, &mut ann, &code, Choice::White).await,
        }
    }
}

#[tokio::test]
async fn in_every_state_a_player_who_is_gone_loses_or_an_ai_plays_on() {
    let server = TestServer::limited(|limits| limits.grace_ms = 0).await;
    for state in 0..STATES.len() {
        let (mut ann, mut bo, code) = couple(&server, timed(Opening::Swap2)).await;
        reach(&mut ann, &mut bo, &code, state).await;
        let gone = bo.vanish();
        ann.away(&code, TWO).await;
        ann.stand_in(&code, Bot::Level(Level::Easy)).await.unwrap();
        // Whatever is left of the opening is played to its end, by the AI and by Ann.
        while game(&ann, &code).step().is_some() {
            let (at, room) = (ann.room(&code).at(), ann.room(&code).clone());
            match (room.phase(), room.turn()) {
                (Phase::Choice(ONE), _) => drop(choose(&mut ann, &code, Choice::White).await.unwrap()),
                (_, Some(ONE)) => {
                    let free = room.game().unwrap().position().legal_points().last().unwrap();
                    ann.place(&code, &free.to_string()).await.unwrap();
                }
                _ => ann.wait_room(&code, "the AI", |room| room.at() > at).await,
            }
        }
        assert!(game(&ann, &code).black().is_some(), "state {state}");
        let mut bo = gone.reconnect(server.addr).await;
        bo.join(&code).await.unwrap();
        let gone = bo.vanish();
        ann.away(&code, TWO).await;
        ann.claim(&code, Claim::Win).await.unwrap();
        assert_eq!(game(&ann, &code).end().unwrap().reason, EndReason::Abandonment);
        drop(gone);
    }
}

#[tokio::test]
async fn in_every_state_one_may_resign_pause_and_take_back() {
    let server = TestServer::memory().await;
    for state in 0..STATES.len() {
        let (mut ann, mut bo, code) = couple(&server, timed(Opening::Swap2)).await;
        reach(&mut ann, &mut bo, &code, state).await;
        ann.offer(&code, Offer::Pause {}).await.unwrap();
        bo.offered(&code).await;
        bo.reply(&code, Reply::Accept).await.unwrap();
        ann.wait_room(&code, "the pause", Room::clocks_paused).await;
        for seat in [ONE, TWO] {
            let (asks, answers) = if seat == ONE { (&mut ann, &mut bo) } else { (&mut bo, &mut ann) };
            if let Some(to) = game(asks, &code).last_act_of(seat) {
                asks.offer(&code, Offer::Takeback { to }).await.unwrap();
                answers.offered(&code).await;
                let done = answers.reply(&code, Reply::Accept).await.unwrap();
                asks.wait_room(&code, "the takeback", |room| room.seq() >= done.seq).await;
                assert_eq!(asks.room(&code).turn(), Some(seat));
            }
        }
        let first = ann.room(&code).turn().unwrap();
        (if first == ONE { &mut ann } else { &mut bo }).resign(&code).await.unwrap();
        ann.wait_room(&code, "the end", |room| !room.is_playing()).await;
        let record = ann.my_games().await.remove(0);
        assert_eq!((record.reason, record.black), (EndReason::Resignation, ONE));
    }
}

#[tokio::test]
async fn a_person_and_an_ai_play_every_opening_and_so_do_two_ais() {
    let server = TestServer::memory().await;
    for opening in Opening::ALL {
        for seats in [[SeatPlan::Me {}, EASY], [EASY, SeatPlan::Me {}], [EASY, EASY]] {
            let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
            let code = ann.create(Settings { opening, ..settings(Variant::GOMOKU15) }, seats).await;
            for _ in 0..20 {
                let room = ann.room(&code).clone();
                let Some(seat) = room.turn().filter(|_| room.game().is_none_or(|game| game.ply() < 8)) else {
                    break;
                };
                if room.seats().bot(seat).is_some() {
                    ann.wait_room(&code, "the AI", |now| now.at() > room.at()).await;
                } else if matches!(room.phase(), Phase::Choice(_)) {
                    choose(&mut ann, &code, Choice::Black).await.unwrap();
                } else {
                    let game = room.game().unwrap();
                    let allowed = |point: &Point| game.area().contains(Variant::GOMOKU15, *point);
                    let free = game.position().legal_points().find(allowed).unwrap();
                    ann.place(&code, &free.to_string()).await.unwrap();
                }
            }
            assert!(game(&ann, &code).ply() >= 8, "{opening:?}: {}", ann.moves(&code));
            assert!(game(&ann, &code).black().is_some());
            ann.ask(Some(&code), Request::Snapshot {}).await.unwrap();
        }
    }
}
