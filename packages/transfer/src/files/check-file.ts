import { setImmediate } from 'node:timers/promises'
import { faultOf } from '../check-entry.ts'
import { schemaVerdicts } from '../check-schemas.ts'
import { type Json, isJson } from '../import-entry.ts'
import type { SchemaProblem } from '../schema-problems.ts'
import type { KnownSchema } from './import-file.ts'
import type { ImportedEntry, FilePosition } from './read-file.ts'

/** A fault of a person's entry in a file. */
export type Fault = FilePosition & {
  readonly reason: string
  /** The faults that its schema finds, if that is the reason. */
  readonly problems?: readonly SchemaProblem[]
}

/** The result of a check of a whole file, before anything is created. */
export interface Checked {
  readonly fine: number
  readonly faulty: number
  /** The first of them. */
  readonly faults: readonly Fault[]
  /** The first few accounts as they would be made, without their secrets. */
  readonly preview: readonly string[]
}

const shown = { faults: 50, accounts: 3 } as const
/** After how many accounts others get their turn. */
const breath = 200

/** Checks every account in a file: its form, and its traits by their schema. Sends nothing. */
export async function checkFile(
  entries: AsyncIterable<ImportedEntry>,
  schemas: readonly KnownSchema[],
): Promise<Checked> {
  const known = new Map(schemas.map(({ id, schema }) => [id, schema]))
  const check = schemaVerdicts((id) => Promise.resolve(known.get(id)))
  const faults: Fault[] = []
  const preview: string[] = []
  let fine = 0
  let faulty = 0
  for await (const entry of entries) {
    const found = await faultIn(entry, check)
    if (found === undefined) fine += 1
    else {
      faulty += 1
      if (faults.length < shown.faults) faults.push({ ...entry.position, ...found })
    }
    if (entry.kind === 'entry' && preview.length < shown.accounts) preview.push(withoutSecrets(entry.create))
    if ((fine + faulty) % breath === 0) await setImmediate()
  }
  return { fine, faulty, faults, preview }
}

async function faultIn(
  entry: ImportedEntry,
  check: ReturnType<typeof schemaVerdicts>,
): Promise<Pick<Fault, 'reason' | 'problems'> | undefined> {
  if (entry.kind === 'unreadable') return { reason: entry.reason }
  const reason = faultOf(entry.create)
  if (reason !== undefined) return { reason }
  const verdict = await check(entry.create)
  if (verdict.kind === 'fits') return undefined
  const { reason: why } = verdict
  return verdict.kind === 'faulty' ? { reason: why, problems: verdict.problems } : { reason: why }
}

/** Returns the account as JSON; of its credentials only their types. */
function withoutSecrets({ credentials, ...create }: Json): string {
  const hidden = isJson(credentials) && Object.fromEntries(Object.keys(credentials).map((type) => [type, '…']))
  return JSON.stringify({ ...create, ...(hidden && { credentials: hidden }) }, undefined, 2)
}
