//! Permutation groups as stabiliser chains: the orbit of a point, then the subgroup that fixes that
//! point and the orbit of the next one, and so on. Everything is exact, however large a group is.

use std::rc::Rc;

use crate::bits::bits;
use crate::random::Random;

/// Where each point goes.
pub(super) type Permutation = Rc<[u8]>;

/// One link of a chain: a point, and its orbit under the group of this link and all that follow.
#[derive(Clone)]
pub(super) struct Link {
    point: u8,
    generators: Vec<Permutation>,
    orbit: Vec<u8>,
    /// For each point of the orbit, an element that maps `point` to it.
    ways: Vec<Option<Permutation>>,
}

/// A group: the links of its chain, none of which has an orbit of a single point.
pub(super) type Chain = Vec<Rc<Link>>;

impl Link {
    fn new(point: u8, degree: usize) -> Link {
        let mut ways = vec![None; degree];
        ways[point as usize] = Some((0..degree as u8).collect());
        Link {
            point,
            generators: Vec::new(),
            orbit: vec![point],
            ways,
        }
    }

    /// Returns the point whose orbit it is.
    pub fn point(&self) -> u8 {
        self.point
    }

    /// Returns an element that maps the point of the link to another one of its orbit.
    pub fn way_to(&self, point: usize) -> Option<&Permutation> {
        self.ways[point].as_ref()
    }

    fn is_enlarged_by(&self, generator: &[u8]) -> bool {
        let images = self.orbit.iter().map(|point| generator[*point as usize]);
        images
            .into_iter()
            .any(|image| self.ways[image as usize].is_none())
    }

    fn add(&mut self, generator: Permutation) {
        self.generators.push(generator);
        let known = self.orbit.len();
        let mut index = 0;
        while let Some(&from) = self.orbit.get(index) {
            // Earlier points have been mapped by the other generators already.
            let fresh = match index < known {
                true => self.generators.len() - 1,
                false => 0,
            };
            for generator in &self.generators[fresh..] {
                let to = generator[from as usize];
                if self.ways[to as usize].is_none() {
                    let way = self.ways[from as usize].as_ref();
                    self.ways[to as usize] = way.map(|way| after(generator, way));
                    self.orbit.push(to);
                }
            }
            index += 1;
        }
    }
}

/// Returns the composition of two permutations.
fn after(second: &[u8], first: &[u8]) -> Permutation {
    first.iter().map(|point| second[*point as usize]).collect()
}

/// Returns the point that a permutation maps to this one.
pub(super) fn source(permutation: &[u8], point: u8) -> usize {
    let mut points = permutation.iter();
    points.position(|image| *image == point).unwrap_or(0)
}

/// Returns the chain along some points, from generators that are *strong*: those that fix the first
/// points generate the whole subgroup that does. Generators that add nothing are left out.
pub(super) fn chain(points: &[u8], generators: &[Permutation], degree: usize) -> Chain {
    let mut needed: Vec<Permutation> = Vec::new();
    let mut links = Vec::new();
    for (depth, &point) in points.iter().enumerate().rev() {
        let mut link = Link::new(point, degree);
        needed.iter().for_each(|one| link.add(one.clone()));
        let keeps = |one: &&Permutation| points[..depth].iter().all(|p| one[*p as usize] == *p);
        for generator in generators.iter().filter(keeps) {
            if link.is_enlarged_by(generator) {
                link.add(generator.clone());
                needed.push(generator.clone());
            }
        }
        if link.orbit.len() > 1 {
            links.push(Rc::new(link));
        }
    }
    links.reverse();
    links
}

/// Returns the sizes of the orbits along a chain; their product is the order of the group.
pub(super) fn orbit_sizes(chain: &[Rc<Link>]) -> impl Iterator<Item = usize> {
    chain.iter().map(|link| link.orbit.len())
}

/// Returns elements that generate the group.
pub(super) fn generators(chain: &[Rc<Link>]) -> &[Permutation] {
    chain.first().map_or(&[], |link| &link.generators)
}

/// Returns the chain of the same group with another point first. Random elements fill the new chain
/// until it has the order of the old one, so the result is certain and only the time is random.
fn rebased(old: &[Rc<Link>], point: u8, degree: usize, random: &mut Random) -> Chain {
    let others = old.iter().map(|link| link.point);
    let points = std::iter::once(point).chain(others.filter(|other| *other != point));
    let points: Vec<u8> = points.collect();
    let new = points.iter().map(|point| Link::new(*point, degree));
    let mut links: Vec<Link> = new.collect();
    let wanted = logarithm(orbit_sizes(old));
    // A proper subgroup has at most half of the elements.
    while logarithm(links.iter().map(|link| link.orbit.len())) < wanted - 0.5 {
        let element = any_element(old, degree, random);
        if let Some((depth, rest)) = sifted(&links, element) {
            (links[..=depth].iter_mut()).for_each(|link| link.add(rest.clone()));
        }
    }
    chain(&points, &links[0].generators, degree)
}

fn logarithm(orbits: impl Iterator<Item = usize>) -> f64 {
    orbits.map(|size| (size as f64).log2()).sum()
}

/// Returns a random element of the group, uniformly distributed.
fn any_element(chain: &[Rc<Link>], degree: usize, random: &mut Random) -> Permutation {
    let identity: Permutation = (0..degree as u8).collect();
    chain.iter().rev().fold(identity, |element, link| {
        let point = link.orbit[random.place(link.orbit.len())];
        match link.way_to(point as usize) {
            Some(way) => after(way, &element),
            None => element,
        }
    })
}

