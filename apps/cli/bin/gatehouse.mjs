#!/usr/bin/env node
// Runs under any Node of the machine, which may be too old for TypeScript, and continues with the one the packages
// bring.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const bundledNode = at('../../../node_modules/node/bin/node')
const isRecent = Number(process.versions.node.split('.')[0]) >= 24

if (!isRecent && !existsSync(bundledNode)) {
  console.error('Node 24 is not installed yet. Run this first, in the folder of Gatehouse: npm ci')
  process.exit(1)
}
const program = existsSync(bundledNode) ? bundledNode : process.execPath
const args = ['--disable-warning=ExperimentalWarning', at('../src/main.ts'), ...process.argv.slice(2)]
const child = spawn(program, args, { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // A terminal sends Ctrl-C to the child as well.
    if (signal !== 'SIGINT' || process.stdin.isTTY !== true) child.kill(signal)
  })
}
child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
