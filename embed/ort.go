//go:build ort

package embed

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

// The functions of the C API of ONNX Runtime, by their place in its table, which only grows.
const (
	apiErrorMessage      = 2
	apiCreateEnv         = 3
	apiCreateFromArray   = 8
	apiRun               = 9
	apiCreateOptions     = 10
	apiSetOptimization   = 23
	apiSetIntraThreads   = 24
	apiInputCount        = 30
	apiOutputCount       = 31
	apiInputName         = 36
	apiOutputName        = 37
	apiTensorWithData    = 49
	apiTensorData        = 51
	apiDimensionsCount   = 61
	apiDimensions        = 62
	apiElementType       = 60
	apiTensorShape       = 65
	apiCPUMemory         = 69
	apiFree              = 76
	apiDefaultAllocator  = 78
	apiReleaseStatus     = 93
	apiReleaseMemoryInfo = 94
	apiReleaseSession    = 95
	apiReleaseValue      = 96
	apiReleaseShape      = 99
	apiReleaseOptions    = 100
)

const (
	apiVersion   = 11 // of the table; every runtime since 1.11 has it
	ortWarning   = 2
	ortInt64     = 7
	ortFloat     = 1
	ortAll       = 99 // every optimisation
	deviceMemory = 0  // OrtDeviceAllocator
	defaultKind  = 0  // OrtMemTypeDefault
)

// A runtime is a loaded library with the one environment that it may have.
type ort struct {
	table  unsafe.Pointer
	env    uintptr
	memory uintptr
	alloc  uintptr
}

var loaded struct {
	sync.Mutex
	libraries map[string]*ort
}

// openRuntime loads the library, once for a program: it cannot be loaded twice.
func openRuntime(from ONNXModel) (*ort, error) {
	name := from.Runtime
	if name == "" {
		name = libraryName
		if found, _ := filepath.Glob(filepath.Join(from.Dir, libraryName+"*")); len(found) > 0 {
			name = found[0]
		}
	}
	loaded.Lock()
	defer loaded.Unlock()
	if o := loaded.libraries[name]; o != nil {
		return o, nil
	}
	lib, err := openLibrary(name)
	if err != nil {
		return nil, fmt.Errorf("the ONNX runtime cannot be loaded (name its library with runtime:, or put %s into the model's folder): %w", libraryName, err)
	}
	base, err := symbol(lib, "OrtGetApiBase")
	if err != nil {
		return nil, fmt.Errorf("%s is no ONNX runtime: %w", name, err)
	}
	b, _, _ := purego.SyscallN(base)
	table, _, _ := purego.SyscallN(*(*uintptr)(pointer(b)), apiVersion)
	if table == 0 {
		return nil, fmt.Errorf("%s is too old: version 1.11 or later is needed", name)
	}
	o := &ort{table: pointer(table)}
	id := cstring("casefile")
	err = errors.Join(
		o.call(apiCreateEnv, ortWarning, uintptr(unsafe.Pointer(id)), uintptr(unsafe.Pointer(&o.env))),
		o.call(apiCPUMemory, deviceMemory, defaultKind, uintptr(unsafe.Pointer(&o.memory))),
		o.call(apiDefaultAllocator, uintptr(unsafe.Pointer(&o.alloc))),
	)
	runtime.KeepAlive(id)
	if err != nil {
		return nil, fmt.Errorf("the ONNX runtime %s: %w", name, err)
	}
	if loaded.libraries == nil {
		loaded.libraries = map[string]*ort{}
	}
	loaded.libraries[name] = o
	return o, nil
}

// pointer makes a pointer of an address that C gave; no Go memory is behind it.
func pointer(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }

func cstring(s string) *byte {
	b := append([]byte(s), 0)
	return &b[0]
}

// gostring copies a string of C.
func gostring(p uintptr) string {
	if p == 0 {
		return ""
	}
	var b []byte
	for q := pointer(p); *(*byte)(q) != 0; q = unsafe.Add(q, 1) {
		b = append(b, *(*byte)(q))
	}
	return string(b)
}

func (o *ort) function(i int) uintptr {
	return *(*uintptr)(unsafe.Add(o.table, uintptr(i)*unsafe.Sizeof(uintptr(0))))
}

// call calls a function that returns a status. What is converted to uintptr in its arguments stays where it is until it returns.
//
//go:uintptrescapes
func (o *ort) call(i int, args ...uintptr) error {
	status, _, _ := purego.SyscallN(o.function(i), args...)
	if status == 0 {
		return nil
	}
	message, _, _ := purego.SyscallN(o.function(apiErrorMessage), status)
	err := errors.New(strings.Join(strings.Fields(gostring(message)), " "))
	o.release(apiReleaseStatus, status)
	return err
}

// release calls a function that returns nothing.
func (o *ort) release(i int, what uintptr) {
	if what != 0 {
		purego.SyscallN(o.function(i), what)
	}
}

// A session is a loaded model. Runs may overlap.
type session struct {
	o       *ort
	handle  uintptr
	inputs  []string
	output  *byte
	closing sync.Once
}

