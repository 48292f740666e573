//! Words for uniqueness.

use super::single_digit::alternatives;
use super::{Explanation, Words};
use crate::logic::step::{HouseRole, Role, Step};
use crate::logic::technique::Technique;

const BUG: &str = "Suppose every open cell had two candidates, and every value two places in each \
                   house that lacks it: then taking the other candidate everywhere would turn one \
                   solution into a second.";

pub(super) fn explain(words: &Words, step: &Step) -> Explanation {
    let tale = Tale::new(words, step);
    let (reason, full) = match step.technique {
        Technique::BugPlusOne => tale.bug_plus_one(),
        Technique::BugType2 => tale.bug_one_value(),
        Technique::BugType3 => tale.bug_subset(),
        Technique::BugType4 => tale.bug_strong_link(),
        Technique::BugPlusN => tale.bug_plus_n(),
        Technique::AvoidableRectangle1 => tale.avoidable_one(),
        Technique::AvoidableRectangle2 => tale.avoidable_two(),
        Technique::HiddenRectangle => tale.hidden(),
        Technique::UniqueRectangle6 => tale.x_wing(),
        Technique::ExtendedRectangle => tale.extended(),
        _ => match tale.kind() {
            1 => tale.one_cell(),
            2 => tale.one_value(),
            3 => tale.subset(),
            _ => tale.strong_link(),
        },
    };
    let title = match step.technique {
        Technique::UniqueLoop => format!("Unique loop type {}", tale.kind()),
        technique => technique.name().to_string(),
    };
    Explanation {
        title,
        reason,
        full,
    }
}

/// What most of the sentences need.
struct Tale<'a> {
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

