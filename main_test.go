package nplint

import (
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/scratch"
)

// TestMain frees the tests of what git is told by whoever starts them, be it a hook: a test must never reach another repository than its own, nor
// depend on the user's configuration.
func TestMain(m *testing.M) {
	defer scratch.InMemory()()
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "GIT_") {
			_ = os.Unsetenv(name)
		}
	}
	for name, value := range map[string]string{"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CEILING_DIRECTORIES": os.TempDir()} {
		if err := os.Setenv(name, value); err != nil {
			panic(err)
		}
	}
	debug.SetGCPercent(400) // what tests leave is small, and collecting it takes some of their time
	m.Run()
}
