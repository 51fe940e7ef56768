import { expect, test } from 'vitest'

import { parseIdentityConfig } from '../load-configuration.ts'

const schemaUrl = `base64://${Buffer.from('{"type":"object","properties":{"traits":{"type":"object"}}}').toString('base64')}`
const minimal = { dsn: 'memory', identity: { schemas: [{ id: 'default', url: schemaUrl }] } }
const secrets = { default: ['a-secret-of-sixteen'] }
const acme = { id: 'acme', provider: 'google', client_id: 'one' }

const read = (env: Readonly<Record<string, string>>, more: Readonly<Record<string, unknown>> = { secrets }) =>
  parseIdentityConfig({ ...minimal, ...more }, { env })

const providers = 'SELFSERVICE_METHODS_OIDC_CONFIG_PROVIDERS'
const oidc = (...list: object[]) => ({ methods: { oidc: { enabled: true, config: { providers: list } } } })

test('a variable may be JSON, for lists and mappings @environment-1', async () => {
  const { config, warnings } = await read({
    SELFSERVICE_METHODS_OIDC_ENABLED: 'true',
    [providers]: JSON.stringify([{ ...acme, client_secret: 's' }]),
    SELFSERVICE_ALLOWED_RETURN_URLS: '["https://a.example.org","https://b.example.org"]',
    COURIER_SMTP_HEADERS: '{"X-A":"b"}',
    SELFSERVICE_FLOWS_LOGIN_AFTER_HOOKS: '[{"hook":"revoke_active_sessions"}]',
    IDENTITY_SCHEMAS: JSON.stringify([{ id: 'default', url: schemaUrl, selfservice_selectable: true }]),
  })
  expect(config.selfservice.methods.oidc.providers[0]).toMatchObject({ id: 'acme', clientId: 'one' })
  expect(config.selfservice.allowedReturnUrls).toEqual(['https://a.example.org', 'https://b.example.org'])
  expect(config.courier.smtp.headers).toEqual({ 'X-A': 'b' })
  expect(config.selfservice.flows.login.after.hooks).toMatchObject([{ hook: 'revoke_active_sessions' }])
  expect(config.schemas[0]?.selfserviceSelectable).toBe(true)
  expect(warnings).toEqual(['identity.schemas of the file has no effect: the variable IDENTITY_SCHEMAS counts'])
})

test('a number in a name is that of an item, which keeps the keys without a variable @environment-2', async () => {
  const file = {
    secrets,
    selfservice: { ...oidc(acme, { ...acme, id: 'beta' }), allowed_return_urls: ['https://a.example.org'] },
  }
  const { config } = await read(
    {
      [`${providers}_0_CLIENT_SECRET`]: 'from-a-vault',
      [`${providers}_1_CLIENT_ID`]: 'two',
      SELFSERVICE_ALLOWED_RETURN_URLS_0: 'https://b.example.org',
      SELFSERVICE_ALLOWED_RETURN_URLS_1: 'https://c.example.org',
      SELFSERVICE_FLOWS_REGISTRATION_AFTER_PASSWORD_HOOKS_0_HOOK: 'session',
      SELFSERVICE_FLOWS_REGISTRATION_AFTER_PASSWORD_HOOKS_1_HOOK: 'web_hook',
      SELFSERVICE_FLOWS_REGISTRATION_AFTER_PASSWORD_HOOKS_1_CONFIG_URL: 'https://hooks.example.org/in',
    },
    file,
  )
  const found = config.selfservice.methods.oidc.providers
  expect(found.map(({ id, clientId }) => [id, clientId])).toEqual([
    ['acme', 'one'],
    ['beta', 'two'],
  ])
  expect(found[0]?.clientSecret?.reveal()).toBe('from-a-vault')
  expect(config.selfservice.allowedReturnUrls).toEqual(['https://b.example.org', 'https://c.example.org'])
  const hooks = config.selfservice.flows.registration.after.methods.password?.hooks
  expect(hooks?.map(({ hook, webHook }) => [hook, webHook?.url])).toEqual([
    ['session', undefined],
    ['web_hook', 'https://hooks.example.org/in'],
  ])
})

test('secrets by their number are used, in development as well @environment-3', async () => {
  const env = { SECRETS_DEFAULT_0: 'the-first-of-two-secrets', SECRETS_DEFAULT_1: 'the-second-of-two-secrets' }
  const { config, warnings } = await parseIdentityConfig(minimal, { env, dev: true })
  expect(config.secrets.default.map((one) => one.reveal())).toEqual(Object.values(env))
  expect(warnings).toEqual([])
})

test('a variable that looks like a setting and is none is reported @environment-4', async () => {
  const env = {
    SELFSERVICE_FLOW_LOGIN_UI_URL: 'https://a.example.org',
    SECRETS_DEFALT: 'a-secret-of-sixteen',
    [`${providers}_0_CLIENT_SECRETS`]: 'x',
    SELFSERVICE_ALLOWED_RETURN_URLS_99999999: 'https://a.example.org',
    // Variables of desktops and of Kubernetes.
    SESSION_MANAGER: 'local/host',
    COURIER_SERVICE_HOST: '10.0.0.1',
    COURIER_PORT_25_TCP_ADDR: '10.0.0.1',
    COURIER_EMPTY: '',
  }
  const { warnings } = await read(env)
  expect(warnings).toEqual(
    Object.keys(env)
      .slice(0, 4)
      .map((name) => expect.stringContaining(`the variable ${name} names no key`)),
  )
})

test('a list that has to be JSON and is not is refused in plain words @environment-5', async () => {
  await expect(read({ [providers]: 'acme' })).rejects.toThrow(
    'selfservice.methods.oidc.config.providers has to be a list, not a text',
  )
})
