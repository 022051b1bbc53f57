//! Ten calls with the client that openapi-generator makes.

use std::sync::Arc;

use openapi::apis::Error;
use openapi::apis::configuration::Configuration;
use openapi::apis::insight_api::{
    ExplainParams, GenerateParams, HintParams, InsightApi, InsightApiClient, RateGetParams, TechniquesParams,
};
use openapi::apis::sudoku_api::{SolveParams, SudokuApi, SudokuApiClient, ValidateParams};
use openapi::models::{
    ExplainAnswer, ExplainRequest, GenerateAnswer, Grid, HintRequest, SolveRequest, ValidateRequest,
};
use serde_json::json;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let service =
        Arc::new(Configuration { base_path: std::env::var("SUDOKU_URL").unwrap(), ..Configuration::default() });
    let (sudoku, insight) = (SudokuApiClient::new(service.clone()), InsightApiClient::new(service));
    let puzzle = Grid::Text(PUZZLE.to_owned());
    let progress = Grid::Text(PUZZLE.replacen("53.", "531", 1));
    let digit = |cell: &u8| (*cell as char).to_digit(10);
    let rows = PUZZLE.as_bytes().chunks(9).map(|row| json!(row.iter().map(digit).collect::<Vec<_>>()));
    let rows = Grid::Cells(rows.collect());
    let solve = |grid| sudoku.solve(SolveParams::builder().solve_request(SolveRequest::new(grid)).build());
    let generate = GenerateParams::builder;

    println!("{}", solve(puzzle.clone()).await.unwrap().verdict);
    let solution = json!(solve(rows).await.unwrap().solution);
    println!("{} rows", solution.as_array().unwrap().len());
    match solve(Grid::Text("5".to_owned())).await {
        Err(Error::ResponseError(refused)) => println!("{}", refused.status.as_u16()),
        answer => println!("{answer:?}"),
    }
    let request = ValidateRequest { puzzle: Some(Box::new(puzzle.clone())), ..ValidateRequest::new(progress.clone()) };
    let checked = sudoku.validate(ValidateParams::builder().validate_request(request).build());
    println!("{} mistake", checked.await.unwrap().mistakes.unwrap().len());
    let rated = insight.rate_get(RateGetParams::builder().grid(PUZZLE.to_owned()).build());
    println!("{}", rated.await.unwrap().rating.er);
    let hint = insight.hint(HintParams::builder().hint_request(HintRequest::new(puzzle)).build());
    println!("{}", hint.await.unwrap().verdict);
    let explain = ExplainParams::builder().explain_request(ExplainRequest::new(progress)).build();
    match insight.explain(explain).await.unwrap() {
        ExplainAnswer::Refuted(refuted) => println!("{}", refuted.verdict),
        answer => println!("{answer:?}"),
    }
    match insight.generate(generate().level("easy".to_owned()).seed("a".to_owned()).build()).await.unwrap() {
        GenerateAnswer::GeneratedPuzzle(puzzle) => println!("{}", puzzle.level),
        answer => println!("{answer:?}"),
    }
    let many = generate().rating("6.6-7.2".to_owned()).seed("a".to_owned()).count(2).build();
    match insight.generate(many).await.unwrap() {
        GenerateAnswer::GeneratedPuzzles(many) => println!("{}", many.puzzles[1].level),
        answer => println!("{answer:?}"),
    }
    let techniques = insight.techniques(TechniquesParams::builder().build()).await.unwrap();
    println!("{}", techniques.iter().any(|technique| technique.id.to_string() == "x-wing"));
}
