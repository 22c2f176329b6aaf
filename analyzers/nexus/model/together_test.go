package model

import (
	"errors"
	"fmt"
	"testing"
)

// TestTogether asks for all paths at once, and for the first ones alone where that fails.
func TestTogether(t *testing.T) {
	for _, c := range []struct {
		paths, asked, alone int // alone is of how many the answer is known
		refuses             bool
	}{
		{paths: 1, asked: 1, alone: 1},
		{paths: 25, asked: 1, alone: 25},
		{paths: 1, asked: 1, refuses: true},
		{paths: 2, asked: 3, alone: 2, refuses: true},
		{paths: 20, asked: 21, alone: 20, refuses: true},
		{paths: 25, asked: 21, alone: 20, refuses: true},
	} {
		asked := 0
		ask := func(paths []string) (map[string]string, error) {
			asked++
			if c.refuses && len(paths) == c.paths {
				return nil, errors.New("too many")
			}
			answers := map[string]string{}
			for _, path := range paths {
				answers[path] = "of " + path
			}
			return answers, nil
		}
		var paths []string
		for i := range c.paths {
			path := fmt.Sprintf("%02d", c.paths-i)
			paths = append(paths, path, path)
		}
		answer, known := Together(paths, ask), 0
		for _, path := range paths {
			if got, err := answer(path); err == nil && got == "of "+path {
				known++
			} else if err == nil {
				t.Errorf("%s has the answer %q", path, got)
			}
		}
		if asked != c.asked || known != 2*c.alone {
			t.Errorf("%+v: asked %d times, and %d of %d are known", c, asked, known, len(paths))
		}
	}
}
