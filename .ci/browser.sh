#!/usr/bin/env bash
# browser.sh SCRATCH NPLINT: open the HTML report of the demo, of a project with 5,000 findings and of one whose files hold markup in Chromium.
# Screenshots stay in SCRATCH/browser.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly SCRATCH=$1 NPLINT=$2
readonly OUT=$SCRATCH/browser

# lint REPORT DIRECTORY writes the report of a run.
lint() {
  (cd "$2" && "$NPLINT" run --quiet --max-findings 0 -o "html=$1") || (($? == 1))
}

if ! command -v chromium >/dev/null; then
  .ci/apt.sh chromium
fi
mkdir -p "$OUT/npm" "$OUT/large" "$OUT/nasty/.git" "$OUT/nasty/agents"
npm install --loglevel=error --no-audit --no-fund --prefix "$OUT/npm" playwright-core@1.64.1 axe-core@4.14.0
cp .ci/browser.mjs "$OUT/npm"

lint "$OUT/demo.html" fixtures/demo
go run ./cmd/nplint-generate -dir "$OUT/large" -kind mixed -n 5000 -faults 1
lint "$OUT/large.html" "$OUT/large"
printf -- '---\nname: "<script>pwned=1</script><img src=x onerror=pwned=1>"\ndescription: "</title></style></script><script>pwned=1</script>"\ntier: "\\"><svg onload=pwned=1>"\ntools: "javascript:pwned=1"\n---\n' \
  >"$OUT/nasty/agents/np-<img src=x onerror=pwned=1>.md"
plan=$OUT/nasty/.nubos-pilot/milestones/M001/slices/S001
mkdir -p "$plan"
printf 'schema_version: 2\nmilestones:\n  - id: M001\n    name: "</svg><script>pwned=1</script>"\n    status: "<img src=x onerror=pwned=1>"\n    slices: []\n' \
  >"$OUT/nasty/.nubos-pilot/roadmap.yaml"
printf -- '---\nslice: "M001-S001"\n---\n<task id="M001-S001-T0001" depends_on="<a/href=javascript:pwned=1>x" wave="1" tier="<script>pwned=1</script>">\n  <name></title></svg><img src=x onerror=pwned=1></name>\n</task>\n' \
  >"$plan/S001-PLAN.md"
lint "$OUT/nasty.html" "$OUT/nasty"
ls -l "$OUT"/*.html
node "$OUT/npm/browser.mjs" "$(command -v chromium)" "$OUT" "$OUT/demo.html" "$OUT/large.html" "$OUT/nasty.html"
