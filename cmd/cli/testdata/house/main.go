// Command house is nplint with a rule of a team's own.
package main

import (
	"embed"

	"example.org/house/prose"
	"github.com/nplint/nplint/cmd/cli"
)

//go:embed pages/*/*.md
var pages embed.FS

func main() { cli.Main(pages, prose.Analyzer) }
