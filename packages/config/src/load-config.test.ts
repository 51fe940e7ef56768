import { mkdtempSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { ConfigError } from './config-error.ts'
import { loadConfig } from './load-config.ts'
import { readYaml } from './read-yaml.ts'
import type { Environment } from './sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-config-'))
const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const faultsOf = (env: Environment) => {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

test('with nothing set it runs on this machine, in development mode, with the embedded service', () => {
  expect(loadConfig({})).toMatchObject({
    publicUrl: new URL('http://localhost:4455'),
    adminUrl: new URL('http://127.0.0.1:4434'),
    dev: true,
    identity: { kind: 'embedded', configFile: undefined },
    trustedProxies: [],
    listen: { host: 'localhost', port: 4455 },
    consoleListen: { host: 'localhost', port: 4456 },
    projectsDomain: 'localhost',
    brandName: 'Gatehouse',
    logLevel: 'info',
    events: { keptMs: 90 * 24 * 3_600_000, keepsClient: true },
    warnings: [],
  })
})

test('outside development mode as many processes serve as there are processors, or as many as are asked for', () => {
  const inProduction = { GATEHOUSE_PUBLIC_URL: 'http://127.0.0.1:4455', GATEHOUSE_DEV: 'false' }
  expect(loadConfig({}).workers).toBe(1)
  expect(loadConfig({ ...inProduction, GATEHOUSE_COLLECT_MISSING_TEXTS: 'true' }).workers).toBe(1)
  expect(loadConfig({ ...inProduction, GATEHOUSE_WORKERS: '12' }).workers).toBe(12)
  expect(loadConfig(inProduction).workers).toBe(Math.min(availableParallelism(), 8))
})

test.each([
  [{ GATEHOUSE_WORKERS: '0' }, 'from 1 to 128'],
  [{ GATEHOUSE_WORKERS: 'all' }, 'from 1 to 128'],
  [{ GATEHOUSE_WORKERS: '2' }, 'development mode'],
  [{ GATEHOUSE_WORKERS: '2', GATEHOUSE_DEV: 'false', GATEHOUSE_COLLECT_MISSING_TEXTS: 'true' }, 'missing texts'],
])('a number of processes that cannot be is refused: %o', (env, why) => {
  expect(faultsOf(env)).toEqual([expect.objectContaining({ wrong: expect.stringContaining(why) })])
})

test('projects have names below the public host, or below a separate domain', () => {
  const behind = { GATEHOUSE_TRUSTED_PROXY: 'true' }
  const domainOf = (env: Environment) => loadConfig({ ...behind, ...env }).projectsDomain
  expect(domainOf({ GATEHOUSE_PUBLIC_URL: 'https://accounts.example.org' })).toBe('accounts.example.org')
  expect(domainOf({ GATEHOUSE_PROJECTS_DOMAIN: 'Projects.Example.org' })).toBe('projects.example.org')
  expect(domainOf({ GATEHOUSE_PUBLIC_URL: 'http://127.0.0.1:4455' })).toBe('localhost')
  expect(domainOf({ GATEHOUSE_PUBLIC_URL: 'http://192.0.2.7' })).toBeUndefined()
  expect(faultsOf({ GATEHOUSE_PROJECTS_DOMAIN: 'https://example.org' })[0]?.wrong).toContain('without scheme')
})

test('a remote control plane is called with a key, encrypted, and is not this console itself', () => {
  const url = 'https://api.console.example.org'
  const key = 'a key of sixteen characters and more'
  const given = { GATEHOUSE_CONTROL_PLANE_URL: url, GATEHOUSE_CONTROL_PLANE_KEY: key }
  const other = loadConfig(given).otherControlPlane
  expect([other?.url.origin, other?.key.reveal(), inspect(other)]).toEqual([url, key, expect.not.stringContaining(key)])
  const fromFile = { GATEHOUSE_CONTROL_PLANE_URL: url, GATEHOUSE_CONTROL_PLANE_KEY_FILE: file('plane-key', `${key}\n`) }
  expect(loadConfig(fromFile).otherControlPlane?.key.reveal()).toBe(key)
  expect(loadConfig({ ...given, GATEHOUSE_CONTROL_PLANE_URL: 'http://127.0.0.1:4456' }).otherControlPlane).toBeDefined()
  expect(loadConfig({}).otherControlPlane).toBeUndefined()
  const remote = { KRATOS_PUBLIC_URL: 'https://kratos.example.org' }
  const wrong: readonly (readonly [Environment, string])[] = [
    [{ GATEHOUSE_CONTROL_PLANE_URL: url }, 'no key'],
    [{ GATEHOUSE_CONTROL_PLANE_KEY: key }, 'not the control plane'],
    [{ ...given, GATEHOUSE_CONTROL_PLANE_URL: 'http://plane.example.org' }, 'unencrypted'],
    [{ ...given, GATEHOUSE_CONTROL_PLANE_URL: `${url}/?a=b` }, 'query'],
    [{ ...given, GATEHOUSE_CONTROL_PLANE_URL: 'http://localhost:4456' }, 'this console itself'],
    [{ ...given, ...remote }, 'no admin API'],
  ]
  for (const [env, what] of wrong) expect(faultsOf(env)[0]?.wrong).toContain(what)
  expect(JSON.stringify(wrong.map(([env]) => faultsOf(env)))).not.toContain(key)
})

test('the console has a separate address, and a port behind a proxy', () => {
  const [same] = faultsOf({ GATEHOUSE_CONSOLE_URL: 'http://localhost:4455' })
  expect(same).toMatchObject({ subject: 'GATEHOUSE_CONSOLE_URL', wrong: expect.stringContaining('public origin') })
  const [unprotected] = faultsOf({ GATEHOUSE_CONSOLE_URL: 'https://console.example.org' })
  expect(unprotected?.fix).toContain('GATEHOUSE_TRUSTED_PROXY')
  const env = { GATEHOUSE_CONSOLE_URL: 'https://console.example.org', GATEHOUSE_TRUSTED_PROXY: 'true' }
  expect(loadConfig(env).consoleListen).toEqual({ host: '127.0.0.1', port: 4456 })
  expect(loadConfig({ ...env, GATEHOUSE_CONSOLE_LISTEN_PORT: '9000' }).consoleListen.port).toBe(9000)
})

test('metrics at an https address are refused, as they would not be encrypted, with a fix @load-config-8', () => {
  const env = { GATEHOUSE_METRICS_URL: 'https://127.0.0.1:9464' }
  const [fault, ...more] = faultsOf(env)
  expect(fault).toMatchObject({ subject: 'GATEHOUSE_METRICS_URL', wrong: expect.stringContaining('http only') })
  expect([fault?.fix, more]).toEqual([expect.stringContaining('a proxy in front'), []])
  expect(loadConfig({ GATEHOUSE_METRICS_URL: 'http://127.0.0.1:9464' }).metricsUrl?.port).toBe('9464')
})

test('how long events are kept, and whether with addresses, is decided in days and words', () => {
  const config = loadConfig({ GATEHOUSE_EVENTS_KEPT_DAYS: '7', GATEHOUSE_EVENTS_CLIENT: 'false' })
  expect(config.events).toEqual({ keptMs: 7 * 24 * 3_600_000, keepsClient: false })
  expect(faultsOf({ GATEHOUSE_EVENTS_KEPT_DAYS: '0' })[0]?.wrong).toContain('between 1 and 3650')
})

test('missing texts are collected in development, and in production only when it is configured', () => {
  expect(loadConfig({}).collectMissingTexts).toBe(true)
  expect(loadConfig({ GATEHOUSE_COLLECT_MISSING_TEXTS: 'false' }).collectMissingTexts).toBe(false)
  const production = { GATEHOUSE_PUBLIC_URL: 'http://account.example.org' }
  expect(loadConfig(production).collectMissingTexts).toBe(false)
  expect(loadConfig({ ...production, GATEHOUSE_COLLECT_MISSING_TEXTS: 'true' }).collectMissingTexts).toBe(true)
})

test('the environment wins over the file', () => {
  const path = file('both.yml', 'public_url: http://localhost:5001\nbrand_name: From file\n')
  const config = loadConfig({ GATEHOUSE_CONFIG: path, GATEHOUSE_PUBLIC_URL: 'http://localhost:5002' })
  expect(config.publicUrl.port).toBe('5002')
  expect(config.brandName).toBe('From file')
})

test('a typing error in the file is found', () => {
  const [fault] = faultsOf({ GATEHOUSE_CONFIG: file('typo.yml', 'publc_url: http://localhost:1\n') })
  expect(fault?.subject).toContain('publc_url')
  expect(fault?.fix).toContain('public_url')
})

test.each(['- a\n- b\n', 'a: [', 'plain text'])('a file that is no table of settings is refused: %j', (text) => {
  expect(faultsOf({ GATEHOUSE_CONFIG: file('bad.yml', text) })).toHaveLength(1)
})

test('each unknown key is named with its likely correction, and the known keys are listed once @load-config-9', () => {
  const faults = faultsOf({ GATEHOUSE_CONFIG: file('typos.yml', 'publc_url: x\nquux: 1\nzyzzyva: 2\nquux2: 3\n') })
  expect(faults).toHaveLength(4)
  expect(faults[0]).toMatchObject({ subject: expect.stringContaining('publc_url'), fix: 'did you mean public_url?' })
  expect(faults.filter(({ fix }) => fix.includes('trusted_proxy'))).toHaveLength(1)
})

test.each([
  ['a: [1,\n', 'end with a ]', 2],
  ['public_url: http://localhost:1\n\tdata: x\n', 'Tabs are not allowed', 2],
  ['data: a\ndata: b\n', 'unique', 2],
  ['data: "x\n', 'quote', 2],
])(
  'a file that is no YAML is refused with the reason and the place of it: %j @load-config-10',
  (text, reason, line) => {
    const [fault, ...more] = faultsOf({ GATEHOUSE_CONFIG: file('broken.yml', text) })
    expect([fault?.wrong, more]).toEqual([expect.stringContaining(reason), []])
    expect(fault?.wrong).toContain(`(line ${line}, column `)
  },
)

test('a file with an undefined alias is no YAML either', () => {
  expect(faultsOf({ GATEHOUSE_CONFIG: file('alias.yml', 'data: *nothing\n') })[0]?.wrong).toContain('alias')
})

test('the contents of a broken file are not repeated in its fault', () => {
  const [fault] = faultsOf({ GATEHOUSE_CONFIG: file('secret.yml', 'admin_key: hunter2\n  - hunter2: [\n') })
  expect(JSON.stringify(fault)).not.toContain('hunter2')
})

test('a variable that begins like a setting and is none is refused, with the one that was meant @load-config-11', () => {
  expect(faultsOf({ GATEHOUSE_PUBLC_URL: 'http://localhost:1' })).toEqual([
    { subject: 'GATEHOUSE_PUBLC_URL', wrong: 'is not a setting', fix: 'did you mean GATEHOUSE_PUBLIC_URL?' },
  ])
  // Only secrets are read from files that a variable names.
  expect(faultsOf({ GATEHOUSE_DATA_FILE: '/run/data' })[0]?.subject).toBe('GATEHOUSE_DATA_FILE')
  expect(faultsOf({ GATEHOUSE_ADMIN_KEY_FILES: '/run/key' })[0]?.fix).toBe('did you mean GATEHOUSE_ADMIN_KEY_FILE?')
  const several = faultsOf({ GATEHOUSE_QUUX: '1', GATEHOUSE_ZYZZYVAS_OF_OLD: '2', GATEHOUSE_DATBASE: 'x' })
  expect(several.map(({ subject }) => subject)).toEqual([
    'GATEHOUSE_QUUX',
    'GATEHOUSE_ZYZZYVAS_OF_OLD',
    'GATEHOUSE_DATBASE',
  ])
  expect(several.filter(({ fix }) => fix.includes('GATEHOUSE_TRUSTED_PROXY'))).toHaveLength(1)
})

test('variables of tests, tools and Kubernetes services, and empty ones, stop no start', () => {
  const address = 'tcp://10.0.0.7:4455'
  const others = {
    GATEHOUSE_TESTED: 'bundle',
    GATEHOUSE_CHROMIUM: '/usr/bin/chromium',
    GATEHOUSE_TYPO: '',
    GATEHOUSE_SERVICE_HOST: '10.0.0.7',
    GATEHOUSE_SERVICE_PORT: '4455',
    GATEHOUSE_SERVICE_PORT_HTTP: '4455',
    GATEHOUSE_PORT: address,
    GATEHOUSE_PORT_4455_TCP: address,
    GATEHOUSE_PORT_4455_TCP_ADDR: '10.0.0.7',
    GATEHOUSE_CONSOLE_SERVICE_HOST: '10.0.0.8',
    GATEHOUSE_CONSOLE_PORT: address,
  }
  expect(loadConfig(others).publicUrl.port).toBe('4455')
  expect(faultsOf({ GATEHOUSE_PORT: '4455' })[0]?.fix).toContain('did you mean')
})

test('a named file must exist', () => {
  expect(faultsOf({ GATEHOUSE_CONFIG: '/nowhere.yml' })[0]?.wrong).toContain('does not exist')
})

test('every fault is reported at once, by variable, with the fix @load-config-1', () => {
  const faults = faultsOf({
    GATEHOUSE_PUBLIC_URL: 'localhost:4455',
    GATEHOUSE_DEV: 'maybe',
    GATEHOUSE_LISTEN_PORT: '70000',
    LOG_LEVEL: 'loud',
    GATEHOUSE_SMTP_URL: 'mail.example',
    GATEHOUSE_ADMIN_KEY: 'short',
    GATEHOUSE_ADMIN_URL: 'http://127.0.0.1:4434/admin',
  })
  expect(faults.map(({ subject }) => subject).toSorted()).toEqual([
    'GATEHOUSE_ADMIN_KEY',
    'GATEHOUSE_ADMIN_URL',
    'GATEHOUSE_DEV',
    'GATEHOUSE_LISTEN_PORT',
    'GATEHOUSE_PUBLIC_URL',
    'GATEHOUSE_SMTP_URL',
    'LOG_LEVEL',
  ])
  for (const { wrong, fix } of faults) expect([wrong, fix]).not.toContain('')
})

test('development mode cannot be forced if others can reach the gateway @load-config-2', () => {
  const env = { GATEHOUSE_PUBLIC_URL: 'http://accounts.example', GATEHOUSE_DEV: 'true' }
  expect(faultsOf(env)[0]).toMatchObject({ subject: 'GATEHOUSE_DEV' })
  expect(loadConfig({ GATEHOUSE_PUBLIC_URL: 'http://accounts.example' }).dev).toBe(false)
  expect(loadConfig({ GATEHOUSE_DEV: 'false' }).dev).toBe(false)
})

test('an admin API that others can reach needs a key @load-config-3', () => {
  const env = { GATEHOUSE_ADMIN_URL: 'http://0.0.0.0:4434' }
  expect(faultsOf(env)[0]?.fix).toContain('GATEHOUSE_ADMIN_KEY')
  const key = file('key', 'a-long-enough-admin-key\n')
  expect(loadConfig({ ...env, GATEHOUSE_ADMIN_KEY_FILE: key }).adminKey?.reveal()).toBe('a-long-enough-admin-key')
})

test('https needs a trusted proxy, and then listens on http for it @load-config-4', () => {
  expect(faultsOf({ GATEHOUSE_PUBLIC_URL: 'https://accounts.example' })[0]?.fix).toContain('GATEHOUSE_TRUSTED_PROXY')
  const config = loadConfig({ GATEHOUSE_PUBLIC_URL: 'https://accounts.example', GATEHOUSE_TRUSTED_PROXY: 'true' })
  const trustedProxies = ['127.0.0.0/8', '::1/128']
  expect(config).toMatchObject({ trustedProxies, listen: { host: '127.0.0.1', port: 4455 }, warnings: [] })
})

test('proxies are named by address or network; a number of them is not accepted', () => {
  const proxies = (value: string) => loadConfig({ GATEHOUSE_TRUSTED_PROXY: value }).trustedProxies
  expect(proxies('10.1.0.7, 10.2.0.0/16')).toEqual(['10.1.0.7/32', '10.2.0.0/16'])
  expect(proxies('1')).toEqual(proxies('loopback'))
  expect(proxies('private')).toContain('10.0.0.0/8')
  expect(faultsOf({ GATEHOUSE_TRUSTED_PROXY: '2' })[0]?.wrong).toContain('a number does not say which')
  for (const value of ['proxy.example.org', '10.0.0.0/99', '10.0.0.1,']) {
    expect(faultsOf({ GATEHOUSE_TRUSTED_PROXY: value })[0]?.wrong).toContain('addresses or networks')
  }
})

test('other machines reach the gateway only if that is configured @load-config-5', () => {
  const env = { GATEHOUSE_PUBLIC_URL: 'https://accounts.example', GATEHOUSE_TRUSTED_PROXY: '10.1.0.7' }
  const config = loadConfig(env)
  expect([config.listen.host, config.consoleListen.host]).toEqual(['127.0.0.1', '127.0.0.1'])
  expect(config.warnings[0]?.fix).toContain('GATEHOUSE_LISTEN_HOST')
  const asked = loadConfig({ ...env, GATEHOUSE_LISTEN_HOST: '10.1.0.2' })
  expect([asked.listen.host, asked.warnings]).toEqual(['10.1.0.2', []])
})

test('headers that name a geolocation are believed behind a trusted proxy only', () => {
  const env = { GATEHOUSE_GEOLOCATION_HEADERS: 'CF-IPCity, cf-ipcountry' }
  expect(faultsOf(env)[0]).toMatchObject({ subject: 'GATEHOUSE_GEOLOCATION_HEADERS' })
  const { geolocation } = loadConfig({ ...env, GATEHOUSE_TRUSTED_PROXY: 'true' })
  expect(geolocation).toEqual({ headers: ['cf-ipcity', 'cf-ipcountry'], database: undefined })
  expect(faultsOf({ GATEHOUSE_GEOLOCATION_HEADERS: 'a b: c' })[0]?.wrong).toContain('b:')
})

test('secrets never print', () => {
  const config = loadConfig({
    GATEHOUSE_ADMIN_KEY: 'a-long-enough-admin-key',
    GATEHOUSE_SMTP_URL: 'smtps://user:hunter2@mail.example:465',
  })
  const printed = `${JSON.stringify(config)} ${inspect(config)} ${config.adminKey?.toString()}`
  expect(printed).toContain('[secret]')
  expect(printed).not.toMatch(/hunter2|long-enough/)
})

test('a wrong secret is not repeated in the error', () => {
  expect(JSON.stringify(faultsOf({ GATEHOUSE_SMTP_URL: 'hunter2' }))).not.toContain('hunter2')
})

test('development mode is off in front of a remote service, whose mails are for real people, unless it is configured @load-config-6', () => {
  const remote = { KRATOS_PUBLIC_URL: 'http://127.0.0.1:4433' }
  expect(loadConfig({}).dev).toBe(true)
  expect(loadConfig(remote).dev).toBe(false)
  expect(loadConfig({ ...remote, GATEHOUSE_DEV: 'true' }).dev).toBe(true)
})

test.each(['KRATOS_PUBLIC_URL', 'ORY_SDK_URL'])('%s replaces the embedded service', (name) => {
  expect(loadConfig({ [name]: 'https://x.projects.oryapis.com' }).identity).toMatchObject({
    kind: 'remote',
    publicUrl: new URL('https://x.projects.oryapis.com'),
    adminUrl: undefined,
  })
})

test('with a project token the project URL also serves the admin API', () => {
  const { identity } = loadConfig({ ORY_SDK_URL: 'https://x.projects.oryapis.com', ORY_PROJECT_API_TOKEN: 'ory_pat_1' })
  expect(identity).toMatchObject({ adminUrl: new URL('https://x.projects.oryapis.com') })
})

test('two names for one thing must agree', () => {
  const env = { KRATOS_PUBLIC_URL: 'http://127.0.0.1:1', ORY_SDK_URL: 'http://127.0.0.1:2' }
  expect(faultsOf(env)[0]?.wrong).toContain('ORY_SDK_URL')
})

test('the configuration cannot be changed', () => {
  expect(Object.isFrozen(loadConfig({}))).toBe(true)
})

test('an OAuth2 server has an address and perhaps a key; a hosted project has its own', () => {
  expect(loadConfig({}).oauth2).toBeUndefined()
  const own = loadConfig({ HYDRA_ADMIN_URL: 'http://hydra:4445', HYDRA_ADMIN_KEY: 'a-key' })
  expect([own.oauth2?.adminUrl.href, own.oauth2?.key?.reveal()]).toEqual(['http://hydra:4445/', 'a-key'])
  expect(inspect(own.oauth2)).not.toContain('a-key')
  const hosted = loadConfig({ ORY_SDK_URL: 'https://slug.projects.oryapis.com', ORY_PROJECT_API_TOKEN: 'ory_pat_1' })
  expect(hosted.oauth2?.adminUrl.host).toBe('slug.projects.oryapis.com')
  expect(hosted.oauth2?.key?.reveal()).toBe('ory_pat_1')
  expect(faultsOf({ HYDRA_ADMIN_URL: 'hydra:4445' })[0]?.subject).toBe('HYDRA_ADMIN_URL')
})

test('limits are enabled unless they are disabled, one by one', () => {
  expect(loadConfig({}).limits.signInsPerAccount).toEqual({ count: 10, periodMs: 900_000 })
  const { limits } = loadConfig({ GATEHOUSE_SIGN_INS_PER_ACCOUNT: '5/1h', GATEHOUSE_CODES_PER_RECIPIENT: 'off' })
  expect(limits.signInsPerAccount).toEqual({ count: 5, periodMs: 3_600_000 })
  expect(limits.codesPerRecipient).toBeUndefined()
})

test.each(['0/15m', '10', '10/0m', '10/15', '-1/15m', '10/8d', 'ten/15m'])(
  'a limit of %s is refused with an example',
  (value) => {
    expect(() => loadConfig({ GATEHOUSE_SIGN_INS_PER_ADDRESS: value })).toThrow(/such as 10\/15m/)
  },
)

test('anchors of gatehouse.yml are merged into the keys that name them @settings-merge-1', () => {
  const text = 'brand: &look\n  name: Ours\napplications: { <<: *look }\n'
  const read = readYaml(file('merged.yml', text))
  expect(read).toEqual({ kind: 'read', content: { brand: { name: 'Ours' }, applications: { name: 'Ours' } } })
})

test('the settings of applications are read from the environment and from gatehouse.yml', () => {
  const settings = file(
    'applications.yml',
    'return_urls: [https://app.example.org, myapp://in]\nsession_tokens: { app: 5m, reports: { lifespan: 1h, claims: reports.jsonnet } }\n',
  )
  const { applications } = loadConfig({ GATEHOUSE_CONFIG: settings, GATEHOUSE_DATA: '/srv/data' })
  expect(applications).toMatchObject({
    returnUrls: ['https://app.example.org', 'myapp://in'],
    sessionTokens: [
      { name: 'app', lifespan: '5m', keys: '/srv/data/session-tokens/app.jwks.json', claims: undefined },
      { name: 'reports', lifespan: '1h', claims: expect.stringMatching(/^\/.*reports\.jsonnet$/) },
    ],
  })
  const given = loadConfig({ GATEHOUSE_SESSION_TOKENS: 'app, reports:1h', GATEHOUSE_CORS_ORIGINS: 'https://a.example' })
  expect(given.applications.sessionTokens.map(({ name, lifespan }) => `${name} ${lifespan}`)).toEqual([
    'app 10m',
    'reports 1h',
  ])
  expect(given.applications.corsOrigins).toEqual(['https://a.example'])
})

test.each([
  ['GATEHOUSE_RETURN_URLS', 'app.example.org'],
  ['GATEHOUSE_RETURN_URLS', 'https://user:word@app.example.org'],
  ['GATEHOUSE_RETURN_URLS', 'https://app.example.org?x=1'],
  ['GATEHOUSE_RETURN_URLS', 'javascript:alert(1)'],
  ['GATEHOUSE_RETURN_URLS', 'https://*.co.uk'],
  ['GATEHOUSE_RETURN_URLS', 'https://*.github.io'],
  ['GATEHOUSE_RETURN_URLS', 'https://a.*.example.org'],
  ['GATEHOUSE_COOKIE_DOMAIN', 'co.uk'],
  ['GATEHOUSE_COOKIE_DOMAIN', 'localhost'],
  ['GATEHOUSE_COOKIE_DOMAIN', 'other.example'],
  ['GATEHOUSE_CORS_ORIGINS', '*'],
  ['GATEHOUSE_SESSION_TOKENS', 'a b!:10m'],
  ['GATEHOUSE_SESSION_TOKENS', 'app:soon'],
])('%s is refused as %s @load-config-7', (name, value) => {
  expect(faultsOf({ [name]: value })).toEqual([expect.objectContaining({ subject: name })])
})

test('the cookie domain has the host of the public origin in it', () => {
  const env = { GATEHOUSE_PUBLIC_URL: 'http://account.example.localhost:4455' }
  expect(loadConfig(env).listen).toEqual({ host: 'localhost', port: 4455 })
  expect(loadConfig({ ...env, GATEHOUSE_COOKIE_DOMAIN: 'Example.localhost' }).applications.cookieDomain).toBe(
    'example.localhost',
  )
  expect(faultsOf({ ...env, GATEHOUSE_COOKIE_DOMAIN: 'xaccount.example.localhost' })).toHaveLength(1)
})

test('settings for applications that another configuration decides are reported, with the key there', () => {
  const given = { GATEHOUSE_RETURN_URLS: 'https://app.example.org' }
  expect(loadConfig(given).warnings).toEqual([])
  const at = (env: Environment) =>
    loadConfig({ ...given, ...env }).warnings.map(({ subject, fix }) => `${subject} ${fix}`)
  const said = [expect.stringMatching(/^GATEHOUSE_RETURN_URLS .*selfservice\.allowed_return_urls/)]
  expect(at({ GATEHOUSE_IDENTITY_CONFIG: 'kratos.yml' })).toEqual(said)
  expect(at({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:4433' })).toEqual(said)
})

test('two sources of one setting never differ in silence @load-config-12', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-sources-'))
  const [file, secret] = [join(folder, 'gatehouse.yml'), join(folder, 'key')]
  writeFileSync(file, 'brand_name: Ours\nreturn_urls: [https://a.example, https://b.example]\nbrand: {}\n')
  writeFileSync(secret, 'a-key-of-16-characters\n')
  const env = { GATEHOUSE_CONFIG: file }
  const said = (more: Environment) => loadConfig({ ...env, ...more }).warnings.map(({ subject }) => subject)
  expect(said({ GATEHOUSE_BRAND_NAME: 'Theirs' })).toEqual([`${file}: brand_name`])
  expect(said({ GATEHOUSE_BRAND_NAME: 'Ours', GATEHOUSE_RETURN_URLS: 'https://a.example, https://b.example' })).toEqual(
    [],
  )
  expect(said({ GATEHOUSE_BRAND: file })).toEqual([`${file}: brand`])
  const keys = { GATEHOUSE_ADMIN_KEY: 'another-key-of-characters', GATEHOUSE_ADMIN_KEY_FILE: secret }
  expect(faultsOf(keys)).toEqual([expect.objectContaining({ subject: 'GATEHOUSE_ADMIN_KEY' })])
  expect(faultsOf({ ...keys, GATEHOUSE_ADMIN_KEY: 'a-key-of-16-characters' })).toEqual([])
  const services = { GATEHOUSE_IDENTITY_CONFIG: 'kratos.yml', KRATOS_PUBLIC_URL: 'http://127.0.0.1:4433' }
  expect(faultsOf(services)).toEqual([expect.objectContaining({ subject: 'GATEHOUSE_IDENTITY_CONFIG' })])
})

test.each([
  [{ KRATOS_ADMIN_URL: 'http://127.0.0.1:4434' }, 'KRATOS_PUBLIC_URL'],
  [{ ORY_PROJECT_API_TOKEN: 'ory_pat_1' }, 'KRATOS_PUBLIC_URL'],
  [{ HYDRA_ADMIN_KEY: 'a-key' }, 'HYDRA_ADMIN_URL'],
  [{ HYDRA_ADMIN_KEY: 'a-key', KRATOS_PUBLIC_URL: 'http://127.0.0.1:4433' }, 'HYDRA_ADMIN_URL'],
] as const)('%o says nothing without what it belongs to, and is refused @load-config-13', (env, missing) => {
  const [subject = ''] = Object.keys(env)
  expect(faultsOf(env)).toEqual([expect.objectContaining({ subject, fix: expect.stringContaining(missing) })])
  expect(JSON.stringify(faultsOf(env))).not.toMatch(/ory_pat_1|a-key/)
  const whole = { KRATOS_PUBLIC_URL: 'http://127.0.0.1:4433', HYDRA_ADMIN_URL: 'http://127.0.0.1:4445' }
  expect(faultsOf({ ...whole, ...env })).toEqual([])
})

test('settings of the embedded service have no effect in front of another one, and the start says so of each @load-config-14', () => {
  const given = {
    GATEHOUSE_SMTP_URL: 'smtp://ada:hunter2@mail.example.org:25',
    GATEHOUSE_REMEMBER_DEVICE_DAYS: '30',
    GATEHOUSE_SESSION_IDLE_DAYS: '30',
    GATEHOUSE_OPERATOR_IDLE_HOURS: '12',
    GATEHOUSE_EVENTS_KEPT_DAYS: '90',
    GATEHOUSE_EVENTS_CLIENT: 'true',
    GATEHOUSE_SIGN_INS_PER_ACCOUNT: '10/15m',
    GATEHOUSE_SIGN_INS_PER_ADDRESS: 'off',
    GATEHOUSE_WRONG_CODES_PER_RECIPIENT: '10/15m',
    GATEHOUSE_CODES_PER_RECIPIENT: '6/15m',
    GATEHOUSE_CODES_PER_ADDRESS: '30/15m',
  }
  expect(loadConfig(given).warnings).toEqual([])
  const { warnings } = loadConfig({ ...given, KRATOS_PUBLIC_URL: 'https://kratos.example.org' })
  expect(warnings.map(({ subject }) => subject)).toEqual(Object.keys(given))
  expect(JSON.stringify(warnings)).not.toContain('hunter2')
})
