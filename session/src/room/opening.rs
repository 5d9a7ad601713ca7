//! What the opening of a game asks for, from the point of view of the user.

use tengen_shared::{
    game::{Game, Phase, Room, Seat},
    rules::{Area, Choice, Progress, Step, Stone},
};

use super::Viewer;
use crate::{terms::plural, text::Lang};

/// Returns how many stones the side to move places in a row in an opening, this one among them.
fn stones_left(game: &Game) -> usize {
    let by = game.step().map(Step::by);
    let (stones, choices) = (game.position().moves().len(), game.choices().len());
    let is_same = |step: &Step| matches!(step, Step::Stone { .. }) && Some(step.by()) == by;
    let step = |stones| game.opening().step(Progress { stones, choices });
    (stones..).map_while(step).take_while(is_same).count()
}

fn colour(stone: Stone, lang: Lang) -> &'static str {
    match stone {
        Stone::Black => lang.plays_black(),
        Stone::White => lang.plays_white(),
    }
}

impl Viewer<'_> {
    /// Returns what the opening asks for, such as "Ann places 3 stones, the next one black"; `None` if no opening is in
    /// progress, or if it asks only for a stone anywhere. `name` returns the name of a seat.
    #[must_use]
    pub fn opening_state(&self, name: impl Fn(Seat) -> String, lang: Lang) -> Option<String> {
        let (game, step) = step_of(self.room)?;
        let seat = game.seat_to_act()?;
        let mine = self.mine() == [seat];
        match step {
            Step::Choice { .. } if mine => Some(lang.you_choose().to_owned()),
            Step::Choice { .. } => Some(lang.chooses(&name(seat))),
            Step::Stone { .. } if !game.opening().has_choice() => None,
            Step::Stone { .. } => {
                let left = stones_left(game);
                let (s, colour) = (plural(left as u64), colour(game.position().to_move(), lang));
                Some(if mine {
                    lang.you_place(left, s, colour)
                } else {
                    lang.places(&name(seat), left, s, colour)
                })
            }
        }
    }

    /// Returns where the opening allows the next stone; `None` if it allows it anywhere.
    #[must_use]
    pub fn opening_area(&self, lang: Lang) -> Option<String> {
        let game = self.room.game().filter(|_| self.room.is_playing())?;
        match game.area() {
            Area::Centre => Some(lang.opening_in_centre(&game.position().variant().centre().to_string())),
            Area::FromCentre(least) => Some(lang.opening_from_centre(least)),
            Area::Anywhere => None,
        }
    }

    /// Returns the choices that the user has now; none if it is not for them to choose.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        match (self.room.phase(), step_of(self.room)) {
            (Phase::Choice(seat), Some((_, step))) if self.mine().contains(&seat) => step.choices().collect(),
            _ => Vec::new(),
        }
    }
}

/// Returns the running game of a room and the next step of its opening.
fn step_of(room: &Room) -> Option<(&Game, Step)> {
    let game = room.game().filter(|_| room.is_playing())?;
    Some((game, game.step()?))
}
