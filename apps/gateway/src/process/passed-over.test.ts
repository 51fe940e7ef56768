import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ConfigError,
  loadConfig,
  loadServiceSettings,
  passedOver,
  type ConfigFault,
  type Effect,
  type Environment,
  type Reader,
} from '@gatehouse/config/config'
import { freePorts, startGateway, startIdentityService } from '@gatehouse/testing/processes'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { networkIdentityConfig } from '../identity/network-identity.fixture.ts'
import { settingsWarnings } from '../identity/settings-warnings.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-passed-over-'))
afterAll(() => rmSync(folder, { recursive: true }))

const readers: Readonly<Record<Reader, Environment>> = {
  'built-in': {},
  'kratos.yml': { GATEHOUSE_IDENTITY_CONFIG: 'kratos.yml' },
  remote: { KRATOS_PUBLIC_URL: 'https://kratos.example.org' },
  service: {},
}

// prettier-ignore
const names: Readonly<Record<keyof typeof passedOver, Readonly<Record<string, string>>>> = {
  accounts: { DSN: 'postgres://kratos@10.0.0.9/kratos' },
  secrets: { SECRETS_DEFAULT: 'a-secret-of-sixteen', SECRETS_COOKIE_0: 'a-secret-of-sixteen', SECRETS_CIPHER: 'a' },
  keys: {
    SELFSERVICE_DEFAULT_BROWSER_RETURN_URL: 'https://app.example.org', SELFSERVICE_METHODS_OIDC_CONFIG_PROVIDERS_0_CLIENT_SECRET: 'x',
    COURIER_SMTP_CONNECTION_URI: 'smtp://mail.example.org', SERVE_PUBLIC_PORT: '4433', IDENTITY_SCHEMAS_0_URL: 'file://x.json',
    SESSION_LIFESPAN: '1h', OAUTH2_PROVIDER_URL: 'https://hydra.example.org', HASHERS_BCRYPT_COST: '12',
  },
  ownSecrets: { GATEHOUSE_SECRETS: 'a secret of thirty-two characters and more' },
  settings: { GATEHOUSE_PUBLIC_URL: 'http://localhost:4455', GATEHOUSE_ADMIN_KEY: 'a key of sixteen letters', HYDRA_ADMIN_URL: 'https://hydra.example.org' },
}

const isExplained = ({ wrong, fix }: ConfigFault) => wrong.startsWith('is not followed: ') && fix.includes('without it')

/** Returns the effect of each variable of a row. */
function effectsOf(reader: Reader, given: Readonly<Record<string, string>>): readonly Effect[] {
  const env = { ...given, ...readers[reader] }
  const effectIn = (found: readonly { subject: string }[], effect: Effect) => (name: string) =>
    found.some(({ subject }) => subject.split(', ').includes(name)) ? effect : 'followed'
  try {
    const reported = reader === 'service' ? loadServiceSettings(env).warnings : settingsWarnings(loadConfig(env), env)
    // Any number of names is one line.
    return Object.keys(given).map(effectIn(reported.slice(0, 1), 'reported'))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return Object.keys(given).map(effectIn(error.faults.filter(isExplained), 'refused'))
  }
}

/** Written out, not taken from the table of the code, so that a wrong row is found. */
// prettier-ignore
const expectations: Readonly<Record<keyof typeof passedOver, Readonly<Record<Reader, Effect>>>> = {
  accounts: { 'built-in': 'refused', 'kratos.yml': 'followed', remote: 'reported', service: 'followed' },
  secrets: { 'built-in': 'refused', 'kratos.yml': 'followed', remote: 'reported', service: 'followed' },
  keys: { 'built-in': 'reported', 'kratos.yml': 'followed', remote: 'reported', service: 'followed' },
  ownSecrets: { 'built-in': 'followed', 'kratos.yml': 'followed', remote: 'followed', service: 'refused' },
  settings: { 'built-in': 'followed', 'kratos.yml': 'followed', remote: 'followed', service: 'reported' },
}

const cases = Object.entries(expectations).flatMap(([row, effects]) =>
  Object.entries(effects).map(([reader, expected]) => ({ row, reader, expected }) as const),
)

test.each(cases)('$row, to $reader: $expected @passed-over-1', ({ row, reader, expected }) => {
  const given = names[row as keyof typeof passedOver]
  expect(effectsOf(reader as Reader, given)).toEqual(Object.keys(given).map(() => expected))
  // Cells that no code reads are documentation, and have to be correct as well.
  expect(passedOver[row as keyof typeof passedOver].effect[reader as Reader]).toBe(expected)
})

