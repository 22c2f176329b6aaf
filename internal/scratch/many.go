package scratch

import (
	"os"
	"runtime"
	"testing"
	"time"
)

// fullSize says whether attempts have the size at which work without bound would show. In go test they have a fortieth of
// it, which shows that they end as they should; NPLINT_ATTEMPTS=full, as .ci/run sets it for CAMPAIGN=long, has all.
func fullSize() bool { return os.Getenv("NPLINT_ATTEMPTS") == "full" }

// Many returns how many of a thing an attempt has that has n of them at full size.
func Many(n int) int {
	if fullSize() || n < 1000 {
		return n
	}
	return n / 40
}

// OfOneSize skips a test whose attempts have no smaller size, since each takes all that it may, unless attempts have
// their full size.
func OfOneSize(t testing.TB) {
	t.Helper()
	if !fullSize() {
		t.Skip("NPLINT_ATTEMPTS=full tries this, as .ci/run does")
	}
}

// mostTime is how much time of the processors an attempt may take at full size, on a slow machine under load: four times
// what SECURITY.md promises for a usual one.
const mostTime = 12 * time.Second

// Bound fails a test if what it runs allocates more than so many bytes or, at full size, takes too long.
func Bound(t testing.TB, bytes uint64, run func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := processorTime()
	run()
	took := processorTime() - start
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > bytes {
		t.Errorf("%d MB were allocated, and %d are the most", got>>20, bytes>>20)
	}
	if took > mostTime && fullSize() {
		t.Errorf("the processors took %v, and %v is the most", took.Round(time.Millisecond), mostTime)
	}
}
