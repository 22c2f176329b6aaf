package nplint

import (
	"runtime/debug"

	"github.com/nplint/nplint/internal/version"
)

// Version is the version of nplint, without a leading v.
const Version = version.Nplint

// Commit returns the revision that the binary was built from and its date, as the build recorded them; both are "" if
// it recorded none.
func Commit() (revision, date string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", ""
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value
		case "vcs.time":
			date = s.Value
		}
	}
	return revision, date
}
