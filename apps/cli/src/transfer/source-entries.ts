import { readFile } from 'node:fs/promises'
import { importFormats, isJson, type ImportFormatName, type Json, type LeftBehind } from '@gatehouse/transfer/formats'
import type { PositionedEntry } from '@gatehouse/transfer/import'
import {
  planTraits,
  readFirebaseHash,
  readKratosDatabases,
  readSource,
  sourceFileOnDisk,
  type SourceName,
} from '@gatehouse/transfer/sources'
import { CommandFailure } from '../command-failure.ts'
import type { AdminAccess } from './admin-access.ts'
import type { SourcePosition } from './read-entries.ts'

/** The options for people of another system. */
export interface SourceChoice {
  readonly from: SourceName
  readonly for: ImportFormatName
  readonly schema?: string
  readonly provider: Readonly<Record<string, string>>
  readonly firebaseHashConfig?: string
}

/** People of another system, and the parts of them that stay behind once all are read. */
export interface SourceEntries {
  readonly entries: AsyncGenerator<PositionedEntry<SourcePosition>>
  /** A line for each kind of thing that stays behind, with of how many people. */
  leftBehind(): readonly string[]
}

/** Opens the export of another system for an import. Reports values for which the schema has no trait. */
export async function sourceEntries(
  files: readonly string[],
  choice: SourceChoice,
  access: Pick<AdminAccess, 'schema' | 'schemaIds'>,
): Promise<SourceEntries> {
  const counts = new Map<string, number>()
  const left = ({ what, why }: LeftBehind) =>
    void counts.set(`${what}: ${why}`, (counts.get(`${what}: ${why}`) ?? 0) + 1)
  return {
    entries: readable(await entriesOf(files, choice, access, left)),
    leftBehind: () => [...counts].map(([what, count]) => `${count} × ${what}.`),
  }
}

async function entriesOf(
  files: readonly string[],
  choice: SourceChoice,
  access: Pick<AdminAccess, 'schema' | 'schemaIds'>,
  left: (left: LeftBehind) => void,
): Promise<AsyncGenerator<PositionedEntry<SourcePosition>>> {
  const { from, provider } = choice
  const format = importFormats[choice.for]
  // A database of Kratos names the schema of every person.
  if (from === 'kratos-database') return readKratosDatabases(files, format, left)
  const plan = await planOf(choice, access)
  if (plan.missing.length > 0) {
    console.error(
      `The schema "${plan.schemaId}" has no trait for: ${plan.missing.join(', ')}. What people have of it stays behind.`,
    )
  }
  const hash = await hashParameters(choice.firebaseHashConfig)
  return readSource({
    from,
    files: await Promise.all(files.map((file) => opened(() => sourceFileOnDisk(file)))),
    plan,
    format,
    provider: (there, usual) => provider[there] ?? usual,
    ...(hash !== undefined && { firebaseHash: hash }),
    left,
  })
}

async function planOf({ schema }: SourceChoice, access: Pick<AdminAccess, 'schema' | 'schemaIds'>) {
  const ids = schema === undefined ? await access.schemaIds() : [schema]
  const id = ids.length === 1 ? ids[0] : ids.find((one) => one === 'default')
  if (id === undefined) {
    throw new CommandFailure(
      `Say with --schema which schema people get: ${ids.join(', ') || 'the service names none'}.`,
    )
  }
  const document = await access.schema(id)
  if (!isJson(document)) throw new CommandFailure(`The service has no schema "${id}", or it cannot be read from here.`)
  return planTraits(id, document)
}

async function hashParameters(file: string | undefined): Promise<Json | undefined> {
  if (file === undefined) return undefined
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandFailure(`--firebase-hash-config cannot be read: ${file}`)
  })
  const read = readFirebaseHash(text)
  if (read !== undefined) return read
  throw new CommandFailure(
    `--firebase-hash-config needs base64_signer_key, base64_salt_separator, rounds and mem_cost, as the Firebase console shows them: ${file}`,
  )
}

/** Databases and files fail while they are read. */
async function* readable<T>(entries: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* entries
  } catch (error) {
    throw unreadable(error)
  }
}

async function opened<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    throw unreadable(error)
  }
}

function unreadable(error: unknown): CommandFailure {
  return new CommandFailure(`The export cannot be read: ${error instanceof Error ? error.message : 'an error'}.`)
}
