//! What the brokers have stored, and whether it is what the clients were told.

use std::{io, sync::Arc};

use tengen_server::{
    cluster::{Broker as _, Filter, NatsBroker, NatsOptions, NodeRun, Nodes, Shard, StreamJournal, Subject},
    journal::{Archive as _, EventLog as _},
};
use tengen_shared::game::RoomCode;

use super::super::{
    Fault, Finding, KeptGame, Plan, Stream,
    check::{Checked, check_all},
    kills::keep_stories,
    shared::Shared,
    stored::{kept_room, other, parse_game},
};
use crate::brokers::Brokers;

/// Connects to the brokers.
pub(super) async fn connect(brokers: &Brokers) -> io::Result<NatsBroker> {
    let urls = brokers.urls().split(',').map(str::to_owned).collect();
    let options = NatsOptions { urls, ..NatsOptions::default() };
    NatsBroker::reach(&options, &"checker".parse().map_err(other)?).await.map_err(other)
}

/// Compares every ledger with the streams.
pub(super) async fn look_back(
    plan: &Plan,
    shared: &Shared,
    brokers: &Brokers,
) -> io::Result<(Vec<Finding>, Checked)> {
    let broker = Arc::new(connect(brokers).await?);
    let name = "checker".parse().map_err(other)?;
    let nodes = Arc::new(Nodes::new(NodeRun::begin(name)));
    let journal = StreamJournal::open(broker.clone(), nodes, None).await.map_err(other)?;
    journal.has_all_games().await.map_err(other)?;
    let mut failures = shared.findings();
    let (mut checked, mut unknown) = (Checked::default(), rooms(&broker).await?);
    for number in 0..plan.rooms {
        let Some(code) = shared.ledger(number).code.clone() else { continue };
        unknown.retain(|room| *room != code);
        let stream = stream(&journal, &code).await?;
        let (found, more) = check_all(&shared.ledger(number), &stream, &[]);
        failures.extend(found);
        checked.add(more);
    }
    for code in unknown {
        let text = format!("room {code} is there, and nobody knows of it");
        failures.push(Finding { room: Some(code.to_string()), ..Finding::general(Fault::Doubled, text) });
    }
    keep_stories(plan, shared, &failures)?;
    Ok((failures, checked))
}

async fn rooms(broker: &NatsBroker) -> io::Result<Vec<RoomCode>> {
    let mut rooms = Vec::new();
    for shard in Shard::all() {
        for message in broker.notes(Filter::Logs(shard)).await.map_err(other)? {
            if let Subject::Log(room) = message.subject
                && message.note != "deleted"
            {
                rooms.push(room);
            }
        }
    }
    Ok(rooms)
}

/// Returns the data of a room: its checkpoint, and the records after it.
async fn stream(journal: &StreamJournal, room: &RoomCode) -> io::Result<Stream> {
    let Some(stored) = journal.view(room).await.map_err(other)? else {
        return Ok(Stream { records: Vec::new(), checkpoint: None, games: Vec::new() });
    };
    let checkpoint = stored.checkpoint.map(|kept| kept_room(&kept)).transpose()?;
    let games = journal.games_of_room(room, None, usize::MAX).await.map_err(other)?;
    let games: io::Result<Vec<KeptGame>> = games.iter().map(parse_game).collect();
    Ok(Stream { records: stored.records, checkpoint, games: games? })
}
