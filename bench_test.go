package nplint_test

import (
	"context"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/fixtures"
)

// TestGenerate holds the generator and nplint against each other: nothing is found in what is right, and every fault that was put in is
// found by its rule in its file, and in no other.
func TestGenerate(t *testing.T) {
	for _, kind := range fixtures.Kinds() {
		for _, share := range []float64{0, 0.5, 1} {
			dir, o := t.TempDir(), fixtures.Options{Kind: kind, Count: 200, Faults: share, Seed: 7}
			if err := fixtures.Generate(dir, o); err != nil {
				t.Fatal(err)
			}
			report, err := nplint.Run(context.Background(), nplint.Options{Dir: dir})
			if err != nil {
				t.Fatal(err)
			}
			if report.Summary.Files < o.Count {
				t.Errorf("%s: %d of %d files were judged", kind, report.Summary.Files, o.Count)
			}
			found := map[string][]string{}
			for _, f := range report.Findings {
				found[f.Path] = append(found[f.Path], f.Rule)
			}
			faulty := 0
			for i := range o.Count {
				f := fixtures.Artefact(o, i)
				want := 0
				if f.Fault != "" {
					want, faulty = 1, faulty+1
				}
				if got := found[f.Path]; len(got) != want || want == 1 && got[0] != f.Fault {
					t.Errorf("%s has the fault %q, and nplint finds %q", f.Path, f.Fault, got)
				}
			}
			if least, most := int(share*160), min(o.Count, int(share*240)); faulty < least || faulty > most {
				t.Errorf("%s: %d of %d artefacts are faulty, and the share is to be %g", kind, faulty, o.Count, share)
			}
		}
	}
}

// BenchmarkContract judges one verification of about 2 KB that is in memory: what a hook or an editor asks for.
func BenchmarkContract(b *testing.B) {
	dir := b.TempDir()
	f := fixtures.Artefact(fixtures.Options{Kind: "verification", Seed: 1}, 0)
	file := filepath.Join(dir, filepath.Base(f.Path))
	o := nplint.Options{Dir: dir, Paths: []string{file}, Kind: "nubos/verification", Overlay: map[string][]byte{file: f.Data}}
	b.SetBytes(int64(len(f.Data)))
	b.ReportAllocs()
	for b.Loop() {
		lint(b, o, 1)
	}
}

// BenchmarkRun1000 judges 1,000 verifications on disk.
func BenchmarkRun1000(b *testing.B) { benchmarkRun(b, "verification", 1000) }

// BenchmarkRun10000Mixed judges 10,000 artefacts of all kinds on disk.
func BenchmarkRun10000Mixed(b *testing.B) { benchmarkRun(b, fixtures.Mixed, 10000) }

func benchmarkRun(b *testing.B, kind string, count int) {
	dir := b.TempDir()
	if err := fixtures.Generate(dir, fixtures.Options{Kind: kind, Count: count, Seed: 1}); err != nil {
		b.Fatal(err)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // as the command does
	o := nplint.Options{Dir: dir}
	debug.FreeOSMemory()
	lint(b, o, count)
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory) // what one run took from the system for its heap, most of it in use at its peak
	for b.Loop() {
		lint(b, o, count)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(count), "ns/file")
	b.ReportMetric(float64(memory.HeapSys-memory.HeapReleased)/1e6, "peak-heap-MB")
}

// lint fails unless a run judges at least count files and finds nothing.
func lint(b *testing.B, o nplint.Options, count int) {
	report, err := nplint.Run(context.Background(), o)
	if err != nil {
		b.Fatal(err)
	}
	if len(report.Findings) > 0 || report.Summary.Files < count {
		b.Fatalf("%d findings in %d files; expected none in %d", len(report.Findings), report.Summary.Files, count)
	}
}

// BenchmarkRunProject judges a whole project of 200 milestones with 4 slices and 12 tasks each, 8,404 artefacts that all refer to one another.
func BenchmarkRunProject(b *testing.B) { benchmarkRun(b, fixtures.Project, 200) }

// BenchmarkRunGSD judges projects of GSD with 2,000 artefacts in all.
func BenchmarkRunGSD(b *testing.B) { benchmarkRun(b, fixtures.GSD, 2000) }
