//! `cargo xtask site`: everything for visitors, builders and players, as a folder of static files in `target/site`.
//! Links are relative and nothing is fetched from elsewhere, so it works in any folder of any host, and without a
//! network.

mod circuit;
mod document;
mod download;
mod front;
mod library;
mod pictures;
mod print;
mod shell;

use std::{fs, path::PathBuf, process::ExitCode};

use boards::{Board, Voting};
use builder::{
    image, maker,
    tool::{self, Outcome, root},
};

use library::Library;

fn main() -> ExitCode {
    match make() {
        Ok(folder) => {
            println!("{}", folder.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("site: {error}");
            ExitCode::FAILURE
        }
    }
}

fn make() -> Outcome<PathBuf> {
    let mut args = lexopt::Parser::from_env();
    let (mut only, mut size, mut wanted) = (None, None, false);
    while let Some(arg) = args.next()? {
        match arg {
            lexopt::Arg::Long("pictures") => wanted = true,
            lexopt::Arg::Long("only") => only = Some(args.value()?.to_string_lossy().into_owned()),
            lexopt::Arg::Long("size") => size = Some(args.value()?.to_string_lossy().parse()?),
            _ => return Err(arg.unexpected().into()),
        }
    }
    if wanted {
        return pictures::write(only.as_deref(), size);
    }
    if only.is_some() || size.is_some() {
        return Err("--only and --size choose renders; they go with --pictures".into());
    }
    let mut boards: Vec<Board> = boards::load_all(&root()).into_iter().collect::<Result<_, _>>()?;
    // The board that most people should look at first comes first.
    boards.sort_by_key(|board| match board.voting {
        Voting::Ring => 0,
        Voting::Pass => 1,
        Voting::Pods => 2,
    });
    let folder = root().join("target/site");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for board in &boards {
        image::build_for_all(&board.name)?;
    }

    maker::build()?;

    let mut library = Library::new(root(), folder.clone());
    library.write("style.css", shell::style().as_bytes())?;
    library.write("icon.svg", shell::ICON.as_bytes())?;
    front::write(&mut library, &boards)?;
    download::write(&mut library, &boards)?;
    for board in &boards {
        print::write(&mut library, board)?;
        circuit::write(&mut library, board)?;
    }
    for document in library::documents(&root(), &boards)? {
        document::write(&mut library, &document, &boards)?;
    }
    library.finish()?;
    simulator()?;
    Ok(folder.join("index.html"))
}

/// The simulator's page with the firmware of every board.
fn simulator() -> Outcome {
    tool::need_npm_packages()?;
    let mut build = tool::npm();
    if let Some(repository) = shell::repository() {
        build.env("REPOSITORY", repository);
    }
    tool::run(build.args([
        "run",
        "--silent",
        "build",
        "--",
        "--logLevel",
        "error",
        "--outDir",
        "../target/site/play",
    ]))?;
    Ok(())
}
