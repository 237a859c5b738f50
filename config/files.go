package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/casefile/casefile/plan"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/strictyaml"
	"github.com/casefile/casefile/tool"
)

// parts are the files of a workspace as they were read, with all that is wrong with their form.
type parts struct {
	root      string
	file      File
	lines     keyLines
	functions []tool.Function
	playbooks []playbook.Playbook
	bookFiles []string // of each playbook
	prompts   map[string]string
	examples  []plan.Labelled
	problems  []strictyaml.Problem
}

// read reads every file of a workspace.
func read(root string) parts {
	p := parts{root: root}
	p.file, p.problems = Load(root)
	data, _ := os.ReadFile(filepath.Join(root, FileName))
	p.lines = lines(data)
	names := map[string]string{}
	p.each("functions", []string{".sql"}, func(file string, data []byte) {
		f, ps := tool.ParseFunction(file, data)
		p.problems = append(p.problems, ps...)
		if f.Name == "" {
			f.Name = strings.TrimSuffix(filepath.Base(file), ".sql")
		}
		if other, ok := names[f.Name]; ok {
			p.problems = append(p.problems, strictyaml.Problem{File: file, Line: 1, Msg: "the function " + f.Name + " is also in " + other, Hint: "give each function its own name"})
			return
		}
		names[f.Name] = file
		p.functions = append(p.functions, f)
	})
	books := map[string]string{}
	p.each("playbooks", []string{".yaml", ".yml"}, func(file string, data []byte) {
		var b playbook.Playbook
		p.problems = append(p.problems, strictyaml.Decode(file, data, 1, &b)...)
		if b.Name == "" {
			b.Name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		}
		if other, ok := books[b.Name]; ok {
			p.problems = append(p.problems, strictyaml.Problem{File: file, Line: 1, Msg: "the playbook " + b.Name + " is also in " + other, Hint: "give each playbook its own name"})
			return
		}
		books[b.Name] = file
		p.playbooks = append(p.playbooks, b)
		p.bookFiles = append(p.bookFiles, file)
	})
	var ps []strictyaml.Problem
	p.prompts, ps = readPrompts(root)
	p.problems = append(append(p.problems, ps...), p.file.promptProblems(p.prompts)...)
	p.examples, ps = readExamples(root)
	p.problems = append(p.problems, ps...)
	return p
}

// each gives the files of a folder with one of the endings, by name.
func (p *parts) each(folder string, endings []string, do func(file string, data []byte)) {
	entries, err := os.ReadDir(filepath.Join(p.root, folder))
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			p.problems = append(p.problems, strictyaml.Problem{File: folder, Line: 1, Msg: "the folder cannot be read: " + err.Error()})
		}
		return
	}
	for _, e := range entries {
		if e.IsDir() || strings.HasPrefix(e.Name(), ".") || !slices.Contains(endings, filepath.Ext(e.Name())) {
			continue
		}
		file := folder + "/" + e.Name()
		data, err := os.ReadFile(filepath.Join(p.root, file))
		if err != nil {
			p.problems = append(p.problems, strictyaml.Problem{File: file, Line: 1, Msg: "it cannot be read: " + err.Error()})
			continue
		}
		do(file, data)
	}
}
