//! The values in the fixtures of a room's life: clocks, offers, disconnections, access, chat and history.

use tengen_shared::{
    game::{
        Access, AccessCheck, AccessGrant, Channel, ChatLine, Claim, Clock, ClockRule, ClockState, Command,
        EndReason, Event, GameEnd, GameId, GameRecord, Offer, OfferEnd, PerSeat, PlayerId, Reject,
        RejectCode, Reply, Room, Said, Seat, SeatPlan, Seq, Settings, SideTime, SpectatorRule, Stamped, Turn,
    },
    protocol::{Cmd, GameSummary, GamesOf, Request, ServerMessage},
    rules::{Bot, FoulRule, Level, Opening, Variant},
};

use super::samples::{EVENING, ann, bo, id, name, one_event, point, room, room_after, settings};

fn clocked() -> Settings {
    Settings {
        clock: ClockRule::fischer(300_000, 3_000).unwrap(),
        access: Access::Passphrase,
        spectators: SpectatorRule::ByConsent,
        ..Settings::new(Variant::GOMOKU15)
    }
}

fn clock() -> Clock {
    let clock = Clock::new(clocked().clock, Seat::One, EVENING).unwrap();
    clock.after_move(Seat::One, EVENING + 4_000, 0).unwrap()
}

pub(crate) fn commands() -> Vec<(&'static str, bool, Cmd)> {
    let (seat, game, at) = (Seat::One, 1, Seq(8));
    let passphrase = Some("open sesame".parse().unwrap());
    let seats = [SeatPlan::Me {}, SeatPlan::Open {}];
    vec![
        (
            "create-clock",
            false,
            Cmd::Request(Request::Create {
                settings: clocked(),
                seats: PerSeat(seats),
                passphrase: passphrase.clone(),
            }),
        ),
        ("join-passphrase", true, Cmd::Room(Command::Join { passphrase: passphrase.clone() })),
        ("watch-passphrase", true, Cmd::Request(Request::Watch { passphrase })),
        ("offer", true, Cmd::Room(Command::Offer { seat, offer: Offer::Takeback { to: 2 }, at })),
        ("offer-draw", true, Cmd::Room(Command::Offer { seat, offer: Offer::Draw {}, at })),
        ("offer-pause", true, Cmd::Room(Command::Offer { seat, offer: Offer::Pause {}, at })),
        ("offer-resume", true, Cmd::Room(Command::Offer { seat, offer: Offer::Resume {}, at })),
        (
            "offer-change",
            true,
            Cmd::Room(Command::Offer { seat, offer: Offer::Change { settings: clocked() }, at }),
        ),
        ("offer-swap", true, Cmd::Room(Command::Offer { seat, offer: Offer::Swap {}, at })),
        ("answer", true, Cmd::Room(Command::Answer { seat, offer: Seq(14), reply: Reply::Accept })),
        ("withdraw", true, Cmd::Room(Command::Withdraw { seat, offer: Seq(14) })),
        ("abort", true, Cmd::Room(Command::Abort { seat, game })),
        ("restart", true, Cmd::Room(Command::Restart { seat, game })),
        ("claim", true, Cmd::Room(Command::Claim { seat, game, claim: Claim::Win })),
        ("claim-draw", true, Cmd::Room(Command::Claim { seat, game, claim: Claim::Draw })),
        ("stand-in", true, Cmd::Room(Command::StandIn { seat, game, bot: Bot::Level(Level::Hard) })),
        ("give-time", true, Cmd::Room(Command::GiveTime { seat, game })),
        ("change", true, Cmd::Room(Command::Change { settings: settings(), passphrase: None, at })),
        ("swap", true, Cmd::Room(Command::Swap { at })),
        ("kick", true, Cmd::Room(Command::Kick { seat: Seat::Two })),
        ("say", true, Cmd::Room(Command::Say { text: "good luck".parse().unwrap() })),
        ("ask-to-watch", true, Cmd::Room(Command::AskToWatch {})),
        ("admit", true, Cmd::Room(Command::Admit { seat, player: PlayerId(4), reply: Reply::Accept })),
        ("list-chat", true, Cmd::Request(Request::ListChat { before: Seq(120) })),
        ("list-games", true, Cmd::Request(Request::ListGames { of: GamesOf::Room {}, before: None })),
        (
            "list-games-mine",
            false,
            Cmd::Request(Request::ListGames { of: GamesOf::Me {}, before: Some(GameId(40)) }),
        ),
        (
            "list-games-player",
            false,
            Cmd::Request(Request::ListGames { of: GamesOf::Player { player: PlayerId(2) }, before: None }),
        ),
        ("show-game", false, Cmd::Request(Request::ShowGame { game: GameId(7) })),
    ]
}

fn line(channel: Channel) -> ChatLine {
    ChatLine { channel, player: PlayerId(1), name: name("Ann"), text: "good luck".parse().unwrap() }
}

