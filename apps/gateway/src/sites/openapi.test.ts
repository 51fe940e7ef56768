import { afterEach, expect, test } from 'vitest'
import { openGateway, type TestGateway } from '../projects/gateway.fixture.ts'

let gateway: TestGateway
afterEach(() => gateway.gateway.stop())

const path = '/openapi/identity.json'

test('each project publishes a description of its calls at its own address @public-openapi-1', async () => {
  gateway = await openGateway()
  const { ask, createProject, origin } = gateway
  const shop = await createProject('Shop')
  const [main, own] = [
    await ask(origin + path),
    await ask(shop.origin + path, { headers: { origin: 'https://docs.example' } }),
  ]
  for (const { status, headers, body } of [main, own]) {
    expect([status, body.openapi]).toEqual([200, expect.stringMatching(/^3\.1/)])
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cache-control')).toMatch(/^public, max-age=/)
  }
  expect([main.body.servers, own.body.servers]).toEqual([[{ url: origin }], [{ url: shop.origin }]])
  // The admin API of the first project has a separate address, which is not published.
  const admin = (paths: object) => Object.keys(paths).filter((one) => one.startsWith('/admin/'))
  expect(admin(main.body.paths)).toEqual([])
  expect(admin(own.body.paths)).toContain('/admin/identities')
  expect(Object.keys(main.body.paths)).toEqual(expect.arrayContaining(['/sessions/whoami', '/.well-known/jwks.json']))
})
