//! Clients: who sends a request, and how much of the server one of them may occupy.
//!
//! The caps apply to servers that others can reach: on their own address, or through a trusted
//! proxy. On a loopback address without a proxy the only client is the user.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName};
use axum::middleware::Next;
use axum::response::Response;
use http_body_util::BodyExt;
use ipnet::IpNet;
use sudokit_service::ApiError;

use crate::config::Config;
use crate::response::http;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// The client that a request comes from: the peer, or the client that a trusted proxy names.
#[derive(Clone, Copy, Debug)]
pub struct Client(pub IpAddr);

/// The clients of a server.
#[derive(Clone, Debug)]
pub struct Clients {
    trusted_proxies: Arc<[IpNet]>,
    /// Whether there are caps at all.
    limited: bool,
    connections: Places,
    requests: Places,
}

impl Clients {
    /// The clients of a server with this configuration.
    pub fn new(config: &Config) -> Clients {
        let trusted_proxies: Arc<[IpNet]> = config.trusted_proxies.as_slice().into();
        Clients {
            limited: !config.address.ip().is_loopback() || !trusted_proxies.is_empty(),
            trusted_proxies,
            connections: Places::new(config.limits.connections_per_client),
            requests: Places::new(config.limits.requests_per_client),
        }
    }

    /// Admits a connection, unless its peer has too many. A trusted proxy has no cap, because it
    /// connects for many clients.
    pub fn connect(&self, peer: IpAddr) -> Option<Place> {
        match self.limited && !self.trusts(peer) {
            true => self.connections.take(peer),
            false => Some(Place::unlimited()),
        }
    }

    /// Returns the client of a request.
    pub fn client(&self, request: &Request) -> Client {
        // Without a connection, as in a test of the router, the client is this machine.
        let peer = request.extensions().get::<Peer>();
        let peer = peer.map_or(Ipv6Addr::LOCALHOST.into(), |peer| peer.0);
        Client(self.origin(peer, request.headers()))
    }

    /// Returns the last address in the list of forwarders that is not a proxy of ours. What comes
    /// before it was written by the client, who can write anything.
    fn origin(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut origin = peer;
        let values = headers.get_all(FORWARDED_FOR).into_iter().rev();
        let mut hops = values
            .flat_map(|value| value.to_str().unwrap_or_default().rsplit(','))
            .map(|hop| hop.trim().parse());
        while self.trusts(origin)
            && let Some(Ok(hop)) = hops.next()
        {
            origin = hop;
        }
        origin.to_canonical()
    }

    fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        let mut proxies = self.trusted_proxies.iter();
        proxies.any(|proxy| proxy.contains(&address))
    }
}

/// Rejects a request if its client has too many in progress.
pub async fn middleware(State(clients): State<Clients>, request: Request, next: Next) -> Response {
    let place = match clients.limited {
        true => clients.requests.take(clients.client(&request).0),
        false => Some(Place::unlimited()),
    };
    match place {
        None => http(ApiError::too_many_requests().into()),
        // A streamed response is in progress until its last byte.
        Some(place) => next.run(request).await.map(|body| {
            Body::new(body.map_frame(move |frame| {
                let _ = &place;
                frame
            }))
        }),
    }
}

/// A limited number of places per client.
#[derive(Clone, Debug)]
struct Places {
    most: usize,
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A place of a client. Dropping it frees the place.
#[derive(Debug)]
pub struct Place(Option<(Places, IpAddr)>);

impl Places {
    fn new(most: usize) -> Places {
        Places {
            most,
            taken: Arc::default(),
        }
    }

    fn take(&self, address: IpAddr) -> Option<Place> {
        let client = subscriber(address);
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.entry(client).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Place(Some((self.clone(), client))))
    }
}

impl Place {
    fn unlimited() -> Place {
        Place(None)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some((places, client)) = self.0.take() else {
            return;
        };
        let mut taken = places.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&client) {
            *count -= 1;
            // Clients that left must not fill the memory.
            if *count == 0 {
                taken.remove(&client);
            }
        }
    }
}

/// Returns what one subscriber has for sure: an IPv4 address, or a network of 2⁶⁴ IPv6 addresses.
fn subscriber(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clients(trusted: &str) -> Clients {
        let trusted_proxies = trusted.split_whitespace();
        let trusted_proxies = trusted_proxies.map(|proxy| proxy.parse().unwrap());
        let mut config = Config {
            trusted_proxies: trusted_proxies.collect(),
            ..Config::default()
        };
        config.limits.connections_per_client = 2;
        Clients::new(&config)
    }

    #[track_caller]
    fn check(clients: &Clients, peer: &str, forwarded: &[&'static str], expected: &str) {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, value.parse().unwrap());
        }
        let client = clients.origin(peer.parse().unwrap(), &headers);
        assert_eq!(client.to_string(), expected);
    }

    #[test]
    fn only_trusted_proxies_name_the_client() {
        let none = clients("");
        check(&none, "192.0.2.1", &["198.51.100.7"], "192.0.2.1");
        let one = clients("127.0.0.1/32");
        check(&one, "192.0.2.1", &["198.51.100.7"], "192.0.2.1");
        check(&one, "127.0.0.1", &["198.51.100.7"], "198.51.100.7");
        check(&one, "::ffff:127.0.0.1", &["198.51.100.7"], "198.51.100.7");
        check(&one, "127.0.0.1", &[], "127.0.0.1");
    }

    #[test]
    fn what_a_client_claims_itself_is_ignored() {
        let two = clients("127.0.0.1/32 10.0.0.0/8");
        let claimed = ["203.0.113.9, 198.51.100.7, 10.1.2.3"];
        check(&two, "127.0.0.1", &claimed, "198.51.100.7");
        check(
            &two,
            "127.0.0.1",
            &["203.0.113.9", "198.51.100.7"],
            "198.51.100.7",
        );
        check(
            &two,
            "127.0.0.1",
            &["203.0.113.9, unknown, 10.1.2.3"],
            "10.1.2.3",
        );
    }

    #[test]
    fn places_are_counted_per_subscriber_and_freed() {
        let clients = clients("127.0.0.1/32");
        let connect = |address: &str| clients.connect(address.parse().unwrap());
        let (_one, two) = (
            connect("2001:db8::1").unwrap(),
            connect("2001:db8::2").unwrap(),
        );
        assert!(connect("2001:db8::3").is_none());
        assert!(connect("2001:db8:0:1::1").is_some());
        assert!(connect("127.0.0.1").is_some());
        drop(two);
        let _again = connect("2001:db8::3").unwrap();
        assert!(connect("2001:db8::4").is_none());
        assert_eq!(clients.connections.taken.lock().unwrap().len(), 1);
    }
}
