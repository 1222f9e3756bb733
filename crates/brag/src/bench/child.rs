//! The server's process as the client sees it: where it listens, what it uses, and that it ends.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// A server of its own; ends when this is dropped.
pub struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// Where the engine listens, as a URI.
    pub engine: String,
    /// Where the floor listens, as a URI.
    pub floor: String,
}

impl Server {
    /// Starts one, and waits until it listens.
    ///
    /// # Errors
    /// When it does not start.
    pub fn start() -> Result<Server, String> {
        Server::run(&["bench-server"], &[])
    }

    /// The same with metrics, and with traces where these variables say so.
    ///
    /// # Errors
    /// As [`Server::start`].
    pub fn watched(variables: &[(&str, &str)]) -> Result<Server, String> {
        Server::run(&["bench-server", "--watched"], variables)
    }

    fn run(arguments: &[&str], variables: &[(&str, &str)]) -> Result<Server, String> {
        let exe = std::env::current_exe().map_err(|why| format!("where this program is: {why}"))?;
        let mut child = Command::new(exe)
            .args(arguments)
            // What is measured is the default, whatever this shell has set.
            .env_remove("OTEL_TRACES_SAMPLER")
            .env_remove("OTEL_TRACES_SAMPLER_ARG")
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|why| format!("the benchmark's server does not start: {why}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("the benchmark's server has no pipes".to_owned());
        };
        let (engine, floor) = (String::new(), String::new());
        let mut server = Server { child, input: Some(input), output: BufReader::new(output), engine, floor };
        let line = server.line()?;
        let (engine, floor) =
            line.split_once(' ').ok_or("the benchmark's server does not say where it is")?;
        (server.engine, server.floor) = (format!("http://{engine}"), format!("http://{floor}"));
        Ok(server)
    }

    /// Tells the floor what to answer with from now on: `act`, `get_table` or `event`, and the message.
    ///
    /// # Errors
    /// When the server is gone.
    pub fn fix(&mut self, which: &str, message: &impl prost::Message) -> Result<(), String> {
        use std::fmt::Write as _;
        let mut line = format!("{which} ");
        for byte in message.encode_to_vec() {
            let _infallible = write!(line, "{byte:02x}");
        }
        line.push('\n');
        let input = self.input.as_mut().ok_or("the benchmark's server is gone")?;
        input.write_all(line.as_bytes()).map_err(|why| format!("the benchmark's server is gone: {why}"))?;
        match self.line()?.as_str() {
            "ok" => Ok(()),
            other => Err(format!("the benchmark's server says {other}")),
        }
    }

    fn line(&mut self) -> Result<String, String> {
        let mut line = String::new();
        match self.output.read_line(&mut line) {
            Ok(1..) => Ok(line.trim_end().to_owned()),
            Ok(0) => Err("the benchmark's server has ended".to_owned()),
            Err(why) => Err(format!("the benchmark's server cannot be read: {why}")),
        }
    }

    /// Memory that it holds, in bytes.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn memory(&self) -> Result<u64, String> {
        let status = self.proc("status")?;
        let kib = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"));
        let kib: u64 = kib.and_then(|kib| kib.parse().ok()).ok_or("/proc says no VmRSS")?;
        Ok(kib * 1_024)
    }

    /// Processor time that it has used.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn cpu(&self) -> Result<Duration, String> {
        /// What Linux counts /proc/PID/stat in, whatever the kernel's own tick is.
        const TICK: Duration = Duration::from_millis(10);
        let stat = self.proc("stat")?;
        // The name before it may hold anything; the state is field 3, utime and stime are 14 and 15.
        let mut fields = stat.rsplit(')').next().unwrap_or("").split_whitespace().skip(11);
        let mut ticks = || fields.next().and_then(|ticks| ticks.parse::<u32>().ok());
        let (Some(user), Some(system)) = (ticks(), ticks()) else {
            return Err("/proc says no processor time".to_owned());
        };
        Ok(TICK * (user + system))
    }

    fn proc(&self, file: &str) -> Result<String, String> {
        let path = format!("/proc/{}/{file}", self.child.id());
        std::fs::read_to_string(&path).map_err(|why| format!("{path}: {why}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The end of its input is what it waits for; killing it is for a server that hangs.
        drop(self.input.take());
        for _ in 0..100 {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let _already_gone = self.child.kill();
        let _reaped = self.child.wait();
    }
}
