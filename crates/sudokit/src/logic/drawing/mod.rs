//! A step's drawing as data: shapes with classes, and a legend.
//!
//! The web page, pictures and the terminal paint the same [`Drawing`], each in its own way, so
//! that they agree about what is shown and what it is called. A drawing has no colours, only
//! [classes](Class); the painter decides on the looks of a class, and tells no two of them apart
//! by hue alone. Shapes are given in units of a cell, from the upper left corner of the board, so
//! that a painter only scales them.
//!
//! ```
//! use sudokit::Puzzle;
//! use sudokit::logic::drawing::{Class, Drawing};
//! use sudokit::logic::{Board, Logic};
//!
//! let puzzle: Puzzle = "1... ..2. .3.. ...4".parse()?;
//! let board = Board::new(&puzzle);
//! let step = Logic::new().advise(&board).expect("there is a step");
//! let drawing = Drawing::new(&board, &step);
//! assert_eq!(drawing.candidates[0].class, Class::Placed);
//! assert_eq!(drawing.legend[0].name, "placed");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chains;
mod implied;
mod path;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use self::chains::{chain_groups, chain_links, groups, links};
use self::path::{Places, Point};
use super::{Board, Candidate, Chain, HouseRole, Node, Role, Step, StepPattern, Technique};
use crate::Shape;

pub use self::path::SvgPath;

/// The number of sets, and of chains, that look different. Further ones repeat the looks of the
/// first ones; their labels tell them apart.
pub const LOOKS: u8 = 4;

/// What a part of a drawing stands for. It displays and serializes as a name that serves as a CSS
/// class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Class {
    /// `placed`: a candidate that the step places, and its cell.
    Placed,
    /// `eliminated`: a candidate that the step eliminates.
    Eliminated,
    /// `defining`: a candidate of the pattern.
    Defining,
    /// `common`: a candidate of a value that links two sets, the X of an ALS-XZ: only one of the
    /// two can contain it.
    Common,
    /// `fin`: a candidate outside the covers of a fish.
    Fin,
    /// `endo-fin`: a candidate in two bases of a fish.
    EndoFin,
    /// `extra`: a candidate that prevents a deadly pattern.
    Extra,
    /// `colour-a`: a candidate of the first colour.
    ColourA,
    /// `colour-b`: a candidate of the opposite of the first colour.
    ColourB,
    /// `colour-c`: a candidate of the first colour of a second pair.
    ColourC,
    /// `colour-d`: a candidate of the opposite of that colour.
    ColourD,
    /// `on`: a candidate of a chain that is true if the chain's assumption is.
    On,
    /// `off`: a candidate of a chain that is false if the chain's assumption is true.
    Off,
    /// `set-1` to `set-4`: the cells and candidates of a set.
    Set(u8),
    /// `cell`: a cell of the pattern.
    Cell,
    /// `base`: a house that leads to the step.
    Base,
    /// `cover`: a house in which candidates are eliminated.
    Cover,
    /// `group`: several candidates that form one node of a chain.
    Group,
    /// `strong`: a link of which one end must be true.
    Strong,
    /// `weak`: a link of which one end must be false.
    Weak,
    /// `chain-1` to `chain-4`: a chain, where there are several.
    Chain(u8),
    /// `focus`: where to look.
    Focus,
}

impl Class {
    /// The look of the set or chain at an index.
    fn look(index: usize) -> u8 {
        (index % usize::from(LOOKS)) as u8 + 1
    }
}

