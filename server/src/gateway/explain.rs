//! Explanations: an engine's search of a position, for one connection.

use std::{sync::Arc, time::Duration};

use tengen_engine::ShowError;
use tengen_shared::{
    game::{CommandId, RejectCode, RoomCode},
    protocol::ServerMessage,
    rules::{Bot, search::Tree},
};

use crate::{
    app::App,
    bots::{self, Job, Owner, Rank},
    metrics::Dropped,
    peer::Peer,
    quota::Share,
    room_io::Explanation,
};

/// The longest time for an explanation.
const EXPLAIN_TIME: Duration = Duration::from_millis(1_500);

/// Answers with an engine's search of a position. One at a time per connection.
pub(super) fn explain(
    app: &App,
    peer: &Arc<Peer>,
    id: CommandId,
    room: &RoomCode,
    Explanation { position, ply, bot, cuts }: Explanation,
) {
    let busy = |text: &str| peer.reject(Some(id), Some(room.clone()), (RejectCode::Busy, text));
    let Some(turn) = peer.ask_to_explain() else {
        return busy("your last explanation is still in progress: wait for it");
    };
    let Some(place) = peer.source.quota.acquire(Share::Explanations) else {
        app.metrics.drop_one(Dropped::Quota);
        return busy("too many explanations for your network address: ask again in a moment");
    };
    let (asker, code, stop) = (peer.clone(), room.clone(), turn.stop.clone());
    let job = Job {
        rank: Rank::Watched,
        owner: Owner { address: peer.who.address, player: peer.who.player },
        want: EXPLAIN_TIME,
        by: None,
        stop: stop.clone(),
        began: Box::new(|| ()),
        work: Box::new(move |grant| {
            let shown = bots::show(&position, (bot, cuts), grant.due, &stop);
            drop(place);
            // Release the turn first: a client that has the answer may ask the next question.
            drop(turn);
            answer(&asker, id, code, (ply, bot), shown);
        }),
    };
    if app.explanations.submit(job).is_err() {
        app.metrics.drop_one(Dropped::BotQueue);
        busy("too many explanations are in progress: ask again in a moment");
    }
}

fn answer(
    peer: &Peer,
    id: CommandId,
    room: RoomCode,
    (ply, bot): (u16, Bot),
    shown: Option<Result<Tree, ShowError>>,
) {
    match shown {
        Some(Ok(tree)) => {
            let tree = Box::new(tree);
            peer.outbox.answer(&ServerMessage::Explanation { id, room, ply, bot, tree });
        }
        Some(Err(error)) => {
            let reject = match error {
                ShowError::Bot { .. } => RejectCode::NoSuchBot,
                ShowError::NothingToShow { .. } | ShowError::Search(_) => RejectCode::NotExplained,
            };
            peer.reject(Some(id), Some(room), (reject, error.to_string()));
        }
        None => {
            let text = "the search failed (the server's log says why): choose another level or engine";
            peer.reject(Some(id), Some(room), (RejectCode::NotExplained, text));
        }
    }
}
