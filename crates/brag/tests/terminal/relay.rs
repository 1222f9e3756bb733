//! A way to a server on which answers can be held up.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

/// Takes connections for a server. What is asked goes through at once; what is answered does, unless it is held.
pub struct Relay {
    pub url: String,
    gate: Arc<Gate>,
}

#[derive(Default)]
struct Gate {
    closed: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn pass(&self) {
        drop(self.opened.wait_while(self.closed.lock().unwrap(), |closed| *closed).unwrap());
    }
}

impl Relay {
    pub fn to(url: &str) -> Relay {
        let server: SocketAddr = url.trim_start_matches("http://").parse().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (url, gate) = (format!("http://{}", listener.local_addr().unwrap()), Arc::new(Gate::default()));
        let of_connections = Arc::clone(&gate);
        // It ends with the test's process.
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let Ok(server) = TcpStream::connect(server) else { continue };
                let (asks, answers) = (client.try_clone().unwrap(), server.try_clone().unwrap());
                let gate = Arc::clone(&of_connections);
                thread::spawn(move || pump(asks, server, || {}));
                thread::spawn(move || pump(answers, client, || gate.pass()));
            }
        });
        Relay { url, gate }
    }

    /// Nothing that the server says goes through from now on.
    pub fn hold(&self) {
        *self.gate.closed.lock().unwrap() = true;
    }

    /// It goes through again, what was held first.
    pub fn release(&self) {
        *self.gate.closed.lock().unwrap() = false;
        self.gate.opened.notify_all();
    }
}

fn pump(mut from: TcpStream, mut to: TcpStream, before_each: impl Fn()) {
    let mut bytes = [0; 16 << 10];
    while let Ok(read @ 1..) = from.read(&mut bytes) {
        before_each();
        if to.write_all(&bytes[..read]).is_err() {
            break;
        }
    }
    // Either end learns that the other has gone.
    let _gone_already = to.shutdown(std::net::Shutdown::Both);
}