impl fmt::Display for Class {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Class::Placed => "placed",
            Class::Eliminated => "eliminated",
            Class::Defining => "defining",
            Class::Common => "common",
            Class::Fin => "fin",
            Class::EndoFin => "endo-fin",
            Class::Extra => "extra",
            Class::ColourA => "colour-a",
            Class::ColourB => "colour-b",
            Class::ColourC => "colour-c",
            Class::ColourD => "colour-d",
            Class::On => "on",
            Class::Off => "off",
            Class::Set(look) => return write!(formatter, "set-{look}"),
            Class::Cell => "cell",
            Class::Base => "base",
            Class::Cover => "cover",
            Class::Group => "group",
            Class::Strong => "strong",
            Class::Weak => "weak",
            Class::Chain(look) => return write!(formatter, "chain-{look}"),
            Class::Focus => "focus",
        })
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Class {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl From<Role> for Class {
    fn from(role: Role) -> Class {
        match role {
            Role::Defining => Class::Defining,
            Role::Fin => Class::Fin,
            Role::EndoFin => Class::EndoFin,
            Role::Extra => Class::Extra,
            Role::ColourA => Class::ColourA,
            Role::ColourB => Class::ColourB,
            Role::ColourC => Class::ColourC,
            Role::ColourD => Class::ColourD,
        }
    }
}

/// A step's drawing.
///
/// It is painted in this order: areas, the lines of the board and its other candidates, groups,
/// links, candidates, labels.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Drawing {
    /// Where to look: the houses of the step, or its cells if it has none. It is painted alone,
    /// as a first hint.
    pub focus: DrawnArea,
    /// Houses, cells and sets.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub areas: Vec<DrawnArea>,
    /// Candidates that form one node of a chain together.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub groups: Vec<DrawnGroup>,
    /// The links of chains.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub links: Vec<DrawnLink>,
    /// The candidates that play a part, each once, in ascending order.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub candidates: Vec<DrawnCandidate>,
    /// The names of sets and chains.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub labels: Vec<DrawnLabel>,
    /// The meaning of every class that occurs, except that of the focus.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub legend: Vec<LegendEntry>,
}

/// Cells of one class.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DrawnArea {
    /// What it stands for.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub class: Class,
    /// Its cells, in ascending order.
    pub cells: Vec<u16>,
    /// Its outline as the data of an SVG path, in units of a cell.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub path: SvgPath,
}

/// Several candidates that form one node of a chain.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DrawnGroup {
    /// Always a group.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub class: Class,
    /// The look of its chain, 1 to 4.
    pub chain: u8,
    /// Its candidates.
    pub node: LinkEnd,
    /// Its outline as the data of an SVG path, in units of a cell.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub path: SvgPath,
}

/// One end of a link: a value in one cell, or in one of several.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LinkEnd {
    /// The cells.
    pub cells: Vec<u16>,
    /// The value.
    pub value: u8,
}

impl From<&Node> for LinkEnd {
    fn from(node: &Node) -> LinkEnd {
        LinkEnd {
            cells: node.cells.clone(),
            value: node.value,
        }
    }
}

/// A link of a chain, from a cause to its consequence.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DrawnLink {
    /// Whether it is strong or weak.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub class: Class,
    /// The look of its chain, 1 to 4.
    pub chain: u8,
    /// The cause.
    pub from: LinkEnd,
    /// The consequence.
    pub to: LinkEnd,
    /// Its line as the data of an SVG path, in units of a cell.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub path: SvgPath,
    /// The head of its arrow as the data of an SVG path, in units of a cell.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub arrow: SvgPath,
}

/// A candidate that plays a part.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DrawnCandidate {
    /// The part.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub class: Class,
    /// The candidate.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub candidate: Candidate,
    /// Its centre, in columns from the left border of the board.
    #[cfg_attr(feature = "serde", serde(serialize_with = "rounded"))]
    pub x: f64,
    /// Its centre, in rows from the upper border of the board.
    #[cfg_attr(feature = "serde", serde(serialize_with = "rounded"))]
    pub y: f64,
    /// The shape around it as the data of an SVG path, in units of a cell; empty for the
    /// candidates of a set, which has an outline of its own.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "SvgPath::is_empty"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub path: SvgPath,
    /// A line across it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "SvgPath::is_empty"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub strike: SvgPath,
}

/// The name of a set or a chain.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DrawnLabel {
    /// The set or chain.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub class: Class,
    /// Its name.
    pub text: String,
    /// The centre of the text, in columns from the left border of the board.
    #[cfg_attr(feature = "serde", serde(serialize_with = "rounded"))]
    pub x: f64,
    /// The centre of the text, in rows from the upper border of the board.
    #[cfg_attr(feature = "serde", serde(serialize_with = "rounded"))]
    pub y: f64,
}

/// The meaning of a class.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LegendEntry {
    /// The class.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub class: Class,
    /// Its name for people.
    pub name: String,
    /// How the sample is painted.
    pub kind: SampleKind,
    /// A sample of it as the data of an SVG path, in a square with sides of length 1.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub path: SvgPath,
    /// A line across the sample.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "SvgPath::is_empty"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub strike: SvgPath,
}

/// What a legend's sample is painted like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum SampleKind {
    /// Like an area.
    Area,
    /// Like a group of candidates.
    Group,
    /// Like a link.
    Link,
    /// Like a candidate.
    Candidate,
}

/// Coordinates are exact enough with three decimals.
#[cfg(feature = "serde")]
fn rounded<S: serde::Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((number * 1000.0).round() / 1000.0)
}

