// Package verify judges a draft against the evidence of its case: no number, name, date,
// period, promise or citation leaves that a record does not prove.
//
// Verification is rules first and rules only here: each rule is a small pure function with a
// name, listed in rules.go and explained in docs/verification.md. A Verifier reads no clock, no
// file and no network, so the same case gives the same verdict.
//
// Where a rule lives:
//
//   - rules.go lists the rules in their order; gates.go has those on what a claim cites, outcome.go those on calls that brought nothing.
//   - reader.go, reading.go, tokenize.go, split.go read a text into clauses, words and values; kept.go keeps what was read, index.go is the evidence of a
//     case, segment.go and line.go are for `casefile verify`.
//   - prove.go decides on each value of a claim: same.go compares two values, bind.go, fit.go and derive.go look in passages.
//   - Rows: table.go and telling.go find the rows that a sentence names, metric.go the column; prove_table.go, prove_column.go and provehead.go look a value up.
//     counts*.go, rowtotals.go and limits.go are on numbers of rows and limits, extreme.go, relate.go and columnpair.go on extremes, comparisons and changes,
//     tablecalc.go on what follows from several cells; textrows.go, described.go, rolecols.go and ties.go on texts of rows; residue.go on words that no row has.
//   - Results: calcrows.go holds a result to the rows of its inputs, calclabels.go to the lines of a statement, calcalike.go tells which inputs may change
//     places, gaps.go sums from differences.
//   - Passages: align.go finds the clause, entity.go, crossed.go, roles.go and replaced.go who and what it is of, stance.go, mood.go and polarity.go what is
//     allowed, required or denied, condition.go, cause.go and quantifier.go the rest; weigh.go and signals*.go weigh a claim against everything measured.
//   - conflict*.go and reliable.go set a claim against other documents; define.go compares definitions; recheck.go and entail*.go ask again.
package verify