fn record() -> GameRecord {
    let times = [1_200, 3_400, 800];
    let turn = |(index, used_ms): (usize, u32)| Turn {
        seat: if index % 2 == 0 { Seat::One } else { Seat::Two },
        used_ms,
        left: SideTime { ms: 300_000 - used_ms, periods: 0 },
    };
    GameRecord {
        room: room(),
        number: 1,
        variant: Variant::TICTACTOE,
        clock: ClockRule::fischer(300_000, 0).unwrap(),
        seats: PerSeat([ann(), bo()]),
        stand_ins: PerSeat([None, None]),
        stood_in: false,
        black: Seat::One,
        begun: EVENING + 5_000,
        ended: EVENING + 11_000,
        moves: ["b2", "a1", "b1"].map(point).to_vec(),
        turns: times.into_iter().enumerate().map(turn).collect(),
        end: GameEnd { winner: Some(Seat::One), reason: EndReason::Time, line: Vec::new() },
        thoughts: Vec::new(),
        hints: Vec::new(),
        opening: Opening::None,
        choices: Vec::new(),
        fouls: FoulRule::Refused,
    }
}

/// Returns a room with everything that a snapshot can have.
fn full_room() -> Box<Room> {
    let mut room = *room_after(8);
    let events = vec![
        Event::Said { line: line(Channel::Players) },
        Event::ClockSet { clock: clock() },
        Event::OfferMade { seat: Seat::Two, offer: Offer::Takeback { to: 1 } },
        Event::WatchAsked { player: PlayerId(4), name: name("Di") },
    ];
    for stamped in room.stamp(events, EVENING + 20_000) {
        room.apply(&stamped).unwrap();
    }
    Box::new(room)
}

pub(crate) fn messages() -> Vec<(&'static str, ServerMessage)> {
    let happened = |event| ServerMessage::Events { room: room(), events: one_event(event) };
    let stopped = |state| Event::ClockSet { clock: clock().with_state(state) };
    let ended = |winner, reason| Event::GameOver { end: GameEnd { winner, reason, line: Vec::new() } };
    let player = PlayerId(4);
    let said = Stamped { seq: Seq(14), time: EVENING + 14_000, event: Event::Hidden {} };
    vec![
        ("events-clock-set", happened(Event::ClockSet { clock: clock() })),
        ("events-clock-paused", happened(stopped(ClockState::Paused {}))),
        ("events-clock-held", happened(stopped(ClockState::Held {}))),
        ("events-clock-stopped", happened(stopped(ClockState::Stopped {}))),
        ("events-moves-taken-back", happened(Event::MovesTakenBack { to: 2, choices: 0 })),
        ("events-offer-made", happened(Event::OfferMade { seat: Seat::Two, offer: Offer::Draw {} })),
        ("events-offer-closed", happened(Event::OfferClosed { seat: Seat::Two, how: OfferEnd::Declined })),
        ("events-stood-in", happened(Event::StoodIn { seat: Seat::Two, bot: Bot::Level(Level::Hard) })),
        ("events-settings-changed", happened(Event::SettingsChanged { settings: clocked() })),
        ("events-seats-swapped", happened(Event::SeatsSwapped {})),
        ("events-host-passed", happened(Event::HostPassed { to: PlayerId(2) })),
        ("events-kicked", happened(Event::Kicked { player: PlayerId(2) })),
        ("events-recognized", happened(Event::Recognized { was: PlayerId(2), now: PlayerId(5) })),
        ("events-said", happened(Event::Said { line: line(Channel::Players) })),
        ("events-watch-asked", happened(Event::WatchAsked { player, name: name("Di") })),
        ("events-watch-agreed", happened(Event::WatchAgreed { seat: Seat::One, player })),
        ("events-watch-refused", happened(Event::WatchRefused { player })),
        (
            "events-admitted",
            happened(Event::Admitted { admission: AccessGrant { player, door: AccessCheck::Consent } }),
        ),
        ("events-time", happened(ended(Some(Seat::One), EndReason::Time))),
        ("events-agreement", happened(ended(None, EndReason::Agreement))),
        ("events-abandonment", happened(ended(Some(Seat::One), EndReason::Abandonment))),
        ("events-aborted", happened(ended(None, EndReason::Aborted))),
        ("events-restarted", happened(ended(None, EndReason::Restarted))),
        ("snapshot-full", ServerMessage::Snapshot { room: full_room() }),
        (
            "chat",
            ServerMessage::Chat {
                id: id(48),
                room: room(),
                lines: vec![Said { seq: said.seq, time: said.time, line: line(Channel::Players) }],
            },
        ),
        ("games", ServerMessage::Games { id: id(49), games: vec![GameSummary::new(GameId(7), &record())] }),
        ("game", ServerMessage::Game { id: id(52), game: GameId(7), record: Box::new(record()) }),
        ("let-in", ServerMessage::LetIn { room: room() }),
        (
            "put-out",
            ServerMessage::PutOut {
                room: room(),
                code: RejectCode::Barred,
                text: Reject::Barred.to_string().into(),
            },
        ),
    ]
}
