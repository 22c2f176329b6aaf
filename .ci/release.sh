#!/usr/bin/env bash
# release.sh SCRATCH GORELEASER: make a release of the last commit as goreleaser would on its tag, for Linux and Windows on amd64, without
# publishing; make it again as another user elsewhere, and hold that both are the same; then install and run what is in it.
#
# Both builds share Go's cache, whose keys have everything of which the compiler lets its output depend; with -trimpath, the directory is not
# of it. CAMPAIGN=long has the second start from an empty cache.
set -euo pipefail
cd "$(dirname "$0")/.."

ROOT=$PWD
readonly ROOT SCRATCH=$1/release GORELEASER=$2
readonly ONE=$SCRATCH/one TWO=$SCRATCH/elsewhere/two

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# need COMMAND [PACKAGE] installs the package of Debian that brings the command.
need() {
  command -v "$1" >/dev/null || "$ROOT/.ci/apt.sh" "${2:-$1}" >/dev/null 2>&1
}

# release FROM DIRECTORY clones the last commit and makes its release in dist, and in npm what npm gets.
release() {
  git clone -q "$1" "$2"
  shift
  git -C "$1" tag -f "v$VERSION" >/dev/null # as a maintainer would
  # without the targets that only a real release needs
  sed '/^      - \(darwin_.*\|[a-z]*_arm64.*\)$/d' .ci/goreleaser.yaml >"$1.yaml"
  (cd "$1" && "$GORELEASER" release -f "$1.yaml" --snapshot --skip=sign --parallelism 2) >"$1.log" 2>&1 || fail "$(tail -n 60 "$1.log")"
  (cd "$1" && node .ci/npm.mjs dist "$VERSION" npm) >>"$1.log"
}

# files DIRECTORY lists what a release consists of, with checksums.
files() {
  (cd "$1" && find dist npm -type f \( -name '*.tar.gz' -o -name '*.zip' -o -name '*.deb' -o -name '*.rpm' -o -name '*.tgz' -o -name '*.json' \
    -o -name '*.rb' -o -name SHA256SUMS \) -not -name artifacts.json -not -name metadata.json | sort | xargs sha256sum)
}

# status WANT COMMAND... fails unless the command ends with the exit status.
status() {
  local want=$1 got=0
  shift
  "$@" >"$SCRATCH/status.txt" 2>&1 || got=$?
  ((got == want)) || fail "exit status $got instead of $want: $*" "$(cat "$SCRATCH/status.txt")"
}

# installed looks at what the package of Debian has put into the system.
installed() {
  local PATH=/usr/bin:$PATH # before what `go install` has left
  [[ $(command -v nplint) == /usr/bin/nplint && $(nplint version) == "$("$unpacked/nplint" version)" ]] || return 1
  (status 1 nplint run --quiet "$ROOT/fixtures/demo") || return 1
  mandoc -T lint -W warning /usr/share/man/man1/nplint.1.gz || return 1
  bash -c 'set -e; . /usr/share/bash-completion/completions/nplint; complete -p nplint' || return 1
  grep -q '^#compdef nplint' /usr/share/zsh/vendor-completions/_nplint && [[ -s /usr/share/fish/vendor_completions.d/nplint.fish ]] || return 1
  [[ -s /usr/share/doc/nplint/copyright && -s /usr/share/doc/nplint/THIRD_PARTY_NOTICES ]]
}

# without_flock asks .ci/goreleaser.sh twice where there is no flock, with a go that only says that it built.
without_flock() {
  local tool path=$SCRATCH/no-flock
  mkdir -p "$path"
  for tool in bash env chmod dirname awk mkdir mktemp nice mv rm; do
    ln -s "$(command -v "$tool")" "$path/$tool"
  done
  printf '#!/usr/bin/env bash\nwhile [[ $1 != -o ]]; do shift; done\nprintf "#!/bin/sh\\n" >"$2"\nchmod +x "$2"\necho >>%q\n' "$path/built" >"$path/go"
  chmod +x "$path/go"
  for tool in 1 2; do
    [[ -x $(PATH=$path XDG_CACHE_HOME=$path/cache "$ROOT/.ci/goreleaser.sh") ]] || fail "without flock, there is no goreleaser"
  done
  [[ $(wc -l <"$path/built") == 1 && $(ls "$path/cache/nplint-ci" | wc -l) == 1 ]] || fail "goreleaser is built again, or leaves something behind"
}

