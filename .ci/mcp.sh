#!/usr/bin/env bash
# mcp.sh SCRATCH NPLINT: have the client of @modelcontextprotocol/sdk, which shares nothing with the Go SDK, talk to `nplint mcp` over a copy
# of the demo project.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly SCRATCH=$1/mcp NPLINT=$2

mkdir -p "$SCRATCH/npm" "$SCRATCH/outside/agents"
npm install --loglevel=error --no-audit --no-fund --prefix "$SCRATCH/npm" @modelcontextprotocol/sdk@1.32.2
cp .ci/mcp.mjs "$SCRATCH/npm"
cp -r fixtures/demo "$SCRATCH/project"
mkdir "$SCRATCH/project/.git"
printf -- '---\nname: np-x\n---\n' >"$SCRATCH/outside/agents/np-x.md"
ln -s ../outside "$SCRATCH/project/out"
node "$SCRATCH/npm/mcp.mjs" "$NPLINT" "$SCRATCH/project" "$SCRATCH/outside"
