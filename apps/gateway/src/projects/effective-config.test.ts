import { parseIdentityConfig } from '@gatehouse/identity/configuration'
import { expect, test } from 'vitest'
import { effectiveConfig } from './effective-config.ts'

const project = {
  dsn: 'memory',
  identity: { schemas: [{ id: 'default', url: 'base64://eyJwcm9wZXJ0aWVzIjp7InRyYWl0cyI6e319fQ==' }] },
  secrets: { default: ['a-secret-of-sixteen'] },
  session: { lifespan: '48h' },
  selfservice: { methods: { password: { enabled: false } } },
}
const host = {
  selfservice: {
    methods: { passkey: { enabled: true, config: { rp: { id: 'a.example', origins: ['https://a.example'] } } } },
  },
}
const settings = { courier: { smtp: { connection_uri: 'smtps://ada:hush@mail.example' } } }

test('effective values are reported with their sources, durations in milliseconds, and no secret @effective-config-1', async () => {
  const loaded = await parseIdentityConfig({
    ...project,
    ...settings,
    selfservice: { methods: { ...project.selfservice.methods, ...host.selfservice.methods } },
  })
  const reported = effectiveConfig(loaded, [
    ['project', project],
    ['settings', settings],
    ['host', host],
  ])
  expect(reported).toMatchObject({
    'session.lifespan': { value: 48 * 3_600_000, origin: 'project' },
    'selfservice.methods.password.enabled': { value: false, origin: 'project' },
    'selfservice.methods.passkey.enabled': { value: true, origin: 'host' },
    'selfservice.methods.totp.enabled': { value: false, origin: 'default' },
    'selfservice.flows.registration.enabled': { value: true, origin: 'default' },
    'courier.smtp.connection_uri': { value: '[secret]', origin: 'settings' },
  })
  expect(JSON.stringify(reported)).not.toMatch(/hush|a-secret-of-sixteen/)
})
