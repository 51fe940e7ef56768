import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
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
      process.stderr.write(`${question}: `)
      const readline = createInterface({
        input: process.stdin,
        output: hidden ? silence() : process.stderr,
        terminal: true,
      })
      try {
        return await readline.question('')
      } finally {
        readline.close()
        if (hidden) process.stderr.write('\n')
      }
    },
  }
}

/** Where the echo of a password goes. */
function silence(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}

/** Reads standard input to its end, without the last line break. */
export async function readStandardInput(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin) text += String(chunk)
  return text.replace(/\r?\n$/, '')
}
