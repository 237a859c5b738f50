package format

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

const (
	pdfMemoryPages = 12288     // of 64 KiB: what one instance may take at most
	pdfKeepMemory  = 256 << 20 // an instance that grew past this is not kept: its memory never shrinks
	pdfScratch     = 4096
)

// pdfPool starts PDFium once in a process, compiled from WebAssembly, and hands out its instances: one
// works on one file at a time and is kept for the next.
type pdfPool struct {
	once  sync.Once
	pool  pdfium.Pool
	err   error
	slots chan struct{}

	mu   sync.Mutex
	idle []*pdfEngine
	last api.Module // the module that was started last
}

// One for each core: an instance runs on one thread.
var pdfEngines = &pdfPool{slots: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)))}

// start compiles the module, or takes it from the cache folder of the user. Contexts do not stop a call in it:
// that would cost most of its speed, so whoever bounds the time ends the process.
func (p *pdfPool) start() {
	cfg := wazero.NewRuntimeConfig().
		WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling).
		WithMemoryLimitPages(pdfMemoryPages)
	if dir, err := os.UserCacheDir(); err == nil {
		if cache, err := wazero.NewCompilationCacheWithDir(filepath.Join(dir, "casefile", "wazero")); err == nil {
			cfg = cfg.WithCompilationCache(cache)
		}
	}
	p.pool, p.err = webassembly.Init(webassembly.Config{
		Context:       experimental.WithFunctionListenerFactory(context.Background(), (*pdfListener)(p)),
		MaxTotal:      cap(p.slots) + 1,
		RuntimeConfig: cfg,
		FSConfig:      wazero.NewFSConfig(), // no folder: a PDF gets at no file
		Stdout:        io.Discard,
		Stderr:        io.Discard,
	})
}

// take waits for an instance.
func (p *pdfPool) take(ctx context.Context) (*pdfEngine, error) {
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	e, err := p.open()
	if err != nil {
		<-p.slots
		return nil, fmt.Errorf("the reader of PDF did not start: %w", err)
	}
	return e, nil
}

func (p *pdfPool) open() (*pdfEngine, error) {
	p.once.Do(p.start)
	if p.err != nil {
		return nil, p.err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.idle); n > 0 {
		e := p.idle[n-1]
		p.idle = p.idle[:n-1]
		return e, nil
	}
	instance, err := p.pool.GetInstance(time.Minute)
	if err != nil {
		return nil, err
	}
	e := &pdfEngine{instance: instance, mod: p.last, fns: map[string]api.Function{}}
	if e.mod == nil {
		return nil, fmt.Errorf("no module")
	}
	e.scratch, err = e.tryCall("malloc", pdfScratch)
	if err == nil && e.scratch == 0 {
		err = fmt.Errorf("no memory")
	}
	if err != nil {
		_ = instance.Close()
		return nil, err
	}
	return e, nil
}

// give takes an instance back. A broken one is ended.
func (p *pdfPool) give(e *pdfEngine) {
	if e.broken || e.mod.Memory().Size() > pdfKeepMemory {
		_ = e.instance.Close()
	} else {
		p.mu.Lock()
		p.idle = append(p.idle, e)
		p.mu.Unlock()
	}
	<-p.slots
}

// pdfListener learns the module of an instance when its library starts. The methods of go-pdfium make several
// calls and allocations for each character; calling the module itself is many times faster.
type pdfListener pdfPool

// NewFunctionListener listens to one function only.
func (l *pdfListener) NewFunctionListener(def api.FunctionDefinition) experimental.FunctionListener {
	if slices.Contains(def.ExportNames(), "FPDF_InitLibrary") {
		return l
	}
	return nil
}

// Before keeps the module.
func (l *pdfListener) Before(_ context.Context, mod api.Module, _ api.FunctionDefinition, _ []uint64, _ experimental.StackIterator) {
	l.last = mod
}

