#!/usr/bin/env bash
# gsd.sh SCRATCH NPLINT: run GSD beside nplint over the trees in ../shared, if they are there: nplint tells what GSD's
# own checks tell, or gsd.py says why not.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly SCRATCH=$1 NPLINT=$2
readonly CORPUS=../shared/corpus
readonly PACKAGE=@opengsd/gsd-core@1.14.0

if [[ ! -d $CORPUS/gsd ]]; then
  echo "SKIPPED: $CORPUS/gsd is absent, so nothing was held against GSD"
  exit 0
fi
mkdir -p "$SCRATCH/gsd/trees" "$SCRATCH/gsd/home"
cd "$SCRATCH/gsd"
npm pack --silent "$PACKAGE" >/dev/null
tar -xzf ./*.tgz
if (($(node -p 'process.versions.node.split(".")[0]') < 20)); then # Debian's may be older than the program wants
  npm install --loglevel=error --no-audit --no-fund node@24
  PATH=$PWD/node_modules/.bin:$PATH
fi
cd "$OLDPWD"
HOME=$SCRATCH/gsd/home python3 .ci/gsd.py "$CORPUS" "$NPLINT" "$SCRATCH/gsd/package/gsd-core/bin/lib" \
  "$SCRATCH/gsd/trees"
