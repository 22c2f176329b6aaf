package paths

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// TestLinks holds what links lead to against what the standard library says: of many made by chance, of a circle, and of
// chains that are longer than is followed.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	link := func(target, name string) {
		t.Helper()
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip("there are no links here")
		}
	}
	for _, sub := range []string{"a/b", "c"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"f", "a/f", "a/b/f"} {
		if err := os.WriteFile(filepath.Join(dir, file), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	names := []string{"a", "a/b", "c", "f", "a/f", "a/b/f", "gone", "a/gone"}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 200 {
		at := []string{"", "a/", "a/b/", "c/"}[r.IntN(4)]
		target := names[r.IntN(len(names))]
		switch r.IntN(6) {
		case 0:
			target = filepath.Join(dir, target)
		case 1:
			target += "/../" + names[r.IntN(len(names))]
		case 2:
			target += "/"
		case 3:
			target = "./" + target + "/."
		default:
			target = "../" + target
		}
		name := fmt.Sprintf("%sl%d", at, i)
		link(target, name)
		names = append(names, name)
	}
	link("y", "x")
	link("x", "y")
	names = append(names, "x", "y", "x/z")
	for i := range 300 {
		link(fmt.Sprintf("k%d", i+1), fmt.Sprintf("k%d", i))
		names = append(names, fmt.Sprintf("k%d", i), fmt.Sprintf("k%d/b/f", i))
	}
	link("a", "k300")
	var links Links
	found := 0
	for _, name := range names {
		path := filepath.Join(dir, name)
		want, wantErr := filepath.EvalSymlinks(path)
		got, err := links.Real(path)
		if got != want || (err == nil) != (wantErr == nil) {
			t.Errorf("%s leads to %q (%v), want %q (%v)", name, got, err, want, wantErr)
		}
		if err == nil {
			found++
		} else if Reason(err).Error() != Reason(wantErr).Error() && Reason(wantErr).Error() != "EvalSymlinks: too many links" {
			t.Errorf("%s: %v, want %v", name, err, wantErr)
		}
	}
	if found < 100 || found == len(names) {
		t.Errorf("%d of %d lead anywhere", found, len(names))
	}
}
