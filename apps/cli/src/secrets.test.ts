import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { ownDataFolder } from './own-data-folder.fixture.ts'

const { data, gatehouse, gatehouseWith, start } = ownDataFolder('secrets')
const replaced = ownDataFolder('replaced-secrets')
const generations = async () =>
  JSON.parse(await readFile(join(data(), 'secrets.json'), 'utf8')) as Record<string, unknown>

const email = 'vera@example.com'
const totpUrl = 'otpauth://totp/Gatehouse:vera?issuer=Gatehouse&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const account = {
  schema_id: 'person',
  traits: { email },
  verifiable_addresses: [{ value: email, via: 'email', verified: true, status: 'completed' }],
  credentials: {
    password: { config: { password: 'Birch-and-ash-4711' } },
    totp: { config: { totp_url: totpUrl } },
    lookup_secret: { config: { recovery_codes: [{ code: 'abcd1234' }, { code: 'efgh5678' }] } },
  },
}

async function call<T>(url: string, body?: object): Promise<T> {
  const init = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return (await (await fetch(url, init)).json()) as T
}

/** Returns the second factors as an administrator reads them; they are sealed on the disk. */
async function kept(adminOrigin: string, id: string) {
  const query = 'include_credential=totp&include_credential=lookup_secret'
  const { credentials } = await call<{ credentials: Record<string, { config: unknown }> }>(
    `${adminOrigin}/admin/identities/${id}?${query}`,
  )
  return [credentials['totp']?.config, credentials['lookup_secret']?.config]
}

/** Signs in; returns the token of the new session. */
async function signIn(origin: string): Promise<string> {
  const { id } = await call<{ id: string }>(`${origin}/self-service/login/api`)
  const { password } = account.credentials.password.config
  const fields = { method: 'password', identifier: email, password }
  return (await call<{ session_token: string }>(`${origin}/self-service/login?flow=${id}`, fields)).session_token
}

