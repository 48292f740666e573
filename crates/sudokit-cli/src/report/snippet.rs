//! Renders a problem with its source lines and carets.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use sudokit::Problem;
use sudokit::format::Piece;
use sudokit::problem::Label;

/// The largest distance of two labels that share an excerpt.
const FURTHEST: usize = 200;

/// Renders a problem with colour codes, followed by a blank line.
pub fn render(renderer: &Renderer, source: &str, piece: &Piece, problem: &Problem) -> String {
    let title = Level::ERROR.primary_title(problem.message.as_str());
    let mut group = match SourceSpan::around(piece, &problem.labels) {
        Some(stretch) => title.element(stretch.snippet(source, &problem.labels)),
        None => with_excerpts(Group::with_title(title), source, piece, &problem.labels),
    };
    if !problem.help.is_empty() {
        group = group.element(Level::HELP.message(problem.help.as_str()));
    }
    format!("{}\n\n", renderer.render(&[group]))
}

/// The lines of a piece from the first label to the last.
struct SourceSpan {
    first: usize,
    lines: Vec<String>,
}

impl SourceSpan {
    /// `None` if the labels do not point into the piece's text.
    fn around(piece: &Piece, labels: &[Label]) -> Option<SourceSpan> {
        let first = labels.iter().map(|label| label.place.line).min()?;
        let last = labels.iter().map(|label| label.place.line).max()?;
        let skipped = first.checked_sub(piece.line)?;
        if last - first > FURTHEST {
            return None;
        }
        let lines: Vec<String> = piece
            .text
            .split(|byte| *byte == b'\n')
            .skip(skipped)
            .take(last - first + 1)
            .map(|line| {
                let text = String::from_utf8_lossy(line);
                text.trim_end_matches('\r').to_string()
            })
            .collect();
        let stretch = SourceSpan { first, lines };
        labels
            .iter()
            .all(|label| {
                stretch
                    .line(label)
                    .is_some_and(|line| line == label.excerpt)
            })
            .then_some(stretch)
    }

    fn line(&self, label: &Label) -> Option<&str> {
        let line = self.lines.get(label.place.line - self.first)?;
        Some(line)
    }

    fn snippet<'a>(
        &self,
        source: &'a str,
        labels: &'a [Label],
    ) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
        let text = self.lines.join("\n");
        let mut snippet = Snippet::source(text).line_start(self.first).path(source);
        for label in labels {
            let before = &self.lines[..label.place.line - self.first];
            let start: usize = before.iter().map(|line| line.len() + 1).sum();
            snippet = snippet.annotation(annotation(start, label));
        }
        snippet
    }
}

/// One excerpt per label, if the piece's text cannot be used.
fn with_excerpts<'a>(
    mut group: Group<'a>,
    source: &'a str,
    piece: &Piece,
    labels: &'a [Label],
) -> Group<'a> {
    for label in labels {
        let snippet = Snippet::source(label.excerpt.as_str())
            .line_start(label.place.line)
            .path(source)
            .annotation(annotation(0, label));
        group = group.element(snippet);
    }
    if labels.is_empty() {
        group = group.element(Origin::path(source).line(piece.line));
    }
    group
}

/// `start` is the offset of the label's line in the source shown.
fn annotation(start: usize, label: &Label) -> annotate_snippets::Annotation<'_> {
    let line = label.excerpt.as_str();
    let byte = |column: usize| {
        line.char_indices()
            .nth(column)
            .map_or(line.len(), |(at, _)| at)
    };
    let first = label.place.column.saturating_sub(label.excerpt_column);
    let span = start + byte(first)..start + byte(first + label.place.width);
    AnnotationKind::Primary
        .span(span)
        .label(label.text.as_str())
}
