import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ConsolePage, type ConsoleHarness, isBuilt, openConsoleHarness } from './console.fixture.ts'

const many = 260

let harness: ConsoleHarness
let browser: ReturnType<ConsoleHarness['browser']>
/** The addresses of the lists, with their tokens and labels. */
let lists: Readonly<Record<string, { readonly path: string; readonly token: string; readonly label: string }>>
let project: { readonly id: string; readonly slug: string }

const named = (index: number) => `n${String(index).padStart(3, '0')}`

/** Creates accounts of the operators' project without a password: they appear on lists, and never sign in. */
async function makePeople(schema: string): Promise<readonly string[]> {
  const identities = Array.from({ length: many }, (_, index) => ({
    create: { schema_id: schema, traits: { email: `${named(index)}@lists.example` } },
  }))
  const answer = await harness.installation.projects.main().adminClient.batchPatchIdentities({ identities })
  if (answer.kind !== 'ok') throw new Error('no person was created')
  return answer.body.identities.map(({ identity, error }) => {
    if (identity === undefined) throw new Error(`a person was refused: ${JSON.stringify(error)}`)
    return identity
  })
}

beforeAll(async () => {
  if (!isBuilt) return
  harness = await openConsoleHarness()
  const { email } = await harness.member('ada', 'owner')
  browser = harness.browser()
  await browser.signIn(email)
  const [first] = (await harness.control('GET', '/projects')).body
  project = first
  const workspace = `/workspaces/${harness.workspace.id}`
  const inProject = `/projects/${project.id}`
  const people = await makePeople((await harness.control('GET', `${inProject}/schemas`)).body[0].id)
  // Workspaces are cheap for a gateway; each project would open a service.
  for (const [index, member] of people.entries()) {
    const name = named(index)
    const made = [
      await harness.control('PUT', `${workspace}/members/${member}`, { role: 'viewer' }),
      await harness.control('POST', `${workspace}/tokens`, { name }),
      await harness.control('POST', `${inProject}/tokens`, { name }),
      await harness.control('POST', `${workspace}/invites`, { invitee_email: `${name}@open.example`, role: 'viewer' }),
      await harness.control('POST', `${inProject}/organizations`, {
        label: `Ärzte ${name}`,
        domains: [`${name}.example`],
      }),
      await harness.control('POST', '/workspaces', { name: `Work ${name}` }),
    ]
    if (made.some(({ status }) => status > 201)) throw new Error(`${name} was refused: ${JSON.stringify(made)}`)
  }
  const root = `/w/${harness.workspace.slug}`
  lists = {
    members: { path: `${root}/members`, token: 'page_token', label: 'Pages' },
    invitations: { path: `${root}/members`, token: 'invitations', label: 'Pages: Open invitations' },
    'keys of a workspace': { path: `${root}/keys`, token: 'page_token', label: 'Pages' },
    'keys of a project': { path: `${root}/p/${project.slug}/keys`, token: 'page_token', label: 'Pages' },
    organizations: { path: `${root}/p/${project.slug}/organizations`, token: 'page_token', label: 'Pages' },
    switch: { path: '/switch', token: 'page_token', label: 'Pages' },
  }
}, 180_000)

afterAll(() => harness?.gateway.stop())

/** Returns the names of created entries on a page. */
function entriesIn({ html }: ConsolePage, name: string): readonly string[] {
  const main = html.slice(html.indexOf('<main'))
  const shapes: Readonly<Record<string, RegExp>> = {
    members: /n\d{3}(?=@lists\.example<\/bdi>)/g,
    invitations: /n\d{3}(?=@open\.example<\/bdi>)/g,
    organizations: /(?<=Ärzte )n\d{3}(?=<\/bdi>)/g,
    switch: /(?<=>Work )n\d{3}(?=<\/h2>)/g,
  }
  return [...new Set(main.match(shapes[name] ?? /(?<=<bdi>)n\d{3}(?=<\/bdi>)/g))]
}

/** Returns the address of a link in a list's pager. */
function wayIn({ html, path }: ConsolePage, name: string, text: string): string | undefined {
  const { label = '' } = lists[name] ?? {}
  const nav = html.match(/<nav[^>]*>.*?<\/nav>/gs)?.find((one) => one.includes(`aria-label="${label}"`)) ?? ''
  const link = nav.match(/<a [^>]*>.*?<\/a>/gs)?.find((one) => one.includes(text))
  const href = link === undefined ? undefined : /href="([^"]*)"/.exec(link)?.[1]
  const to = href === undefined ? undefined : new URL(href, `http://console.test${path}`)
  return to && to.pathname + to.search
}

async function walk(name: string, from: string, text: string) {
  const pages: { readonly address: string; readonly entries: readonly string[] }[] = []
  for (let address: string | undefined = from; address !== undefined;) {
    const page: ConsolePage = await browser.open(address)
    expect([address, page.status]).toEqual([address, 200])
    pages.push({ address, entries: entriesIn(page, name) })
    address = wayIn(page, name, text)
  }
  return pages
}

const names = ['members', 'invitations', 'keys of a workspace', 'keys of a project', 'organizations', 'switch'] as const

