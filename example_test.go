package casefile_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
)

// A workspace answers a question, and every sentence says what it rests on.
func Example() {
	ctx := context.Background()
	state, err := os.MkdirTemp("", "casefile-example-*")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(state)

	w, err := config.Open(ctx, "testdata/workspace", config.Options{State: state})
	if err != nil {
		log.Fatal(err)
	}
	defer w.Close()
	if _, err := w.Ingest(ctx, nil); err != nil {
		log.Fatal(err)
	}
	who, err := w.Asker("ana", nil)
	if err != nil {
		log.Fatal(err)
	}
	out, err := w.Ask(ctx, casefile.Ask{Question: "For how many days may a book be borrowed?", Asker: who}, "")
	if err != nil {
		log.Fatal(err)
	}
	c := out.Answer.Claims[0]
	e, _ := out.Case.Find(c.Cites[0].Evidence)
	fmt.Println(out.Answer.Status)
	fmt.Println(c.Support, "by", e.Source.Place())
	// Output:
	// answered
	// supported by loans@2#period
}
