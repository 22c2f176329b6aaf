// Package hook answers the events of agent programs: it has what an agent has just written linted, and says what is
// new there and what the agent can mend there, in the form that its program acts on. It knows the hosts and their
// events, and nothing of any pack. Nothing to say is silence.
package hook

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/git"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/spell"
)

// Linter is how files are linted: Options without a directory and paths, and how the configuration of a file is found.
type Linter struct {
	Options  nplint.Options
	Config   func(file string) (*nplint.Config, error)
	Fix      bool          // write the safe fixes of what a tool has just written
	Patience time.Duration // after which nothing is said; 0 is 10 seconds
}

// maxWait is how long an agent waits for nplint: one that works in no project may have all files of a disk below it.
const maxWait = 10 * time.Second

// Answer reads one event of a host and writes the answer to it, or nothing if there is nothing to say. A panic is an
// error.
func Answer(ctx context.Context, name string, lint Linter, in io.Reader, out io.Writer) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("nplint failed (%v); please report this as a bug of nplint", cause)
		}
	}()
	h := find(name)
	if h == nil {
		hint := spell.DidYouMean(name, Names())
		return fmt.Errorf("there is no host %q%s; known: %s", name, hint, strings.Join(Names(), ", "))
	}
	if lint.Fix && !h.tellsFiles() {
		const blind = "%s does not tell which files its tools write, so nothing is mended there; leave --fix out"
		return fmt.Errorf(blind, h.title)
	}
	wait := cmp.Or(lint.Patience, maxWait)
	ctx, done := context.WithTimeout(ctx, wait)
	defer done()
	defer func() {
		if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("nothing is known after %v, so nothing is said; does the agent work in too large a directory?", wait)
		}
	}()
	e, err := h.readEvent(ctx, in)
	if err != nil {
		return err
	}
	a := answerer{Linter: lint, host: h, event: e}
	defer func() { a.remembered.close() }()
	text, err := a.text(ctx)
	if err != nil || text == "" {
		return err
	}
	var quoted strings.Builder
	encoder := json.NewEncoder(&quoted)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, strings.Replace(e.answer, "TEXT", strings.TrimSpace(quoted.String()), 1))
	return err
}

// answerer finds out what to say at one event.
type answerer struct {
	Linter
	host  *host
	event event
	dirs  []string // see tops

	asked      bool // whether the memory was
	remembered *memory
}

// memory returns what is remembered of the session in a project, and keeps other events of it waiting from then on. Of
// most files there is nothing to remember.
func (a *answerer) memory(top string) *memory {
	if !a.asked {
		a.asked, a.remembered = true, remember(a.host.name, a.event.session, top)
	}
	return a.remembered
}

// text returns what there is to say, or "".
func (a *answerer) text(ctx context.Context) (string, error) {
	var err error
	if a.event.dir, err = filepath.Abs(paths.Native.Plain(a.event.dir)); err != nil {
		return "", err
	}
	if info, err := os.Stat(a.event.dir); err != nil || !info.IsDir() {
		return "", errors.New("the directory that the agent works in is not there")
	}
	if a.event.moment == wrote && a.event.tool {
		defer func() { runs(a.remembered, a.host.name, a.event.session, a.tops()[0]) }()
	}
	switch e := &a.event; {
	case e.moment == started:
		return "", a.begin(ctx)
	case e.moment == stopped || e.moment == subStopped:
		return a.atStop(ctx)
	case e.moment == writing && len(e.writes) == 1:
		return a.before(ctx, &e.writes[0])
	case e.moment == wrote && len(e.writes) > 0:
		return a.after(ctx)
	case e.moment == wrote && e.command:
		return a.afterCommand(ctx)
	}
	return "", nil
}

// tops returns the directories that the agent may write in, each free of links and in the letter case of the disk.
func (a *answerer) tops() []string {
	if a.dirs != nil {
		return a.dirs
	}
	dirs := []string{a.event.dir}
	for _, name := range a.host.projects {
		if dir := os.Getenv(name); filepath.IsAbs(dir) {
			dirs = append(dirs, dir)
		}
	}
	for i := range dirs {
		dirs[i] = paths.Spelled(paths.Real(paths.Project(paths.Real(filepath.Clean(dirs[i])))))
	}
	a.dirs = dirs
	return dirs
}

