//! Records of finished games match the games, and survive both codecs.

use tengen_shared::{
    game::{
        ClockRule, Command, EndReason, GameId, GameRecord, Input, Occupant, PerSeat, PlayerId, Seat,
        SeatPlan, Settings, Thinking, ThoughtRule,
    },
    protocol::{Codec, GameSummary, ServerFrame, ServerMessage},
    rules::{Outcome, Pace, Stone, Value, Variant},
};

use super::{
    settings,
    table::{AI, ME, Table, name, point},
    timed,
};

fn texts(record: &GameRecord) -> Vec<String> {
    record.moves.iter().map(ToString::to_string).collect()
}

#[test]
fn a_record_is_what_was_played() {
    let rule = ClockRule::fischer(60_000, 1_000).unwrap();
    let mut table = Table::two_people(timed(rule));
    let begun = table.now;
    for text in ["a1", "b1", "a2", "b2", "a3"] {
        assert_eq!(table.room.finished_game(), None);
        table.wait(2_500).play(text);
    }
    let record = table.room.finished_game().unwrap();
    assert_eq!(record.room.as_str(), "amber-fox-42");
    assert_eq!((record.number, record.variant, record.clock), (1, Variant::TICTACTOE, rule));
    let person =
        |player: u32| Occupant::Person { player: PlayerId(player), name: name(&format!("Player {player}")) };
    assert_eq!(record.seats, PerSeat([person(1), person(2)]));
    assert_eq!((record.stand_ins, record.stood_in, record.black), (PerSeat([None, None]), false, Seat::One));
    assert_eq!((record.begun, record.ended), (begun, begun + 5 * 2_500));
    assert_eq!(texts(&record), ["a1", "b1", "a2", "b2", "a3"]);
    assert_eq!(record.turns, table.room.game().unwrap().turns());
    assert_eq!(
        record.turns.iter().map(|turn| turn.left.ms).collect::<Vec<_>>(),
        [58_500, 58_500, 57_000, 57_000, 55_500]
    );
    assert_eq!((record.end.winner, record.end.reason), (Some(Seat::One), EndReason::Line));
    assert_eq!(record.end.line, ["a1", "a2", "a3"].map(point));
    assert_eq!(record.players().collect::<Vec<_>>(), [PlayerId(1), PlayerId(2)]);
}

#[test]
fn a_record_can_be_replayed_to_every_ply() {
    let mut table = Table::two_people(settings());
    table.play("a1 b1 a2 b2 a3");
    let record = table.room.finished_game().unwrap();
    for ply in 0..=5 {
        assert_eq!(record.position(ply).unwrap().moves(), &record.moves[..ply]);
    }
    let last = record.position(99).unwrap();
    assert_eq!((last.moves().len(), last.outcome()), (5, Some(Outcome::Win(Stone::Black))));
    let twice = GameRecord { moves: vec![point("a1"); 2], ..record };
    assert_eq!((twice.position(1).is_some(), twice.position(2)), (true, None));
}

#[test]
fn what_was_taken_back_is_in_no_record() {
    let mut table = Table::two_people(timed(ClockRule::per_move(60_000).unwrap()));
    table.play("a1 b1");
    table.agree_on(Seat::One, tengen_shared::game::Offer::Takeback { to: 0 });
    table.play("c3");
    table.resign(Seat::Two);
    let record = table.room.finished_game().unwrap();
    assert_eq!((texts(&record), record.turns.len()), (vec!["c3".to_owned()], 1));
}

#[test]
fn every_end_that_counts_has_a_record_and_no_other_has() {
    let mut given_up = Table::two_people(settings());
    given_up.resign(Seat::One);
    let record = given_up.room.finished_game().unwrap();
    assert_eq!(
        (record.end.reason, record.end.winner, record.moves.len()),
        (EndReason::Resignation, Some(Seat::Two), 0)
    );
    let mut agreed = Table::two_people(settings());
    agreed.agree_on(Seat::One, tengen_shared::game::Offer::Draw {});
    assert_eq!(agreed.room.finished_game().unwrap().end.reason, EndReason::Agreement);
    let mut late = Table::two_people(timed(ClockRule::per_move(1_000).unwrap()));
    late.wait(1_000).put(Input::Tick).unwrap();
    assert_eq!(late.room.finished_game().unwrap().end.reason, EndReason::Time);
    let mut aborted = Table::two_people(settings());
    aborted.ask(1, &Command::Abort { seat: Seat::One, game: 1 }).unwrap();
    assert_eq!(aborted.room.finished_game(), None);
    let mut anew = Table::open(settings(), &[ME, AI]);
    anew.ask(1, &Command::Restart { seat: Seat::One, game: 1 }).unwrap();
    assert_eq!(anew.room.finished_game(), None);
}

