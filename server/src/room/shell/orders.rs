//! What the server itself asks of a room, and what comes of the other nodes of a cluster.

use tengen_shared::{
    game::{Input, Millis},
    protocol::RoomGlimpse,
};

use super::Shell;
use crate::{
    room::{clocks, flow::Flow},
    room_io::{QuestionId, Reply, RoomIn, RoomOut},
};

impl Shell {
    pub(super) async fn obey(&mut self, order: RoomIn) -> Flow {
        match order {
            RoomIn::Evict if self.members.is_empty() && !clocks::is_running(self.room()) => {
                self.stay.evict();
                return Flow::End;
            }
            RoomIn::Evict => self.app.lobby.set_idle(self.room().code(), self.members.is_empty()),
            RoomIn::EndUntouched { before, question } => return self.end_untouched(before, question).await,
            RoomIn::Glimpse { question } => {
                let room = self.log.room();
                let glimpse = RoomGlimpse::unlisted(room, self.members.listing(room));
                self.out.put(RoomOut::Reply { question, reply: Reply::Glimpse(glimpse) });
            }
            RoomIn::ShowOnWall => self.show_on_wall(),
            RoomIn::Visit { visitor, epoch } if epoch == self.log.machine().version().epoch => {
                self.out.put(RoomOut::Visited(visitor));
            }
            RoomIn::Visit { visitor, .. } => {
                // The sender took another node for the owner, or the room has changed hands on the way: another owner may have
                // been asked the same since. The sender looks again where the room is.
                if let Some(member) = &self.app.member {
                    member.close_visit(&visitor, self.log.room().code(), None);
                }
            }
            RoomIn::HandOver => {
                // Somebody else goes on with it.
                self.stay.evict();
                return Flow::End;
            }
            _ => {}
        }
        Flow::Go
    }

    /// Ends a game that nobody has touched since `before`, and leaves memory.
    async fn end_untouched(&mut self, before: Millis, question: QuestionId) -> Flow {
        let ended = if self.members.is_empty() && self.room().time() < before {
            self.happen(Input::EndUntouched).await
        } else {
            Ok(None)
        };
        let (reply, flow) = match ended {
            Ok(Some(())) => (Reply::Ended, Flow::End),
            Ok(None) => (Reply::Continues, Flow::Go),
            Err(flow) => (Reply::Continues, flow),
        };
        self.out.put(RoomOut::Reply { question, reply });
        flow
    }
}
