//! Files without their final name yet: what is being written before it is complete.
//!
//! Where the system can, such a file has no name at all, so that nothing stays behind even if the
//! program is killed. Elsewhere it has a name of its own and is locked for as long as the program
//! runs; a file whose lock is free belongs to a program that was killed, and the next run in that
//! directory removes it.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use crate::io::interrupt;

/// The start of the name of a temporary file.
const PREFIX: &str = ".sudokit-";

/// The end of it.
const SUFFIX: &str = ".tmp";

/// How many letters and digits are between the two.
const RANDOM: usize = 12;

/// A file that gets its name when it is complete. Dropped before, it disappears.
pub struct TemporaryFile {
    file: File,
    name: Option<NamedFile>,
    directory: PathBuf,
}

impl TemporaryFile {
    /// Creates a file in this directory with the permissions of any new file, or of the file that
    /// it will replace.
    ///
    /// # Errors
    /// When the directory is missing or cannot be written.
    pub fn new(directory: &Path, replaced: Option<&fs::Metadata>) -> io::Result<TemporaryFile> {
        remove_leftovers(directory);
        match unnamed(directory) {
            Some(file) => TemporaryFile::with(file, None, directory, replaced),
            None => TemporaryFile::named(directory, replaced),
        }
    }

    /// The same for systems without unnamed files.
    fn named(directory: &Path, replaced: Option<&fs::Metadata>) -> io::Result<TemporaryFile> {
        let (file, name) = create_named(directory)?;
        TemporaryFile::with(file, Some(NamedFile::new(name)), directory, replaced)
    }

    fn with(
        file: File,
        name: Option<NamedFile>,
        directory: &Path,
        replaced: Option<&fs::Metadata>,
    ) -> io::Result<TemporaryFile> {
        if let Some(replaced) = replaced {
            file.set_permissions(replaced.permissions())?;
        }
        Ok(TemporaryFile {
            file,
            name,
            directory: directory.to_path_buf(),
        })
    }

    /// Gives the file its name, in place of another file that may have it.
    ///
    /// # Errors
    /// When the name cannot be given; then nothing changes.
    pub fn persist(self, target: &Path) -> io::Result<()> {
        match self.name {
            Some(name) => name.rename(target),
            None => link(&self.file, &self.directory, target),
        }
    }
}

impl Write for TemporaryFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The name of a temporary file, which is removed if it is not used up, or if the program is
/// interrupted twice.
struct NamedFile(Option<TempPath>);

impl NamedFile {
    fn new(path: TempPath) -> NamedFile {
        interrupt::unfinished(&path);
        NamedFile(Some(path))
    }

    fn rename(mut self, target: &Path) -> io::Result<()> {
        let Some(path) = self.0.take() else {
            return Ok(());
        };
        let name = path.to_path_buf();
        let renamed = path.persist(target).map_err(|error| error.error);
        interrupt::finished(&name);
        renamed
    }
}

impl Drop for NamedFile {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            interrupt::finished(path);
        }
    }
}

/// A file without a name, if the system and the file system have such files and can name them
/// later.
#[cfg(target_os = "linux")]
fn unnamed(directory: &Path) -> Option<File> {
    use rustix::fs::{CWD, Mode, OFlags, openat};
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    let mode = Mode::from_raw_mode(0o666);
    let file = File::from(openat(CWD, directory, flags, mode).ok()?);
    // Without /proc it could never get its name.
    descriptor(&file).exists().then_some(file)
}

#[cfg(not(target_os = "linux"))]
fn unnamed(_directory: &Path) -> Option<File> {
    None
}

/// Gives an unnamed file a name. A link does not replace anything, so if the name is taken, the
/// file gets a temporary name first.
#[cfg(target_os = "linux")]
fn link(file: &File, directory: &Path, target: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    let link = |name: &Path| {
        let linked = linkat(CWD, descriptor(file), CWD, name, AtFlags::SYMLINK_FOLLOW);
        linked.map_err(io::Error::from)
    };
    match link(target) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        linked => return linked,
    }
    // Another run in this directory must not remove it before it is renamed. A file system without
    // locks has no runs that remove anything.
    let _ = file.try_lock();
    let named = builder().make_in(directory, link)?;
    NamedFile::new(named.into_temp_path()).rename(target)
}

#[cfg(not(target_os = "linux"))]
fn link(_file: &File, _directory: &Path, _target: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(target_os = "linux")]
fn descriptor(file: &File) -> PathBuf {
    use std::os::fd::AsRawFd;
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

/// The names of temporary files, and their permissions: those of any new file.
fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(RANDOM);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}

/// A new file, locked.
fn create_named(directory: &Path) -> io::Result<(File, TempPath)> {
    loop {
        let (file, path) = builder().tempfile_in(directory)?.into_parts();
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            // Another run may have found it before it was locked: then it is removed. Where
            // files cannot be locked, no run removes anything.
            let is_found = matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock));
            if is_found || file.metadata()?.nlink() == 0 {
                continue;
            }
        }
        return Ok((file, path));
    }
}

