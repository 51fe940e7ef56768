import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../apps/cli/bin/gatehouse.mjs', import.meta.url))

/** How a command ended. */
export interface Ended {
  readonly code: number
  readonly output: string
  readonly complaint: string
}

/** Runs `gatehouse …` as a person at a terminal would, in a folder. */
export function gatehouse(folder: string, ...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: folder, timeout: 120_000 }, (error, output, complaint) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, output, complaint })
    })
  })
}

/** Reads the rows of a file of JSON Lines. */
// oxlint-disable-next-line typescript/no-explicit-any -- rows of every shape
export async function rowsOf(path: string): Promise<readonly any[]> {
  const text = await readFile(path, 'utf8')
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}
