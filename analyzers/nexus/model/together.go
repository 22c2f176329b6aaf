package model

import (
	"slices"
	"sync"
)

// mostAlone is how many are asked for alone where git does not tell of all together.
const mostAlone = 20

// Together returns a function that tells what git answers of each of some paths. It is asked once for all of them, when
// the first is needed: there may be thousands of projects. Where it refuses, one of them may be why, so the first ones
// are asked for alone, and the others keep the error of all.
func Together[T any](paths []string, ask func(paths []string) (map[string]T, error)) func(path string) (T, error) {
	type answer struct {
		value T
		err   error
	}
	paths = slices.Compact(slices.Sorted(slices.Values(paths)))
	all := sync.OnceValue(func() map[string]answer {
		answers := map[string]answer{}
		together, err := ask(paths)
		for i, path := range paths {
			if err != nil && len(paths) > 1 && i < mostAlone {
				alone, err := ask(paths[i : i+1])
				answers[path] = answer{alone[path], err}
			} else {
				answers[path] = answer{together[path], err}
			}
		}
		return answers
	})
	return func(path string) (T, error) { a := all()[path]; return a.value, a.err }
}