test('names of other programs, empty ones, and the address that is used anyway stop no start @passed-over-2', () => {
  const others = {
    SENTRY_DSN: 'https://key@sentry.example.org/1',
    MYSQL_DSN: 'x',
    DSN: '',
    SECRETS_PATH: '/run/secrets',
    SECRETS_CIPHER: '',
    IDENTITY_ENDPOINT: 'http://169.254.1.1',
    COURIER_SERVICE_HOST: '10.0.0.1',
    SERVE_PUBLIC: '',
    SESSION_DRIVER: 'redis',
    LOG_FORMAT: 'json',
    KRATOS_BROWSER_URL: 'http://x',
    KRATOS_ADMIN_KEY: 'x',
    HYDRA_PUBLIC_URL: 'http://x',
    ORY_SDK_KEY: 'x',
    KRATOS_PUBLIC_PORT: 'tcp://10.0.0.1:80',
  }
  expect(settingsWarnings(loadConfig(others), others)).toEqual([])
  const same = { DSN: 'postgres://kratos@10.0.0.9/kratos', GATEHOUSE_DATABASE: 'postgres://kratos@10.0.0.9/kratos' }
  expect(settingsWarnings(loadConfig(same), same)).toEqual([])
  const own = { GATEHOUSE_DATA: folder, GATEHOUSE_DATABASE: same.DSN, LOG_LEVEL: 'warn' }
  expect(loadServiceSettings(own).warnings).toEqual([])
})

test.each([
  ['KRATOS_PUBLC_URL', 'KRATOS_PUBLIC_URL'],
  ['KRATOS_ADMNI_URL', 'KRATOS_ADMIN_URL'],
  ['ORY_SDK_URI', 'ORY_SDK_URL'],
  ['ORY_PROJECT_APY_TOKEN', 'ORY_PROJECT_API_TOKEN'],
  ['HYDRA_ADMN_URL', 'HYDRA_ADMIN_URL'],
])('%s stops the start, with the name that was meant @passed-over-3', (wrong, meant) => {
  const fault = { subject: wrong, wrong: 'is not a setting', fix: `did you mean ${meant}?` }
  const given = { [wrong]: 'https://ory.example.org' }
  expect(() => loadConfig(given)).toThrow(expect.objectContaining({ faults: [fault] }))
  expect(() => loadServiceSettings(given)).toThrow(expect.objectContaining({ faults: [fault] }))
  // Beside the correct variable it belongs to another program.
  expect(loadServiceSettings({ ...given, [meant]: 'https://ory.example.org' }).logLevel).toBe('info')
})

describe('of processes', () => {
  test('a gateway does not start with a DSN that it would ignore, and names the fix @passed-over-4', async () => {
    const started = startGateway({
      dataFolder: join(folder, 'gateway'),
      environment: names.accounts,
      timeoutMs: 60_000,
    })
    await expect(started).rejects.toThrow(/DSN is not followed: .*\n {2}Fix: set GATEHOUSE_DATABASE/)
  })

  test('a gateway names every key that it ignores in one line of its log @passed-over-5', async () => {
    const gateway = await startGateway({ dataFolder: join(folder, 'gateway'), environment: names.keys })
    onTestFinished(async () => void (await gateway.stop()))
    const lines = gateway
      .logs()
      .split('\n')
      .filter((line) => line.includes('HASHERS_BCRYPT_COST'))
    expect(lines).toEqual([
      expect.stringContaining(`${Object.keys(names.keys).toSorted().join(', ')} have no effect: `),
    ])
  })

  test('a service alone does not start beside secrets of the pages, and names other settings in one line @passed-over-6', async () => {
    const [publicPort = 0, adminPort = 0] = await freePorts(2)
    const [publicUrl, adminUrl] = [`http://127.0.0.1:${publicPort}`, `http://127.0.0.1:${adminPort}`]
    const configFile = join(folder, 'service.json')
    const config = networkIdentityConfig({ dsn: 'memory', origin: publicUrl, publicPort, adminPort })
    writeFileSync(configFile, JSON.stringify(config))
    const start = (environment: Environment) =>
      startIdentityService({ configFile, publicUrl, adminUrl, environment, dev: true, timeoutMs: 60_000 })
    await expect(start(names.ownSecrets)).rejects.toThrow(
      /GATEHOUSE_SECRETS is not followed: .*\n {2}Fix: write them there/,
    )
    const service = await start(names.settings)
    onTestFinished(async () => void (await service.stop()))
    expect(service.logs()).toContain('GATEHOUSE_ADMIN_KEY, GATEHOUSE_PUBLIC_URL, HYDRA_ADMIN_URL have no effect: ')
  })
})
