//! Words for uniqueness.

use super::single_digit::alternatives;
use super::{Explanation, Words};
use crate::logic::drawing::set_name;
use crate::logic::step::{HouseRole, Role, Step};
use crate::logic::technique::Technique;

const BUG: &str = "\
    If every open cell had exactly two candidates, and every missing value exactly two \
    places in each house, then switching every cell to its other candidate would turn one \
    solution into another.";

pub(super) fn explain(words: &Words, step: &Step) -> Explanation {
    let parts = Parts::new(words, step);
    let (reason, full) = match step.technique {
        Technique::BugPlusOne => parts.bug_plus_one(),
        Technique::BugType2 => parts.bug_one_value(),
        Technique::BugType3 => parts.bug_subset(),
        Technique::BugType4 => parts.bug_strong_link(),
        Technique::BugPlusN => parts.bug_plus_n(),
        Technique::AvoidableRectangle1 => parts.avoidable_one(),
        Technique::AvoidableRectangle2 => parts.avoidable_two(),
        Technique::HiddenRectangle => parts.hidden(),
        Technique::UniqueRectangle6 => parts.x_wing(),
        Technique::UniqueRectangle5 if !step.placements.is_empty() => parts.x_wing(),
        Technique::ExtendedRectangle => parts.extended(),
        _ => match parts.kind() {
            1 => parts.one_cell(),
            2 => parts.one_value(),
            3 => parts.subset(),
            _ => parts.strong_link(),
        },
    };
    let title = match step.technique {
        Technique::UniqueLoop => format!("Unique loop type {}", parts.kind()),
        technique => technique.name().to_string(),
    };
    Explanation {
        title,
        reason,
        full,
    }
}

/// The parts of a pattern that most sentences name.
struct Parts<'a> {
    words: &'a Words,
    step: &'a Step,
    /// `rectangle` or `loop`.
    shape: &'static str,
    /// Every cell of the pattern.
    all: String,
    cells: Vec<String>,
    values: Vec<String>,
    /// The cells with extra candidates, as alternatives and as a list.
    extra: String,
    extras: String,
    bases: Vec<usize>,
}

