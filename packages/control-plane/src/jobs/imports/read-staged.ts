import { text } from 'node:stream/consumers'
import { importFormats, type LeftBehind } from '@gatehouse/transfer/formats'
import { type FileContent, type ImportedEntry, readFileOfPeople } from '@gatehouse/transfer/files'
import { planTraits, readFirebaseHash, readSource, type SourceFile } from '@gatehouse/transfer/sources'

import type { Schemas } from './schemas.ts'
import type { StagedImport, Staging } from '../../model/staged-import.ts'

/** The dependencies of reading the people of a staged import. */
export interface StagedReading {
  readonly imports: Pick<Staging, 'contentOf'>
  readonly schemas: Schemas
  /** Whether they are sent to the embedded service, which accepts more than others. */
  readonly isEmbedded: boolean
  /** Called with all data that are not imported. */
  readonly left?: (left: LeftBehind) => void
  /** Called with every sign-in provider to which a person is linked: its name there, and here. */
  readonly linked?: (there: string, here: string) => void
}

/** Reads the people of a staged import, from any supported system. */
export async function* readStaged(staged: StagedImport, reading: StagedReading): AsyncGenerator<ImportedEntry> {
  const { source, schemaId, providers = {}, more = [] } = staged
  const { imports, schemas, isEmbedded, left, linked } = reading
  if (source === undefined) {
    yield* readFileOfPeople(staged, imports.contentOf(staged.id), schemas)
    return
  }
  const document = schemas.find(({ id }) => id === schemaId)?.schema ?? {}
  const hash = more.findLast(({ format }) => format === 'firebase_hash')
  const firebaseHash = hash && readFirebaseHash(await textOf(imports.contentOf(hash.id)))
  const files = filesOf(staged, imports)
  const people = readSource({
    from: source,
    files,
    plan: planTraits(schemaId, document),
    format: importFormats[isEmbedded ? 'gatehouse' : 'kratos'],
    provider: (there, usual) => {
      const here = providers[there] ?? usual
      linked?.(there, here)
      return here
    },
    ...(firebaseHash !== undefined && { firebaseHash }),
    left: (one) => left?.(one),
  })
  for await (const { position, ...entry } of people) {
    const { line, index } = position
    // With a single file, its name is redundant.
    yield { ...entry, position: files.length > 1 ? position : { line, ...(index !== undefined && { index }) } }
  }
}

function filesOf(staged: StagedImport, imports: StagedReading['imports']): readonly SourceFile[] {
  const { id, fileName: name, format, delimiter, more = [] } = staged
  const further = more.flatMap((one) => (one.format === 'firebase_hash' ? [] : [{ ...one, format: one.format }]))
  return [{ id, name, format, delimiter }, ...further].map((file) => ({ ...file, content: imports.contentOf(file.id) }))
}

const textOf = (content: FileContent) => text(content())
