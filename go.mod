module github.com/casefile/casefile

go 1.26
