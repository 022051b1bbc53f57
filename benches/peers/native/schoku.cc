// schoku behind the function that the benchmark calls. schoku is a single file; LIB_ONLY omits its `main`.
#define LIB_ONLY
#include "schoku.cpp"

// Returns the number of solutions, or the limit, 1 or 2, if there are more. The puzzle is 81 characters and a zero byte.
extern "C" size_t solutions(const char *puzzle, size_t limit) {
    using namespace Schoku;
    alignas(64) static GridState stack[GRIDSTATE_MAX];
    static Counters counters;
    // The solution follows the puzzle, after a comma.
    alignas(64) static signed char grids[192];
    rules = limit == 1 ? FindOne : Multiple;
    bmi2_support = pext_support = true;
    std::memcpy(grids, puzzle, 81);
    stack[0].initialize<VNone>(grids, counters);
    const Status status = solve<VNone>(grids + 82, stack, 1, counters);
    return status.solved ? (status.unique || limit == 1 ? 1 : 2) : 0;
}
