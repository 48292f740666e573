// Measures our engines in WebAssembly (with simd128) beside the crate `sudoku`, in Node, one puzzle
// per line:
//
//     node bench/wasm/run.mjs [--rounds 15] [--sample 1600] FILE…
//
// All contenders are in one module and take turns; the best of their rounds counts, in CPU time.
// Every answer of every round is checked.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";

const CONTENDERS = ["crate-sudoku", "lanes", "single", "auto"];
const LIMIT = 2;

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "15" },
    sample: { type: "string", default: "1600" },
  },
});
if (files.length === 0) {
  console.error("run.mjs: name at least one file with a 9×9 puzzle per line");
  process.exit(2);
}

const library = load();
for (const file of files) {
  report(file, measure(sample(puzzlesOf(file), Number(options.sample))));
}

function load() {
  const directory = new URL(".", import.meta.url);
  execFileSync(
    "cargo",
    ["build", "--quiet", "--release", "--target", "wasm32-unknown-unknown", "--target-dir", "target"],
    {
      cwd: directory,
      stdio: "inherit",
      env: { ...process.env, RUSTFLAGS: "-Ctarget-feature=+simd128" },
    },
  );
  const file = new URL("target/wasm32-unknown-unknown/release/bench_wasm.wasm", directory);
  const module = new WebAssembly.Module(readFileSync(file));
  // The crate web-time asks for the clock through wasm-bindgen: only `now` matters here, and every
  // object is the same handle.
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    if (/^__wbg_now_/.test(name)) imports[from][name] = () => performance.now();
    else if (/is_undefined|externref_statics_end/.test(name)) imports[from][name] = () => 0;
    else imports[from][name] = () => 1000;
  }
  return new WebAssembly.Instance(module, imports).exports;
}

function puzzlesOf(file) {
  const lines = readFileSync(file, "latin1").split("\n");
  return lines.map((line) => line.trim()).filter((line) => /^[0-9.]{81}/.test(line));
}

function sample(puzzles, size) {
  const count = Math.min(size, puzzles.length);
  return Array.from({ length: count }, (_, at) => puzzles[Math.floor((at * puzzles.length) / count)]);
}

/** Returns the best time of each contender, in microseconds per puzzle. */
function measure(puzzles) {
  const address = library.puzzles(puzzles.length);
  const bytes = new Uint8Array(library.memory.buffer, address, 81 * puzzles.length);
  puzzles.forEach((line, puzzle) => {
    for (let cell = 0; cell < 81; cell += 1) {
      bytes[81 * puzzle + cell] = line[cell] === "." ? 0 : Number(line[cell]);
    }
  });
  library.prepare();
  const best = CONTENDERS.map(() => Infinity);
  for (let round = 0; round < Number(options.rounds); round += 1) {
    CONTENDERS.forEach((name, contender) => {
      const start = process.cpuUsage();
      library.run(contender, LIMIT);
      best[contender] = Math.min(best[contender], process.cpuUsage(start).user);
      const wrong = library.first_wrong();
      if (wrong !== 0) throw new Error(`${name}: wrong answer for ${puzzles[wrong - 1]}`);
    });
  }
  return best.map((time) => time / puzzles.length);
}

function report(file, times) {
  console.log(`${basename(file)}, µs per puzzle (× the speed of ${CONTENDERS[0]})`);
  times.forEach((time, at) => {
    const ratio = (times[0] / time).toFixed(2);
    console.log(`  ${CONTENDERS[at].padEnd(14)} ${time.toFixed(2).padStart(8)}  × ${ratio}`);
  });
}
