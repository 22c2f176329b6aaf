#!/usr/bin/env bash
# pre-commit.sh SCRATCH: commit as a user of the hooks would, with Debian's pre-commit, in a scratch repository whose hooks come from the last
# commit of this one. pre-commit builds nplint itself; what it needs comes from the module cache.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly SCRATCH=$1
readonly SOURCE=$PWD PLANS=.nubos-pilot/milestones/M001/slices
REVISION=$(git rev-parse HEAD)
readonly REVISION
# pre-commit gives Go a path of its own, and would fetch all modules again.
GOMODCACHE=$(go env GOMODCACHE)
GOCACHE=$(go env GOCACHE)
export GOMODCACHE GOCACHE PRE_COMMIT_HOME=$SCRATCH/pre-commit PRE_COMMIT_COLOR=never
export GIT_CONFIG_GLOBAL=$SCRATCH/gitconfig GIT_CONFIG_NOSYSTEM=1

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# hooks ID... makes these the hooks of the scratch repository.
hooks() {
  printf 'repos:\n- repo: %s\n  rev: %s\n  hooks:\n' "$SOURCE" "$REVISION" >.pre-commit-config.yaml
  printf '  - id: %s\n' "$@" >>.pre-commit-config.yaml
  git add .pre-commit-config.yaml
}

# passes TITLE commits what is staged, which the hooks must let through.
passes() {
  git commit -qm "$1" >"$SCRATCH/commit.txt" 2>&1 || fail "the hooks stop what is right: $1" "$(cat "$SCRATCH/commit.txt")"
  echo "passed: $1"
}

# stops TITLE WORDS commits what is staged, which the hooks must stop with the words.
stops() {
  local before
  before=$(git rev-parse HEAD)
  if git commit -qm "$1" >"$SCRATCH/commit.txt" 2>&1; then
    fail "the hooks let through: $1" "$(cat "$SCRATCH/commit.txt")"
  fi
  [[ $(git rev-parse HEAD) == "$before" ]] || fail "there is a commit although the hooks stopped it: $1"
  grep -F -m 1 -- "$2" "$SCRATCH/commit.txt" | cut -c 1-200 || fail "the hooks stop $1 without the words $2:" "$(cat "$SCRATCH/commit.txt")"
  echo "stopped: $1"
}

# replace FILE SCRIPT changes a file by sed and stages it.
replace() {
  sed -i "$2" "$1"
  git diff --quiet -- "$1" && fail "$2 changes nothing in $1"
  git add "$1"
}

if ! command -v pre-commit >/dev/null; then
  .ci/apt.sh pre-commit
fi
pre-commit --version

readonly REPOSITORY=$SCRATCH/team
go run ./cmd/nplint-generate -dir "$REPOSITORY" -kind slice-plan -n 4
cd "$REPOSITORY"
git config --global user.name nplint
git config --global user.email nplint@localhost
git config --global init.defaultBranch main
git init -q
hooks nplint
git add .
git commit -qm "the old project"
pre-commit install >/dev/null

echo "A note." >notes.txt
git add notes.txt
passes "a file that is no artefact"

sed -i 's/REQ-003/REQ-005/' $PLANS/S002/S002-PLAN.md
git add .
passes "a plan that is right"

replace $PLANS/S002/S002-PLAN.md 's/M001-S001-T0001,M001-S001-T0002/M001-S001-T0009/'
stops "a task that waits for one which the other slice, not staged, does not have" "error[broken-dependency]"
git reset -q --hard

sed -i 's/M001-S001-T0001/M001-S001-T0009/' $PLANS/S002/S002-PLAN.md
echo "Another note." >notes.txt
git add notes.txt
passes "something else while a fault is not staged"
git reset -q --hard

git rm -q -r $PLANS/S001
passes "a slice is deleted that others speak of, which are not staged"
git reset -q --hard HEAD~1

hooks nplint-all
passes "the hook for the whole project"
git rm -q -r $PLANS/S001
stops "a slice is deleted that others speak of" "error[broken-dependency]"
git reset -q --hard

hooks nplint-fix nplint
passes "the hook that fixes"
replace $PLANS/S003/S003-PLAN.md 's/^<task /<Task /'
stops "a fault with a fix" "files were modified by this hook"
grep -q '^<Task' $PLANS/S003/S003-PLAN.md && fail "the hook has fixed nothing"
grep -F "nplint: fixed $PLANS/S003/S003-PLAN.md: task-dropped" "$SCRATCH/commit.txt" || fail "the hook does not say what it fixed"
git add .
git diff --quiet HEAD || fail "the fix did not restore the file"
echo "the hook has written the fix"
replace $PLANS/S002/S002-PLAN.md 's/M001-S001-T0001/M001-S001-T0009/'
stops "a fault without a fix" "error[broken-dependency]"