describe.skipIf(!isBuilt).each(names)('two hundred and sixty %s', (name) => {
  test('are read in pages of fifty, forward, back, and from the start again', async () => {
    const { path = '' } = lists[name] ?? {}
    const there = await walk(name, path, 'Next page')
    const all = there.flatMap(({ entries }) => entries)
    expect(all).toHaveLength(many)
    expect(new Set(all).size).toBe(many)
    for (const { entries } of there) expect(entries.length).toBeLessThanOrEqual(50)
    const last = there.at(-1)
    const back = await walk(name, last?.address ?? '', 'Previous page')
    expect(back.toReversed().map(({ entries }) => entries)).toEqual(there.map(({ entries }) => entries))
    const end = await browser.open(last?.address ?? '')
    expect(wayIn(end, name, 'Next page')).toBeUndefined()
    const first = await browser.open(wayIn(end, name, 'first page') ?? '')
    expect(entriesIn(first, name)).toEqual(there[0]?.entries)
  })

  test('explain an unknown page, and link to the first page', async () => {
    const { path = '', token = '' } = lists[name] ?? {}
    const stale = await browser.open(`${path}?${token}=nowhere`)
    expect(stale.status).toBe(400)
    expect(stale.html).toContain('This page of the list does not exist')
    expect(stale.html).toContain('Go to the first page')
    expect(stale.html).not.toContain('nowhere&quot;')
  })
})

describe.skipIf(!isBuilt)('finding in lists', () => {
  test.each([
    ['members', 'N25', 10],
    ['members', 'n007@LISTS', 1],
    ['organizations', 'äRZTE n12', 10],
    ['organizations', 'somebody@n013.example', 1],
    ['switch', 'work n1', 100],
  ] as const)('of %s, “%s” finds %i, on every page', async (name, q, count) => {
    const { path = '' } = lists[name] ?? {}
    const pages = await walk(name, `${path}?${new URLSearchParams({ q })}`, 'Next page')
    expect(new Set(pages.flatMap(({ entries }) => entries)).size).toBe(count)
    for (const { address } of pages) expect(new URL(address, 'http://console.test').searchParams.get('q')).toBe(q)
  })

  test.each(['members', 'organizations', 'switch'] as const)('of %s says what to do where nothing is', async (name) => {
    const { path = '' } = lists[name] ?? {}
    const none = await browser.open(`${path}?${new URLSearchParams({ q: "<b>nobody%_'" })}`)
    expect(none.status).toBe(200)
    expect(none.html).toContain('Part of the name is enough')
    expect(none.html).toContain('Show all')
    expect(none.html).not.toContain('<b>nobody')
  })

  test('of projects is by name, within one workspace', async () => {
    const root = `/w/${harness.workspace.slug}`
    expect((await browser.open(`${root}?q=nothing-like-it`)).html).toContain('Part of the name is enough')
    const { name } = (await harness.control('GET', `/projects/${project.id}`)).body
    const found = await browser.open(`${root}?${new URLSearchParams({ q: String(name).toUpperCase() })}`)
    expect(found.html).toContain(`${root}/p/${project.slug}"`)
  })
})

test
  .skipIf(!isBuilt)
  .each([
    'people?page_token',
    'sessions?page_token',
    'messages?page_token',
    'events?after',
    'audit?after',
    'configuration/revisions?page_token',
  ])('the list at %s explains an unknown page likewise', async (list) => {
  const stale = await browser.open(`/w/${harness.workspace.slug}/p/${project.slug}/${list}=nowhere`)
  expect(stale.status).toBe(400)
  expect(stale.html).toContain('This page of the list does not exist')
})

test.skipIf(!isBuilt)(
  'a search of sessions reads those of at most a hundred people a page @sessions-search-1',
  async () => {
    const root = `/w/${harness.workspace.slug}/p/${project.slug}/sessions`
    const asked: string[] = []
    for (let address: string | undefined = `${root}?q=lists.example`; address !== undefined;) {
      const found: ConsolePage = await browser.open(address)
      expect([found.status, found.html.includes('No sessions match.')]).toEqual([200, true])
      asked.push(address)
      address = wayIn(found, 'members', 'Next page')
    }
    expect(asked).toHaveLength(Math.ceil(many / 100))
    expect((await browser.open(`${root}?q=lists.example&page_token=nowhere`)).status).toBe(400)
    expect((await browser.open(`${root}?q=ada`)).html).toContain('ada@')
  },
)

test.skipIf(!isBuilt)('people of an organization far down the list are still shown as theirs', async () => {
  const root = `/w/${harness.workspace.slug}/p/${project.slug}`
  const all = `/projects/${project.id}/organizations?page_size=1000`
  const last = (await harness.control('GET', all)).body.organizations.at(-1)
  const { html } = await browser.open(`${root}/people?organization=${last.id}`)
  expect(html).toMatch(new RegExp(`<option value="${last.id}" selected="">${last.label}</option>`))
})

describe.skipIf(!isBuilt)('an operator with more scopes than fit into a menu', () => {
  test('still enters each of them, and none enters another one’s @lists-1', async () => {
    const [, , third] = (await harness.control('GET', '/workspaces')).body.workspaces
    expect((await browser.open(`/w/${third.slug}`)).status).toBe(200)
    const { email } = await harness.member('vera')
    const other = harness.browser()
    expect((await other.signIn(email)).html).toContain('You have no role here')
    expect((await other.open(`/w/${third.slug}`)).status).toBe(404)
    expect((await other.open(`/w/${third.slug}/p/${project.slug}`)).status).toBe(404)
    expect((await browser.open(`/w/${third.slug}/p/${project.slug}`)).status).toBe(404)
    expect((await browser.open(`/w/${randomUUID()}`)).status).toBe(404)
  })
})
