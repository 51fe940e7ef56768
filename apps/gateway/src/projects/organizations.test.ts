import { afterEach, expect, test } from 'vitest'

import { openGateway } from './gateway.fixture.ts'

const running: Awaited<ReturnType<typeof openGateway>>[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ gateway }) => gateway.stop()))
})

const providers = '/services/identity/config/selfservice/methods/oidc'

test('an organization of the control plane applies from the next sign-in on, until it is deleted', async () => {
  const gateway = await openGateway()
  running.push(gateway)
  const { ask, control, createProject } = gateway
  const shop = await createProject('Shop')
  const deployment = `/projects/${shop.id}/organizations`
  const body = { label: 'Acme', domains: ['acme.example'], session_lifespan: '30m' }
  const made = await control('POST', deployment, body)
  expect(made.status).toBe(201)
  const connection = {
    id: 'acme-sso',
    provider: 'generic',
    client_id: 'x',
    client_secret: 'y',
    issuer_url: 'https://idp.acme.example',
    organization_id: made.body.id,
  }
  const patch = [{ op: 'add', path: providers, value: { enabled: true, config: { providers: [connection] } } }]
  expect((await control('PATCH', `/projects/${shop.id}`, patch)).status).toBe(200)

  const redirectedTo = async (identifier: string) => {
    const flow = (await ask(`${shop.origin}/self-service/login/api`)).body
    const answer = await ask(`${shop.origin}/self-service/login?flow=${flow.id}`, {
      method: 'POST',
      json: { method: 'password', identifier, password: 'a quite long sentence' },
    })
    return answer.body.organization_id
  }
  expect(await redirectedTo('ada@acme.example')).toBe(made.body.id)
  expect((await control('PUT', `${deployment}/${made.body.id}`, { domains: ['moved.example'] })).status).toBe(200)
  expect([await redirectedTo('ada@acme.example'), await redirectedTo('ada@moved.example')]).toEqual([
    null,
    made.body.id,
  ])
  expect((await control('DELETE', `${deployment}/${made.body.id}`)).status).toBe(204)
  expect(await redirectedTo('ada@moved.example')).toBeNull()
})

test('an onboarding link’s holder cannot send a gateway into a private network @organizations-1', async () => {
  const gateway = await openGateway({ environment: { GATEHOUSE_DEV: 'false' } })
  running.push(gateway)
  const { control, createProject } = gateway
  const shop = await createProject('Shop')
  const deployment = `/projects/${shop.id}/organizations`
  const { id } = (await control('POST', deployment, { label: 'Acme', domains: ['acme.example'] })).body
  const links = `${deployment}/${id}/onboarding-portal-links`
  const { value } = (await control('POST', links, { enable_sso: true, enable_scim: false })).body
  const faultOf = async (issuer_url: string) => {
    const body = { issuer_url, client_id: 'x', client_secret: 'y' }
    const refused = await control('PUT', '/onboarding/connection', body, value)
    return [refused.status, refused.body.error.details?.fault]
  }
  expect(await faultOf('http://127.0.0.1:8080')).toEqual([400, 'not_https'])
  for (const host of ['127.0.0.1', 'localhost', '10.0.0.1', '169.254.169.254', '[::1]', '[fd00::1]']) {
    expect([host, await faultOf(`https://${host}/`)]).toEqual([host, [400, 'private']])
  }
  const project = (await control('GET', `/projects/${shop.id}`)).body
  expect(JSON.stringify(project.services)).not.toContain('issuer_url')
  const line = (await control('GET', '/onboarding/organization', undefined, value)).body
  expect(line.redirect_uri).toContain(`/self-service/methods/oidc/organization/${id}/callback/`)
})
