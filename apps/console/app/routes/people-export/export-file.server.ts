import type { AdminClient } from '@gatehouse/client/admin-client'
import type { Query } from '@gatehouse/client/client'
import type { Identity } from '@gatehouse/contract/identities'
import { carriedTypes, identityPages } from '@gatehouse/transfer/export'
import { carryIdentity, importFormats } from '@gatehouse/transfer/formats'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import { peopleTable } from '../../exports/csv-columns.server.ts'
import { peopleQueryOf, searchOf } from '../people/search.server.ts'
import { type ExportFormat, exportPageSize } from './formats.ts'

/** The people that an address narrows a list to, as a file. */
export async function exportFile(
  scope: ProjectContext,
  address: URL,
  { format, withCredentials }: { readonly format: ExportFormat; readonly withCredentials: boolean },
): Promise<Response> {
  const [engine, schemas] = await Promise.all([scope.load('getIdentityEngine'), scope.load('listIdentitySchemas')])
  const query = {
    ...peopleQueryOf(searchOf(address.searchParams, engine), Date.now()),
    page_size: exportPageSize,
    ...(withCredentials && { include_credential: carriedTypes }),
  }
  const isTable = format === 'csv'
  const file = isTable ? peopleTable(schemas, withCredentials) : importLines(format, withCredentials)
  return new Response(peopleStream(scope.admin, query, file), {
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

/** Some lists name credentials that were not asked for. */
function withoutCredentials(identity: Identity): Identity {
  return { ...identity, credentials: {} }
}

/** The content of an export's file. */
interface PeopleFile {
  readonly head: string
  readonly lines: (identities: readonly Identity[]) => string
}

/** People as a file, read page by page while it is sent: they may be more than memory holds. */
function peopleStream(
  admin: AdminClient,
  query: Exclude<Query, URLSearchParams>,
  { head, lines }: PeopleFile,
): ReadableStream<Uint8Array> {
  const pages = identityPages(admin, undefined, query)
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (head !== '') controller.enqueue(encoder.encode(head))
    },
    pull: async (controller) => {
      for (;;) {
        const { value: page, done } = await pages.next()
        if (done === true) return controller.close()
        // The answer has begun: only breaking it off shows that it is not whole.
        if (page.kind !== 'page') return controller.error(new Error('the identity service stopped answering'))
        const text = lines(page.identities)
        // If nothing is enqueued, `pull` is not called again.
        if (text !== '') return controller.enqueue(encoder.encode(text))
      }
    },
    cancel: async () => void (await pages.return(undefined)),
  })
}
