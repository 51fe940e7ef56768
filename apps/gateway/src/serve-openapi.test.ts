import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, startIdentityService } from '@gatehouse/testing/processes'
import { expect, onTestFinished, test } from 'vitest'
import { networkIdentityConfig } from './identity/network-identity.fixture.ts'

test('a service alone describes its calls at both listeners, those of administrators at their own @serve-openapi-1', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-openapi-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [publicPort = 0, adminPort = 0] = await freePorts(2)
  const [publicUrl, adminUrl] = [`http://127.0.0.1:${publicPort}`, `http://127.0.0.1:${adminPort}`]
  const config = networkIdentityConfig({ dsn: 'memory', origin: `${publicUrl}/`, publicPort, adminPort })
  const configFile = join(folder, 'kratos.json')
  writeFileSync(configFile, JSON.stringify(config))
  const service = await startIdentityService({ configFile, publicUrl, adminUrl, dev: true })
  onTestFinished(async () => void (await service.stop()))
  const described = async (origin: string) => {
    const answer = await fetch(`${origin}/openapi/identity.json`, { headers: { origin: 'https://docs.example' } })
    return { status: answer.status, cors: answer.headers.get('access-control-allow-origin'), body: await answer.json() }
  }
  const [open, admin] = [await described(publicUrl), await described(adminUrl)]
  for (const { status, cors, body } of [open, admin]) {
    expect([status, cors, body.openapi]).toEqual([200, '*', expect.stringMatching(/^3\.1/)])
    expect(body.servers).toEqual([{ url: publicUrl }])
    expect(body.paths).toHaveProperty(['/sessions/whoami'])
  }
  expect(Object.keys(open.body.paths).filter((path) => path.startsWith('/admin/'))).toEqual([])
  expect(admin.body.paths).toHaveProperty(['/admin/identities', 'servers'], [{ url: adminUrl }])
})
