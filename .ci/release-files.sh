#!/usr/bin/env bash
# release-files.sh VERSION: make what goreleaser packs beside the binaries, in .release: the manual page, the completions for shells, and the
# program that tells what is linked. The version, which is that of the tag, must be the one that nplint says it is.
set -euo pipefail
cd "$(dirname "$0")/.."

umask 022
rm -rf .release
mkdir -p .release/completions
go build -trimpath -tags nethttpomithttp2 -ldflags '-s -w' -o .release/nplint ./cmd/nplint
go -C .ci/tools build -o ../../.release/linked ./linked
version=$(.release/nplint version --output json | sed -n 's/^  "version": "\(.*\)"$/\1/p')
if [[ $version != "$1" ]]; then
  echo "the tag says $1, but internal/version/nplint.go says $version" >&2
  exit 1
fi
.release/nplint man >.release/nplint.1
gzip -9nk .release/nplint.1
for shell in bash zsh fish powershell; do
  .release/nplint completion "$shell" >".release/completions/nplint.$shell"
done
