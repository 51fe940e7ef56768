import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, startIdentityService } from '@gatehouse/testing/processes'
import { expect, onTestFinished, test } from 'vitest'
import { networkIdentityConfig } from './identity/network-identity.fixture.ts'

/** Runs a stand-alone service with `log.level: error` in its file, until it has answered its admin API. */
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

test('a stand-alone service logs at the level of its file, and has its metrics at Ory Kratos’ address @serve-log-1', async () => {
  const { lines, metrics } = await served(undefined)
  expect(lines).not.toContain('"msg":"request"')
  expect(metrics.status).toBe(200)
  expect(metrics.text).toMatch(/^gatehouse_http_requests_total\{.*route="public".*status="200".*\} [1-9]/m)
})

test('the variable takes precedence over the file @serve-log-2', async () => {
  const { lines } = await served('info')
  expect(lines).toContain('"msg":"request"')
})
