//! The opening of a game: who acts, who plays which colour, and how far back a takeback goes.

use serde::{Deserialize, Serialize};

use super::Game;
use crate::{
    game::{Clock, Millis, PerSeat, Seat, SideTime, Turn},
    rules::{Area, Choice, Opening, Party, Point, Progress, Step, Stone},
};

/// A choice in an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoiceMade {
    /// The number of stones on the board.
    pub ply: u16,
    pub choice: Choice,
    /// The seat that chose, and its times.
    pub turn: Turn,
}

impl Game {
    /// Returns the opening rule.
    #[must_use]
    pub const fn opening(&self) -> Opening {
        self.opening
    }

    /// Returns the seat that began the game; `None` until the sides are set.
    #[must_use]
    pub const fn first(&self) -> Option<Seat> {
        self.first
    }

    /// Returns the choices in the opening, in order.
    #[must_use]
    pub fn choices(&self) -> &[ChoiceMade] {
        &self.choices
    }

    /// Returns the seat that plays Black; `None` until the sides are set or chosen.
    #[must_use]
    pub fn black(&self) -> Option<Seat> {
        if !self.opening.has_choice() {
            return self.first;
        }
        let made = self.choices.last()?;
        made.choice.colour().map(|stone| match stone {
            Stone::Black => made.turn.seat,
            Stone::White => made.turn.seat.other(),
        })
    }

    /// Returns the colour of `seat`; `None` until the sides are set or chosen.
    #[must_use]
    pub fn stone_of(&self, seat: Seat) -> Option<Stone> {
        self.black().map(|black| if black == seat { Stone::Black } else { Stone::White })
    }

    /// Returns the seat that plays `stone`; `None` until the sides are set or chosen.
    #[must_use]
    pub fn seat_of(&self, stone: Stone) -> Option<Seat> {
        self.black().map(|black| Seat::of_stone(stone, black))
    }

    /// Returns the next step of the opening; `None` once the opening is over.
    #[must_use]
    pub fn step(&self) -> Option<Step> {
        self.step_after(self.position.moves().len())
    }

    fn step_after(&self, stones: usize) -> Option<Step> {
        let is_chosen = self.opening.has_choice() && self.black().is_some();
        self.opening.step(Progress { stones, choices: self.choices.len() }).filter(|_| !is_chosen)
    }

    /// Returns where the opening allows the next stone.
    #[must_use]
    pub fn area(&self) -> Area {
        match self.step() {
            Some(Step::Stone { area, .. }) => area,
            Some(Step::Choice { .. }) | None => Area::Anywhere,
        }
    }

    /// Returns the seat that must place a stone or choose; `None` until the sides are set. It does not look at the end
    /// of the game.
    #[must_use]
    pub fn seat_to_act(&self) -> Option<Seat> {
        self.seat_after(self.position.moves().len())
    }

    /// Returns the seat that acts once `stones` stones are on the board, without another choice.
    pub(in crate::game) fn seat_after(&self, stones: usize) -> Option<Seat> {
        match self.step_after(stones) {
            Some(step) => self.first.map(|first| match step.by() {
                Party::First => first,
                Party::Second => first.other(),
            }),
            None => self.seat_of(Stone::of_ply(stones + 1)),
        }
    }

