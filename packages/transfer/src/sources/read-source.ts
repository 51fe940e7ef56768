import type { ImportSource } from '@gatehouse/contract/operators'
import { carryIdentity } from '../carry-identity.ts'
import type { Json, LeftBehind } from '../import-entry.ts'
import type { ImportFormat } from '../import-format.ts'
import type { PositionedEntry } from '../import-identities.ts'
import { identityOfPerson, type TraitPlan } from './identity-of-person.ts'
import { readRecords, type RecordPosition } from './records.ts'
import type { SourceFile } from './source-file.ts'
import type { Source, SourceOptions } from './source.ts'
import { fileSources } from './sources.ts'

/** The input for reading people of another system. */
export interface SourceReading extends SourceOptions {
  readonly from: ImportSource
  /** In any order: separate files may hold records that only add to a person. */
  readonly files: readonly SourceFile[]
  readonly plan: TraitPlan
  readonly format: ImportFormat
  /** Called with everything that stays behind. */
  readonly left: (left: LeftBehind) => void
}

/** Reads people of another system as entries of an import, file by file. */
export async function* readSource(reading: SourceReading): AsyncGenerator<PositionedEntry<RecordPosition>> {
  const { from, files } = reading
  const source = fileSources[from]
  const more = await readMore(source, files)
  for (const file of files) {
    for await (const one of readRecords(file, listsOf(source))) {
      if (one.kind === 'unreadable') yield one
      else if (source.more?.(one.record) === undefined) yield entryOf(source, one.position, one.record, more, reading)
    }
  }
}

/** Reads the records that add to people, from separate files, in any order. */
async function readMore(source: Source, files: readonly SourceFile[]): Promise<ReadonlyMap<string, readonly Json[]>> {
  const found = new Map<string, Json[]>()
  if (source.more === undefined) return found
  for (const file of files) {
    for await (const one of readRecords(file, listsOf(source))) {
      const of = one.kind === 'record' ? source.more(one.record) : undefined
      if (of === undefined || one.kind !== 'record') continue
      const known = found.get(of)
      if (known === undefined) found.set(of, [one.record])
      else known.push(one.record)
    }
  }
  return found
}

const listsOf = ({ list }: Source) => (list === undefined ? [] : [list])

function entryOf(
  source: Source,
  position: RecordPosition,
  record: Json,
  more: ReadonlyMap<string, readonly Json[]>,
  reading: SourceReading,
): PositionedEntry<RecordPosition> {
  const { format, plan, left: leave } = reading
  const id = record['user_id'] ?? record['id']
  const person = source.person(record, more.get(String(id)) ?? [], reading)
  if (typeof person === 'string') return { kind: 'unreadable', position, reason: person }
  const { identity, left } = identityOfPerson(person, plan)
  const { entry, left: behind } = carryIdentity(identity, format)
  for (const one of [...left, ...behind]) leave(one)
  return { kind: 'entry', position, create: entry.create, source: person.id }
}
