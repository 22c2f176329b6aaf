package setup

import (
	"path/filepath"

	"github.com/nplint/nplint/internal/baseline"
	"github.com/nplint/nplint/internal/config"
	"github.com/nplint/nplint/internal/engine"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/spell"
)

// Options returns the options of a run on a directory, or on the project for "".
func (p Project) Options(dir string) (engine.Options, error) {
	o := engine.Options{Dir: p.Dir, Config: config.Default(p.Known), Nested: true}
	if dir != "" {
		o.Paths = []string{dir}
	}
	file, found, err := config.Find(paths.Around(p.Dir, o.Paths))
	if err == nil && found {
		o.Config, err = config.Load(file, p.Known)
	}
	return o, err
}

// Baselines writes baselines that let findings stand in lines that Run has edited, and returns what it did.
func (p Project) Baselines(changes []*baseline.Change) ([]File, error) {
	var done []File
	for _, c := range changes {
		if err := c.Write(); err != nil {
			return done, err
		}
		file := p.file(filepath.Dir(c.File), filepath.Base(c.File), "")
		file.Wrote = true
		file.Note = spell.Count(c.Added, "finding") + " in lines that were edited, let stand as before"
		done = append(done, file)
	}
	return done, nil
}