impl Parts<'_> {
    fn new<'a>(words: &'a Words, step: &'a Step) -> Parts<'a> {
        let cells = step.pattern.cells.iter().map(|cell| *cell as usize);
        let mut extra: Vec<usize> = step.marked(Role::Extra).map(|m| m.cell.into()).collect();
        extra.sort_unstable();
        extra.dedup();
        let spelled: Vec<String> = extra.iter().map(|cell| words.cell(*cell)).collect();
        Parts {
            words,
            step,
            shape: match step.technique {
                Technique::UniqueLoop => "loop",
                _ => "rectangle",
            },
            all: words.cells(cells.clone()),
            cells: cells.map(|cell| words.cell(cell)).collect(),
            values: step
                .pattern
                .values
                .iter()
                .map(|v| words.value(*v))
                .collect(),
            extra: alternatives(&spelled),
            extras: words.cells(extra),
            bases: step.houses(HouseRole::Base).collect(),
        }
    }

    fn value(&self, index: usize) -> &str {
        self.values.get(index).map_or("", String::as_str)
    }

    fn cell(&self, index: usize) -> &str {
        self.cells.get(index).map_or("", String::as_str)
    }

    /// The type of the deadly pattern, 1 to 4.
    fn kind(&self) -> u8 {
        match (&self.step.pattern.sets[..], &self.bases[..]) {
            ([_, ..], _) => 3,
            (_, [_, ..]) => 4,
            _ if self.values.len() > 2 => 2,
            _ => 1,
        }
    }

    /// Why the pattern would be deadly.
    fn deadly(&self) -> String {
        let (a, b) = (self.value(0), self.value(1));
        format!(
            "If {} contained only {a} and {b}, these could be swapped around the {} without \
             changing any other cell, and the puzzle would have two solutions.",
            self.all, self.shape
        )
    }

    fn one_cell(&self) -> (String, String) {
        let (a, b, extra) = (self.value(0), self.value(1), &self.extra);
        (
            format!(
                "{} cannot all be {a} or {b}, and only {extra} can be anything else",
                self.all
            ),
            format!(
                "{} All cells except {extra} have only these two candidates, so {extra} can be \
                 neither {a} nor {b}.",
                self.deadly()
            ),
        )
    }

    fn one_value(&self) -> (String, String) {
        let (a, b, other) = (self.value(0), self.value(1), self.value(2));
        let extra = &self.extra;
        (
            format!(
                "{} cannot all be {a} or {b}, and {extra} must be {other}",
                self.all
            ),
            format!(
                "{} The only other candidate is {other}, in {}, so {extra} must be {other}. A cell \
                 that sees all of these cannot be {other}.",
                self.deadly(),
                self.extras
            ),
        )
    }

    fn subset(&self) -> (String, String) {
        let (a, b) = (self.value(0), self.value(1));
        let house = self.words.houses(&self.bases);
        let (cells, values) = self.locked_set();
        let (extra, extras) = (&self.extra, &self.extras);
        (
            format!(
                "{} cannot all be {a} or {b}, and {extras} and {cells} use up {values} in {house}",
                self.all
            ),
            format!(
                "{} So {extra} must take one of its other candidates. Together with {cells} that \
                 makes as many cells as values, {values}, in {house}. So these cells use up the \
                 values, and no other cell of {house} can have them.",
                self.deadly()
            ),
        )
    }

    fn strong_link(&self) -> (String, String) {
        let (linked, other) = (self.value(0), self.value(1));
        let house = self.words.houses(&self.bases);
        let (extra, extras) = (&self.extra, &self.extras);
        (
            format!(
                "{} cannot all be {linked} or {other}, and {house} has its {linked} in {extra}",
                self.all
            ),
            format!(
                "{} In {house}, {linked} can only go in {extra}, so one of them is {linked}. If \
                 the other were {other}, the pattern would be complete. So neither of {extras} can \
                 be {other}.",
                self.deadly()
            ),
        )
    }

    fn x_wing(&self) -> (String, String) {
        let (value, other) = (self.value(0), self.value(1));
        let lines = self.words.houses(&self.bases);
        (
            format!(
                "{} cannot all be {value} or {other}, and {lines} have their {value} in opposite \
                 corners",
                self.all
            ),
            format!(
                "{} In {lines}, {value} can only go in the corners, so it is in two opposite ones. \
                 If these were {}, the other two, which can only be {value} or {other}, would both \
                 be {other}, and the pattern would be complete.",
                self.deadly(),
                self.extras
            ),
        )
    }

    fn hidden(&self) -> (String, String) {
        let (linked, other) = (self.value(0), self.value(1));
        let lines = self.words.houses(&self.bases);
        let (first, second) = (self.cell(0), self.cell(1));
        let (corner, fourth) = (self.cell(2), self.cell(3));
        let argument = match self.bases[..] {
            [house, one, two] => format!(
                "Then {first} is {other}, the only place left for {other} in {}, so {second} and \
                 {fourth} are {linked}, the only places left for {linked} in {}",
                self.words.house(house),
                self.words.houses(&[one, two])
            ),
            [.., line] if self.is_in(0, line) => self.hidden_by_line(line),
            _ => format!(
                "Then {linked} has only one place left in each of {lines}: {fourth} and {second}. \
                 So {first}, which can only be {linked} or {other}, is {other}"
            ),
        };
        (
            format!(
                "{} cannot all be {linked} or {other}, and {corner} = {other} would force that",
                self.all
            ),
            format!(
                "{} Suppose that {corner} is {other}. {argument}, and the pattern is complete.",
                self.deadly()
            ),
        )
    }

    /// How the corner opposite the first forces the pattern through a line of the first.
    fn hidden_by_line(&self, line: usize) -> String {
        let (linked, other) = (self.value(0), self.value(1));
        let (near, last) = match self.is_in(1, line) {
            true => (3, 1),
            false => (1, 3),
        };
        let (first, near, last) = (self.cell(0), self.cell(near), self.cell(last));
        let reason = match self.bases[..] {
            [house, _] => format!(
                "the only place left for {linked} in {}",
                self.words.house(house)
            ),
            _ => "which has no other candidate".to_string(),
        };
        format!(
            "Then {near} is {linked}, {reason}. So {first}, which can only be {linked} or {other}, \
             is {other}. Then {last} is {linked}, the only place left for {linked} in {}",
            self.words.house(line)
        )
    }

    /// Whether a cell of the pattern is in a house.
    fn is_in(&self, cell: usize, house: usize) -> bool {
        let cell = self.step.pattern.cells.get(cell);
        let house = self.words.shape.houses().get(house);
        cell.zip(house)
            .is_some_and(|(cell, house)| house.cells().contains(cell))
    }

    fn avoidable_one(&self) -> (String, String) {
        let (a, b) = (self.value(0), self.value(1));
        let (first, open) = (self.cell(0), self.cell(2));
        let (second, fourth) = (self.cell(1), self.cell(3));
        (
            format!(
                "{first} = {a} and {second} and {fourth} = {b} are not givens, and with {open} = \
                 {a} the values could be swapped"
            ),
            format!(
                "{first} is {a}, and {second} and {fourth} are {b}, and none of them is a given. \
                 If {open} were {a}, the two values could be swapped in these four cells without \
                 changing any other cell, and the puzzle would have two solutions."
            ),
        )
    }

    fn avoidable_two(&self) -> (String, String) {
        let (a, b, other) = (self.value(0), self.value(1), self.value(2));
        let (first, second) = (self.cell(0), self.cell(1));
        let (third, fourth) = (self.cell(2), self.cell(3));
        (
            format!(
                "{first} = {a} and {second} = {b} are not givens, and {} must be {other}",
                self.extra
            ),
            format!(
                "{first} is {a} and {second} is {b}, and neither is a given. If {third} were {a} \
                 and {fourth} were {b}, the two values could be swapped in these four cells \
                 without changing any other cell, and the puzzle would have two solutions. The \
                 only other candidate of both is {other}, so one of them must be {other}, and a \
                 cell that sees both cannot be {other}."
            ),
        )
    }

    fn extended(&self) -> (String, String) {
        let three = super::listed(&self.values[..self.values.len().min(3)]);
        let (all, extra) = (&self.all, &self.extra);
        let deadly = format!(
            "If {all} contained only {three}, both lines of the pattern would contain all three. \
             The lines could be swapped without changing any other cell, and the puzzle would have \
             two solutions."
        );
        match self.values.get(3) {
            Some(other) => (
                format!("{all} cannot contain only {three}, and {extra} must be {other}"),
                format!(
                    "{deadly} The only other candidate is {other}, so {extra} must be {other}, and \
                     a cell that sees all of these cannot be {other}."
                ),
            ),
            None => (
                format!("{all} cannot contain only {three}, and only {extra} can be anything else"),
                format!("{deadly} Only {extra} has other candidates, so it must take one of them."),
            ),
        }
    }

    fn bug_plus_one(&self) -> (String, String) {
        let extra = self.extra_candidates();
        (
            format!("without {extra} there would be two solutions"),
            format!(
                "{BUG} Here {extra} is the only candidate beyond that, so it must be true. The \
                 other candidates of the cell are false."
            ),
        )
    }

    fn bug_one_value(&self) -> (String, String) {
        let extra = self.extra_candidates();
        (
            format!("one of {extra} must be true, or there would be two solutions"),
            format!(
                "{BUG} Here only {extra} are candidates beyond that, so one of them is true. A \
                 cell that sees all of them cannot have that value."
            ),
        )
    }

    fn bug_subset(&self) -> (String, String) {
        let extra = self.extra_candidates();
        let house = self.words.houses(&self.bases);
        let (cells, values) = self.locked_set();
        (
            format!(
                "one of {extra} must be true, and with {cells} that uses up {values} in {house}"
            ),
            format!(
                "{BUG} Here only {extra} are candidates beyond that, so one of them is true. \
                 Together with {cells} that makes as many cells as values, {values}, in {house}. \
                 No other cell of {house} can have them."
            ),
        )
    }

    fn bug_strong_link(&self) -> (String, String) {
        let extra = self.extra_candidates();
        let house = self.words.houses(&self.bases);
        let linked = self.value(0);
        (
            format!(
                "one of {extra} must be true, and {house} has its {linked} in {}",
                self.extra
            ),
            format!(
                "{BUG} Here only {extra} are candidates beyond that, so one of them is true. In \
                 {house}, {linked} can only go in {}: one of the two cells is {linked}, and the \
                 other takes one of the extra candidates. All their other candidates are false.",
                self.extra
            ),
        )
    }

    fn bug_plus_n(&self) -> (String, String) {
        let extra = self.extra_candidates();
        (
            format!("one of {extra} must be true, or there would be two solutions"),
            format!(
                "{BUG} Here only {extra} are candidates beyond that, so one of them is true. A \
                 candidate that each of them would rule out is false."
            ),
        )
    }

    /// The extra candidates: `5 in r1c2 and 7 in r3c4`.
    fn extra_candidates(&self) -> String {
        let marks = self.step.marked(Role::Extra);
        let spelled: Vec<String> = marks
            .map(|mark| {
                let (value, cell) = (self.words.value(mark.value), mark.cell as usize);
                format!("{value} in {}", self.words.cell(cell))
            })
            .collect();
        super::listed(&spelled)
    }

    /// The cells of the naked subset, with its letter in the drawing, and its values.
    fn locked_set(&self) -> (String, String) {
        let Some(set) = self.step.pattern.sets.first() else {
            return Default::default();
        };
        let cells = set.cells.iter().map(|cell| *cell as usize);
        let named = format!("{} ({})", set_name(0), self.words.cells(cells));
        (named, self.words.values(&set.values))
    }
}
