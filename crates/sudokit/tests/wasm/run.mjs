// Builds the library for wasm32-unknown-unknown and runs it in Node:
//
//     node crates/sudokit/tests/wasm/run.mjs
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const directory = new URL(".", import.meta.url);
execFileSync("cargo", ["build", "--quiet", "--release", "--target", "wasm32-unknown-unknown"], {
  cwd: directory,
  stdio: "inherit",
});
const file = "target/wasm32-unknown-unknown/release/sudokit_wasm_test.wasm";
const module = new WebAssembly.Module(readFileSync(new URL(file, directory)));

// The crate web-time asks for the clock through wasm-bindgen. Its imports are few, so they are
// provided by hand instead of generated: every object is the same handle.
const HANDLE = 1000;
const provided = [
  [/^__wbg_now_/, (handle) => (handle === undefined ? Date.now() : performance.now())],
  [/^__wbg_performance_|static_accessor|object_clone_ref/, () => HANDLE],
  [/is_undefined|externref_statics_end/, () => 0],
  [/object_drop_ref|describe/, () => {}],
  [/./, (name) => () => assert.fail(`${name} was called`)],
];
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  const [pattern, shim] = provided.find(([pattern]) => pattern.test(name));
  imports[from] ??= {};
  imports[from][name] = pattern.source === "." ? shim(name) : shim;
}
const library = new WebAssembly.Instance(module, imports).exports;

assert.equal(library.solve(), 101, "one solution, and it is right");
assert.equal(library.rate(), 204, "the score");
assert.equal(library.generate(7), 25, "the puzzle of a seed has as many givens as elsewhere");
assert.equal(library.count(), 288, "the number of 4×4 grids");

const begun = performance.now();
const elapsed = library.count_for(200);
const measured = performance.now() - begun;
assert.ok(elapsed >= 200 && elapsed <= 2000, `a limit of 200 ms ended after ${elapsed} ms`);
assert.ok(Math.abs(measured - elapsed) < 500, `${elapsed} ms reported, ${measured} ms measured`);

const seeds = new Set(Array.from({ length: 5 }, () => library.any_seed()));
assert.ok(seeds.size > 1, "seeds differ");
console.log("wasm32-unknown-unknown: solves, rates, generates, counts and keeps time");
