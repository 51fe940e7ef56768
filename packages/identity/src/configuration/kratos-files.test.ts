import { expect, test } from 'vitest'

import { createHarness } from '../flows/flow-harness.fixture.ts'
import { ConfigError, parseIdentityConfig, type LoadedConfig } from '../load-configuration.ts'

const schemaUrl = `base64://${Buffer.from('{"type":"object","properties":{"traits":{"type":"object"}}}').toString('base64')}`
const minimal = {
  dsn: 'memory',
  serve: { public: { base_url: 'https://auth.example.org/id' } },
  identity: { schemas: [{ id: 'default', url: schemaUrl }] },
  secrets: { default: ['a-secret-of-sixteen'] },
}

/** Returns the tree with this value at a dotted path; a number in it is the index of an item. */
function at(path: string, value: unknown): Record<string, unknown> {
  const built = path
    .split('.')
    .reduceRight<unknown>((inner, key) => (/^\d+$/.test(key) ? [inner] : { [key]: inner }), value)
  return built as Record<string, unknown>
}

async function read(path: string, value: unknown, document: Record<string, unknown> = minimal) {
  return parseIdentityConfig(document, { overrides: at(path, value) })
}

async function faultsOf(path: string, value: unknown): Promise<string> {
  const error = await read(path, value).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof ConfigError ? error.faults.join('\n') : ''
}

const after = (path: string) => `selfservice.flows.${path}.default_browser_return_url`

test.each([
  ['selfservice.default_browser_return_url', '/dashboard', 'https://auth.example.org/dashboard'],
  ['selfservice.flows.login.ui_url', '/auth/login', 'https://auth.example.org/auth/login'],
  ['selfservice.flows.error.ui_url', '/oops?from=id#top', 'https://auth.example.org/oops?from=id#top'],
  [after('logout.after'), '/bye', 'https://auth.example.org/bye'],
  [after('login.after'), '/in', 'https://auth.example.org/in'],
  [after('settings.after.password'), '/saved', 'https://auth.example.org/saved'],
  ['selfservice.allowed_return_urls.0', '/dashboard', 'https://auth.example.org/dashboard'],
])('%s = %s is a path of the public address @kratos-file-1', async (path, value, expected) => {
  const { config, warnings } = await read(path, value)
  expect(JSON.stringify(config.selfservice)).toContain(JSON.stringify(expected))
  expect(warnings).toEqual([])
})

test.each([
  ['cookies.domain', '', undefined],
  ['session.cookie.domain', '', undefined],
  ['cookies.domain', 'http://example.org/', 'is no domain of a cookie'],
  ['session.cookie.domain', 'https://example.org', 'write example.org to share them'],
  ['cookies.domain', 'localhost:4455', 'is no domain of a cookie'],
  ['cookies.domain', '*.example.org', 'write example.org to share them'],
  ['cookies.domain', 'example.org/', 'write example.org to share them'],
  ['cookies.domain', '*', 'is no domain of a cookie'],
  ['cookies.domain', '*.example.org:443', 'write example.org to share them'],
  ['session.cookie.domain', 'under_score.example.org', 'is no domain of a cookie'],
  ['cookies.path', '', undefined],
  ['session.cookie.path', 'abc', 'write /abc'],
  ['serve.public.cors.allowed_origins.0', 'https://app.example.org/login', 'write https://app.example.org'],
  ['serve.public.cors.allowed_origins.0', 'localhost:3000', 'write http://localhost:3000'],
  ['serve.admin.cors.allowed_origins.0', 'mailto:ada@example.org', 'is no origin'],
  ['selfservice.allowed_return_urls.0', '', undefined],
  ['selfservice.allowed_return_urls.0', 'app.example.org/x', 'is no address, and is ignored'],
  ['selfservice.allowed_return_urls.0', 'localhost:4455', 'is no address, and is ignored'],
  ['selfservice.allowed_return_urls.0', 'https://*', 'would allow every host'],
  ['selfservice.methods.oidc', oidc({ client_id: '' }), 'client_id is empty'],
  ['selfservice.methods.oidc', oidc({}), 'client_id is empty'],
  ['selfservice.flows.login.after.hooks.0.hook', 'organization', 'is not supported, and is ignored: people of'],
])(
  '%s = %j: the service starts as Kratos does, and says what is left out @kratos-file-2',
  async (path, value, said) => {
    const { config, warnings } = await read(path, value)
    expect(warnings.map((text) => text.includes(said ?? ' nothing is said '))).toEqual(said === undefined ? [] : [true])
    expect(config).toMatchObject({
      cookies: { domain: undefined, path: '/' },
      session: { cookie: { domain: undefined, path: '/' } },
      selfservice: { allowedReturnUrls: [], methods: { oidc: { providers: [] } } },
    })
  },
)

