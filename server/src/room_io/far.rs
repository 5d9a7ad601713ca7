//! What a room needs to know of other nodes, whose connections are in it.

use serde::{Deserialize, Serialize};
use tengen_shared::game::RunId;

use super::RoomOut;
use crate::{cluster::NodeRun, refusal::Refusal};

/// The number of a node's run, which no other run has; 0 for a server that is no part of a cluster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct NodeTag(u64);

impl NodeTag {
    /// This node, where only other nodes have tags.
    pub(crate) const HERE: Self = Self(0);

    pub(crate) const fn of_run(run: RunId) -> Self {
        Self(run.0)
    }
}

#[cfg(test)]
impl super::ConnId {
    pub(crate) const fn here(number: u64) -> Self {
        Self { node: NodeTag::HERE, number }
    }
}

/// The number of a stay of one node's connections in a room of another node. Later stays have higher numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct VisitId(pub u64);

/// A node whose connections come to a room of another node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Visitor {
    pub node: NodeRun,
    pub visit: VisitId,
}

impl Visitor {
    pub(crate) const fn tag(&self) -> NodeTag {
        NodeTag::of_run(self.node.run)
    }
}

/// What the owner of a room tells another node whose connections follow it.
#[derive(Debug)]
pub(crate) enum FromOwner {
    Out(Box<RoomOut>),
    /// The room is no longer there. Its followers go to its successor, or are put out.
    Closed(Option<Refusal>),
}

/// Counts a message of another node's connection until the room has handled it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FarTicket {
    pub node: NodeTag,
    pub visit: VisitId,
    /// The number of the message in its visit.
    pub number: u64,
}

/// A position as the moves that led to it.
pub(crate) mod by_moves {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
    use tengen_shared::rules::{FoulRule, Point, Position, Variant};

    pub(crate) fn serialize<S: Serializer>(position: &Position, to: S) -> Result<S::Ok, S::Error> {
        (position.variant(), position.fouls(), position.moves()).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Position, D::Error> {
        let (variant, fouls, moves) = <(Variant, FoulRule, Vec<Point>)>::deserialize(from)?;
        let mut position = Position::with_fouls(variant, fouls);
        for point in moves {
            position.play(point).map_err(D::Error::custom)?;
        }
        Ok(position)
    }
}

/// A value as JSON: its form does not fit into a layout that does not describe itself.
pub(super) mod as_json {
    use serde::{
        Deserialize, Deserializer, Serialize, Serializer,
        de::{DeserializeOwned, Error as _},
        ser::Error as _,
    };

    pub(in crate::room_io) fn serialize<T: Serialize, S: Serializer>(
        value: &T,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        serde_json::to_string(value).map_err(S::Error::custom)?.serialize(to)
    }

