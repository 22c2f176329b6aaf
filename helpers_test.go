package nplint_test

import (
	"os"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

// options writes an archive to disk and returns the options of a run there.
func options(t testing.TB, archive string) nplint.Options {
	t.Helper()
	return nplinttest.Options(t, txtar.Parse([]byte(archive)).Files)
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
