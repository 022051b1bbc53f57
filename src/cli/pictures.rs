//! Pictures of answers as files.

use std::fs;
use std::io;
use std::path::Path;

use crate::operations::answer::form::FormOptions;
use crate::operations::answer::format::PictureFormat;
use crate::operations::answer::picture::Picture;
use crate::operations::options::Options;
use crate::operations::reading::Fields;
use crate::sudoku::solver::CancelFlag;

/// Writes a picture of an answer, which is `text`. If the path ends in `.svg`, it is a file for the whole picture. Otherwise it
/// is a directory, in which each grid of the picture gets a file such as `007.svg`, numbered from `first`. The line below the
/// whole picture, which says how much of a long answer it shows, is then written to standard error.
///
/// # Errors
/// A file cannot be written.
pub fn write(picture: &Picture, text: &str, path: &Path, first: u64) -> io::Result<()> {
    let options = FormOptions::read(&mut Fields::default());
    let svg = |picture: &Picture, text: &str| picture.write(PictureFormat::Svg, &options, text, &CancelFlag::new());
    if path.extension().is_some_and(|extension| extension == "svg") {
        return fs::write(path, svg(picture, text));
    }
    if let Some(caption) = picture.caption.as_ref().filter(|_| picture.scenes.len() > 1) {
        eprintln!("sudoku-service: {caption}");
    }
    fs::create_dir_all(path)?;
    for (number, scene) in (first..).zip(&picture.scenes) {
        let one = Picture { title: picture.title.clone(), caption: None, scenes: vec![scene.clone()] };
        let text = if scene.title.is_empty() { text } else { &scene.title };
        fs::write(path.join(format!("{number:03}.svg")), svg(&one, text))?;
    }
    Ok(())
}
