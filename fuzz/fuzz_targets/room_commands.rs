//! A room survives any commands, in any order. Every decision can be applied, and the events give the same room
//! again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_shared::{
    game::{
        Claim, ClockRule, Command, Context, Input, Name, Offer, PerSeat, Phase, PlayerId, Presence, Reply,
        Room, RoomPlan, Seat, SeatPlan, Seq, Settings, SpectatorRule, Stamped,
    },
    rules::{Bot, BotChoices, Choice, FoulRule, Level, Opening, Point, RuleSet, Variant},
};

/// The players who act; the first is the host.
const PLAYERS: u8 = 3;
const LEVELS: [Level; 2] = [Level::Easy, Level::Hard];

struct Bytes<'a>(std::slice::Iter<'a, u8>);

impl Bytes<'_> {
    /// Returns a number below `end`; 0 at the end of the bytes.
    fn below(&mut self, end: u8) -> u8 {
        self.0.next().copied().unwrap_or(0) % end
    }

    fn seat(&mut self) -> Seat {
        Seat::BOTH[usize::from(self.below(2))]
    }

    fn reply(&mut self) -> Reply {
        if self.below(4) == 0 { Reply::Decline } else { Reply::Accept }
    }

    fn settings(&mut self) -> Settings {
        let clock = match self.below(4) {
            0 => ClockRule::per_move(5_000).ok(),
            1 => ClockRule::fischer(10_000, 1_000).ok(),
            2 => ClockRule::byo_yomi(5_000, 3_000, 2).ok(),
            _ => None,
        };
        let spectators = match self.below(3) {
            0 => SpectatorRule::ByConsent,
            1 => SpectatorRule::Never,
            _ => SpectatorRule::Allowed,
        };
        let mut settings =
            Settings { clock: clock.unwrap_or_default(), spectators, ..Settings::new(Variant::TICTACTOE) };
        if self.below(2) == 0 {
            let runs = RuleSet::ALL[usize::from(self.below(5))];
            settings.variant = Variant::new(9, 9, 5, runs).expect("a board for every rule set");
            settings.opening = Opening::ALL[usize::from(self.below(5))];
            settings.fouls = [FoulRule::Refused, FoulRule::Loses][usize::from(self.below(2))];
        }
        settings
    }

    fn choice(&mut self) -> Choice {
        Choice::ALL[usize::from(self.below(3))]
    }

    /// Returns a point of the board, or one beside it.
    fn point(&mut self, room: &Room) -> Point {
        let variant = room.game().map_or(room.settings().variant, |game| game.position().variant());
        Point::new(self.below(variant.width() + 1), self.below(variant.height() + 1)).expect("a point")
    }

    fn plan(&mut self) -> SeatPlan {
        match self.below(4) {
            0 => SeatPlan::Open {},
            1 => SeatPlan::Ai { bot: Bot::Level(Level::Easy) },
            2 => SeatPlan::Guest { name: "Gus".parse().expect("a name") },
            _ => SeatPlan::Me {},
        }
    }

    fn command(&mut self, room: &Room) -> Command {
        let (seat, game) = (self.seat(), room.game().map_or(0, |game| game.number()));
        let at = if self.below(16) == 0 { Seq(self.below(30).into()) } else { room.at() };
        let offered = room.offers().of(seat.other()).map_or(at, |made| made.seq);
        match self.below(28) {
            0 | 1 => Command::Join { passphrase: None },
            2 => Command::Sit { seat, guest: None },
            3 => Command::Sit { seat, guest: "Gus".parse().ok() },
            4 => Command::Stand { seat },
            5 => Command::Leave {},
            6 => Command::SetAi { seat, bot: Bot::Level(LEVELS[usize::from(self.below(2))]) },
            7 | 8 => Command::Ready { seat, at },
            9 => Command::Resign { seat, game },
            10 => Command::Hint { seat, at },
            11 => Command::GoOn {},
            12 => Command::Offer { seat, offer: Offer::Takeback { to: self.below(9).into() }, at },
            13 => Command::Offer { seat, offer: Offer::Draw {}, at },
            14 => Command::Offer { seat, offer: Offer::Pause {}, at },
            15 => Command::Offer { seat, offer: Offer::Resume {}, at },
            16 => Command::Offer { seat, offer: Offer::Change { settings: self.settings() }, at },
            17 => Command::Answer { seat, offer: offered, reply: self.reply() },
            18 => Command::Withdraw { seat, offer: room.offers().of(seat).map_or(at, |made| made.seq) },
            19 => Command::Abort { seat, game },
            20 => Command::Claim { seat, game, claim: Claim::Draw },
            21 => Command::StandIn { seat, game, bot: Bot::Level(Level::Easy) },
            22 => Command::Change { settings: self.settings(), passphrase: None, at },
            23 => Command::Kick { seat },
            24 => Command::AskToWatch {},
            26 => Command::Choose { seat, choice: self.choice(), at },
            25 => Command::Recognize {
                was: PlayerId(u32::from(self.below(PLAYERS)) + 1),
                now: PlayerId(u32::from(self.below(PLAYERS)) + 1),
            },
            _ => Command::Admit {
                seat,
                player: PlayerId(u32::from(self.below(PLAYERS)) + 1),
                reply: self.reply(),
            },
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Bytes(bytes.iter());
    let bots = |_| BotChoices { levels: &LEVELS, engines: &[], former: &[] };
    let mut context = Context { now: 1_000, bots, lag: 0, attendance: Presence::default() };
    let names: Vec<Name> = ["Ann", "Bo", "ann"].map(|name| name.parse().expect("a name")).into();
    let plan = RoomPlan { settings: bytes.settings(), host: PlayerId(1), quick: false };
    let plans = PerSeat([bytes.plan(), bytes.plan()]);
    let Ok(events) = Room::decide_creation(&plan, &plans, &names[0], &context) else { return };
    let mut log: Vec<Stamped> = Room::stamp_creation(events, context.now);
    let fold = |log: &[Stamped]| {
        let mut room = Room::open("amber-fox-42".parse().expect("a code"), &log[0]).expect("an opening");
        log[1..].iter().for_each(|event| room.apply(event).expect("a decision can be applied"));
        room
    };
    let mut room = fold(&log);
    while bytes.0.len() > 0 {
        context.now += u64::from(bytes.below(8)) * 700;
        let player = bytes.below(PLAYERS);
        let command;
        let input = match bytes.below(10) {
            0 => Input::Tick,
            1 => Input::Hold,
            2 => Input::NextGame,
            3 | 4 | 5 => {
                let (seat, at) = (room.turn().unwrap_or(Seat::One), room.at());
                let (point, choice) = (bytes.point(&room), bytes.choice());
                let chooses = matches!(room.phase(), Phase::Choice(_));
                if room.ai_to_move().is_some() && chooses {
                    Input::AiChoice { seat, choice, at }
                } else if room.ai_to_move().is_some() {
                    Input::AiMove { seat, point, at, thinking: None }
                } else {
                    command = if chooses {
                        Command::Choose { seat, choice, at }
                    } else {
                        Command::Place { seat, point, at }
                    };
                    Input::Command {
                        player: PlayerId(u32::from(player) + 1),
                        name: &names[usize::from(player)],
                        command: &command,
                    }
                }
            }
            _ => {
                command = bytes.command(&room);
                Input::Command {
                    player: PlayerId(u32::from(player) + 1),
                    name: &names[usize::from(player)],
                    command: &command,
                }
            }
        };
        let Ok(events) = room.decide(input, &context) else { continue };
        for stamped in room.stamp(events, context.now) {
            room.apply(&stamped).expect("a decision can be applied");
            log.push(stamped);
        }
    }
    assert_eq!(fold(&log), room);
});