impl Tale<'_> {
    fn new<'a>(words: &'a Words, step: &'a Step) -> Tale<'a> {
        let cells = step.pattern.cells.iter().map(|cell| *cell as usize);
        let mut extra: Vec<usize> = step.marked(Role::Extra).map(|m| m.cell.into()).collect();
        extra.sort_unstable();
        extra.dedup();
        let spelled: Vec<String> = extra.iter().map(|cell| words.cell(*cell)).collect();
        Tale {
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

    /// Which of the types 1 to 4 of a deadly pattern it is.
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
            "If {} had no other values than {a} and {b}, these could be exchanged all around the \
             {} without touching any other cell, and the puzzle would have two solutions.",
            self.all, self.shape
        )
    }

    fn one_cell(&self) -> (String, String) {
        let (a, b, extra) = (self.value(0), self.value(1), &self.extra);
        (
            format!(
                "{} must not all be {a} or {b}, and only {extra} can be something else",
                self.all
            ),
            format!(
                "{} All cells but {extra} have only these two candidates left. So {extra} must be \
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
                "{} must not all be {a} or {b}, and {extra} is {other}",
                self.all
            ),
            format!(
                "{} The only other candidate is {other}, in {}, so {extra} is {other}. A cell that \
                 sees all of these cannot be {other} too.",
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
                "{} must not all be {a} or {b}, and {values} are used up in {house} by {extras} \
                 and {cells}",
                self.all
            ),
            format!(
                "{} So {extra} takes one of the other candidates there. Together with {cells} that \
                 makes as many cells as values: {values} in {house}. Each of these is used up \
                 there, and no further cell of {house} can have them.",
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
                "{} must not all be {linked} or {other}, and {house} has its {linked} in {extra}",
                self.all
            ),
            format!(
                "{} In {house}, {linked} can only stand in {extra}, so one of them is {linked}. If \
                 the other were {other}, the pattern would be complete. So neither of {extras} is \
                 {other}.",
                self.deadly()
            ),
        )
    }

    fn x_wing(&self) -> (String, String) {
        let (value, other) = (self.value(0), self.value(1));
        let lines = self.words.houses(&self.bases);
        (
            format!(
                "{} must not all be {value} or {other}, and {lines} have their {value} in opposite \
                 corners",
                self.all
            ),
            format!(
                "{} In {lines}, {value} has no place but the corners, so it stands in two opposite \
                 ones. If these were {}, the other two, which can only be {value} or {other}, \
                 would both be {other}, and the pattern complete.",
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
        (
            format!(
                "{} must not all be {linked} or {other}, and {corner} = {other} would force the \
                 rest",
                self.all
            ),
            format!(
                "{} Suppose {corner} were {other}. In {lines} the {linked} would have one place \
                 left each, {fourth} and {second}. Then {first}, which can only be {linked} or \
                 {other}, would be {other}, and the pattern complete.",
                self.deadly()
            ),
        )
    }

    fn avoidable_one(&self) -> (String, String) {
        let (a, b) = (self.value(0), self.value(1));
        let (first, open) = (self.cell(0), self.cell(2));
        let (second, fourth) = (self.cell(1), self.cell(3));
        (
            format!(
                "with {a} in {first} and {b} in {second} and {fourth}, none of them given, a \
                 second {a} could be exchanged with them"
            ),
            format!(
                "{first} is {a}, and {second} and {fourth} are {b}; none of them was given with \
                 the puzzle. If {open} were {a}, the two values could be exchanged in these four \
                 cells without touching any other, and the puzzle would have two solutions."
            ),
        )
    }

    fn avoidable_two(&self) -> (String, String) {
        let (a, b, other) = (self.value(0), self.value(1), self.value(2));
        let (first, second) = (self.cell(0), self.cell(1));
        let (third, fourth) = (self.cell(2), self.cell(3));
        (
            format!(
                "with {a} in {first} and {b} in {second}, neither given, {} is {other}",
                self.extra
            ),
            format!(
                "{first} is {a} and {second} is {b}; neither was given with the puzzle. If {third} \
                 were {a} and {fourth} were {b}, the two values could be exchanged in these four \
                 cells without touching any other, and the puzzle would have two solutions. The \
                 only other candidate of both is {other}, so one of them is {other}, and a cell \
                 that sees both cannot be {other} too."
            ),
        )
    }

    fn extended(&self) -> (String, String) {
        let three = super::listed(&self.values[..self.values.len().min(3)]);
        let (all, extra) = (&self.all, &self.extra);
        let deadly = format!(
            "If {all} had no other values than {three}, both lines of the pattern would have all \
             three. The lines could be exchanged without touching any other cell, and the puzzle \
             would have two solutions."
        );
        match self.values.get(3) {
            Some(other) => (
                format!("{all} must not all be {three}, and {extra} is {other}"),
                format!(
                    "{deadly} The only other candidate is {other}, so {extra} is {other}, and a \
                     cell that sees all of these cannot be {other} too."
                ),
            ),
            None => (
                format!("{all} must not all be {three}, and only {extra} can be something else"),
                format!("{deadly} Only {extra} has other candidates, so it must take one of them."),
            ),
        }
    }

    fn bug_plus_one(&self) -> (String, String) {
        let extra = self.extra_candidates();
        (
            format!("without {extra} there would be two solutions"),
            format!(
                "{BUG} {extra} is the only candidate too many here, so it must be true. The other \
                 candidates of the cell are false."
            ),
        )
    }

    fn bug_one_value(&self) -> (String, String) {
        let extra = self.extra_candidates();
        (
            format!("one of {extra} must be true, or there would be two solutions"),
            format!(
                "{BUG} Only {extra} are too many here, so one of them is true. A cell that sees \
                 all of them cannot have that value."
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
                "{BUG} Only {extra} are too many here, so one of them is true. Together with \
                 {cells} that makes as many cells as values: {values} in {house}. No further cell \
                 of {house} can have them."
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
                "{BUG} Only {extra} are too many here, so one of them is true. In {house}, \
                 {linked} can only stand in {}: one of the two cells is {linked}, and the other \
                 takes a candidate too many. Whatever else they have is false.",
                self.extra
            ),
        )
    }

    fn bug_plus_n(&self) -> (String, String) {
        let extra = self.extra_candidates();
        (
            format!("one of {extra} must be true, or there would be two solutions"),
            format!(
                "{BUG} Only {extra} are too many here, so one of them is true. A candidate that \
                 each of them would rule out is false."
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

    /// The cells and the values of the naked subset.
    fn locked_set(&self) -> (String, String) {
        match self.step.pattern.sets.first() {
            Some(set) => (
                self.words
                    .cells(set.cells.iter().map(|cell| *cell as usize)),
                self.words.values(&set.values),
            ),
            None => Default::default(),
        }
    }
}
