//! A queue that serves addresses in turn, and within an address its players. Whoever has many jobs makes nobody else
//! wait longer.

use std::collections::{BTreeMap, VecDeque};

use tengen_shared::game::PlayerId;

use super::job::{Job, Owner, Rank};
use crate::quota::AddressBlock;

/// Jobs that only watchers wait for get one turn in so many while players wait, too.
const WATCHED_EVERY: u32 = 4;

#[derive(Default)]
pub(super) struct FairQueue {
    continued: VecDeque<Job>,
    played: Turns,
    watched: Turns,
    /// The turns that players have had since the last turn of watchers.
    since_watched: u32,
}

/// Waiting jobs of one rank.
#[derive(Default)]
struct Turns {
    /// The addresses with jobs, next first.
    order: VecDeque<AddressBlock>,
    addresses: BTreeMap<AddressBlock, OfAddress>,
    jobs: usize,
}

#[derive(Default)]
struct OfAddress {
    /// The players with jobs, next first.
    order: VecDeque<PlayerId>,
    players: BTreeMap<PlayerId, VecDeque<Job>>,
}

impl FairQueue {
    pub(super) fn len(&self) -> usize {
        self.continued.len() + self.played.jobs + self.watched.jobs
    }

    /// Adds a job behind those of its player that have less time.
    pub(super) fn put(&mut self, job: Job) {
        match job.rank {
            Rank::Continued => self.continued.push_back(job),
            Rank::Played => self.played.put(job),
            Rank::Watched => self.watched.put(job),
        }
    }

    /// Takes the next job.
    pub(super) fn take(&mut self) -> Option<Job> {
        if let Some(job) = self.continued.pop_front() {
            // It counts as the turn of its address.
            for turns in [&mut self.played, &mut self.watched] {
                turns.put_last(job.owner.address);
            }
            return Some(job);
        }
        let watched_is_due = self.since_watched >= WATCHED_EVERY - 1 || self.played.jobs == 0;
        if watched_is_due && let Some(job) = self.watched.take() {
            self.since_watched = 0;
            return Some(job);
        }
        let job = self.played.take()?;
        self.since_watched = self.since_watched.saturating_add(1);
        Some(job)
    }

    /// Returns into how many parts the time is divided, of which a job of `owner` gets one: by address, then by player,
    /// then by job. The job itself is not in the queue.
    pub(super) fn parts(&self, owner: Owner) -> usize {
        let mut addresses = 1;
        for turns in [&self.played, &self.watched] {
            addresses = addresses
                .max(turns.addresses.len() + usize::from(!turns.addresses.contains_key(&owner.address)));
        }
        let own = [&self.played, &self.watched].map(|turns| turns.addresses.get(&owner.address));
        let players = own
            .iter()
            .flatten()
            .map(|own| own.players.len() + usize::from(!own.players.contains_key(&owner.player)));
        let jobs = own.iter().flatten().filter_map(|own| own.players.get(&owner.player)).map(VecDeque::len);
        addresses * players.max().unwrap_or(1) * (1 + jobs.sum::<usize>())
    }
}

impl Turns {
    fn put(&mut self, job: Job) {
        self.jobs += 1;
        let Owner { address, player } = job.owner;
        let of_address = self.addresses.entry(address).or_insert_with(|| {
            self.order.push_back(address);
            OfAddress::default()
        });
        let jobs = of_address.players.entry(player).or_insert_with(|| {
            of_address.order.push_back(player);
            VecDeque::new()
        });
        let has_more_time = |other: &Job| match (job.by, other.by) {
            (Some(by), Some(other)) => by < other,
            (Some(_), None) => true,
            (None, _) => false,
        };
        let place = jobs.iter().position(has_more_time).unwrap_or(jobs.len());
        jobs.insert(place, job);
    }

    /// Lets all other addresses go before `address`.
    fn put_last(&mut self, address: AddressBlock) {
        if let Some(place) = self.order.iter().position(|known| *known == address) {
            self.order.remove(place);
            self.order.push_back(address);
        }
    }

