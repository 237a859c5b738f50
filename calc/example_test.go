package calc_test

import (
	"fmt"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/calc"
)

func ExampleRun() {
	c, err := calc.Run("damaged / inspected > limit", []casefile.Input{
		{Name: "damaged", Value: "15", Unit: "件"},
		{Name: "inspected", Value: "400", Unit: "件"},
		{Name: "limit", Value: "3.0%"},
	})
	fmt.Println(c.Value, c.Exact, err)
	// Output: true true <nil>
}

func ExampleEval() {
	e, _ := calc.Parse("known(x) and x > 1")
	v, err := calc.Eval(e, nil)
	fmt.Println(v.Kind, v.IsFalse(), err)
	// Output: true/false true <nil>
}
