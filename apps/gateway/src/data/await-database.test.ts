import {
  freePort,
  postgresIsMissing,
  startGateway,
  startPostgres,
  type PostgresProcess,
} from '@gatehouse/testing/processes'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { awaitDatabase } from './await-database.ts'

const subject = 'GATEHOUSE_DATABASE'
const now = { subject, waitsMs: 0, say: () => {} }

test.each([
  [
    'postgres://gatehouse:hunter2@127.0.0.1:1/gatehouse',
    /127\.0\.0\.1:1, where no PostgreSQL answers[^]*Fix: start the server/,
  ],
  [
    'postgres://gatehouse:hunter2@nowhere.invalid/gatehouse',
    /nowhere\.invalid, which has no address[^]*Fix: correct the host/,
  ],
])('an unreachable address is named, without its credentials: %s @await-database-1', async (url, said) => {
  const refused = awaitDatabase(url, now)
  await expect(refused).rejects.toThrow(said)
  await expect(refused).rejects.not.toThrow('hunter2')
})

describe.skipIf(postgresIsMissing() !== undefined)('a server', () => {
  let server: PostgresProcess | undefined
  let url = new URL('postgres://none')
  beforeAll(async () => {
    vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
    server = await startPostgres({ fsync: 'off' })
    url = new URL(server.createDatabase())
  })
  afterAll(() => server?.stop())

  const at = (change: (other: URL) => void) => {
    const other = new URL(url)
    change(other)
    return other.href
  }

  test('that answers is not waited for; a fault of the address is reported at once, with its fix @await-database-2', async () => {
    await awaitDatabase(url.href, now)
    const wrong: readonly (readonly [string, RegExp])[] = [
      [at((other) => (other.pathname = '/no-such')), /has no database no-such[^]*CREATE DATABASE "no-such"/],
      [at((other) => (other.username = 'stranger')), /does not let stranger in[^]*Fix: correct user and password/],
      [at((other) => (other.search = '?sslmode=require')), /asks for TLS[^]*sslmode=disable/],
    ]
    for (const [address, said] of wrong) {
      const refused = awaitDatabase(address, { subject })
      await expect(refused).rejects.toThrow(said)
      await expect(refused).rejects.toThrow(`${subject} `)
      await expect(refused).rejects.toThrow(url.host)
    }
  })

  test('that starts later is waited for, with a line in the log @await-database-3', async () => {
    const port = await freePort()
    const lines: string[] = []
    const later = awaitDatabase(`postgres://postgres@127.0.0.1:${port}/postgres`, {
      subject,
      say: (line) => lines.push(line),
    })
    await vi.waitUntil(() => lines.length > 0, { timeout: 30_000 })
    const second = await startPostgres({ fsync: 'off' }, port)
    await later
    expect(lines[0]).toContain(`waiting for PostgreSQL, 127.0.0.1:${port}/postgres`)
    await second.stop()
  })

  test('that cannot be used stops a start with the sentence alone @await-database-4', async () => {
    for (const workers of ['1', '2']) {
      const environment = {
        GATEHOUSE_DATABASE: at((other) => (other.pathname = '/no-such')),
        GATEHOUSE_DEV: workers === '1' ? 'true' : 'false',
        GATEHOUSE_WORKERS: workers,
      }
      const failed = startGateway({ environment })
      await expect(failed).rejects.toThrow(/GATEHOUSE_DATABASE leads to \S+, which has no database no-such/)
      await expect(failed).rejects.not.toThrow(/\n\s+at /)
    }
  })
})
