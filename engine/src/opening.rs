//! How an AI plays an opening: it places stones that leave neither colour ahead, or the best stone that the opening
//! allows, and chooses its colour by search.

use tengen_shared::rules::{self, Area, Opening, Point, Position, Progress, Scale, Step, Stone, Value};

use crate::{
    chance::drawn,
    engine::Engine,
    limits::{Limits, StopFlag},
    pvs::PvsEngine,
};

/// The nodes of the search for one candidate. All candidates together take about a tenth of a second.
const CANDIDATE_NODES: u64 = 2_000;
/// The most candidates for one stone.
const CANDIDATES: usize = 32;
/// The nodes of the search before a choice.
const CHOICE_NODES: u64 = 100_000;
/// How far from the centre the first stones of a swap opening may be, and how far from each other.
const SPREAD: u8 = 4;
/// The size of the transposition table, in bytes.
const TABLE: usize = 4 << 20;
/// A side with at most this chance to win, or at least one minus this, is clearly ahead or behind.
const BALANCED: f32 = 0.42;

/// An AI's play in the opening of one game.
#[derive(Debug)]
pub struct OpeningPlayer<'a> {
    engine: PvsEngine,
    limits: Limits,
    stop: &'a StopFlag,
}

impl<'a> OpeningPlayer<'a> {
    /// Creates a player whose decisions end at the deadline of `limits`. The seed varies them.
    #[must_use]
    pub fn new(limits: Limits, stop: &'a StopFlag) -> Self {
        Self { engine: PvsEngine::new(TABLE, u8::MAX), limits, stop }
    }

    /// Returns the stone for the next step of an opening, in which `choices` choices have been made; `None` if no point is
    /// left.
    ///
    /// Where the colours are chosen later, the last stone before a choice leaves the position as even as possible, and the
    /// stones before it vary. Otherwise the stone is the best one of some that are drawn.
    pub fn stone(&mut self, position: &Position, opening: Opening, choices: usize) -> Option<Point> {
        let now = Progress { stones: position.moves().len(), choices };
        let next = Progress { stones: now.stones + 1, ..now };
        let area = match opening.step(now) {
            Some(Step::Stone { area, .. }) => area,
            _ => Area::Anywhere,
        };
        let swaps = opening.has_choice();
        let before_choice = matches!(opening.step(next), Some(Step::Choice { .. }));
        let candidates = self.candidates(position, area);
        if candidates.len() < 2 || (swaps && !before_choice) {
            return candidates.first().copied();
        }
        let mut best: Option<(f32, Point)> = None;
        for point in candidates {
            let mut after = position.clone();
            if after.play(point).is_err() {
                continue;
            }
            let Some(chance) = self.chance(&after, CANDIDATE_NODES) else { break };
            // The chance is the opponent's.
            let loss = if swaps { (chance - 0.5).abs() } else { chance };
            if best.is_none_or(|(least, _)| loss < least) {
                best = Some((loss, point));
            }
            if self.is_late() {
                break;
            }
        }
        best.map(|(_, point)| point).or_else(|| self.candidates(position, area).first().copied())
    }

    /// Returns the choice of a side at a step of an opening.
    pub fn choice(&mut self, position: &Position, step: Step) -> rules::Choice {
        use rules::Choice::{Black, PlaceTwo, White};
        let chance = self.chance(position, CHOICE_NODES).unwrap_or(0.5);
        let is_even = (BALANCED..=1.0 - BALANCED).contains(&chance);
        match (position.to_move(), chance >= 0.5) {
            _ if is_even && step.allows(PlaceTwo) => PlaceTwo,
            (Stone::Black, true) | (Stone::White, false) => Black,
            (Stone::Black, false) | (Stone::White, true) => White,
        }
    }

    /// Returns the chance of the side to move to win, from 0 to 1; `None` if the position was not searched.
    fn chance(&mut self, position: &Position, nodes: u64) -> Option<f32> {
        let most = self.limits.max_nodes.map_or(nodes, |most| most.min(nodes));
        let limits = Limits { max_nodes: Some(most), min_depth: 1, ..self.limits };
        self.engine.forget();
        let value: Value = self.engine.choose(position, &limits, self.stop, &mut ())?.value;
        Some(Scale::Logistic.chance(value))
    }

    fn is_late(&self) -> bool {
        self.stop.is_hurried() || self.limits.deadline.is_some_and(|due| web_time::Instant::now() >= due)
    }

    /// Returns some empty points in `area`, near the centre or the other stones, in random order.
    fn candidates(&self, position: &Position, area: Area) -> Vec<Point> {
        let variant = position.variant();
        let centre = Some(variant.centre()).filter(|_| position.moves().is_empty());
        let anchors = || position.moves().iter().copied().chain(centre);
        let is_near = |point: &Point| {
            anchors().any(|at| {
                point.col().abs_diff(at.col()) <= SPREAD && point.row().abs_diff(at.row()) <= SPREAD
            })
        };
        let allowed = || position.legal_points().filter(|point| area.contains(variant, *point));
        let mut points: Vec<Point> = allowed().filter(is_near).collect();
        if points.is_empty() {
            points = allowed().collect();
        }
        let number = |point: &Point| u64::from(point.col()) << 8 | u64::from(point.row());
        let seed = self.limits.seed ^ position.moves().len() as u64;
        points.sort_by_key(|point| drawn(seed, number(point)));
        points.truncate(CANDIDATES);
        points
    }
}
