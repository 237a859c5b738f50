package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// What is made of questions: an answer this long at most, and how much a made claim weighs beside a written one.
const (
	mostAnswer = 22
	madeWeight = .15
)

// askedFor are the question words of each kind. An answer of a kind may stand in the place of another of it.
var askedFor = []struct {
	kind string
	word *regexp.Regexp
}{
	{"who", regexp.MustCompile(`谁|哪位|何人|什么人|哪个人`)},
	{"when", regexp.MustCompile(`什么时候|哪一年|哪年|何时|何年|什么时间|哪天|哪一天|什么时期|什么年代`)},
	{"amount", regexp.MustCompile(`(?:多少|几)[个位名年月天座人次条米公里平方千吨元美万亿层岁种届集张场分钟小时家间所件项]{0,4}`)},
	{"where", regexp.MustCompile(`哪里|哪儿|何处|何地|什么地方|哪个城市|哪个国家|哪国|哪个省`)},
	{"what", regexp.MustCompile(`(?:什么|哪个|哪些|哪种|哪家|哪所|哪部|哪支)[^，。的了是在有被由]{0,4}$`)},
}

var someDigit = regexp.MustCompile(`[\d一二三四五六七八九十百千万两]`)

// An cloze is a question with one word that asks, and its shortest answer.
type cloze struct {
	before, after, kind, answer string
	all                         []string // every answer that was given
}

// says is the question as a statement, with an answer in the place of the word that asks.
func (q cloze) says(answer string) string { return q.before + answer + q.after + "。" }

func readCloze(question string, answers []string) (cloze, bool) {
	question = strings.TrimRight(strings.TrimSpace(question), "？?")
	slices.SortFunc(answers, func(a, b string) int { return len(a) - len(b) })
	if len(answers) == 0 {
		return cloze{}, false
	}
	answer := strings.Trim(answers[0], "。，；")
	if n := utf8.RuneCountInString(answer); n == 0 || n > mostAnswer {
		return cloze{}, false
	}
	for _, k := range askedFor {
		at := k.word.FindAllStringIndex(question, 2)
		if len(at) != 1 {
			continue
		}
		why := strings.HasSuffix(question[:at[0][0]], "为")
		if why || (k.kind == "amount" || k.kind == "when") && !someDigit.MatchString(answer) {
			return cloze{}, false
		}
		return cloze{question[:at[0][0]], question[at[0][1]:], k.kind, answer, answers}, true
	}
	return cloze{}, false
}

// make1 writes the right and wrong claims that questions over one passage make: the answer in the place of the word that asks, and the answer
// to another question of the kind.
func make1(list []cloze, add func(text, label, kind string)) {
	for i, q := range list {
		add(q.says(q.answer), right, q.kind)
		for step := 1; step < len(list); step++ {
			o := list[(i+step)%len(list)]
			known := slices.ContainsFunc(q.all, func(a string) bool { return strings.Contains(a, o.answer) || strings.Contains(o.answer, a) })
			if o.kind == q.kind && !known && !strings.Contains(q.before+q.after, o.answer) {
				add(q.says(o.answer), wrong, "another "+q.kind)
				break
			}
		}
	}
}

// makeSet writes a set of claims made of the questions of CMRC 2018 (dir has cmrc2018_dev.json). They are not as people write claims: the
// set tells whether real passages are borne, and teaches little.
func makeSet(w io.Writer, dir string) error {
	data, err := os.ReadFile(filepath.Join(dir, "cmrc2018_dev.json"))
	if err != nil {
		return fmt.Errorf("the folder of CMRC 2018: %w", err)
	}
	var set struct {
		Data []struct {
			Paragraphs []struct {
				Context string `json:"context"`
				Qas     []struct {
					Question string `json:"question"`
					Answers  []struct {
						Text string `json:"text"`
					} `json:"answers"`
				} `json:"qas"`
			} `json:"paragraphs"`
		} `json:"data"`
	}
	if err := json.Unmarshal(data, &set); err != nil {
		return fmt.Errorf("cmrc2018_dev.json: %w", err)
	}
	enc := json.NewEncoder(w)
	n := 0
	for _, d := range set.Data {
		for _, p := range d.Paragraphs {
			var list []cloze
			for _, q := range p.Qas {
				var answers []string
				for _, a := range q.Answers {
					answers = append(answers, a.Text)
				}
				if a, ok := readCloze(q.Question, answers); ok {
					list = append(list, a)
				}
			}
			evidence, err := json.Marshal([]map[string]string{{"id": "E1", "text": p.Context}})
			if err != nil {
				return err
			}
			make1(list, func(text, label, kind string) {
				n++
				it := item{ID: fmt.Sprintf("m%05d", n), Answer: answer{[]claim{{text, []string{"E1"}}}}, Evidence: evidence, Label: label, Kind: kind, Lang: "zh", Long: true}
				if e := enc.Encode(it); e != nil {
					err = e
				}
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}