    pub(in crate::room_io) fn deserialize<'de, T: DeserializeOwned, D: Deserializer<'de>>(
        from: D,
    ) -> Result<T, D::Error> {
        serde_json::from_str(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use std::sync::Arc;

    use tengen_shared::{
        game::{Access, Command, CommandId, GameId, PlayerId, RejectCode, RoomCode, RunId, Seq, Settings},
        protocol::{KeyId, RoomGlimpse, ServerMessage, pack, unpack_long, view::View},
        rules::{FoulRule, Position, Variant, search::Cuts},
    };

    use super::*;
    use crate::{
        lane::Lane,
        passphrase_hash::{PassphraseHash, Workspace},
        quota::AddressBlock,
        room_io::{
            Ask, Asked, ConnId, Explanation, Identity, Insight, PassphraseTry, QuestionId, Reply, RoomIn,
            Search, Sender, Shown, Standing, To,
        },
    };

    const QUESTION: QuestionId = QuestionId { node: NodeTag::HERE, number: 6 };

    fn sender() -> Sender {
        let who = Identity {
            conn: ConnId::here(7),
            player: PlayerId(1),
            name: "Ann".parse().unwrap(),
            device: KeyId(tengen_shared::protocol::HexBytes([1; 8])),
            address: AddressBlock::NOBODY,
            features: tengen_shared::game::Features::all(),
        };
        Sender { who: Arc::new(who), lag: 5 }
    }

    fn hash() -> PassphraseHash {
        PassphraseHash::new(&"open sesame".parse().unwrap(), &mut Workspace::default())
    }

    fn survives<T: Serialize + serde::de::DeserializeOwned + std::fmt::Debug>(message: &T) {
        let packed = pack(message);
        let read: T = unpack_long(&packed).unwrap_or_else(|error| panic!("{message:?}: {error}"));
        assert_eq!(format!("{read:?}"), format!("{message:?}"));
    }

    #[test]
    fn runs_that_differ_in_one_bit_have_different_tags() {
        let run = 0x0123_4567_89ab_cdef;
        let mut others = (0..u64::BITS).map(|bit| NodeTag::of_run(RunId(run ^ (1 << bit))));
        assert!(others.all(|other| other != NodeTag::of_run(RunId(run))));
    }

    #[test]
    fn every_message_to_a_room_survives_the_way_to_another_node() {
        let room: RoomCode = "amber-fox-42".parse().unwrap();
        let settings = Settings::new(Variant::TICTACTOE);
        let mut search = Search::of(Variant::TICTACTOE);
        search.passed.insert(room);
        let shown = [
            Shown::Snapshot,
            Shown::Chat(Seq(3)),
            Shown::Games(Some(GameId(2))),
            Shown::Thinking(3, "alphabeta".parse().unwrap(), Insight::Tree(Cuts::default())),
            Shown::Thinking(3, "alphabeta".parse().unwrap(), Insight::Parts(vec!["b2".parse().unwrap()])),
        ];
        let asks = [
            Ask::Decide(Command::Place {
                seat: tengen_shared::game::Seat::Two,
                point: "b2".parse().unwrap(),
                at: Seq(4),
            }),
            Ask::Join(PassphraseTry::None),
            Ask::Join(PassphraseTry::Hashed(hash())),
            Ask::Watch(PassphraseTry::Unchecked),
            Ask::Change(settings, Some(hash()), Seq(4)),
            Ask::Match(search),
        ];
        for ask in asks.into_iter().chain(shown.map(Ask::Show)) {
            let asked = Asked { from: sender(), id: CommandId(RunId(9), 3), ask, arrived: 77 };
            survives(&RoomIn::Ask(Box::new(asked)));
        }
        let conn = ConnId::here(7);
        for message in [
            RoomIn::Resume { from: sender(), seen: Seq(8), only_owners: true },
            RoomIn::EndUntouched { before: 5, question: QUESTION },
            RoomIn::Gone { conn },
            RoomIn::Silent { conn },
            RoomIn::Heard { conn },
            RoomIn::Lag { conn, lag: 40 },
            RoomIn::CaughtUp { conn },
            RoomIn::Glimpse { question: QUESTION },
        ] {
            survives(&message);
        }
    }

    #[test]
    fn every_message_from_a_room_survives_the_way_to_another_node() {
        let room: RoomCode = "amber-fox-42".parse().unwrap();
        let message = || {
            let refusal = Refusal::from((RejectCode::Busy, "busy"));
            refusal.message(Some(CommandId(RunId(9), 3)), Some(room.clone()))
        };
        let (to, id) = (ConnId::here(7), CommandId(RunId(9), 3));
        let mut position = Position::with_fouls(Variant::TICTACTOE, FoulRule::default());
        position.play("b2".parse().unwrap()).unwrap();
        let question = Explanation {
            position,
            ply: 1,
            bot: "alphabeta".parse().unwrap(),
            insight: Insight::Tree(Cuts::default()),
        };
        let glimpse = RoomGlimpse::Closed { room: room.clone(), access: Access::Passphrase };
        let follows = Standing::Follows { view: View::SPECTATOR, lane: Lane::Players };
        for out in [
            RoomOut::Answer { to, message: message() },
            RoomOut::State { to: To::One(to), message: message() },
            RoomOut::State {
                to: To::All { view: Some(View::SPECTATOR), except: Some(to) },
                message: message(),
            },
            RoomOut::Resync { to, message: message() },
            RoomOut::News(ServerMessage::LetIn { room: room.clone() }),
            RoomOut::Stands { conn: to, standing: Some(follows) },
            RoomOut::Stands { conn: to, standing: None },
            RoomOut::Entrance(Some(hash().recipe())),
            RoomOut::Entrance(None),
            RoomOut::Store { conn: to },
            RoomOut::TurnedAway { to: sender(), id, search: Search::of(Variant::TICTACTOE), arrived: 3 },
            RoomOut::Games { to, id, before: None },
            RoomOut::Explain { to, id, question: Box::new(question) },
            RoomOut::Reply { question: QUESTION, reply: Reply::Glimpse(glimpse) },
            RoomOut::Reply { question: QUESTION, reply: Reply::Ended },
            RoomOut::Reply { question: QUESTION, reply: Reply::Continues },
            RoomOut::Handled(FarTicket { node: NodeTag::default(), visit: VisitId(2), number: 4 }),
        ] {
            survives(&out);
        }
    }
}
