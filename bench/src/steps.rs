//! Draws how much stronger each step has made the engine, as a picture in SVG.

use std::{fmt::Write as _, fs, io::Write as _, path::PathBuf};

use anyhow::Context as _;

use crate::arena::Elo;

/// The left end of the scale, with space for the steps in words, and the right end, with space for the figures.
const SCALE: (f64, f64) = (380.0, 820.0);
const WIDTH: u32 = 960;
/// The height of a step, and of the head.
const ROW: u32 = 26;
const HEAD: u32 = 40;
/// The distance of two lines of the scale, in Elo.
const GRID: u32 = 100;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// File with the steps and their matches
    #[arg(value_name = "FILE", default_value = "bench/STEPS")]
    file: PathBuf,
}

/// A step, and what it was worth in a match of the engine with it against the engine without it.
#[derive(Clone, Debug, PartialEq)]
struct Step {
    number: String,
    limit: String,
    words: String,
    elo: Elo,
}

/// Prints the picture.
///
/// # Errors
/// Returns an error if the file cannot be read, or a line of it is no step.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let file = args.file.display();
    let text = fs::read_to_string(&args.file).with_context(|| format!("cannot read {file}"))?;
    let steps = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let steps: Vec<Step> = steps
        .map(|(at, line)| parse(line).with_context(|| format!("{file}, line {}: {line:?}", at + 1)))
        .collect::<anyhow::Result<_>>()?;
    writeln!(std::io::stdout(), "{}", svg(&steps))?;
    Ok(())
}

fn parse(line: &str) -> anyhow::Result<Step> {
    let columns: Vec<&str> = line.splitn(6, ' ').collect();
    let [number, won, lost, drawn, limit, words] = columns[..] else {
        anyhow::bail!("write a step as: number, games won, lost and drawn, limit, words");
    };
    let games = |text: &str| text.parse::<u64>().with_context(|| format!("{text:?} is no number of games"));
    let (won, lost, drawn) = (games(won)?, games(lost)?, games(drawn)?);
    anyhow::ensure!(won > 0 && lost > 0, "a match that one side has won throughout has no figure");
    // Which games shared an opening is not recorded, so each counts as a pair.
    let elo = Elo::from_pairs([lost, 0, drawn, 0, won]);
    Ok(Step { number: number.into(), limit: limit.into(), words: words.into(), elo })
}

/// Returns the picture: a row for each step, which begins where the one before has ended.
fn svg(steps: &[Step]) -> String {
    let (total, least, most) = steps.iter().fold((0.0, 0.0_f64, 0.0_f64), |(sum, least, most), step| {
        (sum + step.elo.elo, least.min(sum + step.elo.low), most.max(sum + step.elo.high))
    });
    let x = |elo: f64| SCALE.0 + (elo - least) / (most - least).max(1.0) * (SCALE.1 - SCALE.0);
    let height = HEAD + ROW * u32::try_from(steps.len()).unwrap_or(u32::MAX) + ROW;
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{height}' font-family='sans-serif' \
         font-size='12'><rect width='{WIDTH}' height='{height}' fill='white'/>\
         <text x='8' y='20'>What each step added, in Elo, with its 95 % interval. The sum, {total:+.0}, is too high: steps \
         were kept for these results.</text>"
    );
    let lines = (0..).map(|line| f64::from(line * GRID)).take_while(|elo| *elo <= most);
    for elo in lines {
        let at = x(elo);
        let _ = write!(
            svg,
            "<path d='M{at:.1} {HEAD}V{}' stroke='lightgrey'/><text x='{at:.1}' y='{}' text-anchor='middle'>{elo:+.0}</text>",
            height - ROW,
            height - 8
        );
    }
    let (mut sum, mut y) = (0.0, HEAD + ROW / 2);
    for Step { number, limit, words, elo } in steps {
        let [from, to, low, high] = [0.0, elo.elo, elo.low, elo.high].map(|elo| x(sum + elo));
        let (left, width, top) = (from.min(to), (to - from).abs(), y - 6);
        let _ = write!(
            svg,
            "<text x='8' y='{}'>{number}. {} ({})</text><rect x='{left:.1}' y='{top}' width='{width:.1}' height='12' \
             fill='steelblue'/><path d='M{low:.1} {y}H{high:.1}' stroke='black'/><text x='{}' y='{}'>{elo}</text>",
            y + 4,
            escaped(words),
            escaped(limit),
            SCALE.1 + 12.0,
            y + 4,
        );
        sum += elo.elo;
        y += ROW;
    }
    svg.push_str("</svg>");
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_of_the_file_begins_where_the_one_before_has_ended() {
        let file = include_str!("../STEPS");
        let steps: Vec<Step> =
            file.lines().filter(|line| !line.starts_with('#')).map(|line| parse(line).unwrap()).collect();
        let picture = svg(&steps);
        assert_eq!(picture.matches("fill='steelblue'").count(), steps.len());
        let total: f64 = steps.iter().map(|step| step.elo.elo).sum();
        assert!(picture.contains(&format!("{total:+.0}, is too high")));
        let two = svg(&["1 30 10 0 1k a<b", "2 10 30 0 1k c&d"].map(|line| parse(line).unwrap()));
        let bars: Vec<&str> =
            two.split("<rect x='").skip(1).map(|bar| bar.split(" height").next().unwrap()).collect();
        assert_eq!(
            bars[0].replace("y='47'", ""),
            bars[1].replace("y='73'", ""),
            "one step takes back the other"
        );
        assert!(two.contains("a&lt;b") && two.contains("c&amp;d"));
    }

    #[test]
    fn a_line_that_is_no_step_is_refused() {
        for line in ["1 2 3", "1 2 3 x 1k words", "1 5 0 0 1k never lost"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
