package notation

import "strings"

// Whole returns a version without .0 at its end: 1.0 is 1.
func Whole(version string) string { return strings.TrimSuffix(version, ".0") }

// IsPart reports whether a version is another one, or one of its parts: 1.1.2 is a part of 1.1.
func IsPart(version, whole string) bool {
	version, whole = strings.ToLower(version), strings.ToLower(whole)
	return Whole(version) == Whole(whole) || strings.HasPrefix(version, whole+".")
}
