import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Turns this process into another program of the repository, so that signals and exit codes need no go-between. Where
 * the platform cannot, the program runs as a child and this process ends with it.
 */
export function become(entry: URL, args: readonly string[]): void {
  const path = fileURLToPath(entry)
  const all = ['--disable-warning=ExperimentalWarning', path, ...args]
  if (process.execve !== undefined && process.platform !== 'win32') {
    process.execve(process.execPath, [process.execPath, ...all])
  }
  const child = spawn(process.execPath, all, { stdio: 'inherit' })
  child.on('exit', (code) => process.exit(code ?? 1))
}
