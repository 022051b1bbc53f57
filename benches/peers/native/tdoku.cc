// tdoku behind the function that the benchmark calls.
#include "tdoku.h"

// Returns the number of solutions, or the limit, 1 or 2, if there are more. The puzzle is 81 characters and a zero byte.
extern "C" size_t solutions(const char *puzzle, size_t limit) {
    char solution[81];
    size_t guesses;
    return TdokuSolverDpllTriadSimd(puzzle, limit, 0, solution, &guesses);
}
