//! Properties of a room that hold for every sequence of commands, AI moves and times.

#![allow(clippy::unwrap_used)]

#[path = "room_properties/clocks.rs"]
mod clocks;
#[path = "room_properties/steps.rs"]
mod steps;
#[path = "common/table.rs"]
mod table;

use proptest::prelude::*;
use steps::{Happening, Step, What, plans, settings, steps, take};
use table::{Table, context, name, point};
use tengen_shared::{
    game::{
        AccessCheck, Channel, Command, EndReason, Event, GameRecord, Input, MAX_CHAT_LINES, Occupant, Offers,
        PerSeat, PlayerId, Room, RoomCode, SNAPSHOT_CHAT_LINES, Seat, Seq, Stamped,
    },
    protocol::{Codec, MAX_OUTBOUND, ServerFrame, ServerMessage, view},
    rules::Point,
};

/// The viewers: four who may sit down, and one who never does.
const VIEWERS: [PlayerId; 5] = [PlayerId(1), PlayerId(2), PlayerId(3), PlayerId(4), PlayerId(9)];

/// Returns the seats whose occupant could place a stone on `point` now.
fn movers(room: &Room, point: Point) -> Vec<Seat> {
    let may_place = |seat: &Seat| {
        let (seat, at) = (*seat, room.at());
        let command = Command::Place { seat, point, at };
        let input = match room.seats().player(seat) {
            Some(player) => Input::Command { player, name: &name("Mover"), command: &command },
            None => Input::AiMove { seat, point, at, thinking: None },
        };
        room.decide(input, &context(room.time())).is_ok()
    };
    Seat::BOTH.into_iter().filter(may_place).collect()
}

fn check_mover(room: &Room) {
    let anywhere = room.game().and_then(|game| game.position().legal_points().next());
    let late = room.clock().and_then(|clock| clock.flag_at(0)).is_some_and(|flag| flag <= room.time());
    let waits = |seat: &Seat| room.clocks_paused() && room.seats().bot(*seat).is_some();
    let wanted: Vec<Seat> = room.turn().into_iter().filter(|seat| !late && !waits(seat)).collect();
    let target = anywhere.unwrap_or_else(|| point("a1"));
    assert_eq!(movers(room, target), wanted);
    if let (Some(seat), Some(game)) = (room.turn(), room.game()) {
        assert_eq!(game.stone_of(seat), Some(game.position().to_move()));
        assert!(Seat::BOTH.into_iter().all(|seat| room.seats()[seat].occupant.is_some()));
        assert_eq!(game.turns().len(), game.position().moves().len());
    }
}

/// A finished game, and who its players are now: the host may have recognized them since.
struct Finished {
    record: GameRecord,
    owners: PerSeat<Occupant>,
}

impl Finished {
    fn recognize(&mut self, was: PlayerId, now: PlayerId) {
        for owner in &mut self.owners.0 {
            match owner {
                Occupant::Person { player, .. } | Occupant::Guest { host: player, .. } if *player == was => {
                    *player = now;
                }
                _ => {}
            }
        }
    }
}

/// Compares the scoreboard and the number of games with the records of the finished games.
fn check_score(room: &Room, finished: &[Finished]) {
    for entry in room.scores().entries() {
        let mut score = [0; 3];
        for Finished { record, owners } in finished.iter().filter(|finished| !finished.record.stood_in) {
            let of_entry = |seat: &Seat| owners[*seat].is_same(&entry.who);
            let seats: Vec<Seat> = Seat::BOTH.into_iter().filter(of_entry).collect();
            let [one, two] = &record.seats.0;
            match record.end.winner {
                // Each of two entries that are one now had its draw.
                None if seats.len() == 2 && !one.is_same(two) => score[1] += 2,
                None => score[1] += u32::from(!seats.is_empty()),
                Some(winner) => {
                    score[0] += u32::from(seats.contains(&winner));
                    score[2] += u32::from(seats.contains(&winner.other()));
                }
            }
        }
        assert_eq!([entry.wins, entry.draws, entry.losses], score, "{entry:?}");
    }
    assert_eq!(usize::try_from(room.games_finished()), Ok(finished.len()));
}

