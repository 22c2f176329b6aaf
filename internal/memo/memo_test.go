package memo

import (
	"sync"
	"sync/atomic"
	"testing"
)

// TestMemo has many ask for a few things at once: each is found out once.
func TestMemo(t *testing.T) {
	var m Memo[int, int]
	var found [4]atomic.Int32
	var wait sync.WaitGroup
	for i := range 100 {
		wait.Go(func() {
			key := i % len(found)
			if got := m.Get(key, func() int { found[key].Add(1); return key * key }); got != key*key {
				t.Errorf("%d: got %d", key, got)
			}
		})
	}
	wait.Wait()
	for key := range found {
		if n := found[key].Load(); n != 1 {
			t.Errorf("%d was found out %d times", key, n)
		}
	}
}
