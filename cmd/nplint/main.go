// Command nplint checks the planning artefacts of AI-assisted teams. All of it is in package cli.
package main

import "github.com/nplint/nplint/cmd/cli"

func main() { cli.Main(nil) }