/// Returns the record of a game that this step ended, if it counts, and checks it against the game.
fn check_record(table: &Table, events: &[Event]) -> Option<GameRecord> {
    let end = events.iter().find_map(|event| match event {
        Event::GameOver { end } => Some(end),
        _ => None,
    })?;
    let record = table.room.finished_game();
    assert_eq!(record.is_some(), end.reason.counts());
    let record = record?;
    let game = table.room.game().unwrap();
    assert_eq!((&record.end, record.ended), (end, table.room.time()));
    assert_eq!(record.position(usize::MAX).as_ref(), Some(game.position()));
    assert_eq!(record.turns.len(), record.moves.len());
    let json = serde_json::to_string(&record).unwrap();
    assert_eq!(serde_json::from_str::<GameRecord>(&json).unwrap(), record);
    Some(record)
}

/// Asserts that `message` survives both codecs and fits into a frame.
fn check_codecs(message: &ServerMessage) {
    for codec in Codec::ALL {
        let bytes = codec.encode_server(message);
        assert!(bytes.len() <= MAX_OUTBOUND);
        assert_eq!(
            codec.decode_server(&bytes),
            Ok(ServerFrame::Known(Box::new(message.clone()))),
            "{codec:?}"
        );
    }
}

/// A person without a seat cannot change a game. They can begin one only by sitting down, or as the host of two AI
/// seats.
fn check_spectator(before: &Room, table: &Table, step: &Step, events: &[Event]) {
    let Happening::Ask { player, what, .. } = &step.what else { return };
    if before.seats().held_by(PlayerId(*player)).next().is_some() {
        return;
    }
    let begun = events.iter().any(|event| matches!(event, Event::GameBegun { .. }));
    assert!(!begun || matches!(what, What::Join | What::Sit | What::GoOn), "{step:?} by a spectator");
    assert!(begun || before.game() == table.room.game(), "{step:?} by a spectator");
}

fn check_numbers(before: &Room, table: &Table) {
    let room = &table.room;
    assert!(room.seq() >= before.seq() && room.at() >= before.at() && room.at() <= room.seq());
    assert!(room.time() >= before.time());
    assert_eq!(usize::try_from(room.seq().0), Ok(table.log.len()));
    let moved = table.log.iter().rfind(|stamped| stamped.event.moves_at());
    assert_eq!(room.at(), moved.map_or(Seq(1), |stamped| stamped.seq));
    if room.at() != before.at() {
        assert_eq!(room.offers(), &Offers::default(), "offers end when the position moves on");
    }
}

/// Asserts that actions which concern two people need the consent of both.
fn check_consent(before: &Room, room: &Room, events: &[Event]) {
    let changed = |event: &Event| {
        matches!(
            event,
            Event::SeatFreed { .. }
                | Event::StoodIn { .. }
                | Event::SettingsChanged { .. }
                | Event::SeatsSwapped {}
                | Event::Kicked { .. }
                | Event::Recognized { .. }
        )
    };
    if events.iter().any(changed) {
        assert_eq!(room.offers(), &Offers::default(), "offers end when other people sit here");
        assert!(room.asking().iter().all(|asker| asker.agreed.is_none()));
    }
    if !before.seats().two_people() {
        return;
    }
    for event in events {
        match event {
            Event::GameOver { end } => assert_ne!(end.reason, EndReason::Restarted),
            Event::MovesTakenBack { .. } => {
                assert!(events.iter().any(|event| matches!(event, Event::OfferClosed { .. })));
            }
            Event::Admitted { admission } if admission.door == AccessCheck::Consent => {
                let asker = before.asking().iter().find(|asker| asker.player == admission.player);
                assert!(asker.is_none_or(|asker| asker.agreed.is_some()), "both must agree");
            }
            _ => {}
        }
    }
}

