//! A board in plain characters.

use tengen_shared::{
    game::Seat,
    rules::{Point, Position},
};

use super::wording::is_cross;

/// Returns the letters of the columns, and a line for each row of the board. Brackets mark the last stone.
pub(super) fn lines(position: &Position, black: Option<Seat>) -> Vec<String> {
    let variant = position.variant();
    let columns: Vec<String> = (0..variant.width()).map(|col| char::from(b'a' + col).to_string()).collect();
    let mut lines = vec![format!("   {}", columns.join(" "))];
    for row in (0..variant.height()).rev() {
        let mut line = format!("{:>2} ", row + 1);
        for col in 0..variant.width() {
            let point = Point::new(col, row);
            let stone = point.and_then(|point| position.board().get(point));
            let is_last = point.is_some() && position.last() == point;
            if is_last {
                // The bracket replaces the space before the stone, so that the columns stay aligned.
                line.pop();
                line.push('[');
            }
            line.push(match stone {
                None => '.',
                Some(stone) if is_cross(variant, black, stone) => 'X',
                Some(_) => 'O',
            });
            line.push(if is_last { ']' } else { ' ' });
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use tengen_shared::rules::Variant;

    use super::*;

    #[test]
    fn the_last_stone_stands_in_brackets_and_the_columns_stay() {
        let mut position = Position::new(Variant::TICTACTOE);
        assert_eq!(lines(&position, None), ["   a b c", " 3 . . .", " 2 . . .", " 1 . . ."]);
        for point in ["b2", "a3", "c1"] {
            position.play(point.parse().unwrap()).unwrap();
        }
        assert_eq!(lines(&position, None), ["   a b c", " 3 O . .", " 2 . X .", " 1 . .[X]"]);
        assert_eq!(lines(&position, Some(Seat::Two)), ["   a b c", " 3 X . .", " 2 . O .", " 1 . .[O]"]);
        let mut large = Position::new("26x26k5".parse().unwrap());
        large.play("a26".parse().unwrap()).unwrap();
        large.play("b25".parse().unwrap()).unwrap();
        let shown = lines(&large, Some(Seat::Two));
        assert!(shown[1].starts_with("26 X . ") && shown[2].starts_with("25 .[O]."), "{shown:?}");
        assert!(shown.iter().all(|line| line.len() <= 3 + 2 * 26));
    }
}