function oidc(client: object) {
  return { enabled: true, config: { providers: [{ id: 'acme', provider: 'google', ...client }] } }
}

test('anchors are merged as Go merges them: a key beside the merge counts, the first of several wins @kratos-file-6', async () => {
  const { config } = await parseIdentityConfig(`
dsn: memory
serve: { public: { base_url: https://auth.example.org } }
secrets: { default: [a-secret-of-sixteen] }
identity: { schemas: [{ id: default, url: "${schemaUrl}" }] }
courier:
  channels:
    - id: email
      type: http
      request_config: &mails
        url: https://mails.example.org
        headers: { x-team: accounts }
    - id: sms
      type: http
      request_config:
        <<: [*mails, { url: https://ignored.example.org, method: PUT }]
        headers: { x-team: texts }
`)
  expect(config.courier.channels.sms).toMatchObject({
    url: 'https://mails.example.org',
    method: 'PUT',
    headers: { 'x-team': 'texts' },
  })
})

test('a relying party with a port is that of its host @kratos-file-3', async () => {
  const passkey = { enabled: true, config: { rp: { id: 'localhost:4455', origins: ['http://localhost:4455'] } } }
  const { config, warnings } = await read('selfservice.methods.passkey', passkey)
  expect(config.selfservice.methods.passkey.rp?.id).toBe('localhost')
  expect(warnings).toEqual([expect.stringContaining('passkey.config.rp.id "localhost:4455" has a port')])
})

const passkeys = (rp: object) => ({ passkey: { enabled: true, config: { rp } } })
const providers = (...list: object[]) => ({ oidc: { enabled: true, config: { providers: list } } })
const corp = { id: 'corp', provider: 'generic', client_id: 'c', client_secret: 's', issuer_url: 'https://idp.test' }
const passkeyOf = ({ config }: LoadedConfig) => config.selfservice.methods.passkey
const keysOf = ({ config }: LoadedConfig) => config.selfservice.methods.passkey.rp
const idsOf = ({ config }: LoadedConfig) => config.selfservice.methods.oidc.providers.map(({ id }) => id)
const hook = (config: object) => [{ hook: 'web_hook', config: { url: 'https://a.example.org', ...config } }]
const hookOf = ({ config }: LoadedConfig) => config.selfservice.flows.login.after.hooks[0]?.webHook
const absent = 'file:///there/is/no/such/file'

