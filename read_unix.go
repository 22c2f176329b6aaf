//go:build unix

package nplint

import (
	"sync"
	"syscall"
)

var buffers = sync.Pool{New: func() any { return new([64 << 10]byte) }}

// readFile reads a file of at most limit bytes; a larger one is a *tooLarge. Most artefacts are small, and for a small file os.Open
// costs more than reading it: it asks for the size and tries to register the file for polling. So the bytes are asked for at
// once, and only a file that fills the buffer goes the long way.
func readFile(file string, limit int) ([]byte, error) {
	// A pipe that took the place of the file since it was looked at must not make us wait.
	fd, err := openRetry(file, syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_NONBLOCK)
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	buffer := buffers.Get().(*[64 << 10]byte)
	defer buffers.Put(buffer)
	n, err := syscall.Read(fd, buffer[:])
	if err != nil || n == 0 || n == len(buffer) || n > limit {
		return readAny(file, limit)
	}
	return append([]byte(nil), buffer[:n]...), nil
}

// openRetry opens a path, again if a signal came in between.
func openRetry(path string, flags int) (fd int, err error) {
	for {
		if fd, err = syscall.Open(path, flags, 0); err != syscall.EINTR {
			return fd, err
		}
	}
}
