#!/usr/bin/env node
// `npm exec -- gatehouse` runs this file before anything is installed; afterwards it finds the command of apps/cli.
process.argv.splice(2, 0, 'gatehouse')
await import('./run.mjs')
