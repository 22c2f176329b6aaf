package verifycmd

import "path"

// tool judges the arguments of a program.
type tool func(s *script, c command)

// toolOf returns what judges the arguments of the program with a name, or nil. Each tool lies in a file of its own.
func toolOf(name string) tool {
	switch name {
	case "cd", "pushd":
		return judgeCd
	case "popd":
		return judgePopd
	case "alias":
		return judgeAlias
	case "bash", "sh", "zsh", "dash", "ksh":
		return judgeShell
	case "eval":
		return judgeEval
	case "source", ".":
		return judgeSource
	case "find":
		return judgeFind
	case "npm", "pnpm", "yarn", "bun":
		return judgeManager
	case "npx", "pnpx", "bunx", "uvx":
		return judgeFetched
	case "node", "nodejs", "tsx", "ts-node":
		return judgeNode
	case "deno":
		return judgeDeno
	case "composer":
		return judgeComposer
	case "php":
		return judgePHP
	case "make", "gmake":
		return judgeMake
	case "just":
		return judgeJust
	case "docker":
		return judgeDocker
	case "docker-compose":
		return judgeCompose
	case "go":
		return judgeGo
	case "cargo":
		return judgeCargo
	case "poetry", "uv", "pdm", "hatch", "pipenv", "rye", "bundle":
		return judgeEnvironment
	}
	switch w, ok := wrappers[name]; {
	case ok:
		return w.judge
	case pythonName().MatchString(name):
		return judgePython
	case path.Base(name) == "np-tools.cjs" || name == "np-tools":
		return judgeNpTools
	}
	return nil
}
