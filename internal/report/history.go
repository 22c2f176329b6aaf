package report

import "time"

// History is how projects were in commits, the oldest first, and how they are now.
type History struct {
	Since   string   `json:"since"`   // the revision that was asked for
	Commits int      `json:"commits"` // how many there are; more than moments if not all were looked at
	Moments []Moment `json:"moments"`
}

// Moment is how projects were in a commit.
type Moment struct {
	Commit   string    `json:"commit,omitempty"`   // "" is now: the files on disk
	Time     time.Time `json:"time,omitzero"`      // of the commit
	Summary  *Summary  `json:"summary,omitempty"`  // nil if it was not judged
	Progress []Measure `json:"progress,omitempty"` // what packs measure, over all projects and their parts
	Unjudged string    `json:"unjudged,omitempty"` // why it was not
}

// Measure is how much of something was done.
type Measure struct {
	Name string `json:"name"`
	Done int    `json:"done"`
	Of   int    `json:"of"`
}
