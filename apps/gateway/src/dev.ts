import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// The pages reload themselves; any other change restarts the process. The folders are named because watching every
// imported file would include the temporary files by which Vite reads its configuration.
const root = fileURLToPath(new URL('../../..', import.meta.url))
const watched = [
  'apps/gateway',
  'apps/account/src',
  'packages/client',
  'packages/config',
  'packages/control-plane',
  'packages/http',
  'packages/identity',
  'packages/platform',
]
const server = fileURLToPath(new URL('dev-server.ts', import.meta.url))
// Vite loads the development build of React Router; the handler here has to come from the same copy.
const flags = [
  '--conditions=development',
  '--watch-preserve-output',
  ...watched.map((folder) => `--watch-path=${root}/${folder}`),
]
const child = spawn(process.execPath, [...flags, server], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => process.exit(code ?? 0))
