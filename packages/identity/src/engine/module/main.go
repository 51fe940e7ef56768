// The engines that Ory Kratos itself uses for what its operators write, Jsonnet and Go's templates, as one WebAssembly
// module without any access to files or the network.
//
// Whoever calls it writes a job into the memory that `reserve` returns, calls `evaluate`, and reads the answer there:
// `evaluate` returns its length and `answer` its address.
package main

import (
	"encoding/json"
	"unsafe"
)

// Either a program or templates. The names are those of job.ts.
type job struct {
	Program   string            `json:"program"`
	External  map[string]string `json:"external"`
	Given     map[string]string `json:"given"`
	Templates []templates       `json:"templates"`
}

type result struct {
	Kind   string `json:"kind"`
	JSON   string `json:"json,omitempty"`
	Reason string `json:"reason,omitempty"`
}

var given, answered []byte

//go:wasmexport reserve
func reserve(bytes uint32) unsafe.Pointer {
	given = make([]byte, bytes)
	return unsafe.Pointer(unsafe.SliceData(given))
}

//go:wasmexport evaluate
func evaluate() uint32 {
	var read job
	if err := json.Unmarshal(given, &read); err != nil {
		panic(err)
	}
	given = nil
	// Of plain texts alone, so nothing can go wrong here.
	answered, _ = json.Marshal(run(read))
	return uint32(len(answered))
}

//go:wasmexport answer
func answer() unsafe.Pointer {
	return unsafe.Pointer(unsafe.SliceData(answered))
}

func run(read job) result {
	if read.Templates != nil {
		said, _ := json.Marshal(executeAll(read.Templates))
		return result{Kind: "result", JSON: string(said)}
	}
	return evaluateJsonnet(read)
}

func main() {}
