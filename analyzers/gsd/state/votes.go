package state

import (
	"strings"

	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
)

// outvoted returns the phase that the body and others agree on against the key current_phase, and who does; it returns
// nothing if the key does not stand alone.
func outvoted(p *model.Planning, s *model.State) (number string, by []string) {
	key, body, rm := notation.PhaseIn(dialect.Text(s.Key("current_phase"))), bodyPhase(s), p.Roadmap()
	if key == "" || body == nil || rm == nil {
		return "", nil
	}
	number, by = notation.PhaseIn(body.Text), []string{"the body"}
	if number == "" || number == key || rm.Section(number) == nil {
		return "", nil
	}
	if m := phaseTitle().FindStringSubmatch(body.Text); m != nil && phaseCalled(rm, m[1]+m[2]) == key {
		return "", nil
	}
	focused := ""
	if f := s.Field("Current focus"); f != nil {
		if m := focus().FindStringSubmatch(f.Text); m != nil {
			focused = notation.Number(m[1])
		}
	}
	called := phaseCalled(rm, dialect.Text(s.Key("current_phase_name")))
	if focused == key || called == key {
		return "", nil
	}
	if focused == number {
		by = append(by, "the focus")
	}
	if called == number {
		by = append(by, "current_phase_name")
	}
	if len(by) == 1 {
		return "", nil
	}
	return number, by
}

// bodyPhase returns the field of the text that tells the phase, or nil.
func bodyPhase(s *model.State) *model.Field {
	if f := s.Field("Current Phase"); f != nil {
		return f
	}
	return s.Field("Phase")
}

// phaseCalled returns the number of the phase of a roadmap that has a name, or "".
func phaseCalled(rm *model.Roadmap, name string) string {
	for _, sec := range rm.Sections {
		if strings.EqualFold(sec.Name, strings.TrimSpace(name)) && sec.Name != "" {
			return sec.Number
		}
	}
	return ""
}
