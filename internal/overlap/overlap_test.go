package overlap_test

import (
	"testing"

	"github.com/nplint/nplint/internal/overlap"
)

// TestShared counts significant words by their stems, whatever their case, and numbers.
func TestShared(t *testing.T) {
	for _, c := range []struct {
		text, other string
		shared, all int
	}{
		{"The reservations are listed", "list each reservation", 2, 2},
		{"reserve RESERVED reserves", "reserve", 1, 1},
		{"at 42 or 7 do", "42", 1, 2},
		{"Bücher über Äpfel", "Ein Buch", 1, 2},
		{"swimming, and swimmers", "a swim", 1, 1},
		{"don’t stop", "stop", 1, 2},
		{"", "stop", 0, 0},
		{"a b", "stop", 0, 0},
	} {
		var words overlap.Words
		words.Read(c.other)
		if shared, all := overlap.Shared(c.text, &words); shared != c.shared || all != c.all {
			t.Errorf("%q in %q: %d of %d, want %d of %d", c.text, c.other, shared, all, c.shared, c.all)
		}
	}
}

// TestUncovered guesses in English and German, and says nothing of other languages or between two.
func TestUncovered(t *testing.T) {
	const (
		english = "The till prints the receipt with the price of the ticket, and the turnstile reads the code of the visitor."
		german  = "Die Kasse druckt den Beleg mit dem Preis der Karte, und das Drehkreuz liest den Code von jedem Besucher."
		french  = "La caisse imprime le reçu avec le prix du billet, et le tourniquet lit le code du visiteur."
	)
	for _, c := range []struct {
		text, in, tasks string
		want            bool
	}{
		{"Receipts are printed with tax and shown", english, english, false},
		{"Expired permits are announced by letter", english, english, true},
		{"Abgelaufene Ausweise werden mit der Post gemeldet und sind nicht mehr gültig", german, german, true},
		{"Der Preis jeder Karte steht auf dem Beleg", german, german, false},
		{"Les permis expirés sont annoncés par lettre", french, french, false},
		{"Expired permits are announced by letter", english, german, false},
	} {
		if got := overlap.Uncovered(c.text, 2.0/7, overlap.Of(c.in), overlap.Of(c.tasks)()); got != c.want {
			t.Errorf("%q: %v, want %v", c.text, got, c.want)
		}
	}
}
