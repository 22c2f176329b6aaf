#!/usr/bin/env bash
# goreleaser.sh: print where goreleaser lies, in the version of .ci/tools/go.mod. Who calls first builds it, and the others wait; then it is kept.
# Where there is no flock, as on macOS, nobody waits, and the last who built it keeps his.
# Its 400 modules and what is compiled of them are gone after that: only the program stays.
set -euo pipefail
cd "$(dirname "$0")/tools"

version=$(awk '$1 == "github.com/goreleaser/goreleaser/v2" && $2 ~ /^v/ { print $2 }' go.mod)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/nplint-ci
program=$cache/goreleaser-${version#v}
mkdir -p "$cache"
if command -v flock >/dev/null; then
  exec 9>"$program.lock"
  flock 9
fi
if [[ ! -x $program ]]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  CGO_ENABLED=0 GOMODCACHE=$work/modules GOCACHE=$work/compiled GOFLAGS=-modcacherw nice go build -trimpath -ldflags '-s -w' -o "$work/goreleaser" \
    github.com/goreleaser/goreleaser/v2 >&2
  mv "$work/goreleaser" "$program.$$"
  mv -f "$program.$$" "$program"
fi
echo "$program"
