import { carryIdentity } from '../carry-identity.ts'
import type { LeftBehind } from '../import-entry.ts'
import type { ImportFormat } from '../import-format.ts'
import type { SendableEntry } from '../import-identities.ts'
import { isPostgres, readKratosDatabase } from './kratos-database.ts'
import type { RecordPosition } from './records.ts'

/** Reads the identities of databases of Ory Kratos as entries of an import; traits and schemas come as they are. */
export async function* readKratosDatabases(
  databases: readonly string[],
  format: ImportFormat,
  left: (left: LeftBehind) => void,
): AsyncGenerator<SendableEntry<RecordPosition>> {
  for (const database of databases) {
    let line = 0
    for await (const identity of readKratosDatabase(database)) {
      line += 1
      const { entry, left: behind } = carryIdentity(identity, format)
      behind.forEach(left)
      const position = { file: withoutPassword(database), line }
      yield { kind: 'entry', position, create: entry.create, source: identity.id }
    }
  }
}

/** Removes the password from a database's address, from its query as well: reports are kept. */
function withoutPassword(database: string): string {
  if (!isPostgres(database)) return database
  // An address without a host is one for PostgreSQL alone.
  const url = new URL(URL.canParse(database) ? database : database.replace(/@(?=\/|$)/, '@localhost'))
  url.password = ''
  url.search = ''
  return url.href
}
