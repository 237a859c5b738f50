package generate

import (
	"regexp"

	"github.com/casefile/casefile/playbook"
)

// wantsFigure reports whether a question asks for a number: how many, how much, how long.
func wantsFigure(question string) bool {
	return len(spansOf(playbook.Read(question), wordsOf()["figure"])) > 0
}

var figureAt = regexp.MustCompile(`\d|[一二两三四五六七八九十百千万半零]+\s?(?:个|天|日|周|月|年|小时|分|元|件|次|倍|成|份|人|家|名|位|条|项|台|箱)|百分之|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|half|double|twice|dozen)\b`)

// hasFigure reports whether a sentence holds a number, or says that there is none, or no bound.
func hasFigure(sentence string) bool {
	r := playbook.Read(sentence)
	return figureAt.MatchString(r.Folded) || len(spansOf(r, wordsOf()["no figure"])) > 0
}
