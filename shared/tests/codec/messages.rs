//! Strategies for the server's messages, in the order of the binary layout.

use proptest::{collection::vec, option, prelude::*, sample::select};
use tengen_shared::{
    game::{Event, Features, PerSeat, RejectCode, Room, Seq, Stamped},
    protocol::{
        Challenge, Connected, Limits, ListState, ListUpdate, ListedSeat, Nonce, PairingCode, PublicKey,
        RefusalData, RoomListing, ServerId, ServerMessage, Signature, Spectators, WallGame, WallMove,
        WallUpdate,
    },
};

use super::rule_values::{openings, points, variants};
use super::{
    key_values::{bytes, listed_keys},
    life::{accesses, attendings, clocks, games, records as game_records, said, summaries, times},
    trees::{parts, trees},
    values::{
        Boxed, CODES, any_of, bots, codes, ends, events, ids, keys, names, players, records, safe_texts,
        seats, seqs, settings,
    },
};

/// Rooms after a number of random events. Events that do not fit are left out.
fn rooms() -> Boxed<Room> {
    (codes(), settings(), players(), vec(any_of(events()), 0..40))
        .prop_map(|(code, settings, host, events)| {
            let opened = Event::RoomOpened { settings, host, quick: true };
            let mut room = Room::open(code, &Stamped { seq: Seq(1), time: 7, event: opened }).unwrap();
            for event in events {
                let _misfit = room.apply(&Stamped { seq: room.seq().next(), time: 8, event });
            }
            room
        })
        .boxed()
}

/// Every kind of seat in the room list.
pub(crate) fn listed_seats() -> [Boxed<ListedSeat>; 3] {
    let person = (names(), select(vec![Connected::Here, Connected::Away]));
    [
        Just(ListedSeat::Empty {}).boxed(),
        person.prop_map(|(name, connected)| ListedSeat::Person { name, connected }).boxed(),
        bots().prop_map(|bot| ListedSeat::Ai { bot }).boxed(),
    ]
}

fn listings() -> Boxed<Vec<RoomListing>> {
    let states = select(vec![ListState::Open, ListState::Playing, ListState::Between]);
    let seats = [any_of(listed_seats()), any_of(listed_seats())];
    let counts = (any::<u32>(), any::<u32>());
    let listing = (codes(), variants(), seats, states, any::<bool>(), counts, (accesses(), openings()))
        .prop_map(|(room, variant, seats, state, quick, (games, watching), (access, opening))| RoomListing {
            room,
            variant,
            seats: PerSeat(seats),
            state,
            quick,
            games,
            watching,
            access,
            opening,
            is_public: false,
            needs: Features::default(),
        });
    vec(listing, 0..4).boxed()
}

fn wall_games() -> Boxed<Vec<WallGame>> {
    let side = || (any_of(listed_seats()), any::<u32>());
    let state = (option::of(seats()), vec(points(), 0..9), option::of(clocks()), option::of(seats()));
    let game = (codes(), variants(), [side(), side()], state, option::of(ends())).prop_map(
        |(room, variant, [one, two], (black, moves, clock, turn), end)| WallGame {
            room,
            variant,
            seats: PerSeat([one.0, two.0]),
            wins: PerSeat([one.1, two.1]),
            black,
            moves,
            clock,
            turn,
            end,
            needs: Features::default(),
        },
    );
    vec(game, 0..4).boxed()
}

/// Every kind of change of the wall.
pub(crate) fn wall_updates() -> [Boxed<WallUpdate>; 2] {
    let next = (codes(), any::<u16>(), points(), option::of(clocks()), option::of(seats()))
        .prop_map(|(room, ply, point, clock, turn)| WallMove { room, ply, point, clock, turn });
    let changes = (vec(codes(), 0..4), wall_games(), vec(next, 0..4));
    [
        wall_games().prop_map(|games| WallUpdate::Full { games }).boxed(),
        changes.prop_map(|(gone, games, moves)| WallUpdate::Changes { gone, games, moves }).boxed(),
    ]
}

/// Every kind of change of the room list.
pub(crate) fn updates() -> [Boxed<ListUpdate>; 2] {
    let changes = (listings(), vec(codes(), 0..4));
    [
        listings().prop_map(|rooms| ListUpdate::Full { rooms }).boxed(),
        changes.prop_map(|(changed, gone)| ListUpdate::Changes { changed, gone }).boxed(),
    ]
}

fn limits() -> Boxed<Limits> {
    any::<(u32, u16, u16, u16, u32)>()
        .prop_map(|(frame_bytes, rooms, commands_per_second, command_burst, heartbeat_ms)| Limits {
            frame_bytes,
            rooms,
            commands_per_second,
            command_burst,
            heartbeat_ms,
        })
        .boxed()
}

