// Package memo keeps what was found out once, and expressions that were compiled once.
package memo

import (
	"sync"
	"sync/atomic"
)

// Memo keeps what was found out once, by a key. The zero value is ready for use, by several goroutines.
type Memo[K comparable, V any] struct {
	mutex sync.RWMutex
	found map[K]*answer[V]
	order []K // of what is kept, if not all is
}

// answer is what belongs to a key. It is sync.OnceValue, but that little of it is compiled anew for each type: the program
// is 120 KB smaller.
type answer[V any] struct {
	turn
	find  func() V
	value V
}

func (a *answer[V]) get() V {
	if !a.has.Load() {
		a.take(func() { a.value, a.find = a.find(), nil })
	}
	return a.value
}

// turn is that of whoever asks first.
type turn struct {
	once    sync.Once
	has     atomic.Bool // an answer
	problem any         // that find panicked with
}

// take calls find unless it was called before. Whoever comes later waits for it, and hears of its panic, too.
func (t *turn) take(find func()) {
	t.once.Do(func() {
		defer func() {
			if !t.has.Load() {
				t.problem = recover()
			}
		}()
		find()
		t.has.Store(true)
	})
	if !t.has.Load() {
		panic(t.problem)
	}
}

// Known returns what was found out for a key, if it was: who asks often need not make a function that finds it out.
func (m *Memo[K, V]) Known(key K) (value V, ok bool) {
	m.mutex.RLock()
	found := m.found[key]
	m.mutex.RUnlock()
	if found == nil {
		return value, false
	}
	return found.get(), true
}

// Get returns what find returns for a key. It is called once, by whoever asks first; others wait for it.
func (m *Memo[K, V]) Get(key K, find func() V) V { return m.Latest(0, key, find) }

// Latest is Get where only so many are kept, those that were found last; 0 is all.
func (m *Memo[K, V]) Latest(most int, key K, find func() V) V {
	m.mutex.RLock()
	found := m.found[key]
	m.mutex.RUnlock()
	if found == nil {
		found = m.add(most, key, find)
	}
	return found.get()
}

// add notes how to find out what belongs to a key, unless somebody else has just done so.
func (m *Memo[K, V]) add(most int, key K, find func() V) *answer[V] {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.found == nil {
		m.found = map[K]*answer[V]{}
	}
	found := m.found[key]
	if found == nil {
		found = &answer[V]{find: find}
		m.found[key] = found
		if most == 0 {
			return found
		}
		if m.order = append(m.order, key); len(m.order) > most {
			delete(m.found, m.order[0])
			m.order = m.order[1:]
		}
	}
	return found
}
