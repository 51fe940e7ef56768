import { schemaFields, type Identity, valueAt } from '@gatehouse/contract/identities'
import { isJson } from '@gatehouse/transfer/formats'
import { stringify } from 'csv-stringify/sync'
import type { ListedSchema } from '../traits/schema-document.ts'

/** Writes people as lines of a table. */
export interface PeopleTable {
  readonly head: string
  lines(identities: readonly Identity[]): string
}

interface Column {
  readonly name: string
  readonly cell: (identity: Identity) => unknown
}

/** Returns the columns of a table of people, named as an import recognizes them. */
export function peopleTable(schemas: readonly ListedSchema[], withCredentials: boolean): PeopleTable {
  const traits = [...new Set(schemas.flatMap(({ schema }) => schemaFields(schema).map(({ name }) => name)))]
  const columns: readonly Column[] = [
    { name: 'id', cell: ({ id }) => id },
    { name: 'schema_id', cell: (identity) => identity.schema_id },
    { name: 'state', cell: ({ state }) => state },
    ...traits.map((name) => ({ name, cell: (identity: Identity) => valueAt(identity.traits, name) })),
    { name: 'verified', cell: (identity) => isVerified(identity) },
    { name: 'external_id', cell: (identity) => identity.external_id },
    { name: 'organization_id', cell: (identity) => identity.organization_id },
    { name: 'metadata_public', cell: (identity) => jsonOf(identity.metadata_public) },
    { name: 'metadata_admin', cell: (identity) => jsonOf(identity.metadata_admin) },
    ...(withCredentials ? [{ name: 'password_hash', cell: hashOf }] : []),
  ]
  const table = (rows: readonly (readonly string[])[]) =>
    // A name may begin with "=": a spreadsheet would compute it. The import takes the sign off again.
    stringify([...rows], { escape_formulas: true, record_delimiter: 'windows' })
  return {
    head: table([columns.map(({ name }) => name)]),
    lines: (identities) => table(identities.map((one) => columns.map(({ cell }) => textOf(cell(one))))),
  }
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(textOf).join(';')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isVerified({ verifiable_addresses: addresses = [] }: Identity): boolean | undefined {
  return addresses.length === 0 ? undefined : addresses.every(({ verified }) => verified)
}

function jsonOf(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : JSON.stringify(value)
}

function hashOf({ credentials }: Identity): unknown {
  const config: unknown = credentials?.['password']?.config
  return isJson(config) ? config['hashed_password'] : undefined
}
