#!/usr/bin/env bash
# action.sh: the work of action.yml. It installs nplint, runs it with the action's inputs, which come as NPLINT_*, and writes the action's
# outputs. Its exit status is nplint's. It keeps to what bash 3.2 of macOS knows.
set -euo pipefail

readonly OUT=$RUNNER_TEMP/nplint
rm -rf "$OUT" # of an earlier step of the same job
mkdir -p "$OUT"

if [[ -n $NPLINT_VERSION ]]; then
  GOBIN=$OUT go install "github.com/nplint/nplint/cmd/nplint@$NPLINT_VERSION"
else
  go -C "$(dirname "$0")/.." build -trimpath -o "$OUT/" ./cmd/nplint
fi

command=("$OUT/nplint" run --output github --output "json=$OUT/report.json" --output "sarif=$OUT/report.sarif"
  --sarif-category "$NPLINT_CATEGORY")
[[ -z $NPLINT_FAIL_LEVEL ]] || command+=(--fail-level "$NPLINT_FAIL_LEVEL")
[[ -z $NPLINT_NEW_FROM ]] || command+=(--new-from-merge-base "$NPLINT_NEW_FROM")
set -f # the flags are words, not patterns of files
# shellcheck disable=SC2206 # that they fall apart at white space is what is wanted
command+=($NPLINT_ARGS)
set +f
command+=(--)
while read -r path; do # without the blanks around it
  path=${path%$'\r'}
  [[ -z $path ]] || command+=("$path")
done <<<"$NPLINT_PATHS"

status=0
"${command[@]}" || status=$?
{
  echo "exit-status=$status"
  if [[ -s $OUT/report.json ]]; then
    jq -r '.summary | "errors=\(.errors)", "warnings=\(.warnings)", "infos=\(.infos)"' "$OUT/report.json"
    echo "sarif=$OUT/report.sarif"
  fi
} >>"$GITHUB_OUTPUT"
exit "$status"
