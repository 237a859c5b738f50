package words

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed once.txt
var onceFile string

//go:embed title.txt
var titleFile string

//go:embed refer.txt
var referFile string

//go:embed plain.txt
var plainFile string

//go:embed before_names.txt
var beforeNamesFile string

//go:embed after_names.txt
var afterNamesFile string

// BeforeNames and AfterNames are the words between which a Chinese name stands. The caller must not change the lists.
var (
	BeforeNames = sync.OnceValue(func() []string { return listed(beforeNamesFile) })
	AfterNames  = sync.OnceValue(func() []string { return listed(afterNamesFile) })
)

// Once are words of what happens once: two days given for it cannot both be right. The caller must not change the list.
var Once = sync.OnceValue(func() []string { return listed(onceFile) })

// Titles are words of titles that say what kind of document it is, not what it is about. The caller must not change the list.
var Titles = sync.OnceValue(func() []string { return listed(titleFile) })

// Referring are words with which a passage names what it rests on. The caller must not change the list.
var Referring = sync.OnceValue(func() []string { return listed(referFile) })

// Plain reports whether a concept, by its key, leaves open what a value is of.
func Plain(key string) bool {
	name, ok := strings.CutPrefix(key, "=")
	return ok && slices.Contains(plain(), name)
}

var plain = sync.OnceValue(func() []string { return listed(plainFile) })

// listed reads the words of a list: parted by commas, # begins a remark.
func listed(file string) []string {
	var out []string
	for line := range strings.Lines(file) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			out = append(out, parted(line)...)
		}
	}
	return out
}

//go:embed label.txt
var labelFile string

var labels = sync.OnceValue(func() []string { return listed(labelFile) })

// Label returns how many bytes of a text are a sign that tells one thing of a kind from the next (方案甲), 0 for none.
func Label(s string) int {
	for _, l := range labels() {
		if strings.HasPrefix(s, l) {
			return len(l)
		}
	}
	return 0
}
