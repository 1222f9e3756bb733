//! The proxy does what its faults say, before a server that sends back whatever it gets.
#![allow(clippy::unwrap_used, reason = "a test without a network has failed")]

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;

use brag_tests::proxy::{End, Fault, Faults, Proxy, Way};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

/// Never reached by a passing test; turns a hang into a failure.
const HANG: Duration = Duration::from_secs(30);

/// A server that sends back what it gets, and tells how each connection ended for it: how many bytes it got, and whether
/// they ended well.
async fn echo() -> (SocketAddr, mpsc::UnboundedReceiver<(u64, bool)>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (tell, told) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let tell = tell.clone();
            tokio::spawn(async move {
                let (mut got, mut buffer) = (0, [0; 1_024]);
                let well = loop {
                    match stream.read(&mut buffer).await {
                        Ok(0) => break true,
                        Ok(length) => {
                            got += length as u64;
                            if stream.write_all(&buffer[..length]).await.is_err() {
                                break false;
                            }
                        }
                        Err(_) => break false,
                    }
                };
                let _nobody_asks = tell.send((got, well));
            });
        }
    });
    (address, told)
}

async fn through(proxy: &Proxy) -> TcpStream {
    TcpStream::connect(proxy.address()).await.unwrap()
}

/// Faults of one direction.
fn only(way: Way, fault: Fault) -> Faults {
    match way {
        Way::Up => Faults { up: fault, ..Faults::default() },
        Way::Down => Faults { down: fault, ..Faults::default() },
    }
}

fn ends(after: u64, end: End) -> Fault {
    Fault { end: Some((after, end)), ..Fault::default() }
}

async fn proxy(faults: Faults) -> (Proxy, mpsc::UnboundedReceiver<(u64, bool)>) {
    let (server, told) = echo().await;
    (Proxy::start(server, 7, move |_| faults).await.unwrap(), told)
}

/// Reads all that comes, and how it ends.
async fn read_all(stream: &mut TcpStream) -> (Vec<u8>, std::io::Result<usize>) {
    let mut bytes = Vec::new();
    let end = timeout(HANG, stream.read_to_end(&mut bytes)).await.expect("an end");
    (bytes, end)
}

async fn read_exactly(stream: &mut TcpStream, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    timeout(HANG, stream.read_exact(&mut bytes)).await.expect("bytes").unwrap();
    bytes
}

/// Waits until that many directions came to this end.
async fn until_ended(proxy: &Proxy, end: End, times: u64) {
    let ended = async {
        while proxy.ended().get(&end).copied() != Some(times) {
            tokio::task::yield_now().await;
        }
    };
    timeout(HANG, ended).await.expect("it comes to that");
}

#[tokio::test]
async fn what_is_torn_and_late_arrives_whole_and_in_order() {
    let (latency, jitter) = (Duration::from_millis(20), Duration::from_millis(30));
    let down = Fault { latency, jitter, piece: Some(1), ..Fault::default() };
    let (proxy, _told) = proxy(Faults { up: Fault { piece: Some(3), ..Fault::default() }, down }).await;
    let mut stream = through(&proxy).await;
    let sent: Vec<u8> = (0..5_000_u32).map(|n| n as u8).collect();
    let begun = Instant::now();
    stream.write_all(&sent).await.unwrap();
    assert_eq!(read_exactly(&mut stream, sent.len()).await, sent);
    assert!(begun.elapsed() >= latency);
    stream.shutdown().await.unwrap();
    assert_eq!(read_all(&mut stream).await.0, [], "the end is passed on, too");
}

#[tokio::test]
async fn a_connection_is_closed_after_the_last_byte_that_it_may_have() {
    let (proxy, mut told) = proxy(only(Way::Down, ends(5, End::Close))).await;
    let mut stream = through(&proxy).await;
    stream.write_all(b"more than five").await.unwrap();
    let (bytes, end) = read_all(&mut stream).await;
    assert_eq!((&*bytes, end.unwrap()), (&b"more "[..], 5));
    assert_eq!(told.recv().await.unwrap().0, 14, "it is over for the server, too");
    assert_eq!(proxy.ended().into_iter().collect::<Vec<_>>(), [(End::Close, 1)]);
}

