// Package watch tells which files below directories change on disk: the system tells or, where that is too much for it,
// they are looked at again and again. It opens no file and knows nothing of artefacts.
package watch

import (
	"context"
	"maps"
	"slices"
	"time"
)

// Tree is what is watched.
type Tree struct {
	Tops []string // absolute directories without links; one that is not there yet is waited for
	// Skip says which directories are passed over with all that is in them; nil is none. Symbolic links are not followed.
	Skip func(dir string) bool
	// Exceeded says once why Skip knows no more of what is to be passed over, and else returns nil. It is nil if Skip always
	// knows.
	Exceeded func() error
}

// mostDirs is how many directories the system is asked to watch. Many systems let all programs of a user together watch
// 8,192, and each costs a kilobyte of the kernel.
const mostDirs = 4000

// Changes come in heaps: what is told is told together when nothing has come for quiet, or after patience.
const (
	quiet    = 20 * time.Millisecond
	patience = 200 * time.Millisecond
)

// Files sends the sorted absolute paths of what was written, made, moved or deleted below a tree, all that has come
// since the last receiver was there at once. A directory that has come or gone stands for what is or was in it. No path
// at all says that anything may have changed. The channel is closed when ctx is done. What changes after Files has
// returned is told.
func Files(ctx context.Context, t Tree) <-chan []string {
	return files(ctx, t, limits{mostDirs, time.Second})
}

// limits say when the system is not asked, and how often files are looked at then.
type limits struct {
	dirs int           // how many directories the system is asked to watch
	rest time.Duration // between two looks; one who needs long to look rests ten times as long
}

// source sends the path of one change after another, "" for anything, until its context is done.
type source func(told chan<- string)

func files(ctx context.Context, t Tree, l limits) <-chan []string {
	from := system(ctx, t, l)
	if from == nil {
		from = polled(ctx, t, l.rest)
	}
	told, out := make(chan string, 256), make(chan []string)
	go from(told)
	go gather(ctx, told, out)
	return out
}

// gather sends changes in heaps.
func gather(ctx context.Context, told <-chan string, out chan<- []string) {
	defer close(out)
	heap := map[string]bool{}
	var first time.Time
	var due <-chan time.Time
	var to chan<- []string
	var batch []string
	for {
		select {
		case <-ctx.Done():
			return
		case name := <-told:
			if len(heap) == 0 || to != nil {
				first, to = time.Now(), nil // nobody has come yet: the heap is listed again when no more comes, not for each
			}
			heap[name] = true
			due = time.After(min(quiet, max(0, patience-time.Since(first))))
		case <-due:
			due, to, batch = nil, out, listed(heap)
		case to <- batch:
			to = nil
			clear(heap)
		}
	}
}

// listed returns the paths in a heap, and none if anything may have changed.
func listed(heap map[string]bool) []string {
	if heap[""] {
		return nil
	}
	return slices.Sorted(maps.Keys(heap))
}
