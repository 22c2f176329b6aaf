package document_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/dialect"
	"github.com/nplint/nplint/fixtures"
)

// BenchmarkParseVerification parses a report of about 2 KB: flat frontmatter, headings and labelled fields.
func BenchmarkParseVerification(b *testing.B) {
	benchmarkParse(b, "verification", "nubos/verification")
}

// BenchmarkParseAgent parses a prompt of about 6 KB: prose with lists, tables, fences and a comment.
func BenchmarkParseAgent(b *testing.B) { benchmarkParse(b, "agent", "nubos/agent") }

func benchmarkParse(b *testing.B, kind, contract string) {
	f := fixtures.Artefact(fixtures.Options{Kind: kind, Seed: 1}, 0)
	in := &document.Input{Path: f.Path, Kind: contract, Dialect: "nubos", Reader: dialect.Read}
	read := func(*document.Input) ([]byte, *document.Problem) { return f.Data, nil }
	b.SetBytes(int64(len(f.Data)))
	b.ReportAllocs()
	for b.Loop() {
		if d := document.Parse(in, read); !d.Readable() {
			b.Fatalf("%s is not readable", d.Path)
		}
	}
}
