import type { AdminClient } from '@gatehouse/client/admin-client'
import type { FetchHandler } from '@gatehouse/http/fetch-handler'
import { inboxPage } from './inbox-page.ts'
import { toMail, type Mail } from './mail.ts'

type DeskPage = (admin: AdminClient, query: URLSearchParams) => Promise<Response>

const pages: Readonly<Record<string, DeskPage>> = {
  '/dev/inbox': async (admin, query) => {
    const mails = await readMails(admin, recipientOf(query))
    return mails === undefined ? unavailable() : inboxPage(mails, recipientOf(query))
  },
  '/dev/inbox.json': async (admin, query) => {
    const mails = await readMails(admin, recipientOf(query))
    return mails === undefined ? unavailable() : Response.json(mails)
  },
}

/** The developers' desk below /dev/. Whoever composes the gateway only makes one in development mode. */
export function createDesk(admin: AdminClient): FetchHandler {
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const page = Object.hasOwn(pages, pathname) ? pages[pathname] : undefined
    if (page === undefined) return new Response('Not found\n', { status: 404 })
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Method not allowed\n', { status: 405, headers: { allow: 'GET, HEAD' } })
    }
    return page(admin, searchParams)
  }
}

function recipientOf(query: URLSearchParams): string | undefined {
  const to = query.get('to')?.trim() ?? ''
  return to === '' ? undefined : to
}

async function readMails(admin: AdminClient, to: string | undefined): Promise<readonly Mail[] | undefined> {
  const answer = await admin.listCourierMessages({ page_size: 100, recipient: to })
  return answer.kind === 'ok' ? answer.body.map(toMail) : undefined
}

function unavailable(): Response {
  return new Response('The admin API did not hand out its messages.\n', { status: 502 })
}
