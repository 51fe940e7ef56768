// Command kratos is Ory Kratos as its module publishes it; built here so that the suite has a real engine to compare with.
package main

import (
	"os"

	"github.com/ory/kratos/cmd"
)

func main() {
	os.Exit(cmd.Execute())
}
