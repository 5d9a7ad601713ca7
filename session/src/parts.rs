//! A part of a static evaluation, in words.

use tengen_shared::rules::search::{Aim, OpenFor, Part, Shape, Side, WindowCell};

use crate::{
    terms::{grouped, plural},
    text::Lang,
};

/// The most points that are all named.
const NAMED: usize = 4;

/// Returns the points of a part, as text.
#[must_use]
pub fn place(part: &Part) -> String {
    match part.points.as_slice() {
        [first, .., last] if part.points.len() > NAMED => format!("{first}-{last}"),
        points => points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
    }
}

/// Returns what is found on the points of a part, in words. The letters of a window are those of article 003.
#[must_use]
pub fn in_words(part: &Part, lang: Lang) -> String {
    in_words_of(part, ["MAX", "MIN"], lang)
}

/// Returns the same with the names of those who are MAX and MIN, for the owner of a row.
#[must_use]
pub fn in_words_of(part: &Part, [max, min]: [&str; 2], lang: Lang) -> String {
    match &part.shape {
        Shape::Line { open_for } => match open_for {
            OpenFor::Both => lang.part_open_both(),
            OpenFor::Max => lang.part_open_max(),
            OpenFor::Min => lang.part_open_min(),
            OpenFor::Nobody => lang.part_open_nobody(),
        }
        .to_owned(),
        Shape::Window { cells, attack, defence, aim } => {
            let letters: String = cells.iter().copied().map(WindowCell::letter).collect();
            let what = match aim {
                Aim::Attack => {
                    lang.part_attack(attack.run, attack.open_ends, plural(attack.open_ends.into()))
                }
                Aim::Defence => {
                    lang.part_defence(defence.run, defence.open_ends, plural(defence.open_ends.into()))
                }
                Aim::Nothing => return format!("{letters} {}", lang.part_nothing()),
            };
            let shares = lang.part_shares(attack.stones, attack.cells, defence.stones, defence.cells);
            format!("{letters} {what}{shares}")
        }
        Shape::Run { side, open_ends, worth } => {
            let name = match side {
                Side::Max => max,
                Side::Min => min,
            };
            let run = lang.part_run(name, part.points.len(), *open_ends, plural((*open_ends).into()));
            match part.adds.unsigned_abs().checked_div(worth.unsigned_abs()) {
                Some(times @ 2..) => run + &lang.part_times(&grouped(worth.unsigned_abs()), times),
                _ => run,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(points: &str, adds: i64, shape: Shape) -> Part {
        let points = points.split(' ').map(|point| point.parse().unwrap()).collect();
        Part { points, adds, shape }
    }

    #[test]
    fn parts_are_told_in_words() {
        let line = part("a1 b2 c3", 1, Shape::Line { open_for: OpenFor::Max });
        assert_eq!(
            (place(&line).as_str(), in_words(&line, Lang::English).as_str()),
            ("a1 b2 c3", "open for MAX")
        );
        let run = Shape::Run { side: Side::Min, open_ends: 1, worth: 20 };
        let run = part("a1 b1 c1", -100, run);
        assert_eq!(in_words(&run, Lang::English), "MIN: row of 3, 1 open end, 20 counted 5 times");
    }
}
