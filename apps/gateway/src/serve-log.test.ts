import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, startIdentityService } from '@gatehouse/testing/processes'
import { expect, onTestFinished, test } from 'vitest'
import { networkIdentityConfig } from './identity/network-identity.fixture.ts'

/** A service alone whose file says `log.level: error`, after it has answered its admin API. */
async function served(variable: string | undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [publicPort = 0, adminPort = 0] = await freePorts(2)
  const [publicUrl, adminUrl] = [`http://127.0.0.1:${publicPort}`, `http://127.0.0.1:${adminPort}`]
  const config = networkIdentityConfig({ dsn: 'memory', origin: publicUrl, publicPort, adminPort })
  const configFile = join(folder, 'kratos.json')
  writeFileSync(configFile, JSON.stringify({ ...config, log: { level: 'error' } }))
  const environment = { LOG_LEVEL: variable, GATEHOUSE_DATA: join(folder, 'data') }
  const service = await startIdentityService({ configFile, publicUrl, adminUrl, environment, dev: true })
  onTestFinished(async () => void (await service.stop()))
  const metrics = await fetch(`${adminUrl}/metrics/prometheus`)
  return { lines: service.logs(), metrics: { status: metrics.status, text: await metrics.text() } }
}

test('a service alone logs as its file says, and has its metrics where Ory Kratos has them @serve-log-1', async () => {
  const { lines, metrics } = await served(undefined)
  expect(lines).not.toContain('"msg":"request"')
  expect(metrics.status).toBe(200)
  expect(metrics.text).toMatch(/^gatehouse_http_requests_total\{.*route="public".*status="200".*\} [1-9]/m)
})

test('the variable counts more than the file @serve-log-2', async () => {
  const { lines } = await served('info')
  expect(lines).toContain('"msg":"request"')
})
