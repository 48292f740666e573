//! Connections: accepting, limiting and closing them.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;
use tower_http::add_extension::AddExtension;

use crate::clients::{Clients, Peer};
use crate::config::{Config, Limits};
use crate::observe::{Counted, Metrics};
use crate::router;

/// A server that is bound to its address and not yet running.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    config: Config,
    metrics: Metrics,
}

/// Binds the address and serves until `shutdown` completes. Requests in progress then have
/// [`Limits::shutdown_time`](crate::Limits::shutdown_time) to finish.
///
/// # Errors
/// If the address cannot be bound.
pub async fn serve(
    config: Config,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    Server::bind(config).await?.run(shutdown).await;
    Ok(())
}

impl Server {
    /// Binds the address.
    ///
    /// # Errors
    /// If the address cannot be bound.
    pub async fn bind(config: Config) -> io::Result<Server> {
        let listener = TcpListener::bind(config.address).await?;
        Ok(Server {
            address: listener.local_addr()?,
            listener,
            config,
            metrics: Metrics::new().map_err(io::Error::other)?,
        })
    }

    /// Returns the bound address, with the actual port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `shutdown` completes; see [`serve`].
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send + 'static) {
        let limits = &self.config.limits;
        let clients = Clients::new(&self.config);
        let router = router::router(&self.config, &self.metrics, &clients, self.address);
        let permits = Arc::new(Semaphore::new(limits.connections.max(1)));
        let connections = GracefulShutdown::new();
        let mut shutdown = pin!(shutdown);
        loop {
            // At the limit, new connections wait in the operating system's queue.
            let accepted = async {
                let permit = permits.clone().acquire_owned().await;
                (self.listener.accept().await, permit)
            };
            let (stream, permit) = tokio::select! {
                accepted = accepted => accepted,
                () = &mut shutdown => break,
            };
            let Ok((stream, peer)) = stream else {
                // Most likely out of file descriptors: wait for other connections to close.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let Some(place) = clients.connect(peer.ip()) else {
                self.metrics.refused_connections.inc();
                continue;
            };
            let router = AddExtension::new(router.clone(), Peer(peer.ip()));
            let watched = connections.watch(connection(stream, router, limits));
            let counted = Counted::new(&self.metrics.connections);
            tokio::spawn(async move {
                let _until_closed = (permit, place, counted);
                // A broken connection concerns the client only.
                let _ = watched.await;
            });
        }
        drop(self.listener);
        let _ = tokio::time::timeout(limits.shutdown_time, connections.shutdown()).await;
    }
}

/// The size of the read buffer, which also limits the length of request headers.
const MAX_BUFFERED: usize = 64 * 1024;

type Connection = http1::Connection<
    TokioIo<Pin<Box<TimeoutStream<TcpStream>>>>,
    TowerToHyperService<AddExtension<Router, Peer>>,
>;

fn connection(
    stream: TcpStream,
    router: AddExtension<Router, Peer>,
    limits: &Limits,
) -> Connection {
    // Responses are small and must not wait for more data.
    let _ = stream.set_nodelay(true);
    // A client that sends requests and never reads must not hold its connection forever.
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.send_time));
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.receive_time)
        .max_buf_size(MAX_BUFFERED)
        .serve_connection(
            TokioIo::new(Box::pin(stream)),
            TowerToHyperService::new(router),
        )
}