impl Drawing {
    /// Draws a whole step on the board before it.
    pub fn new(board: &Board, step: &Step) -> Drawing {
        let shape = board.shape();
        let places = Places::new(shape.size());
        let implied = implied::chains(board, step);
        let classes = candidate_classes(board, step, &implied);
        // The outline of a set is enough; its linking candidates need no second one.
        let grouped = match is_about_linked_sets(step) {
            true => &[],
            false => &implied[..],
        };
        let mut groups = groups(&places, &step.pattern.chains);
        groups.extend(
            grouped
                .iter()
                .flat_map(|chain| chain_groups(&places, 1, chain)),
        );
        let mut links = links(&places, &step.pattern.chains);
        links.extend(
            implied
                .iter()
                .flat_map(|chain| chain_links(&places, 1, chain)),
        );
        let mut drawing = Drawing {
            areas: areas(shape, step),
            groups,
            links,
            candidates: candidates(&places, &classes),
            labels: labels(&places, &step.pattern),
            ..Drawing::where_to_look(shape, step)
        };
        drawing.legend = drawing.legend(step);
        drawing
    }

    /// Draws only where to look for a step.
    pub fn where_to_look(shape: &Shape, step: &Step) -> Drawing {
        let houses = step.pattern.houses.iter();
        let houses = houses.filter_map(|mark| shape.houses().get(usize::from(mark.house)));
        let mut cells: Vec<u16> = houses.flat_map(|house| house.cells()).copied().collect();
        if cells.is_empty() {
            cells = pattern_cells(step);
        }
        Drawing {
            focus: area(shape, Class::Focus, cells),
            areas: Vec::new(),
            groups: Vec::new(),
            links: Vec::new(),
            candidates: Vec::new(),
            labels: Vec::new(),
            legend: Vec::new(),
        }
    }

    fn legend(&self, step: &Step) -> Vec<LegendEntry> {
        let areas = self.areas.iter().map(|area| area.class);
        let groups = self.groups.iter().map(|group| group.class);
        let links = self.links.iter().map(|link| link.class);
        let candidates = self.candidates.iter().map(|candidate| candidate.class);
        let labels = self.labels.iter().map(|label| label.class);
        let classes: BTreeSet<Class> = areas
            .chain(groups)
            .chain(links)
            .chain(candidates)
            .chain(labels)
            .collect();
        let entry = |class| legend_entry(class, self.class_name(class, step));
        classes.into_iter().map(entry).collect()
    }

    /// What a legend calls a class.
    fn class_name(&self, class: Class, step: &Step) -> String {
        let name = match class {
            Class::Placed => "placed",
            Class::Eliminated => "eliminated",
            Class::Defining if is_about_linked_sets(step) => "in one of the sets (Z)",
            Class::Defining => "pattern",
            Class::Common if step.technique == Technique::DeathBlossom => "stem or petal (X)",
            Class::Common => "links two sets (X)",
            Class::Fin => "fin",
            Class::EndoFin => "endo-fin",
            Class::Extra => "extra candidate",
            Class::ColourA => "first colour",
            Class::ColourB => "second colour",
            Class::ColourC => "third colour",
            Class::ColourD => "fourth colour",
            Class::On => "true in the chain",
            Class::Off => "false in the chain",
            Class::Set(_) => return self.named_by_labels("set", class),
            Class::Cell => "cell of the pattern",
            Class::Base => match step.houses(HouseRole::Cover).next() {
                Some(_) => "base house",
                None => "house",
            },
            Class::Cover => "cover house",
            Class::Group => "group of candidates",
            Class::Strong => "strong link",
            Class::Weak => "weak link",
            Class::Chain(_) => return self.named_by_labels("chain", class),
            Class::Focus => "where to look",
        };
        name.to_string()
    }

    /// `set A`, or `sets A, E` if there are more sets than looks.
    fn named_by_labels(&self, what: &str, class: Class) -> String {
        let labels = self.labels.iter().filter(|label| label.class == class);
        let names: Vec<&str> = labels.map(|label| label.text.as_str()).collect();
        let plural = if names.len() > 1 { "s" } else { "" };
        format!("{what}{plural} {}", names.join(", "))
    }
}

/// Whether the step follows from sets that exclude each other by a value.
fn is_about_linked_sets(step: &Step) -> bool {
    matches!(
        step.technique,
        Technique::AlsXz | Technique::AlsXyWing | Technique::AlsChain | Technique::DeathBlossom
    )
}

