package report

import "bytes"

// Shown returns what gives the bytes of a file as a report may show them, by the finding path of the file: as Source
// does, but with an asterisk for each byte of a finding whose rule says that it is a secret. Offsets hold in both.
func Shown(r *Report) func(path string) []byte {
	masked := map[string][]byte{}
	for i := range r.Findings {
		f := &r.Findings[i]
		rule, src := r.Rule(f.Rule), r.Source(f.Path)
		from, to := f.Range.Start.Offset, f.Range.End.Offset
		if rule == nil || !rule.Secret || from < 0 || to < from || len(src) < to {
			continue
		}
		if masked[f.Path] == nil {
			masked[f.Path] = bytes.Clone(src)
		}
		for k, b := range masked[f.Path][from:to] {
			if b != '\n' && b != '\r' {
				masked[f.Path][from+k] = '*'
			}
		}
	}
	return func(path string) []byte {
		if src := masked[path]; src != nil {
			return src
		}
		return r.Source(path)
	}
}
