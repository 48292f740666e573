//! Colours and style sheets. Every drawn element has a class; the style sheet says what it looks
//! like.

/// A set of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Theme {
    /// Dark on white, for screens.
    #[default]
    Light,
    /// Light on dark, for screens.
    Dark,
    /// Black on white, with lines strong enough for paper.
    Print,
}

const NAMES: [&str; 18] = [
    "paper",
    "ink",
    "placed-ink",
    "faint",
    "hair",
    "line",
    "blue",
    "green",
    "red",
    "orange",
    "purple",
    "teal",
    "contrast",
    "base",
    "cover",
    "cell",
    "window",
    "diagonal",
];

const LIGHT: [&str; 18] = [
    "#ffffff",
    "#1b1f24",
    "#3d5a80",
    "#6f7883",
    "#c9ced6",
    "#3a4048",
    "#0b62b8",
    "#0a7d52",
    "#c4281c",
    "#a85400",
    "#8a3a8f",
    "#0a7480",
    "#ffffff",
    "#0b62b81f",
    "#a8540014",
    "#e9b94938",
    "#7a8aa024",
    "#7a8aa040",
];

const DARK: [&str; 18] = [
    "#171b21",
    "#eef1f5",
    "#9ec1ee",
    "#98a1ad",
    "#353c46",
    "#a3abb6",
    "#6db3ff",
    "#4fd39b",
    "#ff8177",
    "#ffb454",
    "#d99ae0",
    "#58cdd8",
    "#10141a",
    "#6db3ff2b",
    "#ffb4541f",
    "#ffd9663a",
    "#a3b4cc24",
    "#a3b4cc38",
];

const PRINT: [&str; 18] = [
    "#ffffff",
    "#000000",
    "#555555",
    "#555555",
    "#9a9a9a",
    "#000000",
    "#0b4f96",
    "#08633f",
    "#b01e13",
    "#8a4500",
    "#722e77",
    "#075b65",
    "#ffffff",
    "#0b4f961f",
    "#8a450012",
    "#d9a52038",
    "#00000018",
    "#00000030",
];

const RULES: &str = include_str!("style.css");

/// The font of drawings in a web page.
const PAGE_LETTERS: &str = "svg text { font-family: system-ui, sans-serif; text-anchor: middle; dominant-baseline: central; }
svg text.given { font-weight: 600; }
svg text.symbol, svg text.set-number { font-weight: 700; }
";

impl Theme {
    fn colours(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let colours = match self {
            Theme::Light => LIGHT,
            Theme::Dark => DARK,
            Theme::Print => PRINT,
        };
        NAMES.into_iter().zip(colours)
    }

    fn variables(self) -> String {
        let variables = self.colours();
        let variables = variables.map(|(name, colour)| format!("--{name}: {colour};"));
        variables.collect::<Vec<_>>().join(" ")
    }

    /// The style sheet of a standalone picture. It has colours instead of CSS variables, which only
    /// browsers support.
    pub(crate) fn picture_style(self) -> String {
        let rules = RULES.lines().collect::<Vec<_>>().join("");
        self.colours().fold(rules, |rules, (name, colour)| {
            rules.replace(&format!("var(--{name})"), colour)
        })
    }
}

/// Returns the style sheet that a web page with drawings needs once: light or dark, as the reader
/// prefers. The colours are CSS variables, which the page may use too.
pub fn page_style() -> String {
    format!(
        ":root {{\n  color-scheme: light dark;\n  {}\n}}\n\
         @media (prefers-color-scheme: dark) {{\n  :root {{ {} }}\n}}\n{PAGE_LETTERS}{RULES}",
        Theme::Light.variables(),
        Theme::Dark.variables()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_in_use_is_defined() {
        for theme in [Theme::Light, Theme::Dark, Theme::Print] {
            assert!(!theme.picture_style().contains("var("));
        }
        assert!(page_style().contains("--paper: #171b21;"));
    }
}
