#!/usr/bin/env bash
# github.sh SCRATCH NPLINT: what GitHub would do with our action, workflows and matchers. actionlint reads the workflows and, through them,
# action.yml; the action's script runs as a runner would run it, with releases from a server on this machine; the matchers read real output.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly SCRATCH=$1 NPLINT=$2
readonly OUTPUTS=$SCRATCH/outputs

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# act STATUS DIRECTORY NAME=VALUE... runs the action's script in a directory with inputs, as the action of a tag.
act() {
  local want=$1 directory=$2 status=0 action=${ACTION:-$PWD/.github/action.sh}
  shift 2
  rm -f "$OUTPUTS" "$SCRATCH/summary.md"
  (cd "$directory" && env RUNNER_TEMP="$SCRATCH/runner" RUNNER_TOOL_CACHE="$SCRATCH/tools" RUNNER_OS=Linux RUNNER_ARCH=X64 \
    GITHUB_ACTION_PATH="/w/_actions/nplint/nplint/v$VERSION" GITHUB_OUTPUT="$OUTPUTS" GITHUB_STEP_SUMMARY="$SCRATCH/summary.md" GITHUB_WORKSPACE="$PWD" \
    GITHUB_SERVER_URL=https://github.com GITHUB_REPOSITORY=team/plans GITHUB_SHA=0f1e2d3c GH_TOKEN=none NPLINT_RELEASES="$RELEASES" \
    NPLINT_VERSION= NPLINT_FROM_SOURCE=false NPLINT_PATHS= NPLINT_ARGS= NPLINT_FAIL_LEVEL= NPLINT_CATEGORY=nplint NPLINT_NEW_FROM= "$@" \
    bash "$action") >"$SCRATCH/action.txt" 2>&1 || status=$?
  ((status == want)) || fail "the action's script exits with $status, not $want: $*" "$(cat "$SCRATCH/action.txt")"
  grep -qx "exit-status=$want" "$OUTPUTS" || fail "the outputs do not say the exit status:" "$(cat "$OUTPUTS")"
}

# said WORDS... fails unless the action's log has the words.
said() {
  local words
  for words in "$@"; do
    grep -qF -- "$words" "$SCRATCH/action.txt" || fail "the action does not say $words:" "$(cat "$SCRATCH/action.txt")"
  done
}

# outputs LINE... fails unless the action's outputs have the lines.
outputs() {
  local line
  for line in "$@"; do
    grep -qx -- "$line" "$OUTPUTS" || fail "the outputs lack $line:" "$(cat "$OUTPUTS")"
  done
}

# release makes a release of the binary, as .ci/release.sh names it, and serves it.
release() {
  local directory=$SCRATCH/served/v$VERSION name=nplint_${VERSION}_linux_amd64
  mkdir -p "$directory/$name"
  cp "$NPLINT" "$directory/$name/nplint"
  tar -C "$directory" -czf "$directory/$name.tar.gz" "$name"
  (cd "$directory" && cp "$name/nplint" nplint.exe && zip -q "${name/linux/windows}.zip" nplint.exe && rm -r nplint.exe "$name" &&
    sha256sum -- *.tar.gz *.zip >SHA256SUMS)
  exec {address}< <(exec python3 -u -c '
import functools, http.server, sys
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1]))
print(f"http://127.0.0.1:{server.server_port}")
server.serve_forever()' "$SCRATCH/served" 2>"$SCRATCH/asked")
  SERVER=$!
  trap 'kill "$SERVER"' EXIT
  read -r RELEASES <&"$address" || fail "the server of releases does not start: $(cat "$SCRATCH/asked")"
}

# tools NAME... makes a directory of these programs, for a runner that has no others.
tools() {
  local tool
  rm -rf "$SCRATCH/few"
  mkdir "$SCRATCH/few"
  for tool in bash env rm mkdir mv cp cat tr sed grep tail tar gzip sha256sum git dirname "$@"; do
    ln -s "$(command -v "$tool")" "$SCRATCH/few/$tool"
  done
}

# archive VERSION FILE makes a release whose archive has one file.
archive() {
  local directory=$SCRATCH/served/v$1
  mkdir -p "$directory"
  tar -C "${2%/*}" -czf "$directory/nplint_$1_linux_amd64.tar.gz" "${2##*/}"
  (cd "$directory" && sha256sum -- *.tar.gz >SHA256SUMS)
}

# gh STATUS WORDS puts a gh into those programs that says words.
gh() {
  printf '#!/usr/bin/env bash\nprintf "%%s\\n" "$GH_TOKEN $*" >%q\necho %q >&2\nexit %d\n' "$SCRATCH/gh.txt" "$2" "$1" >"$SCRATCH/few/gh"
  chmod +x "$SCRATCH/few/gh"
}

if ! command -v jq >/dev/null || ! command -v zip >/dev/null || ! command -v unzip >/dev/null || ! command -v wget >/dev/null; then
  .ci/apt.sh jq zip unzip wget
