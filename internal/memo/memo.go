// Package memo keeps what was found out once, and expressions that were compiled once.
package memo

import "sync"

// Memo keeps what was found out once, by a key. The zero value is ready for use, by several goroutines.
type Memo[K comparable, V any] struct {
	mutex sync.RWMutex
	found map[K]func() V
	order []K // of what is kept, if not all is
}

// Known returns what was found out for a key, if it was: who asks often need not make a function that finds it out.
func (m *Memo[K, V]) Known(key K) (value V, ok bool) {
	m.mutex.RLock()
	found := m.found[key]
	m.mutex.RUnlock()
	if found == nil {
		return value, false
	}
	return found(), true
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
	return found()
}

// add notes how to find out what belongs to a key, unless somebody else has just done so.
func (m *Memo[K, V]) add(most int, key K, find func() V) func() V {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.found == nil {
		m.found = map[K]func() V{}
	}
	found := m.found[key]
	if found == nil {
		found = sync.OnceValue(find)
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