// After does nothing.
func (l *pdfListener) After(context.Context, api.Module, api.FunctionDefinition, []uint64) {}

// Abort does nothing.
func (l *pdfListener) Abort(context.Context, api.Module, api.FunctionDefinition, error) {}

// pdfEngine is one instance of PDFium. It serves one goroutine at a time.
type pdfEngine struct {
	instance pdfium.Pdfium
	mod      api.Module
	fns      map[string]api.Function
	stack    [16]uint64
	scratch  uint64 // the address of pdfScratch bytes for results
	broken   bool
}

// pdfTrap is the panic of a call that ended in a trap; parsePDF turns it into a failed file.
type pdfTrap struct{ err error }

func (e *pdfEngine) fn(name string) api.Function {
	f, ok := e.fns[name]
	if !ok {
		f = e.mod.ExportedFunction(name)
		e.fns[name] = f
	}
	return f
}

func (e *pdfEngine) tryCall(name string, args ...uint64) (uint64, error) {
	f := e.fn(name)
	if f == nil {
		return 0, fmt.Errorf("the reader of PDF has no function %s", name)
	}
	copy(e.stack[:], args)
	if err := f.CallWithStack(context.Background(), e.stack[:]); err != nil {
		e.broken = true
		return 0, err
	}
	return e.stack[0], nil
}

// call panics with a pdfTrap when the module breaks.
func (e *pdfEngine) call(name string, args ...uint64) uint64 {
	v, err := e.tryCall(name, args...)
	if err != nil {
		panic(pdfTrap{err})
	}
	return v
}

// run is call for a function that was looked up before.
func (e *pdfEngine) run(f api.Function, args ...uint64) uint64 {
	copy(e.stack[:], args)
	if err := f.CallWithStack(context.Background(), e.stack[:]); err != nil {
		e.broken = true
		panic(pdfTrap{err})
	}
	return e.stack[0]
}

// int calls a function that returns an int.
func (e *pdfEngine) int(name string, args ...uint64) int { return int(int32(e.call(name, args...))) }

// alloc returns the address of n bytes, which free gives back.
func (e *pdfEngine) alloc(n int) uint64 {
	at := e.call("malloc", uint64(n))
	if at == 0 {
		panic(pdfTrap{fmt.Errorf("no memory for %d bytes", n)})
	}
	return at
}

func (e *pdfEngine) free(at uint64) { e.call("free", at) }

func (e *pdfEngine) bytes(at uint64, n int) []byte {
	b, ok := e.mod.Memory().Read(uint32(at), uint32(n))
	if !ok {
		panic(pdfTrap{fmt.Errorf("outside of memory")})
	}
	return b
}

func (e *pdfEngine) float(slot int) float64 {
	v, _ := e.mod.Memory().ReadFloat32Le(uint32(e.scratch) + uint32(slot)*4)
	return float64(v)
}

func (e *pdfEngine) double(slot int) float64 {
	v, _ := e.mod.Memory().ReadFloat64Le(uint32(e.scratch) + uint32(slot)*8)
	return v
}

func (e *pdfEngine) uint(slot int) uint32 {
	v, _ := e.mod.Memory().ReadUint32Le(uint32(e.scratch) + uint32(slot)*4)
	return v
}

// at is the address of a slot of n bytes in the scratch.
func (e *pdfEngine) at(slot, n int) uint64 { return e.scratch + uint64(slot*n) }

// wide calls a function that fills a buffer with UTF-16 and returns its length in bytes.
func (e *pdfEngine) wide(name string, args ...uint64) string {
	n := e.int(name, append(slices.Clone(args), 0, 0)...)
	if n <= 2 || n > 1<<20 {
		return ""
	}
	buf := e.alloc(n)
	defer e.free(buf)
	e.call(name, append(slices.Clone(args), buf, uint64(n))...)
	return utf16le(e.bytes(buf, n))
}