/// Every cell that the step's pattern is about; those that it changes if it has none.
fn pattern_cells(step: &Step) -> Vec<u16> {
    let pattern = &step.pattern;
    let mut cells = pattern.cells.clone();
    cells.extend(pattern.marks.iter().map(|mark| mark.candidate.cell));
    cells.extend(pattern.sets.iter().flat_map(|set| &set.cells));
    let nodes = pattern.chains.iter().flat_map(|chain| &chain.nodes);
    cells.extend(nodes.flat_map(|node| &node.cells));
    if cells.is_empty() {
        let changed = step.placements.iter().chain(&step.eliminations);
        cells.extend(changed.map(|candidate| candidate.cell));
    }
    cells
}

fn area(shape: &Shape, class: Class, mut cells: Vec<u16>) -> DrawnArea {
    cells.sort_unstable();
    cells.dedup();
    let path = SvgPath::outline(shape, &cells, inset(class));
    DrawnArea { class, cells, path }
}

/// How far inside its cells the outline of an area runs. Areas that often share cells differ, so
/// that both outlines are seen.
fn inset(class: Class) -> f64 {
    match class {
        Class::Cell => 0.0,
        Class::Base => 0.02,
        Class::Cover => 0.045,
        Class::Set(look) if look % 2 == 0 => 0.09,
        _ => 0.045,
    }
}

/// Houses first, because the others are smaller and lie on them.
fn areas(shape: &Shape, step: &Step) -> Vec<DrawnArea> {
    let pattern = &step.pattern;
    let mut areas = Vec::new();
    for mark in &pattern.houses {
        let class = match mark.role {
            HouseRole::Base => Class::Base,
            HouseRole::Cover => Class::Cover,
        };
        if let Some(house) = shape.houses().get(usize::from(mark.house)) {
            areas.push(area(shape, class, house.cells().to_vec()));
        }
    }
    // The outlines of sets say already that their cells belong to the pattern.
    let in_a_set = |cell: &u16| pattern.sets.iter().any(|set| set.cells.contains(cell));
    let cells = pattern.cells.iter().copied();
    let cells: Vec<u16> = cells.filter(|cell| !in_a_set(cell)).collect();
    if !cells.is_empty() {
        areas.push(area(shape, Class::Cell, cells));
    }
    for (index, set) in pattern.sets.iter().enumerate() {
        let class = Class::Set(Class::look(index));
        areas.push(area(shape, class, set.cells.clone()));
    }
    for placed in &step.placements {
        areas.push(area(shape, Class::Placed, vec![placed.cell]));
    }
    areas
}

/// The part of every candidate that plays one. Of several, what follows from the step comes
/// first, then what the step itself marks, then chains, then what links sets, then sets.
fn candidate_classes(board: &Board, step: &Step, implied: &[Chain]) -> BTreeMap<Candidate, Class> {
    let mut classes = BTreeMap::new();
    for (index, set) in step.pattern.sets.iter().enumerate() {
        for cell in &set.cells {
            let cell = usize::from(*cell);
            for value in set.values.iter().filter(|value| board.has(cell, **value)) {
                classes.insert(Candidate::new(cell, *value), Class::Set(Class::look(index)));
            }
        }
    }
    if is_about_linked_sets(step) {
        for node in implied.iter().flat_map(|chain| &chain.nodes) {
            for cell in &node.cells {
                classes.insert(
                    Candidate::new(usize::from(*cell), node.value),
                    Class::Common,
                );
            }
        }
    }
    for node in step.pattern.chains.iter().flat_map(|chain| &chain.nodes) {
        let class = if node.on { Class::On } else { Class::Off };
        for cell in &node.cells {
            classes.insert(Candidate::new(usize::from(*cell), node.value), class);
        }
    }
    for mark in &step.pattern.marks {
        classes.insert(mark.candidate, mark.role.into());
    }
    for candidate in &step.eliminations {
        classes.insert(*candidate, Class::Eliminated);
    }
    for candidate in &step.placements {
        classes.insert(*candidate, Class::Placed);
    }
    classes
}

fn candidates(places: &Places, classes: &BTreeMap<Candidate, Class>) -> Vec<DrawnCandidate> {
    let candidates = classes.iter();
    let drawn = |(candidate, class): (&Candidate, &Class)| {
        let centre = places.candidate(candidate.cell, candidate.value);
        let path = match class {
            Class::Set(_) => SvgPath::default(),
            _ => candidate_shape(*class, centre, places.radius()),
        };
        DrawnCandidate {
            class: *class,
            candidate: *candidate,
            x: centre.x,
            y: centre.y,
            path,
            strike: strike(*class, centre, places.radius()),
        }
    };
    candidates.map(drawn).collect()
}

