import type { AdminClient } from '@gatehouse/client/admin-client'
import type { Query } from '@gatehouse/client/client'
import type { Identity } from '@gatehouse/contract/identities'
import { identityPages } from '@gatehouse/transfer/export'

/** What is written into the file of an export. */
export interface PeopleFile {
  readonly head: string
  readonly lines: (identities: readonly Identity[]) => string
}

/** People as a file, read page by page while it is sent: they may be more than memory holds. */
export function peopleStream(
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
        // Where nothing is enqueued, `pull` is not called again.
        if (text !== '') return controller.enqueue(encoder.encode(text))
      }
    },
    cancel: async () => void (await pages.return(undefined)),
  })
}
