// Builds the library for wasm32-unknown-unknown and runs it in Node, without and with simd128,
// because the engines use other registers with it:
//
//     node crates/sudokit/tests/wasm/run.mjs
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const directory = new URL(".", import.meta.url);

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

for (const [name, flags] of [
  ["plain", ""],
  ["simd128", "-Ctarget-feature=+simd128"],
]) {
  check(load(build(name, flags)));
  console.log(`wasm32-unknown-unknown, ${name}: solves, rates, generates, counts, keeps time`);
}

function build(name, flags) {
  const to = ["--target", "wasm32-unknown-unknown", "--target-dir", `target/${name}`];
  execFileSync("cargo", ["build", "--quiet", "--release", ...to], {
    cwd: directory,
    stdio: "inherit",
    env: { ...process.env, RUSTFLAGS: flags },
  });
  const file = `target/${name}/wasm32-unknown-unknown/release/sudokit_wasm_test.wasm`;
  return new WebAssembly.Module(readFileSync(new URL(file, directory)));
}

function load(module) {
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    const [pattern, shim] = provided.find(([pattern]) => pattern.test(name));
    imports[from] ??= {};
    imports[from][name] = pattern.source === "." ? shim(name) : shim;
  }
  return new WebAssembly.Instance(module, imports).exports;
}

function check(library) {
  assert.equal(library.solve(), 101, "one solution, and it is right");
  assert.equal(library.rate(), 204, "the score");
  assert.equal(library.generate(7), 25, "the puzzle of a seed has as many givens as elsewhere");
  assert.equal(library.count(), 288, "the number of 4×4 grids");
  for (const seed of [1, 2, 3]) {
    assert.equal(library.engines(seed), 12, "all engines agree");
  }

  const begun = performance.now();
  const elapsed = library.count_for(200);
  const measured = performance.now() - begun;
  assert.ok(elapsed >= 200 && elapsed <= 2000, `a limit of 200 ms ended after ${elapsed} ms`);
  assert.ok(Math.abs(measured - elapsed) < 500, `${elapsed} ms reported, ${measured} ms measured`);

  const seeds = new Set(Array.from({ length: 5 }, () => library.any_seed()));
  assert.ok(seeds.size > 1, "seeds differ");
}
