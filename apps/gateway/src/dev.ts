import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// The pages reload themselves; a change of anything else restarts the process.
const server = fileURLToPath(new URL('dev-server.ts', import.meta.url))
const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', server], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => process.exit(code ?? 0))
