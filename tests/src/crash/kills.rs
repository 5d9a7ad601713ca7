//! Starts the server, kills it at random times, and checks its data at the end.

use std::{
    io,
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use rand::{RngExt, SeedableRng, rngs::SmallRng};
use tengen_shared::game::Millis;
use tokio::{
    sync::{mpsc, watch},
    task::JoinSet,
    time::timeout,
};

use super::{
    Fault, Finding, Outage, Outcome, Plan, Records, Report, Restore, Times,
    check::{Checked, check_all},
    client::{Client, Ways},
    shared::{Notice, Order, Shared},
    stored::Archive,
    victim::{Victim, configure},
};

/// One kill in this many comes at a random time within the length of the last restart, so it usually interrupts the
/// restart.
const IN_RESTORE: usize = 4;
/// Returns the time of the clock that server and clients share on one machine.
fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
}

/// The time of a kill.
#[derive(Clone, Copy, Debug)]
enum Moment {
    /// This long after the start of the server, even if it does not listen yet.
    Restoring(Duration),
    /// This long after all clients were served again.
    Busy(Duration),
}

/// The progress of a start of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reached {
    Nothing,
    Listening,
    Resumed,
}

/// Starts and kills the server.
struct Killer<'a> {
    plan: &'a Plan,
    shared: Arc<Shared>,
    orders: watch::Sender<Order>,
    news: mpsc::Receiver<Notice>,
    rng: SmallRng,
    starts: u32,
    /// When the last server was dead.
    down: Option<Millis>,
    outages: Vec<Outage>,
    listening: Vec<Duration>,
    resumed: Vec<Duration>,
    in_restore: [usize; 2],
}

/// Kills the server as planned and checks its data. `progress` receives a line for each kill.
///
/// # Errors
/// Returns an error if the server cannot be started or does not come back. All other faults are in the report.
pub async fn run(plan: &Plan, progress: impl FnMut(&str)) -> io::Result<Report> {
    configure(plan)?;
    let (orders, ordered) = watch::channel(Order::Down);
    let (tell, news) = mpsc::channel(plan.connections * 2 + 16);
    let shared = Arc::new(Shared::new(plan.seed, plan.rooms));
    let mut clients = JoinSet::new();
    for number in 0..plan.connections {
        let ways = Ways { orders: ordered.clone(), opened: shared.opened.subscribe(), tell: tell.clone() };
        clients.spawn(Client::new(number, plan.connections, shared.clone(), ways).live());
    }
    let mut killer = Killer {
        plan,
        shared: shared.clone(),
        orders,
        news,
        rng: SmallRng::seed_from_u64(plan.seed),
        starts: 0,
        down: None,
        outages: Vec::new(),
        listening: Vec::new(),
        resumed: Vec::new(),
        in_restore: [0; 2],
    };
    killer.kill_all(progress).await?;
    while let Some(ended) = clients.join_next().await {
        if let Err(error) = ended {
            shared.find(Fault::Unexpected, format!("a client has failed: {error}"));
        }
    }
    let Killer { listening, resumed, in_restore, outages, .. } = killer;
    let (failures, checked, records) = look_back(plan, &shared, &outages).await?;
    Ok(Report {
        kills: plan.kills,
        kills_in_restore: in_restore,
        outcome: Outcome::new(plan, &shared, &checked, failures),
        clocks: checked.clocks,
        records,
        restore: Restore { listening: Times::of(&listening), resumed: Times::of(&resumed) },
    })
}

