#!/usr/bin/env bash
# pictures.sh: make the pictures of the README anew, docs/report.png and docs/terminal.png, from the demo project. It needs what browser.sh needs.
set -euo pipefail
cd "$(dirname "$0")/.."

SCRATCH=$(mktemp -d)
readonly SCRATCH
trap 'rm -rf "$SCRATCH"' EXIT
npm install --loglevel=error --no-audit --no-fund --prefix "$SCRATCH" playwright-core@1.64.1
cp .ci/pictures.mjs "$SCRATCH"
go build -o "$SCRATCH/nplint" ./cmd/nplint
cp -r fixtures/demo "$SCRATCH/demo"
mkdir "$SCRATCH/demo/.git"
readonly COMMAND="nplint agents/np-shelf-finder.md .nubos-pilot/milestones/M003/slices/S002"
"$SCRATCH/nplint" --quiet -o "html=$SCRATCH/report.html" fixtures/demo || (($? == 1))
(
  cd "$SCRATCH/demo"
  PATH=$SCRATCH:$PATH
  $COMMAND --color always >"$SCRATCH/terminal.txt" || (($? == 1))
)
node "$SCRATCH/pictures.mjs" "$(command -v chromium)" "$SCRATCH/report.html" "$SCRATCH/terminal.txt" "$COMMAND" docs
for picture in docs/report.png docs/terminal.png; do
  (($(stat -c %s "$picture") < 200000)) || { echo "$picture is larger than 200 KB" >&2; exit 1; }
done
ls -l docs/*.png
