package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ReadLabels reads a labelling file, a Label a line. A file that is not there gives an error that wraps fs.ErrNotExist.
func ReadLabels(file string) ([]Label, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("labels: %w", err)
	}
	return parseLabels(file, data)
}

func parseLabels(file string, data []byte) ([]Label, error) {
	var out []Label
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var l Label
		if err := strict(line, &l); err != nil {
			return nil, fmt.Errorf("labels %s: line %d: %w", file, n, err)
		}
		if l.Case == "" || l.Reference == "" || l.Answer == "" {
			return nil, fmt.Errorf("labels %s: line %d: case, reference and answer must be there", file, n)
		}
		out = append(out, l)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("labels %s: it holds none", file)
	}
	return out, nil
}

// WriteLabels writes a labelling file whole, so that a label that was given is never lost.
func WriteLabels(file string, labels []Label) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, l := range labels {
		if err := enc.Encode(l); err != nil {
			return fmt.Errorf("labels: %w", err)
		}
	}
	temp, err := os.CreateTemp(filepath.Dir(file), ".labels-*")
	if err != nil {
		return fmt.Errorf("labels: %w", err)
	}
	_, err = temp.Write(b.Bytes())
	err = errors.Join(err, temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), file)
	}
	if err != nil {
		os.Remove(temp.Name())
		return fmt.Errorf("labels: %w", err)
	}
	return nil
}

// Labelling asks a person about the answers that have no label, one after another.
type Labelling struct {
	In   io.Reader
	Show func(n, of int, l Label) // shows an answer and asks; n counts from 1
	Odd  func(reply string)       // says that a reply is none of the known ones
	Save func([]Label) error      // called after each label
}

// The replies of a person: a letter, and after a space what is to be noted.
const (
	replyPass = "y"
	replyFail = "n"
	replySkip = "s"
	replyQuit = "q"
)

// Fill asks until every answer has a label, the person quits, or the input ends. It returns how many labels were given.
func (f Labelling) Fill(labels []Label) (int, error) {
	in := bufio.NewScanner(f.In)
	open := 0
	for _, l := range labels {
		if l.Pass == nil {
			open++
		}
	}
	given, n := 0, 0
	for i := range labels {
		if labels[i].Pass != nil {
			continue
		}
		n++
		f.Show(n, open, labels[i])
		for {
			if !in.Scan() {
				return given, in.Err()
			}
			word, note, _ := bytes.Cut(bytes.TrimSpace(in.Bytes()), []byte(" "))
			pass := false
			switch string(bytes.ToLower(word)) {
			case replyQuit:
				return given, nil
			case replySkip:
			case replyPass, replyFail:
				pass = string(bytes.ToLower(word)) == replyPass
				labels[i].Pass, labels[i].Why = &pass, string(bytes.TrimSpace(note))
				given++
				if err := f.Save(labels); err != nil {
					return given, err
				}
			default:
				f.Odd(string(word))
				continue
			}
			break
		}
	}
	return given, nil
}

// Absent reports whether an error says that a labelling file is not there yet.
func Absent(err error) bool { return errors.Is(err, fs.ErrNotExist) }
