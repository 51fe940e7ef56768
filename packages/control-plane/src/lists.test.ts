import { beforeAll, describe, expect, test } from 'vitest'

import { createTestControlPlane, type Read, type TestControlPlane } from './service.fixture.ts'

const many = 260

let plane: TestControlPlane
let lists: Readonly<Record<string, string>>
/** A search, and how many entries of the list it finds. */
let searches: readonly (readonly [list: string, q: string, found: number])[]

beforeAll(async () => {
  plane = await createTestControlPlane()
  const { call, clock, person, workspaceId, projectId } = plane
  const workspace = `/workspaces/${workspaceId}`
  const project = `/projects/${projectId}`
  for (let index = 0; index < many; index += 1) {
    // Several entries have the same time: time alone does not order them.
    if (index % 5 === 0) clock.advance(1_000)
    const name = `n${String(index).padStart(3, '0')}`
    const of = index % 2 === 0 ? workspace : project
    const { identityId } = person(`${name}@example.org`)
    const made = [
      await call('PUT', `${workspace}/members/${identityId}`, { role: 'viewer' }),
      await call('PUT', `${of}/members/${identityId}`, { role: 'developer' }),
      await call('POST', `${workspace}/tokens`, { name }),
      await call('POST', `${project}/tokens`, { name }),
      await call('POST', `${workspace}/invites`, { invitee_email: `${name}@example.org`, role: 'viewer' }),
      await call('POST', `${project}/invites`, { invitee_email: `${name}@example.org`, role: 'viewer' }),
      await call('POST', `${project}/organizations`, { label: `Ärzte ${name}`, domains: [`${name}.example`] }),
      await call('POST', '/workspaces', { name: `Work ${name}` }),
      await call('POST', '/projects', { name: `Shop ${name}`, environment: 'dev', workspace_id: workspaceId }),
    ]
    if (made.some(({ status }) => status > 201)) throw new Error(`${name} was refused: ${JSON.stringify(made)}`)
  }
  lists = {
    'members of a workspace': `${workspace}/members`,
    'members of a project': `${project}/members`,
    'keys of a workspace': `${workspace}/tokens`,
    'keys of a project': `${project}/tokens`,
    'invitations to a workspace': `${workspace}/invites`,
    'invitations to a project': `${project}/invites`,
    organizations: `${project}/organizations`,
    workspaces: '/workspaces',
    'projects of a workspace': `${workspace}/projects`,
    'all projects': '/projects',
  }
  searches = [
    ['members of a workspace', 'N25', 10],
    ['members of a project', 'n007@EXAMPLE', 1],
    ['organizations', 'äRZTE n12', 10],
    ['organizations', 'n013.exam', 1],
    ['workspaces', 'work N00', 10],
    ['projects of a workspace', 'shop n1', 100],
    ['all projects', 'shop-n2', 60],
  ]
}, 120_000)

const names = [
  'members of a workspace',
  'members of a project',
  'keys of a workspace',
  'keys of a project',
  'invitations to a workspace',
  'invitations to a project',
  'organizations',
  'workspaces',
  'projects of a workspace',
  'all projects',
] as const

function idsIn({ body }: Read): readonly string[] {
  const entries = Array.isArray(body) ? body : Object.values(body).find(Array.isArray)
  return (entries as readonly { id: string }[]).map(({ id }) => id)
}

function linkIn({ headers }: Read, rel: string): string | undefined {
  return new RegExp(`<([^>]*)>; rel="${rel}"`).exec(headers.get('link') ?? '')?.[1]
}

/** Follows a relation from page to page. */
async function walk(from: string, rel: 'next' | 'prev') {
  const pages: (readonly string[])[] = []
  const addresses: string[] = []
  for (let address: string | undefined = from; address !== undefined;) {
    const answer: Read = await plane.call('GET', address)
    expect(answer.status).toBe(200)
    pages.push(idsIn(answer))
    addresses.push(address)
    address = linkIn(answer, rel)
  }
  return { pages, addresses }
}

