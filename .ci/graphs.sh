#!/usr/bin/env bash
# graphs.sh SCRATCH NPLINT: have Graphviz draw and Mermaid parse what `nplint graph` writes of one milestone and of several.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly SCRATCH=$1 NPLINT=$2
readonly OUT=$SCRATCH/graphs

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# plan MILESTONE NAME writes a milestone with two tasks, one of which waits for the other and one that is nowhere.
plan() {
  local dir=$OUT/project/.nubos-pilot/milestones/$1/slices/S001
  mkdir -p "$dir"
  printf -- '---\nslice: "%s-S001"\n---\n' "$1" >"$dir/S001-PLAN.md"
  printf '<task id="%s" depends_on="%s" wave="1" tier="haiku">\n  <name>%s</name>\n</task>\n' \
    "$1-S001-T0001" "" "$2" "$1-S001-T0002" "$1-S001-T0001,$1-S001-T0009" "$2 again" >>"$dir/S001-PLAN.md"
}

mkdir -p "$OUT/npm" "$OUT/project/.git"
npm install --loglevel=error --no-audit --no-fund --prefix "$OUT/npm" mermaid@11.17.2 jsdom@29.1.1
cp .ci/mermaid.mjs "$OUT/npm"
plan M001 'Say "hello" <b>[x]</b> `y` | end'
plan M002 'Say graph; subgraph "end"'
cd "$OUT/project"
for id in "" M001; do
  "$NPLINT" graph $id --no-config --output mermaid >"$OUT/g$id.mmd"
  "$NPLINT" graph $id --no-config --output dot >"$OUT/g$id.dot"
  node "$OUT/npm/mermaid.mjs" "$OUT/g$id.mmd"
  dot -Tsvg -o "$OUT/g$id.svg" "$OUT/g$id.dot"
done
grep -q M002 "$OUT/g.svg" || fail "the drawing lacks the second milestone"
cat "$OUT/gM001.mmd" "$OUT/gM001.mmd" >"$OUT/twice.mmd"
! node "$OUT/npm/mermaid.mjs" "$OUT/twice.mmd" 2>/dev/null || fail "two graphs in one text pass"
echo "Graphviz and Mermaid take one graph, and several in one"
