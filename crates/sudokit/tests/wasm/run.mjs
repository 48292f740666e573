// Builds the library for wasm32-unknown-unknown and runs it in Node:
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
console.log(WebAssembly.Module.imports(module));