need mandoc
need ruby
need rpm
VERSION=$(sed -n 's/^const Nplint = "\(.*\)"$/\1/p' internal/version/nplint.go)
readonly VERSION
mkdir -p "$SCRATCH/elsewhere"
[[ -n ${KEEP-} ]] || trap 'rm -rf "$SCRATCH"' EXIT

without_flock
echo "--- twice, the second time for a user with other habits"
release "$ROOT" "$ONE"
(
  umask 077
  export TZ=Asia/Tokyo LANG=C.UTF-8 GOAMD64=v3 USER=somebody
  [[ ${CAMPAIGN-} != long ]] || export GOCACHE=$SCRATCH/cache
  release "$ONE" "$TWO"
)
files "$ONE" >"$SCRATCH/one.sums"
files "$TWO" >"$SCRATCH/two.sums"
diff "$SCRATCH/one.sums" "$SCRATCH/two.sums"
! grep -qF "$SCRATCH" "$ONE"/dist/nplint_*/nplint* || fail "a binary knows where it was built"
rm -rf "$SCRATCH/elsewhere"
cat "$SCRATCH/one.sums"
echo "the release is reproducible"

echo "--- archives"
cd "$ONE/dist"
sha256sum --check --quiet SHA256SUMS
[[ $(wc -l <SHA256SUMS) == $(find . -maxdepth 1 -name 'nplint[_-]*.*' -type f | wc -l) ]] || fail "SHA256SUMS does not have every file:" "$(cat SHA256SUMS)"
tar -tzf "nplint_${VERSION}_linux_amd64.tar.gz" | sort >"$SCRATCH/linux.txt"
python3 -m zipfile -l "nplint_${VERSION}_windows_amd64.zip" | awk 'NR > 1 { print $1 }' | sort >"$SCRATCH/windows.txt"
for name in CHANGELOG.md LICENSE README.md THIRD_PARTY_NOTICES completions/nplint.{bash,fish,powershell,zsh} nplint nplint.1; do
  printf 'nplint_%s/%s\n' "$VERSION" "$name"
done | sort >"$SCRATCH/wanted.txt"
diff "$SCRATCH/wanted.txt" "$SCRATCH/linux.txt"
diff <(sed 's,/nplint$,/nplint.exe,' "$SCRATCH/wanted.txt" | sort) "$SCRATCH/windows.txt"
tar -C "$SCRATCH" -xzf "nplint_${VERSION}_linux_amd64.tar.gz"
unpacked=$SCRATCH/nplint_$VERSION
"$unpacked/nplint" version --output json | tee "$SCRATCH/version.json"
grep -q "\"commit\": \"$(git -C "$ONE" rev-parse HEAD)\"" "$SCRATCH/version.json" || fail "the released binary does not know its commit"
! ldd "$unpacked/nplint" 2>/dev/null || fail "the released binary is not static"
mandoc -T lint -W warning "$unpacked/nplint.1"
go version -m "$unpacked/nplint" | awk '$1 == "dep" { print $2, $3 }' | while read -r module; do
  grep -qxF "$module" "$unpacked/THIRD_PARTY_NOTICES" || fail "THIRD_PARTY_NOTICES lacks $module"
  grep -qF "\"pkg:golang/${module/ /@}\"" "nplint_${VERSION}_linux_amd64.cdx.json" || fail "the bill of materials lacks $module"
done
echo "they hold what they should, with the terms of every module that is linked"

