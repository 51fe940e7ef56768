import { decodeHtml } from '@gatehouse/testing/browser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ConsoleHarness, isBuilt, openConsoleHarness, sentBy } from './console.fixture.ts'

/** A key set for session tokens. */
const keys = JSON.stringify({
  keys: [
    { kty: 'oct', alg: 'HS256', kid: 'a', k: Buffer.from('a-key-of-thirty-two-letters-only').toString('base64url') },
  ],
})

type Fields = Readonly<Record<string, string>>

/** A form of the console that replaces values. Each operator changes one field; both change `contested` later. */
interface EditForm {
  readonly title: string
  readonly intent: string
  /** Creates what is edited, and returns the address of its form, below the project's. */
  readonly create: () => Promise<string>
  /** What someone else saves while the form is open, and what this operator changes: other fields. */
  readonly apart?: { readonly theirs: Fields; readonly mine: Fields }
  readonly contested: string
  /** Two values of it. */
  readonly values: readonly [string, string]
}

describe.skipIf(!isBuilt)('a form that someone else saved while it was open', () => {
  let harness: ConsoleHarness
  let browser: ReturnType<ConsoleHarness['browser']>
  let other: typeof browser
  let project = ''
  afterAll(() => harness.gateway.stop())
  beforeAll(async () => {
    harness = await openConsoleHarness()
    project = `/projects/${(await harness.control('GET', '/projects')).body[0].id}`
    browser = harness.browser()
    await browser.signIn((await harness.member('ada', 'owner')).email)
    other = harness.browser()
    await other.signIn((await harness.member('bo', 'owner')).email)
  })

  const created = async (path: string, body: object): Promise<string> =>
    (await harness.control('POST', `${project}${path}`, body)).body.id
  let organizations = 0
  /** Creates an organization with a domain of its own. */
  const organization = (label: string) =>
    created('/organizations', { label, domains: [`n${(organizations += 1)}.example`] })

  const forms: readonly EditForm[] = [
    {
      title: 'an organization',
      intent: 'save',
      create: async () => `/organizations/${await organization('Acme')}`,
      apart: { theirs: { session_lifespan: '12h' }, mine: { label: 'Acme Corporation' } },
      contested: 'label',
      values: ['Acme Limited', 'Acme & Sons'],
    },
    {
      title: 'the connection of an organization',
      intent: 'save',
      create: async () => {
        const path = `/organizations/${await organization('Blue')}`
        const root = `${harness.home}${path}`
        const fields = { issuer_url: 'https://blue.example', client_id: 'blue', client_secret: 'hush', label: 'Blue' }
        await browser.post(`${root}/connections/new`, { intent: 'save', ...fields })
        const [, connection = ''] = /\/connections\/([^/"]+)"/.exec((await browser.open(root)).html) ?? []
        return `${path}/connections/${connection}`
      },
      apart: { theirs: { client_id: 'bluer' }, mine: { label: 'Blue Corporation' } },
      contested: 'label',
      values: ['Blue Limited', 'Blue & Sons'],
    },
    {
      title: 'an event stream',
      intent: 'save',
      create: async () => {
        const body = {
          type: 'https',
          https_endpoint: 'https://events.example.org/in',
          status: 'paused',
          name: 'Events',
        }
        return `/streams/${await created('/eventstreams', body)}/edit`
      },
      apart: { theirs: { endpoint: 'https://events.example.org/other' }, mine: { name: 'All events' } },
      contested: 'name',
      values: ['Some events', 'Few & fast'],
    },
    {
      title: 'a project',
      intent: 'rename',
      create: async () => '/settings',
      apart: { theirs: { environment: 'stage' }, mine: { name: 'Corner Shop' } },
      contested: 'name',
      values: ['Book Shop', 'Tea & Co'],
    },
    {
      title: 'the addresses of applications',
      intent: 'applications',
      create: async () => '/configuration',
      apart: { theirs: { return_urls: 'https://shop.example/' }, mine: { cors_origins: 'https://app.example' } },
      contested: 'return_urls',
      values: ['https://one.example/', 'https://two.example/'],
    },
    {
      title: 'session tokens',
      intent: 'token',
      create: async () => {
        const fields = { name: 'app', ttl: '10', 'ttl.unit': 'm', jwks_url: keys }
        await browser.post(`${harness.home}/configuration/tokens/new`, { intent: 'token', ...fields })
        return '/configuration/tokens/app'
      },
      apart: { theirs: { claims_mapper_url: '{ claims: {} }' }, mine: { ttl: '20' } },
      contested: 'ttl',
      values: ['30', '40'],
    },
    {
      title: 'a workspace',
      intent: 'save',
      create: async () => `/../../settings`,
      contested: 'name',
      values: ['Theirs', 'Mine & more'],
    },
  ]

  const pathOf = async (form: EditForm) => new URL(`http://console${harness.home}${await form.create()}`).pathname
  const apart = forms.flatMap(({ apart: fields, ...form }) => (fields === undefined ? [] : [{ ...form, ...fields }]))

  test.each(apart)('has their values, and saves the rest: $title @stale-forms-1', async ({ theirs, mine, ...form }) => {
    const { intent } = form
    const path = await pathOf(form)
    const opened = sentBy(await browser.open(path), intent)
    await other.post(path, { ...sentBy(await other.open(path), intent), ...theirs })
    const refused = await browser.post(path, { ...opened, ...mine })
    expect([refused.status, refused.html.includes('Someone else saved changes')]).toEqual([409, true])
    const present = sentBy(await browser.open(path), intent)
    expect(present).toMatchObject(theirs)
    expect(present).not.toMatchObject(mine)
    expect((await browser.post(path, sentBy(refused, intent))).status).toBe(200)
    expect(sentBy(await browser.open(path), intent)).toMatchObject({ ...theirs, ...mine })
  })

  test.each(forms)('shows the value that it would replace: $title @stale-forms-2', async (form) => {
    const { intent, contested, values } = form
    const [first, second] = values
    const path = await pathOf(form)
    const opened = sentBy(await browser.open(path), intent)
    await other.post(path, { ...sentBy(await other.open(path), intent), [contested]: first })
    const refused = await browser.post(path, { ...opened, [contested]: second })
    expect(refused.status).toBe(409)
    expect(decodeHtml(refused.html)).toContain(`Current value: ${first}`)
    const again = sentBy(refused, intent)
    expect(again[contested]).toBe(second)
    expect((await browser.post(path, again)).status).toBe(200)
    expect(sentBy(await browser.open(path), intent)[contested]).toBe(second)
  })

  test('a fault that is found first does not hide it @stale-forms-3', async () => {
    const path = `${harness.home}/organizations/${await organization('Red')}`
    const opened = sentBy(await browser.open(path), 'save')
    await other.post(path, { ...opened, session_lifespan: '12h' })
    const faulty = await browser.post(path, { ...opened, label: '' })
    expect(faulty.status).toBe(400)
    const refused = await browser.post(path, { ...sentBy(faulty, 'save'), label: 'Red Corporation' })
    expect([refused.status, sentBy(refused, 'save')['session_lifespan']]).toEqual([409, '12h'])
  })
})
