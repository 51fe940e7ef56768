package main

import (
	"bytes"
	"errors"
	html "html/template"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	text "text/template"

	"github.com/Masterminds/sprig/v3"
)

// Files that name each other, of which one is executed, with the values that it has. The names are those of job.ts.
type templates struct {
	Files  []file         `json:"files"`
	Main   string         `json:"main"`
	HTML   bool           `json:"html"`
	Values map[string]any `json:"values"`
}

type file struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Either a text or a fault. Certain: it fails whatever the values say. Compiled: it could be executed.
type executed struct {
	Text     string `json:"text"`
	Fault    string `json:"fault,omitempty"`
	Certain  bool   `json:"certain,omitempty"`
	Compiled bool   `json:"compiled,omitempty"`
}

type executable interface {
	Execute(io.Writer, any) error
}

// Makes keys, or hashes that are slow by intention: nothing that a mail needs. They are empty in this module.
var withheld = []string{
	"bcrypt", "htpasswd", "derivePassword", "genPrivateKey", "buildCustomCert", "genCA", "genCAWithKey",
	"genSelfSignedCert", "genSelfSignedCertWithKey", "genSignedCert", "genSignedCertWithKey", "encryptAES", "decryptAES",
}

func executeAll(all []templates) []executed {
	done := make([]executed, 0, len(all))
	for _, one := range all {
		done = append(done, execute(one))
	}
	return done
}

func execute(one templates) executed {
	compiled, err := compile(one)
	if err != nil {
		return executed{Fault: err.Error(), Certain: true}
	}
	var out bytes.Buffer
	err = compiled.Execute(&out, model(one.Values))
	var escaping *html.Error
	switch {
	case err == nil:
		return executed{Text: out.String(), Compiled: true}
	// Of html/template: where a value stands is looked at when it is executed first.
	case errors.As(err, &escaping):
		return executed{Fault: err.Error(), Certain: true}
	default:
		fault := beforeType(err.Error())
		isUnknown := strings.HasSuffix(fault, unknownField)
		isMissing := strings.HasSuffix(fault, "not defined")
		return executed{Fault: fault, Certain: isUnknown || isMissing, Compiled: !isMissing}
	}
}

func compile(one templates) (executable, error) {
	functions := sprig.HermeticTxtFuncMap()
	for _, name := range withheld {
		delete(functions, name)
	}
	if one.HTML {
		set := html.New(one.Main).Funcs(functions)
		for _, each := range one.Files {
			into := set
			if each.Name != one.Main {
				into = set.New(each.Name)
			}
			if _, err := into.Parse(each.Text); err != nil {
				return nil, err
			}
		}
		return set, nil
	}
	set := text.New(one.Main).Funcs(functions)
	for _, each := range one.Files {
		into := set
		if each.Name != one.Main {
			into = set.New(each.Name)
		}
		if _, err := into.Parse(each.Text); err != nil {
			return nil, err
		}
	}
	return set, nil
}

// As the structures of Ory Kratos: a name that is not there is a fault, where a map would say nothing.
func model(values map[string]any) any {
	names := slices.Sorted(maps.Keys(values))
	fields := make([]reflect.StructField, 0, len(names))
	held := make([]reflect.Value, 0, len(names))
	for _, name := range names {
		value := typed(values[name])
		fields = append(fields, reflect.StructField{Name: name, Type: value.Type()})
		held = append(held, value)
	}
	made := reflect.New(reflect.StructOf(fields)).Elem()
	for index, value := range held {
		made.Field(index).Set(value)
	}
	return made.Interface()
}

func typed(value any) reflect.Value {
	switch value := value.(type) {
	case float64:
		return reflect.ValueOf(int(value))
	case nil:
		return reflect.ValueOf(map[string]any(nil))
	default:
		return reflect.ValueOf(value)
	}
}

const unknownField = " is no value of this text"

// The type is that of this program.
func beforeType(fault string) string {
	before, _, found := strings.Cut(fault, " in type struct {")
	if !found {
		return fault
	}
	return strings.Replace(before, "can't evaluate field ", ".", 1) + unknownField
}
