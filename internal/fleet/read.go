package fleet

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/nplint/nplint/internal/report"
)

// reportVersion is the version of a report's JSON that Read knows.
const reportVersion = 1

// Read reads the JSON of one report and gives each of its findings away, of which it keeps none. If it returns an
// error, what was given away is not to be counted.
func Read(r io.Reader, each func(*report.Finding)) (summary report.Summary, err error) {
	d := json.NewDecoder(r)
	if err := open(d, '{', "an object"); err != nil {
		return summary, err
	}
	seen := map[string]bool{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return summary, broken(err)
		}
		name, _ := key.(string)
		seen[name] = true
		switch name {
		case "version":
			err = readVersion(d)
		case "merged":
			return summary, errors.New("it is a merged report, and not the report of a run; --since takes it")
		case "findings":
			err = readFindings(d, each)
		case "summary":
			err = broken(d.Decode(&summary))
		default:
			err = broken(d.Decode(&json.RawMessage{}))
		}
		if err != nil {
			return summary, err
		}
	}
	if _, err := d.Token(); err != nil {
		return summary, broken(err)
	}
	for _, key := range []string{"version", "findings", "summary"} {
		if !seen[key] {
			return summary, fmt.Errorf("it is no report of `nplint -o json`: it has no %q", key)
		}
	}
	return summary, atEnd(d)
}

func readVersion(d *json.Decoder) error {
	var version any
	if err := d.Decode(&version); err != nil {
		return broken(err)
	}
	if version != float64(reportVersion) {
		return fmt.Errorf("its version is %.20s, and this nplint reads version %d", fmt.Sprint(version), reportVersion)
	}
	return nil
}

func readFindings(d *json.Decoder, each func(*report.Finding)) error {
	if err := open(d, '[', "a list of findings"); err != nil {
		return err
	}
	for d.More() {
		var f report.Finding
		if err := d.Decode(&f); err != nil {
			return broken(err)
		}
		if !whole(&f) {
			return errors.New("it is no report of `nplint -o json`: a finding lacks its rule, path or message, or the path of another place")
		}
		if !few(&f) {
			const many = "it is no report of `nplint -o json`: a finding tells of %d other places, and %d are the most"
			return fmt.Errorf(many, len(f.Related), report.MaxRelated)
		}
		each(&f)
	}
	_, err := d.Token()
	return broken(err)
}

// few reports whether a finding tells of no more other places than those that nplint writes do: each takes far more
// room in what is made of a report than in it.
func few(f *report.Finding) bool { return len(f.Related) <= report.MaxRelated }

// whole reports whether a finding says what all that nplint writes say. What says nothing takes so little room in a report
// that what is made of it would take hundreds of times as much.
func whole(f *report.Finding) bool {
	nowhere := func(e report.Edit) bool { return e.Path == "" }
	return f.Rule != "" && f.Path != "" && f.Message != "" &&
		!slices.ContainsFunc(f.Related, func(r report.Related) bool { return r.Path == "" }) &&
		!slices.ContainsFunc(f.Fixes, func(x report.Fix) bool { return slices.ContainsFunc(x.Edits, nowhere) })
}

// ReadMerged reads the JSON of a merged report.
func ReadMerged(r io.Reader) (*Report, error) {
	d := json.NewDecoder(r)
	merged := &Report{}
	if err := d.Decode(merged); err != nil {
		return nil, broken(err)
	}
	switch {
	case !merged.Merged:
		return nil, errors.New("it is no report of `nplint merge -o json`")
	case merged.Version != Version:
		return nil, fmt.Errorf("its version is %d, and this nplint reads version %d", merged.Version, Version)
	}
	return merged, atEnd(d)
}

func open(d *json.Decoder, want json.Delim, what string) error {
	token, err := d.Token()
	switch {
	case err != nil:
		return broken(err)
	case token != want:
		return fmt.Errorf("it is no report of `nplint -o json`: %s is to be there", what)
	}
	return nil
}

func atEnd(d *json.Decoder) error {
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is something behind the report")
	}
	return nil
}

// broken says what is wrong with JSON.
func broken(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it is empty or cut off")
	case errors.As(err, &syntax):
		return fmt.Errorf("it is no JSON at byte %d: %w", syntax.Offset, err)
	case errors.As(err, &kind):
		return fmt.Errorf("it is no report of `nplint -o json`: %s is a %s", kind.Field, kind.Value)
	}
	return err
}
