//! Checks the effect of a step on the clocks, with a calculation that is independent of the room's own.

use tengen_shared::game::{
    COUNTDOWN_MS, Clock, ClockRule, ClockState, Event, GIFT_MS, MAX_LAG_MS, Room, Seat, SideTime,
};

use super::{steps::Step, table::Table};

/// Returns how long the side to move has thought before `step`, minus its lag up to the maximum.
fn thought(before: &Room, clock: &Clock, now: u64, lag: u64) -> u64 {
    match clock.state {
        ClockState::Runs { since, .. } => {
            now.max(before.time()).saturating_sub(since).saturating_sub(lag.min(MAX_LAG_MS))
        }
        ClockState::Paused {} | ClockState::Held {} | ClockState::Stopped {} => 0,
    }
}

/// Returns all the time that a side has, in milliseconds.
fn total(rule: ClockRule, left: SideTime) -> u64 {
    let period = match rule {
        ClockRule::ByoYomi { period_ms, .. } => u64::from(period_ms),
        ClockRule::None | ClockRule::PerMove { .. } | ClockRule::Fischer { .. } => 0,
    };
    u64::from(left.ms) + period * u64::from(left.periods)
}

/// Checks the time of a seat after a move that took `used` milliseconds.
fn check_stone(rule: ClockRule, old: SideTime, new: SideTime, used: u64) {
    let (before, after) = (total(rule, old), total(rule, new));
    assert!(used < before, "the flag had fallen");
    match rule {
        ClockRule::None => unreachable!("there is a clock"),
        ClockRule::PerMove { ms } => assert_eq!(new, SideTime { ms, periods: 0 }),
        ClockRule::Fischer { increment_ms, .. } => assert_eq!(after, before - used + u64::from(increment_ms)),
        ClockRule::ByoYomi { period_ms, .. } => {
            assert!(after >= before - used, "no more is taken than was used");
            assert!(after - (before - used) < u64::from(period_ms), "a begun period comes back, and no more");
            assert_eq!(u64::from(new.ms), u64::from(old.ms).saturating_sub(used));
        }
    }
}

/// Asserts that `step` changed the clocks of a running game only as it may.
pub(crate) fn check(before: &Room, table: &Table, step: &Step, events: &[Event]) {
    let (Some(old), Some(mover)) = (before.clock(), before.turn()) else { return };
    let Some(game) = table.room.game().filter(|game| before.game().unwrap().number() == game.number()) else {
        return;
    };
    let new = game.clock().unwrap();
    assert_eq!(new.rule, old.rule);
    let happened = |kind: fn(&Event) -> bool| events.iter().any(kind);
    if happened(|event| matches!(event, Event::MovesTakenBack { .. })) {
        assert_eq!(new.left.0, replayed(&table.room, old.rule));
        return;
    }
    let used = thought(before, old, table.now, step.lag);
    let (was, is) = (old.left(mover), new.left(mover));
    let stone = happened(|event| matches!(event, Event::StonePlaced { .. }));
    let over = happened(|event| matches!(event, Event::GameOver { .. }));
    let gift = |was: SideTime, is: SideTime| is.periods == was.periods && is.ms == was.ms + GIFT_MS;
    let [waited, waits] = [old.left(mover.other()), new.left(mover.other())];
    match new.state {
        _ if stone => {
            check_stone(old.rule, was, is, used);
            let turn = game.turns().last().unwrap();
            assert_eq!((turn.seat, turn.left), (mover, is), "a turn keeps what was left after it");
        }
        ClockState::Stopped {} if over => {
            assert_eq!(is, old.rule.after(was, used).unwrap_or(SideTime::NOTHING));
        }
        ClockState::Paused {} if old.state != (ClockState::Paused {}) => {
            assert_eq!(Some(is), old.rule.after(was, used));
        }
        _ => assert!(is == was || (gift(was, is) && waits == waited), "{was:?} became {is:?}"),
    }
    assert!(waits == waited || (!stone && !over && gift(waited, waits) && is == was));
    match new.state {
        ClockState::Runs { seat, since } => {
            assert_eq!(Some(seat), table.room.turn());
            assert!(since <= table.room.time() + COUNTDOWN_MS);
        }
        ClockState::Stopped {} => assert!(over),
        ClockState::Paused {} | ClockState::Held {} => {}
    }
}

/// Returns the time that both seats had left after their own last moves.
fn replayed(room: &Room, rule: ClockRule) -> [SideTime; 2] {
    let turns = room.game().unwrap().turns();
    Seat::BOTH.map(|seat| {
        let mut own = turns.iter().rev().filter(|turn| turn.seat == seat).map(|turn| turn.left);
        own.next().unwrap_or_else(|| rule.full().unwrap())
    })
}
