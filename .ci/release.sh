#!/usr/bin/env bash
# release.sh DIRECTORY [SYSTEM/ARCHITECTURE...]: write the archives of a release and their checksums into an empty directory, for all systems
# that we name or for those given. An archive holds the static binary, the manual page and the completions for shells.
#
# What is built is the last commit, whatever the working tree holds. The same commit, built by the same version of Go, gives the same
# bytes on every machine: no path, user, clock or environment gets in.
set -euo pipefail
cd "$(dirname "$0")/.."

OUT=$(realpath -m "$1")
readonly OUT
shift
targets=("$@")
((${#targets[@]} > 0)) || targets=({linux,darwin,windows}/{amd64,arm64})

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

umask 022
export LC_ALL=C TZ=UTC
export CGO_ENABLED=0 GOAMD64=v1 GOARM64=v8.0 GOFLAGS=-buildvcs=true GOWORK=off
unset GOEXPERIMENT
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone -q . "$work/source"
git -C "$work/source" checkout -q --detach "$(git rev-parse HEAD)"
mkdir -p "$OUT"
[[ -z $(ls -A "$OUT") ]] || fail "$OUT is not empty"

# build SYSTEM/ARCHITECTURE FILE builds the binary for a system. Its version names the commit and its date.
build() {
  GOOS=${1%/*} GOARCH=${1#*/} go -C "$work/source" build -trimpath -ldflags '-s -w' -o "$2" ./cmd/nplint
}

host=$work/nplint
build "$(go env GOHOSTOS)/$(go env GOHOSTARCH)" "$host"
version=$("$host" version --output json | sed -n 's/^  "version": "\(.*\)"$/\1/p')
tag=$(git tag --points-at HEAD --list 'v*')
[[ -z $tag || $tag == "v$version" ]] || fail "the commit is tagged $tag, but its version is $version"
mkdir "$work/common" "$work/common/completions"
cp LICENSE README.md CHANGELOG.md "$work/common"
"$host" man >"$work/common/nplint.1"
for shell in bash zsh fish powershell; do
  "$host" completion "$shell" >"$work/common/completions/nplint.$shell"
done

for target in "${targets[@]}"; do
  name=nplint_${version}_${target/\//_}
  cp -r "$work/common" "$work/$name"
  suffix=
  [[ $target != windows/* ]] || suffix=.exe
  build "$target" "$work/$name/nplint$suffix"
  tar --sort=name --format=ustar --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w \
    -C "$work" -c "$name" | gzip -9n >"$OUT/$name.tar.gz"
done
(cd "$OUT" && sha256sum -- *.tar.gz >SHA256SUMS && cat SHA256SUMS)
