//! A thread that thinks about one move, and what it says meanwhile.

use std::{io, sync::mpsc::SyncSender, thread, time::Instant};

use tengen_engine::{Brain, Choice, Limits, Observer, StopFlag, Value, level::Strong};
use tengen_shared::rules::Position;

use crate::event::Event;

/// The longest message: old managers read lines of 256 bytes.
const LONGEST: usize = 240;

/// Begins to think; the answer comes as [`Event::Thought`], with the brain.
///
/// # Errors
/// If there can be no thread; the brain is lost.
pub(crate) fn begin(
    mut brain: Box<Strong>,
    position: Position,
    limits: Limits,
    stop: StopFlag,
    events: SyncSender<Event>,
) -> io::Result<()> {
    let think = move || {
        let began = Instant::now();
        let mut teller = Teller { began, events: &events };
        let choice = brain.choose(&position, &limits, &stop, &mut teller);
        if let Some(choice) = &choice {
            teller.depth_done(choice);
        }
        // If nobody listens any more, the program is ending.
        let _ = events.send(Event::Thought { brain, choice });
    };
    thread::Builder::new().spawn(think).map(|_| ())
}

struct Teller<'a> {
    began: Instant,
    events: &'a SyncSender<Event>,
}

impl Observer for Teller<'_> {
    fn depth_done(&mut self, choice: &Choice) {
        // When the manager does not read, messages are dropped rather than time.
        let _ = self.events.try_send(Event::Message(message(choice, self.began)));
    }
}

/// What a finished depth has brought.
fn message(choice: &Choice, began: Instant) -> String {
    let millis = began.elapsed().as_millis().max(1);
    let value = match choice.value {
        Value::Win(plies) => format!("+M{plies}"),
        Value::Loss(plies) => format!("-M{plies}"),
        Value::Estimate(units) => units.to_string(),
    };
    let speed = u128::from(choice.nodes) * 1000 / millis;
    let mut text = format!(
        "depth {} value {value} nodes {} speed {speed} time {millis} line",
        choice.depth, choice.nodes
    );
    for point in &choice.line {
        let point = format!(" {point}");
        if text.len() + point.len() > LONGEST {
            break;
        }
        text += &point;
    }
    text
}
