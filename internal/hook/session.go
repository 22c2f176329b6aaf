package hook

import (
	"context"
	"slices"

	"github.com/nplint/nplint"
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
	report, err := nplint.Run(ctx, o)
	if err != nil {
		return err
	}
	for i := range report.Findings {
		m.keep(knownLine, report.Findings[i].Fingerprint)
	}
	m.keep(beganLine)
	return nil
}

// atStop says, once, what is left of what the session has brought: in the files that it has written, and in others that
// are as they were, so that it comes from those. Of a subagent it says what is left in the files that this one has
// written.
func (a *answerer) atStop(ctx context.Context) (string, error) {
	if a.event.again {
		return "", nil // it was said
	}
	m := a.memory(a.tops()[0])
	if m == nil || len(m.written) == 0 {
		return "", nil
	}
	_, o, err := a.project()
	if err != nil {
		return "", err
	}
	report, err := nplint.Run(ctx, o)
	if err != nil {
		return "", err
	}
	if err := judged(report); err != nil {
		return "", err
	}
	found := slices.DeleteFunc(report.Findings, func(f nplint.Finding) bool {
		return f.Severity < nplint.Warning || m.known[f.Fingerprint] || m.told[f.Fingerprint] ||
			!a.owns(m, absolute(report, &f))
	})
	for i := range found {
		m.keep(toldLine, found[i].Fingerprint)
	}
	const opening = "nplint: this session has brought %s, still there; mend what is in your hands, and tell the user of the rest:"
	return say(report, found, opening), nil
}

// owns reports whether the session, or the subagent that ends, has to answer for what is new in a file.
func (a *answerer) owns(m *memory, file string) bool {
	by, wrote := m.written[m.of(file)]
	if a.event.moment == subStopped {
		return wrote && by == mark(m.key, "agent", a.event.agent)
	}
	return wrote || m.began && m.listed && m.stamps[m.of(file)] == stamp(file)
}
