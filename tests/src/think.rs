//! Requests about engines: hints, explanations, and the levels and engines for a variant.

use tengen_shared::{
    game::{Command, Game, Hint, Room, RoomCode, Stamped},
    protocol::{Cmd, Request, ServerMessage},
    rules::{
        Point, Variant,
        search::{Cuts, Parts, Tree},
    },
};

use super::{Answer, Peer, Refusal, seat_to_move};

impl Peer {
    /// Asks for a hint for the seat to move, and returns the answer; the hint comes later.
    pub async fn ask_hint(&mut self, code: &RoomCode) -> Answer {
        let cmd = self.hinting(code);
        self.ask(Some(code), cmd).await
    }

    /// Returns the command that asks for a hint for the seat to move.
    #[must_use]
    pub fn hinting(&self, code: &RoomCode) -> Cmd {
        Cmd::Room(Command::Hint { seat: seat_to_move(self, code), at: self.room(code).at() })
    }

    /// Asks for a hint and waits for it.
    ///
    /// # Panics
    /// Panics if the server refuses.
    pub async fn hint(&mut self, code: &RoomCode) -> Hint {
        let hint = |room: &Room| room.game().and_then(Game::hint);
        self.ask_hint(code).await.expect("a hint");
        self.wait_room(code, "the hint", |room| hint(room).is_some()).await;
        hint(self.room(code)).expect("it has come")
    }

    /// Asks for the search of `bot` in the position after `ply` stones.
    ///
    /// # Errors
    /// Returns the refusal.
    ///
    /// # Panics
    /// Panics if `bot` is not a level or engine.
    pub async fn explain(&mut self, code: &RoomCode, ply: u16, bot: &str) -> Result<Tree, Refusal> {
        self.explain_with(code, ply, bot, Cuts::On).await
    }

    /// Does the same as [`Peer::explain`], with a choice of cuts.
    ///
    /// # Errors
    /// Returns the refusal.
    ///
    /// # Panics
    /// Panics if `bot` is not a level or engine.
    pub async fn explain_with(
        &mut self,
        code: &RoomCode,
        ply: u16,
        bot: &str,
        cuts: Cuts,
    ) -> Result<Tree, Refusal> {
        let bot = bot.parse().expect("a bot");
        let sent = self.send(Some(code), Request::Explain { ply, bot, cuts }).await;
        let (told, tree) = self
            .wait("the explanation", |message| match message {
                ServerMessage::Explanation { id, ply, bot, tree, .. } if *id == sent => {
                    Some((Some((*ply, *bot)), Ok((**tree).clone())))
                }
                ServerMessage::Rejected { id: Some(id), room, code, text, .. } if *id == sent => {
                    Some((None, Err(Refusal { room: room.clone(), code: *code, text: text.clone() })))
                }
                _ => None,
            })
            .await;
        assert!(told.is_none_or(|told| told == (ply, bot)), "an answer to another question: {told:?}");
        tree
    }

    /// Asks what the static evaluation of `bot` is made of, after the moves of `path` from the position after `ply`
    /// stones. `path` has the points, separated by blanks.
    ///
    /// # Errors
    /// Returns the refusal.
    ///
    /// # Panics
    /// Panics if `bot` is not a level or engine, or if `path` has something else than points.
    pub async fn take_apart(
        &mut self,
        code: &RoomCode,
        ply: u16,
        bot: &str,
        path: &str,
    ) -> Result<Parts, Refusal> {
        let bot = bot.parse().expect("a bot");
        let path: Vec<Point> = path.split_whitespace().map(|point| point.parse().expect("a point")).collect();
        let sent = self.send(Some(code), Request::TakeApart { ply, bot, path: path.clone() }).await;
        self.wait("the parts", |message| match message {
            ServerMessage::Parts { id, ply: of, bot: by, path: along, parts, .. } if *id == sent => {
                assert_eq!((*of, *by, along), (ply, bot, &path), "an answer to another question");
                Some(Ok((**parts).clone()))
            }
            ServerMessage::Rejected { id: Some(id), room, code, text, .. } if *id == sent => {
                Some(Err(Refusal { room: room.clone(), code: *code, text: text.clone() }))
            }
            _ => None,
        })
        .await
    }

    /// Asks for the levels and engines that can play `variant`, and returns their names separated by commas.
    pub async fn bots(&mut self, variant: Variant) -> String {
        let sent = self.send(None, Request::ListBots { variant }).await;
        let bots = self
            .wait("who can play", |message| match message {
                ServerMessage::Bots { id, variant: told, bots } if *id == sent && *told == variant => {
                    Some(bots.clone())
                }
                _ => None,
            })
            .await;
        bots.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }

    /// Returns the events of the room in the inbox, in order.
    #[must_use]
    pub fn unread_events(&self, code: &RoomCode) -> Vec<Stamped> {
        let of_room = |message: &ServerMessage| match message {
            ServerMessage::Events { room, events } if room == code => events.clone(),
            _ => Vec::new(),
        };
        self.unread().iter().flat_map(of_room).collect()
    }
}
