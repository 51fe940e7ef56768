import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createTestControlPlane, type TestControlPlane } from '../../service.fixture.ts'

/** A busy machine needs this much time. */
const polling = { timeout: 60_000 }

const schema = {
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        email: { type: 'string', format: 'email' },
        phone: { type: 'string', format: 'tel' },
        name: { type: 'object', properties: { first: { type: 'string' }, last: { type: 'string' } } },
      },
    },
  },
}

interface Create {
  readonly external_id?: string
  readonly state: string
  readonly traits: { readonly email?: string }
  readonly credentials?: Readonly<Record<string, { readonly config: Readonly<Record<string, unknown>> }>>
}

/** The accounts that the project's identity service was sent. */
let created: Create[] = []
let plane: TestControlPlane
let imports = ''
beforeAll(async () => {
  const admin = async (method: string, path: string, about: { readonly body?: string } = {}) => {
    if (path.startsWith('/schemas')) return Response.json([{ id: 'person', schema }])
    if (method !== 'PATCH') return Response.json({ error: { code: 404 } }, { status: 404 })
    const { identities }: { identities: { create: Create; patch_id: string }[] } = JSON.parse(about.body ?? '')
    created.push(...identities.map(({ create }) => create))
    const answered = identities.map(({ patch_id: patchId }) => {
      return { action: 'create', identity: crypto.randomUUID(), patch_id: patchId }
    })
    return Response.json({ identities: answered })
  }
  plane = await createTestControlPlane(undefined, { admin })
  const shop = { name: 'Shop', environment: 'dev', workspace_id: plane.workspaceId }
  imports = `/projects/${(await plane.call('POST', '/projects', shop)).body.id}/imports`
})
afterAll(() => plane.plane.stop())
beforeEach(() => {
  created = []
})

const exported = (name: string) =>
  readFile(fileURLToPath(new URL(`../../../../transfer/fixtures/moving-in/${name}`, import.meta.url)))

