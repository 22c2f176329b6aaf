#!/usr/bin/env bash
# action.sh: the work of action.yml. It gets nplint, runs it with the action's inputs, which come as NPLINT_*, and
# writes the action's outputs. Its exit status is nplint's, and 3 if nplint cannot be had. It needs bash, tar, sed and
# curl or wget, and keeps to what bash 3.2 of macOS knows.
#
# A release is downloaded if `version` names one, or if the action itself is used by its tag; else nplint is built
# from the action's source. NPLINT_RELEASES names a mirror of the releases.
set -euo pipefail

readonly VERSION=0.2.0 # of the action: the same as in internal/version/nplint.go
readonly OUT=$RUNNER_TEMP/nplint
readonly RELEASES=${NPLINT_RELEASES:-https://github.com/nplint/nplint/releases/download}
readonly CACHE=${RUNNER_TOOL_CACHE:-$RUNNER_TEMP/nplint-cache}/nplint
readonly TOKEN=${GH_TOKEN:-}
unset GH_TOKEN # it is for gh, and for nothing else that runs here

# fail WORDS... ends the action: whatever goes wrong here says nothing about the files.
fail() {
  printf '::error title=nplint::%s\n' "$*"
  echo "exit-status=3" >>"$GITHUB_OUTPUT"
  exit 3
}

# wanted prints the version of the release that is wanted, or nothing if nplint is to be built. The runner keeps an
# action at _actions/OWNER/NAME/REF, and tells a composite action its ref in no other way that can be relied on.
wanted() {
  if [[ -n $NPLINT_VERSION ]]; then
    [[ ! $NPLINT_VERSION =~ ^v?[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] || echo "${NPLINT_VERSION#v}"
  elif [[ ${GITHUB_ACTION_PATH:-} =~ [/\\]_actions[/\\][^/\\]+[/\\][^/\\]+[/\\]v?[0-9]+\.[0-9]+\.[0-9]+$ ]]; then
    echo "$VERSION"
  fi
}

# fetch URL FILE downloads a file. Its status is 22 if there is no such file; what went wrong is in OUT/fetch.txt.
# curl asks by HTTPS, or as NPLINT_RELEASES says, and follows nothing but HTTPS.
fetch() {
  local scheme=https
  [[ ! $1 =~ ^([a-z]+):// ]] || scheme=${BASH_REMATCH[1]}
  if command -v curl >/dev/null; then
    curl -fsSL --proto "=https,$scheme" --proto-redir =https --retry 3 --connect-timeout 20 -o "$2" "$1" 2>"$OUT/fetch.txt" && return
  elif command -v wget >/dev/null; then
    wget -T 20 -O "$2" "$1" 2>"$OUT/fetch.txt" && return
  else
    echo "there is neither curl nor wget" >"$OUT/fetch.txt"
  fi
  ! grep -qE '(^| )404( |:|$)' "$OUT/fetch.txt" || return 22
  return 1
}

# why prints what went wrong with the last download.
why() { tail -n 1 "$OUT/fetch.txt"; }

# digest FILE prints the SHA-256 of a file.
digest() {
  if command -v sha256sum >/dev/null; then
    sha256sum "$1"
  elif command -v shasum >/dev/null; then
    shasum -a 256 "$1"
  else
    openssl dgst -sha256 -r "$1"
  fi | sed 's/^\\//; s/ .*//'
}

# attested FILE holds a file against the provenance that GitHub keeps of releases, if gh is there and can. Into a pipe,
# gh says nothing but its last error. That there is no provenance, or that GitHub cannot be asked, are those listed
# here; whatever else it says means that the provenance is not that of a release of ours.
attested() {
  local said
  local none='no attestations found( for |$)|HTTP 404[: ].*/attestations/|failed to fetch attestations for subject'
  local down='HTTP (403: .*rate limit|429[: ]|5[0-9][0-9][: ])|error connecting to |dial tcp|no such host|connection re(fused|set)'
  down+='|(i/o|TLS handshake) timeout|Client\.Timeout|context deadline exceeded|network is unreachable|: (unexpected )?EOF'
  if ! command -v gh >/dev/null || [[ -z $TOKEN || ${GITHUB_SERVER_URL:-https://github.com} != https://github.com ]]; then
    echo "nplint: its provenance was not looked at, since gh cannot do it here"
  elif said=$(GH_TOKEN=$TOKEN gh attestation verify "$1" --repo nplint/nplint 2>&1 | tr '\n' ' '); then
    echo "nplint: its provenance is verified"
  elif said=${said%"${said##*[! ]}"} && [[ $said == *'unknown command "attestation"'* ]]; then
    echo "nplint: its provenance was not looked at, since this gh is too old"
  elif [[ $said =~ $none ]]; then
    echo "nplint: no provenance was found: $said"
  elif [[ $said =~ $down ]]; then
    echo "nplint: its provenance was not looked at: $said"
  else
    fail "the provenance of ${1##*/} is not that of a release of nplint; nothing of it was run. gh says: $said"
  fi
}

# download VERSION gets a release and unpacks it into OUT. Its status is 1 if there is none for this system. What was
# downloaded before is kept, and held against the checksums of the release again.
download() {
  local system architecture archive line sum binary file status=0
  case ${RUNNER_OS:-$(uname -s)} in
    Linux) system=linux ;;
    macOS | Darwin) system=darwin ;;
    Windows) system=windows ;;
    *) return 1 ;;
  esac
  case ${RUNNER_ARCH:-$(uname -m)} in
    X64 | x86_64) architecture=amd64 ;;
    ARM64 | aarch64 | arm64) architecture=arm64 ;;
    *) return 1 ;;
  esac
  fetch "$RELEASES/v$1/SHA256SUMS" "$OUT/SHA256SUMS" || status=$?
  ((status != 22)) || return 1
  ((status == 0)) || fail "the checksums of nplint $1 cannot be downloaded: $(why)"
  line=$(grep -m 1 -E "^[0-9a-f]{64} [ *]nplint_${1//./\\.}_${system}_$architecture\.(tar\.gz|zip)\$" "$OUT/SHA256SUMS") || return 1
  sum=${line%% *}
  archive=${line##*[ *]}
  file=$CACHE/$1/$archive
  if [[ ! -f $file || $(digest "$file") != "$sum" ]]; then
    fetch "$RELEASES/v$1/$archive" "$OUT/$archive" || fail "$archive cannot be downloaded: $(why)"
    [[ $(digest "$OUT/$archive") == "$sum" ]] || fail "$archive is not what the release's SHA256SUMS says; nothing of it was run"
    if ! { mkdir -p "${file%/*}" && cp "$OUT/$archive" "$file.$$" && mv -f "$file.$$" "$file"; } 2>/dev/null; then
      echo "nplint: ${file%/*} cannot be written, so the archive is not kept"
      file=$OUT/$archive
    fi
  fi
  attested "$file"
  mkdir "$OUT/release"
  case $archive in
    *.zip) unzip -q "$file" -d "$OUT/release" ;;
    *) tar -xzf "$file" -C "$OUT/release" ;;
  esac || fail "$archive cannot be unpacked"
  for binary in "$OUT"/release/{,*/}nplint{,.exe}; do # in a directory of its own or not
    [[ ! -f $binary ]] || mv -f "$binary" "$OUT/"
  done
  [[ -f $OUT/nplint || -f $OUT/nplint.exe ]] || fail "there is no nplint in $archive"
  echo "nplint: $archive, whose checksum is right"
}

