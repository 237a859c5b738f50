//go:build ort && (linux || darwin || freebsd)

package embed

import (
	"runtime"

	"github.com/ebitengine/purego"
)

var libraryName = map[bool]string{false: "libonnxruntime.so", true: "libonnxruntime.dylib"}[runtime.GOOS == "darwin"]

func openLibrary(name string) (uintptr, error) {
	return purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_LOCAL)
}

func symbol(lib uintptr, name string) (uintptr, error) { return purego.Dlsym(lib, name) }
