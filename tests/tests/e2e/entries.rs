//! Into which room a command has led its sender.

use std::collections::BTreeSet;

use tengen_server::journal::{Append, Cause, JournalError, Version};
use tengen_shared::game::{PlayerId, RoomCode};

use super::journal::{append, cause, code, in_all_houses, record, room_of};

#[tokio::test]
async fn a_command_that_led_into_a_room_is_found_again_and_the_first_room_counts() {
    in_all_houses(|journal| async move {
        let entry = |room: &str, n| Append {
            entry: Some(BTreeSet::new()),
            record: record(1, Some(n)).into(),
            ..append(room, Version::NEW, 1)
        };
        journal.append(entry("amber-fox-42", 7)).await.unwrap();
        let again = journal.append(entry("quiet-owl-17", 7)).await;
        assert!(matches!(again, Err(JournalError::EnteredBefore(room)) if room == code("amber-fox-42")));
        assert!(journal.load(&code("quiet-owl-17")).await.unwrap().is_none(), "one command makes one room");
        let version = room_of(&*journal, "plain-bear-20", 1).await;
        let joins = |passed: BTreeSet<RoomCode>| Append {
            entry: Some(passed),
            record: record(2, Some(7)).into(),
            ..append("plain-bear-20", version, 2)
        };
        let other_room = journal.append(joins(BTreeSet::new())).await;
        assert!(matches!(other_room, Err(JournalError::EnteredBefore(room)) if room == code("amber-fox-42")));
        assert_eq!(journal.entered(cause(7)).await.unwrap(), Some(code("amber-fox-42")));
        assert_eq!(journal.entered(cause(1)).await.unwrap(), None, "a move leads into no room");
        let other = Cause { player: PlayerId(2), ..cause(7) };
        assert_eq!(journal.entered(other).await.unwrap(), None, "another player's id is another id");
    })
    .await;
}
