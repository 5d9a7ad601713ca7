//! A thread that reads and writes the small files: keys, names and settings. The main loop never waits for
//! the disk.

use std::{io, thread, time::Duration};

use tengen_session::{
    link::{Address, KeyTrouble},
    room::Muted,
    text::Lang,
};
use tengen_shared::{
    game::Name,
    protocol::{PublicKey, SecretKey, ServerId},
};
use tokio::{sync::mpsc, time::timeout};

use crate::{
    profile::{Home, Instance, KeptSeat, KeyRing, OpenSlot, State},
    settings::{Loaded, Saved, Settings, Store},
};

/// The capacity of the queue of orders, and of the queue of reports.
const QUEUE: usize = 256;
/// The longest wait for the last files at the end of the program.
const END_TIME: Duration = Duration::from_secs(5);

/// An order to read or write a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeepOrder {
    /// Read the key, name and muted players for this server.
    LookUp(ServerId),
    /// Store the keys of the user and of the server, for the last server that the keeper looked up.
    Key {
        /// The user's key for the next visit.
        key: SecretKey,
        /// The server's key.
        server: PublicKey,
        /// The address of the server; `None` for the server inside this program, whose address changes.
        address: Option<Address>,
        /// The name to store with the key; `None` unless the user chose it.
        name: Option<Name>,
    },
    /// Store the muted players for the last server that the keeper looked up.
    Muted(Muted),
    /// Store the server for the next start.
    Server(Address),
    /// Store the room that keeps a seat for the user; `None` removes it.
    Room(Option<KeptSeat>),
    /// Store the name that the user has chosen.
    Name(Name),
    /// Store the last choices on the start screen.
    State(State),
    /// Write the differences between two settings to the settings file.
    Settings {
        /// The settings before the change.
        old: Box<Settings>,
        /// The settings after the change.
        new: Box<Settings>,
    },
    /// Read the settings files again.
    ReadSettings,
}

/// A report from the keeper.
#[derive(Clone, Debug)]
pub enum KeeperNews {
    /// The stored key, name and muted players for this server.
    Found(ServerId, Box<OpenSlot>),
    /// The content of the settings files.
    Settings(Box<Loaded>),
    /// An order failed, or succeeded only in part.
    Trouble(Trouble),
}

/// A problem with a file. The program tells the user and goes on without the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A problem with the key files.
    Key(KeyTrouble),
    /// The keeper could not write the last server, for this reason.
    Server(String),
    /// The keeper could not write the room that keeps a seat, for this reason.
    Room(String),
    /// The keeper could not write the settings, for this reason.
    Settings(String),
    /// The settings file was invalid. The keeper renamed it to this path and wrote a new one.
    SettingsAside(String),
    /// The queue of orders is full because the disk is slow.
    TooSlow,
}

impl Trouble {
    /// Returns the message for the user.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Self::Key(trouble) => lang.key_trouble(trouble),
            Self::Server(why) => lang.server_not_kept(why),
            Self::Room(why) => lang.game_not_kept(why),
            Self::Settings(why) => lang.settings_not_saved(why),
            Self::SettingsAside(path) => lang.settings_aside(path),
            Self::TooSlow => lang.disk_too_slow().to_owned(),
        }
    }
}

/// The files that the keeper's thread works with.
#[derive(Debug)]
pub struct Files {
    /// The key files of the profile.
    pub keys: KeyRing,
    /// The files of this running client; each client of a profile has its own.
    pub instance: Instance,
    /// The folder with the last server and the last choices.
    pub home: Home,
    /// Reads and writes the files in the settings folder.
    pub store: Store,
}

/// The handle of the keeper's thread.
#[derive(Debug)]
pub struct Keeper {
    orders: mpsc::Sender<KeepOrder>,
    /// The reports of the keeper.
    pub news: mpsc::Receiver<KeeperNews>,
}

/// Starts the keeper's thread.
///
/// # Errors
/// Returns an error if the system cannot start a thread.
pub fn start(files: Files) -> io::Result<Keeper> {
    let (orders, orders_in) = mpsc::channel(QUEUE);
    let (news_out, news) = mpsc::channel(QUEUE);
    thread::Builder::new().name("files".to_owned()).spawn(move || run(files, orders_in, &news_out))?;
    Ok(Keeper { orders, news })
}

impl Keeper {
    /// Hands an order to the keeper.
    ///
    /// # Errors
    /// Returns an error and drops the order if the queue is full.
    pub fn order(&self, order: KeepOrder) -> Result<(), Trouble> {
        self.orders.try_send(order).map_err(|_| Trouble::TooSlow)
    }

    /// Whether the keeper's thread has ended, which is a bug.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.orders.is_closed()
    }

    /// Ends the thread and waits until it has carried out all orders, for at most five seconds.
    pub async fn stop(self) {
        let Self { orders, mut news } = self;
        drop(orders);
        // The channel closes when the thread ends.
        let _ = timeout(END_TIME, async { while news.recv().await.is_some() {} }).await;
    }
}

fn run(mut files: Files, mut orders: mpsc::Receiver<KeepOrder>, news: &mpsc::Sender<KeeperNews>) {
    while let Some(order) = orders.blocking_recv() {
        if let Some(report) = files.carry_out(order) {
            // At the end of the program nothing reads the reports, but the orders still count.
            let _ = news.blocking_send(report);
        }
    }
}

impl Files {
    fn carry_out(&mut self, order: KeepOrder) -> Option<KeeperNews> {
        let trouble = match order {
            KeepOrder::LookUp(server) => {
                let slot = Box::new(self.keys.open(server));
                return Some(KeeperNews::Found(server, slot));
            }
            KeepOrder::ReadSettings => return Some(KeeperNews::Settings(Box::new(self.store.load()))),
            KeepOrder::Key { key, server, address, name } => {
                let kept = self.keys.keep(&key, name.as_ref());
                let trouble = match (kept, self.keys.note_server(server, address.as_ref())) {
                    (Err(error), _) => Some(KeyTrouble::NotKept(error.to_string())),
                    (Ok(()), Ok(changed)) => changed.map(|name| KeyTrouble::OtherServer { name }),
                    (Ok(()), Err(error)) => Some(KeyTrouble::ServerNotKept(error.to_string())),
                };
                trouble.map(Trouble::Key)
            }
            KeepOrder::Muted(muted) => {
                let failed = |error: io::Error| Trouble::Key(KeyTrouble::MutedNotKept(error.to_string()));
                self.keys.keep_muted(&muted).err().map(failed)
            }
            KeepOrder::Server(address) => {
                self.home.remember_server(&address).err().map(|error| Trouble::Server(error.to_string()))
            }
            KeepOrder::Room(room) => {
                self.instance.keep(room.as_ref()).err().map(|error| Trouble::Room(error.to_string()))
            }
            KeepOrder::Name(name) => {
                // The keeper stores the name again with the key after a server has accepted it.
                let _ = self.instance.keep_name(&name);
                None
            }
            KeepOrder::State(state) => {
                // Without this file, only the cursor starts elsewhere next time.
                let _ = self.home.keep_state(state);
                None
            }
            KeepOrder::Settings { old, new } => match self.store.save(&old, &new) {
                Ok(Saved::Changed) => None,
                Ok(Saved::SetAside(path)) => Some(Trouble::SettingsAside(path.display().to_string())),
                Err(error) => Some(Trouble::Settings(error.to_string())),
            },
        };
        trouble.map(KeeperNews::Trouble)
    }
}
