import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { ConfigError, loadDsn, loadIdentityConfig, parseIdentityConfig } from '../load-configuration.ts'

const open = { type: 'object', properties: { traits: { type: 'object' } } }
const schemaUrl = `base64://${Buffer.from(JSON.stringify(open)).toString('base64')}`
const minimal = {
  dsn: 'memory',
  identity: { schemas: [{ id: 'default', url: schemaUrl }] },
  secrets: { default: ['a-secret-of-sixteen'] },
}

async function faultsOf(document: Record<string, unknown>): Promise<readonly string[]> {
  const error = await parseIdentityConfig(document).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof ConfigError ? error.faults : []
}

test('a minimal file gets the defaults of the wire', async () => {
  const { config, warnings } = await parseIdentityConfig(minimal)
  expect(warnings).toEqual([])
  expect(config).toMatchObject({
    dev: false,
    dsn: 'memory',
    publicBaseUrl: 'http://127.0.0.1:4433',
    session: { lifespanMs: 86_400_000, cookie: { name: 'ory_kratos_session', secure: true, persistent: true } },
    selfservice: {
      flows: {
        login: { lifespanMs: 3_600_000, style: 'unified', uiUrl: 'http://127.0.0.1:4433/login' },
        registration: { enabled: true, style: 'profile_first' },
        settings: { privilegedSessionMaxAgeMs: 3_600_000, requiredAal: 'highest_available' },
        recovery: { enabled: false, use: 'code' },
      },
      methods: { password: { enabled: true, minPasswordLength: 8 }, code: { enabled: true, maxSubmissions: 5 } },
    },
    hashers: { algorithm: 'bcrypt', argon2: { memoryKiB: 131_072, iterations: 1 }, bcrypt: { cost: 12 } },
  })
  expect(Object.isFrozen(config.selfservice.flows.login)).toBe(true)
})

test('an operator’s own file is answered as Ory Kratos does, and the built-in configuration better @load-4', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'gatehouse-config-')), 'kratos.json')
  writeFileSync(file, JSON.stringify(minimal))
  expect(Object.values((await loadIdentityConfig(file)).config.improvements)).not.toContain(true)
  expect(Object.values((await parseIdentityConfig(minimal)).config.improvements)).not.toContain(false)
  const bothSteps = 'selfservice.methods.passkey.config.both_steps'
  expect((await loadIdentityConfig(file)).settled[bothSteps]).toBe(false)
  expect((await parseIdentityConfig(minimal)).settled[bothSteps]).toBe(true)
})

test('the database of accounts has to be named, by the configuration or by the layer below it @load-3', async () => {
  const { dsn, ...silent } = minimal
  expect(await faultsOf(silent)).toEqual([expect.stringMatching(/^dsn is missing/)])
  const below = { dsn: 'sqlite:///data/identity.sqlite', courier: { smtp: { from_name: 'Below' } } }
  expect((await parseIdentityConfig(silent, { below })).config).toMatchObject({
    dsn: 'sqlite:///data/identity.sqlite',
    courier: { smtp: { fromName: 'Below' } },
  })
  expect((await parseIdentityConfig(minimal, { below })).config.dsn).toBe(dsn)
})

test('a typical kratos.yml is read, with its schema beside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-config-'))
  writeFileSync(join(folder, 'identity.schema.json'), JSON.stringify(open))
  const file = join(folder, 'kratos.yml')
  writeFileSync(file, typical)
  const { config, warnings } = await loadIdentityConfig(file, { env: { LOG_LEVEL: 'debug' } })
  expect(config.publicBaseUrl).toBe('http://127.0.0.1:4433')
  expect(config.dsn).toBe(`sqlite://${folder}/data/identity.sqlite?_fk=true`)
  expect(await loadDsn(file)).toBe(config.dsn)
  expect(await loadDsn(file, { env: { DSN: 'sqlite://other.sqlite' } })).toBe(`sqlite://${folder}/other.sqlite`)
  expect(config.schemas[0]?.document).toEqual(open)
  expect(config.selfservice.flows.registration.after.methods.password?.hooks.map(({ hook }) => hook)).toEqual([
    'session',
    'show_verification_ui',
  ])
  expect(config.courier.smtp.connectionUri?.reveal()).toContain('mailslurper')
  expect(JSON.stringify(config)).not.toContain('test:test')
  expect(warnings).toEqual([
    expect.stringContaining('ciphers.algorithm is not supported: secrets in the database are sealed by AES-256-GCM'),
    expect.stringContaining('log.format is not supported: the log has a line of JSON'),
    expect.stringContaining('log.leak_sensitive_values is not supported: the log shows no secret'),
    expect.stringContaining('beside the configuration'),
    expect.stringContaining('serve.public.cors: allowed_origins "*"'),
  ])
})

