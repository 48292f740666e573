/* Sudokit for C: solutions of 9x9 Sudoku, one puzzle or millions at a time.
 *
 * Made by cbindgen from the Rust sources; do not edit. How to link: see README.md.
 */

#ifndef SUDOKIT_H
#define SUDOKIT_H

#include <stddef.h>
#include <stdint.h>

/**
 * What is returned where something went wrong inside. It is always a fault of this library.
 */
#define SUDOKIT_FAILED ((size_t)UINT64_MAX - 1)

/**
 * What is returned where the arguments make no sense: a null pointer where something must be,
 * text that is no puzzle, buffers that overlap. No search counts that far.
 */
#define SUDOKIT_INVALID (size_t)UINT64_MAX

/**
 * What stands in `counts` for a puzzle with a character that is neither a digit nor a dot.
 */
#define SUDOKIT_INVALID_COUNT UINT32_MAX

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Counts the solutions of one puzzle up to a limit.
 *
 * `input` is either 81 characters, the cells row by row, a digit from 1 to 9 for a given and `.`
 * or `0` for an open cell; or 729 characters, nine for each cell, the digits that it may have in
 * their places and `.` or `0` for those that it may not have. After 81 characters, any character
 * that is neither a digit nor a dot must follow, such as the zero byte of a string or the end of
 * a line.
 *
 * `limit` ends the search after so many solutions: 1 to solve, 2 to see whether the solution is
 * the only one. With 0 nothing is searched, and 0 is returned.
 *
 * `configuration` is there for the benchmark programs that pass one. It is not looked at.
 *
 * `solution` takes the 81 digits of the first solution found, or 81 dots where there is none;
 * no zero byte follows. It may be NULL where only the count is wanted, and it may be `input`.
 *
 * `num_guesses` takes how many positions the search tried beyond the first, 0 where deduction
 * alone was enough. It may be NULL.
 *
 * Returns the number of solutions, never more than the limit; 0 includes puzzles whose givens
 * break the rules. SUDOKIT_INVALID where `input` is NULL or neither form; then nothing is
 * written. SUDOKIT_FAILED where the library itself failed.
 *
 * Any number of threads may call it at the same time.
 *
 * # Safety
 * `input` is readable up to the character that ends it, or for 729 characters. `solution` is
 * NULL or has room for 81 characters, `num_guesses` is NULL or points to a `size_t`, and no
 * other thread uses them meanwhile.
 */
size_t sudokit_solve(const char *input,
                     size_t limit,
                     uint32_t configuration,
                     char *solution,
                     size_t *num_guesses);

/**
 * Counts the solutions of many puzzles up to a limit.
 *
 * `puzzles` is `n` times 81 characters with nothing between them, a digit from 1 to 9 for a
 * given and `.` or `0` for an open cell. It is not looked at where `n` is 0.
 *
 * `limit` ends the search of each puzzle after so many solutions: 1 to solve, 2 to see whether
 * the solution is the only one. With 0 nothing is searched, and all counts are 0.
 *
 * `counts` takes the number of solutions of each puzzle, never more than the limit;
 * SUDOKIT_INVALID_COUNT for a puzzle with any other character, which does not hinder the others.
 *
 * `solutions` takes 81 characters for each puzzle, the digits of the first solution found or 81
 * dots where there is none, with nothing between them and no zero byte at the end. It may be
 * NULL where only the counts are wanted.
 *
 * `threads` is how many threads work: 1 is the calling thread alone, 0 one for each core. The
 * answers are the same whatever it is.
 *
 * Returns how many puzzles have a solution. SUDOKIT_INVALID where a pointer is NULL that must
 * not be, `counts` is not aligned, `n` puzzles are more than memory can hold, or the buffers
 * overlap; then nothing is written. SUDOKIT_FAILED where the library itself failed; then the
 * buffers hold answers in part.
 *
 * Any number of threads may call it at the same time.
 *
 * # Safety
 * `puzzles` is readable for `n` times 81 characters, `counts` has room for `n` numbers,
 * `solutions` is NULL or has room for `n` times 81 characters, and no other thread uses them
 * meanwhile.
 */
size_t sudokit_solve_batch(const char *puzzles,
                           size_t n,
                           uint32_t limit,
                           uint32_t *counts,
                           char *solutions,
                           unsigned int threads);

/**
 * The version of this library, such as "1.2.3". The string is there for as long as the library
 * is, and must not be freed.
 */
const char *sudokit_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SUDOKIT_H */
