//! Reads a module of Relay text, folds its constants, runs @main on vectors of
//! float32, and prints the results.

mod ffi;
mod relay;

use relay::{Arrays, Context, Evaluator, Module, Result};

/// `1,2.5` as numbers.
fn parse_vector(text: &str) -> Result<Vec<f32>> {
    text.split(',')
        .map(|number| {
            number
                .parse()
                .map_err(|_| format!("expected a number, but got '{number}'"))
        })
        .collect()
}

fn run(path: &str, vectors: &[String]) -> Result<()> {
    let context = Context::new();
    let mut module = Module::read(&context, path)?;
    println!("{}", module.fold(1 << 20)?);
    println!("{}", module.to_text()?);
    let mut arguments = Arrays::new();
    for text in vectors {
        let vector = parse_vector(text)?;
        arguments.push(&vector, &[vector.len() as i64])?;
    }
    let results = Evaluator::new(&module)?.run("main", &arguments)?;
    for position in 0..results.len() {
        match results.floats(position) {
            Some(elements) => println!("{elements:?}"),
            None => return Err(format!("result {position} is not of float32")),
        }
    }
    Ok(())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((path, vectors)) = arguments.split_first() else {
        eprintln!("usage: relay-lite-example <.relay file> [<vector, as 1,2>]...");
        std::process::exit(2);
    };
    if let Err(message) = run(path, vectors) {
        eprintln!("{message}");
        std::process::exit(1);
    }
}
