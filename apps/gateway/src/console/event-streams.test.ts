import { freePort } from '@gatehouse/testing/processes'
import { afterEach, expect, test } from 'vitest'
import { type ConsoleHarness, isBuilt, openConsoleHarness } from './console.fixture.ts'

let harness: ConsoleHarness
/** The title of the page that refuses a form which the operator's role is not offered. */
const why = 'No access'
afterEach(() => harness.gateway.stop())

test.skipIf(!isBuilt)(
  'a viewer sees how streams fare, and may neither change them nor see their secret @event-streams-1',
  async () => {
    harness = await openConsoleHarness()
    await harness.member('ada', 'owner')
    const { email } = await harness.member('vera', 'viewer')
    const [project] = (await harness.control('GET', '/projects')).body
    const streams = `/projects/${project.id}/eventstreams`
    const destination = { type: 'https', https_endpoint: 'https://shop:hush@events.example.org/in', status: 'paused' }
    const { id } = (await harness.control('POST', streams, destination)).body
    const browser = harness.browser()
    await browser.signIn(email)
    const root = `/w/${harness.workspace.slug}/p/${project.slug}`

    const overview = await browser.open(root)
    expect(overview.status).toBe(200)
    expect(overview.html).toContain('Your role does not include this.')
    expect(overview.html).not.toContain(`${root}/events"`)
    const list = await browser.open(`${root}/streams`)
    expect(list.html).toContain('shop:xxxxx@events.example.org')
    expect(list.html).not.toMatch(/hush|streams\/new/)
    const page = await browser.open(`${root}/streams/${id}?since=2020-01-01T00:00`)
    expect(page.status).toBe(200)
    expect(page.html).not.toMatch(/data-intent|whsec_|\/deliveries/)
    for (const path of ['/events', '/streams/new', `/streams/${id}/edit`, `/streams/${id}/deliveries`]) {
      expect([path, (await browser.open(root + path)).status]).toEqual([path, 403])
    }
    const before = (await harness.control('GET', `/projects/${project.id}/audit`)).body.entries.length
    const forms: readonly (readonly [string, Record<string, string>])[] = [
      ['/streams/new', { intent: 'create', endpoint: 'https://elsewhere.example.org/' }],
      [`/streams/${id}/edit`, { intent: 'save', endpoint: 'https://elsewhere.example.org/' }],
      [`/streams/${id}/deliveries`, { intent: 'redrive' }],
      ...['pause', 'resume', 'test', 'reveal', 'rotate', 'delete'].map(
        (intent) => [`/streams/${id}`, { intent }] as const,
      ),
      [`/streams/${id}`, { intent: 'replay', since: '2020-01-01T00:00:00Z' }],
    ]
    for (const [path, fields] of forms) {
      const answer = await browser.post(root + path, fields)
      expect([path, fields['intent'], answer.status]).toEqual([path, fields['intent'], 403])
      expect(answer.html).not.toContain('whsec_')
      expect([path, fields['intent'], answer.html]).toEqual([path, fields['intent'], expect.stringContaining(why)])
    }
    expect((await harness.control('GET', `/projects/${project.id}/audit`)).body.entries).toHaveLength(before)
  },
)

test.skipIf(!isBuilt)(
  'streams are counted, and one too many is refused with what to do and what was typed',
  async () => {
    harness = await openConsoleHarness()
    const { email } = await harness.member('ada', 'owner')
    const [project] = (await harness.control('GET', '/projects')).body
    const streams = `/projects/${project.id}/eventstreams`
    const add = (index: number) =>
      harness.control('POST', streams, {
        type: 'https',
        https_endpoint: `https://events.example.org/${index}`,
        status: 'paused',
      })
    await add(0)
    const browser = harness.browser()
    await browser.signIn(email)
    const root = `/w/${harness.workspace.slug}/p/${project.slug}/streams`
    const some = await browser.open(root)
    expect(some.html).toContain('1 of 20 event streams are in use.')
    expect(some.html).toContain(`${root}/new`)
    for (let index = 1; index < 20; index += 1) expect((await add(index)).status).toBe(201)

    const all = await browser.open(root)
    expect(all.html).toContain('All 20 event streams of this project are in use. Delete one')
    expect(all.html).not.toContain(`${root}/new`)
    const refused = await browser.post(`${root}/new`, {
      intent: 'create',
      endpoint: 'https://one.example.org/too-many',
    })
    expect(refused.status).toBe(403)
    expect(refused.html).toContain('A project has at most 20 event streams; delete one first.')
    expect(refused.html).toContain('value="https://one.example.org/too-many"')
    expect((await harness.control('GET', streams)).body.event_streams).toHaveLength(20)
  },
)

test.skipIf(!isBuilt)('a receiver that is down is reported in the console’s language @event-streams-2', async () => {
  harness = await openConsoleHarness({ GATEHOUSE_DEV: 'true' })
  const { email } = await harness.member('ada', 'owner')
  const [project] = (await harness.control('GET', '/projects')).body
  const destination = { type: 'https', https_endpoint: `http://127.0.0.1:${await freePort()}/in`, status: 'active' }
  const { id } = (await harness.control('POST', `/projects/${project.id}/eventstreams`, destination)).body
  const browser = harness.browser()
  await browser.signIn(email)
  const address = `/w/${harness.workspace.slug}/p/${project.slug}/streams/${id}`
  const german = { 'accept-language': 'de' }
  const told =
    /Der Server ist nicht erreichbar\.[^]*<details><summary>[^<]*<\/summary><bdi[^>]*>the connection was refused</
  const own = { origin: harness.consoleOrigin, 'sec-fetch-site': 'same-origin' }
  expect((await browser.post(address, { intent: 'test' }, { ...own, ...german })).html).toMatch(told)
  await expect.poll(async () => (await browser.open(address, german)).html).toMatch(told)
  const deliveries = await browser.open(`${address}/deliveries`, german)
  expect(deliveries.html).toContain('Der Server ist nicht erreichbar.')
  expect(deliveries.html).not.toContain('connection was refused<')
})
