#!/usr/bin/env bash
# claude.sh SCRATCH NPLINT: run Claude Code's own validator beside nplint, without a network and with an empty home, over a
# fixture of ours and the trees in ../shared, if they are there: where it reports an error nplint reports something, or
# claude.py says why not; and a session loads what `nplint doctor` lists.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly SCRATCH=$1/claude NPLINT=$2
readonly CORPUS=../shared/corpus/claude
readonly PACKAGE=@anthropic-ai/claude-code@2.1.332

mkdir -p "$SCRATCH/npm" "$SCRATCH/home"
npm install --loglevel=error --no-audit --no-fund --prefix "$SCRATCH/npm" node@22 # Debian's is older than the program wants
PATH=$SCRATCH/npm/node_modules/.bin:$PATH
npm_config_before="" npm install --loglevel=error --no-audit --no-fund --prefix "$SCRATCH/npm" "$PACKAGE" # needs nothing but itself
readonly CLAUDE=$SCRATCH/npm/node_modules/.bin/claude

apart=()
if unshare --net true 2>/dev/null; then
  apart=(unshare --net)
else
  echo "this user may not make a network of its own, so only its proxies keep the program off"
  export HTTP_PROXY=http://127.0.0.1:9 HTTPS_PROXY=http://127.0.0.1:9
fi
if [[ ! -d $CORPUS ]]; then
  echo "SKIPPED: $CORPUS is absent, so only our fixture was held against Claude Code"
fi
export HOME=$SCRATCH/home CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1
"${apart[@]}" python3 .ci/claude.py "$CORPUS" "$NPLINT" "$CLAUDE" "$SCRATCH"