async function send(path: string, content: BodyInit) {
  const headers = { authorization: `Bearer ${plane.rootKey}`, 'content-type': 'application/octet-stream' }
  const url = `http://localhost:4456${imports}${path}`
  const answer = await plane.plane.fetch(
    new Request(url, { method: 'POST', headers, body: content, duplex: 'half' } as RequestInit),
  )
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

/** Uploads the files of an export, one after the other; returns the last answer. */
async function handIn(...names: readonly string[]) {
  const [first = '', ...more] = names
  const made = await send(`?file_name=${first}`, await exported(first))
  expect([made.status, made.body]).toEqual([201, expect.anything()])
  let last = made.body
  for (const name of more) {
    const added = await send(`/${made.body.id}/files?file_name=${name}`, await exported(name))
    expect([added.status, added.body]).toEqual([200, expect.anything()])
    last = added.body
  }
  return last
}

/** Runs an uploaded import, and returns the lines of the report. */
async function run(id: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const job = (await plane.call('POST', `${imports}/${id}/start`)).body
  const at = imports.replace(/imports$/, `jobs/${job.id}`)
  await expect.poll(async () => (await plane.call('GET', at)).body.state, polling).toBe('done')
  const report = String((await plane.call('GET', `${at}/report`)).body).trim()
  return report.split('\n').map((line) => JSON.parse(line))
}

const results = (report: readonly Readonly<Record<string, unknown>>[]) =>
  report.map(({ result }) => String(result)).toSorted((one, other) => one.localeCompare(other))
const accountOf = (id: string) => created.find(({ external_id: external }) => external === id)
const hashOf = (id: string) => accountOf(id)?.credentials?.['password']?.config['hashed_password']
const check = async (id: string) => (await plane.call('GET', `${imports}/${id}/check`)).body

test('exports of other systems are recognized by their contents, whatever their names @imports-11', async () => {
  const cases = [
    ['auth0-users.json', 'auth0'],
    ['auth0-hashes.json', 'auth0'],
    ['firebase.json', 'firebase'],
    ['clerk.csv', 'clerk'],
    ['cognito.json', 'cognito'],
    ['keycloak.json', 'keycloak'],
    ['supabase-users.csv', 'supabase'],
    ['supabase-identities.csv', 'supabase'],
  ] as const
  for (const [name, source] of cases) {
    const content = await exported(name)
    const isTable = name.endsWith('.csv')
    const texts = isTable
      ? [content]
      : [content, String(content).replaceAll(/\n\s*/g, name.includes('users') ? '\n' : '')]
    for (const text of texts) {
      const { body } = await send('?file_name=people.txt', text)
      expect([name, body.source, body.columns]).toEqual([name, source, []])
    }
  }
  const own = await send('', 'email,name\nada@example.org,Ada\n')
  expect([own.body.source, own.body.columns.length]).toEqual([null, 2])
})

test('Auth0: users and their hashes, in either order; a provider gets the name that it has here @imports-12', async () => {
  const alone = await handIn('auth0-users.json')
  expect((await check(alone.id)).left_behind).toContainEqual(expect.objectContaining({ what: 'password', people: 2 }))
  for (const files of [
    ['auth0-users.json', 'auth0-hashes.json'],
    ['auth0-hashes.json', 'auth0-users.json'],
  ]) {
    created = []
    const staged = await handIn(...files)
    expect(staged.further_files).toHaveLength(1)
    const before = await check(staged.id)
    expect(before).toMatchObject({ fine: 3, faulty: 1, faults: [{ file: 'auth0-users.json', line: 4 }] })
    expect(before.providers).toEqual([{ there: 'google-oauth2', here: 'google-oauth2', people: 1 }])
    expect(JSON.stringify(before)).not.toContain('$2b$')
    const named = await plane.call('PATCH', `${imports}/${staged.id}`, { providers: { 'google-oauth2': 'google' } })
    expect(named.status).toBe(200)
    const report = await run(staged.id)
    expect(results(report)).toEqual(['created', 'created', 'created', 'refused'])
    expect(report).toContainEqual(
      expect.objectContaining({ file: 'auth0-users.json', line: 4, reason: 'has no user_id' }),
    )
    const grace = accountOf('google-oauth2|108204268033311374519')
    expect(grace?.credentials?.['oidc']?.config).toEqual({
      providers: [{ provider: 'google', subject: '108204268033311374519' }],
    })
    expect(hashOf('auth0|5f7c8ec7c33c6c004bbafe82')).toMatch(/^\$2b\$04\$/)
  }
})

test('Firebase: passwords are imported once its hash parameters are given @imports-13', async () => {
  const staged = await handIn('firebase.json')
  const lost = expect.objectContaining({ what: 'password', why: expect.stringContaining('hash parameters') })
  expect((await check(staged.id)).left_behind).toContainEqual(lost)
  const wrong = await send(`/${staged.id}/files`, 'hash_config { rounds: 8 }')
  expect([wrong.status, wrong.body.error.details]).toEqual([400, { fault: 'other_source' }])
  for (const source of ['', '?source=firebase']) {
    const first = await send(source, await exported('firebase-hash.txt'))
    expect([source, first.status, first.body.error?.details]).toEqual([source, 400, { fault: 'hash_first' }])
  }
  const given = await send(`/${staged.id}/files`, await exported('firebase-hash.txt'))
  expect(given.body.further_files).toEqual([{ name: '', format: 'firebase_hash' }])
  expect((await check(staged.id)).left_behind).not.toContainEqual(lost)
  expect(results(await run(staged.id))).toEqual(['created', 'created', 'refused'])
  expect(hashOf('fbAda1')).toMatch(/^\$firescrypt\$ln=14,r=8,p=1\$/)
})

test('Clerk, Cognito, Keycloak and Supabase: each with the contents of its export @imports-14', async () => {
  expect(results(await run((await handIn('clerk.csv')).id))).toEqual(['created', 'created', 'created'])
  expect(hashOf('user_2aAda')).toMatch(/^\$2b\$/)
  expect(results(await run((await handIn('cognito.json')).id))).toEqual(['created', 'created'])
  expect(accountOf('8d1cf6a2-1111-4222-8333-444455556666')?.state).toBe('inactive')
  expect(results(await run((await handIn('keycloak.json')).id))).toEqual(['created', 'created', 'refused'])
  expect(hashOf('b7a7b2f4-0001-4000-8000-000000000001')).toMatch(/^\$pbkdf2-sha\d+\$/)
  const supabase = await handIn('supabase-users.csv', 'supabase-identities.csv')
  expect(results(await run(supabase.id))).toEqual(['created', 'created', 'refused'])
  expect(accountOf('3f6b0d1e-0000-4000-8000-000000000001')?.credentials?.['oidc']?.config['providers']).toEqual([
    { provider: 'google', subject: '3082042' },
  ])
  expect((await plane.call('GET', imports)).body.imports.map(({ id }: { id: string }) => id)).not.toContain(supabase.id)
})

test('a file of another system, a packed one and one too many are refused by name, and nothing of them is kept @imports-15', async () => {
  const before = (await plane.call('GET', imports)).body.imports.length
  const refused = async (path: string, content: BodyInit, details: unknown) => {
    const answer = await send(path, content)
    expect([answer.status, answer.body.error.details]).toEqual([400, details])
  }
  await refused('?source=auth0', await exported('keycloak.json'), { fault: 'other_source', found: 'keycloak' })
  for (const beginning of ['PK\u0003\u0004rest', '\u001F\u008Brest', 'SQLite format 3\0rest']) {
    await refused('', new Uint8Array(Buffer.from(beginning, 'latin1')), { fault: 'packed' })
  }
  expect((await plane.call('GET', imports)).body.imports).toHaveLength(before)
  const own = (await send('', 'email\nada@example.org\n')).body
  await refused(`/${own.id}/files`, 'email\nada@example.org\n', { fault: 'single' })
  const staged = await handIn('auth0-users.json', 'auth0-hashes.json')
  await refused(`/${staged.id}/files`, await exported('supabase-identities.csv'), {
    fault: 'other_source',
    found: 'supabase',
  })
  await send(`/${staged.id}/files`, await exported('auth0-hashes.json'))
  await refused(`/${staged.id}/files`, await exported('auth0-hashes.json'), { fault: 'single' })
  const changed = await plane.call('PATCH', `${imports}/${staged.id}`, { source: 'own' })
  expect([changed.status, changed.body.error.details]).toEqual([400, { fault: 'single' }])
})

test('files of one import are of one system, also if it is named while one of them arrives @imports-18', async () => {
  const { id } = await handIn('auth0-users.json')
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hashes = await exported('auth0-hashes.json')
  const slow = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        begun.resolve()
        await goOn.promise
        controller.enqueue(hashes)
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const adding = send(`/${id}/files?file_name=auth0-hashes.json`, slow)
  await begun.promise
  const name = (source: string) => plane.call('PATCH', `${imports}/${id}`, { source })
  expect((await name('keycloak')).status).toBe(200)
  goOn.resolve()
  const { status, body } = await adding
  expect([status, body.error?.details]).toEqual([400, { fault: 'other_source', found: 'auth0' }])

  await name('auth0')
  await send(`/${id}/files?file_name=auth0-hashes.json`, hashes)
  const changed = await name('keycloak')
  expect([changed.status, changed.body.error?.details]).toEqual([400, { fault: 'other_source' }])
  expect((await plane.call('GET', `${imports}/${id}`)).body).toMatchObject({
    source: 'auth0',
    further_files: [{ name: 'auth0-hashes.json' }],
  })
})

test('a system can be named if it is not recognized, and an export can be read as a custom table @imports-16', async () => {
  const poor = await send('?source=auth0', '{"user_id":"auth0|1","email":"ada@example.org"}')
  expect(poor.body.source).toBe('auth0')
  expect(await check(poor.body.id)).toMatchObject({ fine: 1, faulty: 0 })
  const table = await send('?source=own', await exported('clerk.csv'))
  expect([table.body.source, table.body.columns.length]).toEqual([null, 13])
  const named = await plane.call('PATCH', `${imports}/${table.body.id}`, { source: 'clerk' })
  expect([named.body.source, named.body.columns]).toEqual(['clerk', []])
  expect((await plane.call('DELETE', `${imports}/${table.body.id}`)).status).toBe(204)
})