fi
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
VERSION=$("$NPLINT" version --output json | jq -r .version)
release
mkdir -p "$SCRATCH/action-demo/.git" "$SCRATCH/broken/.github"
cp -r fixtures/demo/. "$SCRATCH/action-demo"
tools curl
act 1 "$SCRATCH/action-demo" PATH="$SCRATCH/few" GITHUB_WORKSPACE="$SCRATCH/action-demo"
outputs "$("$NPLINT" run -o json fixtures/demo | jq -r '"errors=\(.summary.errors)"')" "sarif=$SCRATCH/runner/nplint/report.sarif"
said "nplint_${VERSION}_linux_amd64.tar.gz, whose checksum is right" "provenance was not looked at" "agents/np-loan-clerk.md:4:7: error[agent-invalid-tier]"
echo "$(grep -c '^::error file=' "$SCRATCH/action.txt") annotations of errors"
grep -qF "](https://github.com/team/plans/blob/0f1e2d3c/agents/np-loan-clerk.md?plain=1#L4) | [agent-invalid-tier](https://github.com/nplint/nplint/blob/main/rules/nubos/agent-invalid-tier.md) |" "$SCRATCH/summary.md" ||
  fail "the summary has no links: $(head -n 8 "$SCRATCH/summary.md")"
[[ -s $SCRATCH/runner/nplint/report.sarif ]] || fail "the action writes no SARIF"
echo "a release is run, without Go and jq"
act 0 "$SCRATCH/action-demo" NPLINT_FAIL_LEVEL=never
act 0 "$SCRATCH/action-demo" NPLINT_ARGS="--only agent-locked-tier  --quiet" NPLINT_PATHS=$'  agents\r\n.nubos-pilot/milestones/M001 \n'
outputs errors=0
act 2 "$SCRATCH/action-demo" NPLINT_PATHS="no such directory"
grep -q '^sarif=' "$OUTPUTS" && fail "the outputs name a SARIF file that is not there"
act 2 "$SCRATCH/action-demo" NPLINT_PATHS="--fix" # a path is never a flag
[[ $(grep -c 'tar.gz' "$SCRATCH/asked") == 1 && $(grep -c SHA256SUMS "$SCRATCH/asked") == 5 ]] ||
  fail "a release that is there is downloaded again, or its checksum not looked at:" "$(cat "$SCRATCH/asked")"
echo "outputs, exit statuses and inputs are right"
tools curl
gh 0 "Verification succeeded!"
act 1 "$SCRATCH/action-demo" PATH="$SCRATCH/few"
said "its provenance is verified"
grep -qx "none attestation verify $SCRATCH/tools/nplint/$VERSION/nplint_${VERSION}_linux_amd64.tar.gz --repo nplint/nplint" "$SCRATCH/gh.txt" || fail "gh is asked $(cat "$SCRATCH/gh.txt")"
while read -r words; do
  gh 1 "$words"
  act 1 "$SCRATCH/action-demo" PATH="$SCRATCH/few"
  said "nplint: no provenance was found: $words"
