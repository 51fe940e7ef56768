import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createAuthenticator, totpCode } from '@gatehouse/testing/devices'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { RunningEngine } from '../engines/engine.ts'
import { kratosProgram } from '@gatehouse/testing/processes'
import { kratos } from '../engines/kratos.ts'
import { admin, identityOf } from './admin.ts'
import { openBrowser } from './browser.ts'
import { gatehouse, rowsOf } from './command.ts'
import { serveInDevelopment as embedded } from '../engines/serve.ts'

/** Moves accounts between the embedded service and a real Ory Kratos, and signs in to them at the target. */

const missing = await kratosProgram.missing()
if (missing !== undefined && process.env['CI'] === 'true') throw new Error(missing)

const ada = 'ada@example.org'
const password = 'correct-Horse-battery-5taple'

/** Made by other systems: bcrypt, MD5-crypt, and a bcrypt that only the embedded service takes. */
const others = {
  bob: ['bob@example.org', '$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U'],
  dora: ['dora@example.org', '$md5-crypt$TVEiiKNb$SN6/pUaRQS/E8Jh46As2C/', 'test'],
  eve: ['eve@example.org', '$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U'],
} as const

/** Creates a person with everything an account can have. Second factors are set up in settings, as people do it. */
async function everything(engine: RunningEngine) {
  const made = await admin(engine, 'POST', '/identities', {
    schema_id: 'account',
    traits: { email: ada, name: { first: 'Ada' } },
    metadata_public: { plan: 'pro' },
    metadata_admin: { note: 'since 1842' },
    verifiable_addresses: [{ value: ada, via: 'email', verified: true, status: 'completed' }],
    credentials: {
      password: { config: { password } },
      oidc: { config: { providers: [{ provider: 'corp', subject: ada }] } },
    },
  })
  expect(made.status).toBe(201)
  const [passkey, stick] = [createAuthenticator('http://localhost:4455'), createAuthenticator('http://localhost:4455')]
  const browser = openBrowser(engine)
  expect((await browser.password(ada, password)).status).toBe(200)
  expect((await browser.addPasskey(passkey)).status).toBe(200)
  expect((await browser.addKey(stick)).status).toBe(200)
  const codes = await browser.addBackupCodes()
  const secret = await browser.addTotp()
  expect(await browser.whoami()).toMatchObject({ authenticator_assurance_level: 'aal2' })
  return { id: String(made.body.id), passkey, codes, secret }
}

async function somePeople(engine: RunningEngine, people: readonly (keyof typeof others)[]): Promise<void> {
  for (const name of people) {
    const [email, hashed_password] = others[name]
    const body = { schema_id: 'account', traits: { email }, credentials: { password: { config: { hashed_password } } } }
    expect((await admin(engine, 'POST', '/identities', body)).status).toBe(201)
  }
  const carol = {
    schema_id: 'rich',
    traits: { email: 'carol@example.org', terms: true, age: 30 },
    state: 'inactive',
    credentials: { password: { config: { password } } },
  }
  expect((await admin(engine, 'POST', '/identities', carol)).status).toBe(201)
}

/** Orders identities by their ids. */
function inOrder(rows: readonly unknown[]): readonly unknown[] {
  const key = (row: unknown) => JSON.stringify(Object.entries(row as object).filter(([name]) => name !== 'why'))
  return rows.toSorted((a, b) => key(a).localeCompare(key(b)))
}