func openSession(from ONNXModel, file string) (*session, error) {
	o, err := openRuntime(from)
	if err != nil {
		return nil, err
	}
	model, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if len(model) == 0 {
		return nil, fmt.Errorf("%s is empty", file)
	}
	var options uintptr
	if err := o.call(apiCreateOptions, uintptr(unsafe.Pointer(&options))); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	defer o.release(apiReleaseOptions, options)
	s := &session{o: o}
	err = o.call(apiSetIntraThreads, options, uintptr(max(1, from.Threads)))
	if err == nil {
		err = o.call(apiSetOptimization, options, ortAll)
	}
	if err == nil {
		err = o.call(apiCreateFromArray, o.env, uintptr(unsafe.Pointer(&model[0])), uintptr(len(model)), options, uintptr(unsafe.Pointer(&s.handle)))
	}
	runtime.KeepAlive(model)
	if err != nil {
		return nil, fmt.Errorf("%s is cut, damaged or no ONNX model: %w", file, err)
	}
	if err := s.names(); err != nil {
		s.close()
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return s, nil
}

// names reads what the model takes and gives.
func (s *session) names() error {
	var inputs, outputs uintptr
	if err := errors.Join(s.o.call(apiInputCount, s.handle, uintptr(unsafe.Pointer(&inputs))), s.o.call(apiOutputCount, s.handle, uintptr(unsafe.Pointer(&outputs)))); err != nil {
		return err
	}
	for i := range inputs {
		name, err := s.name(apiInputName, i)
		if err != nil {
			return err
		}
		switch name {
		case "input_ids", "attention_mask", "token_type_ids":
			s.inputs = append(s.inputs, name)
		default:
			return fmt.Errorf("it is no BERT model: it wants %q", name)
		}
	}
	if len(s.inputs) == 0 || outputs == 0 {
		return errors.New("it is no BERT model: it takes or gives nothing")
	}
	name, err := s.name(apiOutputName, 0)
	s.output = cstring(name)
	return err
}

func (s *session) name(of int, i uintptr) (string, error) {
	var p uintptr
	if err := s.o.call(of, s.handle, i, s.o.alloc, uintptr(unsafe.Pointer(&p))); err != nil {
		return "", err
	}
	name := gostring(p)
	return name, s.o.call(apiFree, s.o.alloc, p)
}

// close frees the session.
func (s *session) close() error {
	s.closing.Do(func() { s.o.release(apiReleaseSession, s.handle) })
	return nil
}

// run runs the model over one text and returns its first output with its shape.
func (s *session) run(t Tokens) (data []float32, shape []int, err error) {
	n := len(t.IDs)
	mask := make([]int64, n)
	for i := range mask {
		mask[i] = 1
	}
	feeds := map[string][]int64{"input_ids": t.IDs, "attention_mask": mask, "token_type_ids": t.Types}
	dims := []int64{1, int64(n)}
	var pins runtime.Pinner
	defer pins.Unpin()
	names, values := make([]*byte, len(s.inputs)), make([]uintptr, len(s.inputs))
	defer func() {
		for _, v := range values {
			s.o.release(apiReleaseValue, v)
		}
	}()
	for i, name := range s.inputs {
		names[i] = cstring(name)
		feed := feeds[name]
		pins.Pin(names[i])
		pins.Pin(&feed[0])
		if err := s.o.call(apiTensorWithData, s.o.memory, uintptr(unsafe.Pointer(&feed[0])), uintptr(8*n), uintptr(unsafe.Pointer(&dims[0])), uintptr(len(dims)), ortInt64, uintptr(unsafe.Pointer(&values[i]))); err != nil {
			return nil, nil, err
		}
	}
	pins.Pin(s.output)
	var result uintptr
	output := s.output
	err = s.o.call(apiRun, s.handle, 0, uintptr(unsafe.Pointer(&names[0])), uintptr(unsafe.Pointer(&values[0])), uintptr(len(values)), uintptr(unsafe.Pointer(&output)), 1, uintptr(unsafe.Pointer(&result)))
	if err != nil {
		return nil, nil, err
	}
	defer s.o.release(apiReleaseValue, result)
	return s.o.floats(result)
}

// floats copies a tensor.
func (o *ort) floats(value uintptr) (data []float32, shape []int, err error) {
	var info, count, at uintptr
	if err := o.call(apiTensorShape, value, uintptr(unsafe.Pointer(&info))); err != nil {
		return nil, nil, err
	}
	defer o.release(apiReleaseShape, info)
	var kind int32
	if err := errors.Join(o.call(apiElementType, info, uintptr(unsafe.Pointer(&kind))), o.call(apiDimensionsCount, info, uintptr(unsafe.Pointer(&count)))); err != nil {
		return nil, nil, err
	}
	if kind != ortFloat || count == 0 || count > 4 {
		return nil, nil, fmt.Errorf("its output is of the type %d with %d dimensions, not of floats", kind, count)
	}
	dims := make([]int64, count)
	if err := errors.Join(o.call(apiDimensions, info, uintptr(unsafe.Pointer(&dims[0])), count), o.call(apiTensorData, value, uintptr(unsafe.Pointer(&at)))); err != nil {
		return nil, nil, err
	}
	n := 1
	for _, d := range dims {
		shape = append(shape, int(d))
		n *= int(d)
	}
	data = make([]float32, n)
	copy(data, unsafe.Slice((*float32)(pointer(at)), n))
	return data, shape, nil
}