# build [QUERY] builds a version, as Go names it, or the source of the action, with the Go that is there, which may
# get itself another toolchain. What the job has set for its own builds does not count.
build() {
  command -v go >/dev/null || fail "there is no release of nplint for this revision and system, and no Go to build it with;" \
    "use the action by a tag such as v$VERSION, or actions/setup-go before it"
  unset GOFLAGS GOOS GOARCH GOEXPERIMENT GOWORK
  export GOTOOLCHAIN=auto GOWORK=off CGO_ENABLED=0
  if [[ -n ${1:-} ]]; then
    GOBIN=$OUT go install -trimpath "github.com/nplint/nplint/cmd/nplint@$1"
  else
    (cd "$(dirname "$0")/.." && go build -trimpath -buildvcs=false -o "$OUT/" ./cmd/nplint)
  fi || fail "nplint cannot be built"
}

named='^[<>]?=?[0-9A-Za-z][0-9A-Za-z._/+-]*$' # a release, or a branch, a commit or what else Go may be asked for
if [[ -n $NPLINT_VERSION && (! $NPLINT_VERSION =~ $named || $NPLINT_VERSION == *..*) ]]; then
  fail "the input version, $(printf %q "$NPLINT_VERSION"), names no version"
fi
rm -rf "$OUT" # of an earlier step of the same job
mkdir -p "$OUT"
version=$(wanted)
query=$NPLINT_VERSION
[[ -z $query || -z $version ]] || query=v$version
if [[ $NPLINT_FROM_SOURCE == true || -z $version ]]; then
  build "$query"
elif ! download "$version"; then
  echo "nplint: there is no release $version for this system, so it is built"
  build "$query"
fi

program=$OUT/nplint
[[ ! -f $program.exe ]] || program=$program.exe # Windows
command=("$program" run --output github --output "text=$OUT/report.txt" --output "json=$OUT/report.json"
  --output "sarif=$OUT/report.sarif" --sarif-category "$NPLINT_CATEGORY")
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
[[ ! -s $OUT/report.txt ]] || cat "$OUT/report.txt" # annotations do not tell the log where they are
{
  echo "exit-status=$status"
  if [[ -s $OUT/report.json ]]; then
    sed -nE 's/^    "(errors|warnings|infos)": ([0-9]+),?$/\1=\2/p' "$OUT/report.json" # nothing but the summary has them so far left
    echo "sarif=$OUT/report.sarif"
  fi
} >>"$GITHUB_OUTPUT"
exit "$status"
