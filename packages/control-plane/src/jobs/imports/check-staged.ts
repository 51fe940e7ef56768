import { type Checked, checkFile } from '@gatehouse/transfer/files'

import { readStaged, type StagedReading } from './read-staged.ts'
import type { StagedImport } from '../../model/staged-import.ts'

/** The maximum number of providers that are listed: an export has a few. */
const mostProviders = 50

/** Data that is not imported, the reason, and the number of people. */
interface LeftBehindOf {
  readonly what: string
  readonly why: string
  readonly people: number
}

/** A sign-in provider that people are linked to, as it is called there and will be here. */
interface LinkedProvider {
  readonly there: string
  readonly here: string
  readonly people: number
}

/** The result of checking a staged import. */
export interface CheckedImport extends Checked {
  readonly left_behind: readonly LeftBehindOf[]
  readonly providers: readonly LinkedProvider[]
}

/** Checks all people of a staged import, and counts the data that are not imported. */
export async function checkStaged(
  staged: StagedImport,
  reading: Omit<StagedReading, 'left' | 'linked'>,
): Promise<CheckedImport> {
  const left = new Map<string, LeftBehindOf>()
  const linked = new Map<string, LinkedProvider>()
  const people = readStaged(staged, {
    ...reading,
    left: ({ what, why }) => {
      const key = `${what}: ${why}`
      left.set(key, { what, why, people: (left.get(key)?.people ?? 0) + 1 })
    },
    linked: (there, here) => {
      if (linked.size < mostProviders || linked.has(there))
        linked.set(there, { there, here, people: (linked.get(there)?.people ?? 0) + 1 })
    },
  })
  const checked = await checkFile(people, reading.schemas)
  return { ...checked, left_behind: [...left.values()], providers: [...linked.values()] }
}
