//! The report of `arena`: text for people, and one line of JSON for programs.

use std::io::Write;

use anyhow::Context as _;
use serde::Serialize;

use super::{
    effort::{Effort, PerMove},
    elo::Elo,
    sprt::Finding,
    tally::Tally,
};
use crate::proc::Machine;

/// The number of faults to show for each match.
const SHOWN: usize = 5;

/// All figures of a run.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    bench: &'static str,
    pub(super) settings: Settings,
    pub(super) machine: Machine,
    pub(super) matches: Vec<Match>,
}

/// The options of the run.
#[derive(Debug, Serialize)]
pub(super) struct Settings {
    pub(super) variant: String,
    /// Whether each level played the next weaker one.
    pub(super) ladder: bool,
    /// The maximum number of games in each match.
    pub(super) games: usize,
    /// The number of stones in each opening.
    pub(super) opening: usize,
    pub(super) nodes: Option<u64>,
    pub(super) move_ms: Option<u64>,
    pub(super) seed: u64,
    pub(super) threads: usize,
    /// Whether the same command gives the same results, except for the times.
    pub(super) repeatable: bool,
}

/// The figures of a match.
#[derive(Debug, Serialize)]
pub(super) struct Match {
    pub(super) a: String,
    pub(super) b: String,
    /// The number of distinct openings.
    pub(super) openings: usize,
    #[serde(flatten)]
    pub(super) elo: Elo,
    /// The finding of the test that may end a match early; `None` without a test.
    pub(super) sprt: Option<Finding>,
    #[serde(flatten)]
    pub(super) tally: Tally,
}

impl Report {
    /// Creates a report without matches.
    pub(super) fn new(settings: Settings, machine: Machine) -> Self {
        Self { bench: "arena", settings, machine, matches: Vec::new() }
    }

    /// Returns the number of games that were lost by a fault.
    pub(super) fn faults(&self) -> usize {
        self.matches.iter().map(|it| it.tally.faults.len()).sum()
    }

    /// Prints the text, followed by the JSON as the last line.
    ///
    /// # Errors
    /// Returns an error if standard output is closed.
    pub(super) fn print(&self) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        self.text(&mut out).context("cannot write the report")?;
        let json = serde_json::to_string(self).context("the report cannot be written as JSON")?;
        writeln!(out, "{json}").context("cannot write the report")
    }

    fn text(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Settings { variant, games, opening, nodes, move_ms, seed, threads, repeatable, .. } =
            &self.settings;
        writeln!(out, "{variant}: {games} games a match, openings of {opening} plies, seed {seed}")?;
        let own = || "each bot's own".to_owned();
        writeln!(
            out,
            "nodes a move: {}; time a move: {}; the result is {}repeatable",
            nodes.map_or_else(own, |nodes| format!("at most {nodes}")),
            move_ms.map_or_else(own, |ms| format!("{ms} ms")),
            if *repeatable { "" } else { "not " }
        )?;
        let Machine { cores, load_average } = self.machine;
        writeln!(out, "threads {threads}, cores {cores}, load average {load_average:.2} before the run\n")?;
        if self.settings.ladder {
            self.ladder(out)?;
        } else {
            self.matches.iter().try_for_each(|it| it.rows(out))?;
        }
        for it in &self.matches {
            it.finding(out)?;
            it.faults(out)?;
        }
        writeln!(out)
    }

    /// Prints a table in Markdown.
    fn ladder(&self, out: &mut impl Write) -> std::io::Result<()> {
        writeln!(out, "| level | versus | won / drawn / lost | Elo [95 %] | ms per move of each |")?;
        writeln!(out, "|---|---|---|---|---|")?;
        for Match { a, b, elo, tally, .. } in &self.matches {
            let Tally { wins, draws, losses, effort_a, effort_b, .. } = tally;
            let [ms_a, ms_b] = [effort_a, effort_b].map(|effort| effort.per_move().mean_ms);
            writeln!(out, "| {a} | {b} | {wins} / {draws} / {losses} | {elo} | {ms_a:.3}, {ms_b:.3} |")?;
        }
        Ok(())
    }
}

impl Match {
    fn rows(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Self { a, b, openings, elo, tally, .. } = self;
        let Tally { games, wins, draws, losses, black_wins, white_wins, pairs, .. } = tally;
        writeln!(out, "A is {a}, B is {b}\n")?;
        writeln!(out, "games       {games}: A won {wins}, drew {draws}, lost {losses}")?;
        writeln!(
            out,
            "            Black won {black_wins}, White {white_wins}; {openings} openings that differ"
        )?;
        writeln!(out, "score       A {:.1} %, Elo {elo} (95 %)", 100.0 * elo.score)?;
        let pairs = pairs.map(|count| count.to_string()).join(", ");
        writeln!(out, "pairs       A scored 0, 1/2, 1, 1 1/2, 2 points in {pairs}")?;
        effort("A", &tally.effort_a, out)?;
        effort("B", &tally.effort_b, out)
    }

