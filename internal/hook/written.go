package hook

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/git"
	"github.com/nplint/nplint/internal/paths"
)

// before says which errors a file would get that is about to be written.
func (a *answerer) before(ctx context.Context, w *write) (string, error) {
	file, top := a.place(w.file)
	if file == "" {
		return "", nil
	}
	o, err := a.options(top, file)
	if err != nil {
		return "", err
	}
	now, err := files.ReadBelow(top, paths.Below(file, top), o.Config.MaxFileSize)
	text, known := w.after(string(now))
	if err != nil && paths.Exists(file) || !known {
		return "", nil // whatever is there, the tool will see to it
	}
	then := map[string]nplint.Before{}
	if err == nil {
		then[file] = nplint.Before{Text: now}
	}
	o.Paths, o.Overlay = []string{file}, map[string][]byte{file: []byte(text)}
	report, err := written(ctx, o, then)
	if err != nil {
		return "", err
	}
	found := slices.DeleteFunc(report.Findings, func(f nplint.Finding) bool {
		return f.Severity < nplint.Error || a.Fix && isSafe(f) // which is mended when it is written
	})
	return say(report.Report, found, "nplint: refused: this write would introduce %s; write it without:"), nil
}

// after says what is new in files that were written. Those of one call lie in one project.
func (a *answerer) after(ctx context.Context) (string, error) {
	var names, unknown []string
	var o nplint.Options
	then := map[string]nplint.Before{}
	for i := range a.event.writes {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		w := &a.event.writes[i]
		file, top := a.place(w.file)
		if file == "" || !isFile(file) || o.Dir != "" && top != o.Dir {
			continue
		}
		if o.Dir == "" {
			var err error
			if o, err = a.options(top, file); err != nil {
				return "", err
			}
		}
		names = append(names, file)
		now, err := files.ReadBelow(top, paths.Below(file, top), o.Config.MaxFileSize)
		text, had, known := w.before(string(now))
		switch {
		case err != nil:
		case had:
			then[file] = nplint.Before{Text: []byte(text)}
		case !known:
			unknown = append(unknown, file)
		}
	}
	if len(names) == 0 {
		return "", nil
	}
	earlier, unseen := a.earlier(ctx, o.Dir, unknown, o.Config)
	maps.Copy(then, earlier)
	return a.tell(ctx, o, names, then, unseen)
}

// tell says what is new in files that were written, and keeps what is found in them. Of unseen ones what the session
// began with is not new, either.
func (a *answerer) tell(
	ctx context.Context, o nplint.Options, names []string, before map[string]nplint.Before, unseen map[string]bool,
) (string, error) {
	o.Paths = names
	news, found, err := a.news(ctx, o, before, unseen)
	if err != nil {
		return "", err
	}
	var mended []string
	if a.Fix && !a.event.command {
		mended = mend(ctx, o, news.Report, found)
	}
	if len(mended) > 0 {
		if news, found, err = a.news(ctx, o, before, unseen); err != nil {
			return strings.Join(mended, "\n"), nil // whatever it is: the file has changed
		}
	}
	for _, file := range slices.Sorted(maps.Keys(news.Alone)) {
		a.memory(o.Dir).wrote(file, a.event.agent, news.Alone[file])
	}
	return say(news.Report, found, "nplint: this write introduced %s; fix the file now:", mended...), nil
}

// news returns what is new in files that were written, and the findings of which the agent has to hear.
func (a *answerer) news(
	ctx context.Context, o nplint.Options, before map[string]nplint.Before, unseen map[string]bool,
) (*nplint.News, []nplint.Finding, error) {
	news, err := written(ctx, o, before)
	if err != nil {
		return nil, nil, err
	}
	var all []string
	for file, marks := range news.Alone {
		if unseen[file] {
			all = append(all, marks...)
		}
	}
	old := map[string]bool{} // fingerprints
	if len(all) > 0 {
		for i, known := range a.memory(o.Dir).knew(all) {
			if known {
				fingerprint, _, _ := strings.Cut(all[i], ".")
				old[fingerprint] = true
			}
		}
	}
	return news, slices.DeleteFunc(news.Findings, func(f nplint.Finding) bool {
		return f.Severity < nplint.Warning || old[f.Fingerprint]
	}), nil
}

// written is nplint.Written without what is no fault of the file: that it could not be judged.
func written(ctx context.Context, o nplint.Options, before map[string]nplint.Before) (*nplint.News, error) {
	news, err := nplint.Written(ctx, o, before)
	if err != nil {
		return nil, err
	}
	return news, judged(news.Report)
}

// judged takes from a report what is no fault of a file, and returns it as an error if nplint itself failed.
func judged(report *nplint.Report) (err error) {
	report.Findings = slices.DeleteFunc(report.Findings, func(f nplint.Finding) bool {
		if f.Rule == "internal-error" {
			err = errors.New(f.Message)
		}
		return f.Rule == "internal-error" || f.Rule == "file-unreadable"
	})
	return err
}

// earlier returns what is known of files before they were written, if the event does not tell: what was found when they
// were last seen, or else what git's index has of those that this session has not seen written.
func (a *answerer) earlier(
	ctx context.Context, top string, names []string, c *nplint.Config,
) (found map[string]nplint.Before, unseen map[string]bool) {
	found, unseen = map[string]nplint.Before{}, map[string]bool{}
	var inGit []string // relative to the top
	for _, name := range names {
		if then, seen := a.memory(top).before(name); seen {
			found[name] = then
		} else {
			unseen[name] = true
			inGit = append(inGit, paths.Below(name, top))
		}
	}
	if len(inGit) == 0 || !paths.IsRepository(top) {
		return found, unseen
	}
	kept, err := git.Base{Dir: top, Real: top}.Indexed(ctx, inGit, c.MaxFileSize)
	if err != nil {
		return found, unseen // git has nothing
	}
	for name, text := range kept {
		found[filepath.Join(top, filepath.FromSlash(name))] = nplint.Before{Text: text}
	}
	return found, unseen
}
