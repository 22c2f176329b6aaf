package model

import (
	"reflect"
	"strings"
	"testing"
)

func TestDifferInWord(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"allowedHosts", "allowedDomains", true},
		{"denyWrite", "allowWrite", true},
		{"allowedDomains", "allowedDomains", false},
		{"allowedHosts", "deniedDomains", false},
		{"allowedHosts", "allowedHostsOnly", false},
		{"enabled", "disabled", true}, // one word: who asks asks for keys of several
		{"allowURLs", "allowUrls", false},
	} {
		if got := differInWord(camelWords(c.a), camelWords(c.b)); got != c.want {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
	for _, want := range []string{"allow Managed Read Paths Only", "deny All Zones", "U R Ls", "deny"} {
		if got := strings.Join(camelWords(strings.ReplaceAll(want, " ", "")), " "); got != want {
			t.Errorf("%s; want %s", got, want)
		}
	}
}

// TestKeyPlaces asks a schema where its keys may stand.
func TestKeyPlaces(t *testing.T) {
	object := func(pairs ...any) map[string]any {
		properties := map[string]any{}
		for i := 0; i < len(pairs); i += 2 {
			properties[pairs[i].(string)] = pairs[i+1]
		}
		return map[string]any{"type": "object", "properties": properties}
	}
	leaf := map[string]any{"type": "string"}
	schema := object("enabled", leaf, "network", object("allowed", leaf, "port", leaf), "files", object("allowed", leaf))
	got := keyPlaces(schema, "sandbox")
	want := map[string][]string{
		"enabled": {"sandbox.enabled"},
		"network": {"sandbox.network"},
		"files":   {"sandbox.files"},
		"port":    {"sandbox.network.port"},
		"allowed": {"sandbox.files.allowed", "sandbox.network.allowed"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