/** Calls the control plane with the key of the first start. */
async function control<T>(origin: string, path: string, body?: object, folder = data()): Promise<T> {
  const key = (await readFile(join(folder, 'workspace-api-key'), 'utf8')).trim()
  const answer = await fetch(`${origin}${path}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return (await answer.json()) as T
}

test('secrets are rotated and retired with nothing lost: sessions, codes on their way, second factors, API keys, secrets of streams @secrets-1', async () => {
  const first = await start()
  const { id } = await call<{ id: string }>(`${first.adminOrigin}/admin/identities`, account)
  const before = await kept(first.adminOrigin, id)
  expect(before[0]).toEqual({ totp_url: totpUrl })
  const token = await signIn(first.origin)
  const [project] = await control<readonly { id: string }[]>(first.consoleOrigin, '/projects')
  const streams = `/projects/${project?.id ?? ''}/eventstreams`
  const to = { type: 'https', https_endpoint: 'http://127.0.0.1:9/' }
  const stream = await control<{ id: string }>(first.consoleOrigin, streams, to)
  const secretOfStream = (origin: string) => control<{ secret: string }>(origin, `${streams}/${stream.id}/secret`)
  const streamSecret = await secretOfStream(first.consoleOrigin)
  expect(streamSecret.secret).toMatch(/^whsec_/)
  const recovery = await call<{ id: string }>(`${first.origin}/self-service/recovery/api`)
  await call(`${first.origin}/self-service/recovery?flow=${recovery.id}`, { method: 'code', email })
  const busy = await gatehouse('secrets', 'rotate')
  expect([busy.code, busy.complaint]).toEqual([1, expect.stringContaining('in use by another Gatehouse')])
  await first.stop()

  expect(await gatehouse('secrets', 'rotate')).toMatchObject({
    code: 0,
    output: expect.stringContaining('one project'),
  })
  expect(await generations()).toMatchObject({
    default: [expect.any(String), expect.any(String)],
    cipher: [expect.any(String), expect.any(String)],
  })
  const second = await start()
  expect(await kept(second.adminOrigin, id)).toEqual(before)
  expect(await secretOfStream(second.consoleOrigin)).toEqual(streamSecret)
  const headers = { 'x-session-token': token }
  // Known, and asked for the second factor: an unknown session would be 401.
  expect((await fetch(`${second.origin}/sessions/whoami`, { headers })).status).toBe(403)
  const [mail] = await call<readonly { code: string }[]>(`${second.origin}/dev/inbox.json?to=${email}`)
  const code = mail?.code
  expect(code).toMatch(/^\d{6}$/)
  const recovered = await call<{ state?: string; continue_with?: unknown }>(
    `${second.origin}/self-service/recovery?flow=${recovery.id}`,
    { method: 'code', code },
  )
  expect(recovered, 'a code that was sent before the rotation').toHaveProperty('continue_with')
  await second.stop()

  expect(await gatehouse('secrets', 'retire')).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 account was'),
  })
  expect(await generations()).toMatchObject({ default: [expect.any(String)], cipher: [expect.any(String)] })
  const third = await start()
  expect(await signIn(third.origin)).toMatch(/^ory_st_/)
  expect(await kept(third.adminOrigin, id)).toEqual(before)
  expect(await secretOfStream(third.consoleOrigin)).toEqual(streamSecret)
  await third.stop()
})

test('a start with other secrets than those of the database is refused, even if no check value was kept yet @secrets-4', async () => {
  const file = join(data(), 'secrets.json')
  const own = await readFile(file, 'utf8')
  const text = () => randomBytes(24).toString('base64url')
  const other = JSON.stringify({ default: text(), cookie: text(), cipher: text() })
  const inDatabase = (sql: string) => {
    const database = new DatabaseSync(join(data(), 'identity.sqlite'))
    database.exec(sql)
    database.close()
  }
  await writeFile(file, other, { mode: 0o600 })
  const refused = await gatehouse('start')
  expect(refused.code).toBe(1)
  expect(refused.complaint).toContain(`${file} is not what this database was begun with`)
  expect(refused.complaint).toContain('Fix: put the secrets.json there')
  expect(refused.complaint).not.toMatch(/\n\s+at /)
  // As an older version has left it: the sealed data reveals the difference.
  inDatabase('DELETE FROM secret_checks')
  expect((await gatehouse('start')).complaint).toContain('is not what this database was begun with')
  const settings = { GATEHOUSE_SECRETS: 'other-secrets-that-are-of-no-use-here' }
  await rm(file)
  expect((await gatehouseWith(settings, 'start')).complaint).toContain('GATEHOUSE_SECRETS is not what')
  await writeFile(file, own, { mode: 0o600 })
  // The secrets of the folder count as older ones; from now on both open, and the newest is the one that is checked.
  await (await start(settings)).stop()
  await (await start(settings)).stop()
  await rm(file)
  await (await start(settings)).stop()

  await writeFile(file, other, { mode: 0o600 })
  expect((await gatehouse('start')).code).toBe(1)
  expect(await gatehouse('secrets', 'accept')).toMatchObject({
    code: 0,
    output: expect.stringContaining('count from now'),
  })
  await (await start()).stop()
})

test('a replaced GATEHOUSE_SECRETS changes no signing secret of a stream, and another one is refused until it is accepted @secrets-5', async () => {
  const [first = '', second = '', other = ''] = ['first', 'second', 'other'].map((name) => `${name}-${'x'.repeat(32)}`)
  const set = (value: string) => ({ GATEHOUSE_SECRETS: value })
  const begun = await replaced.start(set(first))
  const ask = <T>(origin: string, path: string, body?: object) => control<T>(origin, path, body, replaced.data())
  const [project] = await ask<readonly { id: string }[]>(begun.consoleOrigin, '/projects')
  const streams = `/projects/${project?.id ?? ''}/eventstreams`
  const to = { type: 'https', https_endpoint: 'http://127.0.0.1:9/' }
  const stream = await ask<{ id: string }>(begun.consoleOrigin, streams, to)
  const secretAt = (origin: string) => ask<{ secret: string }>(origin, `${streams}/${stream.id}/secret`)
  const secret = await secretAt(begun.consoleOrigin)
  expect(secret.secret).toMatch(/^whsec_/)
  await begun.stop()
  for (const value of [`${second},${first}`, second]) {
    const again = await replaced.start(set(value))
    expect([value, await secretAt(again.consoleOrigin)]).toEqual([value, secret])
    await again.stop()
  }
  const refused = await replaced.gatehouseWith(set(other), 'start')
  expect([refused.code, refused.complaint]).toEqual([1, expect.stringContaining('GATEHOUSE_SECRETS is not what')])
  expect(await replaced.gatehouseWith(set(other), 'secrets', 'accept')).toMatchObject({ code: 0 })
  const accepted = await replaced.start(set(other))
  expect((await secretAt(accepted.consoleOrigin)).secret).not.toBe(secret.secret)
  await accepted.stop()
})

test('if the secrets are in an operator’s own file, the command says what to do there', async () => {
  const refused = await gatehouseWith(
    {
      KRATOS_PUBLIC_URL: 'http://127.0.0.1:4433',
    },
    'secrets',
    'rotate',
  )
  expect([refused.code, refused.complaint]).toEqual([1, expect.stringContaining('KRATOS_PUBLIC_URL')])
})