npm install --loglevel=error --no-audit --no-fund --ignore-scripts --prefix "$SCRATCH/npm" @cyclonedx/cyclonedx-library@10.3.0 ajv@8.20.0 ajv-formats@3.0.1 \
  ajv-formats-draft2019@1.6.1 packageurl-js@2.0.1 spdx-expression-parse@5.0.0
NODE_PATH=$SCRATCH/npm/node_modules node "$ROOT/.ci/sbom.cjs" ./*.cdx.json

echo "--- Homebrew and Scoop"
ruby -c homebrew/Casks/nplint.rb
ruby "$ROOT/.ci/cask.rb" homebrew/Casks/nplint.rb "$SCRATCH/linux.txt"
python3 - "$VERSION" scoop/nplint.json SHA256SUMS <<'PY'
import json, sys
version, manifest, sums = sys.argv[1], json.load(open(sys.argv[2])), dict(reversed(line.split()) for line in open(sys.argv[3]))
assert manifest["version"] == version and manifest["license"] == "MIT" and manifest["homepage"] and manifest["description"], manifest
for architecture in manifest["architecture"].values():
    url, archive = architecture["url"].rsplit("/", 1)
    assert url == f"https://github.com/nplint/nplint/releases/download/v{version}", url
    assert architecture["hash"] == sums[archive] and architecture["bin"] == [f"nplint_{version}/nplint.exe"], architecture
print("the Scoop manifest names", ", ".join(manifest["architecture"]))
PY

for tap in homebrew-tap scoop-bucket; do
  git init -q --bare "$SCRATCH/taps/$tap"
done
(
  export NPLINT_TAPS=file://$SCRATCH/taps
  "$ROOT/.ci/taps.sh" . >/dev/null
  "$ROOT/.ci/taps.sh" . | grep -qx "scoop-bucket has nplint $VERSION" || fail "what the taps have is pushed again"
  mkdir -p "$SCRATCH/next/scoop"
  sed 's/"version": ".*"/"version": "9.9.9-rc.1"/' scoop/nplint.json >"$SCRATCH/next/scoop/nplint.json"
  "$ROOT/.ci/taps.sh" "$SCRATCH/next" | grep -F "9.9.9-rc.1 is a prerelease"
)
[[ $(TAP_TOKEN='' "$ROOT/.ci/taps.sh" .) == "there is no TAP_TOKEN: "* ]] || fail "without a token, something is pushed"
git -C "$SCRATCH/taps/homebrew-tap" show HEAD:Casks/nplint.rb | cmp - homebrew/Casks/nplint.rb
git -C "$SCRATCH/taps/scoop-bucket" show HEAD:nplint.json | cmp - scoop/nplint.json
[[ $(git -C "$SCRATCH/taps/scoop-bucket" rev-list --count HEAD) == 1 ]] || fail "the bucket has more than one commit"

echo "--- rpm and deb"
rpm -K --nosignature ./*.rpm
rpm -qp --qf '[%{FILEMODES:perms} %{FILENAMES}\n]' ./*.rpm
deb=$(realpath ./*.deb)
dpkg-deb --info "$deb" control
if ((EUID != 0)); then
  echo "SKIPPED: only root installs packages"
elif dpkg -s nplint >/dev/null 2>&1; then
  echo "SKIPPED: nplint is installed on this machine, and stays as it is"
else
  apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=300 "$deb" >"$SCRATCH/apt.txt" 2>&1 || fail "$(cat "$SCRATCH/apt.txt")"
  dpkg -L nplint | while read -r path; do [[ -d $path ]] || echo "$path"; done | tee "$SCRATCH/installed.txt"
  installed || touch "$SCRATCH/broken"
  apt-get purge -q -y -o DPkg::Lock::Timeout=300 nplint >"$SCRATCH/apt.txt" 2>&1 || fail "$(cat "$SCRATCH/apt.txt")"
  [[ ! -e $SCRATCH/broken ]] || fail "the package of Debian does not work"
  while read -r path; do
    [[ ! -e $path ]] || fail "the package leaves $path behind"
  done <"$SCRATCH/installed.txt"
  echo "installed, run and removed"
fi

echo "--- npm"
mkdir "$SCRATCH/web"
cd "$SCRATCH/web"
echo '{"private": true}' >package.json
node "$ROOT/.ci/registry.mjs" "$ONE/npm" npm install --no-audit --no-fund --ignore-scripts --cache "$SCRATCH/npm-cache" @nplint/cli >"$SCRATCH/npm.txt" 2>&1 ||
  fail "$(cat "$SCRATCH/npm.txt")"
ls node_modules/@nplint
[[ $(ls node_modules/@nplint | wc -l) == 2 ]] || fail "npm installs packages of other platforms"
cmp node_modules/@nplint/cli-*/bin/nplint "$unpacked/nplint"
[[ $(node_modules/.bin/nplint version) == "$("$unpacked/nplint" version)" ]] || fail "the shim runs another nplint"
status 1 node_modules/.bin/nplint run --quiet "$ROOT/fixtures/demo"
status 0 node_modules/.bin/nplint check --kind nubos/config - <<<'{}'
status 2 node_modules/.bin/nplint --no-such-flag
node_modules/.bin/nplint run --watch "$ROOT/fixtures/demo" >"$SCRATCH/watch.txt" 2>&1 &
until grep -q fixable "$SCRATCH/watch.txt"; do
  kill -0 $! || fail "the shim does not stay:" "$(cat "$SCRATCH/watch.txt")"
  sleep 0.1
