//! Explanations: how an engine judges a position, for one connection.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tengen_engine::{ShowError, ShowPartsError, StopFlag};
use tengen_shared::{
    game::{CommandId, RejectCode, RoomCode},
    protocol::ServerMessage,
};

use crate::{
    app::App,
    bots::{self, Job, Owner, Rank},
    metrics::Dropped,
    peer::Peer,
    quota::Share,
    room_io::{Explanation, Insight},
};

/// The longest time for an explanation.
const EXPLAIN_TIME: Duration = Duration::from_millis(1_500);

/// Answers with what the asker wants to see of an engine's search. One at a time per connection.
pub(super) fn explain(app: &App, peer: &Arc<Peer>, id: CommandId, room: &RoomCode, question: Explanation) {
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
            let answer = answer(id, code.clone(), question, grant.due, &stop);
            drop(place);
            // Release the turn first: a client that has the answer may ask the next question.
            drop(turn);
            match answer {
                Ok(message) => asker.outbox.answer(&message),
                Err(reject) => asker.reject(Some(id), Some(code), reject),
            }
        }),
    };
    if app.explanations.submit(job).is_err() {
        app.metrics.drop_one(Dropped::BotQueue);
        busy("too many explanations are in progress: ask again in a moment");
    }
}

/// Why nothing can be shown.
type Refused = (RejectCode, String);

fn answer(
    id: CommandId,
    room: RoomCode,
    Explanation { position, ply, bot, insight }: Explanation,
    due: Instant,
    stop: &StopFlag,
) -> Result<ServerMessage, Refused> {
    match insight {
        Insight::Tree(cuts) => {
            let shown = bots::show(&position, (bot, cuts), due, stop).ok_or_else(failed)?;
            let tree = Box::new(shown.map_err(|error| refusal(&error))?);
            Ok(ServerMessage::Explanation { id, room, ply, bot, tree })
        }
        Insight::Parts(path) => {
            let shown = bots::parts(&position, bot, &path).ok_or_else(failed)?;
            let parts = Box::new(shown.map_err(|error| match error {
                ShowPartsError::Show(error) => refusal(&error),
                ShowPartsError::Parts(error) => (RejectCode::NotExplained, error.to_string()),
            })?);
            Ok(ServerMessage::Parts { id, room, ply, bot, path, parts })
        }
    }
}

fn refusal(error: &ShowError) -> Refused {
    let code = match error {
        ShowError::Bot { .. } => RejectCode::NoSuchBot,
        ShowError::NothingToShow { .. } | ShowError::Search(_) => RejectCode::NotExplained,
    };
    (code, error.to_string())
}

/// The answer if the engine failed.
fn failed() -> Refused {
    let text = "the engine failed (the server's log says why): choose another level or engine";
    (RejectCode::NotExplained, text.to_owned())
}
