package strictyaml

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"

	"go.yaml.in/yaml/v3"
)

func (d *decoder) scalar(n *yaml.Node, v reflect.Value, path string) {
	want, hint := "", ""
	switch v.Kind() {
	case reflect.String:
		want = "text"
	case reflect.Bool:
		want = "true or false"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		want = "a whole number"
		if v.Type() == durationType {
			want, hint = "a duration", "for example 30s, 5m or 2h"
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		want = "a whole number from 0 on"
	case reflect.Float32, reflect.Float64:
		want = "a number"
	default:
		d.problem(n, path, fmt.Sprintf("cannot decode into %s", v.Type()), "")
		return
	}
	if n.Kind != yaml.ScalarNode || !set(n, v) {
		if v.Kind() == reflect.String && n.Kind == yaml.MappingNode {
			hint = "put text that holds a colon or begins with a brace in quotes"
		}
		d.problem(n, path, "want "+want+", got "+kind(n), hint)
	}
}

// set puts a scalar into v and reports whether it fits.
func set(n *yaml.Node, v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String:
		v.SetString(n.Value) // as it is written: 2.10 is a version, not 2.1
		return true
	case reflect.Bool:
		if n.Tag != "!!bool" {
			return false
		}
		v.SetBool(strings.EqualFold(n.Value, "true"))
		return strings.EqualFold(n.Value, "true") || strings.EqualFold(n.Value, "false")
	case reflect.Float32, reflect.Float64:
		if n.Tag != "!!float" && n.Tag != "!!int" {
			return false
		}
		f, err := strconv.ParseFloat(strings.ReplaceAll(n.Value, "_", ""), 64)
		v.SetFloat(f)
		return err == nil && f == f
	}
	if v.Type() == durationType && n.Tag != "!!int" {
		dur, err := time.ParseDuration(n.Value)
		v.SetInt(int64(dur))
		return err == nil
	}
	if n.Tag != "!!int" {
		return false
	}
	if v.CanInt() {
		i, err := strconv.ParseInt(n.Value, 0, 64)
		if err != nil || v.OverflowInt(i) || v.Type() == durationType && i != 0 {
			return false
		}
		v.SetInt(i)
		return true
	}
	u, err := strconv.ParseUint(n.Value, 0, 64)
	if err != nil || v.OverflowUint(u) {
		return false
	}
	v.SetUint(u)
	return true
}

// fields are the keys a struct has.
type fields struct {
	byName map[string][]int
	names  []string
	rest   []int // an inline map, which takes the keys that no field has
}

var known sync.Map // reflect.Type → *fields

func fieldsOf(t reflect.Type) *fields {
	if f, ok := known.Load(t); ok {
		return f.(*fields)
	}
	fs := &fields{byName: map[string][]int{}}
	fs.add(t, nil)
	known.Store(t, fs)
	return fs
}

func (fs *fields) add(t reflect.Type, at []int) {
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("yaml")
		if tag == "-" || !f.IsExported() && !f.Anonymous {
			continue
		}
		index := append(append([]int(nil), at...), i)
		name, opts, _ := strings.Cut(tag, ",")
		if strings.Contains(","+opts+",", ",inline,") {
			switch f.Type.Kind() {
			case reflect.Struct:
				fs.add(f.Type, index)
			case reflect.Map:
				fs.rest = index
			}
			continue
		}
		if !f.IsExported() {
			continue
		}
		if name == "" {
			name = strings.ToLower(f.Name)
		}
		if _, ok := fs.byName[name]; !ok {
			fs.names = append(fs.names, name)
			fs.byName[name] = index
		}
	}
}

func field(v reflect.Value, index []int) reflect.Value { return v.FieldByIndex(index) }
