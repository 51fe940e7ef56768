import { spawn } from 'node:child_process'

/** A person at a terminal: reads the screen, then types. */
export interface TypedSession {
  /** Waits until the screen shows a text that was not there before; returns the screen up to it. */
  shows(text: string | RegExp): Promise<string>
  type(keys: string): void
  /** Exit code of the program, and all it showed. */
  ended: Promise<{ readonly code: number; readonly screen: string }>
}

export const enter = '\r'
export const controlC = '\u0003'
export const controlD = '\u0004'

/** A question that does not come, or an end, is a failure, and the screen says why. Milliseconds. */
const timeoutMs = 60_000

/** Python's own module opens the pseudo-terminal: npm's packages for that need a compiler. */
const relay = `
import os, pty, sys
status = pty.spawn(sys.argv[1:])
sys.exit(os.waitstatus_to_exitcode(status))
`

/** Runs a program in a pseudo-terminal. */
export function atTerminal(
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): TypedSession {
  const child = spawn('python3', ['-c', relay, ...command], { env: { ...process.env, TERM: 'xterm', ...environment } })
  // A test that gives up leaves no program behind that waits for a key.
  const endWithParent = () => child.kill()
  process.once('exit', endWithParent)
  let screen = ''
  let read = 0
  const waiting = new Set<() => void>()
  const wake = () => waiting.forEach((look) => look())
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text
    wake()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (screen += text))
  let code: number | undefined
  const ended = new Promise<{ code: number; screen: string }>((resolve, reject) => {
    // oxlint-disable-next-line no-restricted-globals -- a deadline, which a program that works never meets
    const stuck = setTimeout(() => {
      reject(new Error(`still runs, and shows:\n${screen}`))
      child.kill()
    }, timeoutMs)
    child.stdout.on('data', () => stuck.refresh())
    child.on('close', (status) => {
      clearTimeout(stuck)
      process.off('exit', endWithParent)
      code = status ?? 1
      wake()
      resolve({ code, screen })
    })
  })
  // The wait for a text reports the failure.
  ended.catch(() => undefined)
  return {
    ended,
    type: (keys) => void child.stdin.write(keys),
    shows: (text) =>
      new Promise((resolve, reject) => {
        const late = () => reject(new Error(`never showed ${String(text)}:\n${JSON.stringify(screen)}`))
        // oxlint-disable-next-line no-restricted-globals -- a deadline as well
        const timer = setTimeout(late, timeoutMs)
        const look = () => {
          const rest = screen.slice(read)
          const found = typeof text === 'string' ? rest.indexOf(text) : rest.search(text)
          if (found >= 0) {
            const end = found + (typeof text === 'string' ? text.length : (text.exec(rest)?.[0].length ?? 0))
            read += end
            waiting.delete(look)
            clearTimeout(timer)
            resolve(rest.slice(0, end))
          } else if (code !== undefined) {
            waiting.delete(look)
            clearTimeout(timer)
            reject(new Error(`the program ended with ${code} before it showed ${String(text)}:\n${screen}`))
          }
        }
        waiting.add(look)
        look()
      }),
  }
}
