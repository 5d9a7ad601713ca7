//! The finished games in the journal: both implementations store, find and delete them in the same way.

use tengen_server::journal::{
    Append, Archive as _, FinishedGame, Journal, JournalError, OldKind, StoredGame, Summary, Version,
    WhichGames,
};
use tengen_shared::game::{GameId, PlayerId};

use super::journal::{append, code, delete_old, in_all_houses, record, sqlite};

const ANN: PlayerId = PlayerId(1);
const BO: PlayerId = PlayerId(2);
const CY: PlayerId = PlayerId(3);

fn game(number: u32, players: &[PlayerId], listed: bool) -> FinishedGame {
    let body = format!("{{\"game\":{number}}}");
    FinishedGame { number, players: players.to_vec(), ended: 5_000 + u64::from(number), listed, body }
}

/// Ends `games` in a room, with one record each.
async fn end(journal: &dyn Journal, room: &str, games: Vec<FinishedGame>) -> Version {
    let mut version = Version::NEW;
    for (game, seq) in games.into_iter().zip(1..) {
        let ends = Append { finished: vec![game], ..append(room, version, seq) };
        version = journal.append(ends).await.unwrap();
    }
    version
}

/// Creates two rooms: Ann and Bo in one, Ann and Cy in the other, whose second game is not listed.
async fn two_rooms(journal: &dyn Journal) {
    let one = vec![game(1, &[ANN, BO], true), game(2, &[BO, ANN], true), game(3, &[ANN, BO], true)];
    end(journal, "amber-fox-42", one).await;
    end(journal, "quiet-owl-17", vec![game(1, &[ANN, CY], true), game(2, &[CY, ANN], false)]).await;
}

fn ids(games: &[StoredGame]) -> Vec<u32> {
    games.iter().map(|game| game.id.0).collect()
}

