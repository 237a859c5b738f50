package verify

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/verify/words"
)

// A Track is how a source fared in the cases so far.
type Track struct {
	Right int `json:"right"` // its side was borne out, or adopted
	Wrong int `json:"wrong"` // the other side was
}

// How much each part of a side's reliability counts, and how far apart two sides have to be.
const (
	byAuthority  = .4
	byTimeliness = .3
	byTrack      = .15
	byQuality    = .15

	largeGap = .12 // the higher side is adopted
	smallGap = .02 // a third source is searched; below, both are told
)

// authorities are how far each kind of source is relied on, and what nobody has graded.
var authorities = map[string]float64{"official": 1, "internal": .8, "partner": .6, "": .5, "user": .3}

// ownRecords is how far the workspace's own functions are relied on.
const ownRecords = .9

// scored scores two records that disagree.
func (t *trial) scored(mine, other int, quotes [2]string) [2]casefile.Side {
	var out [2]casefile.Side
	recs := [2]int{mine, other}
	for k, i := range recs {
		e := t.ix.recs[i].ev
		s := casefile.Side{Evidence: e.ID, Quote: quotes[k], Authority: ownRecords, Track: .5, Quality: 1}
		if e.Source != nil {
			s.Authority = authorities[""]
			if a, ok := authorities[e.Source.Authority]; ok {
				s.Authority = a
			}
			if tr, ok := t.v.tracks[e.Source.DocID]; ok {
				s.Track = float64(tr.Right+1) / float64(tr.Right+tr.Wrong+2)
			}
			s.Quality = t.quality(i)
		}
		s.Timeliness = timeliness(dayOfSource(e), dayOfSource(t.ix.recs[recs[1-k]].ev))
		s.Score = byAuthority*s.Authority + byTimeliness*s.Timeliness + byTrack*s.Track + byQuality*s.Quality
		for _, f := range []*float64{&s.Authority, &s.Timeliness, &s.Track, &s.Quality, &s.Score} {
			*f = math.Round(*f*1000) / 1000
		}
		out[k] = s
	}
	return out
}

// dayOfSource is the day a record is of.
func dayOfSource(e *casefile.Evidence) casefile.Date {
	switch {
	case e.Source == nil:
		return e.Period.To
	case !e.Source.Published.IsZero():
		return e.Source.Published
	}
	return e.Source.EffectiveFrom
}

// timeliness is 1 for the newer of two days, and falls by half for each year that the older one is behind; a day that is not known is in the middle.
func timeliness(mine, other casefile.Date) float64 {
	if mine.IsZero() || other.IsZero() {
		return .5
	}
	behind := other.Sub(mine)
	return math.Pow(.5, float64(max(behind, 0))/365)
}

// quality is how much a passage says: how dense it is, whether it names what it rests on, and whether it has data.
func (t *trial) quality(rec int) float64 {
	r := t.ix.recs[rec].text
	if r == nil || len(r.clauses) == 0 {
		return .5
	}
	weight := weigh(r.tokens) / float64(len(r.clauses))
	data := 0.0
	for _, v := range r.values {
		if !v.Weak {
			data++
		}
	}
	refs := 0.0
	low := strings.ToLower(r.src)
	for _, w := range words.Referring() {
		if strings.Contains(low, w) {
			refs = 1
		}
	}
	return .4*min(weight/4, 1) + .3*refs + .3*min(data/float64(len(r.clauses)), 1)
}

// weighSides decides the conflicts of one clause of the claim, and reports those that the claim does not win.
func (t *trial) weighSides(c int, mine place, found []stand) {
	var against []stand
	for _, s := range found {
		if s.kind != agreement && !slices.ContainsFunc(against, func(o stand) bool { return t.source(o.rec) == t.source(s.rec) }) {
			against = append(against, s)
		}
	}
	quote := t.r.text(c)
	if mine.clause >= 0 {
		quote = t.sentenceAt(mine)
	}
	for _, s := range against[:min(len(against), maxConflicts)] {
		k := casefile.Conflict{Claim: t.n, Kind: s.kind, Sides: t.scored(mine.rec, s.rec, [2]string{strings.TrimSpace(quote), s.quote})}
		k.Sides[1].Rows = s.rows
		if mine.clause < 0 {
			k.Sides[0].Rows = s.ours
		}
		t.decide(&k, 1+t.alsoBearing(t.r.text(c), mine.rec, s.rec), 1+t.alsoBearing(s.quote, mine.rec, s.rec))
		t.out.conflicts = append(t.out.conflicts, k)
		if k.Adopted == k.Sides[0].Evidence {
			continue
		}
		t.out.findings = append(t.out.findings, casefile.Finding{Claim: t.n, Rule: "conflict", Mark: casefile.Disputed, Against: k.Sides[1].Evidence,
			Why: fmt.Sprintf("%s says otherwise: %q; %s", k.Sides[1].Evidence, clip(s.quote), k.Why)})
		if k.Decision == casefile.ThirdSource {
			t.ask(k, "a third source: "+k.Sides[0].Evidence+" and "+k.Sides[1].Evidence+" disagree")
		}
	}
}

