// Package claude is the Go half of the pack claude: agents, skills, commands, hooks, settings and plugins of Claude
// Code.
package claude

import (
	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/claude/agent"
	"github.com/nplint/nplint/analyzers/claude/command"
	"github.com/nplint/nplint/analyzers/claude/dialect"
	"github.com/nplint/nplint/analyzers/claude/hook"
	"github.com/nplint/nplint/analyzers/claude/key"
	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/plugin"
	"github.com/nplint/nplint/analyzers/claude/reference"
	"github.com/nplint/nplint/analyzers/claude/settings"
	"github.com/nplint/nplint/analyzers/claude/skill"
	"github.com/nplint/nplint/analyzers/claude/symbol"
	"github.com/nplint/nplint/analyzers/claude/view"
	"github.com/nplint/nplint/analyzers/claude/workflow"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/pack"
)

// Pack is the passes of claude, in the order in which they run.
var Pack = pack.Pack{
	Name: "claude",
	Passes: []*analysis.Analyzer{
		agent.Analyzer,
		key.Analyzer,
		skill.Analyzer,
		command.Analyzer,
		reference.Analyzer,
		hook.Analyzer,
		settings.Analyzer,
		plugin.Analyzer,
		workflow.Analyzer,
	},
	Fronts:  map[string]document.FrontReader{"claude": dialect.Read},
	Named:   model.Named,
	Views:   []*analysis.Analyzer{view.Parts},
	Symbols: []*analysis.Analyzer{symbol.Analyzer},
}
