#!/usr/bin/env bash
# init.sh SCRATCH NPLINT: try what `nplint init` writes as a new user would, in a repository of its own: the configuration changes nothing,
# and actionlint takes the workflow. actionlint is first shown a broken one.
set -euo pipefail

readonly SCRATCH=$1 NPLINT=$2
readonly REPOSITORY=$SCRATCH/init

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

git init --quiet "$REPOSITORY"
cd "$REPOSITORY"
"$NPLINT" init
"$NPLINT" config show | grep -F 'fail_level = "error" # default' || fail "the new configuration changes something"

GOBIN=$SCRATCH/bin go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.12
"$SCRATCH/bin/actionlint" .github/workflows/nplint.yml
sed 's/runs-on:/runs-in:/' .github/workflows/nplint.yml >"$SCRATCH/broken.yml"
if "$SCRATCH/bin/actionlint" "$SCRATCH/broken.yml" >/dev/null; then
  fail "actionlint lets a broken workflow pass"
fi
echo "actionlint takes the workflow"
