import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  freePort,
  postgresIsMissing,
  startIdentityService,
  startPostgres,
  type IdentityProcess,
  type PostgresProcess,
} from '@gatehouse/testing/processes'
import { stringify } from 'yaml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { networkIdentityConfig } from './identity/network-identity.fixture.ts'

const password = 'a-long-passphrase-7'

describe.skipIf(postgresIsMissing() !== undefined)('two services on one PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-serve-'))
  let server: PostgresProcess
  let services: readonly IdentityProcess[]
  beforeAll(async () => {
    server = await startPostgres({ fsync: 'off' })
    const dsn = server.createDatabase()
    // Concurrently: one migrates, the other one waits.
    services = await Promise.all(['a', 'b'].map((name) => start(name, dsn)))
  })
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()))
    await server.stop()
    rmSync(folder, { recursive: true })
  })

  async function start(name: string, dsn: string): Promise<IdentityProcess> {
    const [publicPort, adminPort] = [await freePort(), await freePort()]
    const [publicUrl, adminUrl] = [`http://127.0.0.1:${publicPort}`, `http://127.0.0.1:${adminPort}`]
    const configFile = join(folder, `${name}.yml`)
    writeFileSync(configFile, stringify(networkIdentityConfig({ dsn, origin: publicUrl, publicPort, adminPort })))
    return startIdentityService({ configFile, publicUrl, adminUrl, environment: { DEV: undefined } })
  }

  const url = (service: IdentityProcess | undefined, path: string) => new URL(path, service?.publicUrl)
  async function submit(service: IdentityProcess | undefined, kind: 'login' | 'registration', body: object) {
    const flow = (await (await fetch(url(service, `/self-service/${kind}/api`))).json()) as { id: string }
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify({ method: 'password', ...body }) }
    return fetch(url(service, `/self-service/${kind}?flow=${flow.id}`), init)
  }
  async function signIn(service: IdentityProcess | undefined, identifier: string): Promise<string> {
    const answer = await submit(service, 'login', { identifier, password })
    return ((await answer.json()) as { session_token: string }).session_token
  }
  const whoami = async (service: IdentityProcess | undefined, token: string) =>
    (await fetch(url(service, '/sessions/whoami'), { headers: { 'x-session-token': token } })).status

  test('an account of one signs in at the other, and a session that ends at one is over at the other @two-services-1', async () => {
    const [one, other] = services
    expect((await submit(one, 'registration', { traits: { email: 'ada@example.org' }, password })).status).toBe(200)
    const token = await signIn(other, 'ada@example.org')
    expect([await whoami(one, token), await whoami(other, token)]).toEqual([200, 200])
    const body = JSON.stringify({ session_token: token })
    const init = { method: 'DELETE', headers: { 'content-type': 'application/json' }, body }
    expect((await fetch(url(one, '/self-service/logout/api'), init)).status).toBe(204)
    expect([await whoami(other, token), await whoami(one, token)]).toEqual([401, 401])
  })

  test('a concurrent sign-up with one name at both creates one account', async () => {
    const [one, other] = services
    const traits = { email: 'grace@example.org' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => submit(at % 2 === 0 ? one : other, 'registration', { traits, password })),
    )
    expect(Object.groupBy(answers, ({ status }) => status)[200]).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7)
  })
})