describe.skipIf(missing !== undefined)('accounts move', () => {
  let folder = ''
  let here: RunningEngine
  let there: RunningEngine
  beforeAll(async () => {
    await kratos.prepare()
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-transfer-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function move(
    name: string,
    target: string,
  ): Promise<readonly [left: readonly unknown[], moved: readonly unknown[]]> {
    const file = `${name}.jsonl`
    const out = await gatehouse(folder, 'export', '--admin-url', here.adminUrl, '--for', target, '--output', file)
    expect(out).toMatchObject({ code: 0, output: '' })
    const words = ['import', file, '--admin-url', there.adminUrl, '--report', `${name}.report.jsonl`] as const
    const tried = await gatehouse(folder, ...words, '--dry-run')
    expect([tried.code, tried.complaint]).toEqual([0, expect.stringContaining('nothing was created')])
    const done = await gatehouse(folder, ...words)
    expect(done).toMatchObject({ code: 0, output: '' })
    for (const said of [out, tried, done]) expect(said.complaint).not.toMatch(/argon2|\$2[bx]\$|md5-crypt|example\.org/)
    expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
    return [await rowsOf(join(folder, `${file}.report.jsonl`)), await rowsOf(join(folder, `${name}.report.jsonl`))]
  }

  describe('from the embedded service to Ory Kratos', () => {
    let adaHere: Awaited<ReturnType<typeof everything>>
    let left: readonly unknown[]
    let moved: readonly unknown[]
    beforeAll(async () => {
      ;[here, there] = await Promise.all([embedded.start('transfer'), kratos.start('transfer')])
      adaHere = await everything(here)
      await somePeople(here, ['bob', 'dora', 'eve'])
      ;[left, moved] = await move('to-kratos', 'kratos-1.3')
    })
    afterAll(() => Promise.all([here.stop(), there.stop()]))

    test('the report names the parts that stay behind, with their person', async () => {
      const eve = await identityOf(here, others.eve[0])
      const notTaken = expect.stringContaining('does not take it')
      expect(inOrder(left)).toEqual(
        inOrder([
          { identity: 'all', what: 'sessions', why: expect.any(String) },
          { identity: 'all', what: 'created_at, updated_at', why: expect.any(String) },
          { identity: 'all', what: 'id', why: expect.any(String) },
          ...['lookup_secret', 'passkey', 'totp', 'webauthn'].map((type) => ({
            identity: adaHere.id,
            what: `credentials.${type}`,
            why: notTaken,
          })),
          { identity: eve.id, what: 'credentials.password', why: expect.stringContaining('kind of hash') },
        ]),
      )
      expect(moved.map((row) => (row as { result: string }).result)).toEqual(Array.from({ length: 5 }, () => 'created'))
    })

    test('passwords open the accounts, whichever hash they have', async () => {
      expect((await openBrowser(there).password(ada, 'wrong')).status).toBe(400)
      const browser = openBrowser(there)
      // No second factor came along, so none is asked for.
      expect((await browser.password(ada, password)).status).toBe(200)
      expect(await browser.whoami()).toMatchObject({ active: true, identity: { traits: { email: ada } } })
      for (const name of ['bob', 'dora'] as const) {
        const [email, , plain] = others[name]
        expect((await openBrowser(there).password(email, plain)).status).toBe(200)
      }
      expect((await openBrowser(there).password(others.eve[0], others.eve[2])).status).toBe(400)
      expect((await openBrowser(there).password('carol@example.org', password)).status).toBe(401)
    })

    test('the linked account still opens the account', async () => {
      const browser = openBrowser(there)
      expect(await browser.provider(ada)).toBe('http://127.0.0.1:4455/')
      expect(await browser.whoami()).toMatchObject({ identity: { id: (await identityOf(there, ada)).id } })
    })

    test('addresses, metadata, schemas and states are as they were; the report has old and new ids', async () => {
      const identity = await identityOf(there, ada)
      expect(identity).toMatchObject({
        schema_id: 'account',
        traits: { email: ada, name: { first: 'Ada' } },
        metadata_public: { plan: 'pro' },
        metadata_admin: { note: 'since 1842' },
        verifiable_addresses: [{ value: ada, verified: true, status: 'completed' }],
        recovery_addresses: [{ value: ada }],
      })
      const bob = await identityOf(there, others.bob[0])
      expect(bob.verifiable_addresses).toEqual([expect.objectContaining({ verified: false, status: 'pending' })])
      const carol = await identityOf(there, 'carol@example.org')
      expect(carol).toMatchObject({ schema_id: 'rich', state: 'inactive', traits: { terms: true, age: 30 } })
      expect(moved).toContainEqual(expect.objectContaining({ source: adaHere.id, identity: identity.id }))
    })

    test('a batch that Ory Kratos refuses as a whole is sent again in halves: one stranger does not stop the others', async () => {
      const create = (email: string, more: object) => ({ create: { schema_id: 'account', traits: { email }, ...more } })
      const rows = [
        create('f@example.org', {}),
        create('g@example.org', { id: adaHere.id }),
        create('h@example.org', {}),
      ]
      await writeFile(join(folder, 'mixed.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'))
      const mixed = await gatehouse(folder, 'import', 'mixed.jsonl', '--admin-url', there.adminUrl)
      expect([mixed.code, mixed.complaint]).toEqual([1, expect.stringContaining('2 created, 1 refused')])
      expect(await rowsOf(join(folder, 'gatehouse-import.report.jsonl'))).toEqual([
        expect.objectContaining({ line: 1, result: 'created' }),
        { file: 'mixed.jsonl', line: 2, result: 'refused', reason: expect.stringContaining('id') },
        expect.objectContaining({ line: 3, result: 'created' }),
      ])
    })

    test('a second import finds every account there already, and stops at nothing', async () => {
      const again = await gatehouse(folder, 'import', 'to-kratos.jsonl', '--admin-url', there.adminUrl)
      expect([again.code, again.complaint]).toEqual([0, expect.stringContaining('0 created, 5 there already')])
    })
  })

  describe('from Ory Kratos to the embedded service', () => {
    let adaThere: Awaited<ReturnType<typeof everything>>
    let left: readonly unknown[]
    beforeAll(async () => {
      ;[here, there] = await Promise.all([kratos.start('transfer'), embedded.start('transfer')])
      adaThere = await everything(here)
      await somePeople(here, ['bob', 'dora'])
      ;[left] = await move('from-kratos', 'gatehouse')
    })
    afterAll(() => Promise.all([here.stop(), there.stop()]))

    test('nothing of a single account stays behind', () => {
      expect(left.map((row) => (row as { identity: string }).identity)).toEqual(['all', 'all'])
    })

    test('the password opens the account, and its authenticator app is asked for', async () => {
      const browser = openBrowser(there)
      expect((await browser.password(ada, password)).status).toBe(422)
      expect((await browser.second({ method: 'totp', totp_code: totpCode(adaThere.secret, Date.now()) })).status).toBe(
        200,
      )
      const session = { authenticator_assurance_level: 'aal2', identity: { id: adaThere.id } }
      expect(await browser.whoami()).toMatchObject(session)
      for (const name of ['bob', 'dora'] as const) {
        const [email, , plain] = others[name]
        expect((await openBrowser(there).password(email, plain)).status).toBe(200)
      }
      expect((await openBrowser(there).password('carol@example.org', password)).status).toBe(401)
    })

    test('a backup code works, once', async () => {
      const [code = ''] = adaThere.codes
      for (const status of [200, 400]) {
        const browser = openBrowser(there)
        await browser.password(ada, password)
        expect((await browser.second({ method: 'lookup_secret', lookup_secret: code })).status).toBe(status)
      }
    })

    test('the passkey opens the account', async () => {
      const browser = openBrowser(there)
      // The second factor is still owed.
      expect((await browser.passkey(adaThere.passkey)).status).toBe(422)
      expect(await browser.whoami()).toMatchObject({ error: { id: 'session_aal2_required' } })
    })

    test('the linked account still opens the account', async () => {
      const browser = openBrowser(there)
      expect(await browser.provider(ada)).toBe(`${there.publicUrl}/self-service/login/browser?aal=aal2`)
      await browser.second({ method: 'lookup_secret', lookup_secret: adaThere.codes[1] })
      expect(await browser.whoami()).toMatchObject({ identity: { id: adaThere.id } })
    })

    test('addresses, metadata and ids are as they were', async () => {
      expect((await admin(there, 'GET', `/identities/${adaThere.id}`)).body).toMatchObject({
        metadata_public: { plan: 'pro' },
        metadata_admin: { note: 'since 1842' },
        verifiable_addresses: [{ value: ada, verified: true, status: 'completed' }],
        recovery_addresses: [{ value: ada }],
      })
    })
  })
})
