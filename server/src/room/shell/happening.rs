//! What happens in a room without a command, and what follows from every event.

use tengen_shared::{
    game::{Event, Input, Millis, Seat, Seq, Stamped},
    rules::{Outlook, Pace, Point},
};
use tokio::time::Instant;

use super::Shell;
use crate::{
    bots::Chosen,
    room::{
        ai::DueMove,
        flow::Flow,
        log::{Along, NotWritten},
        machine::Judgement,
    },
    room_io::ConnId,
};

impl Shell {
    pub(super) async fn ai_move(&mut self, DueMove { seat, at, chosen }: DueMove) -> Flow {
        let (input, thinking) = match chosen {
            Chosen::Stone { point, thinking } => (Input::AiMove { seat, point, at, thinking }, thinking),
            Chosen::Choice(choice) => (Input::AiChoice { seat, choice, at }, None),
        };
        let shortened = thinking.is_some_and(|thinking| thinking.pace == Pace::Shortened);
        match self.happen(input).await {
            Ok(None) => {}
            Ok(Some(())) => {
                self.app.metrics.ai_moves.inc();
                self.app.metrics.ai_shortened.inc_by(u64::from(shortened));
            }
            Err(flow) => {
                self.ai.pause(at, Instant::now());
                return flow;
            }
        }
        Flow::Go
    }

    pub(super) async fn hint_found(&mut self, seat: Seat, at: Seq, point: Point, outlook: Outlook) -> Flow {
        if let Err(flow) = self.happen(Input::HintFound { seat, at, point, outlook }).await {
            self.hint.pause(at, Instant::now());
            return flow;
        }
        self.settle().await
    }

    /// Applies an input that is not a command. Does nothing, and returns `None`, if it no longer fits the position.
    pub(super) async fn happen(&mut self, input: Input<'_>) -> Result<Option<()>, Flow> {
        self.happen_at(input, self.time.now()).await
    }

    pub(super) async fn happen_at(&mut self, input: Input<'_>, time: Millis) -> Result<Option<()>, Flow> {
        let context = self.context(time, None);
        let Judgement::Decided(events) = self.log.machine().judge(None, input, &context) else {
            return Ok(None);
        };
        if events.is_empty() {
            return Ok(None);
        }
        let record =
            self.log.write(None, events, Along::default()).await.map_err(|NotWritten { flow, .. }| flow)?;
        self.follow_up(&record.events, None).await;
        Ok(Some(()))
    }

    /// Sends events to everybody but the sender, and handles their consequences.
    pub(super) async fn follow_up(&mut self, events: &[Stamped], sender: Option<ConnId>) {
        let move_only = |event: &Event| matches!(event, Event::StonePlaced { .. } | Event::ClockSet { .. });
        let only_moves = events.iter().all(|stamped| move_only(&stamped.event));
        if !only_moves {
            for (conn, standing) in self.members.update_standings(self.log.room()) {
                self.out.stands(conn, Some(standing));
            }
        }
        self.put_out_readers(events);
        self.out.events(self.log.room(), events, sender);
        self.show_on_wall();
        if !only_moves {
            self.presence_changed();
            self.update_access(events);
        }
        self.log.checkpoint_if_due(events).await;
    }
}
