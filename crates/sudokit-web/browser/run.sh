#!/usr/bin/env bash
# Tests the page in a real browser against the real program.
#
#   SUDOKIT=path/to/sudokit   the program; built with cargo by default
#   CHROMIUM=path             the browser; /usr/bin/chromium by default
#   SHOTS=directory           also save screenshots there
set -euo pipefail
cd "$(dirname "$0")"

if [[ -z "${SUDOKIT:-}" ]]; then
  cargo build --quiet -p sudokit-cli
  SUDOKIT=$(cargo metadata --format-version 1 --no-deps | node -p 'JSON.parse(require("fs").readFileSync(0)).target_directory')/debug/sudokit
fi
export SUDOKIT
[[ package-lock.json -ot node_modules/.package-lock.json ]] || npm ci --no-audit --no-fund --silent
npx --no-install tsc -p tsconfig.json
exec node --test --test-concurrency=1 tests/*.test.js
