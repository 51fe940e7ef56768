import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { CommandFailure } from '../command-failure.ts'

const state = z.object({
  /** Source and target of the identities: an export with others does not continue this one. */
  from: z.string(),
  for: z.string(),
  format: z.string(),
  next: z.string().optional(),
  written: z.int(),
  reported: z.int(),
  identities: z.int(),
  leftBehind: z.int(),
})

/** How far an export is. It is kept beside its output until the export is whole. */
export type ExportState = z.output<typeof state>

/** Returns the state of an interrupted export; undefined if there is none. */
export async function readState(path: string): Promise<ExportState | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return state.parse(JSON.parse(text))
  } catch {
    throw new CommandFailure(`${path} is damaged. Remove it to begin anew.`)
  }
}

/** Keeps a state, whole or not at all. */
export async function writeState(path: string, value: ExportState): Promise<void> {
  await writeFile(`${path}.part`, JSON.stringify(value), { mode: 0o600, flush: true })
  await rename(`${path}.part`, path)
}

/** Removes the state of a complete export. */
export async function removeState(path: string): Promise<void> {
  await rm(path, { force: true })
}
