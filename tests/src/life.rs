//! Commands and queries beside the moves: offers, disconnections, access, chat, and the history of games.

use super::{Answer, Peer, Refusal, poll_until};
use futures_util::StreamExt as _;
use tengen_shared::{
    game::{
        ChatText, Claim, Command, GameId, GameRecord, MadeOffer, Millis, Offer, PerSeat, PlayerId, Reply,
        RoomCode, Said, Seat, SeatPlan, Seq, Settings,
    },
    protocol::{Attending, Cmd, GameSummary, GamesOf, Request, ServerMessage, Spectators},
    rules::Bot,
};

impl Peer {
    /// Stays connected until the test ends, without anybody's attention. Otherwise the server's pings are answered only while
    /// the test waits for this player, and the player counts as gone after 25 s.
    pub fn stay(self) {
        let mut socket = self.into_socket();
        tokio::spawn(async move { while let Some(Ok(_)) = socket.next().await {} });
    }

    /// Creates a room with these settings, with this player in seat one. Returns its code.
    pub async fn open_table(&mut self, settings: Settings) -> RoomCode {
        self.create(settings, [SeatPlan::Me {}, SeatPlan::Open {}]).await
    }

    /// Creates a room with a passphrase, with this player in seat one. Returns its code.
    ///
    /// # Panics
    /// Panics if the server refuses, or if `passphrase` is not valid.
    pub async fn locked_table(&mut self, settings: Settings, passphrase: &str) -> RoomCode {
        let seats = [SeatPlan::Me {}, SeatPlan::Open {}];
        let passphrase = Some(passphrase.parse().expect("a passphrase"));
        let made = self
            .ask(None, Request::Create { settings, seats: PerSeat(seats), passphrase })
            .await
            .expect("a room");
        made.room.expect("its code")
    }

    /// Returns the command that makes an offer from this player's own seat.
    #[must_use]
    pub fn offering(&self, code: &RoomCode, offer: Offer) -> Cmd {
        Cmd::Room(Command::Offer { seat: self.seat(code), offer, at: self.room(code).at() })
    }

    /// Makes an offer to the other player.
    pub async fn offer(&mut self, code: &RoomCode, offer: Offer) -> Answer {
        let cmd = self.offering(code, offer);
        self.ask(Some(code), cmd).await
    }

    /// Waits for an offer of the other side and returns it.
    ///
    /// # Panics
    /// Panics if no offer comes.
    pub async fn offered(&mut self, code: &RoomCode) -> MadeOffer {
        let other = self.seat(code).other();
        self.wait_room(code, "an offer", |room| room.offers().of(other).is_some()).await;
        self.room(code).offers().of(other).expect("an offer")
    }

    /// Waits for an offer of the other side and answers it.
    pub async fn reply(&mut self, code: &RoomCode, reply: Reply) -> Answer {
        let offer = self.offered(code).await.seq;
        self.reply_to(code, offer, reply).await
    }

    /// Answers the offer with this number.
    pub async fn reply_to(&mut self, code: &RoomCode, offer: Seq, reply: Reply) -> Answer {
        let seat = self.seat(code);
        self.ask(Some(code), Command::Answer { seat, offer, reply }).await
    }

    /// Withdraws the offer with this number.
    pub async fn withdraw(&mut self, code: &RoomCode, offer: Seq) -> Answer {
        let seat = self.seat(code);
        self.ask(Some(code), Command::Withdraw { seat, offer }).await
    }

    /// Writes a chat line.
    ///
    /// # Panics
    /// Panics if `text` is not a valid line.
    pub async fn say(&mut self, code: &RoomCode, text: &str) -> Answer {
        let text: ChatText = text.parse().expect("a line");
        self.ask(Some(code), Command::Say { text }).await
    }

    /// Claims the game.
    pub async fn claim(&mut self, code: &RoomCode, claim: Claim) -> Answer {
        let (seat, game) = (self.seat(code), self.game_number(code));
        self.ask(Some(code), Command::Claim { seat, game, claim }).await
    }

    /// Lets an AI play on for the other player.
    pub async fn stand_in(&mut self, code: &RoomCode, bot: Bot) -> Answer {
        let (seat, game) = (self.seat(code), self.game_number(code));
        self.ask(Some(code), Command::StandIn { seat, game, bot }).await
    }

    /// Ends a game before both sides have moved.
    pub async fn abort(&mut self, code: &RoomCode) -> Answer {
        let (seat, game) = (self.seat(code), self.game_number(code));
        self.ask(Some(code), Command::Abort { seat, game }).await
    }

    /// Begins the game again.
    pub async fn restart(&mut self, code: &RoomCode) -> Answer {
        let (seat, game) = (self.seat(code), self.game_number(code));
        self.ask(Some(code), Command::Restart { seat, game }).await
    }

    /// Changes the settings; only the host may.
    pub async fn change(&mut self, code: &RoomCode, settings: Settings, passphrase: Option<&str>) -> Answer {
        let passphrase = passphrase.map(|text| text.parse().expect("a passphrase"));
        let at = self.room(code).at();
        self.ask(Some(code), Command::Change { settings, passphrase, at }).await
    }

