package hook

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/git"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
)

// begin keeps how the artefacts are when a session begins, and what is found in them.
func (a *answerer) begin(ctx context.Context) error {
	top, o, err := a.project()
	if err != nil {
		return err
	}
	m := a.memory(top)
	if m == nil || m.large || a.event.resumed && m.began {
		return nil
	}
	all, err := m.artefacts(ctx, o)
	if err != nil {
		return err
	}
	m.again()
	m.changed(all)
	now, err := nplint.Run(ctx, o)
	if err != nil {
		return err
	}
	for _, mark := range report.Marks(now, now.Findings) {
		m.keep(knownLine, mark)
	}
	m.keep(beganLine, strconv.FormatInt(time.Now().Unix(), 10))
	return nil
}

// atStop says, once, what is left of what the session has brought: in the files that it has written, and in others that
// are as they were, so that it comes from those, or from what nplint does not judge. Of a subagent it says what is left
// in the files that this one has written.
func (a *answerer) atStop(ctx context.Context) (string, error) {
	if a.event.again {
		return "", nil // it was said
	}
	m := a.memory(a.tops()[0])
	if m == nil || !m.open || !m.began && len(m.written) == 0 {
		return "", nil // nothing has happened since it was said
	}
	_, o, err := a.project()
	if err != nil {
		return "", err
	}
	now, err := nplint.Run(ctx, o)
	if err != nil {
		return "", err
	}
	if err := judged(now); err != nil {
		return "", err
	}
	all := report.Marks(now, now.Findings)
	isNew := report.News(slices.Concat(m.known, m.told), all)
	var found []nplint.Finding
	mark := map[string]string{} // by fingerprints
	for i, f := range now.Findings {
		if isNew[i] && f.Severity >= nplint.Warning && a.owns(m, absolute(now, &f)) {
			found = append(found, f)
			mark[f.Fingerprint] = all[i]
		}
	}
	if found, err = unbrought(ctx, o, m, now, found); err != nil {
		return "", err
	}
	for i := range found {
		m.keep(toldLine, mark[found[i].Fingerprint])
	}
	if a.event.moment == stopped {
		m.keep(judgedLine)
	}
	const opening = "nplint: this session introduced %s, still there; fix what you can, and tell the user about the rest:"
	return say(now, found, opening), nil
}

// unbrought returns those of some findings that were not there in the last commit before the session: what git has
// brought back from there no session has brought.
func unbrought(
	ctx context.Context, o nplint.Options, m *memory, now *nplint.Report, found []nplint.Finding,
) ([]nplint.Finding, error) {
	if len(found) == 0 || !m.began || !paths.IsRepository(o.Dir) {
		return found, nil
	}
	commit, err := git.LastCommit(ctx, git.Base{Dir: o.Dir, Real: o.Dir}, m.start)
	if err != nil {
		return found, ctx.Err() // git has none
	}
	o.NewFrom = commit.ID
	for i := range found {
		o.Paths = append(o.Paths, absolute(now, &found[i]))
	}
	slices.Sort(o.Paths)
	o.Paths = slices.Compact(o.Paths)
	since, err := nplint.Run(ctx, o)
	if err != nil {
		return found, ctx.Err()
	}
	isNew := map[string]bool{}
	for i := range since.Findings {
		isNew[since.Findings[i].Fingerprint] = true
	}
	return slices.DeleteFunc(found, func(f nplint.Finding) bool { return !isNew[f.Fingerprint] }), nil
}

// owns reports whether the session, or the subagent that ends, has to answer for what is new in a file.
func (a *answerer) owns(m *memory, file string) bool {
	by, wrote := m.written[m.of(file)]
	if a.event.moment == subStopped {
		return wrote && by == mark(m.key, "agent", a.event.agent)
	}
	return wrote || m.began && m.listed && m.stamps[m.of(file)] == stamp(file)
}
