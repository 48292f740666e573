//! Drawings for web pages: text in the page's own font, colours as CSS variables.

use sudokit::logic::drawing::Drawing;
use sudokit::logic::{Board, Step, Words};

use crate::board::{BoardView, Layout, draw_names};
use crate::step::{SAMPLE, draw_sample};
use crate::svg::SvgWriter;

pub use crate::svg::escape;
pub use crate::theme::page_style as style;

/// The largest board whose drawing has room next to its explanation.
const LARGEST_BESIDE_TEXT: usize = 12;

/// The smallest legible width of a cell that shows a value, in pixels.
const CELL_WITH_VALUE: usize = 24;
/// The smallest legible width of a candidate, in pixels.
const CANDIDATE: usize = 14;

/// Returns whether drawings of this board need the whole width of a page.
pub fn is_wide(board: &Board) -> bool {
    board.size() > LARGEST_BESIDE_TEXT
}

/// Draws the values of a position, without candidates. The label describes the drawing to screen
/// readers.
pub fn position(board: &Board, words: &Words, label: &str) -> String {
    let view = BoardView {
        board,
        words,
        drawing: None,
        candidates: false,
    };
    svg_element(view, label)
}

/// Draws a step on the position before it.
pub fn step(board: &Board, step: &Step, words: &Words) -> String {
    let view = BoardView {
        board,
        words,
        drawing: Some(&Drawing::new(board, step)),
        candidates: true,
    };
    svg_element(view, &words.sentence(step))
}

/// Returns a sample and the name of every class that occurs in a step's drawing.
pub fn legend(board: &Board, step: &Step) -> Vec<(String, String)> {
    let drawing = Drawing::new(board, step);
    let entries = drawing.legend.into_iter().map(|entry| {
        let mut svg = SvgWriter::for_page();
        draw_sample(&entry, &mut svg);
        let sample = format!(
            "<svg class=\"swatch\" viewBox=\"0 0 {SAMPLE} {SAMPLE}\" aria-hidden=\"true\">{}</svg>",
            svg.finish()
        );
        (sample, entry.name)
    });
    entries.collect()
}

fn svg_element(view: BoardView<'_>, label: &str) -> String {
    let layout = Layout::new(view.board.shape()).for_step();
    let mut svg = SvgWriter::for_page();
    let size = layout.side();
    svg.push(&format!(
        "<svg class=\"board\"{} xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" \
         role=\"img\" aria-label=\"{}\">",
        min_width(&layout, view.candidates),
        escape(label)
    ));
    view.draw(&layout, &mut svg);
    draw_names(&layout, view.words, &mut svg);
    svg.push("</svg>");
    svg.finish()
}

/// The smallest width at which a large board can be read; a small screen scrolls it. A board of up
/// to 9×9 fits every screen.
fn min_width(layout: &Layout, candidates: bool) -> String {
    if layout.size() <= 9 {
        return String::new();
    }
    let cell = match candidates {
        true => CANDIDATE * layout.columns,
        false => CELL_WITH_VALUE,
    };
    format!(" style=\"min-width:{}px\"", layout.size() * cell)
}

#[cfg(test)]
mod tests {
    use sudokit::Puzzle;
    use sudokit::logic::{
        Candidate, Chain, HouseMark, HouseRole, LockedSet, Mark, Node, Role, Technique,
    };

    use super::*;

    fn board(text: &str) -> Board {
        let puzzle: Puzzle = text.parse().unwrap();
        Board::new(&puzzle)
    }

    /// A step that has everything that can be drawn, whether it makes sense or not.
    fn everything() -> Step {
        let node = |cells: &[u16], on: bool, parents: &[u16]| Node {
            cells: cells.to_vec(),
            value: 2,
            on,
            parents: parents.to_vec(),
            set: None,
            house: None,
        };
        let roles = [
            Role::Defining,
            Role::Fin,
            Role::EndoFin,
            Role::Extra,
            Role::ColourA,
            Role::ColourB,
            Role::ColourC,
            Role::ColourD,
        ];
        let marks = roles.iter().enumerate().map(|(index, role)| Mark {
            candidate: Candidate::new(40 + index, 9),
            role: *role,
        });
        let set = LockedSet {
            cells: vec![60, 61],
            values: vec![4, 5],
            commons: vec![4],
        };
        let house = |house, role| HouseMark { house, role };
        let mut step = Step::new(Technique::NiceLoop);
        step.placements = vec![Candidate::new(0, 1)];
        step.eliminations = vec![Candidate::new(8, 3)];
        step.pattern.values = vec![2];
        step.pattern.cells = vec![20];
        step.pattern.houses = vec![house(3, HouseRole::Base), house(20, HouseRole::Cover)];
        step.pattern.marks = marks.collect();
        step.pattern.sets = vec![set];
        step.pattern.chains = vec![Chain {
            nodes: vec![
                node(&[10], false, &[]),
                node(&[15, 16], true, &[0]),
                node(&[70], false, &[1]),
            ],
            is_loop: true,
        }];
        step
    }

