// tdoku behind the function that the benchmark calls.
#include "tdoku.h"

// Returns the number of solutions, or 2 if there are more. The puzzle is 81 characters and a zero byte.
extern "C" size_t solutions(const char *puzzle) {
    char solution[81];
    size_t guesses;
    return TdokuSolverDpllTriadSimd(puzzle, 2, 0, solution, &guesses);
}