/// Removes the temporary files of programs that were killed, once per directory and run.
fn remove_leftovers(directory: &Path) {
    use std::sync::Mutex;
    static DONE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    let is_new = DONE.lock().is_ok_and(|mut done| {
        let is_new = !done.iter().any(|other| other == directory);
        if is_new {
            done.push(directory.to_path_buf());
        }
        is_new
    });
    #[cfg(unix)]
    if is_new && let Ok(entries) = fs::read_dir(directory) {
        for entry in entries.filter_map(Result::ok) {
            if entry.file_name().to_str().is_some_and(is_temporary_name) {
                remove_leftover(&entry.path());
            }
        }
    }
    #[cfg(not(unix))]
    let _ = is_new;
}

/// Whether a temporary file could have this name.
#[cfg(unix)]
fn is_temporary_name(name: &str) -> bool {
    let random = name
        .strip_prefix(PREFIX)
        .and_then(|rest| rest.strip_suffix(SUFFIX));
    random.is_some_and(|random| {
        random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Removes a file if it is a temporary one of a program of this user that was killed: a regular
/// file with this one name and no lock. A program that creates one locks it and then checks that it
/// still exists.
#[cfg(unix)]
fn remove_leftover(path: &Path) {
    use rustix::fs::{CWD, Mode, OFlags, openat};
    use std::os::unix::fs::MetadataExt;
    // Neither a link is followed nor is a FIFO waited for.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let Ok(file) = openat(CWD, path, flags, Mode::empty()).map(File::from) else {
        return;
    };
    let is_ours = file.metadata().is_ok_and(|metadata| {
        metadata.is_file()
            && metadata.nlink() == 1
            && metadata.uid() == rustix::process::geteuid().as_raw()
    });
    if is_ours && file.try_lock().is_ok() {
        let _ = fs::remove_file(path);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// Both kinds, whatever the file system of the tests has.
    fn both(directory: &Path) -> Vec<TemporaryFile> {
        let unnamed = unnamed(directory)
            .map(|file| TemporaryFile::with(file, None, directory, None).unwrap());
        let named = TemporaryFile::named(directory, None).unwrap();
        unnamed.into_iter().chain([named]).collect()
    }

    #[test]
    fn a_file_gets_its_name_or_disappears() {
        let scratch = tempfile::tempdir().unwrap();
        let target = scratch.path().join("answer.txt");
        for (number, mut file) in both(scratch.path()).into_iter().enumerate() {
            for earlier in [None, Some("an earlier answer, which is longer")] {
                let _ = fs::remove_file(&target);
                if let Some(earlier) = earlier {
                    fs::write(&target, earlier).unwrap();
                }
                let mut other = both(scratch.path()).remove(number.min(1));
                other.write_all(b"answer").unwrap();
                other.persist(&target).unwrap();
                assert_eq!(fs::read_to_string(&target).unwrap(), "answer");
            }
            file.write_all(b"half").unwrap();
        }
        assert_eq!(names(scratch.path()), ["answer.txt"]);
    }

    #[test]
    fn only_the_files_of_killed_programs_are_removed() {
        let scratch = tempfile::tempdir().unwrap();
        let path = |name: &str| scratch.path().join(name);
        let live = TemporaryFile::named(scratch.path(), None).unwrap();
        let kept = [
            ".sudokit-abcdef",
            ".sudokit-abcdefghijkl",
            ".sudokit-abcdefghijk.tmp",
            ".sudokit-abcdefghijklm.tmp",
            ".sudokit-abcdefghij-l.tmp",
            "sudokit-abcdefghijkl.tmp",
        ];
        for name in kept {
            fs::write(path(name), "mine").unwrap();
        }
        let [left, link, linked, folder, fifo] = ["left", "link", "hard", "dirs", "fifo"]
            .map(|word| format!(".sudokit-{word}12345678.tmp"));
        fs::write(path(&left), "half").unwrap();
        std::os::unix::fs::symlink(path(kept[0]), path(&link)).unwrap();
        fs::hard_link(path(kept[1]), path(&linked)).unwrap();
        fs::create_dir(path(&folder)).unwrap();
        let made = std::process::Command::new("mkfifo")
            .arg(path(&fifo))
            .status();
        assert!(made.unwrap().success());
        let before = names(scratch.path());
        remove_leftovers(scratch.path());
        let expected: Vec<&String> = before.iter().filter(|name| **name != left).collect();
        assert_eq!(names(scratch.path()).iter().collect::<Vec<_>>(), expected);
        drop(live);
        assert_eq!(names(scratch.path()).len(), before.len() - 2);
    }

    #[test]
    fn the_permissions_are_those_of_other_files() {
        use std::os::unix::fs::PermissionsExt;
        let scratch = tempfile::tempdir().unwrap();
        let (plain, target) = (scratch.path().join("plain"), scratch.path().join("target"));
        fs::write(&plain, "").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        for file in both(scratch.path()) {
            let _ = fs::remove_file(&target);
            file.persist(&target).unwrap();
            assert_eq!(mode(&target), mode(&plain));
        }
    }
}