/// Every message of the server.
pub(crate) fn messages() -> Vec<Boxed<ServerMessage>> {
    [greetings(), first_messages(), later_messages()].concat()
}

fn greetings() -> Vec<Boxed<ServerMessage>> {
    use ServerMessage as M;
    let challenge = (bytes(), bytes())
        .prop_map(|(public_key, nonce)| Challenge { public_key: PublicKey(public_key), nonce: Nonce(nonce) });
    let server = (
        any::<u64>().prop_map(ServerId),
        safe_texts(),
        limits(),
        option::of(challenge),
        vec(safe_texts(), 0..4),
    );
    let signature = option::of(bytes().prop_map(Signature));
    let welcome = (ids(), players(), option::of(keys()), names(), times(), signature);
    vec![
        server
            .prop_map(|(id, version, limits, identity, addresses)| M::Server {
                id,
                version,
                limits,
                identity,
                addresses,
            })
            .boxed(),
        welcome
            .prop_map(|(id, player, key, name, now, signature)| M::Welcome {
                id,
                player,
                key,
                name,
                now,
                signature,
            })
            .boxed(),
    ]
}

fn first_messages() -> Vec<Boxed<ServerMessage>> {
    use ServerMessage as M;
    let accepted = (ids(), option::of(codes()), seqs(), records());
    let data = prop_oneof![
        any::<u32>().prop_map(RefusalData::WaitMs),
        seqs().prop_map(RefusalData::At),
        vec(bots(), 0..5).prop_map(RefusalData::Bots),
    ];
    let rejected =
        (option::of(ids()), option::of(codes()), select(CODES.to_vec()), safe_texts(), option::of(data));
    let watching = (any::<u32>(), vec(names(), 0..20), vec(players(), 0..20));
    let attending = || option::of(any_of(attendings()));
    let presence = (codes(), [attending(), attending()], watching);
    vec![
        accepted.prop_map(|(id, room, seq, events)| M::Accepted { id, room, seq, events }).boxed(),
        rejected.prop_map(|(id, room, code, text, data)| M::Rejected { id, room, code, text, data }).boxed(),
        (codes(), records()).prop_map(|(room, events)| M::Events { room, events }).boxed(),
        rooms().prop_map(|room| M::Snapshot { room: Box::new(room) }).boxed(),
        presence
            .prop_map(|(room, seats, (count, names, players))| M::Presence {
                room,
                seats: PerSeat(seats),
                spectators: Spectators { count, names, players },
            })
            .boxed(),
        (codes(), seats(), any::<bool>())
            .prop_map(|(room, seat, queued)| M::Thinking { room, seat, queued })
            .boxed(),
        any_of(updates()).prop_map(|update| M::Rooms { update }).boxed(),
        (ids(), times()).prop_map(|(id, now)| M::Pong { id, now }).boxed(),
        (ids(), variants(), vec(bots(), 0..9))
            .prop_map(|(id, variant, bots)| M::Bots { id, variant, bots })
            .boxed(),
        (ids(), codes(), any::<u16>(), bots(), trees())
            .prop_map(|(id, room, ply, bot, tree)| M::Explanation {
                id,
                room,
                ply,
                bot,
                tree: Box::new(tree),
            })
            .boxed(),
    ]
}

fn later_messages() -> Vec<Boxed<ServerMessage>> {
    use ServerMessage as M;
    vec![
        (ids(), codes(), vec(said(), 0..10))
            .prop_map(|(id, room, lines)| M::Chat { id, room, lines })
            .boxed(),
        (ids(), vec(summaries(), 0..5)).prop_map(|(id, games)| M::Games { id, games }).boxed(),
        (ids(), games(), game_records())
            .prop_map(|(id, game, record)| M::Game { id, game, record: Box::new(record) })
            .boxed(),
        codes().prop_map(|room| M::LetIn { room }).boxed(),
        (codes(), safe_texts())
            .prop_map(|(room, text)| M::PutOut { room, code: RejectCode::Barred, text })
            .boxed(),
        (ids(), any::<u64>().prop_map(PairingCode::from_bits), any::<u32>())
            .prop_map(|(id, code, valid_ms)| M::PairingCode { id, code, valid_ms })
            .boxed(),
        (ids(), vec(listed_keys(), 0..5)).prop_map(|(id, keys)| M::Keys { id, keys }).boxed(),
        any_of(wall_updates()).prop_map(|update| M::Wall { update }).boxed(),
        (ids(), codes(), (any::<u16>(), bots(), vec(points(), 0..9)), parts())
            .prop_map(|(id, room, (ply, bot, path), parts)| M::Parts {
                id,
                room,
                ply,
                bot,
                path,
                parts: Box::new(parts),
            })
            .boxed(),
    ]
}
