//! Connections: accept them, keep them few enough, end them gracefully.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::config::Config;
use crate::router;

/// A server that has its port and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    config: Config,
}

/// Serves until `shutdown` is over; then lets requests that are being worked on finish, but not
/// for long.
///
/// # Errors
/// When the address cannot be listened on.
pub async fn serve(
    config: Config,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    Server::bind(config).await?.run(shutdown).await;
    Ok(())
}

impl Server {
    /// Takes the port.
    ///
    /// # Errors
    /// When the address cannot be listened on.
    pub async fn bind(config: Config) -> io::Result<Server> {
        let listener = TcpListener::bind(config.address).await?;
        Ok(Server {
            address: listener.local_addr()?,
            listener,
            config,
        })
    }

    /// Where it listens, with the port that it got.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `shutdown` is over; see [`serve`].
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send + 'static) {
        let limits = &self.config.limits;
        let router = router::router(&self.config);
        let places = Arc::new(Semaphore::new(limits.connections.max(1)));
        let connections = GracefulShutdown::new();
        let mut shutdown = pin!(shutdown);
        loop {
            // Without a free place, new connections wait in the operating system's queue.
            let accepted = async {
                let place = places.clone().acquire_owned().await;
                (self.listener.accept().await, place)
            };
            let (stream, place) = tokio::select! {
                accepted = accepted => accepted,
                () = &mut shutdown => break,
            };
            let Ok((stream, _)) = stream else {
                // Out of file handles, most likely: give the others time to end.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let connection = connection(stream, router.clone(), limits.receive_time);
            let watched = connections.watch(connection);
            tokio::spawn(async move {
                let _place = place;
                // A connection that breaks is the client's affair.
                let _ = watched.await;
            });
        }
        drop(self.listener);
        let _ = tokio::time::timeout(limits.farewell, connections.shutdown()).await;
    }
}

/// How many bytes of a connection wait to be looked at; heads of requests are not longer.
const MOST_BUFFERED: usize = 64 * 1024;

type Connection = http1::Connection<TokioIo<TcpStream>, TowerToHyperService<Router>>;

fn connection(stream: TcpStream, router: Router, receive_time: Duration) -> Connection {
    // Answers are small: they should not wait for more to come.
    let _ = stream.set_nodelay(true);
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(receive_time)
        .max_buf_size(MOST_BUFFERED)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
}
