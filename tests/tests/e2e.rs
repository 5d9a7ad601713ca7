//! The end-to-end tests: one program, with a module for each subject.

#![allow(clippy::unwrap_used)]

mod e2e {
    use tengen_shared::{
        game::PerSeat,
        protocol::{Attending, Connected, ServerMessage},
    };
    use tengen_tests::Peer;

    mod ai;
    mod ai_pair;
    mod ai_turns;
    mod between;
    mod bot;
    mod bots;
    mod choices;
    mod clocks;
    mod clocks_kept;
    mod compaction;
    mod crash;
    mod damaged_log;
    mod document;
    mod doors;
    mod dropouts;
    mod dump;
    mod entries;
    mod expiry;
    mod explain;
    mod far_thinking;
    mod features;
    mod fixtures;
    mod flood;
    mod former;
    mod frames;
    mod full_disk;
    mod games;
    mod guard;
    mod handshake;
    mod hints;
    mod history;
    mod holes;
    mod house;
    mod journal;
    mod keys;
    mod kill;
    mod layers;
    mod lessons;
    mod line_stalls;
    mod lines;
    mod lookup;
    mod manual;
    mod moves;
    mod nodes;
    mod offers;
    mod openings;
    mod page;
    mod play;
    mod privacy;
    mod program;
    mod public_docs;
    mod quick;
    mod quota;
    mod replay;
    mod reserved;
    mod restart;
    mod rule_sets;
    mod samples;
    mod samples_keys;
    mod samples_life;
    mod samples_opening;
    mod samples_parts;
    mod samples_wall;
    mod settings;
    mod slow;
    mod stand_in;
    mod take_over;
    mod talk;
    mod thoughts;
    mod transfer;
    mod transfer_cluster;
    mod transfer_refused;
    mod upkeep;
    mod values;
    mod verdicts;
    mod wall;
    mod watch;
    mod watchers;

    /// Waits until presence says that the person in seat one is here, or away.
    async fn wait_seat_one(peer: &mut Peer, wanted: Connected) {
        peer.wait("news of seat one", |message| match message {
            ServerMessage::Presence { seats: PerSeat([one, _]), .. } => {
                let is_here = *one == Some(Attending::Here {});
                (is_here == (wanted == Connected::Here)).then_some(())
            }
            _ => None,
        })
        .await;
    }
}

/// The path of the server program.
const SERVER: &str = env!("CARGO_BIN_EXE_server-under-test");
/// The path of the client program.
const CLIENT: &str = env!("CARGO_BIN_EXE_client-under-test");
