package cli

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// How much garbage may lie about before it is collected: three times what lives, within bounds. Memory that is used again
// costs less than new memory, whose pages the system fills with zeros first; collecting costs by what lives.
const (
	minGarbage = 24 << 20  // bytes
	maxGarbage = 120 << 20 // bytes, or a third of what lives if that is more
	maxPercent = 600       // of what lives, which is minGarbage when a run begins
	minPercent = 33
)

// collectSeldom has garbage collected when there is much of it. A limit of the whole memory would have it collected all
// the time once more than that lives.
func collectSeldom() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	percent := maxPercent
	if n := live[0].Value.Uint64(); n > 0 {
		garbage := min(max(3*n, minGarbage), maxGarbage)
		percent = int(min(maxPercent, max(minPercent, 100*garbage/n)))
	}
	debug.SetGCPercent(percent)
	runtime.SetFinalizer(new(cycle), func(*cycle) { collectSeldom() }) // which the next collection finds unused
}

// cycle is told of by the garbage collector. It is no zero bytes, which all lie at one place.
type cycle struct{ _ [16]byte }