done
kill $!
status 130 wait $!
rm -r node_modules/@nplint/cli-*
status 3 node_modules/.bin/nplint version
if git -C "$ROOT" grep -nE 'npx( +-[^ ]+)* +nplint\b' -- ':!.ci/release.sh'; then
  fail "the package nplint of npm belongs to others; ours is @nplint/cli"
fi
mkdir "$SCRATCH/fakes"
cat >"$SCRATCH/fakes/npm" <<'SH'
#!/usr/bin/env bash
case $1 in
  view) [[ $2 != *linux* ]] || echo "${2##*@}" ;;
  publish) [[ -f ${!#} ]] && echo "${*:2}" >>"$PUBLISHED" ;;
esac
SH
chmod +x "$SCRATCH/fakes/npm"
PUBLISHED=$SCRATCH/published PATH=$SCRATCH/fakes:$PATH "$ROOT/.ci/npm-publish.sh" "$VERSION" "$SCRATCH/all" >"$SCRATCH/npm.txt" && fail "what is not there is published"
mkdir "$SCRATCH/all"
touch "$SCRATCH"/all/nplint-cli{,-darwin-{x64,arm64},-win32-{x64,arm64}}-{"$VERSION",9.9.9-rc.1}.tgz
for version in "$VERSION" 9.9.9-rc.1; do # those for Linux are there already
  PUBLISHED=$SCRATCH/published PATH=$SCRATCH/fakes:$PATH "$ROOT/.ci/npm-publish.sh" "$version" "$SCRATCH/all" >"$SCRATCH/npm.txt"
done
[[ $(wc -l <"$SCRATCH/published") == 10 && $(sed -n 5p "$SCRATCH/published") == *"--tag latest $SCRATCH/all/nplint-cli-$VERSION.tgz" &&
  $(grep -c -- "--tag next $SCRATCH/all/.*-rc.1.tgz" "$SCRATCH/published") == 5 ]] || fail "npm gets:" "$(cat "$SCRATCH/published")"
[[ -f $ONE/npm/nplint-cli-$VERSION.tgz && -f $ONE/npm/nplint-cli-linux-x64-$VERSION.tgz ]] || fail "npm packs under other names:" "$(ls "$ONE/npm")"
echo "npm installs the one package that fits, and the shim passes on arguments, input, exit status and signals"
