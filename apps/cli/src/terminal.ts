import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandFailure } from './command-failure.ts'
import type { Conversation } from './fill-in.ts'

/** Talks with the person at the terminal. Questions go to standard error, so that standard output stays clean. */
export function terminal(): Conversation {
  return {
    say: (text) => console.error(text),
    remark: (text) => {
      if (process.stdin.isTTY) console.error(text)
    },
    ask: async (question, { hidden }) => {
      if (!process.stdin.isTTY) return undefined
      // Before the question appears: text that is typed from then on is for this program, and passwords have no echo.
      const readline = createInterface({
        input: process.stdin,
        output: hidden ? silence() : process.stderr,
        terminal: true,
      })
      const ended = once(readline, 'close').then(() => Promise.reject(interrupted()))
      try {
        if (hidden) process.stderr.write(`${question}: `)
        return await Promise.race([readline.question(hidden ? '' : `${question}: `), ended])
      } catch (error) {
        // Ctrl-C or Ctrl-D: the shell's prompt begins on a new line.
        if (!hidden) process.stderr.write('\n')
        throw error instanceof Error && error.name === 'AbortError' ? interrupted() : error
      } finally {
        ended.catch(() => undefined)
        readline.close()
        if (hidden) process.stderr.write('\n')
      }
    },
  }
}

function interrupted(): CommandFailure {
  return new CommandFailure('', { kind: 'interrupted' })
}

/** Returns the output that discards the echo of a password. */
function silence(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}

/** Reads standard input to its end, without the last line break. */
export async function readStandardInput(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin) text += String(chunk)
  return text.replace(/\r?\n$/, '')
}
