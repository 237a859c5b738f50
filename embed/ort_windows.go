//go:build ort && windows

package embed

import "syscall"

const libraryName = "onnxruntime.dll"

func openLibrary(name string) (uintptr, error) {
	lib, err := syscall.LoadLibrary(name)
	return uintptr(lib), err
}

func symbol(lib uintptr, name string) (uintptr, error) {
	return syscall.GetProcAddress(syscall.Handle(lib), name)
}
