#!/usr/bin/env bash
# hook.sh SCRATCH NPLINT: run Claude Code with the hooks that `nplint init` writes and docs/agents.md shows, with an empty home and a model of our own
# on this machine: it accepts the settings, and the model hears what nplint says.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly SCRATCH=$1/claude NPLINT=$2
readonly PACKAGE=@anthropic-ai/claude-code@2.1.332

mkdir -p "$SCRATCH/npm" "$SCRATCH/home"
npm install --loglevel=error --no-audit --no-fund --prefix "$SCRATCH/npm" node@22 # Debian's is older than the program wants
PATH=$SCRATCH/npm/node_modules/.bin:$PATH
npm_config_before="" npm install --loglevel=error --no-audit --no-fund --prefix "$SCRATCH/npm" "$PACKAGE" # needs nothing but itself
export HOME=$SCRATCH/home XDG_CACHE_HOME=$SCRATCH/cache CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 DISABLE_AUTOUPDATER=1
export HTTP_PROXY=http://127.0.0.1:9 HTTPS_PROXY=http://127.0.0.1:9 NO_PROXY=127.0.0.1
python3 .ci/hook.py "$NPLINT" "$SCRATCH/npm/node_modules/.bin/claude" "$SCRATCH"

readonly PROJECT=$SCRATCH/hook-opencode
mkdir -p "$PROJECT/.git" "$PROJECT/.opencode"
(cd "$PROJECT" && "$NPLINT" init)
node .ci/opencode.mjs "$PROJECT" "$NPLINT"
