//! The weights of a program in a form.

use std::ops::RangeInclusive;

use tengen_session::text::Lang;
use tengen_shared::rules::search::{LineWeights, RunWorths};
use tengen_worker::Program;

/// The greatest worth of a run, as [`RunWorths`] asks.
const MAX_WORTH: i64 = 1_000_000_000_000;

/// A weight, as it is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weight {
    pub typed: String,
    kind: Kind,
}

/// What a weight is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The weight at this place of [`LineWeights`].
    Attack(usize),
    Defence(usize),
    /// A run of so many stones with so many open ends.
    Run(usize, usize),
    /// How many times the person's runs count.
    Times,
}

/// Returns the weights of a program, in the order of the form; nothing if it has none.
#[must_use]
pub(super) fn of(program: &Program) -> Vec<Weight> {
    let kinds: Vec<Kind> = match program {
        Program::Greedy(_) => (0..7).flat_map(|row| [Kind::Attack(row), Kind::Defence(row)]).collect(),
        Program::Domain { .. } => {
            // A single stone is worth nothing in the article.
            let runs = (1..5).flat_map(|stones| (0..3).map(move |ends| Kind::Run(stones, ends)));
            runs.chain([Kind::Times]).collect()
        }
        Program::Alphabeta { .. } | Program::Levels { .. } => Vec::new(),
    };
    let weight = |kind: Kind| Weight { typed: kind.value(program).to_string(), kind };
    kinds.into_iter().map(weight).collect()
}

/// Returns `program` with these weights; `None` if one of them is not a number in its range.
#[must_use]
pub(super) fn put_into(weights: &[Weight], program: &Program) -> Option<Program> {
    let mut changed = program.clone();
    for weight in weights {
        weight.kind.set(&mut changed, weight.number()?);
    }
    Some(changed)
}

impl Weight {
    /// Returns the number that is typed; `None` if it is not a number in its range.
    #[must_use]
    pub(super) fn number(&self) -> Option<i64> {
        self.typed.trim().parse().ok().filter(|value| self.range().contains(value))
    }

    /// The smallest and the greatest number.
    #[must_use]
    pub(super) const fn range(&self) -> RangeInclusive<i64> {
        match self.kind {
            Kind::Attack(_) | Kind::Defence(_) => 0..=u16::MAX as i64,
            Kind::Run(..) => 0..=MAX_WORTH,
            Kind::Times => 1..=100,
        }
    }

    #[must_use]
    pub(super) fn label(&self, lang: Lang) -> String {
        let row = |place: usize| match place {
            0 => "1".to_owned(),
            1 => "2".to_owned(),
            2 => "3".to_owned(),
            3 => lang.learn_open("3"),
            4 => "4".to_owned(),
            5 => lang.learn_open("4"),
            _ => lang.learn_five().to_owned(),
        };
        match self.kind {
            Kind::Attack(place) => lang.learn_attack(&row(place)),
            Kind::Defence(place) => lang.learn_defence(&row(place)),
            Kind::Run(stones, ends) => lang.learn_row_ends(stones, ends),
            Kind::Times => lang.learn_times().to_owned(),
        }
    }
}

impl Kind {
    fn value(self, program: &Program) -> i64 {
        match (self, program) {
            (Self::Attack(place), Program::Greedy(LineWeights { attack, .. })) => attack[place].into(),
            (Self::Defence(place), Program::Greedy(LineWeights { defence, .. })) => defence[place].into(),
            (Self::Run(stones, ends), Program::Domain { worths, .. }) => worths.runs[stones][ends],
            (Self::Times, Program::Domain { worths, .. }) => worths.human_times,
            _ => 0,
        }
    }

    fn set(self, program: &mut Program, value: i64) {
        let small = u16::try_from(value).unwrap_or(u16::MAX);
        match (self, program) {
            (Self::Attack(place), Program::Greedy(LineWeights { attack, .. })) => attack[place] = small,
            (Self::Defence(place), Program::Greedy(LineWeights { defence, .. })) => defence[place] = small,
            (Self::Run(stones, ends), Program::Domain { worths: RunWorths { runs, .. }, .. }) => {
                runs[stones][ends] = value;
            }
            (Self::Times, Program::Domain { worths, .. }) => worths.human_times = value,
            _ => {}
        }
    }
}
