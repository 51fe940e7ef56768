import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePorts, kratosProgram, layDatabase, startKratos } from '@gatehouse/testing/processes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { configuration, timeoutMs, run, startForTerminal, type TerminalService } from '../terminal.fixture.ts'
import { commandsOf, documentedMove, exported, saidAtTheEnd } from './documented-move.fixture.ts'

vi.setConfig({ testTimeout: timeoutMs, hookTimeout: timeoutMs })

const traits = {
  name: { type: 'object', properties: { first: { type: 'string' }, last: { type: 'string' } } },
  phone: { type: 'string', format: 'tel', 'ory.sh/kratos': { credentials: { password: { identifier: true } } } },
  language: { type: 'string' },
}
let service: TerminalService
beforeAll(async () => {
  service = await startForTerminal({ traits })
})
afterAll(() => service.stop())

const password = 'moved in with my password'
const moveIn = (from: string, files: readonly string[], ...args: readonly string[]) =>
  run(service.folder, ['import', '--from', from, ...files, '--admin-url', service.adminUrl, ...args])

/** Moves people in by the command of a system's section in docs/migrate.md, which says how it ends. */
async function asDocumented(section: string, files: Readonly<Record<string, string>>, code = 0) {
  const moved = await documentedMove(service, section, files)
  expect([moved.code, moved.complaint]).toEqual([
    code,
    expect.stringContaining(saidAtTheEnd(section, service.adminUrl)),
  ])
  return moved
}

/** Signs a person in with a password; the status. */
async function signIn(identifier: string, secret = password): Promise<number> {
  const flow = (await (await fetch(`${service.publicUrl}/self-service/login/api`)).json()) as { id: string }
  const body = { method: 'password', identifier, password: secret }
  return (await submit('login', flow.id, body)).status
}

