import { afterEach, expect, test } from 'vitest'

import { openGateway } from './gateway.fixture.ts'

const running: Awaited<ReturnType<typeof openGateway>>[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ gateway }) => gateway.stop()))
})

const providers = '/services/identity/config/selfservice/methods/oidc'

test('an organization of the control plane counts at the next sign-in, and is over when it goes', async () => {
  const gateway = await openGateway()
  running.push(gateway)
  const { ask, control, createProject } = gateway
  const shop = await createProject('Shop')
  const place = `/projects/${shop.id}/organizations`
  const body = { label: 'Acme', domains: ['acme.example'], session_lifespan: '30m' }
  const made = await control('POST', place, body)
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

  const ledTo = async (identifier: string) => {
    const flow = (await ask(`${shop.origin}/self-service/login/api`)).body
    const answer = await ask(`${shop.origin}/self-service/login?flow=${flow.id}`, {
      method: 'POST',
      json: { method: 'password', identifier, password: 'a quite long sentence' },
    })
    return answer.body.organization_id
  }
  expect(await ledTo('ada@acme.example')).toBe(made.body.id)
  expect((await control('PUT', `${place}/${made.body.id}`, { domains: ['moved.example'] })).status).toBe(200)
  expect([await ledTo('ada@acme.example'), await ledTo('ada@moved.example')]).toEqual([null, made.body.id])
  expect((await control('DELETE', `${place}/${made.body.id}`)).status).toBe(204)
  expect(await ledTo('ada@moved.example')).toBeNull()
})