impl Killer<'_> {
    async fn kill_all(&mut self, mut progress: impl FnMut(&str)) -> io::Result<()> {
        for kill in 1..=self.plan.kills {
            let mut victim = self.start()?;
            let instant = self.draw(kill);
            let reached = self.live_until(&mut victim, instant).await?;
            match reached {
                Reached::Nothing => self.in_restore = [self.in_restore[0] + 1, self.in_restore[1]],
                Reached::Listening => self.in_restore[1] += 1,
                Reached::Resumed => {}
            }
            self.orders.send_replace(Order::Down);
            let line = self.line(kill, instant, reached);
            if let Some(status) = victim.ended() {
                self.shared.find(Fault::Unexpected, format!("the server has ended by itself: {status}"));
            }
            victim.kill().await?;
            self.down = Some(now());
            progress(&line);
            if matches!(instant, Moment::Busy(_)) && reached != Reached::Resumed {
                // Every further kill would end the same way.
                break;
            }
        }
        self.finish().await
    }

    fn start(&mut self) -> io::Result<Victim> {
        self.starts += 1;
        if let Some(down) = self.down {
            self.outages.push(Outage { down, up: now() });
        }
        Victim::spawn(self.plan)
    }

    fn draw(&mut self, kill: usize) -> Moment {
        let last = self.resumed.last().copied();
        match last.filter(|_| kill.is_multiple_of(IN_RESTORE)) {
            Some(last) => Moment::Restoring(last.mul_f64(self.rng.random_range(0.0..1.0))),
            None => Moment::Busy(Duration::from_millis(self.rng.random_range(self.plan.busy_ms.clone()))),
        }
    }

    /// Lets the server start and the clients play until it is time for the kill.
    async fn live_until(&mut self, victim: &mut Victim, instant: Moment) -> io::Result<Reached> {
        let mut reached = Reached::Nothing;
        match instant {
            Moment::Restoring(after) => {
                // A timeout here is intended: the kill comes during the restart.
                if let Ok(up) = timeout(after, self.come_up(victim, &mut reached)).await {
                    up?;
                }
            }
            Moment::Busy(after) => {
                let patience = self.plan.patience;
                match timeout(patience, self.come_up(victim, &mut reached)).await {
                    Ok(up) => up?,
                    Err(_) => {
                        let (start, open) = (self.starts, self.shared.tally().open());
                        let text = format!("start {start}: only {reached:?} after {patience:?}; {open} wait");
                        self.shared.find(Fault::Stalled, text);
                        return Ok(reached);
                    }
                }
                #[expect(
                    clippy::disallowed_methods,
                    reason = "a kill comes at a random instant, whatever has happened by then"
                )]
                tokio::time::sleep(after).await;
            }
        }
        Ok(reached)
    }

    async fn come_up(&mut self, victim: &mut Victim, reached: &mut Reached) -> io::Result<()> {
        let addr = victim.listening().await?;
        self.listening.push(victim.began.elapsed());
        *reached = Reached::Listening;
        self.orders.send_replace(Order::Play { start: self.starts, addr });
        self.wait_for(Notice::Resumed { start: self.starts }).await;
        self.resumed.push(victim.began.elapsed());
        *reached = Reached::Resumed;
        Ok(())
    }

    /// Waits until every client has sent this notice.
    async fn wait_for(&mut self, wanted: Notice) {
        let mut missing = self.plan.connections;
        while missing > 0 {
            let Some(news) = self.news.recv().await else { return };
            missing -= usize::from(news == wanted);
        }
    }

    fn line(&self, kill: usize, instant: Moment, reached: Reached) -> String {
        let tally = *self.shared.tally();
        let when = match instant {
            Moment::Restoring(after) => format!("{} ms into the start ({reached:?})", after.as_millis()),
            Moment::Busy(after) => format!("after {} ms of play", after.as_millis()),
        };
        let ms = |times: &[Duration]| times.last().map_or(0, Duration::as_millis);
        format!(
            "kill {kill} of {}, {when}: {} acknowledged, {} unacknowledged, {} repeated so far; {} wrong; \
             last restart: listening after {} ms, all resumed after {} ms",
            self.plan.kills,
            tally.acknowledged,
            tally.open(),
            tally.resent + tally.repeated,
            self.shared.findings().len(),
            ms(&self.listening),
            ms(&self.resumed),
        )
    }

    /// Starts the server once more, lets all clients play, and has them check every room before the server stops.
    async fn finish(&mut self) -> io::Result<()> {
        let mut victim = self.start()?;
        let busy = Moment::Busy(Duration::from_millis(*self.plan.busy_ms.end()));
        self.live_until(&mut victim, busy).await?;
        if let Some((start, addr)) = { *self.orders.borrow() }.server() {
            self.orders.send_replace(Order::Finish { start, addr });
            if timeout(self.plan.patience, self.wait_for(Notice::Finished)).await.is_err() {
                self.shared.find(Fault::Stalled, "some clients were not answered in the end");
            }
        }
        self.orders.send_replace(Order::Over);
        let began = Instant::now();
        let status = victim.stop().await?;
        if !status.success() {
            let text = format!("the server ended with {status} after {:?}", began.elapsed());
            self.shared.find(Fault::Unexpected, text);
        }
        Ok(())
    }
}

/// Compares every ledger with the journal.
async fn look_back(
    plan: &Plan,
    shared: &Shared,
    outages: &[Outage],
) -> io::Result<(Vec<Finding>, Checked, Records)> {
    let mut failures = shared.findings();
    let archive = Archive::open(&plan.folder)?;
    let mut checked = Checked::default();
    let mut unknown = archive.rooms().clone();
    for number in 0..plan.rooms {
        let Some(code) = shared.ledger(number).code.clone() else { continue };
        unknown.remove(code.as_str());
        let stream = archive.stream(&code).await?;
        let (found, more) = check_all(&shared.ledger(number), &stream, outages);
        failures.extend(found);
        checked.add(more);
    }
    for code in unknown {
        let text = format!("room {code} is there, and nobody knows of it");
        failures.push(Finding { room: Some(code), ..Finding::general(Fault::Doubled, text) });
    }
    let records = archive.counts();
    archive.close().await;
    keep_stories(plan, shared, &failures)?;
    Ok((failures, checked, records))
}

/// Writes the log of every room that has a fault.
pub(super) fn keep_stories(plan: &Plan, shared: &Shared, failures: &[Finding]) -> io::Result<()> {
    for number in 0..plan.rooms {
        let ledger = shared.ledger(number);
        let code = ledger.code.as_ref().map(ToString::to_string);
        if code.is_some() && failures.iter().any(|finding| finding.room == code) {
            let name = format!("{}.log", code.unwrap_or_default());
            std::fs::write(plan.folder.join(name), ledger.story())?;
        }
    }
    Ok(())
}
