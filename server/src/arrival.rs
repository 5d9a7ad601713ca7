//! A TCP connection that has been taken: where it comes from, and its places among the connections.

use std::{
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

use http::StatusCode;

use crate::{
    app::App,
    quota::{Permit, Share, Source},
};

/// The last places, which only connections from this machine may take, so that its operator can always look.
const LOCAL_PLACES: usize = 32;

/// A connection's places. Dropping them frees them.
#[derive(Debug)]
pub(crate) struct Places {
    /// Its place among all connections.
    _whole: Permit,
    /// Its place among those of its address; none while only a proxy's address is known.
    _own: Option<Permit>,
    /// Its place among those of its address that have not said `hello`.
    before_hello: Option<Permit>,
}

impl Places {
    /// Gives up the place before `hello`, which has been said.
    pub(crate) fn greeted(&mut self) {
        self.before_hello = None;
    }
}

/// Who is at the other end of a WebSocket, before it has said anything.
#[derive(Debug)]
pub(crate) struct Caller {
    /// Where it comes from.
    pub(crate) source: Source,
    /// Its places among the connections.
    pub(crate) places: Places,
}

/// Why a connection is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoPlace {
    /// The server has no place left.
    Full,
    /// Its address has no place left.
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
            Self::Address => "too many connections come from your address: close some, or try again later\n",
        }
    }
}

/// What every request of a connection shares.
#[derive(Clone, Debug)]
pub(crate) struct Arrival {
    /// The other end of the TCP connection, which may be a proxy.
    pub(crate) peer: IpAddr,
    /// Where it comes from; none if it comes through a proxy, whose requests each say so.
    pub(crate) source: Option<Source>,
    places: Arc<Mutex<Option<Places>>>,
}

impl Arrival {
    /// Takes places for a connection from `peer`.
    pub(crate) fn take(app: &App, peer: IpAddr) -> Result<Self, NoPlace> {
        let through_proxy = app.config.trusted_proxies.iter().any(|proxy| proxy.covers(peer));
        let source = (!through_proxy).then(|| app.quotas.direct(peer));
        let local = source.as_ref().is_some_and(|source| source.local);
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

    /// Hands the places on to the WebSocket that this connection becomes.
    pub(crate) fn hand_on(&self, source: &Source) -> Result<Places, NoPlace> {
        let places = self.places.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Only one request of a connection can lead to a WebSocket.
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