/** Submits a form to a flow as a program does, with the token of a session if it has one. */
const submit = (kind: string, flow: string, body: object, token?: string) =>
  fetch(`${service.publicUrl}/self-service/${kind}?flow=${flow}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { 'x-session-token': token }) },
    body: JSON.stringify(body),
  })

/** Recovers an account by a code to its address, and sets a password. */
async function recover(email: string, chosen: string): Promise<void> {
  const { id } = (await (await fetch(`${service.publicUrl}/self-service/recovery/api`)).json()) as { id: string }
  expect((await submit('recovery', id, { method: 'code', email })).status).toBe(200)
  const code = await service.codeFor(email)
  const recovered = await (await submit('recovery', id, { method: 'code', code })).json()
  const steps: readonly { readonly ory_session_token?: string; readonly flow?: { readonly id: string } }[] =
    recovered.continue_with
  const token = steps.find((step) => step.ory_session_token !== undefined)?.ory_session_token
  const settings = steps.find((step) => step.flow !== undefined)?.flow?.id ?? ''
  expect((await submit('settings', settings, { method: 'password', password: chosen }, token)).status).toBe(200)
}

/** Reads an identity by its id in the source system, with all credentials. */
async function identityOf(externalId: string) {
  const { body } = await service.admin('GET', `/identities/by/external/${encodeURIComponent(externalId)}`)
  const shown = ['oidc', 'totp'].map((type) => `include_credential=${type}`).join('&')
  return (await service.admin('GET', `/identities/${body.id}?${shown}`)).body
}

test('Auth0: users with the hashes that support hands out @moving-in-1', async () => {
  const files = { 'users.json': exported('auth0-users.json'), 'hashes.json': exported('auth0-hashes.json') }
  const tried = await documentedMove(service, 'Auth0', files, '--dry-run')
  expect([tried.code, tried.complaint]).toEqual([1, expect.stringContaining('1 refused')])
  expect(await signIn('ada@auth0.example')).toBe(400)
  const { report } = await asDocumented('Auth0', files, 1)
  expect(await signIn('ada@auth0.example')).toBe(200)
  expect(await identityOf('auth0|5f7c8ec7c33c6c004bbafe82')).toMatchObject({
    traits: { email: 'ada@auth0.example', name: { first: 'Ada', last: 'Lovelace' } },
    metadata_public: { theme: 'dark' },
    metadata_admin: { plan: 'gold' },
    verifiable_addresses: [{ value: 'ada@auth0.example', verified: true }],
  })
  expect(await identityOf('google-oauth2|108204268033311374519')).toMatchObject({
    traits: { name: { first: 'Grace', last: 'Hopper' } },
    credentials: { oidc: { identifiers: ['google:108204268033311374519'] } },
  })
  expect(await identityOf('auth0|6f7c8ec7c33c6c004bbafe83')).toMatchObject({ state: 'inactive' })
  const rows = (await readFile(report, 'utf8')).trim().split('\n')
  expect(rows.map((row) => JSON.parse(row))).toContainEqual(
    expect.objectContaining({ line: 4, result: 'refused', reason: 'has no user_id' }),
  )
})

test('Firebase: its own scrypt, by the parameters of its console @moving-in-2', async () => {
  const without = await moveIn('firebase', [exported('firebase.json')], '--dry-run')
  expect(without.complaint).toContain('1 × password: the hash parameters were not given')
  const files = { 'users.json': exported('firebase.json'), 'hash.txt': exported('firebase-hash.txt') }
  await asDocumented('Firebase', files, 1)
  expect(await signIn('ada@firebase.example', 'user1password')).toBe(200)
  expect(await identityOf('fbAda1')).toMatchObject({
    traits: { name: { first: 'Ada King', last: 'Lovelace' } },
    metadata_admin: { role: 'admin' },
    credentials: { oidc: { identifiers: ['google:1082042'] } },
  })
  expect(await identityOf('fbGrace')).toMatchObject({ traits: { phone: '+14155550123', name: { first: 'Grace' } } })
})

test('Clerk: the table of its dashboard, with authenticator apps @moving-in-3', async () => {
  await asDocumented('Clerk', { 'users.csv': exported('clerk.csv') })
  expect(await signIn('ada@clerk.example')).toBe(200)
  const grace = await identityOf('user_2aGrace')
  expect(grace).toMatchObject({ traits: { name: { last: 'Hopper, Rear Admiral' }, phone: '+14155550124' } })
  expect(grace.credentials.totp.config.totp_url).toContain('secret=JBSWY3DPEHPK3PXP')
})

test('Amazon Cognito: no hashes, so people recover @moving-in-4', async () => {
  await asDocumented('Amazon Cognito', { 'users.json': exported('cognito.json') })
  expect(await identityOf('7d1cf6a2-1111-4222-8333-444455556666')).toMatchObject({
    traits: { email: 'ada@cognito.example' },
    metadata_admin: { 'custom:plan': 'gold' },
    recovery_addresses: [{ value: 'ada@cognito.example' }],
  })
  const chosen = 'chosen after moving in'
  expect(await signIn('ada@cognito.example', chosen)).toBe(400)
  await recover('ada@cognito.example', chosen)
  expect(await signIn('ada@cognito.example', chosen)).toBe(200)
  expect(await identityOf('8d1cf6a2-1111-4222-8333-444455556666')).toMatchObject({
    state: 'inactive',
    credentials: { oidc: { identifiers: ['google:2082042'] } },
  })
})

test('Keycloak: PBKDF2, Argon2 and authenticator apps of a realm @moving-in-5', async () => {
  await asDocumented('Keycloak', { 'realm.json': exported('keycloak.json') }, 1)
  expect(await signIn('ada@keycloak.example')).toBe(200)
  expect(await signIn('grace@keycloak.example')).toBe(200)
  const ada = await identityOf('b7a7b2f4-0001-4000-8000-000000000001')
  expect(ada).toMatchObject({
    traits: { language: 'de' },
    metadata_admin: { department: ['Research'] },
    credentials: { oidc: { identifiers: ['github:583231'] } },
  })
  // The key itself, in base32: "rLmA5Xt0Yb1wqzK7cV2N".
  expect(ada.credentials.totp.config.totp_url).toContain('secret=OJGG2QJVLB2DAWLCGF3XC6SLG5RVMMSO')
})

test('Supabase: rows of users and of identities @moving-in-6', async () => {
  const tables = { 'users.csv': exported('supabase-users.csv'), 'identities.csv': exported('supabase-identities.csv') }
  await asDocumented('Supabase', tables, 1)
  expect(await signIn('ada@supabase.example')).toBe(200)
  expect(await identityOf('3f6b0d1e-0000-4000-8000-000000000001')).toMatchObject({
    metadata_public: { theme: 'dark' },
    credentials: { oidc: { identifiers: ['google:3082042'] } },
  })
  expect(await identityOf('3f6b0d1e-0000-4000-8000-000000000002')).toMatchObject({
    state: 'inactive',
    traits: { phone: '+14155550125' },
  })
})

test('people are written as a file for the console, or for another day @moving-in-7', async () => {
  const { code, complaint } = await moveIn('clerk', [exported('clerk.csv')], '--output', 'people.jsonl')
  expect([code, complaint]).toEqual([0, expect.stringContaining('3 people are in people.jsonl')])
  expect(complaint).toContain('1 × password: no import takes hashes of the kind awscognito')
  const lines = (await readFile(join(service.folder, 'people.jsonl'), 'utf8')).trim().split('\n')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ patch_id: 'user_2aAda', create: { schema_id: 'person' } })
  const partly = await moveIn('supabase', [exported('supabase-users.csv')], '--output', 'partly.jsonl')
  expect([partly.code, partly.complaint]).toEqual([1, expect.stringContaining('2 people are in partly.jsonl')])
  expect(partly.complaint).toContain('1 refused')
  const unknown = await moveIn('clerk', [exported('clerk.csv')], '--schema', 'robot')
  expect([unknown.code, unknown.complaint]).toEqual([1, expect.stringContaining('no schema "robot"')])
  for (const file of ['nobody.none', 'nobody.csv']) {
    const broken = await moveIn('keycloak', [file])
    expect([broken.code, broken.complaint]).toEqual([1, expect.stringContaining('The export cannot be read: ENOENT')])
  }
})

test('people of one service are created at another by the documented commands @moving-in-9', async () => {
  const other = await startForTerminal()
  const source = await startForTerminal()
  try {
    await source.account('ada@here.example', password)
    const addresses = { 'http://127.0.0.1:4434': source.adminUrl, 'http://kratos.internal:4434': other.adminUrl }
    const results = []
    // A data folder of a stopped Gatehouse is read in data-folder.test.ts.
    for (const words of commandsOf('Between Gatehouse and Ory Kratos').filter((one) => !one.includes('--data'))) {
      const given = words.map((word) => Object.entries(addresses).find(([one]) => one === word)?.[1] ?? word)
      results.push(await run(source.folder, given))
    }
    expect(results.map(({ code, complaint }) => [code, complaint])).toEqual([
      [0, expect.stringContaining(`1 identity from ${source.adminUrl}`)],
      [0, expect.stringContaining('1 fine')],
      [0, expect.stringContaining(`1 created at ${other.adminUrl}`)],
    ])
    const { body } = await other.admin('GET', '/identities?credentials_identifier=ada@here.example')
    expect(body).toMatchObject([{ traits: { email: 'ada@here.example' } }])
  } finally {
    await Promise.all([other.stop(), source.stop()])
  }
})

const missing = await kratosProgram.missing()
if (missing !== undefined && process.env['CI'] === 'true') throw new Error(missing)

test.skipIf(missing !== undefined)('a database of Ory Kratos, with every credential @moving-in-8', async () => {
  const [publicPort = 0, adminPort = 0] = await freePorts(2)
  const dsn = await layDatabase(kratosProgram, service.folder)
  const configFile = join(service.folder, 'real.json')
  const settings = { ...configuration(service.folder, publicPort, adminPort, { traits, dsn }), feature_flags: {} }
  await writeFile(
    configFile,
    JSON.stringify({ ...settings, courier: { smtp: { connection_uri: 'smtp://127.0.0.1:1' } } }),
  )
  const [publicUrl, adminUrl] = [`http://127.0.0.1:${publicPort}`, `http://127.0.0.1:${adminPort}`]
  const kratos = await startKratos({ configFile, publicUrl, adminUrl })
  const email = 'ada@kratos.example'
  try {
    const made = await fetch(`${adminUrl}/admin/identities`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        schema_id: 'person',
        traits: { email, name: { first: 'Ada' } },
        metadata_admin: { plan: 'gold' },
        verifiable_addresses: [{ value: email, via: 'email', verified: true, status: 'completed' }],
        credentials: {
          password: { config: { password } },
          oidc: { config: { providers: [{ provider: 'google', subject: '77' }] } },
        },
      }),
    })
    expect(made.status).toBe(201)
    const { id } = (await made.json()) as { id: string }
    await asDocumented('A database of Ory Kratos', { 'kratos.sqlite': join(service.folder, 'database.sqlite') })
    expect(await signIn(email)).toBe(200)
    const { body } = await service.admin('GET', `/identities/${id}?include_credential=oidc`)
    expect(body).toMatchObject({
      traits: { email, name: { first: 'Ada' } },
      metadata_admin: { plan: 'gold' },
      verifiable_addresses: [{ value: email, verified: true }],
      credentials: { oidc: { identifiers: ['google:77'] } },
    })
  } finally {
    await kratos.stop()
  }
})