#[tokio::test]
async fn a_reset_is_a_reset_at_both_ends() {
    let (proxy, mut told) = proxy(only(Way::Up, ends(4, End::Reset))).await;
    let mut stream = through(&proxy).await;
    stream.write_all(b"four and more").await.unwrap();
    let (_, end) = read_all(&mut stream).await;
    assert_eq!(end.unwrap_err().kind(), ErrorKind::ConnectionReset);
    assert_eq!(told.recv().await.unwrap(), (4, false));
}

#[tokio::test]
async fn half_a_close_leaves_the_other_half() {
    let (proxy, mut told) = proxy(only(Way::Down, ends(3, End::HalfClose))).await;
    let mut stream = through(&proxy).await;
    stream.write_all(b"abcdef").await.unwrap();
    let (bytes, end) = read_all(&mut stream).await;
    assert_eq!((&*bytes, end.unwrap()), (&b"abc"[..], 3));
    stream.write_all(b"ghi").await.unwrap();
    stream.shutdown().await.unwrap();
    assert_eq!(told.recv().await.unwrap(), (9, true), "the server got everything");
}

#[tokio::test]
async fn what_is_swallowed_is_lost_and_nobody_is_told() {
    let (proxy, mut told) = proxy(only(Way::Up, ends(2, End::Swallow))).await;
    let mut stream = through(&proxy).await;
    stream.write_all(b"ab").await.unwrap();
    assert_eq!(read_exactly(&mut stream, 2).await, b"ab");
    // Far more than the buffers on the way hold: it must be read by somebody.
    stream.write_all(&vec![0; 16 << 20]).await.unwrap();
    drop(stream);
    drop(proxy);
    assert_eq!(told.recv().await.unwrap().0, 2);
}

#[tokio::test]
async fn a_stall_by_hand_keeps_everything_until_it_is_healed() {
    let (server, _told) = echo().await;
    let proxy = Proxy::plain(server).await.unwrap();
    let mut stream = through(&proxy).await;
    stream.write_all(b"a").await.unwrap();
    assert_eq!(read_exactly(&mut stream, 1).await, b"a");
    proxy.strike(Way::Down, End::Stall);
    until_ended(&proxy, End::Stall, 1).await;
    stream.write_all(b"b").await.unwrap();
    // One that is taken later is spared: what it gets shows that the server has long answered the first.
    let mut later = through(&proxy).await;
    later.write_all(b"c").await.unwrap();
    assert_eq!(read_exactly(&mut later, 1).await, b"c");
    assert_eq!(stream.try_read(&mut [0]).unwrap_err().kind(), ErrorKind::WouldBlock);
    proxy.heal();
    assert_eq!(read_exactly(&mut stream, 1).await, b"b");
}

#[tokio::test]
async fn a_strike_by_hand_ends_all_that_there_are() {
    let (server, _told) = echo().await;
    for end in [End::Close, End::Reset] {
        let proxy = Proxy::plain(server).await.unwrap();
        let mut streams = Vec::new();
        for _ in 0..3 {
            let mut stream = through(&proxy).await;
            stream.write_all(b"a").await.unwrap();
            assert_eq!(read_exactly(&mut stream, 1).await, b"a");
            streams.push(stream);
        }
        proxy.strike(Way::Up, end);
        for stream in &mut streams {
            assert_eq!(read_all(stream).await.1.is_err(), end == End::Reset);
        }
        until_ended(&proxy, end, 3).await;
        assert_eq!(proxy.taken(), 3);
    }
}

#[tokio::test]
async fn a_script_knows_each_connection_and_a_server_that_is_gone_ends_them() {
    let (server, _told) = echo().await;
    let script = |number| only(Way::Down, ends(number, End::Close));
    let proxy = Proxy::start(server, 1, script).await.unwrap();
    for number in 0..4 {
        let mut stream = through(&proxy).await;
        // The connection may be over before it is written to.
        let _closed = stream.write_all(b"abcdef").await;
        assert_eq!(read_all(&mut stream).await.0.len(), number);
    }
    let nobody = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let proxy = Proxy::plain(nobody).await.unwrap();
    assert_eq!(read_all(&mut through(&proxy).await).await.0, []);
}
