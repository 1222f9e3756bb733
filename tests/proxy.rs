//! A network that fails: a TCP proxy that delays, tears to pieces, stalls, swallows, cuts and resets.
//!
//! What a connection suffers is its [`Faults`], which a script gives for each new connection; and [`Proxy::strike`] does
//! it by hand to those that there are. Chance is seeded, with a source of its own for each connection and direction.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, sleep_until};

/// Bytes that a direction holds at most: beyond it the sender waits, as he would before a full window.
const HELD_AT_MOST: usize = 256 * 1024;

/// Bytes that are read at a time.
const READ_AT_MOST: usize = 16 * 1024;

/// A direction, as the client sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// From the client to the server.
    Up,
    /// From the server to the client.
    Down,
}

/// What a direction comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// Nothing is taken and nothing given; the connection stays.
    Stall,
    /// All that comes is taken and lost; the connection stays.
    Swallow,
    /// The receiver reads the end; the other direction goes on.
    HalfClose,
    /// The connection is closed, both ways.
    Close,
    /// The connection is reset, both ways.
    Reset,
}

impl End {
    /// Every one.
    pub const ALL: [End; 5] = [End::Stall, End::Swallow, End::HalfClose, End::Close, End::Reset];
}

/// What one direction of a connection suffers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Fault {
    /// How long a piece is on its way, at least.
    pub latency: Duration,
    /// What chance adds to that, at most. Pieces stay in order.
    pub jitter: Duration,
    /// The most bytes in a piece, at least 1; up to 16 KiB if none.
    pub piece: Option<usize>,
    /// After so many bytes have arrived, this.
    pub end: Option<(u64, End)>,
}

/// What a connection suffers, each way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Faults {
    /// From the client to the server.
    pub up: Fault,
    /// From the server to the client.
    pub down: Fault,
}

/// A proxy before one server. Gone when it is dropped, with all its connections.
pub struct Proxy {
    address: SocketAddr,
    orders: Arc<watch::Sender<Orders>>,
    taken: watch::Receiver<u64>,
    ended: Ended,
    accepting: JoinHandle<()>,
}

/// How often a direction came to each end.
type Ended = Arc<Mutex<BTreeMap<End, u64>>>;

/// What is done by hand, each way, to the connections of lower numbers.
#[derive(Debug, Clone, Copy, Default)]
struct Orders {
    up: Option<(End, u64)>,
    down: Option<(End, u64)>,
}

