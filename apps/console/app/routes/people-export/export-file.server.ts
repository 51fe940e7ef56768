import type { Identity } from '@gatehouse/contract/identity'
import { carryIdentity } from '@gatehouse/transfer/carry-identity'
import { carriedTypes } from '@gatehouse/transfer/identity-pages'
import { importFormats } from '@gatehouse/transfer/import-format'
import type { ProjectRoom } from '../../control-plane/place.server.ts'
import { peopleTable } from '../../exports/csv-columns.server.ts'
import { type PeopleFile, peopleStream } from '../../exports/people-stream.server.ts'
import { queryOf, searchOf } from '../people/search.server.ts'
import { type ExportFormat, exportPageSize } from './formats.ts'

/** The people that an address narrows a list to, as a file. */
export async function exportFile(
  room: ProjectRoom,
  address: URL,
  { format, withCredentials }: { readonly format: ExportFormat; readonly withCredentials: boolean },
): Promise<Response> {
  const [engine, schemas] = await Promise.all([room.load('getIdentityEngine'), room.load('listIdentitySchemas')])
  const query = {
    ...queryOf({ ...searchOf(address, engine), token: '' }),
    page_size: exportPageSize,
    ...(withCredentials && { include_credential: carriedTypes }),
  }
  const isTable = format === 'csv'
  const file = isTable ? peopleTable(schemas, withCredentials) : importLines(format, withCredentials)
  return new Response(peopleStream(room.admin, query, file), {
    headers: {
      'content-type': isTable ? 'text/csv; charset=utf-8; header=present' : 'application/jsonl; charset=utf-8',
      'content-disposition': `attachment; filename="people.${isTable ? 'csv' : 'jsonl'}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Lines as `gatehouse export` writes them. */
function importLines(format: Exclude<ExportFormat, 'csv'>, withCredentials: boolean): PeopleFile {
  return {
    head: '',
    lines: (identities) =>
      identities
        .map((identity) => (withCredentials ? identity : withoutCredentials(identity)))
        .map((identity) => `${JSON.stringify(carryIdentity(identity, importFormats[format]).entry)}\n`)
        .join(''),
  }
}

/** Some lists name credentials that nobody asked for. */
function withoutCredentials(identity: Identity): Identity {
  return { ...identity, credentials: {} }
}
