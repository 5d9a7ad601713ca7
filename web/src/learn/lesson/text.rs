//! A position of a lesson as text.

use tengen_session::points;
use tengen_shared::rules::{Point, Stone};
use tengen_worker::Program;

/// Reads a position: nine letters for tic-tac-toe, such as `HH..C...C`, otherwise points after the letter of their side, such
/// as `C h8 H i9 g7`. C is the computer and H the person. Returns `None` for other text.
pub(super) fn read(text: &str, program: &Program) -> Option<Vec<(Point, Stone)>> {
    let side = |letter: char| match letter.to_ascii_uppercase() {
        'C' => Some(program.computer()),
        'H' => Some(program.computer().other()),
        _ => None,
    };
    let variant = program.variant();
    if variant.is_3x3() {
        let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        let is_known = |letter: &char| *letter == '.' || side(*letter).is_some();
        if letters.len() != variant.points() || !letters.iter().all(is_known) {
            return None;
        }
        let stones = variant.reading_order().zip(letters);
        return Some(stones.filter_map(|(point, letter)| Some((point, side(letter)?))).collect());
    }
    let (mut stones, mut stone): (Vec<(Point, Stone)>, _) = (Vec::new(), None);
    for word in text.split_whitespace() {
        let mut letters = word.chars();
        stone = match (letters.next().and_then(side), letters.as_str()) {
            (Some(side), "") => Some(side),
            _ => {
                for point in points::moves(word)? {
                    if !variant.contains(point) || stones.iter().any(|(at, _)| *at == point) {
                        return None;
                    }
                    stones.push((point, stone?));
                }
                stone
            }
        };
    }
    Some(stones)
}

/// Writes a position as [`read`] reads it. The last stone of the person stays the last.
pub(super) fn write(stones: &[(Point, Stone)], program: &Program) -> String {
    let letter = |stone: Stone| if stone == program.computer() { 'C' } else { 'H' };
    if program.variant().is_3x3() {
        let at = |point: Point| {
            stones.iter().find(|(at, _)| *at == point).map_or('.', |(_, stone)| letter(*stone))
        };
        return program.variant().reading_order().map(at).collect();
    }
    let of = |side: Stone| {
        let own = stones.iter().filter(move |(_, stone)| *stone == side);
        own.map(|(point, _)| format!(" {point}")).collect::<String>()
    };
    let computer = program.computer();
    let sides = [computer, computer.other()].map(|side| (letter(side), of(side)));
    let words = sides.iter().filter(|(_, points)| !points.is_empty());
    words.map(|(letter, points)| format!("{letter}{points}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use tengen_worker::Article;

    use super::*;

    #[test]
    fn positions_are_read_as_they_are_written() {
        for (article, text) in [
            (Article::Levels, "HH..C...C"),
            (Article::Alphabeta, "........."),
            (Article::Greedy, "C e8 f8 H i8 j8"),
            (Article::Domain, "H k10 c3"),
            (Article::Domain, ""),
        ] {
            let program = Program::of(article);
            let stones = read(text, &program).unwrap();
            assert_eq!(write(&stones, &program), text);
        }
        let domain = Program::of(Article::Domain);
        assert_eq!(read("h k10c3 c J9", &domain).unwrap().len(), 3);
    }

    #[test]
    fn other_text_is_refused() {
        for (article, text) in [
            (Article::Levels, "HH..C..."),
            (Article::Levels, "HH..C...X"),
            (Article::Greedy, "e8"),
            (Article::Greedy, "C e8 H e8"),
            (Article::Greedy, "C p16"),
            (Article::Greedy, "C e8 !"),
        ] {
            assert_eq!(read(text, &Program::of(article)), None, "{text}");
        }
    }
}
