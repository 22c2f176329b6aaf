// Package nplint checks the planning artefacts of AI-assisted teams: agents, plans, reports, hand-offs and state
// files. It is the engine with the built-in packs put in: aliases and calls of the packages below internal.
// ARCHITECTURE.md tells what is where.
package nplint

import (
	"context"
	"path/filepath"

	"github.com/nplint/nplint/analyzers"
	"github.com/nplint/nplint/analyzers/core"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/baseline"
	"github.com/nplint/nplint/internal/describe"
	"github.com/nplint/nplint/internal/discover"
	"github.com/nplint/nplint/internal/edit"
	"github.com/nplint/nplint/internal/engine"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/setup"
	"github.com/nplint/nplint/rules"
)

type (
	// Options says what to lint and how. The zero value lints the project around the working directory with the default
	// configuration.
	Options = engine.Options
	// A UsageError is a mistake in what the caller asked for, such as a path that does not exist or an unknown rule.
	UsageError = engine.UsageError
)

// parts is what the engine judges with: the core and the built-in packs, in Go and as data.
func parts() engine.Parts {
	return engine.Parts{Core: core.Passes, Packs: analyzers.All, Data: rules.Packs(), Version: Version}
}

// IsUsage reports whether an error is the caller's mistake.
func IsUsage(err error) bool { return engine.IsUsage(err) }

// Run discovers, parses, analyzes and judges. The error is a *UsageError for a mistake of the caller; faults of
// the linted files are findings and never an error. The report does not depend on Jobs. Its findings have the fixes
// that Mend would apply.
func Run(ctx context.Context, o Options) (*Report, error) { return engine.Run(ctx, o, parts()) }

type (
	// Before is what is known of a file before it was written: its text, or the marks of what was found in it alone, as
	// News.Alone has them.
	Before = engine.Before
	// News is what Written finds.
	News = engine.News
)

// Written lints the files that options name, and returns of their findings those that are new since the files were as
// before, by their absolute paths, and that are true of the file alone, whatever the rest of its project holds: what
// whoever wrote it should hear at once. A file that was not there before is new. Fixes change nothing but their file.
// Whether a file is an artefact is known before its project is read, and a project is read only if there is something
// to say.
func Written(ctx context.Context, o Options, before map[string]Before) (*News, error) {
	return engine.Written(ctx, o, parts(), before)
}

type (
	// Session is a project that is linted again and again while its files change, on disk or in an editor that has not
	// saved them yet. It may be used by many goroutines. A configuration that changes needs another session.
	Session = engine.Session
	// Answer is what a session found in one version of its project.
	Answer = engine.Answer
)

// Open makes a session of what options ask for, with the texts that lie over the disk. It reads nothing yet.
func Open(o Options) *Session { return engine.Open(o, parts()) }

type (
	// SymbolTable is what packs know by name in the projects of a run, as its files were then. It does not change.
	SymbolTable = engine.SymbolTable
	// Rename is what giving a symbol another name changes: all of it or nothing.
	Rename = engine.Rename
	// Part is a part of a file, for who looks for his way in it.
	Part = engine.Part
	// Link is a place in a file that names another one.
	Link = engine.Link
)

// Symbols returns what packs know by name in all projects that options name: what it is, where it is defined and who
// means it. It does not lint.
func Symbols(ctx context.Context, o Options) (*SymbolTable, error) {
	return engine.Symbols(ctx, o, parts())
}

// Artefacts returns the absolute paths of the artefacts that options ask for, sorted. It opens none.
func Artefacts(ctx context.Context, o Options) ([]string, error) {
	return engine.Artefacts(ctx, o, parts())
}

type (
	// Repair is what Mend found out. Nothing is written yet.
	Repair = edit.Repair
	// Change is what fixing does to one file.
	Change = edit.Change
	// Fixed is how many findings of a rule in a file were fixed.
	Fixed = edit.Fixed
	// Refused is a finding whose fix is not applied, since that would bring an error that was not there, or no end.
	Refused = edit.Refused
)

// Mend lints and repairs in memory: safe fixes, and with unsafe the others too. Fixes that overlap are not applied
// together; rounds repeat until nothing changes. A fix that would bring an error, in its file or about it, is refused
// with all that follows from it.
func Mend(ctx context.Context, o Options, unsafe bool) (*Repair, error) {
	return engine.Mend(ctx, o, parts(), unsafe)
}

// MendChosen is Mend for those findings alone that are chosen, and what follows from their fixes. choose is given the
// findings with the fixes that Mend would apply.
func MendChosen(
	ctx context.Context, o Options, unsafe bool, choose func(*Report) (chosen func(*Finding) bool, err error),
) (*Repair, error) {
	return engine.MendChosen(ctx, o, parts(), unsafe, choose)
}

// Suppress lints, and has comments with a reason let all findings stand, in memory. Each is at the nearest place where
// it suppresses what it is for and nothing else comes of it. What no comment can suppress is in the report afterwards.
// Fixed in the result is what is suppressed.
func Suppress(ctx context.Context, o Options, reason string) (*Repair, error) {
	return engine.Suppress(ctx, o, parts(), reason)
}

// Diff returns the change from before to after as a unified diff with three lines of context that `git apply` takes,
// or "" if they are equal. path has slashes and is relative to the directory in which the diff is applied. A line ends
// with LF; every other byte, CR and NUL included, is kept as it is.
func Diff(path string, before, after []byte) string { return edit.Diff(path, before, after) }