    #[test]
    fn every_class_is_drawn_and_has_a_sample_and_a_style() {
        let empty = board(&".".repeat(81));
        let everything = everything();
        let svg = step(&empty, &everything, &Words::new(&empty));
        let samples = legend(&empty, &everything);
        let samples: String = samples.into_iter().map(|(sample, _)| sample).collect();
        let style = style();
        let classes = "placed gone defining fin endo-fin extra colour-a colour-b colour-c \
                       colour-d on off set-1 cell base cover group strong weak";
        for class in classes.split_whitespace() {
            for (where_, text) in [("drawing", &svg), ("legend", &samples)] {
                let mut attributes = text.split("class=\"").skip(1);
                let has_class = attributes.any(|rest| {
                    let names = rest.split('"').next().unwrap_or_default();
                    names.split(' ').any(|name| name == class)
                });
                assert!(has_class, "no {class} in the {where_}: {text}");
            }
            let mut selectors = style.split([' ', ',', '\n']);
            assert!(
                selectors.any(|word| word.strip_prefix('.') == Some(class)),
                "no style for {class}"
            );
        }
        assert_eq!(svg.matches("class=\"arrow\"").count(), 3);
    }

    #[test]
    fn every_candidate_is_drawn_once() {
        let empty = board("1... .... .... ....");
        let mut placing = Step::new(Technique::NiceLoop);
        placing.placements = vec![Candidate::new(5, 2)];
        let svg = step(&empty, &placing, &Words::new(&empty));
        let plain = svg.split("class=\"plain\"").skip(1);
        let symbols = plain.filter_map(|text| text.split(['<', '>']).nth(1));
        let shown: usize = symbols.map(str::len).sum();
        let candidates: u32 = (0..16)
            .map(|cell| empty.candidates(cell).count_ones())
            .sum();
        assert_eq!(shown as u32, candidates - 1, "{svg}");
    }

    #[test]
    fn candidates_of_a_step_are_where_the_others_would_be() {
        for shape in ["2x2", "2x3", "3x3", "3x4"] {
            let shape: sudokit::Shape = shape.parse().unwrap();
            let board = Board::new(&Puzzle::new(shape.clone()));
            let mut placing = everything();
            placing.pattern = Default::default();
            placing.eliminations.clear();
            placing.placements = vec![Candidate::new(1, shape.size() as u8)];
            let with_step = step(&board, &placing, &Words::new(&board));
            let symbol = with_step.split("class=\"symbol\"").nth(1).unwrap();
            let y = |text: &str| {
                text.split("y=\"")
                    .nth(1)?
                    .split('"')
                    .next()
                    .map(String::from)
            };
            let y_of_symbol = y(symbol).unwrap();
            // The same candidate of the first cell plays no part.
            let plain = with_step.split("class=\"plain\"").skip(1);
            assert!(
                plain
                    .into_iter()
                    .any(|text| y(text).unwrap() == y_of_symbol),
                "{shape}: no other candidate at {y_of_symbol}"
            );
        }
    }

    #[test]
    fn all_sizes_can_be_drawn() {
        for size in ["2x3", "4x4", "8x8"] {
            let shape: sudokit::Shape = size.parse().unwrap();
            let board = Board::new(&Puzzle::new(shape.clone()));
            let svg = position(&board, &Words::new(&board), "a < b");
            assert!(svg.contains("aria-label=\"a &lt; b\"") && svg.ends_with("</svg>"));
            assert!(svg.contains(&format!(">{}</text>", shape.size())));
        }
    }
}