    fn finding(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Self { a, b, sprt, tally, .. } = self;
        match sprt {
            Some(sprt) => writeln!(out, "\nSPRT of {a} against {b}: {sprt}; {} games", tally.games),
            None => Ok(()),
        }
    }

    fn faults(&self, out: &mut impl Write) -> std::io::Result<()> {
        let faults = &self.tally.faults;
        if !faults.is_empty() {
            writeln!(
                out,
                "\ntrouble: {} games of {} against {} lost by a fault",
                faults.len(),
                self.a,
                self.b
            )?;
        }
        for fault in faults.iter().take(SHOWN) {
            let bot = if fault.by == 'a' { &self.a } else { &self.b };
            writeln!(
                out,
                "  {} ({bot}) {} after {}",
                fault.by.to_ascii_uppercase(),
                fault.what,
                fault.moves
            )?;
        }
        Ok(())
    }
}

fn effort(name: &str, effort: &Effort, out: &mut impl Write) -> std::io::Result<()> {
    let PerMove { moves, mean_ms, max_ms, mean_nodes, max_nodes, mean_depth } = effort.per_move();
    writeln!(
        out,
        "{name} per move  mean {mean_ms:.3} ms (max {max_ms:.3}), {mean_nodes:.0} nodes (max {max_nodes}), \
         depth {mean_depth:.2}; {moves} moves"
    )
}

#[cfg(test)]
mod tests {
    use super::{
        super::{sprt::Sprt, tally::Fault},
        *,
    };

    fn report(faults: Vec<Fault>) -> Report {
        let settings = Settings {
            variant: "tictactoe".to_owned(),
            ladder: false,
            games: 20,
            opening: 2,
            nodes: Some(500),
            move_ms: None,
            seed: 1,
            threads: 2,
            repeatable: true,
        };
        let mut report = Report::new(settings, Machine { cores: 2, load_average: 0.5 });
        let tally = Tally { games: 20, wins: 20, pairs: [0, 0, 0, 0, 10], faults, ..Tally::default() };
        let (a, b) = ("hard".to_owned(), "easy".to_owned());
        let elo = Elo::from_pairs(tally.pairs);
        report.matches.push(Match { a, b, openings: 10, elo, sprt: None, tally });
        report
    }

    fn text(report: &Report) -> String {
        let mut out = Vec::new();
        report.text(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_text_and_the_json_tell_the_result() {
        let mut report = report(Vec::new());
        let told = text(&report);
        for part in ["A won 20, drew 0, lost 0", "A 100.0 %, Elo > +", "at most 500", "is repeatable"] {
            assert!(told.contains(part), "{part}: {told}");
        }
        assert!(!told.contains("trouble") && report.faults() == 0);
        let json = serde_json::to_value(&report).unwrap();
        assert_eq!(json["bench"], "arena");
        assert_eq!(json["matches"][0]["wins"], 20);
        assert!(json["matches"][0]["elo"].is_null() && json["matches"][0]["low"].is_f64());
        assert_eq!(json["matches"][0]["effort_a"]["moves"], 0);
        assert!(json["matches"][0]["sprt"].is_null());
        report.settings.ladder = true;
        assert!(text(&report).contains("\n| hard | easy | 20 / 0 / 0 | > +"), "{}", text(&report));
    }

    #[test]
    fn the_finding_of_a_test_is_told() {
        let mut report = report(Vec::new());
        report.matches[0].sprt = Some("0,30".parse::<Sprt>().unwrap().judge([0, 0, 0, 0, 10]));
        let told = text(&report);
        assert!(told.contains("\nSPRT of hard against easy: LLR ") && told.contains("; 20 games"), "{told}");
        let json = serde_json::to_value(&report).unwrap();
        assert!(json["matches"][0]["sprt"]["llr"].is_f64(), "{json}");
    }

    #[test]
    fn faults_are_counted_and_shown() {
        let fault = Fault { by: 'b', what: "gave no move".to_owned(), moves: "a1 b2".to_owned() };
        let report = report(vec![fault]);
        assert_eq!(report.faults(), 1);
        assert!(text(&report).contains("B (easy) gave no move after a1 b2"), "{}", text(&report));
    }
}