/// An AI has won against player 1. It has evaluated its move, and player 1 has asked for a hint.
fn thoughtful(thoughts: ThoughtRule) -> GameRecord {
    let mut table = Table::open(Settings { thoughts, ..settings() }, &[AI, ME]);
    let thinking = Some(Thinking { value: Value::Estimate(-3), depth: 4, nodes: 99, pace: Pace::Shortened });
    let at = table.room.at();
    table.put(Input::AiMove { seat: Seat::One, point: point("b2"), at, thinking }).unwrap();
    let at = table.room.at();
    table.ask(1, &Command::Hint { seat: Seat::Two, at }).unwrap();
    table.resign(Seat::Two);
    table.room.finished_game().unwrap()
}

#[test]
fn thoughts_are_kept_unless_the_room_keeps_them_secret_and_hints_always() {
    for (rule, kept) in [(ThoughtRule::Live, 1), (ThoughtRule::AfterGame, 1), (ThoughtRule::Never, 0)] {
        let record = thoughtful(rule);
        assert_eq!((record.thoughts.len(), record.hints.len()), (kept, 1), "{rule:?}");
    }
}

#[test]
fn players_are_people_and_each_is_named_once() {
    assert_eq!(thoughtful(ThoughtRule::Live).players().collect::<Vec<_>>(), [PlayerId(1)]);
    let mut table = Table::open(settings(), &[ME, SeatPlan::Guest { name: name("Bo") }]);
    table.resign(Seat::One);
    let record = table.room.finished_game().unwrap();
    assert_eq!(record.players().collect::<Vec<_>>(), [PlayerId(1)]);
    assert_eq!(record.clock, ClockRule::None);
}

#[test]
fn a_record_reads_the_same_again_and_its_line_in_a_list_agrees() {
    let mut table = Table::two_people(timed(ClockRule::byo_yomi(1_000, 1_000, 5).unwrap()));
    table.wait(3_500).play("a1 b1 a2 b2 a3");
    for record in [table.room.finished_game().unwrap(), thoughtful(ThoughtRule::Live)] {
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<GameRecord>(&json).unwrap(), record);
        let id = tengen_shared::game::CommandId(tengen_shared::game::RunId(1), 2);
        let summary = GameSummary::new(GameId(7), &record);
        for message in [
            ServerMessage::Game { id, game: GameId(7), record: Box::new(record.clone()) },
            ServerMessage::Games { id, games: vec![summary.clone()] },
        ] {
            for codec in Codec::ALL {
                let read = codec.decode_server(&codec.encode_server(&message));
                assert_eq!(read, Ok(ServerFrame::Known(Box::new(message.clone()))));
            }
        }
        assert_eq!((summary.game, summary.room, summary.number), (GameId(7), record.room.clone(), 1));
        assert_eq!(
            (summary.seats, summary.black, summary.ended),
            (record.seats.clone(), record.black, record.ended)
        );
        assert_eq!((summary.winner, summary.reason), (record.end.winner, record.end.reason));
        assert_eq!(usize::from(summary.moves), record.moves.len());
    }
}

#[test]
fn the_second_game_has_its_own_number_and_black() {
    let mut table = Table::two_people(settings());
    table.resign(Seat::One);
    table.wait(4_000).all_ready();
    let begun = table.now;
    table.wait(1_000).play("a1").resign(Seat::One);
    let record = table.room.finished_game().unwrap();
    assert_eq!((record.number, record.black, record.begun), (2, Seat::Two, begun));
    assert_eq!((record.turns[0].seat, record.turns[0].used_ms), (Seat::Two, 1_000));
}
