package nplint

import (
	"bytes"
	"encoding/binary"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"unsafe"
)

var direntBuffers = sync.Pool{New: func() any { return new([16 << 10]byte) }}

// readDir returns the entries of a directory in no particular order. Planning projects have a directory for every task, and os.ReadDir
// makes twice as many system calls for each as are needed.
func readDir(dir string) ([]entry, error) {
	fd, err := openRetry(dir, syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_DIRECTORY)
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	buffer := direntBuffers.Get().(*[16 << 10]byte)
	defer direntBuffers.Put(buffer)
	var entries []entry
	for {
		n, err := syscall.ReadDirent(fd, buffer[:])
		if err == syscall.EINTR {
			continue
		}
		if n <= 0 || err != nil {
			return entries, err
		}
		entries = appendDirents(entries, dir, buffer[:n])
	}
}

// appendDirents decodes what the kernel wrote: records of struct linux_dirent64.
func appendDirents(entries []entry, dir string, records []byte) []entry {
	const name = int(unsafe.Offsetof(syscall.Dirent{}.Name))
	for len(records) >= name {
		length := int(binary.NativeEndian.Uint16(records[unsafe.Offsetof(syscall.Dirent{}.Reclen):]))
		if length < name || length > len(records) {
			break
		}
		text := records[name:length]
		if end := bytes.IndexByte(text, 0); end >= 0 {
			text = text[:end]
		}
		kind := records[unsafe.Offsetof(syscall.Dirent{}.Type)]
		records = records[length:]
		if s := string(text); s != "." && s != ".." {
			entries = append(entries, entry{s, direntMode(dir, s, kind)})
		}
	}
	return entries
}

func direntMode(dir, name string, kind byte) fs.FileMode {
	switch kind {
	case syscall.DT_REG:
		return 0
	case syscall.DT_DIR:
		return fs.ModeDir
	case syscall.DT_LNK:
		return fs.ModeSymlink
	case syscall.DT_FIFO:
		return fs.ModeNamedPipe
	case syscall.DT_SOCK:
		return fs.ModeSocket
	case syscall.DT_CHR, syscall.DT_BLK:
		return fs.ModeDevice
	}
	// The file system does not tell the type.
	info, err := os.Lstat(filepath.Join(dir, name))
	if err != nil {
		return fs.ModeIrregular
	}
	return info.Mode().Type()
}