impl Proxy {
    /// Listens on a free port of this machine. `script` says what each connection suffers, by its number from 0.
    ///
    /// # Errors
    /// The port cannot be had.
    pub async fn start(
        to: SocketAddr,
        seed: u64,
        mut script: impl FnMut(u64) -> Faults + Send + 'static,
    ) -> io::Result<Proxy> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let orders = Arc::new(watch::Sender::new(Orders::default()));
        let (take, taken) = watch::channel(0);
        let ended = Ended::default();
        let (ordered, ends) = (Arc::clone(&orders), Arc::clone(&ended));
        let accepting = tokio::spawn(async move {
            let mut connections = JoinSet::new();
            // Where no connection can be taken any more, those that were taken go on.
            while let Ok((near, _)) = listener.accept().await {
                let number = *take.borrow();
                let (faults, ended) = (script(number), Arc::clone(&ends));
                let connection = Connection { number, faults, orders: ordered.subscribe(), ended, seed };
                take.send_replace(number + 1);
                // A connection that breaks is what this is for.
                connections.spawn(async move { connection.run(near, to).await.is_ok() });
                while connections.try_join_next().is_some() {}
            }
            while connections.join_next().await.is_some() {}
        });
        Ok(Proxy { address, orders, taken, ended, accepting })
    }

    /// A proxy that passes everything on until it is told otherwise.
    ///
    /// # Errors
    /// The port cannot be had.
    pub async fn plain(to: SocketAddr) -> io::Result<Proxy> {
        Proxy::start(to, 0, |_| Faults::default()).await
    }

    /// Where clients connect to.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Connections taken so far.
    pub fn taken(&self) -> u64 {
        *self.taken.borrow()
    }

    /// How often a direction came to each end, by script or by hand; a close or a reset of both counts once.
    pub fn ended(&self) -> BTreeMap<End, u64> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Does this to all connections that there are, now. Later ones are spared.
    pub fn strike(&self, way: Way, end: End) {
        let order = Some((end, self.taken()));
        self.orders.send_modify(|orders| match way {
            Way::Up => orders.up = order,
            Way::Down => orders.down = order,
        });
    }

    /// What was done by hand and can be undone ends: stalls and swallowing.
    pub fn heal(&self) {
        self.orders.send_replace(Orders::default());
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

struct Connection {
    number: u64,
    faults: Faults,
    orders: watch::Receiver<Orders>,
    ended: Ended,
    seed: u64,
}

impl Connection {
    /// From the first byte to the end.
    async fn run(self, mut near: TcpStream, to: SocketAddr) -> io::Result<()> {
        let mut far = TcpStream::connect(to).await?;
        near.set_nodelay(true)?;
        far.set_nodelay(true)?;
        let (mut up, mut down) = (self.pump(Way::Up, self.faults.up), self.pump(Way::Down, self.faults.down));
        let end = {
            let ((near_read, near_write), (far_read, far_write)) = (near.split(), far.split());
            let (mut up, mut down) =
                (pin!(up.run(near_read, far_write)), pin!(down.run(far_read, near_write)));
            tokio::select! {
                end = &mut up => if end.is_some() { end } else { down.await },
                end = &mut down => if end.is_some() { end } else { up.await },
            }
        };
        if end == Some(End::Reset) {
            near.set_zero_linger()?;
            far.set_zero_linger()?;
        }
        Ok(())
    }

    fn pump(&self, way: Way, fault: Fault) -> Pump {
        let seed =
            self.seed ^ self.number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(way == Way::Up) << 63;
        Pump {
            way,
            number: self.number,
            fault,
            orders: self.orders.clone(),
            ended: Arc::clone(&self.ended),
            chance: ChaCha8Rng::seed_from_u64(seed),
            arrived: 0,
            held: VecDeque::new(),
            last: Instant::now(),
        }
    }
}

/// One direction of a connection.
struct Pump {
    way: Way,
    number: u64,
    fault: Fault,
    orders: watch::Receiver<Orders>,
    ended: Ended,
    chance: ChaCha8Rng,
    /// Bytes that the receiver has got.
    arrived: u64,
    /// What is on its way, and when it arrives.
    held: VecDeque<(Instant, Vec<u8>)>,
    /// When the last piece arrives: none overtakes it.
    last: Instant,
}

impl Pump {
    /// Passes on until this direction is over; or both are, with that end.
    async fn run(&mut self, mut from: ReadHalf<'_>, mut to: WriteHalf<'_>) -> Option<End> {
        let mut buffer = vec![0; self.fault.piece.unwrap_or(READ_AT_MOST).clamp(1, READ_AT_MOST)];
        let (mut closed, mut suffered) = (false, None);
        loop {
            let end = self.suffers();
            if suffered != end {
                suffered = end;
                self.note(end);
            }
            let held: usize = self.held.iter().map(|(_, piece)| piece.len()).sum();
            let (mut takes, mut gives) = (!closed && held < HELD_AT_MOST, held > 0);
            match end {
                Some(End::Close | End::Reset) => return end,
                Some(End::Stall) => (takes, gives) = (false, false),
                Some(End::Swallow) => {
                    self.held.clear();
                    (takes, gives) = (!closed, false);
                }
                Some(End::HalfClose) => {
                    to.shutdown().await.ok()?;
                    return None;
                }
                None if closed && !gives => {
                    to.shutdown().await.ok()?;
                    return None;
                }
                None => {}
            }
            let left = self.fault.end.map_or(u64::MAX, |(after, _)| after.saturating_sub(self.arrived));
            let next = self.held.front();
            tokio::select! {
                biased;
                // The proxy itself is gone when nobody can order any more.
                ordered = self.orders.changed() => ordered.ok()?,
                given = give(&mut to, next, left), if gives => self.given(given.ok()?),
                read = from.read(&mut buffer), if takes => match read {
                    Ok(0) | Err(_) => closed = true,
                    Ok(length) => self.hold(&buffer[..length]),
                },
            }
        }
    }

    /// What it has come to, by script or by hand.
    fn suffers(&self) -> Option<End> {
        let scripted = self.fault.end.filter(|&(after, _)| self.arrived >= after).map(|(_, end)| end);
        let orders = self.orders.borrow();
        let ordered = match self.way {
            Way::Up => orders.up,
            Way::Down => orders.down,
        };
        scripted.or(ordered.filter(|&(_, before)| self.number < before).map(|(end, _)| end))
    }

    fn note(&self, end: Option<End>) {
        if let Some(end) = end {
            *self.ended.lock().unwrap_or_else(PoisonError::into_inner).entry(end).or_default() += 1;
        }
    }

    /// Sends a piece on its way.
    fn hold(&mut self, piece: &[u8]) {
        let fraction = f64::from(self.chance.next_u32()) / f64::from(u32::MAX);
        let arrives = Instant::now() + self.fault.latency + self.fault.jitter.mul_f64(fraction);
        self.last = self.last.max(arrives);
        self.held.push_back((self.last, piece.to_vec()));
    }

    /// So many bytes of the next piece have arrived.
    fn given(&mut self, bytes: usize) {
        self.arrived += bytes as u64;
        if let Some((_, piece)) = self.held.front_mut() {
            piece.drain(..bytes);
            if piece.is_empty() {
                self.held.pop_front();
            }
        }
    }
}

/// Gives the next piece when it arrives, but no more than is left.
async fn give(to: &mut WriteHalf<'_>, next: Option<&(Instant, Vec<u8>)>, left: u64) -> io::Result<usize> {
    let Some((arrives, piece)) = next else { return Ok(0) };
    sleep_until(*arrives).await;
    let most = piece.len().min(usize::try_from(left).unwrap_or(usize::MAX));
    to.write(&piece[..most]).await
}
