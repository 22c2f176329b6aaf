// Package memo keeps what was found out once, and expressions that were compiled once.
package memo

import "sync"

// Memo keeps what was found out once, by a key. The zero value is ready for use, by several goroutines.
type Memo[K comparable, V any] struct {
	mutex sync.RWMutex
	found map[K]func() V
}

// Get returns what find returns for a key. It is called once, by whoever asks first; others wait for it.
func (m *Memo[K, V]) Get(key K, find func() V) V {
	m.mutex.RLock()
	found := m.found[key]
	m.mutex.RUnlock()
	if found == nil {
		found = m.add(key, find)
	}
	return found()
}

// add notes how to find out what belongs to a key, unless somebody else has just done so.
func (m *Memo[K, V]) add(key K, find func() V) func() V {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.found == nil {
		m.found = map[K]func() V{}
	}
	if m.found[key] == nil {
		m.found[key] = sync.OnceValue(find)
	}
	return m.found[key]
}
