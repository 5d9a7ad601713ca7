//! The words for the end of a game.

use tengen_shared::{
    game::{EndReason, Game, GameEnd, GameRecord, Room, Seat},
    protocol::GameSummary,
    rules::Variant,
};

use crate::text::Lang;

/// The end of a game, and the seat of the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    variant: Variant,
    reason: EndReason,
    winner: Option<Seat>,
    /// Whether an AI stood in for a player, so that the game does not count.
    stood_in: bool,
    you: Option<Seat>,
}

impl Ending {
    /// Returns the end of the last game of `room`. `end` may come from an event, when the room's next game has begun.
    #[must_use]
    pub fn of_room(room: &Room, end: &GameEnd) -> Self {
        // The settings may already be those of the next game.
        let variant = room.game().map_or(room.settings().variant, |game| game.position().variant());
        let stood_in = room.game().is_some_and(Game::had_stand_in);
        Self { variant, reason: end.reason, winner: end.winner, stood_in, you: None }
    }

    /// Returns the end of a finished game.
    #[must_use]
    pub const fn of_record(record: &GameRecord) -> Self {
        let GameRecord { variant, stood_in, end, .. } = record;
        Self { variant: *variant, reason: end.reason, winner: end.winner, stood_in: *stood_in, you: None }
    }

    /// Returns the end of a game in a list.
    #[must_use]
    pub const fn of_summary(game: &GameSummary) -> Self {
        let GameSummary { variant, reason, winner, stood_in, .. } = *game;
        Self { variant, reason, winner, stood_in, you: None }
    }

    /// Addresses the player in this seat as "you". Without a seat, the text is in the third person.
    #[must_use]
    pub const fn read_by(self, you: Option<Seat>) -> Self {
        Self { you, ..self }
    }

    /// Returns the result and its reason, such as "You won: Bo resigned". `name` returns the name of a player.
    #[must_use]
    pub fn text(&self, name: impl Fn(Seat) -> String, lang: Lang) -> String {
        match self.winner {
            Some(winner) if self.you == Some(winner) => self.won(&name(winner.other()), lang),
            Some(winner) if self.you.is_some() => self.lost(&name(winner), lang),
            Some(winner) => {
                let winner_name = name(winner);
                match self.why(&name(winner.other()), lang) {
                    Some(why) => lang.won_because(&winner_name, &why),
                    None => lang.won(&winner_name),
                }
            }
            None => self.without_winner(lang).to_owned(),
        }
    }

    /// Whether the score stays as it was.
    #[must_use]
    pub const fn is_uncounted(&self) -> bool {
        self.stood_in || !self.reason.counts()
    }

    /// Returns the text, and that the game does not count, if so.
    #[must_use]
    pub fn full_text(&self, name: impl Fn(Seat) -> String, lang: Lang) -> String {
        let text = self.text(name, lang);
        if self.is_uncounted() { lang.not_counted(&text) } else { text }
    }

    fn won(&self, loser: &str, lang: Lang) -> String {
        match self.why(loser, lang) {
            Some(why) => lang.you_won_because(&why),
            None => lang.you_won().to_owned(),
        }
    }

    fn lost(&self, winner: &str, lang: Lang) -> String {
        match self.reason {
            EndReason::Line => lang.you_lost_line(winner, self.variant.win_length()),
            EndReason::Resignation => lang.you_resigned().to_owned(),
            EndReason::Time => lang.you_lost_time().to_owned(),
            EndReason::Abandonment => lang.you_lost_away().to_owned(),
            EndReason::Foul => lang.you_lost_foul().to_owned(),
            EndReason::BoardFull | EndReason::Agreement | EndReason::Aborted | EndReason::Restarted => {
                lang.you_lost().to_owned()
            }
        }
    }

    /// Returns the reason of a win. No server ends a won game for one of the other reasons.
    fn why(&self, loser: &str, lang: Lang) -> Option<String> {
        match self.reason {
            EndReason::Line => Some(lang.why_line(self.variant.win_length())),
            EndReason::Resignation => Some(lang.why_resigned(loser)),
            EndReason::Time => Some(lang.why_time(loser)),
            EndReason::Abandonment => Some(lang.why_away(loser)),
            EndReason::Foul => Some(lang.why_foul(loser)),
            EndReason::BoardFull | EndReason::Agreement | EndReason::Aborted | EndReason::Restarted => None,
        }
    }

    const fn without_winner(&self, lang: Lang) -> &'static str {
        match self.reason {
            EndReason::BoardFull => lang.draw_full(),
            EndReason::Agreement => lang.draw_agreed(),
            EndReason::Abandonment => lang.draw_away(),
            EndReason::Aborted => lang.aborted(),
            EndReason::Restarted => lang.restarted(),
            // No server ends a drawn game for one of these reasons.
            EndReason::Line | EndReason::Resignation | EndReason::Time | EndReason::Foul => lang.draw(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winner_loser_and_spectator_read_the_end_from_their_side() {
        let name = |seat: Seat| if seat == Seat::One { "Ann" } else { "Bo" }.to_owned();
        let ending =
            |reason, winner, you| Ending { variant: Variant::GOMOKU15, reason, winner, stood_in: false, you };
        let texts = [
            (EndReason::Line, Some(Seat::One), Some(Seat::One), "You won: 5 in a row"),
            (EndReason::Line, Some(Seat::One), Some(Seat::Two), "You lost: Ann has 5 in a row"),
            (EndReason::Line, Some(Seat::One), None, "Ann won: 5 in a row"),
            (EndReason::Resignation, Some(Seat::Two), Some(Seat::Two), "You won: Ann resigned"),
            (EndReason::Resignation, Some(Seat::Two), Some(Seat::One), "You resigned"),
            (EndReason::Time, Some(Seat::Two), Some(Seat::One), "You lost: your time ran out"),
            (
                EndReason::Abandonment,
                Some(Seat::Two),
                Some(Seat::One),
                "You lost: you did not return in time",
            ),
            (EndReason::BoardFull, None, Some(Seat::One), "Draw: no move is left"),
            (EndReason::Aborted, None, Some(Seat::One), "Aborted (not counted)"),
        ];
        for (reason, winner, you, text) in texts {
            assert_eq!(ending(reason, winner, you).full_text(name, Lang::English), text);
        }
        let stood_in = Ending { stood_in: true, ..ending(EndReason::Line, Some(Seat::One), None) };
        assert_eq!(stood_in.full_text(name, Lang::English), "Ann won: 5 in a row (not counted)");
    }
}
