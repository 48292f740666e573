#!/usr/bin/env bash
# Tests the page in a real browser against the real program.
#
#   SUDOKIT=path/to/sudokit   the program; built with cargo by default
#   CHROMIUM=path             the browser; /usr/bin/chromium by default
#   SHOTS=directory           also save screenshots there
#   PAGE=folder               test the page without a server that build-page.sh left there, with the
#                             network cut after loading: some journeys, or all with JOURNEYS=all
set -euo pipefail
if [[ -n "${PAGE:-}" ]]; then PAGE=$(realpath "$PAGE"); fi
export PAGE=${PAGE:-}
cd "$(dirname "$0")"

if [[ -z "${SUDOKIT:-}${PAGE:-}" ]]; then
  cargo build --quiet -p sudokit-cli
  SUDOKIT=$(cargo metadata --format-version 1 --no-deps | node -p 'JSON.parse(require("fs").readFileSync(0)).target_directory')/debug/sudokit
fi
export SUDOKIT=${SUDOKIT:-}
[[ package-lock.json -ot node_modules/.package-lock.json ]] || npm ci --no-audit --no-fund --silent
npx --no-install tsc -p tsconfig.json
if [[ -z "${PAGE:-}" ]]; then
  served=()
  for file in tests/*.test.js; do
    [[ $file = tests/standalone.test.js ]] || served+=("$file")
  done
  exec node --test --test-concurrency=1 "${served[@]}"
fi
# Without those that need a library.
all=(tests/{backup,collection,enter,finish,forms,journey,layout,new-puzzle,open,play,print,setter,share,shapes,speech,standalone,steps,storage,symbols}.test.js)
journeys='backup|without a server|enters, marks and erases|solves a whole puzzle|restores a game'
journeys+='|error with its place|opens a dropped|every text form|come in stages|slider|counts solutions|compares two'
journeys+='|takes 81 keys|is named when the entered|shows time, level|ticks solved|difficulty and is the same|named after the title|saved as PNG|too long|gzip|large boards'
if [[ "${JOURNEYS:-}" = all ]]; then journeys=.; fi
exec node --test --test-concurrency=1 --test-name-pattern="$journeys" "${all[@]}"
