// Ten calls with the client that openapi-generator makes.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	sudoku "github.com/GIT_USER_ID/GIT_REPO_ID"
)

const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

func must[T any](answer T, _ any, err error) T {
	if err != nil {
		panic(err)
	}
	return answer
}

func text(grid string) sudoku.Grid { return sudoku.StringAsGrid(&grid) }

func main() {
	configuration := sudoku.NewConfiguration()
	configuration.Servers = sudoku.ServerConfigurations{{URL: os.Getenv("SUDOKU_URL")}}
	client := sudoku.NewAPIClient(configuration)
	background := context.Background()
	progress := text(strings.Replace(puzzle, "53.", "531", 1))
	var rows []any
	for row := 0; row < 81; row += 9 {
		cells := make([]int, 9)
		for column, cell := range puzzle[row : row+9] {
			if cell != '.' {
				cells[column] = int(cell - '0')
			}
		}
		rows = append(rows, cells)
	}
	solve := func(grid sudoku.Grid) sudoku.ApiSolveRequest {
		return client.SudokuAPI.Solve(background).SolveRequest(*sudoku.NewSolveRequest(grid))
	}

	fmt.Println(must(solve(text(puzzle)).Execute()).Verdict)
	solution := must(solve(sudoku.ArrayOfAnyAsGrid(&rows)).Execute()).Solution
	fmt.Println(len(*solution.ArrayOfArrayOfInt32), "rows")
	_, refused, _ := solve(text("5")).Execute()
	fmt.Println(refused.StatusCode)
	request := sudoku.NewValidateRequest(progress)
	original := text(puzzle)
	request.Puzzle = &original
	checked := must(client.SudokuAPI.Validate(background).ValidateRequest(*request).Execute())
	fmt.Println(len(checked.Mistakes), "mistake")
	fmt.Println(must(client.InsightAPI.RateGet(background).Grid(puzzle).Execute()).Rating.Er)
	hint := client.InsightAPI.Hint(background).HintRequest(*sudoku.NewHintRequest(text(puzzle)))
	fmt.Println(must(hint.Execute()).Verdict)
	explain := client.InsightAPI.Explain(background).ExplainRequest(*sudoku.NewExplainRequest(progress))
	fmt.Println(must(explain.Execute()).Refuted.Verdict)
	fmt.Println(must(client.InsightAPI.Generate(background).Level("easy").Seed("a").Execute()).GeneratedPuzzle.Level)
	many := client.InsightAPI.Generate(background).Rating("6.6-7.2").Seed("a").Count(2)
	fmt.Println(must(many.Execute()).GeneratedPuzzles.Puzzles[1].Level)
	known := false
	for _, technique := range must(client.InsightAPI.Techniques(background).Execute()) {
		known = known || technique.Id == "x-wing"
	}
	fmt.Println(known)
}
