import { calculateJwkThumbprint, createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './gateway.fixture.ts'

const opened: TestGateway[] = []
afterEach(async () => {
  for (const { gateway } of opened.splice(0)) await gateway.stop()
})
async function open(): Promise<TestGateway> {
  const gateway = await openGateway()
  opened.push(gateway)
  return gateway
}

const templatesPath = '/services/identity/config/session/whoami/tokenizer/templates'

/** A key set as the configuration of a project has it. */
async function keySet(kid?: string) {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  const key = { ...jwk, alg: 'ES256', kid: kid ?? (await calculateJwkThumbprint(jwk)) }
  const { d = '', ...half } = key
  const text = JSON.stringify({ keys: [key] })
  return { url: `base64://${Buffer.from(text).toString('base64')}`, half: { ...half, use: 'sig' }, d }
}

async function addTemplates({ control }: TestGateway, id: string, templates: object) {
  return control('PATCH', `/projects/${id}`, [
    { op: 'add', path: '/services/identity/config/session', value: { whoami: { tokenizer: { templates } } } },
  ])
}

test('each project publishes the keys of all its templates, and applications check its tokens by the address alone @jwks-1', async () => {
  const gateway = await open()
  const { ask, createProject, register } = gateway
  const [shop, blog] = [await createProject('Shop'), await createProject('Blog')]
  const [app, api, foreign] = [await keySet(), await keySet(), await keySet()]
  await addTemplates(gateway, shop.id, {
    app: { jwks_url: app.url },
    api: { jwks_url: api.url },
    again: { jwks_url: app.url },
  })
  await addTemplates(gateway, blog.id, { app: { jwks_url: foreign.url } })
  const address = `${shop.origin}/.well-known/jwks.json`
  const { status, headers, body } = await ask(address, { headers: { origin: 'https://app.example.org' } })
  expect([status, body]).toEqual([200, { keys: [app.half, api.half] }])
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-allow-credentials')).toBeNull()
  expect(headers.get('cache-control')).toMatch(/^public, max-age=\d{2,3}$/)
  expect((await ask(`${blog.origin}/.well-known/jwks.json`)).body.keys).toEqual([foreign.half])
  // Without keys the answer is an empty set, not an error: applications ask before tokens are set up.
  expect((await ask(`${gateway.origin}/.well-known/jwks.json`)).body).toEqual({ keys: [] })

  const token = await register(shop.origin, 'ada@example.com')
  for (const template of ['app', 'api']) {
    const whoami = await ask(`${shop.origin}/sessions/whoami?tokenize_as=${template}`, {
      headers: { 'x-session-token': token },
    })
    const { payload } = await jwtVerify(whoami.body.tokenized, createLocalJWKSet(body), { issuer: `${shop.origin}/` })
    expect(payload.sub).toBe(whoami.body.identity.id)
  }
})

test('two keys of one id are both published, as tokens of either have to be checked @jwks-2', async () => {
  const gateway = await open()
  const shop = await gateway.createProject('Shop')
  const [app, api] = [await keySet('k1'), await keySet('k1')]
  await addTemplates(gateway, shop.id, { app: { jwks_url: app.url }, api: { jwks_url: api.url } })
  const published = await gateway.ask(`${shop.origin}/.well-known/jwks.json`)
  expect(published.body).toEqual({ keys: [app.half, api.half] })
})

test('no answer and no line of the log has a private half, and a configuration that is sent back keeps its keys @jwks-3', async () => {
  const gateway = await open()
  const { ask, control, createProject, register, lines } = gateway
  const shop = await createProject('Shop')
  const app = await keySet()
  const answers = [await addTemplates(gateway, shop.id, { app: { jwks_url: app.url, ttl: '5m' } })]
  const read = await control('GET', `/projects/${shop.id}`)
  answers.push(read)
  const { name, cors_public, cors_admin, organizations, services } = read.body
  expect(services.identity.config.session.whoami.tokenizer.templates).toEqual({
    app: { jwks_url: '[secret]', ttl: '5m' },
  })
  services.identity.config.session.whoami.tokenizer.templates.app.ttl = '7m'
  const saved = await control('PUT', `/projects/${shop.id}`, { name, cors_public, cors_admin, organizations, services })
  expect([
    saved.status,
    saved.body.project?.services.identity.config.session.whoami.tokenizer.templates.app.ttl,
  ]).toEqual([200, '7m'])
  answers.push(saved)
  // A patch cannot copy it to a visible field either.
  answers.push(
    await control('PATCH', `/projects/${shop.id}`, [
      { op: 'copy', from: `${templatesPath}/app/jwks_url`, path: '/name' },
    ]),
  )
  // The refusal of a key that cannot sign does not show its text.
  answers.push(await addTemplates(gateway, shop.id, { app: { jwks_url: app.url.slice(0, -9) } }))
  const { revisions } = (await control('GET', `/projects/${shop.id}/revisions`)).body
  for (const { id } of revisions) answers.push(await control('GET', `/projects/${shop.id}/revisions/${id}`))
  answers.push(await control('GET', `/projects/${shop.id}/effective-configuration`))
  const moved = await control('PATCH', `/projects/${shop.id}`, [
    { op: 'move', from: `${templatesPath}/app`, path: `${templatesPath}/other` },
  ])
  expect([moved.status, JSON.stringify(moved.body)]).toEqual([400, expect.stringContaining('templates.other.jwks_url')])

  const token = await register(shop.origin, 'ada@example.com')
  const whoami = await ask(`${shop.origin}/sessions/whoami?tokenize_as=app`, { headers: { 'x-session-token': token } })
  const { payload } = await jwtVerify(
    whoami.body.tokenized,
    createLocalJWKSet((await ask(`${shop.origin}/.well-known/jwks.json`)).body),
  )
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(420)
  const said = JSON.stringify([answers, lines])
  expect(said).not.toContain(app.d)
  expect(said).not.toContain(app.url.slice(0, 60))
})
