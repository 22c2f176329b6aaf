// Package report has the types of a finished run: findings with their places and fixes, and what is counted and known
// beside them. It knows nothing of how a run comes about, nor of any format.
package report

// Position is a place in a file. Line and Column count from 1, Column in Unicode code points (an invalid
// byte counts as one); Offset counts bytes from 0.
type Position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"`
}

// Range is a stretch of a file; End is exclusive.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Related is another place that helps to understand a finding.
type Related struct {
	Path    string `json:"path"`
	Range   Range  `json:"range"`
	Message string `json:"message"`
}

// Edit replaces the bytes of Range in the file Path (relative to the run's base, with slashes) by NewText.
type Edit struct {
	Path    string `json:"path"`
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// Fix is one way to repair a finding. All its edits are applied, or none. Safe fixes never change what the
// author meant; unsafe ones may and are applied only on request.
type Fix struct {
	Title string `json:"title"`
	Safe  bool   `json:"safe"`
	Edits []Edit `json:"edits"`
	Opens bool   `json:"-"` // without it the file cannot be read, so that it uncovers errors and brings none
}

// Finding is one rule broken at one place. Path is relative to the run's base and has slashes on every system.
// At names the place in the artefact's own terms, such as "frontmatter.tier" or "body.blocks[SC-1].Status".
type Finding struct {
	Rule        string    `json:"rule"`
	Severity    Severity  `json:"severity"`
	Kind        string    `json:"kind,omitempty"`
	Contract    string    `json:"contract,omitempty"`
	Path        string    `json:"path"`
	Range       Range     `json:"range"`
	At          string    `json:"at,omitempty"`
	Message     string    `json:"message"`
	Related     []Related `json:"related,omitempty"`
	Fixes       []Fix     `json:"fixes,omitempty"`
	Fingerprint string    `json:"fingerprint"`
	Lesser      bool      `json:"-"` // its pass called it lesser than what the rule's page speaks of, or its file over
}