/** Values with which Ory Kratos 1.3.1 starts, tried; the third column is the report of the start. */
test.each<[string, unknown, string | undefined, (loaded: LoadedConfig) => unknown, unknown]>([
  ['serve.public.base_url', '', 'is no address', ({ config }) => config.publicBaseUrl, 'http://127.0.0.1:4433'],
  ['serve.public.base_url', '/auth', 'is no address', ({ config }) => config.publicBaseUrl, 'http://127.0.0.1:4433'],
  [
    'selfservice.methods',
    passkeys({ id: 'https://example.org' }),
    'read as example.org',
    (l) => keysOf(l)?.id,
    'example.org',
  ],
  [
    'selfservice.methods',
    passkeys({ id: 'https://example.org:8443/' }),
    'read as example.org',
    (l) => keysOf(l)?.id,
    'example.org',
  ],
  ['selfservice.methods', passkeys({ id: 'Example.org' }), 'read as example.org', (l) => keysOf(l)?.id, 'example.org'],
  ['selfservice.methods', passkeys({ id: '127.0.0.1' }), 'is no domain', passkeyOf, { enabled: false, rp: undefined }],
  [
    'selfservice.methods',
    passkeys({ id: 'example.org', origins: ['https://example.org/login'] }),
    'has more than an origin',
    (l) => keysOf(l)?.origins,
    ['https://example.org'],
  ],
  [
    'selfservice.methods',
    passkeys({ id: 'example.org', origins: ['http://example.org', 'https://example.org'] }),
    'is not secure',
    (l) => keysOf(l)?.origins,
    ['http://example.org', 'https://example.org'],
  ],
  [
    'selfservice.methods',
    passkeys({ id: 'example.org', origins: ['https://other.example'] }),
    'does not belong to the domain',
    (l) => keysOf(l)?.origins,
    ['https://other.example'],
  ],
  [
    'selfservice.methods',
    passkeys({ id: 'example.org', origins: ['example.org', 'https://example.org'] }),
    'is no origin',
    (l) => keysOf(l)?.origins,
    ['https://example.org'],
  ],
  [
    'selfservice.methods',
    providers({ ...corp, issuer_url: undefined }, { ...corp, id: 'b' }),
    'is left out',
    idsOf,
    ['b'],
  ],
  ['selfservice.methods', providers(corp, corp), 'is used twice: the first one counts', idsOf, ['corp']],
  ['selfservice.methods', providers({ ...corp, id: 'a/b' }, corp), 'is left out', idsOf, ['corp']],
  ['selfservice.methods', providers({ ...corp, id: '_acme' }), undefined, idsOf, ['_acme']],
  ['selfservice.methods', providers({ ...corp, id: 'a@b' }), undefined, idsOf, ['a@b']],
  [
    'selfservice.methods',
    providers({ ...corp, token_url: 'http://keycloak:8080/t' }),
    'travel unencrypted',
    idsOf,
    ['corp'],
  ],
  ['selfservice.methods', providers({ ...corp, mapper_url: absent }), 'asks for it again', idsOf, ['corp']],
  ['selfservice.flows.login.after.hooks', hook({ method: 'post' }), undefined, hookOf, { method: 'POST' }],
  ['selfservice.flows.login.after.hooks', hook({ method: 'LINK' }), undefined, hookOf, { method: 'LINK' }],
  ['selfservice.flows.login.after.hooks', hook({ body: absent }), 'asks for it again', hookOf, { method: 'POST' }],
  ['selfservice.methods.totp', { enabled: true, config: { issuer: '' } }, undefined, issuerOf, 'auth.example.org'],
  ['hashers', { algorithm: 'bcrypt', bcrypt: { cost: 31 } }, 'read as 16', costOf, { cost: 16 }],
  ['hashers', { argon2: { memory: '2GB' } }, 'read as 1GB', memoryOf, { memoryKiB: 1024 * 1024 }],
  ['hashers', { argon2: { memory: '1GB', iterations: 9 } }, 'read as 4', memoryOf, { iterations: 4 }],
  [
    'selfservice.flows.login.ui_url',
    'auth/login',
    'read as /auth/login',
    pageOf,
    'https://auth.example.org/auth/login',
  ],
  ['courier.templates.login_code.valid.email.subject', absent, 'asks for it again', () => 1, 1],
  ['session.whoami.tokenizer.templates.a', { jwks_url: absent }, 'asks for it again', () => 1, 1],
])('a file of one’s own with %s = %j starts as in Kratos @kratos-file-7', async (path, value, said, of, expected) => {
  const loaded = await parseIdentityConfig(minimal, { overrides: at(path, value), improves: false })
  expect(loaded.warnings.map((text) => text.includes(said ?? ' nothing is said '))).toEqual(
    said === undefined ? [] : [true],
  )
  expect({ result: of(loaded) }).toMatchObject({ result: expected })
})

function issuerOf({ config }: LoadedConfig) {
  return config.selfservice.methods.totp.issuer
}
function costOf({ config }: LoadedConfig) {
  return config.hashers.bcrypt
}
function memoryOf({ config }: LoadedConfig) {
  return config.hashers.argon2
}
function pageOf({ config }: LoadedConfig) {
  return config.selfservice.flows.login.uiUrl
}

