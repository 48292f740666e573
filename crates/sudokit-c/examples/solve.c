/* Solves a puzzle, a Sukaku, text that is not a puzzle, and a batch.
 *
 *   cargo build --release -p sudokit-c
 *   cc -Icrates/sudokit-c/include crates/sudokit-c/examples/solve.c \
 *      target/release/libsudokit_c.a -lpthread -ldl -lm -o solve && ./solve
 */

#include <stdio.h>
#include <string.h>

#include "sudokit.h"

#define CELLS 81

/* The solver type that benchmark programs expect; sudokit_solve needs no adapter. */
typedef size_t (*Solver)(const char *input, size_t limit, uint32_t configuration, char *solution,
                         size_t *num_guesses);
static const Solver solver = sudokit_solve;

static const char *PUZZLE =
    "6......4.....1.67..9.5.7...52.4....6.8.........4..2.3.7..9....2..82....3.6......5";
static const char *NO_SOLUTION =
    "55...............................................................................";
static const char *MANY_SOLUTIONS =
    ".................................................................................";

/* A limit of 2 distinguishes no solution, one and several. */
static void solve_one(const char *name, const char *puzzle) {
    char solution[CELLS];
    size_t guesses;
    size_t count = solver(puzzle, 2, 0, solution, &guesses);

    if (count == SUDOKIT_INVALID) {
        printf("%s: not a puzzle\n", name);
    } else if (count == 0) {
        printf("%s: no solution\n", name);
    } else {
        /* The solution has no terminating zero byte, so printf needs its length. */
        printf("%s: %s, %.*s%s\n", name, count == 1 ? "one solution" : "several solutions", CELLS,
               solution, guesses == 0 ? ", without a guess" : "");
    }
}

/* Writes the candidates of a puzzle: the digit of a given, or all digits for an open cell. */
static void write_candidates(const char *puzzle, char *candidates) {
    for (int cell = 0; cell < CELLS; cell++) {
        for (int digit = '1'; digit <= '9'; digit++) {
            int may_be = puzzle[cell] == '.' || puzzle[cell] == digit;
            *candidates++ = (char)(may_be ? digit : '.');
        }
    }
    *candidates = '\0';
}

static void solve_batch(void) {
    enum { PUZZLES = 4 };
    char puzzles[PUZZLES * CELLS];
    char solutions[PUZZLES * CELLS];
    uint32_t counts[PUZZLES];

    memcpy(puzzles, PUZZLE, CELLS);
    memcpy(puzzles + CELLS, NO_SOLUTION, CELLS);
    memset(puzzles + 2 * CELLS, '?', CELLS);
    memcpy(puzzles + 3 * CELLS, MANY_SOLUTIONS, CELLS);

    size_t solved = sudokit_solve_batch(puzzles, PUZZLES, 100, counts, solutions, 1);
    printf("batch: %zu of %d have a solution\n", solved, PUZZLES);
    for (int i = 0; i < PUZZLES; i++) {
        if (counts[i] == SUDOKIT_INVALID_COUNT) {
            printf("  not a puzzle\n");
        } else {
            printf("  %u: %.9s...\n", (unsigned)counts[i], solutions + i * CELLS);
        }
    }
}

int main(void) {
    char sukaku[CELLS * 9 + 1];
    write_candidates(PUZZLE, sukaku);

    solve_one("puzzle", PUZZLE);
    solve_one("sukaku", sukaku);
    solve_one("clash", NO_SOLUTION);
    solve_one("text", "no puzzle at all");
    solve_one("null", NULL);
    solve_batch();
    return 0;
}