#[tokio::test]
async fn finished_games_are_found_by_room_by_player_and_by_number_newest_first() {
    in_all_houses(|journal| async move {
        two_rooms(&*journal).await;
        let of_room = |room: &str, before: Option<u32>, most| {
            journal.games_of_room(&code(room), before.map(GameId), most)
        };
        assert_eq!(ids(&of_room("amber-fox-42", None, 10).await.unwrap()), [3, 2, 1]);
        assert_eq!(ids(&of_room("amber-fox-42", None, 2).await.unwrap()), [3, 2]);
        assert_eq!(ids(&of_room("amber-fox-42", Some(2), 2).await.unwrap()), [1]);
        assert_eq!(ids(&of_room("amber-fox-42", Some(5), 1).await.unwrap()), [3], "another room's number");
        assert_eq!(ids(&of_room("quiet-owl-17", None, usize::MAX).await.unwrap()), [5, 4]);
        assert_eq!(of_room("never-was-10", None, 10).await.unwrap(), []);

        use WhichGames::{All, Listed};
        let of = |player, before: Option<u32>, most, which| {
            journal.games_of_player(player, before.map(GameId), most, which)
        };
        assert_eq!(ids(&of(ANN, None, 10, All).await.unwrap()), [5, 4, 3, 2, 1]);
        assert_eq!(ids(&of(ANN, None, 10, Listed).await.unwrap()), [4, 3, 2, 1]);
        assert_eq!(ids(&of(ANN, Some(4), 2, All).await.unwrap()), [3, 2]);
        assert_eq!(ids(&of(ANN, None, 1, Listed).await.unwrap()), [4], "as many as wanted, if there are");
        assert_eq!(ids(&of(CY, None, 10, Listed).await.unwrap()), [4]);
        assert_eq!(of(PlayerId(9), None, 10, All).await.unwrap(), []);

        let found = journal.game(GameId(5)).await.unwrap().unwrap();
        let body = "{\"game\":2}".to_owned();
        assert_eq!(found, StoredGame { id: GameId(5), room: code("quiet-owl-17"), listed: false, body });
        assert_eq!(journal.game(GameId(6)).await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn strangers_find_a_players_listed_games_among_the_newest_thousand() {
    in_all_houses(|journal| async move {
        // Numbers 1, 900 and 2000 are listed.
        let games = (1..=2_000).map(|n| game(n, &[ANN], [1, 900, 2_000].contains(&n))).collect();
        journal.append(Append { finished: games, ..append("amber-fox-42", Version::NEW, 1) }).await.unwrap();
        let of =
            |before: Option<u32>| journal.games_of_player(ANN, before.map(GameId), 20, WhichGames::Listed);
        assert_eq!(ids(&of(None).await.unwrap()), [2_000]);
        assert_eq!(ids(&of(Some(1_900)).await.unwrap()), [900]);
        assert_eq!(ids(&of(Some(900)).await.unwrap()), [1]);
    })
    .await;
}

#[tokio::test]
async fn a_game_against_oneself_is_found_once() {
    in_all_houses(|journal| async move {
        end(&*journal, "amber-fox-42", vec![game(1, &[ANN, ANN], true)]).await;
        let found = journal.games_of_player(ANN, None, 10, WhichGames::All).await.unwrap();
        assert_eq!(ids(&found), [1]);
    })
    .await;
}

#[tokio::test]
async fn games_are_written_with_their_record_or_not_at_all_and_never_twice() {
    in_all_houses(|journal| async move {
        let version = end(&*journal, "amber-fox-42", vec![game(1, &[ANN], true)]).await;
        let stale =
            Append { finished: vec![game(2, &[ANN], true)], ..append("amber-fox-42", Version::NEW, 2) };
        assert!(matches!(journal.append(stale).await, Err(JournalError::Conflict)));
        let twice = vec![game(2, &[ANN], true), game(1, &[BO], true)];
        let twice = Append { finished: twice, ..append("amber-fox-42", version, 2) };
        let refused = journal.append(twice).await.unwrap_err();
        assert!(refused.to_string().contains("game 1 of room amber-fox-42"), "{refused}");
        let found = journal.games_of_room(&code("amber-fox-42"), None, 10).await.unwrap();
        assert_eq!(ids(&found), [1]);
        let stored = journal.load(&code("amber-fox-42")).await.unwrap().unwrap();
        assert_eq!(stored.records, [record(1, Some(1))], "the record was refused with the game");
        journal.append(append("amber-fox-42", version, 2)).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn games_go_with_their_room_and_their_numbers_are_not_given_again() {
    in_all_houses(|journal| async move {
        two_rooms(&*journal).await;
        journal.delete(&code("quiet-owl-17")).await.unwrap();
        assert_eq!(journal.game(GameId(5)).await.unwrap(), None);
        let anns = journal.games_of_player(ANN, None, 10, WhichGames::All).await.unwrap();
        assert_eq!(ids(&anns), [3, 2, 1]);
        let played = Summary { playing: false, played: true, time: 9_000 };
        let new = vec![game(1, &[ANN], true)];
        let new = Append { finished: new, summary: played, ..append("quiet-owl-17", Version::NEW, 1) };
        journal.append(new).await.unwrap();
        let anns = journal.games_of_player(ANN, None, 10, WhichGames::All).await.unwrap();
        let [new, 3, 2, 1] = ids(&anns)[..] else { panic!("{anns:?}") };
        assert!(new > 5, "numbers that were told to people stay theirs");
        assert_eq!(delete_old(&*journal, OldKind::Finished, 9_000).await, 1);
        let anns = journal.games_of_player(ANN, None, 10, WhichGames::All).await.unwrap();
        assert_eq!(ids(&anns), [new]);
    })
    .await;
}

#[tokio::test]
async fn games_are_there_when_the_file_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    two_rooms(&sqlite(folder.path())).await;
    let again = sqlite(folder.path());
    let anns = again.games_of_player(ANN, None, 10, WhichGames::Listed).await.unwrap();
    assert_eq!(ids(&anns), [4, 3, 2, 1]);
}
