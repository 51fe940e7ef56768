import classes from './sessions-page.module.css'
import { useEffect, useRef } from 'react'
import { Form, redirect } from 'react-router'
import type { Answer } from '@gatehouse/client/client'
import type { Flow } from '@gatehouse/contract/flows'
import { personName } from '@gatehouse/contract/identities'
import { Alert, Badge, Panel, Section } from '@gatehouse/design/content'
import { Button, ButtonLink } from '@gatehouse/design/controls'

import { reach } from '../../failure/reach.server.ts'
import { okOrRedirect, requireSession } from '../../identity/session.server.ts'
import { AccountPage } from '../../layout/account-page.tsx'
import { withAhead } from '../../layout/data-ahead.ts'
import { PageLink } from '../../layout/page-link.tsx'
import { ask } from '../../request/ask.server.ts'
import { keepNotice, takeNotice } from '../../request/notice-cookie.server.ts'
import { type PageRequest, pageRequestOf } from '../../request/page-request.ts'
import { requireOwnForm } from '../../request/require-own-form.server.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import { useText } from '../../text/text-source.ts'
import type { Route } from './+types/route.ts'
import { DeviceRow } from './device-row.tsx'
import { seenDevice, trustedDevice, type TrustedDevice } from './device.server.ts'
import { askedAgainNotice, signedOutNotice } from './signed-out.ts'
import { TrustedDevices } from './trusted-devices.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  return reach(page, '/sessions', () => listSessions(page, url))
}

export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts('/sessions', withAhead(url, serverLoader))
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  requireOwnForm(page, '/sessions')
  const form = new URLSearchParams(await request.text())
  return reach(page, '/sessions', () => revokeSessions(page, form))
}

/** Other sessions on one page. */
const perPage = 20

/** The most sessions that a service lists at once. */
const mostPerAnswer = 500

/** Reads the sessions page's data. `pages` counts the pages of other sessions. */
async function listSessions(page: PageRequest, { searchParams }: URL) {
  const current = positive(searchParams.get('page')) ?? 1
  const before = (current - 1) * perPage
  // Ory Kratos takes its pages 0 and 1 for the same one: as long as an answer may be that long, it begins with the first.
  const isWhole = before + perPage <= mostPerAnswer
  const query = isWhole ? { page: 0, per_page: before + perPage } : { page: current - 1, per_page: perPage }
  const [session, others, trusted] = await Promise.all([
    requireSession(page, '/sessions'),
    ask(page, (client, credentials) => client.listMySessions(query, credentials)),
    trustedDevices(page),
  ])
  const listed = okOrRedirect(page, others, '/sessions')
  const sessions = isWhole ? listed.slice(before) : listed
  const total = positive(others.headers.get('X-Total-Count')) ?? listed.length
  return {
    person: personName(session.identity),
    current: seenDevice(session),
    others: sessions.map(seenDevice),
    trusted,
    page: current,
    pages: Math.max(1, Math.ceil(total / perPage)),
    askedAgain: takeNotice(page, askedAgainNotice) !== undefined,
    signedOut: positive(takeNotice(page, signedOutNotice) ?? null),
  }
}

/** Returns the browsers that skip the second factor; none if the service remembers none. */
async function trustedDevices(page: PageRequest): Promise<readonly TrustedDevice[]> {
  const { rememberDeviceDays } = await page.features()
  if (rememberDeviceDays === undefined) return []
  const answer = await ask(page, (client, credentials) => client.listMyRememberedDevices(credentials))
  return answer.kind === 'ok' ? answer.body.map(trustedDevice) : []
}

function positive(value: string | null): number | undefined {
  return value !== null && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : undefined
}

/**
 * Signs out one other device (`id`) or all of them (`all`), or requires the second factor of a trusted one again
 * (`ask_again`: its id, or `all`). A second press has no further effect.
 */
async function revokeSessions(page: PageRequest, form: URLSearchParams): Promise<Response> {
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

/** The sessions of an account, each with a button that ends it. */
export default function RouteSessions({ loaderData }: Route.ComponentProps) {
  const { person, current, others, trusted, page, pages, signedOut, askedAgain } = loaderData
  const t = useText('sessions')
  const done = useRef<HTMLDivElement>(null)
  // The pressed button is gone by now, and the focus with it.
  useEffect(() => done.current?.focus(), [signedOut, askedAgain, others])
  return (
    <AccountPage title={t('title')} intro={t('intro')} person={person}>
      {signedOut !== undefined && (
        <Alert kind="success" ref={done}>
          {t('revoked_all', { count: signedOut })}
        </Alert>
      )}
      {askedAgain && (
        <Alert kind="success" ref={done}>
          {t('trusted.asked_again')}
        </Alert>
      )}
      <Section id="this" title={t('this')}>
        <Panel>
          <DeviceRow device={current} badge={<Badge tone="good">{t('current')}</Badge>} />
        </Panel>
      </Section>
      <Section id="others" title={t('others')}>
        {others.length === 0 ? (
          <p className={classes.empty}>{t('empty')}</p>
        ) : (
          <>
            <Panel>
              {others.map((device) => (
                <DeviceRow key={device.id} device={device} revocable />
              ))}
            </Panel>
            <Form method="post" action="/sessions" className={classes.all}>
              <Button type="submit" name="all" value="true" variant="danger">
                {t('revoke_all')}
              </Button>
            </Form>
          </>
        )}
        {(page > 1 || page < pages) && (
          <nav aria-label={t('pages')} className={classes.pages}>
            {page > 1 && (
              <ButtonLink href={page === 2 ? '/sessions' : `/sessions?page=${page - 1}`} link={PageLink} size="small">
                {t('newer')}
              </ButtonLink>
            )}
            {page < pages && (
              <ButtonLink href={`/sessions?page=${page + 1}`} link={PageLink} size="small">
                {t('older')}
              </ButtonLink>
            )}
          </nav>
        )}
      </Section>
      {trusted.length > 0 && <TrustedDevices trusted={trusted} />}
    </AccountPage>
  )
}
