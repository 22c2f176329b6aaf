// Command linked tells what is linked into a Go binary, from the information that the binary itself carries.
//
//	linked notices BINARY FILE  writes the licences of its modules and of Go
//	linked sbom BINARY FILE     writes its bill of materials, CycloneDX 1.6 as JSON
//
// The same binary gives the same bytes, on every machine and at any time.
package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "linked:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 3 {
		return errors.New("usage: linked notices|sbom BINARY FILE")
	}
	info, err := buildinfo.ReadFile(args[1])
	if err != nil {
		return err
	}
	var out bytes.Buffer
	switch args[0] {
	case "notices":
		err = notices(&out, info)
	case "sbom":
		err = sbom(&out, info, args[1])
	default:
		return fmt.Errorf("there is no %q; it is notices or sbom", args[0])
	}
	if err != nil {
		return err
	}
	return os.WriteFile(args[2], out.Bytes(), 0o644)
}

// modules returns what is linked beside the main module, with what replaces a module in its place.
func modules(info *debug.BuildInfo) []debug.Module {
	var all []debug.Module
	for _, dep := range info.Deps {
		if dep.Replace != nil {
			dep = dep.Replace
		}
		all = append(all, *dep)
	}
	return all
}

// legal are the names of files in the root of a module that say under which terms it is.
var legal = regexp.MustCompile(`(?i)licen[cs]e|^(copying|copyright|notice|patents)(\.(md|txt))?$`)

// notices writes the terms of everything that is linked.
func notices(w *bytes.Buffer, info *debug.BuildInfo) error {
	fmt.Fprintf(w, "%s contains what follows, under these terms.\n", filepath.Base(info.Path))
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	title := "Go " + strings.TrimPrefix(info.GoVersion, "go") + ", its standard library and runtime"
	if err := terms(w, title, strings.TrimSpace(string(goroot))); err != nil {
		return err
	}
	for _, module := range modules(info) {
		dir, err := source(module)
		if err != nil {
			return err
		}
		if err := terms(w, module.Path+" "+module.Version, dir); err != nil {
			return err
		}
	}
	return nil
}

// source returns the directory of the module cache that a module is in.
func source(module debug.Module) (string, error) {
	name := module.Path + "@" + module.Version
	out, err := exec.Command("go", "mod", "download", "-json", name).Output()
	if err != nil {
		return "", fmt.Errorf("go mod download %s: %w", name, err)
	}
	var found struct{ Dir string }
	if err := json.Unmarshal(out, &found); err != nil {
		return "", fmt.Errorf("go mod download %s: %w", name, err)
	}
	return found.Dir, nil
}

// terms writes the legal files in a directory below a title. That there are none is an error.
func terms(w *bytes.Buffer, title, dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	rule := strings.Repeat("=", 80)
	fmt.Fprintf(w, "\n%s\n%s\n%s\n", rule, title, rule)
	found := false
	for _, entry := range entries {
		if !entry.Type().IsRegular() || !legal.MatchString(entry.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return err
		}
		found = true
		fmt.Fprintf(w, "\n%s\n", bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))))
	}
	if !found {
		return fmt.Errorf("%s has no licence in %s", title, dir)
	}
	return nil
}

// sbom writes the bill of materials. Build information does not say which module needs which, so the binary depends on
// all of them.
func sbom(w io.Writer, info *debug.BuildInfo, binary string) error {
	content, err := os.ReadFile(binary)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(content)
	main := component(cdx.ComponentTypeApplication, info.Main.Path, info.Main.Version)
	main.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(sum[:])}}
	var properties []cdx.Property
	for _, setting := range info.Settings {
		properties = append(properties, cdx.Property{Name: "go:build:" + setting.Key, Value: setting.Value})
	}
	main.Properties = &properties

	components := []cdx.Component{component(cdx.ComponentTypeLibrary, "std", strings.TrimPrefix(info.GoVersion, "go"))}
	for _, module := range modules(info) {
		c := component(cdx.ComponentTypeLibrary, module.Path, module.Version)
		c.Properties = &[]cdx.Property{{Name: "go:sum", Value: module.Sum}}
		components = append(components, c)
	}
	var needed []string
	dependencies := []cdx.Dependency{{Ref: main.BOMRef, Dependencies: &needed}}
	for _, c := range components {
		needed = append(needed, c.BOMRef)
		dependencies = append(dependencies, cdx.Dependency{Ref: c.BOMRef})
	}

	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{Component: &main}
	bom.Components = &components
	bom.Dependencies = &dependencies
	return cdx.NewBOMEncoder(w, cdx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(bom, cdx.SpecVersion1_6)
}

func component(kind cdx.ComponentType, name, version string) cdx.Component {
	url := "pkg:golang/" + name + "@" + version
	return cdx.Component{BOMRef: url, Type: kind, Name: name, Version: version, PackageURL: url}
}
