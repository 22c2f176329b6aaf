package document

import (
	"reflect"
	"slices"

	"github.com/nplint/nplint/internal/memo"
)

// Memo keeps what was found out once of the project that a Set shows, by a key. What is found comes from the key and
// from what the Set is asked (see Set.Uses), so that it can be found out again where a project is kept and its files
// change. The zero value is ready for use, by several goroutines.
type Memo[K comparable, V any] struct {
	Most  int  // how many answers are kept, those that were found last; 0 is all
	Quick bool // an answer takes no time, so it is kept only to be compared with the next one in a project that is kept

	once  memo.Memo[K, V]
	later answers
}

// Known returns the answer to a key if there is one that needs no asking whether it still holds. Who asks of every
// document need not make a function for Get then.
func (m *Memo[K, V]) Known(s *Set, key K) (value V, ok bool) {
	if s.trace != nil || m.Quick {
		return value, false
	}
	return m.once.Known(key)
}

// Get returns what find returns for a key. It is called once, by whoever asks first, and once more in each version of a
// project that is kept in which it could return something else.
func (m *Memo[K, V]) Get(s *Set, key K, find func() V) V {
	switch {
	case s.trace != nil:
		value, _ := m.later.get(s.trace, m.Most, key, reflect.TypeFor[V], func() any { return find() }).(V)
		return value
	case m.Quick:
		return find()
	}
	return m.once.Latest(m.Most, key, find)
}

// answers is those of a Memo in a project that is kept. It is of no types, so that it is compiled once.
type answers struct {
	kept  map[any]*kept // by their keys
	order []*kept       // of those that have their answers, if not all have
}

// kept is an answer in a project that is kept.
type kept struct {
	origin
	value any
	has   bool
	known bool // it had its answer, which was let go to save memory
	plain bool // values can be compared
}

// get is Memo.Get, of values of a type of which most are kept.
func (a *answers) get(t *trace, most int, key any, of func() reflect.Type, find func() any) any {
	k := a.kept[key]
	if k == nil {
		if a.kept == nil {
			a.kept = map[any]*kept{}
		}
		k = &kept{plain: isPlain(of(), map[reflect.Type]bool{})}
		k.again = func() {
			defer func() { // nobody may need it any more; who does hears why find panics
				if recover() != nil {
					k.forget(t)
				}
			}()
			if k.plain && k.has {
				k.find(t, find)
			} else {
				k.forget(t)
			}
		}
		a.kept[key] = k
	}
	defer t.note(&k.origin) // even if find panics
	value := k.value
	if holds := t.holds(&k.origin); !k.has || !holds {
		k.known = k.known && holds
		k.find(t, find)
		value = k.value
		a.bound(k, most)
	}
	return value
}

// bound lets the eldest answer go for one that has come, if only so many are kept.
func (a *answers) bound(k *kept, most int) {
	if most == 0 || slices.Contains(a.order, k) {
		return
	}
	if a.order = append(a.order, k); len(a.order) > most {
		eldest := a.order[0]
		eldest.value, eldest.known, eldest.has = nil, eldest.has, false
		a.order = a.order[1:]
	}
}

// find finds the answer out. If it is the same as before, what came from it still holds.
func (k *kept) find(t *trace, find func() any) {
	before, had := k.value, k.has
	k.has = false // unless find returns
	t.find(&k.origin, func() { k.value = find() })
	k.has = true
	switch {
	case had && k.plain && reflect.DeepEqual(before, k.value):
		k.value = before // others that hold it may compare pointers
	case !k.known:
		k.changed = t.now
	}
	k.known = false
}

// forget lets the answer go, which nobody may need any more.
func (k *kept) forget(t *trace) {
	k.value, k.has, k.known, k.from, k.doubt = nil, false, false, nil, false
	k.changed, k.held = t.now, t.now
}

// isPlain reports whether values of a type are made of texts, numbers and truth values alone, so that two can be
// compared in little time. known are the types that are being looked at.
func isPlain(t reflect.Type, known map[reflect.Type]bool) bool {
	if known[t] {
		return true
	}
	known[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return isPlain(t.Elem(), known)
	case reflect.Map:
		return isPlain(t.Key(), known) && isPlain(t.Elem(), known)
	case reflect.Struct:
		for i := range t.NumField() {
			if !isPlain(t.Field(i).Type, known) {
				return false
			}
		}
		return true
	case reflect.Func, reflect.Interface, reflect.Chan, reflect.UnsafePointer:
		return false
	}
	return true
}