// place returns the path of a file without links in its directories, in the letter case of the disk, and the top of the
// project that it lies in; "" if that is none of the agent's.
func (a *answerer) place(name string) (file, top string) {
	if name = paths.Native.Plain(name); !filepath.IsAbs(name) {
		name = filepath.Join(a.event.dir, name)
	}
	if name = filepath.Clean(name); paths.TooLong(name) {
		return "", ""
	}
	parent, ok := paths.Resolve(filepath.Dir(name))
	if !ok {
		return "", ""
	}
	file = paths.Spelled(filepath.Join(parent, filepath.Base(name)))
	for _, dir := range a.tops() {
		if !paths.Within(file, dir) || file == dir {
			continue
		}
		if inner := paths.Repository(filepath.Dir(file)); paths.Within(inner, dir) {
			dir = inner
		}
		return file, dir
	}
	return "", ""
}

// options returns how files in a project are linted.
func (a *answerer) options(top, file string) (nplint.Options, error) {
	o := a.Options
	config, err := a.Config(file)
	if err != nil {
		return o, err
	}
	o.Dir, o.Config, o.Nested = top, config, true
	return o, nil
}

// project returns the top of the project that the agent works in, and how all of it is linted.
func (a *answerer) project() (top string, o nplint.Options, err error) {
	top = a.tops()[0]
	o, err = a.options(top, top)
	return top, o, err
}

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
	return say(report.Report, found, "nplint: refused, since this write would bring %s into the file; write it without:"), nil
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

// afterCommand says what is new in files that a command has changed.
func (a *answerer) afterCommand(ctx context.Context) (string, error) {
	top, o, err := a.project()
	if err != nil {
		return "", err
	}
	m := a.memory(top)
	if m != nil && m.large {
		return "", nil
	}
	all, err := m.artefacts(ctx, o)
	if err != nil || len(all) == 0 {
		return "", err
	}
	names := changed(m, all, a.event.took)
	then, unseen := a.earlier(ctx, top, names, o.Config)
	committed := committed(ctx, m, top, names, unseen, o.Config)
	names = slices.DeleteFunc(names, func(file string) bool { // as what git has brought back is
		old := then[file].Text
		if !unseen[file] {
			old = committed[file]
		}
		now, err := files.ReadBelow(top, paths.Below(file, top), o.Config.MaxFileSize)
		same := err == nil && old != nil && bytes.Equal(now, old)
		if same {
			m.unsee(file)
		}
		return same
	})
	if len(names) == 0 {
		return "", nil
	}
	for _, file := range names {
		unseen[file] = true // a command may have brought back what the session began with
	}
	return a.tell(ctx, o, names, then, unseen)
}

// committed returns what the last commit has of those of some files that the session has seen written, by their paths;
// nothing if that commit may be of the command that has just run.
func committed(
	ctx context.Context, m *memory, top string, names []string, unseen map[string]bool, c *nplint.Config,
) map[string][]byte {
	base := git.Base{Dir: top, Real: top}
	var seen []string
	for _, file := range names {
		if !unseen[file] {
			seen = append(seen, paths.Below(file, top))
		}
	}
	if len(seen) == 0 || !paths.IsRepository(top) {
		return nil
	}
	last, err := git.LastCommit(ctx, base, time.Time{})
	if err != nil || last.Time.Unix() > m.last.Unix() {
		return nil
	}
	read := func(name string) ([]byte, error) { return files.ReadBelow(top, name, c.MaxFileSize) }
	kept, err := git.State{Base: base, Limit: c.MaxFileSize, Read: read}.Committed(ctx, seen)
	if err != nil {
		return nil // git has nothing
	}
	found := map[string][]byte{}
	for name, text := range kept {
		found[filepath.Join(top, filepath.FromSlash(name))] = text
	}
	return found
}

// changed returns those of all artefacts that a command has changed: since the last event, or without a memory while it
// ran, for as long as it took.
func changed(m *memory, all []string, took time.Duration) []string {
	if m != nil {
		listed := m.listed
		if found := m.changed(all); listed {
			return found
		}
	}
	if took == 0 {
		return nil
	}
	const slack = time.Second // clocks of file systems are coarse
	since := time.Now().Add(-took - slack)
	return slices.DeleteFunc(slices.Clone(all), func(file string) bool {
		info, err := os.Lstat(file)
		return err != nil || info.ModTime().Before(since)
	})
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
	return say(news.Report, found, "nplint: this write brings %s; mend the file now:", mended...), nil
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

// absolute returns the path of the file that a finding is in.
func absolute(report *nplint.Report, f *nplint.Finding) string {
	return filepath.Join(report.Base, filepath.FromSlash(f.Path))
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// byWeight sorts errors in front of warnings, each as they stand in the files.
func byWeight(a, b nplint.Finding) int {
	return cmp.Or(cmp.Compare(b.Severity, a.Severity), strings.Compare(a.Path, b.Path),
		cmp.Compare(a.Range.Start.Offset, b.Range.Start.Offset))
}