    /// Joins with a passphrase.
    pub async fn join_with(&mut self, code: &RoomCode, passphrase: &str) -> Answer {
        let passphrase = Some(passphrase.parse().expect("a passphrase"));
        self.ask(Some(code), Command::Join { passphrase }).await
    }

    /// Watches with a passphrase.
    pub async fn watch_with(&mut self, code: &RoomCode, passphrase: &str) -> Answer {
        let passphrase = Some(passphrase.parse().expect("a passphrase"));
        self.ask(Some(code), Request::Watch { passphrase }).await
    }

    /// Answers a request to watch, from this player's own seat.
    pub async fn admit(&mut self, code: &RoomCode, player: PlayerId, reply: Reply) -> Answer {
        let seat = self.seat(code);
        self.ask(Some(code), Command::Admit { seat, player, reply }).await
    }

    /// Waits for a presence message of the room for which `wanted` is true, and returns it.
    pub async fn presence(
        &mut self,
        code: &RoomCode,
        what: &str,
        wanted: impl Fn(&PerSeat<Option<Attending>>, &Spectators) -> bool,
    ) -> (PerSeat<Option<Attending>>, Spectators) {
        self.wait(what, |message| match message {
            ServerMessage::Presence { room, seats, spectators }
                if room == code && wanted(seats, spectators) =>
            {
                Some((*seats, spectators.clone()))
            }
            _ => None,
        })
        .await
    }

    /// Waits until the person in `seat` is away, and returns for how many milliseconds the seat is kept.
    pub async fn away(&mut self, code: &RoomCode, seat: Seat) -> u32 {
        let kept = move |seats: &PerSeat<Option<Attending>>| match seats[seat] {
            Some(Attending::Away { kept_for_ms }) => Some(kept_for_ms),
            Some(Attending::Here {}) | None => None,
        };
        let (seats, _) = self.presence(code, "somebody to be away", |seats, _| kept(seats).is_some()).await;
        kept(&seats).expect("away")
    }

    /// Waits until the person in `seat` is here.
    pub async fn here(&mut self, code: &RoomCode, seat: Seat) {
        let here = |seats: &PerSeat<Option<Attending>>| seats[seat] == Some(Attending::Here {});
        self.presence(code, "somebody to be here", |seats, _| here(seats)).await;
    }

    /// Returns the chat lines before an event.
    ///
    /// # Errors
    /// Returns the refusal.
    pub async fn list_chat(&mut self, code: &RoomCode, before: Seq) -> Result<Vec<Said>, Refusal> {
        let sent = self.send(Some(code), Request::ListChat { before }).await;
        self.wait("older talk", |message| match message {
            ServerMessage::Chat { id, room, lines } if *id == sent && room == code => Some(Ok(lines.clone())),
            other => other.refused(sent),
        })
        .await
    }

    /// Returns finished games, latest first.
    ///
    /// # Errors
    /// Returns the refusal.
    pub async fn games(
        &mut self,
        room: Option<&RoomCode>,
        of: GamesOf,
        before: Option<GameId>,
    ) -> Result<Vec<GameSummary>, Refusal> {
        let sent = self.send(room, Request::ListGames { of, before }).await;
        self.wait("a list of games", |message| match message {
            ServerMessage::Games { id, games } if *id == sent => Some(Ok(games.clone())),
            other => other.refused(sent),
        })
        .await
    }

    /// Returns the finished games of this player.
    ///
    /// # Panics
    /// Panics if the server refuses.
    pub async fn my_games(&mut self) -> Vec<GameSummary> {
        self.games(None, GamesOf::Me {}, None).await.expect("one's own games")
    }

    /// Returns a finished game.
    ///
    /// # Errors
    /// Returns the refusal.
    pub async fn show_game(&mut self, wanted: GameId) -> Result<GameRecord, Refusal> {
        let sent = self.send(None, Request::ShowGame { game: wanted }).await;
        self.wait("a game", |message| match message {
            ServerMessage::Game { id, game, record } if *id == sent && *game == wanted => {
                Some(Ok((**record).clone()))
            }
            other => other.refused(sent),
        })
        .await
    }

    /// Returns the time of the server's clock.
    pub async fn server_time(&mut self) -> Millis {
        let sent = self.send(None, Request::Ping {}).await;
        self.wait("a pong", |message| match message {
            ServerMessage::Pong { id, now } if *id == sent => Some(*now),
            _ => None,
        })
        .await
    }

    /// Waits until the server's clock shows `time`.
    pub async fn wait_server_time(&mut self, time: Millis) {
        poll_until("the server's clock", async || self.server_time().await >= time).await;
    }
}

/// Finds refusals among messages.
trait Refused {
    /// Returns the refusal of this command; `None` if the message is something else.
    fn refused<T>(&self, sent: tengen_shared::game::CommandId) -> Option<Result<T, Refusal>>;
}

impl Refused for ServerMessage {
    fn refused<T>(&self, sent: tengen_shared::game::CommandId) -> Option<Result<T, Refusal>> {
        match self {
            Self::Rejected { id: Some(id), room, code, text, .. } if *id == sent => {
                Some(Err(Refusal { room: room.clone(), code: *code, text: text.clone() }))
            }
            _ => None,
        }
    }
}
