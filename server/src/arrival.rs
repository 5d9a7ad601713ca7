//! An accepted TCP connection: its source and its slots.

use std::{
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

use http::StatusCode;

use crate::{
    app::App,
    quota::{Permit, Share, Source},
};

/// The last slots, kept for connections from this machine, so that its operator can always look.
const LOCAL_PLACES: usize = 32;

/// The slots of a connection. Dropping them frees them.
#[derive(Debug)]
pub(crate) struct Places {
    /// The slot among all connections.
    _whole: Permit,
    /// The slot among connections of its address; `None` while only a proxy's address is known.
    _own: Option<Permit>,
    /// The slot among connections of its address before `hello`.
    before_hello: Option<Permit>,
}

impl Places {
    /// Frees the slot for connections before `hello`.
    pub(crate) fn greeted(&mut self) {
        self.before_hello = None;
    }
}

/// The client at the other end of a WebSocket, before its `hello`.
#[derive(Debug)]
pub(crate) struct Caller {
    pub(crate) source: Source,
    pub(crate) places: Places,
}

/// Why a connection is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoPlace {
    /// The server has no free slot.
    Full,
    /// The client's address has no free slot.
    Address,
}

impl NoPlace {
    pub(crate) const ALL: [Self; 2] = [Self::Full, Self::Address];

    pub(crate) const fn status(self) -> StatusCode {
        match self {
            Self::Full => StatusCode::SERVICE_UNAVAILABLE,
            Self::Address => StatusCode::TOO_MANY_REQUESTS,
        }
    }

    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::Full => "the server is full: try again later\n",
            Self::Address => "too many connections from your address: close some, or try again later\n",
        }
    }
}

/// Data of a TCP connection that all its requests share.
#[derive(Clone, Debug)]
pub(crate) struct Arrival {
    /// The other end of the TCP connection, which may be a proxy.
    pub(crate) peer: IpAddr,
    /// The client's source; `None` behind a trusted proxy, whose requests each name their client.
    pub(crate) source: Option<Source>,
    places: Arc<Mutex<Option<Places>>>,
}

impl Arrival {
    /// Reserves slots for a connection from `peer`.
    pub(crate) fn take(app: &App, peer: IpAddr) -> Result<Self, NoPlace> {
        let through_proxy = app.config.trusted_proxies.iter().any(|proxy| proxy.covers(peer));
        let source = (!through_proxy).then(|| app.quotas.direct(peer));
        let local = source.as_ref().is_some_and(Source::is_local);
        if !local && app.places.available_permits() <= LOCAL_PLACES.min(app.config.limits.connections / 4) {
            return Err(NoPlace::Full);
        }
        let whole = app.places.clone().try_acquire_owned().map_err(|_| NoPlace::Full)?;
        let mut places = Places { _whole: whole, _own: None, before_hello: None };
        if let Some(source) = &source {
            places.take_own(source)?;
        }
        Ok(Self { peer, source, places: Arc::new(Mutex::new(Some(places))) })
    }

    /// Moves the slots to the WebSocket that this connection becomes.
    pub(crate) fn hand_on(&self, source: &Source) -> Result<Places, NoPlace> {
        let places = self.places.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Only one request of a connection can become a WebSocket.
        let mut places = places.ok_or(NoPlace::Full)?;
        if self.source.is_none() {
            places.take_own(source)?;
        }
        Ok(places)
    }
}

impl Places {
    fn take_own(&mut self, source: &Source) -> Result<(), NoPlace> {
        self._own = Some(source.quota.acquire(Share::Connections).ok_or(NoPlace::Address)?);
        self.before_hello = Some(source.quota.acquire(Share::BeforeHello).ok_or(NoPlace::Address)?);
        Ok(())
    }
}