// BaselineName is the base name of the file with the findings that a project has let stand since before it used nplint.
const BaselineName = baseline.Name

// BaselineChange is what a baseline would become. Nothing is written yet.
type BaselineChange = baseline.Change

// CreateBaseline lints without a baseline and returns one that lets all findings stand. A file that is there already
// would be replaced, but for what it says of files that the options do not ask about.
func CreateBaseline(ctx context.Context, o Options) (*BaselineChange, error) {
	return engine.CreateBaseline(ctx, o, parts())
}

// UpdateBaseline lints and returns the baseline without the findings that are gone and, if add is set, with those
// that are new. It fails if there is no baseline.
func UpdateBaseline(ctx context.Context, o Options, add bool) (*BaselineChange, error) {
	return engine.UpdateBaseline(ctx, o, parts(), add)
}

// Show lints as Run does, and returns besides the report what the packs show of the projects as a whole. Errors are
// those of Run.
func Show(ctx context.Context, o Options) ([]pack.View, *Report, error) {
	return engine.Show(ctx, o, parts())
}

// Views is Show for whoever needs no fixes: they may be those that Mend would refuse.
func Views(ctx context.Context, o Options) ([]pack.View, *Report, error) {
	return engine.Views(ctx, o, parts())
}

// Projects returns the projects that the paths of the options lie in, and those paths that lie in none, all absolute:
// with them as paths Views shows and judges whole projects. Without paths it is the project around the directory. The
// error is a *UsageError for a mistake of the caller.
func Projects(o Options) ([]string, error) { return engine.Projects(o, parts()) }

type (
	// History is how projects were in commits, the oldest first, and how they are now.
	History = report.History
	// Moment is how projects were in a commit.
	Moment = report.Moment
	// Measure is how much of something was done.
	Measure = report.Measure
)

// MostMoments is how many commits a History looks at, the first and the last among them.
const MostMoments = engine.MostMoments

// Since returns how the projects were in the commits from a revision to the last one, and are now. Each is judged as a
// whole with the configuration of today and without baselines, so that what they let stand counts. It reads commits
// from git and writes nothing.
func Since(ctx context.Context, o Options, revision string) (*History, error) {
	return engine.Since(ctx, o, parts(), revision)
}

// Graphs returns the graph with the id or the name, or all if id is "", of every project that the options
// name. It does not lint. The error is a *UsageError if there is no such graph.
func Graphs(ctx context.Context, o Options, id string) ([]pack.Graph, error) {
	return engine.Graphs(ctx, o, parts(), id)
}

// GraphsOf returns the graph with the id or the name, or all if id is "", of views. The error is a *UsageError if
// there is no such graph.
func GraphsOf(views []pack.View, id string) ([]pack.Graph, error) { return engine.GraphsOf(views, id) }

// File is a file that a run was asked for, with its kind or the reason why it has none.
type File = engine.File

// Files returns which of the files that the options name is of which kind, and why the others are of none. It does not
// lint.
func Files(ctx context.Context, o Options) ([]File, error) { return engine.Files(ctx, o, parts()) }

// Contracts returns the contracts that a run with the configuration knows, by kind: ours and the user's own.
func Contracts(c *Config) (map[string]*rules.Contract, error) {
	return engine.Contracts(Options{Config: c}, parts())
}

// An UnknownKindError says that there is no contract of a kind.
type UnknownKindError = discover.UnknownKindError

// FindContract returns the contract of a kind, or of a short name that only one pack has, or only one beside those that
// yield. The error is an *UnknownKindError if none has it.
func FindContract(contracts map[string]*rules.Contract, name string) (*rules.Contract, error) {
	return discover.Contract(contracts, name)
}

// ContractPrompt renders a contract as a Markdown section to put into the prompt of the agent that is to write such
// an artefact.
func ContractPrompt(c *rules.Contract) (string, error) { return describe.Prompt(c) }

// InitFile is what Init did about one file.
type InitFile = setup.File

// Init sets nplint up in a directory: it writes a configuration with every setting explained and, at the top of the
// git repository around it, a configuration of pre-commit and a workflow for GitHub. Where the settings of an agent
// program are, it adds the hooks by which its agents hear nplint and, where Claude Code works, the server that they
// may call, and touches nothing else in them. Where husky, lefthook or scripts of the project run the hooks, or the
// project is one of GitLab, it tells what to add instead. A file that is there stays as it is; with force the
// configuration and the workflow are replaced, but never what pre-commit is told, since that may be about other hooks
// too. What a baseline lets stand in a line that is edited it lets stand afterwards. It returns what it did, also with
// an error.
func Init(ctx context.Context, dir string, force bool) ([]InitFile, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	kinds, err := engine.Kinds(ctx, Options{Dir: dir, Paths: []string{dir}}, parts())
	if err != nil {
		return nil, err
	}
	project := setup.Project{Dir: paths.Real(dir), Kinds: kinds, Known: known(nil), Version: Version}
	var done []InitFile
	changes, err := engine.Keeping(ctx, project.Options, parts(), func() error {
		done, err = setup.Run(ctx, project, force)
		return err
	})
	if err != nil {
		return done, err
	}
	kept, err := project.Baselines(changes)
	return append(done, kept...), err
}