/// Sifts an element through the links. Returns the rest that they do not contain, and the link
/// where that shows.
fn sifted(links: &[Link], mut element: Permutation) -> Option<(usize, Permutation)> {
    for (depth, link) in links.iter().enumerate() {
        let image = element[link.point as usize];
        match link.way_to(image as usize) {
            None => return Some((depth, element)),
            Some(_) if image == link.point => {}
            Some(way) => {
                let mut back = vec![0; way.len()];
                for (from, to) in way.iter().enumerate() {
                    back[*to as usize] = from as u8;
                }
                element = after(&back, &element);
            }
        }
    }
    None
}

/// A group, and its subgroups when points are fixed one after another. Results are cached.
pub(super) struct Stabilisers {
    nodes: Vec<Stabiliser>,
    degree: usize,
    random: Random,
}

struct Stabiliser {
    chain: Chain,
    /// The first point of each point's orbit.
    lowest: Vec<u8>,
    /// By the next point that is fixed.
    steps: Vec<Option<Step>>,
}

/// The last link of a point before it is fixed, and the number of the remaining group.
pub(super) type Step = (Rc<Link>, usize);

impl Stabilisers {
    /// The number of the whole group.
    pub const WHOLE: usize = 0;

    pub fn new(chain: Chain, degree: usize) -> Stabilisers {
        let mut stabilisers = Stabilisers {
            nodes: Vec::new(),
            degree,
            random: Random::new(0, 0),
        };
        stabilisers.push(chain);
        stabilisers
    }

    fn push(&mut self, chain: Chain) -> usize {
        let mut lowest: Vec<u8> = (0..self.degree as u8).collect();
        for point in 0..self.degree {
            if lowest[point] as usize == point {
                let orbit = orbit(generators(&chain), point as u8);
                bits(orbit).for_each(|other| lowest[other] = lowest[other].min(point as u8));
            }
        }
        self.nodes.push(Stabiliser {
            chain,
            lowest,
            steps: vec![None; self.degree],
        });
        self.nodes.len() - 1
    }

    /// Returns the chain of a group.
    pub fn chain(&self, group: usize) -> &Chain {
        &self.nodes[group].chain
    }

    /// Returns the first point to which a group maps a point.
    pub fn lowest(&self, group: usize, point: usize) -> usize {
        self.nodes[group].lowest[point] as usize
    }

    /// Returns all points to which a group maps a point.
    pub fn orbit(&self, group: usize, point: usize) -> impl Iterator<Item = usize> {
        let lowest = &self.nodes[group].lowest;
        (0..self.degree).filter(move |other| lowest[*other] == lowest[point])
    }

    /// Fixes one more point. Returns `None` if the group fixes it anyway.
    pub fn keep(&mut self, group: usize, point: usize) -> Option<Step> {
        self.orbit(group, point).nth(1)?;
        if let Some(step) = &self.nodes[group].steps[point] {
            return Some(step.clone());
        }
        let chain = &self.nodes[group].chain;
        let chain = match chain.first() {
            Some(link) if link.point as usize == point => chain.clone(),
            _ => rebased(chain, point as u8, self.degree, &mut self.random),
        };
        let (first, rest) = chain.split_first()?;
        let rest = self.push(rest.to_vec());
        self.nodes[group].steps[point] = Some((first.clone(), rest));
        Some((first.clone(), rest))
    }
}

/// Returns the orbit of a point under some generators, as bits.
pub(super) fn orbit<'a>(
    generators: impl IntoIterator<Item = &'a Permutation> + Clone,
    point: u8,
) -> u128 {
    let (mut orbit, mut new) = (1u128 << point, 1u128 << point);
    while new != 0 {
        let next = new.trailing_zeros() as usize;
        new &= new - 1;
        for generator in generators.clone() {
            let image = 1 << generator[next];
            new |= image & !orbit;
            orbit |= image;
        }
    }
    orbit
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(chain: &Chain) -> usize {
        orbit_sizes(chain).product()
    }

    fn cycle(degree: u8, points: &[u8]) -> Permutation {
        let mut images: Vec<u8> = (0..degree).collect();
        for (index, point) in points.iter().enumerate() {
            images[*point as usize] = points[(index + 1) % points.len()];
        }
        images.into()
    }

    #[test]
    fn a_chain_along_other_points_is_the_same_group() {
        let neighbours: Vec<Permutation> = (0..6).map(|p| cycle(7, &[p, p + 1])).collect();
        let all = chain(&[0, 1, 2, 3, 4, 5, 6], &neighbours, 7);
        assert_eq!(order(&all), 5040);
        let mut stabilisers = Stabilisers::new(all, 7);
        let (link, rest) = stabilisers.keep(Stabilisers::WHOLE, 4).unwrap();
        assert_eq!(link.orbit.len(), 7);
        assert_eq!(order(&stabilisers.nodes[rest].chain), 720);
        assert_eq!(stabilisers.lowest(rest, 4), 4);
        assert_eq!(stabilisers.lowest(rest, 6), 0);
        let (_, next) = stabilisers.keep(rest, 2).unwrap();
        assert_eq!(order(&stabilisers.nodes[next].chain), 120);
        assert!(stabilisers.keep(next, 4).is_none());
    }

    #[test]
    fn orbits_are_those_of_the_group() {
        let turn = cycle(6, &[0, 1, 2]);
        let swap = cycle(6, &[3, 4]);
        assert_eq!(orbit(&[turn.clone(), swap.clone()], 1), 0b111);
        let group = chain(&[0, 3], &[turn, swap], 6);
        assert_eq!(order(&group), 6);
        let mut stabilisers = Stabilisers::new(group, 6);
        let (_, rest) = stabilisers.keep(Stabilisers::WHOLE, 4).unwrap();
        assert_eq!(stabilisers.orbit(rest, 2).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(stabilisers.orbit(rest, 3).collect::<Vec<_>>(), [3]);
    }
}
