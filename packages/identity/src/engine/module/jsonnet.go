package main

import (
	"errors"
	"io"

	"github.com/google/go-jsonnet"
)

type noImports struct{}

func (noImports) Import(string, string) (jsonnet.Contents, string, error) {
	return jsonnet.Contents{}, "", errors.New("programs read no files: import, importstr and importbin are refused")
}

func evaluateJsonnet(read job) result {
	vm := jsonnet.MakeVM()
	vm.Importer(noImports{})
	vm.SetTraceOut(io.Discard)
	for name, code := range read.External {
		vm.ExtCode(name, code)
	}
	for name, code := range read.Given {
		vm.TLACode(name, code)
	}
	json, err := vm.EvaluateAnonymousSnippet("program", read.Program)
	if err != nil {
		return result{Kind: "failed", Reason: err.Error()}
	}
	return result{Kind: "result", JSON: json}
}
