#!/usr/bin/env bash
# lsp.sh SCRATCH NPLINT: have editors talk to `nplint lsp` over copies of the demo: vscode-languageserver-protocol from npm, which VS Code has too,
# and Neovim and Emacs with the settings that docs/editors.md shows.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly SCRATCH=$1/lsp NPLINT=$2

command -v nvim >/dev/null && command -v emacs >/dev/null || {
  .ci/apt.sh neovim emacs-nox elpa-eglot elpa-markdown-mode
}
mkdir -p "$SCRATCH/npm" "$SCRATCH/bin" "$SCRATCH/home"
npm install --loglevel=error --no-audit --no-fund --prefix "$SCRATCH/npm" vscode-languageserver-protocol@3.17.5 vscode-languageserver-textdocument@1.0.12 \
  typescript@7.0.2
cp .ci/lsp.mjs .ci/lsp-types.mjs "$SCRATCH/npm"
ln -s "$NPLINT" "$SCRATCH/bin/nplint"
for copy in npm-demo neovim emacs; do
  cp -r fixtures/demo "$SCRATCH/$copy"
  git -C "$SCRATCH/$copy" init -q
  git -C "$SCRATCH/$copy" add --all
  git -C "$SCRATCH/$copy" -c user.name=ci -c user.email=ci@ci.invalid commit -qm demo
done

node "$SCRATCH/npm/lsp.mjs" "$NPLINT" "$SCRATCH/npm-demo"

# snippet LANGUAGE prints the first code in a language that docs/editors.md shows.
snippet() {
  awk -v fence='```'"$1" '$0 == fence { shown = 1; next } /^```/ { if (shown) exit } shown' docs/editors.md
}
readonly EDITOR_ENV=(env HOME="$SCRATCH/home" XDG_CONFIG_HOME="$SCRATCH/home" PATH="$SCRATCH/bin:$PATH")
snippet lua >"$SCRATCH/init.lua"
cp .ci/lsp.lua .ci/lsp.el "$SCRATCH"
(cd "$SCRATCH/neovim" && "${EDITOR_ENV[@]}" timeout 40 nvim --headless -u "$SCRATCH/init.lua" -c "luafile $SCRATCH/lsp.lua")
snippet elisp >"$SCRATCH/init.el"
(cd "$SCRATCH/emacs" && "${EDITOR_ENV[@]}" timeout 60 emacs --batch -l package -f package-initialize -l "$SCRATCH/init.el" -l "$SCRATCH/lsp.el")
