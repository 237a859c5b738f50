package mutate

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/casefile/casefile"
)

// outcomes writes what may be said of a row's name where the look-up of it brought nothing, one claim for each way in which a call can end. Wrong is what
// fits another ending: that there is none, of a look-up that found nothing or did not finish.
func (w *writer) outcomes() {
	name := w.Evidence.Table.Rows[w.rows[0]][w.Subject].Text
	args, err := json.Marshal(map[string]string{"name": name})
	if err != nil {
		return // a text always has a JSON form
	}
	noun := w.Noun
	if latin := func(c byte) bool { return c < 0x80 && c != ' ' }; w.Lang == casefile.Chinese && noun != "" && latin(noun[len(noun)-1]) && latin(name[0]) {
		noun += " " // a code is no part of the word before it
	}
	for _, status := range []casefile.Status{casefile.NoHit, casefile.Timeout, casefile.Forbidden} {
		fill := func(section string) []string {
			var out []string
			for _, s := range templates()[section+" "+string(w.Lang)] {
				out = append(out, strings.NewReplacer("{noun}", noun, "{s}", name).Replace(s))
			}
			return out
		}
		right := fill(string(status))
		if len(right) == 0 {
			continue
		}
		text := right[w.r.of(len(right))]
		it := Item{ID: fmt.Sprintf("%s/%s-%d", w.ID, status, len(w.out)+1), Source: w.Source, Kind: "outcome", Lang: w.Lang}
		it.Slots = []Slot{{Kind: WordSlot, End: len(text), Wrong: map[string][]string{"status misworded": fill("not " + string(status))}}}
		it.Case.Lang = w.Lang
		it.Case.Evidence = []casefile.Evidence{{ID: "E1", Status: status, Tool: w.Evidence.Tool, Args: args}}
		it.Case.Draft.Claims = []casefile.Claim{{Text: text, Cites: []casefile.Citation{{Evidence: "E1"}}}}
		w.out = append(w.out, it)
	}
}