test.each([
  [{ log: { level: 'warning', format: 'json', leak_sensitive_values: false, redaction_text: '[secret]' } }, []],
  [{ ciphers: { algorithm: 'aes' } }, []],
  [{ log: { level: 'loud' } }, ['log.level']],
  [{ log: { redaction_text: '***' } }, ['log.redaction_text']],
  [{ ciphers: { algorithm: 'noop' } }, ['ciphers.algorithm']],
])('what is not followed of log and ciphers is said at start: %j @load-log-1', async (keys, named) => {
  const { warnings } = await parseIdentityConfig({ ...minimal, ...keys })
  expect(warnings.map((warning) => warning.split(' ', 1)[0])).toEqual(named)
})

const typical = `
version: v26.2.0
dsn: sqlite://data/identity.sqlite?_fk=true
serve:
  public: { base_url: http://127.0.0.1:4433/, cors: { enabled: true } }
  admin: { base_url: http://kratos:4434/ }
selfservice:
  default_browser_return_url: http://127.0.0.1:4455/
  allowed_return_urls: [http://127.0.0.1:4455, 'exp://localhost:8081', 'myapp://callback']
  methods:
    password: { enabled: true }
    totp: { enabled: true, config: { issuer: Kratos } }
    lookup_secret: { enabled: false }
    code: { enabled: true, passwordless_enabled: true }
    oidc: { enabled: true, config: { providers: [] } }
  flows:
    error: { ui_url: http://127.0.0.1:4455/error }
    settings: { ui_url: http://127.0.0.1:4455/settings, privileged_session_max_age: 15m, required_aal: highest_available }
    recovery: { enabled: true, ui_url: http://127.0.0.1:4455/recovery, use: code }
    logout: { after: { default_browser_return_url: http://127.0.0.1:4455/login } }
    login: { ui_url: http://127.0.0.1:4455/login, lifespan: 10m }
    registration:
      lifespan: 10m
      after: { password: { hooks: [{ hook: session }, { hook: show_verification_ui }] } }
log: { level: debug, format: text, leak_sensitive_values: true }
secrets:
  cookie: [PLEASE-CHANGE-ME-I-AM-VERY-INSECURE]
  default: [PLEASE-CHANGE-ME-TOO-I-AM-INSECURE]
  cipher: [32-LONG-SECRET-NOT-SECURE-AT-ALL]
ciphers: { algorithm: xchacha20-poly1305 }
hashers: { algorithm: bcrypt, bcrypt: { cost: 8 } }
identity:
  default_schema_id: default
  schemas: [{ id: default, url: file://./identity.schema.json }]
courier: { smtp: { connection_uri: 'smtps://test:test@mailslurper:1025/?skip_ssl_verify=true' } }
feature_flags: { use_continue_with_transitions: true }
`

test('an unknown key is named by its path', async () => {
  const flows = { login: { ui_ur: 'http://x.test/' } }
  expect(await faultsOf({ ...minimal, selfservice: { flows } })).toEqual([
    'selfservice.flows.login.ui_ur is unknown; check its spelling and place: did you mean selfservice.flows.login.ui_url?',
  ])
})

test('a session cookie may be bound to its host by its name @load-1', async () => {
  const { config } = await parseIdentityConfig({ ...minimal, session: { cookie: { name: '__Host-session' } } })
  expect(config.session.cookie).toMatchObject({ name: '__Host-session', secure: true, path: '/', domain: undefined })
})

test.each([
  [{ session: { lifespan: 'one day' } }, 'session.lifespan is no duration'],
  [
    { session: { cookie: { name: '__Host-s', domain: 'example.org' } } },
    'session.cookie.name "__Host-s" allows no domain',
  ],
  [{ session: { cookie: { name: '__Host-s' } }, cookies: { path: '/id' } }, 'session.cookie.name "__Host-s" allows no'],
  [{ session: { cookie: { name: '__Secure-s', secure: false } } }, 'session.cookie.name "__Secure-s" needs secure'],
  [{ serve: { public: { base_url: 'auth' } } }, 'serve.public.base_url is no URL'],
  [{ secrets: { default: ['short'] } }, 'secrets.default.0 is too short'],
  [{ secrets: {} }, 'secrets.default is missing'],
  [{ hashers: { argon2: { memory: 'much' } } }, 'hashers.argon2.memory is no memory size'],
  [{ identity: { schemas: [{ id: 'default', url: 'file:///no/such.json' }] } }, 'identity.schemas.0.url'],
  [{ identity: { schemas: [{ id: 'default', url: 'base64://bm8=' }] } }, 'is not valid JSON'],
  [{ selfservice: { flows: { login: { after: { hooks: [{ hook: 'sesion' }] } } } } }, '"sesion" is no hook'],
  [
    {
      selfservice: {
        flows: { registration: { after: { hooks: [{ hook: 'web_hook', config: { url: 'ftp://x.test' } }] } } },
      },
    },
    'selfservice.flows.registration.after.hooks.0.config.url is no http or https URL',
  ],
])('a wrong value is refused with its path: %j', async (part, fault) => {
  expect((await faultsOf({ ...minimal, ...part })).join('\n')).toContain(fault)
})