done <<'END'
Error: no attestations found
Error: no attestations found for digest sha256:0f1e in nplint/nplint
Error: HTTP 404: Not Found (https://api.github.com/repos/nplint/nplint/attestations/sha256:0f1e?per_page=30)
END
while read -r words; do
  gh 1 "$words"
  act 1 "$SCRATCH/action-demo" PATH="$SCRATCH/few"
  said "nplint: its provenance was not looked at"
done <<'END'
Error: HTTP 503: Service Unavailable (https://api.github.com/repos/nplint/nplint/attestations/sha256:0f1e?per_page=30)
Error: HTTP 403: API rate limit exceeded for installation ID 1. (https://api.github.com/repos/nplint/nplint/attestations/sha256:0f1e)
Error: Get "https://api.github.com/repos/nplint/nplint/attestations/sha256:0f1e": dial tcp: lookup api.github.com: no such host
error connecting to api.github.com
unknown command "attestation" for "gh"
END
while read -r words; do
  gh 1 "$words"
  act 3 "$SCRATCH/action-demo" PATH="$SCRATCH/few"
  said "::error title=nplint::the provenance of nplint_" "gh says: $words"
  [[ ! -e $SCRATCH/runner/nplint/nplint ]] || fail "what gh refuses is unpacked"
done <<'END'
✗ Sigstore verification failed
Error: verifying with issuer "sigstore.dev"
Error: expected SourceRepositoryURI to be https://github.com/nplint/nplint, got https://github.com/evil/nplint
Error: no attestations found with predicate type: https://slsa.dev/provenance/v1
Error: HTTP 401: Bad credentials (https://api.github.com/repos/nplint/nplint/attestations/sha256:0f1e)
a text of a gh that is not written yet
END
gh 1 ""
act 3 "$SCRATCH/action-demo" PATH="$SCRATCH/few"
tools wget
echo spoiled >>"$SCRATCH/tools/nplint/$VERSION/nplint_${VERSION}_linux_amd64.tar.gz" # is downloaded anew
act 1 "$SCRATCH/action-demo" PATH="$SCRATCH/few" NPLINT_VERSION="v$VERSION" GITHUB_ACTION_PATH="$SCRATCH/action-demo"
act 1 "$SCRATCH/action-demo" RUNNER_OS=Windows # its archive is another one
said "nplint_${VERSION}_windows_amd64.zip, whose checksum is right"
rm -r "$SCRATCH/tools"
cp -r "$SCRATCH/served/v$VERSION" "$SCRATCH/served/v9.9.9"
mv "$SCRATCH/served/v9.9.9/nplint_${VERSION}_linux_amd64.tar.gz" "$SCRATCH/served/v9.9.9/nplint_9.9.9_linux_amd64.tar.gz"
printf '%064d  %s\n' 0 nplint_9.9.9_linux_amd64.tar.gz >"$SCRATCH/served/v9.9.9/SHA256SUMS"
act 3 "$SCRATCH/action-demo" PATH="$SCRATCH/few" NPLINT_VERSION=9.9.9
said "is not what the release's SHA256SUMS says; nothing of it was run"
[[ ! -e $SCRATCH/runner/nplint/nplint && ! -e $SCRATCH/tools/nplint/9.9.9 ]] || fail "a release with a wrong checksum is kept"
tools curl
act 1 "$SCRATCH/action-demo" PATH="$SCRATCH/few" RUNNER_TOOL_CACHE="$SCRATCH/served/v$VERSION/SHA256SUMS" # no directory
said "/nplint/$VERSION cannot be written, so the archive is not kept" "whose checksum is right"
printf '#!/usr/bin/env bash\necho "token: ${GH_TOKEN-none}"\n' >"$SCRATCH/nplint-token"
mkdir "$SCRATCH/made"
install -m 755 "$SCRATCH/nplint-token" "$SCRATCH/made/nplint"
archive 9.9.8 "$SCRATCH/made/nplint"
act 0 "$SCRATCH/action-demo" PATH="$SCRATCH/few" NPLINT_VERSION=9.9.8
said "token: none"
archive 9.9.7 "$SCRATCH/nplint-token"
act 3 "$SCRATCH/action-demo" PATH="$SCRATCH/few" NPLINT_VERSION=9.9.7
said "::error title=nplint::there is no nplint in nplint_9.9.7_linux_amd64.tar.gz"
for version in ../../x v1/../../x -modfile=x "v1 x" https://evil.example '$(id)'; do
  act 3 "$SCRATCH/action-demo" PATH="$SCRATCH/few" NPLINT_VERSION="$version"
  said "::error title=nplint::the input version, $(printf %q "$version"), names no version"
done
mkdir -p "$SCRATCH/served/redirected/v$VERSION/SHA256SUMS" # the server redirects to it with a slash at its end
act 3 "$SCRATCH/action-demo" PATH="$SCRATCH/few" NPLINT_RELEASES="$RELEASES/redirected"
said "the checksums of nplint $VERSION cannot be downloaded: curl: (1) Protocol \"http\""
rm "$SCRATCH/few/curl"
printf '#!/usr/bin/env bash\necho "asked: $*" >&2\nexit 6\n' >"$SCRATCH/few/curl"
chmod +x "$SCRATCH/few/curl"
act 3 "$SCRATCH/action-demo" PATH="$SCRATCH/few" NPLINT_RELEASES=
said "--proto =https,https --proto-redir =https" "https://github.com/nplint/nplint/releases/download/v$VERSION/SHA256SUMS"
tools wget
act 3 "$SCRATCH/action-demo" PATH="$SCRATCH/few" NPLINT_RELEASES=http://127.0.0.1:1
said "the checksums of nplint $VERSION cannot be downloaded: "
act 3 "$SCRATCH/action-demo" PATH="$SCRATCH/few" RUNNER_ARCH=X86
said "there is no release $VERSION for this system, so it is built" "no Go to build it with"
echo "checksums and provenance are held, and 3 is the status of what cannot be had"
act 1 "$SCRATCH/action-demo" GITHUB_ACTION_PATH="$PWD" GOFLAGS=-mod=nonsense GOOS=plan9 # uses: ./
act 1 "$SCRATCH/action-demo" NPLINT_RELEASES="$RELEASES/none"
said "so it is built"
act 1 "$SCRATCH/action-demo" NPLINT_FROM_SOURCE=true
for ref in main v0 release/v1 0f1e2d3c4b5a69780f1e2d3c4b5a69780f1e2d3c v0.2.0-fix; do
  act 3 "$SCRATCH/action-demo" PATH="$SCRATCH/few" GITHUB_ACTION_PATH="/w/_actions/nplint/nplint/$ref"
  said "no Go to build it with"
done
cp .github/action.sh "$SCRATCH/broken/.github"
echo "module" >"$SCRATCH/broken/go.mod"
ACTION=$SCRATCH/broken/.github/action.sh act 3 "$SCRATCH/action-demo" GITHUB_ACTION_PATH="$SCRATCH/broken"
said "nplint cannot be built"
echo "a branch, a commit and what lies in the workspace are built"
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