    /// Whether both seats have placed a stone or chosen.
    #[must_use]
    pub fn both_have_acted(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| self.last_act_of(seat).is_some())
    }

    /// Returns the seat of the last stone or choice; `None` before the first.
    #[must_use]
    pub fn last_actor(&self) -> Option<Seat> {
        match self.choices.last() {
            Some(made) if made.ply == self.ply() => Some(made.turn.seat),
            _ => self.turns.last().map(|turn| turn.seat),
        }
    }

    /// Returns the number of stones before the last stone or choice of `seat`; `None` if it has done neither.
    #[must_use]
    pub fn last_act_of(&self, seat: Seat) -> Option<u16> {
        let stone = self.turns.iter().rposition(|turn| turn.seat == seat);
        let choice = self.choices.iter().rfind(|made| made.turn.seat == seat).map(|made| made.ply);
        stone.and_then(|index| u16::try_from(index).ok()).max(choice)
    }

    /// Returns the number of choices before the last act of `seat` at `to` stones: its stone, or else its choice. `None`
    /// if it did not act there.
    pub(in crate::game) fn choices_before(&self, seat: Seat, to: u16) -> Option<u8> {
        let placed = self.turns.get(usize::from(to)).is_some_and(|turn| turn.seat == seat);
        let count = if placed {
            self.choices.iter().take_while(|made| made.ply <= to).count()
        } else {
            self.choices.iter().rposition(|made| made.ply == to && made.turn.seat == seat)?
        };
        u8::try_from(count).ok()
    }

    /// Sets who begins a game without moves. In an opening without choices, that side has Black.
    pub(in crate::game) fn set_first(&mut self, seat: Seat) -> Result<(), String> {
        if self.first.is_some() || !self.position.moves().is_empty() {
            return Err("the sides are set".to_owned());
        }
        self.first = Some(seat);
        Ok(())
    }

    /// Notes a choice of `seat` at `now`.
    pub(in crate::game) fn choose(&mut self, seat: Seat, choice: Choice, now: Millis) -> Result<(), String> {
        let step = self.step().filter(|step| step.allows(choice));
        if step.is_none() || self.seat_to_act() != Some(seat) {
            return Err(format!("seat {} cannot choose this now", u8::from(seat)));
        }
        let (ply, turn) = (self.ply(), self.turn_of(seat, now));
        self.choices.push(ChoiceMade { ply, choice, turn });
        self.notes.hint = None;
        Ok(())
    }

    /// Checks whether it is for `seat` to place a stone, and whether the opening allows the point.
    pub(super) fn check_stone(&self, seat: Seat, point: Point) -> Result<(), String> {
        if self.seat_to_act() != Some(seat) {
            Err(format!("seat {} is not to move", u8::from(seat)))
        } else if matches!(self.step(), Some(Step::Choice { .. })) {
            Err("the opening asks for a choice".to_owned())
        } else if self.area().contains(self.position.variant(), point) {
            Ok(())
        } else {
            Err(format!("the opening does not allow {point}"))
        }
    }

    /// Checks that the game was once in the position with `to` stones and `choices` choices, and has gone on since.
    pub(super) fn check_earlier(&self, to: u16, choices: usize) -> Result<(), String> {
        let least = self.choices.iter().take_while(|made| made.ply < to).count();
        let most = self.choices.iter().take_while(|made| made.ply <= to).count();
        let earlier = to < self.ply() || (to == self.ply() && choices < self.choices.len());
        if earlier && (least..=most).contains(&choices) && self.end.is_none() {
            Ok(())
        } else {
            Err(format!("the game cannot go back to {to} stones and {choices} choices"))
        }
    }

    /// Returns the times of the last stone or choice.
    pub(super) fn last_turn_mut(&mut self) -> Option<&mut Turn> {
        let ply = self.ply();
        match self.choices.last_mut() {
            Some(made) if made.ply == ply => Some(&mut made.turn),
            _ => self.turns.last_mut(),
        }
    }

    /// Returns the time that each seat had left in the position with `to` stones and `choices` choices; the full time
    /// before a seat's first act.
    pub(in crate::game) fn left_at(&self, clock: &Clock, to: u16, choices: u8) -> PerSeat<SideTime> {
        let full = clock.rule.full().unwrap_or(SideTime::NOTHING);
        let stones = &self.turns[..usize::from(to).min(self.turns.len())];
        let choices = &self.choices[..usize::from(choices).min(self.choices.len())];
        PerSeat::of(|seat| {
            let stone = stones.iter().rposition(|turn| turn.seat == seat);
            match (stone, choices.iter().rfind(|made| made.turn.seat == seat)) {
                (None, None) => full,
                (Some(index), made) if made.is_none_or(|made| index >= usize::from(made.ply)) => {
                    stones[index].left
                }
                (_, made) => made.map_or(full, |made| made.turn.left),
            }
        })
    }
}
