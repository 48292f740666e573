#!/usr/bin/env bash
# Tests the page without a server in stock Firefox, over WebDriver BiDi.
#
#   PAGE=folder    the page that build-page.sh left there; target/page by default
#   FIREFOX=path   the browser; Debian's firefox-esr by default, installed where it is missing
set -euo pipefail
# A relative path is meant from where the script is called.
PAGE=$(realpath "${PAGE:-$(dirname "$0")/../../../../target/page}")
export PAGE
cd "$(dirname "$0")/.."
if [[ -z "${FIREFOX:-}" ]]; then
  command -v firefox-esr >/dev/null || { apt-get update -qq && apt-get install -y -qq firefox-esr >/dev/null; }
  FIREFOX=$(command -v firefox-esr)
fi
export FIREFOX
[[ package-lock.json -ot node_modules/.package-lock.json ]] || npm ci --no-audit --no-fund --silent
npx --no-install tsc -p tsconfig.json
exec node --test firefox/journeys.test.js
