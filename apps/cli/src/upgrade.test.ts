import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { freePorts, postgresIsMissing, startGateway, startPostgres } from '@gatehouse/testing/processes'
import { createReceiver } from '@gatehouse/testing/receivers'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { timeoutMs } from './terminal.fixture.ts'

vi.setConfig({ testTimeout: timeoutMs, hookTimeout: timeoutMs })

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-upgrade-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The contents of an installation of the version of 23 November 2026 (9aced16e). */
interface Facts {
  readonly home: string
  readonly shop: string
  readonly homeKey: string
  readonly shopKey: string
  /** A session token of lena@example.com, which lasts a hundred years. */
  readonly session: string
  readonly stream: string
  readonly streamSecret: string
}

/** Unpacks such an installation: its data folder, and a dump if it was on PostgreSQL. */
function unpacked(name: string): { readonly at: string; readonly facts: Facts } {
  const at = mkdtempSync(join(folder, `${name}-`))
  const archive = fileURLToPath(new URL(`../fixtures/upgrade-${name}.tar.gz`, import.meta.url))
  execFileSync('tar', ['-xzf', archive, '-C', at])
  return { at, facts: JSON.parse(readFileSync(join(at, 'facts.json'), 'utf8')) }
}

type Environment = Readonly<Record<string, string>>

// Sessions of the archive are not used for years.
const settings: Environment = { GATEHOUSE_DEV: 'true', GATEHOUSE_SESSION_IDLE_DAYS: 'off' }

async function signIn(origin: string, identifier: string): Promise<number> {
  const flow = await (await fetch(`${origin}/self-service/login/api`)).json()
  const answer = await fetch(`${origin}/self-service/login?flow=${flow.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'password', identifier, password: 'Birch-and-ash-4711' }),
  })
  return answer.status
}

/**
 * Starts this version on the data of the older one, and checks that sessions, passwords, keys and streams still work.
 */
async function goesOn(data: string, facts: Facts, environment: Environment = {}): Promise<void> {
  const receiver = await createReceiver()
  const gateway = await startGateway({ dataFolder: data, environment: { ...settings, ...environment } })
  try {
    const whoami = await fetch(`${gateway.origin}/sessions/whoami`, {
      headers: { 'x-session-token': facts.session },
    })
    expect([whoami.status, (await whoami.json()).identity.traits]).toMatchObject([200, { email: 'lena@example.com' }])

    const control = async (method: string, path: string, key: string, body?: unknown) => {
      const answer = await fetch(`${gateway.consoleOrigin}/projects/${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: await answer.json() }
    }
    const ofShop = await control('GET', `${facts.shop}/eventstreams`, facts.shopKey)
    expect([ofShop.status, ofShop.body.event_streams]).toEqual([200, []])
    expect((await control('GET', `${facts.shop}/eventstreams`, facts.homeKey)).status).toBe(404)

    const at = `${facts.home}/eventstreams/${facts.stream}`
    const moved = await control('PUT', at, facts.homeKey, { type: 'https', https_endpoint: receiver.url })
    expect([moved.status, moved.body]).toMatchObject([200, { https_endpoint: receiver.url }])
    expect(await signIn(gateway.origin, 'lena@example.com')).toBe(200)
    expect(await signIn(gateway.origin, 'omar@example.com')).toBe(200)
    await expect.poll(() => receiver.received.length, { timeout: timeoutMs }).toBeGreaterThan(0)
    const [delivery] = receiver.received
    if (delivery === undefined) throw new Error('nothing was delivered')
    const { headers, body } = delivery
    const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
    const key = Buffer.from(facts.streamSecret.replace(/^whsec_/, ''), 'base64')
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  } finally {
    await gateway.stop()
    await receiver.close()
  }
}

/** Starts this version, which has to refuse; returns its message. */
async function refusal(data: string, environment: Environment = {}): Promise<string> {
  const [publicPort = 0, admin = 0] = await freePorts(2)
  const ports = { public: publicPort, admin }
  return startGateway({ dataFolder: data, ports, environment: { ...settings, ...environment } }).then(
    async (gateway) => {
      await gateway.stop()
      return 'it started'
    },
    (error: unknown) => String(error),
  )
}

/** Adds a row of a later version to the table of migrations. */
const later = (table: string) =>
  `INSERT INTO ${table} (name, checksum, applied_at) VALUES ('29991231000000_of_a_later_version', '', 0)`
const words = /newer version.*29991231000000_of_a_later_version.*restore a backup of before the upgrade/s

describe('data of an older version', () => {
  test('in SQLite is migrated at the start and still works: sessions, passwords, keys, streams @upgraded-data-1', async () => {
    const { at, facts } = unpacked('sqlite')
    const data = join(at, 'data')
    const migrations = (file: string) => {
      const database = new DatabaseSync(join(data, file), { readOnly: true })
      const rows = database.prepare('SELECT name FROM migrations ORDER BY name').all()
      database.close()
      return rows.map(({ name }) => String(name))
    }
    const files = ['identity.sqlite', 'control-plane.sqlite', `projects/${facts.shop}/identity.sqlite`]
    const before = files.map(migrations)
    const backup = join(folder, 'before')
    cpSync(data, backup, { recursive: true })
    await goesOn(data, facts)
    for (const [index, file] of files.entries()) {
      const now = migrations(file)
      expect(now.length).toBeGreaterThan(before[index]?.length ?? 0)
      expect(now).toEqual(expect.arrayContaining([...(before[index] ?? [])]))
    }
    // Going back is by the backup of before: a version that does not know a migration refuses, and changes nothing.
    const database = new DatabaseSync(join(data, 'identity.sqlite'))
    database.exec(later('migrations'))
    database.close()
    const sum = () => readFileSync(join(data, 'control-plane.sqlite')).toString('base64')
    const kept = sum()
    expect(await refusal(data)).toMatch(words)
    expect(sum()).toBe(kept)
    await goesOn(backup, facts)
  })

  test.skipIf(postgresIsMissing())('in PostgreSQL as well @upgraded-data-2', async () => {
    const { at, facts } = unpacked('postgres')
    const server = await startPostgres()
    try {
      const address = server.createDatabase()
      const psql = (...args: readonly string[]) =>
        execFileSync('psql', ['--quiet', '--no-psqlrc', '--set=ON_ERROR_STOP=1', ...args, address], {
          encoding: 'utf8',
        })
      psql('--file', join(at, 'dump.sql'))
      const environment = { GATEHOUSE_DATABASE: address }
      await goesOn(join(at, 'data'), facts, environment)
      const applied = psql('--tuples-only', '--command', 'SELECT count(*) FROM gatehouse_identity.migrations')
      expect(Number(applied)).toBeGreaterThan(1)
      psql('--command', later('gatehouse_identity.migrations'))
      expect(await refusal(join(at, 'data'), environment)).toMatch(words)
    } finally {
      await server.stop()
    }
  })
})