test('a hashing cost beyond that of imported hashes is refused: the value, the reason, and a valid value @load-8', async () => {
  const faultsAt = async (hashers: object) => (await faultsOf({ ...minimal, hashers })).join('\n')
  for (const [hashers, fault] of [
    [{ bcrypt: { cost: 17 } }, 'hashers.bcrypt.cost is too much: the cost may be 16 at most, as each sign-in takes'],
    [{ argon2: { memory: '1000GB' } }, 'hashers.argon2.memory is too much: memory may be 1GB at most'],
    [{ argon2: { iterations: 101 } }, 'hashers.argon2.iterations is too much: iterations may be 100 at most'],
    [{ argon2: { memory: '1GB', iterations: 5 } }, 'hashers.argon2.iterations is too much: memory times iterations'],
    [{ argon2: { parallelism: 256 } }, 'hashers.argon2.parallelism'],
  ] as const) {
    expect(await faultsAt(hashers)).toContain(fault)
  }
  const most = { algorithm: 'argon2', argon2: { memory: '1GB', iterations: 4 }, bcrypt: { cost: 16 } }
  expect((await parseIdentityConfig({ ...minimal, hashers: most })).config.hashers.bcrypt.cost).toBe(16)
})

test('text that is no configuration is refused', async () => {
  await expect(parseIdentityConfig('{')).rejects.toThrow('neither YAML nor JSON')
  await expect(parseIdentityConfig('- a')).rejects.toThrow('has to be a mapping')
  await expect(loadIdentityConfig('/no/such/kratos.yml')).rejects.toThrow('/no/such/kratos.yml cannot be read')
})

test('the environment overrides the file, and overrides win over both', async () => {
  const { config } = await parseIdentityConfig(minimal, {
    env: {
      SERVE_PUBLIC_BASE_URL: 'https://auth.example.org/',
      SELFSERVICE_METHODS_PASSWORD_CONFIG_MIN_PASSWORD_LENGTH: '12',
      SELFSERVICE_ALLOWED_RETURN_URLS: 'https://a.example.org, https://b.example.org',
      SESSION_COOKIE_PERSISTENT: 'false',
      SESSION_LIFESPAN: '1h30m',
      DSN: 'sqlite:///a.sqlite',
    },
    overrides: { dsn: 'memory' },
  })
  expect(config.publicBaseUrl).toBe('https://auth.example.org')
  expect(config.selfservice.methods.password.minPasswordLength).toBe(12)
  expect(config.selfservice.allowedReturnUrls).toEqual(['https://a.example.org', 'https://b.example.org'])
  expect(config.session).toMatchObject({ lifespanMs: 5_400_000, cookie: { persistent: false } })
  expect(config.dsn).toBe('memory')
  await expect(parseIdentityConfig(minimal, { env: { SESSION_COOKIE_PERSISTENT: 'maybe' } })).rejects.toThrow(
    'session.cookie.persistent ',
  )
})

test('a stray DEV in the environment does not switch development mode on @load-2', async () => {
  const { config } = await parseIdentityConfig(minimal, { env: { DEV: '1', VERSION: '12' } })
  expect(config.dev).toBe(false)
  expect(config.session.cookie.secure).toBe(true)
})

test('a file that names only secrets for cookies uses them throughout', async () => {
  const { config } = await parseIdentityConfig({ ...minimal, secrets: { cookie: ['a-cookie-secret-of-16-or-more'] } })
  expect(config.secrets.default[0]?.reveal()).toBe('a-cookie-secret-of-16-or-more')
})

