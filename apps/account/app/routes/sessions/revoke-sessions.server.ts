import type { Answer } from '@gatehouse/client/client'
import type { Flow } from '@gatehouse/contract/flows'
import { redirect } from 'react-router'
import { okOrRedirect } from '../../identity/session.server.ts'
import { ask } from '../../request/ask.server.ts'
import { keepNotice } from '../../request/notice-cookie.server.ts'
import type { PageRequest } from '../../request/page-request.ts'
import { askedAgainNotice, signedOutNotice } from './signed-out.ts'

/**
 * Signs out one other device (`id`) or all of them (`all`), or requires the second factor of a trusted one again
 * (`ask_again`: its id, or `all`). A second press has no further effect.
 */
export async function revokeSessions(page: PageRequest, form: URLSearchParams): Promise<Response> {
  if (form.has('ask_again')) return askAgain(page, form.get('ask_again') ?? '')
  const id = form.get('id')
  const count = form.has('all') ? await revokeOthers(page) : id === null ? 0 : await revokeOne(page, id)
  if (count > 0) keepNotice(page, signedOutNotice, String(count))
  return redirect('/sessions', 303)
}

async function revokeOthers(page: PageRequest): Promise<number> {
  const answer = await ask(page, (client, credentials) => client.disableMyOtherSessions(credentials))
  return okOrRedirect(page, answer, '/sessions').count
}

async function revokeOne(page: PageRequest, id: string): Promise<number> {
  const answer: Answer<undefined> = await ask(page, (client, credentials) =>
    client.disableMySession({ id }, credentials),
  )
  okOrRedirect(page, answer, '/sessions')
  return 1
}

async function askAgain(page: PageRequest, which: string): Promise<Response> {
  const answer: Answer<unknown> = await ask<unknown, Flow>(page, (client, credentials) =>
    which === 'all'
      ? client.forgetMyRememberedDevices(credentials)
      : client.forgetMyRememberedDevice({ id: which }, credentials),
  )
  okOrRedirect(page, answer, '/sessions')
  keepNotice(page, askedAgainNotice, '1')
  return redirect('/sessions', 303)
}
