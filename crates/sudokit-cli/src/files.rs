//! One file after the other, whatever happens to any of them.

use sudokit::solve::CancelToken;

use crate::exit::Exit;
use crate::input::Source;
use crate::problem;
use crate::talk::Talk;

/// Does something with each source, tells what stopped it and goes on with the next; Ctrl-C and
/// a closed pipe end it.
///
/// # Errors
/// Only a closed pipe.
pub fn each(
    sources: &[Source],
    talk: &Talk,
    cancel: &CancelToken,
    mut action: impl FnMut(&Source) -> anyhow::Result<()>,
) -> anyhow::Result<Exit> {
    let mut exit = Exit::Answered;
    for source in sources {
        match action(source) {
            Ok(()) => {}
            Err(error) if problem::is_closed_pipe(&error) => return Err(error),
            Err(error) => {
                talk.error(&error);
                exit.raise(Exit::Trouble);
            }
        }
        if cancel.is_cancelled() {
            exit.raise(Exit::Interrupted);
            break;
        }
    }
    Ok(exit)
}
