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
	key, body := notation.PhaseIn(dialect.Text(s.Key("current_phase"))), bodyPhase(s)
	if key == "" || body == nil || notation.PhaseIn(body.Text) == "" || p.Roadmap() == nil {
		return "", nil
	}
	number, by = notation.PhaseIn(body.Text), []string{"the body"}
	votes := map[string]string{"current_phase_name": phaseCalled(p, dialect.Text(s.Key("current_phase_name")))}
	if f := s.Field("Current focus"); f != nil {
		if m := focus().FindStringSubmatch(f.Text); m != nil {
			votes["the focus"] = notation.Number(m[1])
		}
	}
	if m := phaseTitle().FindStringSubmatch(body.Text); m != nil && phaseCalled(p, m[1]+m[2]) == key {
		return "", nil
	}
	for _, who := range []string{"the focus", "current_phase_name"} {
		if votes[who] == key {
			return "", nil
		} else if votes[who] == number {
			by = append(by, who)
		}
	}
	if number == key || len(by) == 1 || p.Roadmap().Section(number) == nil {
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

// phaseCalled returns the number of the phase of the roadmap that has a name, or "".
func phaseCalled(p *model.Planning, name string) string {
	for _, sec := range p.Roadmap().Sections {
		if strings.EqualFold(sec.Name, strings.TrimSpace(name)) && sec.Name != "" {
			return sec.Number
		}
	}
	return ""
}
