package document

import "testing"

func TestOneOf(t *testing.T) {
	for _, test := range []struct {
		want    string
		choices []string
	}{
		{"nothing at all", nil},
		{"a", []string{"a"}},
		{"a", []string{"a", "a"}},
		{"a or b", []string{"a", "b"}},
		{"b, a or c", []string{"b", "a", "b", "c", "a"}},
	} {
		if got := OneOf(test.choices); got != test.want {
			t.Errorf("OneOf(%q) is %q, not %q", test.choices, got, test.want)
		}
	}
}
