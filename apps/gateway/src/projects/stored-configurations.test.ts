import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openGateway, type TestGateway } from './gateway.fixture.ts'

const base64 = (text: string) => `base64://${Buffer.from(text).toString('base64')}`
const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const named = (count: number, make: (index: number) => unknown) =>
  Object.fromEntries(range(count, (index) => [`p${index}`, make(index)]))
const schema = (traits: object, more: object = {}) => {
  const document = { type: 'object', properties: { traits }, ...more }
  return { default_schema_id: 'x', schemas: [{ id: 'x', url: base64(JSON.stringify(document)) }] }
}
const hooks = (count: number) => {
  const config = { url: 'https://hooks.example/', method: 'POST', body: base64('function(ctx) ctx') }
  return { flows: { registration: { after: { hooks: range(count, () => ({ hook: 'web_hook', config })) } } } }
}
const ring = named(6_000, (index) => ({ $ref: `#/definitions/p${(index + 1) % 6_000}` }))
const key = { ...generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey.export({ format: 'jwk' }) }
const templates = { a: { jwks_url: base64(JSON.stringify({ keys: [{ ...key, alg: 'RS256', kid: 'a' }] })) } }

let gateway: TestGateway
let shop: Awaited<ReturnType<TestGateway['createProject']>>
beforeAll(async () => {
  gateway = await openGateway()
  shop = await gateway.createProject('Shop')
})
afterAll(() => gateway.gateway.stop())

test.each([
  ['identity', schema({ enum: range(5_000, (a) => ({ a })) }), '1000 items in a list'],
  ['identity', schema({ properties: named(2_000, () => ({ type: 'string' })) }), '900 keywords and names'],
  ['identity', schema({ $ref: '#/definitions/p0' }, { definitions: ring }), '900 keywords and names'],
  ['selfservice', hooks(300), 'more than 100 web hooks'],
  ['hashers', { algorithm: 'bcrypt', bcrypt: { cost: 31 } }, 'hashers.bcrypt.cost is too much'],
  ['hashers', { algorithm: 'argon2', argon2: { memory: '1000GB' } }, 'hashers.argon2.memory is too much'],
  ['session', { whoami: { tokenizer: { templates } } }, 'has an RSA key of 1024 bits'],
])(
  'what would stop the installation is not stored: %s, case %# @stored-configurations-1',
  async (part, value, fault) => {
    const path = `/services/identity/config/${part}`
    const { status, body } = await gateway.control('PATCH', `/projects/${shop.id}`, [{ op: 'add', path, value }])
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(fault)])
    const { body: stored } = await gateway.control('GET', `/projects/${shop.id}`)
    expect([stored.state, JSON.stringify(stored.services).length < 20_000]).toEqual(['running', true])
  },
)
