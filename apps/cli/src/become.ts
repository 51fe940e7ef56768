import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Half of V8's default size for new objects, read at the start of a process only: 30 to 60 MiB less of a worker under
 * load, for no more processor time (`npm run bench -- memory`). Workers inherit it.
 */
const newObjects = '--max-semi-space-size=16'

/**
 * Turns this process into another program of the repository, so that signals and exit codes reach it directly. If the
 * platform cannot do that, the program runs as a child and this process ends with it.
 */
export function become(entry: URL, args: readonly string[]): void {
  const path = fileURLToPath(entry)
  const all = ['--disable-warning=ExperimentalWarning', newObjects, path, ...args]
  if (process.execve !== undefined && process.platform !== 'win32') {
    process.execve(process.execPath, [process.execPath, ...all])
  }
  const child = spawn(process.execPath, all, { stdio: 'inherit' })
  child.on('exit', (code) => process.exit(code ?? 1))
}
