#!/usr/bin/env bash
# github.sh SCRATCH NPLINT: what GitHub would do with our action, workflows and matchers. actionlint reads the workflows and, through them,
# action.yml; the action's script runs as a runner would run it; the matchers read real output.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly SCRATCH=$1 NPLINT=$2
readonly OUTPUTS=$SCRATCH/outputs

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# act STATUS DIRECTORY NAME=VALUE... runs the action's script in a directory with inputs.
act() {
  local want=$1 directory=$2 status=0 action=$PWD/.github/action.sh
  shift 2
  rm -f "$OUTPUTS"
  (cd "$directory" && env RUNNER_TEMP="$SCRATCH/runner" GITHUB_OUTPUT="$OUTPUTS" GITHUB_STEP_SUMMARY="$SCRATCH/summary.md" NPLINT_VERSION= \
    NPLINT_PATHS= NPLINT_ARGS= NPLINT_FAIL_LEVEL= NPLINT_CATEGORY=nplint NPLINT_NEW_FROM= "$@" "$action") >"$SCRATCH/action.txt" 2>&1 || status=$?
  ((status == want)) || fail "the action's script exits with $status, not $want: $*" "$(cat "$SCRATCH/action.txt")"
  grep -qx "exit-status=$want" "$OUTPUTS" || fail "the outputs do not say the exit status:" "$(cat "$OUTPUTS")"
}

# outputs LINE... fails unless the action's outputs have the lines.
outputs() {
  local line
  for line in "$@"; do
    grep -qx -- "$line" "$OUTPUTS" || fail "the outputs lack $line:" "$(cat "$OUTPUTS")"
  done
}

command -v jq >/dev/null || { apt-get update -q && apt-get install -q -y --no-install-recommends jq; }
mkdir -p "$SCRATCH/runner"

echo "--- actionlint"
GOBIN=$SCRATCH/bin go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.12
mkdir -p "$SCRATCH/typo/.github/workflows"
cp action.yml "$SCRATCH/typo"
sed 's/fail-level:/fial-level:/' .github/workflows/nplint.yml >"$SCRATCH/typo/.github/workflows/nplint.yml"
git init -q "$SCRATCH/typo"
if (cd "$SCRATCH/typo" && "$SCRATCH/bin/actionlint" >"$SCRATCH/typo.txt"); then
  fail "actionlint lets a wrong input pass"
fi
grep -F 'input "fial-level" is not defined' "$SCRATCH/typo.txt"
"$SCRATCH/bin/actionlint"
echo "the workflows pass"

echo "--- the action's script"
cp -r fixtures/demo "$SCRATCH/action-demo"
mkdir -p "$SCRATCH/action-demo/.git"
act 1 "$SCRATCH/action-demo"
outputs "$("$NPLINT" run -o json fixtures/demo | jq -r '"errors=\(.summary.errors)"')" "sarif=$SCRATCH/runner/nplint/report.sarif"
echo "$(grep -c '^::error file=' "$SCRATCH/action.txt") annotations of errors"
[[ -s $SCRATCH/runner/nplint/report.sarif && -s $SCRATCH/summary.md ]] || fail "the action writes no SARIF or no summary"
act 0 "$SCRATCH/action-demo" NPLINT_FAIL_LEVEL=never
act 0 "$SCRATCH/action-demo" NPLINT_ARGS="--only agent-locked-tier  --quiet" NPLINT_PATHS=$'  agents\r\n.nubos-pilot/milestones/M001 \n'
outputs errors=0
act 2 "$SCRATCH/action-demo" NPLINT_PATHS="no such directory"
grep -q '^sarif=' "$OUTPUTS" && fail "the outputs name a SARIF file that is not there"
act 2 "$SCRATCH/action-demo" NPLINT_PATHS="--fix" # a path is never a flag
echo "outputs, exit statuses and inputs are right"
git init -q -b main "$SCRATCH/pull"
cp -r fixtures/demo/. "$SCRATCH/pull"
commit() { git -C "$SCRATCH/pull" add . && git -C "$SCRATCH/pull" -c user.name=nplint -c user.email=nplint@localhost commit -qm "$1"; }
commit "the old faults"
act 0 "$SCRATCH/pull" NPLINT_NEW_FROM="$(git -C "$SCRATCH/pull" rev-parse HEAD)"
echo "only what a pull request brings in is reported"

echo "--- problem matchers"
"$NPLINT" run -o "json=$SCRATCH/matched.json" -o text fixtures/demo >"$SCRATCH/plain.txt" || true
"$NPLINT" run --color always fixtures/demo >"$SCRATCH/coloured.txt" || true
{ "$NPLINT" matcher github | jq -c . && "$NPLINT" matcher vscode | jq -c .; } | node .ci/matchers.cjs "$SCRATCH/matched.json" "$SCRATCH/plain.txt" "$SCRATCH/coloured.txt"
