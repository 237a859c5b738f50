package main

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/eval"
	"github.com/casefile/casefile/generate"
	"github.com/casefile/casefile/trace"
)

// A measuring is one model over the questions of both scenes.
type measuring struct {
	name    string
	dir     string
	models  string
	model   casefile.Model // nil: the one that models names
	n       int            // questions a scene; 0 means all
	prompts bool           // short ones
	wrong   func(casefile.Model, casefile.Claim, casefile.Case) string
}

type tally struct {
	cases, asked, byRules, byModel, written, proved, without, with int
	kinds                                                          map[string]int // wrong claims without the gate
	left                                                           []string       // wrong claims that left
	lost                                                           []string
}

// measure puts the cases of both scenes to rules alone and to a model, and prints what would leave without the gate and what does.
func measure(ctx context.Context, f flags, m measuring) (bool, error) {
	var all tally
	all.kinds = map[string]int{}
	begun := time.Now()
	for _, name := range scenes {
		if err := m.scene(ctx, f, name, &all); err != nil {
			return false, fmt.Errorf("%s: %w", name, err)
		}
	}
	useful := float64(all.byModel) / float64(max(all.byRules, 1))
	fmt.Printf("%s, %d questions, %s\n", m.name, all.cases, time.Since(begun).Round(time.Second))
	fmt.Printf("  answered as the case wants: %d by rules, %d of these with the model as writer (%.1f %%, bar %.0f %%)\n", all.byRules, all.byModel, 100*useful, 100*usefulBar)
	fmt.Printf("  the model was asked in %d; it wrote %d claims, %d of which left\n", all.asked, all.written, all.proved)
	fmt.Printf("  wrong claims that leave: %d without the gate, %d with it (bar %d)\n", all.without, all.with, leakBar)
	for _, k := range slices.Sorted(maps.Keys(all.kinds)) {
		fmt.Printf("    %-12s %d\n", k, all.kinds[k])
	}
	for _, s := range append(all.left, all.lost...) {
		fmt.Println("   ", s)
	}
	return all.cases > 0 && all.with <= leakBar && useful >= usefulBar, nil
}

func (m measuring) scene(ctx context.Context, f flags, name string, all *tally) error {
	from := filepath.Join(f.examples, name)
	loaded, err := eval.Load(filepath.Join(from, "cases"))
	if err != nil {
		return err
	}
	loaded = slices.DeleteFunc(loaded, func(l eval.Loaded) bool {
		return l.Err != nil || len(l.Case.Docs) > 0 || len(l.Case.Faults) > 0 || !l.Case.Clock.IsZero()
	})
	if m.n > 0 && m.n < len(loaded) { // evenly, not the first of the alphabet
		some := make([]eval.Loaded, 0, m.n)
		for i := range m.n {
			some = append(some, loaded[i*len(loaded)/m.n])
		}
		loaded = some
	}
	why := map[string]string{}
	passed := func(block string, model casefile.Model) (map[string]bool, *scene, error) {
		dir, err := copyInto(m.dir, from, name, block)
		if err == nil && m.prompts && block != "" {
			err = shortPrompts(dir)
		}
		if err != nil {
			return nil, nil, err
		}
		s, err := openScene(ctx, dir, model)
		if err != nil {
			return nil, nil, err
		}
		out := map[string]bool{}
		eval.Run(ctx, s, loaded, eval.Options{Seen: func(r eval.Result) {
			out[r.Name], why[r.Name] = r.Pass, r.Why
		}})
		return out, s, nil
	}
	rules, s, err := passed("", nil)
	if err != nil {
		return err
	}
	s.w.Close()
	with, s, err := passed(m.models, m.model)
	if err != nil {
		return err
	}
	defer s.w.Close()
	for _, l := range loaded {
		all.cases++
		if rules[l.Case.Name] {
			all.byRules++
			if with[l.Case.Name] {
				all.byModel++
			} else {
				all.lost = append(all.lost, "lost: "+name+"/"+l.Case.Name+": "+strings.ReplaceAll(clip(why[l.Case.Name]), "\n", " "))
			}
		}
	}
	for _, o := range s.outs {
		if err := m.claims(o, s, all); err != nil {
			return err
		}
	}
	return nil
}

