import type { AdminClient } from '@gatehouse/client/admin-client'
import type { AccountData } from '@gatehouse/contract/account'
import type { Session } from '@gatehouse/contract/identities'
import { reach } from '../../failure/reach.server.ts'
import { okOrRedirect, requireSession } from '../../identity/session.server.ts'
import { ask } from '../../request/ask.server.ts'
import { notFound } from '../../request/fail.server.ts'
import { pageRequestOf, type PageRequest } from '../../request/page-request.ts'
import type { Route } from './+types/export-route.ts'
import { requireRecentSignIn } from './recent-sign-in.server.ts'

/** The person's own data as a file. A plain link points here, so that it works without script. */
export async function loader({ context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const data = await reach(page, '/settings/data', () => collectData(page))
  if (data === undefined) throw notFound(page)
  const name = `account-${data.exported_at.slice(0, 10)}.json`
  return new Response(`${JSON.stringify(data, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  })
}

const back = '/settings/data'

/** Returns everything that an account's owner may see of it. Undefined if the service cannot export it. */
async function collectData(page: PageRequest): Promise<AccountData | undefined> {
  const { data } = await page.features()
  if (data === 'own') {
    const answer = await ask(page, (client, credentials) => client.exportMyData(credentials))
    return okOrRedirect(page, answer, back)
  }
  return page.adminClient === undefined ? undefined : collectAround(page, page.adminClient)
}

/** As much as an Ory Kratos tells: the person's own sessions from its public API, kinds of credentials from the other. */
async function collectAround(page: PageRequest, admin: AdminClient): Promise<AccountData> {
  const { identity, ...session } = await requireSession(page, back)
  await requireRecentSignIn(page, session, back)
  const [others, stored] = await Promise.all([
    ask(page, (client, credentials) => client.listMySessions({ per_page: 500 }, credentials)),
    admin.getIdentity({ id: identity.id }),
  ])
  const { credentials = {} } = okOrRedirect(page, stored, back)
  const { credentials: _credentials, metadata_admin: _metadata, ...shown } = identity
  return {
    exported_at: new Date().toISOString(),
    identity: shown,
    credentials: Object.values(credentials).map(({ config: _secret, ...kind }) => kind),
    sessions: [{ ...session, identity }, ...okOrRedirect(page, others, back)].map(withoutOwner),
    activity: null,
  }
}

function withoutOwner({ identity: _owner, tokenized: _token, ...shown }: Session): AccountData['sessions'][number] {
  return shown
}
