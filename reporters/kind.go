package reporters

import "github.com/nplint/nplint/rules"

// KindJSON is a kind of artefacts as JSON output shows it.
type KindJSON struct {
	Kind    string   `json:"kind"`
	Title   string   `json:"title"`
	Paths   []string `json:"paths"`
	Dialect string   `json:"dialect"`
	Source  string   `json:"source"`
	File    string   `json:"file"`
}

// NewKindJSON returns the kind of a contract for JSON output.
func NewKindJSON(c *rules.Contract) KindJSON {
	return KindJSON{c.Kind, c.Title, c.Paths, c.Dialect, c.Source, c.File}
}