test.each([
  [
    'selfservice.methods',
    passkeys({ id: 'example.org', origin: 'https://a.example.org', origins: ['https://b.example.org'] }),
    'passkey.config.rp.origin has no effect: selfservice.methods.passkey.config.rp.origins counts',
  ],
  [
    'courier',
    {
      delivery_strategy: 'http',
      http: { request_config: { url: 'https://a.example.org' } },
      channels: [{ id: 'email', type: 'http', request_config: { url: 'https://b.example.org' } }],
    },
    'courier.http has no effect: courier.channels.0 has the same id',
  ],
  [
    'courier.channels',
    [
      { id: 'sms', type: 'http', request_config: { url: 'https://a.example.org' } },
      { id: 'sms', type: 'http', request_config: { url: 'https://b.example.org' } },
    ],
    'courier.channels.0 has no effect: courier.channels.1 has the same id',
  ],
])('%s: of two settings for one thing the start says which counts @kratos-file-8', async (path, value, said) => {
  const { warnings } = await parseIdentityConfig(minimal, { overrides: at(path, value), improves: false })
  expect(warnings).toEqual([expect.stringContaining(said)])
})

/** One wrong value of every kind that a file can have, with the text about it. */
test.each([
  ['selfservice.default_browser_return_url', '//evil.example.org', 'is no address; write it like'],
  ['selfservice.default_browser_return_url', '/\\evil.example.org', 'is no address; write it like'],
  ['selfservice.flows.login.ui_url', 7, 'ui_url has to be a text, not a number'],
  ['session', null, 'session has to be a mapping of keys, not null'],
  ['session.lifespan', 5, 'session.lifespan has to be a text, not a number'],
  ['session.cookie.persistent', 'maybe', 'session.cookie.persistent has to be true or false, not a text'],
  ['selfservice.methods.password.config.min_password_length', 4, 'min_password_length has to be at least 6'],
  ['selfservice.methods.password.config.min_password_length', 8.5, 'has to be a whole number'],
  ['selfservice.methods.code.config.max_submissions', 300, 'max_submissions may be at most 255'],
  ['serve.public.port', 70_000, 'serve.public.port may be at most 65535'],
  ['selfservice.allowed_return_urls', 'https://a.example.org', 'has to be a list, not a text'],
  ['selfservice.flows.login.style', 'both', 'style has to be one of unified, identifier_first'],
  ['identity.schemas.0.id', '', 'identity.schemas.0.id has to have a text: it is empty'],
  ['identity.schemas.0', { id: 'a' }, 'identity.schemas.0.url is missing: it has to be a text'],
  ['courier.channels.0', { id: 'fax' }, 'courier.channels.0.id has to be one of sms, email'],
  ['courier.http.request_config.auth', { type: 'magic' }, 'auth'],
  [
    'selfservice.flows.login.after.hooks.0',
    { hook: 'web_hook', config: { url: 'https://a.example.org', method: 'a b' } },
    'config.method is no method of HTTP',
  ],
  [
    'selfservice.flows.login.after.hooks.0',
    { hook: 'web_hook', config: { url: 'https://a.example.org', retries: 1 } },
    'config.retries is unknown',
  ],
  ['courier.http.request_config.headers', { 'a b': 'c' }, 'headers.a b is no name of a header'],
  ['organizations.0', { id: 'x' }, 'organizations.0.id is no UUID'],
  ['session.whoami.tokenizer.templates', { 'a b': {} }, 'is no name for a template'],
])('%s = %j is refused in plain words @kratos-file-4', async (path, value, said) => {
  const faults = await faultsOf(path, value)
  expect(faults).toContain(said)
  expect(faults).not.toMatch(/expected|received|Invalid|Too (?:small|big)|Unrecognized|input|enum|undefined/)
})

test('without the default schema people sign in, and sign-up is refused @kratos-file-5', async () => {
  const harness = await createHarness({ identity: { default_schema_id: 'absent' } })
  await harness.account('ada@example.org')
  expect((await harness.browser().signIn('ada@example.org')).status).toBe(200)
  const start = await harness.browser().ask('/self-service/registration/browser')
  expect([start.status, start.body.error.reason]).toEqual([503, expect.stringContaining('default identity schema')])
  const made = await harness.admin('POST', '/identities', { traits: { email: 'bob@example.org' } })
  expect(made.status).toBe(503)
  await harness.stop()
  const { warnings } = await read('identity.default_schema_id', 'absent')
  expect(warnings).toEqual([expect.stringContaining('until it is one of default')])
})
