#!/usr/bin/env bash
# demo-pack.sh SCRATCH NPLINT: adds the pack that docs/packs.md shows to a copy of the tree, as somebody would who knows only that page, and runs the
# tests: first the pack of data alone, then the same with Go. Nothing else of the tree may have to change.
set -euo pipefail
cd "$(dirname "$0")/.."

SCRATCH=$(realpath "$1")
PLAIN=$(realpath "$2") # without the pack
readonly SCRATCH PLAIN
readonly TREE=$SCRATCH/demo-pack

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# files writes the files of a section of docs/packs.md: each is named on a line of its own before the fence that holds it.
files() {
  awk -v section="$1" '
    /^~~~~$/ && out { close(out); out = ""; next }
    out { print > out; next }
    /^## / { on = $0 == "## " section }
    on && /^`(rules|analyzers)\/[^`]+`$/ { name = substr($0, 2, length($0) - 2) }
    on && /^~~~~[a-z]+$/ && name {
      dir = name; sub(/\/[^\/]*$/, "", dir); system("mkdir -p " dir)
      out = name; name = ""; printf "" > out
    }' docs/packs.md
}

# changed lists what is not as it was committed.
changed() {
  git status --porcelain --untracked-files=all | cut -c4- | LC_ALL=C sort
}

commit() {
  git add -A
  git -c user.name=demo -c user.email=demo@example.org commit -q -m "$1"
}

# expect TEXT COMMAND... runs the command, which must print the text.
expect() {
  local text=$1 out
  shift
  out=$("$@" 2>&1) || true
  grep -qF -- "$text" <<<"$out" || fail "$*: does not say $text:" "$out"
}

# What the step that builds the binary has compiled need not be compiled again; and the step with the linters has vetted the tree.
export CGO_ENABLED=0 GOFLAGS="${GOFLAGS-} -trimpath -tags=nethttpomithttp2 -vet=off"

mkdir "$TREE"
git ls-files -z | xargs -0 cp --parents -t "$TREE"
cd "$TREE"
git init -q
commit "The tree as it is"

echo "--- data alone"
files "A pack without Go"
[[ -s rules/demo/pack.toml && -s rules/demo/demo-release-key.txtar ]] || fail "docs/packs.md has no files"
commit "The files of the page"
go test . -run TestPages -update >/dev/null
[[ -z $(changed | grep -v '^rules/demo/') ]] || fail "-update writes to other places than rules/demo:" "$(changed)"
commit "What nplint says of the proofs"
go generate ./...
[[ $(changed) == *docs/rules/demo.md* && -z $(changed | grep -vE '^(docs/(rules|schemas)/|editors/vscode/package\.json$)') ]] ||
  fail "go generate writes other files than the page of the pack, indexes, schemas and where the extension starts:" "$(changed)"
# These packages have tests that ask every pack. Those are left out that take long and judge what no file of the pack is in: hostile inputs,
# git, sessions, renames, generated projects, stories, a command of one's own; and of the cases that are mended, those of other packs.
# CAMPAIGN=long runs all.
packages=(. ./analyzers/core/... ./rules ./internal/contract ./internal/ruledocs ./reporters ./cmd/cli)
skip='Attempts.*|Committed.*|Generate|Git(Cancelled|Hostile|Missing|Owner)|NexusStory|NoSnippets|OwnCommand|PlanFaults|RenameEverything|Session.*|Since.*|Story|SymbolsHold|VerbsAreInert'
if [[ ${CAMPAIGN-} == long ]]; then
  go test ./...
else
  go test -skip "^(Test($skip)|FuzzPlans)\$|^TestExamples\$/^tree\$|^TestExamples\$/^fixes\$/^([^d]|d[^e]|de[^m])" "${packages[@]}"
fi
go build -o ../demo-nplint ./cmd/nplint
readonly NPLINT=../demo-nplint
NPLINT_WITH=$(realpath ../demo-nplint)
readonly NPLINT_WITH
expect demo-release-status "$NPLINT" rules --only demo
expect "+status: ready" "$NPLINT" explain demo-release-status
expect "Output contract: Release card" "$NPLINT" contract prompt release
mkdir -p ../demo-project
printf -- '---\nversion: 1.4.0\nstatus: Ready\n---\n\n## Changes\n\n- One.\n' >../demo-project/release-1.4.0.md
expect "error[demo-release-status]" "$NPLINT" check ../demo-project/release-1.4.0.md

commit "The pack of data alone"
echo "--- the same pack in a user's own repository"
readonly OWN=$SCRATCH/demo-own
mkdir -p "$OWN/packs" "$OWN/.git" "$OWN/shop/.demo/releases"
cp -r rules/demo "$OWN/packs"
cp ../demo-project/release-1.4.0.md "$OWN/shop/.demo/releases/1.4.0.md"
printf 'version = 1\ncontracts.dirs = ["packs/demo"]\n' >"$OWN/.nplint.toml"
(
  cd "$OWN"
  expect demo-release-status "$PLAIN" rules --only demo
  expect "+status: ready" "$PLAIN" explain demo-release-status
  expect "Output contract: Release card" "$PLAIN" contract prompt release
  expect "error[demo-release-status]" "$PLAIN" check --kind release shop/.demo/releases/1.4.0.md
  for format in text json sarif; do
    "$NPLINT_WITH" run --no-config --output "$format" shop >"$SCRATCH/with.$format" || true
    "$PLAIN" run --output "$format" shop >"$SCRATCH/plain.$format" || true
  done
  diff "$SCRATCH/with.text" "$SCRATCH/plain.text"
  diff "$SCRATCH/with.json" "$SCRATCH/plain.json"
  grep -q demo-release-status "$SCRATCH/plain.sarif" || fail "SARIF does not know the rule"
)

echo "--- with Go"
files "A pack with Go"
sed -i 's|^\(.*\)nplint/analyzers/pack"$|\1nplint/analyzers/demo"\n&|; s|^var All = \[\]pack.Pack{|&demo.Pack, |' analyzers/analyzers.go
gofmt -w analyzers/analyzers.go
go test . -run TestPages/demo -update >/dev/null
go generate ./...
go vet ./analyzers/demo/...
go test -v -run 'Pages|Imports|^TestPassesAreProven$|^TestProofs$|Indexes' . ./analyzers/demo/card ./analyzers/core/contract ./internal/ruledocs >../demo-go.txt || { cat ../demo-go.txt; exit 1; }
grep -q -- '--- PASS: TestProofs/demo-release-name' ../demo-go.txt || fail "the proof of the pass does not run"
expect demo-release-name go run ./cmd/nplint rules --only demo
echo "a pack is two folders and one line"