describe.each(names)('the list of %s', (name) => {
  test('is complete or in pages, forward and back, with every entry once', async () => {
    const path = lists[name] ?? ''
    const whole = (await walk(`${path}?page_size=1000`, 'next')).pages.flat()
    expect(whole.length).toBeGreaterThanOrEqual(many)
    expect(new Set(whole).size).toBe(whole.length)
    const there = await walk(`${path}?page_size=60`, 'next')
    expect(there.pages.map(({ length }) => length)).toEqual([60, 60, 60, 60, whole.length - 240])
    expect(there.pages.flat()).toEqual(whole)
    const back = await walk(there.addresses.at(-1) ?? '', 'prev')
    expect(back.pages.toReversed()).toEqual(there.pages)
    const last = await plane.call('GET', there.addresses.at(-1) ?? '')
    expect(linkIn(last, 'next')).toBeUndefined()
    expect(linkIn(last, 'first')).toBe(`${path}?page_size=60`)
  })

  test('continues where it was after entries were added and deleted, and refuses an unknown token @lists-2', async () => {
    const path = lists[name] ?? ''
    for (const token of ['x', 'bm9uc2Vuc2U', '%00', Buffer.from('1:2').toString('base64url')]) {
      const { status, body } = await plane.call('GET', `${path}?page_token=${token}`)
      expect([status, body.error.id]).toEqual([400, 'page_token_unknown'])
      expect(body.error.reason).toContain('first page')
    }
    // The row before a page may have been deleted.
    const gone = Buffer.from(`${plane.clock() + 1}:${crypto.randomUUID()}`).toString('base64url')
    expect(idsIn(await plane.call('GET', `${path}?page_size=5&page_token=${gone}`))).toEqual([])
    for (const size of ['0', '1001', 'many', '-1', '1.5']) {
      expect((await plane.call('GET', `${path}?page_size=${size}`)).status).toBe(400)
    }
  })
})

test('lists that the field’s client cannot page are whole for it', async () => {
  for (const name of names.filter((one) => one !== 'organizations' && one !== 'workspaces')) {
    const answer = await plane.call('GET', lists[name] ?? '')
    expect([name, idsIn(answer).length >= many, answer.headers.get('link')]).toEqual([name, true, null])
  }
})

test('members, organizations, workspaces and projects are found by a part of their names, page by page @lists-3', async () => {
  for (const [name, q, count] of searches) {
    const path = `${lists[name]}?${new URLSearchParams({ q, page_size: '7' })}`
    const { pages, addresses } = await walk(path, 'next')
    expect([name, q, new Set(pages.flat()).size]).toEqual([name, q, count])
    const back = await walk(addresses.at(-1) ?? '', 'prev')
    expect(back.pages.toReversed()).toEqual(pages)
    const none = await plane.call('GET', `${lists[name]}?q=${encodeURIComponent("nobody%_'")}`)
    expect([none.status, idsIn(none)]).toEqual([200, []])
    expect((await plane.call('GET', `${lists[name]}?q=${'x'.repeat(201)}`)).status).toBe(400)
  }
})

test('invitations can be had without those that are over', async () => {
  const path = lists['invitations to a workspace'] ?? ''
  const [first] = idsIn(await plane.call('GET', path))
  await plane.call('DELETE', `${path}/${first}`)
  const open = idsIn(await plane.call('GET', `${path}?status=open`))
  expect(open).not.toContain(first)
  expect(idsIn(await plane.call('GET', path))).toEqual([first, ...open])
  expect((await plane.call('GET', `${path}?status=odd`)).body.error.reason).toContain('open')
})

test('an operator’s scopes are listed with their projects, forward and back, found by name, and no one else’s', async () => {
  const { call, person, workspaceId, projectId } = plane
  const ada = person('ada@example.org')
  const mayEnter = (wanted = {}) => plane.plane.listScopes(ada.identityId, { size: 50, ...wanted })
  expect(await mayEnter()).toMatchObject({ kind: 'listed', scopes: [], next: undefined, previous: undefined })
  await call('PUT', `/projects/${projectId}/members/${ada.identityId}`, { role: 'viewer' })
  expect(await mayEnter()).toMatchObject({
    scopes: [{ workspace: { id: workspaceId }, project: { name: 'Gatehouse' } }],
  })
  await call('PUT', `/workspaces/${workspaceId}/members/${ada.identityId}`, { role: 'viewer' })
  const read = async (from: string | undefined, rel: 'next' | 'previous') => {
    const pages = []
    for (let token: string | undefined = from ?? ''; token !== undefined;) {
      const page = await mayEnter({ token })
      if (page.kind !== 'listed') throw new Error('a token of a neighbour is stale')
      pages.push({ token, slugs: page.scopes.map(({ workspace, project }) => project?.slug ?? workspace.slug) })
      token = page[rel]
    }
    return pages
  }
  const there = await read(undefined, 'next')
  const all = there.flatMap(({ slugs }) => slugs)
  expect(new Set(all).size).toBe(many + 2)
  const back = await read(there.at(-1)?.token, 'previous')
  expect(back.toReversed().map(({ slugs }) => slugs)).toEqual(there.map(({ slugs }) => slugs))
  expect(await mayEnter({ q: 'SHOP n25' })).toMatchObject({ scopes: { length: 10 } })
  expect(await mayEnter({ kind: 'workspace' })).toMatchObject({ scopes: [{ project: undefined }] })
  expect(await mayEnter({ without: workspaceId })).toMatchObject({ scopes: [] })
  for (const token of ['x', Buffer.from('1:2:3:4').toString('base64url')]) {
    expect(await mayEnter({ token })).toEqual({ kind: 'stale' })
  }
})
