//! Tests of the search for a room for a quick match.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

use super::*;

#[test]
fn a_search_is_not_sent_again_to_a_room_that_has_turned_it_away() {
    let lobby = Lobby::new(Limits::default(), Arc::new(Metrics::new()), CancellationToken::new());
    let [one, two, own] =
        ["amber-fox-1", "amber-fox-2", "amber-fox-3"].map(|code| code.parse::<RoomCode>().unwrap());
    let variant = Variant::TICTACTOE;
    let (host, searcher) = (PlayerId(1), PlayerId(2));
    let mut search = Search::of(variant);
    for room in [&one, &two] {
        // The search takes the next room, and the host of the one before keeps waiting.
        lobby.set_waiting(room, variant, Some(host));
        let found = lobby.pair(&search, searcher, || Ok(own.clone())).unwrap();
        assert_eq!(found, Some((room.clone(), host)));
        search.passed.insert(room.clone());
        lobby.set_waiting(room, variant, Some(host));
    }
    assert_eq!(lobby.pair(&search, searcher, || Ok(own.clone())).unwrap(), None);
    assert_eq!(lobby.pair(&Search::of(variant), PlayerId(3), || Ok(own)).unwrap(), Some((one, host)));
}
