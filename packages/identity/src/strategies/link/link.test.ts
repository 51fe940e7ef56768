import { afterEach, describe, expect, test } from 'vitest'

import {
  buttons,
  createHarness,
  field,
  messages,
  messagesAt,
  pages,
  service,
  type Harness,
} from '../../flows/flow-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

const ada = 'ada@example.org'
const byLink = (flags = {}) => ({
  feature_flags: flags,
  selfservice: {
    methods: { link: { enabled: true, config: { lifespan: '30m' } } },
    flows: {
      recovery: { use: 'link', notify_unknown_recipients: true },
      verification: { use: 'link', after: { default_browser_return_url: `${pages}/verified` } },
    },
  },
})

async function linkFor(address: string): Promise<string> {
  const [newest] = await harness.messagesTo(address)
  const link = /https?:\/\/\S+token=\S+/.exec(newest?.body ?? '')?.[0]
  if (link === undefined) throw new Error(`no link was sent to ${address}`)
  harness.clock.advance(1)
  return link.slice(service.length)
}

async function waiting(kind: 'recovery' | 'verification') {
  const browser = harness.browser()
  const flow = (await browser.ask(`/self-service/${kind}/browser`)).body
  await browser.send(flow, { method: 'link', email: ada })
  return { browser, flow, link: await linkFor(ada) }
}