test('in development a missing secret is generated, insecure cookies are allowed, and both are reported', async () => {
  const { config, warnings } = await parseIdentityConfig({ ...minimal, secrets: {} }, { dev: true })
  expect(config.secrets.default).toHaveLength(1)
  expect(config.cookies.secure).toBe(false)
  expect(warnings).toEqual([expect.stringContaining('secrets.default is missing')])
})

test('a relative file:// counts from the working directory, and a file beside the configuration is reported', async () => {
  const [beside, here] = [mkdtempSync(join(tmpdir(), 'gatehouse-')), mkdtempSync(join(tmpdir(), 'gatehouse-'))]
  const document = { ...minimal, identity: { schemas: [{ id: 'default', url: 'file://./one.schema.json' }] } }
  const load = () => parseIdentityConfig(document, { baseDir: beside, workingDir: here })
  await expect(load()).rejects.toThrow(join(here, 'one.schema.json'))

  writeFileSync(join(beside, 'one.schema.json'), JSON.stringify({ ...open, title: 'beside' }))
  const first = await load()
  expect([first.config.schemas[0]?.document, first.warnings]).toEqual([
    { ...open, title: 'beside' },
    [expect.stringContaining('beside the configuration: Ory Kratos would look for')],
  ])

  writeFileSync(join(here, 'one.schema.json'), JSON.stringify({ ...open, title: 'here' }))
  const second = await load()
  expect([second.config.schemas[0]?.document, second.warnings]).toEqual([
    { ...open, title: 'here' },
    [expect.stringContaining('is another file')],
  ])
})

test('faults with which Ory Kratos starts are warnings: unknown keys where it allows any, and a schema named twice', async () => {
  const { config, warnings } = await parseIdentityConfig({
    ...minimal,
    identity: {
      schemas: [
        { id: 'default', url: schemaUrl, comment: 'ours' },
        { id: 'default', url: 'base64://e30=' },
      ],
    },
    security: { account_enumeration: { mitigate: true, level: 3 } },
    selfservice: { methods: { code: { enabled: true, config: { lifespan: '5m', colour: 'red' } } } },
  })
  expect(config.schemas).toHaveLength(1)
  expect(config.schemas[0]?.document).toMatchObject({ type: 'object' })
  expect(config.security.accountEnumerationMitigate).toBe(true)
  expect(warnings).toEqual([
    expect.stringContaining('identity.schemas.0.comment is unknown, and ignored'),
    expect.stringContaining('selfservice.methods.code.config.colour is unknown, and ignored'),
    expect.stringContaining('security.account_enumeration.level is unknown, and ignored'),
    expect.stringContaining('identity.schemas.1.id "default" is used twice: the first one counts'),
  ])
  expect(await faultsOf({ ...minimal, sessions: {} })).toEqual([
    'sessions is unknown; check its spelling and place: did you mean session?',
  ])
})

const ofBrowsers = (what: string, value: unknown): Record<string, unknown> =>
  what.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Record<string, unknown>

test.each([
  ['session.cookie.path', '/; Domain=example.org', 'is no path of a cookie'],
  ['session.cookie.path', '/\r\nSet-Cookie: a=b', 'is no path of a cookie'],
  ['cookies.path', '/a;b', 'is no path of a cookie'],
  ['cookies.domain', 'example.org; Path=/', 'is no domain of a cookie'],
  ['selfservice.default_browser_return_url', 'javascript:alert(1)', 'is no address to send a browser to'],
  ['selfservice.default_browser_return_url', ' JavaScript:alert(1)', 'is no address to send a browser to'],
  ['selfservice.flows.login.ui_url', 'data:text/html,x', 'is no address to send a browser to'],
  ['selfservice.flows.error.ui_url', 'vbscript:x', 'is no address to send a browser to'],
  ['selfservice.flows.logout.after.default_browser_return_url', 'java\nscript:x', 'is no address to send a browser to'],
  ['selfservice.flows.login.after.password.default_browser_return_url', 'blob:https://a/b', 'is no address to send'],
])('%s = %j is refused, and says what to write @browser-settings-1', async (what, value, fault) => {
  const faults = await faultsOf({ ...minimal, ...ofBrowsers(what, value) })
  expect(faults.join()).toContain(fault)
})

test.each([
  ['session.cookie.domain', '.example.org'],
  ['cookies.domain', 'localhost'],
  ['cookies.path', '/id/pages'],
  ['selfservice.default_browser_return_url', 'myapp://callback'],
  ['selfservice.flows.login.ui_url', 'http://localhost:4455/login'],
])('%s = %j is taken', async (what, value) => {
  expect(await faultsOf({ ...minimal, ...ofBrowsers(what, value) })).toEqual([])
})