// alsoBearing counts the further sources whose passages alone bear a statement out.
func (t *trial) alsoBearing(text string, known ...int) int {
	var told []string
	for _, rec := range known {
		told = append(told, t.source(rec))
	}
	for rec := range t.ix.recs {
		e := t.ix.recs[rec].ev
		if t.ix.recs[rec].kind == passageRecord && inForce(e, t.ix.asOf(e)) && !slices.Contains(told, t.source(rec)) && t.bears(text, rec) {
			told = append(told, t.source(rec))
		}
	}
	return len(told) - len(known)
}

// maxConflicts is how many conflicts of one clause are told.
const maxConflicts = 3

// source is what tells the sources of records apart.
func (t *trial) source(rec int) string {
	if e := t.ix.recs[rec].ev; e.Source != nil {
		return e.Source.DocID
	}
	return t.ix.recs[rec].ev.ID
}

// decide says which side is adopted: the clearly more reliable one, else the one that more sources stand on; of close ones a third source is
// searched for, once, and what is equal is told on both sides.
func (t *trial) decide(k *casefile.Conflict, forUs, forThem int) {
	a, b := k.Sides[0], k.Sides[1]
	gap := a.Score - b.Score
	higher := 0
	if gap < 0 {
		higher = 1
	}
	win, lose := k.Sides[higher], k.Sides[1-higher]
	switch {
	case math.Abs(gap) >= largeGap:
		k.Decision, k.Adopted, k.By = casefile.Adopt, win.Evidence, "reliability"
		k.Why = fmt.Sprintf("%s is more reliable than %s: %.2f and %.2f", win.Evidence, lose.Evidence, win.Score, lose.Score)
	case forUs != forThem:
		k.Decision, k.Adopted, k.By = casefile.Adopt, a.Evidence, "sources"
		if forThem > forUs {
			k.Adopted = b.Evidence
		}
		k.Why = fmt.Sprintf("%d sources say as %s does, %d as %s", forUs, a.Evidence, forThem, b.Evidence)
	case math.Abs(gap) >= smallGap && !t.searched(k):
		k.Decision = casefile.ThirdSource
		k.Why = fmt.Sprintf("the two are close: %.2f and %.2f; a third source is to tell", a.Score, b.Score)
	default:
		k.Decision = casefile.StateBoth
		k.Why = fmt.Sprintf("nothing tells which of the two is right: %.2f and %.2f", a.Score, b.Score)
	}
}

// ask names a search that the claim needs, in the words of its record, as part of the step that brought it.
func (t *trial) ask(k casefile.Conflict, why string) {
	g := casefile.Gap{Field: "third:" + k.Sides[0].Evidence + "/" + k.Sides[1].Evidence, About: t.claim.About, Why: why, Query: t.query(k.Sides[0].Quote)}
	if e := t.ix.recs[t.ix.byID[k.Sides[0].Evidence]].ev; len(e.Steps) > 0 {
		g.Step = e.Steps[0]
		t.out.gaps = append(t.out.gaps, g)
	}
}

// maxQuery is the longest query asked, in bytes.
const maxQuery = 300

func (t *trial) query(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	return strings.ToValidUTF8(s[:min(len(s), maxQuery)], "")
}

// searched reports whether a conflict's third source was searched for.
func (t *trial) searched(k *casefile.Conflict) bool {
	q := t.query(k.Sides[0].Quote)
	return slices.ContainsFunc(t.ix.c.Plan.Steps, func(s casefile.Step) bool { return s.For != "" && s.Goal == q })
}
