package git

import (
	"context"
	"strings"
	"sync"
)

// Answers asks git about a state, and the same question once: what git knows does not change while a run lasts, which
// judges a project again for each fix that it tries. Whoever gets an answer leaves it as it is.
type Answers struct {
	state    State
	ignoring *Ignoring

	committed   once[map[string][]byte]
	tracked     once[map[string][]string]
	executables once[[]string]
	ignored     once[map[string]bool]
}

// NewAnswers asks nothing yet.
func NewAnswers(s State) *Answers { return &Answers{state: s, ignoring: NewIgnoring(s.Base)} }

// Committed is that of the state.
func (a *Answers) Committed(ctx context.Context, names []string) (map[string][]byte, error) {
	return a.committed.get(names, func() (map[string][]byte, error) { return a.state.Committed(ctx, names) })
}

// Tracked is that of the state.
func (a *Answers) Tracked(ctx context.Context, dirs []string) (map[string][]string, error) {
	return a.tracked.get(dirs, func() (map[string][]string, error) { return a.state.Tracked(ctx, dirs) })
}

// Executables is that of the state.
func (a *Answers) Executables(ctx context.Context) ([]string, error) {
	return a.executables.get(nil, func() ([]string, error) { return a.state.Executables(ctx) })
}

// Ignored is that of an Ignoring.
func (a *Answers) Ignored(ctx context.Context, names []string) (map[string]bool, error) {
	return a.ignored.get(names, func() (map[string]bool, error) { return a.ignoring.Ignored(ctx, names) })
}

// once holds answers by the names that they were asked for.
type once[T any] struct {
	mutex sync.Mutex
	of    map[string]func() (T, error)
}

func (o *once[T]) get(names []string, ask func() (T, error)) (T, error) {
	key := strings.Join(names, "\x00")
	o.mutex.Lock()
	if o.of == nil {
		o.of = map[string]func() (T, error){}
	}
	answer := o.of[key]
	if answer == nil {
		answer = sync.OnceValues(ask)
		o.of[key] = answer
	}
	o.mutex.Unlock()
	return answer()
}