/// Asserts that `viewer` receives only the events that are for them, and that these events and a snapshot give the
/// same room.
fn check_view(live: &mut Room, viewer: PlayerId, room: &Room, happened: &[Stamped]) {
    let own = |seat: Seat| room.seats().player(seat) == Some(viewer);
    let sits = Seat::BOTH.into_iter().any(own);
    let channel = if sits { Channel::Players } else { Channel::Spectators };
    for stamped in &*view::events(room, viewer, happened) {
        match &stamped.event {
            Event::Said { line } => assert_eq!(line.channel, channel),
            Event::HintAsked { mark } => assert!(own(mark.seat)),
            Event::HintGiven { seat, .. } => assert!(own(*seat)),
            Event::WatchAsked { .. }
            | Event::WatchAgreed { .. }
            | Event::WatchRefused { .. }
            | Event::Admitted { .. } => assert!(sits),
            _ => {}
        }
        live.apply(stamped).unwrap();
    }
    let seen = view::snapshot(room, viewer);
    assert!(seen.chat().len() <= SNAPSHOT_CHAT_LINES);
    assert!(seen.chat().iter().all(|said| said.line.channel == channel));
    assert!(sits || seen.asking().is_empty());
    if let Some(game) = seen.game().filter(|_| room.is_playing()) {
        assert!(game.hints().iter().all(|mark| own(mark.seat)));
        assert!(game.hint().is_none() || room.turn().is_some_and(own));
    }
    let known = |room: &Room| {
        let game =
            room.game().map(|game| (game.position().clone(), game.clock().copied(), game.turns().to_vec()));
        (
            game,
            room.seats().clone(),
            *room.settings(),
            room.offers().clone(),
            room.host(),
            room.at(),
            room.seq(),
        )
    };
    assert_eq!(known(live), known(&seen));
    assert_eq!(live.scores(), seen.scores());
}

/// Asserts that a room's memory of people and chat is bounded.
fn check_bounds(room: &Room) {
    assert!(room.chat().len() <= MAX_CHAT_LINES && room.asking().len() <= 8);
    let json = serde_json::to_value(room).unwrap();
    let length = |list: &serde_json::Value| list.as_array().unwrap().len();
    assert!(length(&json["admitted"]) <= 64 && length(&json["barred"]) <= 32);
    assert!(length(&json["offers"]["spent"]) <= 12);
}

/// Runs `cases` random stories and checks every promise after every step.
fn keeps_its_invariants(cases: u32) {
    proptest!(ProptestConfig::with_cases(cases), |(
        settings in settings(),
        plans in plans(),
        steps in prop::collection::vec(steps(), 0..150)
    )| {
        let code: RoomCode = "amber-fox-42".parse().unwrap();
        let mut table = Table::open(settings, &plans);
        table.pace = 0;
        let mut live = VIEWERS.map(|viewer| (viewer, view::snapshot(&table.room, viewer)));
        let mut finished: Vec<Finished> = Vec::new();
        for step in &steps {
            let before = table.room.clone();
            let events = take(&mut table, step).unwrap_or_default();
            let happened = table.log[usize::try_from(before.seq().0).unwrap()..].to_vec();
            prop_assert_eq!(events.is_empty(), table.room == before);
            check_numbers(&before, &table);
            check_spectator(&before, &table, step, &events);
            check_mover(&table.room);
            if !matches!(step.what, Happening::Admit(..)) {
                check_consent(&before, &table.room, &events);
            }
            clocks::check(&before, &table, step, &events);
            for event in &events {
                if let Event::Recognized { was, now } = event {
                    finished.iter_mut().for_each(|game| game.recognize(*was, *now));
                }
            }
            let ended = check_record(&table, &events);
            finished.extend(ended.map(|record| Finished { owners: record.seats.clone(), record }));
            if events.is_empty() {
                continue;
            }
            for (viewer, live) in &mut live {
                check_view(live, *viewer, &table.room, &happened);
            }
            check_codecs(&ServerMessage::Snapshot { room: Box::new(table.room.clone()) });
            check_codecs(&ServerMessage::Events { room: code.clone(), events: happened });
        }
        check_score(&table.room, &finished);
        check_bounds(&table.room);
        prop_assert_eq!(Table::replay(&table.log).room, table.room);
    });
}

#[test]
fn a_room_keeps_its_invariants_whatever_is_asked() {
    keeps_its_invariants(256);
}

#[test]
#[ignore = "long lane: 5,000 random stories of a room"]
fn a_room_keeps_its_invariants_in_thousands_of_stories() {
    keeps_its_invariants(5_000);
}
