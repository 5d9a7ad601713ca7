//! The words for openings and their choices.

use tengen_shared::{
    game::{ChoiceMade, Seat},
    rules::{Choice, Opening},
};

use crate::text::Lang;

/// Returns the name of an opening.
#[must_use]
pub const fn name(opening: Opening, lang: Lang) -> &'static str {
    match opening {
        Opening::None => lang.opening_none(),
        Opening::Pro => lang.opening_pro(),
        Opening::LongPro => lang.opening_long_pro(),
        Opening::Swap => lang.opening_swap(),
        Opening::Swap2 => lang.opening_swap2(),
    }
}

/// Returns one sentence that explains an opening.
#[must_use]
pub const fn about(opening: Opening, lang: Lang) -> &'static str {
    match opening {
        Opening::None => lang.about_opening_none(),
        Opening::Pro => lang.about_opening_pro(),
        Opening::LongPro => lang.about_opening_long_pro(),
        Opening::Swap => lang.about_opening_swap(),
        Opening::Swap2 => lang.about_opening_swap2(),
    }
}

/// Returns `board`, a board in words, and after it the opening if there is one.
#[must_use]
pub fn after_board(board: &str, opening: Opening, lang: Lang) -> String {
    match opening {
        Opening::None => board.to_owned(),
        opening => format!("{board} {}", name(opening, lang)),
    }
}

/// Returns the words on the button of a choice.
#[must_use]
pub const fn button(choice: Choice, lang: Lang) -> &'static str {
    match choice {
        Choice::Black => lang.choose_black(),
        Choice::White => lang.choose_white(),
        Choice::PlaceTwo => lang.choose_two(),
    }
}

/// Returns a choice in a word or two.
#[must_use]
pub const fn in_short(choice: Choice, lang: Lang) -> &'static str {
    match choice {
        Choice::Black => lang.plays_black(),
        Choice::White => lang.plays_white(),
        Choice::PlaceTwo => lang.choose_two_short(),
    }
}

/// Returns a sentence about a choice that `who` has made.
#[must_use]
pub fn chosen(who: &str, choice: Choice, lang: Lang) -> String {
    match choice {
        Choice::Black => lang.has_chosen_black(who),
        Choice::White => lang.has_chosen_white(who),
        Choice::PlaceTwo => lang.has_chosen_two(who),
    }
}

/// Returns a sentence about each of `choices` that was made when `ply` stones were on the board.
pub fn chosen_at(
    ply: usize,
    choices: &[ChoiceMade],
    name: impl Fn(Seat) -> String,
    lang: Lang,
) -> impl Iterator<Item = String> {
    let made = choices.iter().filter(move |made| usize::from(made.ply) == ply);
    made.map(move |made| chosen(&name(made.turn.seat), made.choice, lang))
}