describe('recovery by link', () => {
  test('the form asks for an address, keeps it, and the link opens the account once', async () => {
    harness = await createHarness(byLink({ use_continue_with_transitions: true }))
    await harness.account(ada)
    const browser = harness.browser()
    const flow = (await browser.ask(`/self-service/recovery/browser?return_to=${pages}/in`)).body
    expect([flow.active, flow.state, buttons(flow)]).toEqual(['link', 'choose_method', ['method=link']])
    const sent = await browser.send(flow, { method: 'link', email: ada })
    expect([sent.status, sent.body.state, messages(sent.body)]).toEqual([200, 'sent_email', [1060002]])
    expect([field(sent.body, 'email').attributes.value, sent.body.transient_payload]).toEqual([ada, {}])
    const link = await linkFor(ada)
    expect(link).toMatch(new RegExp(`^/self-service/recovery\\?flow=${flow.id}&token=[\\w-]{32}$`))

    const opened = await browser.ask(link)
    expect([opened.status, opened.cookies.length]).toEqual([303, 2])
    expect(opened.location?.startsWith(`${pages}/settings?flow=`)).toBe(true)
    const id = new URL(opened.location ?? '').searchParams.get('flow')
    const settings = (await browser.ask(`/self-service/settings/flows?id=${id}`)).body
    expect([messages(settings), settings.return_to]).toEqual([[1060001], `${pages}/in`])
    const session = (await browser.whoami()).body
    expect(session.authentication_methods).toMatchObject([{ method: 'link_recovery', aal: 'aal1' }])
    expect(session.identity.verifiable_addresses).toMatchObject([{ verified: true }])

    const again = await browser.ask(link)
    expect([again.status, again.cookies.length]).toEqual([303, 1])
    expect(again.location?.startsWith(`${pages}/recovery?flow=`)).toBe(true)
    const next = (await browser.ask(`/self-service/recovery/flows?id=${again.location?.split('flow=')[1]}`)).body
    expect([next.id === flow.id, next.state, messages(next)]).toEqual([false, 'choose_method', [4060004]])
  })

  test('a link that a native app requested signs in a browser', async () => {
    harness = await createHarness(byLink())
    await harness.account(ada)
    const app = harness.app()
    const flow = (await app.ask('/self-service/recovery/api')).body
    const sent = await app.send(flow, { method: 'link', email: ada })
    expect([sent.status, messages(sent.body)]).toEqual([200, [1060002]])
    const browser = harness.browser()
    const opened = await browser.go(await linkFor(ada))
    expect([opened.status, opened.location?.startsWith(`${pages}/settings?flow=`)]).toEqual([303, true])
    expect((await browser.whoami()).body.identity.traits.email).toBe(ada)
  })

  test('scanners and previews do not use a link up', async () => {
    harness = await createHarness(byLink())
    await harness.account(ada)
    const { browser, flow, link } = await waiting('recovery')
    const looks: RequestInit[] = [
      { method: 'HEAD' },
      { headers: { 'sec-purpose': 'prefetch;prerender' } },
      { headers: { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' } },
      { headers: { 'x-moz': 'prefetch' } },
    ]
    for (const look of looks) {
      const answer = await harness.raw(new Request(service + link, { redirect: 'manual', ...look }))
      expect([answer.status, answer.headers.get('location'), answer.headers.getSetCookie()]).toEqual([
        303,
        `${pages}/recovery?flow=${flow.id}`,
        [],
      ])
    }
    expect((await browser.go(link)).location?.startsWith(`${pages}/settings`)).toBe(true)
  })

  test('an unknown address gets the same answer and a message without a link', async () => {
    harness = await createHarness(byLink())
    const unknown = { email: 'nobody@example.org' }
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/recovery/browser')).body
    const sent = await browser.send(flow, { method: 'link', ...unknown })
    expect([sent.status, messages(sent.body)]).toEqual([200, [1060002]])
    const [mail] = await harness.messagesTo(unknown.email)
    expect([mail?.template, mail?.body.includes('token')]).toEqual(['recovery_invalid', false])
    const bad = await browser.send(flow, { method: 'link', email: 'no address' })
    expect([bad.status, messagesAt(bad.body, 'email')]).toEqual([400, [4000040]])
    expect(messagesAt((await browser.send(flow, { method: 'link' })).body, 'email')).toEqual([4000002])
  })

  test('expired, forged and foreign links lead to a new flow; so does an address that left', async () => {
    harness = await createHarness(byLink())
    const id = await harness.account(ada)
    const { browser, link } = await waiting('recovery')
    const refusal = async (path: string) => {
      const location = (await browser.go(path)).location ?? ''
      expect(location.startsWith(`${pages}/recovery?flow=`)).toBe(true)
      return messages((await browser.ask(`/self-service/recovery/flows?id=${location.split('flow=')[1]}`)).body)
    }
    const other = await waiting('recovery')
    expect(await refusal(`${link.split('token=')[0]}token=${other.link.split('token=')[1]}`)).toEqual([4060004])
    expect(await refusal(`${link}x`)).toEqual([4060004])
    await harness.admin('PUT', `/identities/${id}`, {
      schema_id: 'person',
      state: 'active',
      traits: { email: 'b@c.de' },
    })
    expect(await refusal(other.link)).toEqual([4060004])
    await harness.admin('PUT', `/identities/${id}`, { schema_id: 'person', state: 'active', traits: { email: ada } })
    harness.clock.advance(31 * 60_000)
    expect(await refusal(link)).toEqual([4060005])
    expect((await browser.whoami()).status).toBe(401)
    const nowhere = `/self-service/recovery?flow=00000000-0000-4000-8000-000000000000&token=x`
    expect((await browser.ask(nowhere)).status).toBe(404)
  })

  test('a switched-off account stays closed', async () => {
    harness = await createHarness(byLink())
    const id = await harness.account(ada)
    const { browser, link } = await waiting('recovery')
    await harness.admin('PATCH', `/identities/${id}`, [{ op: 'replace', path: '/state', value: 'inactive' }])
    const opened = await browser.go(link)
    expect([opened.location?.startsWith(`${pages}/recovery?flow=`), opened.cookies]).toEqual([true, []])
    const flow = opened.location?.split('flow=')[1]
    expect(messages((await browser.ask(`/self-service/recovery/flows?id=${flow}`)).body)).toEqual([4010011])
  })
})

describe('a browser in which a person is signed in', () => {
  const grace = 'grace@example.org'
  const whoamiWith = async (cookie: string | undefined) => {
    const headers = { cookie: `ory_kratos_session=${cookie}` }
    return (await harness.raw(new Request(`${service}/sessions/whoami`, { headers }))).status
  }

  test('ends that session when it opens the recovery link of another person @confirming-2', async () => {
    harness = await createHarness(byLink())
    await harness.account(ada)
    await harness.account(grace)
    const { link } = await waiting('recovery')
    const [browser, second] = [harness.browser(), harness.browser()]
    await browser.signIn(grace)
    await second.signIn(grace)
    const cookie = browser.visitor.cookie(service, 'ory_kratos_session')
    await browser.go(`${link}x`)
    expect(await whoamiWith(cookie), 'a link that opens nothing ends nothing').toBe(200)
    await browser.go(link)
    expect((await browser.whoami()).body.identity.traits.email).toBe(ada)
    expect(await whoamiWith(cookie)).toBe(401)
    expect((await second.whoami()).status).toBe(200)
  })

  test('keeps it if a code is typed: a signed-in person recovers nothing @confirming-3', async () => {
    harness = await createHarness()
    const id = await harness.account(ada)
    await harness.account(grace)
    const { body } = await harness.admin('POST', '/recovery/code', { identity_id: id })
    const browser = harness.browser()
    await browser.signIn(grace)
    const flow = new URL(body.recovery_link).searchParams.get('flow')
    const form = (await browser.ask(`/self-service/recovery/flows?id=${flow}`)).body
    const sent = await browser.send(form, { method: 'code', code: body.recovery_code })
    expect(sent.body.error.id).toBe('session_already_available')
    expect((await browser.whoami()).body.identity.traits.email).toBe(grace)
  })
})

describe('recovery links of administrators', () => {
  test('open the account in any browser, once, and prove no address', async () => {
    harness = await createHarness(byLink())
    const identityId = await harness.account(ada)
    const made = await harness.admin('POST', `/recovery/link?return_to=${pages}/in`, {
      identity_id: identityId,
      expires_in: '48h',
    })
    expect([made.status, Object.keys(made.body)]).toEqual([200, ['recovery_link', 'expires_at']])
    harness.clock.advance(47 * 3_600_000)
    const path = String(made.body.recovery_link).slice(service.length)
    const browser = harness.browser()
    const opened = await browser.go(path)
    expect(opened.location?.startsWith(`${pages}/settings?flow=`)).toBe(true)
    const session = (await browser.whoami()).body
    expect(session.identity.verifiable_addresses).toMatchObject([{ verified: false }])
    expect((await harness.browser().go(path)).location?.startsWith(`${pages}/recovery?flow=`)).toBe(true)
  })

  test('are refused for unknown people, odd spans, foreign pages and while links are off', async () => {
    harness = await createHarness(byLink())
    const identity_id = await harness.account(ada)
    const status = async (body: unknown, query = '') =>
      (await harness.admin('POST', `/recovery/link${query}`, body)).status
    expect(await status({ identity_id: '00000000-0000-4000-8000-000000000000' })).toBe(400)
    expect(await status({ identity_id, expires_in: 'soon' })).toBe(400)
    expect(await status({ identity_id, extra: 1 })).toBe(400)
    expect(await status({ identity_id }, '?return_to=https://evil.test/')).toBe(400)
    await harness.stop()
    harness = await createHarness()
    expect(await status({ identity_id: await harness.account(ada) })).toBe(404)
  })
})

describe('verification by link', () => {
  test('the link verifies the address and redirects', async () => {
    harness = await createHarness(byLink())
    await harness.account(ada)
    const { browser, flow, link } = await waiting('verification')
    const opened = await browser.go(link)
    expect([opened.status, opened.location, opened.cookies]).toEqual([303, `${pages}/verification?flow=${flow.id}`, []])
    const done = (await browser.ask(`/self-service/verification/flows?id=${flow.id}`)).body
    expect([done.state, messages(done), done.ui.method, done.ui.action]).toEqual([
      'passed_challenge',
      [1080002],
      'GET',
      `${pages}/verified`,
    ])
    expect(done.ui.nodes.at(-1)).toMatchObject({ type: 'a', group: 'link', attributes: { href: `${pages}/verified` } })
    const again = await browser.go(link)
    const next = (await browser.ask(`/self-service/verification/flows?id=${again.location?.split('flow=')[1]}`)).body
    expect([again.cookies.length, next.id === flow.id, messages(next)]).toEqual([1, false, [4070001]])
  })

  test('another browser that opens the link sees the result', async () => {
    harness = await createHarness(byLink())
    const id = await harness.account(ada)
    const { flow, link } = await waiting('verification')
    const other = harness.browser()
    await other.go(link)
    const done = await other.ask(`/self-service/verification/flows?id=${flow.id}`)
    expect([done.status, done.body.state]).toEqual([200, 'passed_challenge'])
    expect((await harness.admin('GET', `/identities/${id}`)).body.verifiable_addresses).toMatchObject([
      { verified: true },
    ])
  })

  test('signing up sends a link', async () => {
    harness = await createHarness(byLink())
    const browser = harness.browser()
    const form = (await browser.ask('/self-service/registration/browser')).body
    const made = await browser.send(form, {
      method: 'password',
      traits: { email: ada },
      password: 'a-New-horse-9-battery',
    })
    expect(made.body.continue_with).toContainEqual(expect.objectContaining({ action: 'show_verification_ui' }))
    await browser.go(await linkFor(ada))
    expect((await browser.whoami()).body.identity.verifiable_addresses).toMatchObject([{ verified: true }])
  })
})
