import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret } from '@gatehouse/platform/secrets'
import { freePorts } from '@gatehouse/testing/processes'
import { expect, onTestFinished, test } from 'vitest'
import { networkIdentityConfig } from './identity/network-identity.fixture.ts'
import { createLog } from './process/log.ts'
import { serveIdentity, type ServeIdentityOptions } from './serve-identity.ts'

const password = 'a-long-passphrase-7'

/** Starts a stand-alone identity service with this `dsn` in its file, and with a new data folder. */
async function alone(dsn?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-alone-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [publicPort = 0, adminPort = 0] = await freePorts(2)
  const origin = `http://127.0.0.1:${publicPort}`
  const configFile = join(folder, 'kratos.json')
  const config = networkIdentityConfig({ dsn: dsn ?? '', origin, publicPort, adminPort })
  writeFileSync(configFile, JSON.stringify({ ...config, dsn }))
  const data = join(folder, 'data')
  const start = async (more: Partial<ServeIdentityOptions> = {}) => {
    const settings = { data, database: undefined }
    const served = await serveIdentity({ configFile, settings, log: createLog('silent'), ...more })
    let isStopped = false
    const stop = async () => {
      if (!isStopped) await served.stop()
      isStopped = true
    }
    onTestFinished(stop)
    return { ...served, stop }
  }
  const submit = async (kind: 'login' | 'registration', values: object) => {
    const flow = (await (await fetch(`${origin}/self-service/${kind}/api`)).json()) as { readonly id: string }
    const headers = { 'content-type': 'application/json', connection: 'close' }
    const body = JSON.stringify({ method: 'password', password, ...values })
    return (await fetch(`${origin}/self-service/${kind}?flow=${flow.id}`, { method: 'POST', headers, body })).status
  }
  return { data, start, submit }
}

test('a stand-alone service whose file names no location keeps accounts in the data folder, which it claims @accounts-location-2', async () => {
  const { data, start, submit } = await alone()
  const first = await start()
  expect(first.data).toBe(join(data, 'identity.sqlite'))
  expect(await submit('registration', { traits: { email: 'ada@example.org' } })).toBe(200)
  const { start: startOther } = await alone()
  await expect(startOther({ settings: { data, database: undefined } })).rejects.toThrow('in use by another Gatehouse')
  await first.stop()
  await start()
  expect(await submit('login', { identifier: 'ada@example.org' })).toBe(200)
})

test('a stand-alone service accepts memory only in development, and logs that @accounts-location-4', async () => {
  const { start } = await alone('memory')
  await expect(start()).rejects.toThrow('dsn is memory')
  expect((await start({ dev: true })).data).toBe('in memory, lost at the end')
})

test('a service alone with two locations is refused, with both @accounts-location-5', async () => {
  const { data, start } = await alone('sqlite:///var/lib/accounts.db')
  const database = new Secret('postgres://gatehouse:hunter2@db.internal/gatehouse')
  const refused = await start({ settings: { data, database } }).catch(String)
  expect(refused).toContain('dsn is sqlite:///var/lib/accounts.db')
  expect(refused).toContain('GATEHOUSE_DATABASE is postgres://db.internal:5432/gatehouse')
  expect(refused).not.toContain('hunter2')
})
