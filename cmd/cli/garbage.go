package cli

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// How much garbage may lie about before it is collected. A run is short and its memory small, so collecting often only
// costs time; where files are many or hostile, what lives grows.
const (
	maxGarbage = 120 << 20 // bytes, or a third of what lives if that is more
	maxPercent = 400       // of what lives
	minPercent = 33
)

// collectSeldom has garbage collected when there is much of it. A limit of the whole memory would have it collected all
// the time once more than that lives.
func collectSeldom() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	percent := maxPercent
	if n := live[0].Value.Uint64(); n > 0 {
		percent = int(min(maxPercent, max(minPercent, 100*maxGarbage/n)))
	}
	debug.SetGCPercent(percent)
	runtime.SetFinalizer(new(cycle), func(*cycle) { collectSeldom() }) // which the next collection finds unused
}

// cycle is told of by the garbage collector. It is no zero bytes, which all lie at one place.
type cycle struct{ _ [16]byte }