func clip(s string) string {
	if r := []rune(s); len(r) > 160 {
		return string(r[:160]) + "…"
	}
	return s
}

var copies int

func copyInto(dir, from, name, block string) (string, error) {
	copies++
	to := filepath.Join(dir, fmt.Sprintf("%s-%d", name, copies))
	return to, copyScene(from, to, block)
}

// claims counts the claims of the model in the first draft of a case, which is what would leave without the gate, and in its answer.
func (m measuring) claims(o eval.Outcome, s *scene, all *tally) error {
	log, err := trace.Read(o.Trace)
	if err != nil {
		return err
	}
	asked := false
	var draft *casefile.Answer
	for i := range log.Events {
		e := &log.Events[i]
		asked = asked || e.Model != nil
		if e.Draft != nil && e.Decision == "" && draft == nil {
			draft = e.Draft
		}
	}
	if asked {
		all.asked++
	}
	if draft == nil {
		return nil
	}
	for _, cl := range draft.Claims {
		if cl.By != generate.ByModel {
			continue
		}
		all.written++
		if kind := m.wrong(s.w.Engine().Model, cl, o.Case); kind != "" {
			all.without++
			all.kinds[kind]++
		}
	}
	for _, cl := range o.Answer.Claims {
		if cl.By != generate.ByModel {
			continue
		}
		all.proved++
		if kind := m.wrong(s.w.Engine().Model, cl, o.Case); kind != "" {
			all.with++
			all.left = append(all.left, fmt.Sprintf("left: %s: %s", kind, cl.Text))
		}
	}
	return nil
}

// lied tells what kind of lie a claim is, by the liar's own book.
func lied(m casefile.Model, cl casefile.Claim, _ casefile.Case) string { return m.(*liar).lie(cl.Text) }

var digits = regexp.MustCompile(`\d+(?:[.,]\d+)*`)

// unfounded reports whether a claim holds a number that stands in none of the records it cites. It knows nothing of units,
// rounding or calculation, so that it errs towards calling a claim wrong; it shares no code with the verifier.
func unfounded(_ casefile.Model, cl casefile.Claim, c casefile.Case) string {
	known := map[string]bool{}
	add := func(s string) {
		for _, d := range digits.FindAllString(s, -1) {
			for _, form := range forms(d) {
				known[form] = true
			}
		}
	}
	for _, t := range cl.Cites {
		e, _ := c.Find(t.Evidence)
		add(e.Text + " " + e.Head)
		if e.Source != nil {
			add(e.Source.Title + " " + e.Source.Heading + " " + e.Source.Version + " " + e.Source.Section)
		}
		if e.Calc != nil {
			add(e.Calc.Value + " " + e.Calc.Formula)
		}
		if e.Table != nil {
			add(e.Period.String())
			for _, row := range e.Table.Rows {
				for _, cell := range row {
					add(cell.Text)
				}
			}
		}
	}
	for _, d := range digits.FindAllString(cl.Text, -1) {
		if !slices.ContainsFunc(forms(d), func(f string) bool { return known[f] }) {
			return "number"
		}
	}
	return ""
}

// forms are the ways a number is compared: without thousands' commas and leading noughts, and a ratio as per cent.
func forms(d string) []string {
	d = strings.ReplaceAll(d, ",", "")
	out := []string{strings.TrimLeft(d, "0"), d}
	if frac, ok := strings.CutPrefix(d, "0."); ok && len(frac) > 0 {
		frac += "00"
		per := strings.TrimLeft(frac[:2], "0")
		if rest := strings.TrimRight(frac[2:], "0"); rest != "" {
			per += "." + rest
		}
		out = append(out, per)
	}
	return out
}
