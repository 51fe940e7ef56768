// Command hydra is Ory Hydra as its module publishes it; built here so that OAuth2 pages meet a real authorization server.
package main

import "github.com/ory/hydra/v2/cmd"

func main() {
	cmd.Execute()
}