    fn take(&mut self) -> Option<Job> {
        let address = self.order.pop_front()?;
        let of_address = self.addresses.get_mut(&address)?;
        let player = of_address.order.pop_front()?;
        let jobs = of_address.players.get_mut(&player)?;
        let job = jobs.pop_front()?;
        self.jobs -= 1;
        if jobs.is_empty() {
            of_address.players.remove(&player);
        } else {
            of_address.order.push_back(player);
        }
        if of_address.players.is_empty() {
            self.addresses.remove(&address);
        } else {
            self.order.push_back(address);
        }
        Some(job)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        net::IpAddr,
        time::{Duration, Instant},
    };

    use tengen_engine::StopFlag;

    use super::*;

    fn owner(address: u8, player: u32) -> Owner {
        Owner { address: AddressBlock::from(IpAddr::from([192, 0, 2, address])), player: PlayerId(player) }
    }

    fn job(owner: Owner, rank: Rank, by: Option<Instant>) -> Job {
        let (began, work) = (Box::new(|| ()), Box::new(|_| ()));
        Job { rank, owner, want: Duration::ZERO, by, stop: StopFlag::default(), began, work }
    }

    #[test]
    fn who_has_many_jobs_makes_nobody_else_wait_longer() {
        let mut queue = FairQueue::default();
        let (greedy, neighbour, other) = (owner(1, 1), owner(1, 2), owner(2, 3));
        for _ in 0..500 {
            queue.put(job(greedy, Rank::Played, Some(Instant::now())));
        }
        queue.put(job(neighbour, Rank::Played, None));
        queue.put(job(other, Rank::Played, None));
        let order: Vec<Owner> = (0..4).filter_map(|_| queue.take()).map(|job| job.owner).collect();
        assert_eq!(order, [greedy, other, neighbour, greedy]);
        assert_eq!(queue.len(), 498);
        // Half for each address; the other half belongs to one player with 498 jobs.
        assert_eq!((queue.parts(other), queue.parts(neighbour), queue.parts(greedy)), (2, 2, 499));
    }

    #[test]
    fn a_clock_helps_among_the_jobs_of_one_player_only() {
        let mut queue = FairQueue::default();
        let soon = Instant::now();
        for by in [None, Some(soon + Duration::from_secs(9)), Some(soon)] {
            queue.put(job(owner(1, 1), Rank::Played, by));
        }
        queue.put(job(owner(1, 2), Rank::Played, None));
        let order: Vec<_> =
            std::iter::from_fn(|| queue.take()).map(|job| (job.owner.player.0, job.by)).collect();
        let later = Some(soon + Duration::from_secs(9));
        assert_eq!(order, [(1, Some(soon)), (2, None), (1, later), (1, None)]);
    }

    #[test]
    fn a_turn_that_has_waited_once_goes_on_at_once_and_counts_as_the_turn_of_its_address() {
        let mut queue = FairQueue::default();
        for address in [1, 2] {
            queue.put(job(owner(address, 1), Rank::Played, None));
        }
        queue.put(job(owner(1, 2), Rank::Continued, None));
        assert_eq!(queue.len(), 3);
        let order: Vec<Owner> = std::iter::from_fn(|| queue.take()).map(|job| job.owner).collect();
        assert_eq!(order, [owner(1, 2), owner(2, 1), owner(1, 1)]);
    }

    #[test]
    fn watched_jobs_wait_for_players_but_not_for_ever() {
        let mut queue = FairQueue::default();
        for player in 0..9 {
            queue.put(job(owner(1, player), Rank::Played, None));
            queue.put(job(owner(2, player), Rank::Watched, None));
        }
        let ranks: Vec<bool> =
            (0..9).filter_map(|_| queue.take()).map(|job| job.rank == Rank::Watched).collect();
        assert_eq!(ranks, [false, false, false, true, false, false, false, true, false]);
    }
}
