#!/usr/bin/env bash
# vscode.sh SCRATCH NPLINT: check and pack the extension for VS Code, list what the package holds, and load it out of
# the package, in an editor that is a stub, with the real nplint.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly SCRATCH=$1/vscode NPLINT=$2

mkdir -p "$SCRATCH/tree" "$SCRATCH/npm" "$SCRATCH/unpacked/node_modules/vscode" "$SCRATCH/work"
git ls-files -z LICENSE editors/vscode | xargs -0 cp --parents -t "$SCRATCH/tree"
if grep -n '"resolved"' editors/vscode/package-lock.json; then
  echo "the lock file is to say what is installed, and not where that lies" >&2
  exit 1
fi

readonly QUIET=(--loglevel=error --no-audit --no-fund --ignore-scripts)
npm install "${QUIET[@]}" --prefix "$SCRATCH/npm" @vscode/vsce@3.9.2
cd "$SCRATCH/tree/editors/vscode"
npm_config_before="" npm ci "${QUIET[@]}" # the lock file says all of it
PATH="$SCRATCH/npm/node_modules/.bin:$PATH"
vsce package --no-dependencies --out "$SCRATCH/nplint.vsix" 2>&1 | tee "$SCRATCH/vsce.log"
if grep -q WARN "$SCRATCH/vsce.log"; then
  exit 1
fi
cd - >/dev/null

python3 -m zipfile -e "$SCRATCH/nplint.vsix" "$SCRATCH/unpacked"
diff - <(cd "$SCRATCH/unpacked" && find . -type f | LC_ALL=C sort) <<'LIST'
./[Content_Types].xml
./extension.vsixmanifest
./extension/LICENSE.txt
./extension/THIRD_PARTY_NOTICES.txt
./extension/dist/extension.js
./extension/package.json
./extension/readme.md
LIST
cmp LICENSE "$SCRATCH/unpacked/extension/LICENSE.txt"

cp .ci/vscode-stub.cjs "$SCRATCH/unpacked/node_modules/vscode/index.js"
cp -r fixtures/demo "$SCRATCH/work/demo"
git -C "$SCRATCH/work/demo" init -q
git -C "$SCRATCH/work/demo" add --all
git -C "$SCRATCH/work/demo" -c user.name=ci -c user.email=ci@ci.invalid commit -qm demo
node .ci/vscode.mjs "$NPLINT" "$SCRATCH/unpacked/extension" "$SCRATCH/work/demo"
rm -rf "$SCRATCH"
