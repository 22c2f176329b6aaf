package discover

import (
	"io/fs"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestEachDir visits every directory once, and reads no more of them at once than there are jobs.
func TestEachDir(t *testing.T) {
	for _, jobs := range []int32{1, 2, 3} {
		var visited, now, over atomic.Int32
		read := func(string) ([]fs.DirEntry, error) {
			if now.Add(1) > jobs {
				over.Add(1)
			}
			time.Sleep(time.Millisecond)
			now.Add(-1)
			return nil, nil
		}
		visit := func(dir string, _ []fs.DirEntry, _ error) (below []string) {
			visited.Add(1)
			if strings.Count(dir, "/") < 2 {
				for _, name := range []string{"/a", "/b", "/c", "/d"} {
					below = append(below, dir+name)
				}
			}
			return below
		}
		eachDir("top", read, int(jobs), nil, visit)
		if visited.Load() != 1+4+16 || over.Load() > 0 {
			t.Errorf("%d jobs: %d directories were visited, and %d were read beside as many others as there are jobs",
				jobs, visited.Load(), over.Load())
		}
	}
}