/// Circles for the pattern, ringed ones for the true candidates of a chain, diamonds for fins,
/// squares for second colours and for what links sets: shapes tell them apart where colours do not.
fn candidate_shape(class: Class, centre: Point, radius: f64) -> SvgPath {
    match class {
        Class::Fin | Class::EndoFin => SvgPath::regular(centre, radius * 1.15, 4, 0.0),
        Class::Extra => SvgPath::regular(centre, radius * 1.08, 6, 0.5),
        Class::ColourB | Class::ColourD | Class::Common => {
            SvgPath::regular(centre, radius * 1.24, 4, 0.5)
        }
        Class::On => SvgPath::ringed(centre, radius),
        _ => SvgPath::circle(centre, radius),
    }
}

fn strike(class: Class, centre: Point, radius: f64) -> SvgPath {
    if class != Class::Eliminated {
        return SvgPath::default();
    }
    let reach = radius * 0.95;
    let from = Point {
        x: centre.x - reach,
        y: centre.y + reach,
    };
    let to = Point {
        x: centre.x + reach,
        y: centre.y - reach,
    };
    SvgPath::line(from, to)
}

/// A letter for each set, at a corner of its first cell; a number for each chain at its start,
/// where there are several.
fn labels(places: &Places, pattern: &StepPattern) -> Vec<DrawnLabel> {
    let mut labels: Vec<DrawnLabel> = Vec::new();
    let mut taken = BTreeSet::new();
    for (index, set) in pattern.sets.iter().enumerate() {
        let mut cells = set.cells.clone();
        cells.sort_unstable();
        let free = cells.iter().find(|cell| !taken.contains(*cell));
        let Some(cell) = free.or(cells.first()) else {
            continue;
        };
        taken.insert(*cell);
        let corner = places.corner(*cell);
        labels.push(DrawnLabel {
            class: Class::Set(Class::look(index)),
            text: set_name(index),
            x: corner.x + 0.06,
            y: corner.y + 0.06,
        });
    }
    if pattern.chains.len() > 1 {
        for (index, chain) in pattern.chains.iter().enumerate() {
            let Some(node) = chain.nodes.first() else {
                continue;
            };
            let Some(cell) = node.cells.first() else {
                continue;
            };
            let centre = places.candidate(*cell, node.value);
            let aside = places.radius() * 1.1;
            // Chains that start at the same candidate have their numbers on different sides of it.
            let before = pattern.chains[..index].iter();
            let starts = before.filter_map(|chain| chain.nodes.first());
            let same =
                starts.filter(|start| (&start.cells, start.value) == (&node.cells, node.value));
            let (x, y) = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)][same.count() % 4];
            labels.push(DrawnLabel {
                class: Class::Chain(Class::look(index)),
                text: (index + 1).to_string(),
                x: centre.x + x * aside,
                y: centre.y + y * aside,
            });
        }
    }
    labels
}

/// Returns the name of a set in drawings and in words: `A` to `Z`, then `A2`, `B2`, ….
pub(super) fn set_name(index: usize) -> String {
    let letter = char::from(b'A' + (index % 26) as u8);
    match index / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{}", round + 1),
    }
}

fn legend_entry(class: Class, name: String) -> LegendEntry {
    let centre = Point { x: 0.5, y: 0.5 };
    let radius = 0.35;
    let square = || SvgPath::regular(centre, 0.6, 4, 0.5);
    let horizontal = || SvgPath::line(Point { x: 0.05, y: 0.5 }, Point { x: 0.95, y: 0.5 });
    let (kind, path) = match class {
        Class::Set(_) | Class::Cell | Class::Base | Class::Cover | Class::Focus => {
            (SampleKind::Area, square())
        }
        Class::Group => {
            let ends = [Point { x: 0.35, y: 0.5 }, Point { x: 0.65, y: 0.5 }];
            (SampleKind::Group, SvgPath::around(&ends, 0.25))
        }
        Class::Strong | Class::Weak | Class::Chain(_) => (SampleKind::Link, horizontal()),
        _ => (
            SampleKind::Candidate,
            candidate_shape(class, centre, radius),
        ),
    };
    LegendEntry {
        class,
        name,
        kind,
        path,
        strike: strike(class, centre, radius),
    }
}

#[cfg(test)]
mod tests;
