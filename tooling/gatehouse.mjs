#!/usr/bin/env node
// What `npm exec -- gatehouse` runs before anything is installed; afterwards it finds the one of apps/cli by itself.
process.argv.splice(2, 0, 'gatehouse')
await import('./run.mjs')
