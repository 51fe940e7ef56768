import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig, settings, type SettingName } from '@gatehouse/config/config'
import { expect, onTestFinished, test } from 'vitest'
import { checkContext } from '../checks/context.ts'
import { compareTwins, partTwins, twins, withoutTwin } from './twins.ts'

/** A setting's value, the same value in a kratos.yml, and a different one. */
interface Sample {
  readonly variable: string
  readonly same: unknown
  readonly other: unknown
  /** The text that must not be shown. */
  readonly hidden?: RegExp
}

const ownReport = undefined
// prettier-ignore
const samples: Readonly<Partial<Record<SettingName, Sample | undefined>>> = {
  publicUrl:     { variable: 'http://localhost:4500', same: 'http://localhost:4500/', other: 'https://account.example.org/' },
  adminUrl:      { variable: 'http://127.0.0.1:4501', same: 'http://127.0.0.1:4501', other: 'http://127.0.0.1:4434/' },
  listenHost:    { variable: '127.0.0.1', same: '127.0.0.1', other: '0.0.0.0' },
  listenPort:    { variable: '4502', same: 4502, other: 4433 },
  dev:           { variable: 'false', same: false, other: true },
  logLevel:      { variable: 'warn', same: 'warning', other: 'debug' },
  smtpUrl:       { variable: 'smtps://ada:hunter2@mail.example.org:465', same: 'smtps://ada:hunter2@mail.example.org:465', other: 'smtp://ada:hunter3@other.example.org:587', hidden: /hunter/ },
  hydraAdminUrl: { variable: 'http://127.0.0.1:4445', same: 'http://127.0.0.1:4445/', other: 'http://127.0.0.1:5445' },
  hydraAdminKey: { variable: 'hunter2-hunter2-hunter2', same: 'bearer hunter2-hunter2-hunter2', other: 'Bearer hunter3', hidden: /hunter/ },
  secrets:       { variable: 'Zq8fVw3nLr6tYx1bKm5dHs9gJc2pRa4e', same: undefined, other: { default: ['another-secret'] }, hidden: /Zq8|another/ },
  database: ownReport, returnUrls: ownReport, defaultReturnUrl: ownReport, cookieDomain: ownReport,
  corsOrigins: ownReport, sessionTokens: ownReport,
}

const tree = (key: string, value: unknown) => {
  const [last = '', ...above] = key.split('.').toReversed()
  return above.reduce<Record<string, unknown>>((inner, name) => ({ [name]: inner }), { [last]: value })
}

test('each setting is known to have a key in kratos.yml that names the same, or none @twins-1', () => {
  const known = [...Object.keys(twins), ...Object.keys(withoutTwin)]
  expect(known.toSorted()).toEqual(Object.keys(settings).toSorted())
  expect(Object.keys(samples).toSorted()).toEqual(Object.keys(twins).toSorted())
})

test.each(Object.entries(samples))('%s and its key never differ in silence @twins-2', (name, sample) => {
  const twin = Object.entries(twins).find(([known]) => known === name)?.[1]
  if (twin === undefined || sample === undefined) return
  const hydra = name === 'hydraAdminKey' ? { HYDRA_ADMIN_URL: 'http://127.0.0.1:4445' } : {}
  const config = loadConfig({ ...hydra, [twin.variable]: sample.variable })
  expect(compareTwins({}, config)).toEqual({ faults: [], warnings: [] })
  expect(compareTwins(tree(twin.key, sample.same), config)).toEqual({ faults: [], warnings: [] })
  const { faults, warnings } = compareTwins(tree(twin.key, sample.other), config)
  const said = twin.counts === 'both' ? faults : warnings
  expect([faults.length, warnings.length]).toEqual(twin.counts === 'both' ? [1, 0] : [0, 1])
  expect(said[0]).toContain(twin.key)
  expect(said[0]).toContain(twin.variable)
  expect(said[0]).not.toMatch(sample.hidden ?? /^$/)
})

test.each([
  ['serve.admin.host', { GATEHOUSE_ADMIN_URL: 'http://127.0.0.1:4501' }, '127.0.0.1', '0.0.0.0'],
  ['serve.admin.port', { GATEHOUSE_ADMIN_URL: 'http://127.0.0.1:4501' }, 4501, 4434],
])('%s and the setting of which it is a part never differ in silence @twins-4', (key, env, same, other) => {
  const config = loadConfig(env)
  expect(partTwins.map((twin) => twin.key)).toContain(key)
  expect(compareTwins(tree(key, same), config)).toEqual({ faults: [], warnings: [] })
  const { faults, warnings } = compareTwins(tree(key, other), config)
  expect([faults, warnings]).toEqual([[], [expect.stringContaining(key)]])
  expect(warnings[0]).toContain(Object.keys(env).at(-1))
})

test('links of the control plane have the secrets of the settings, whatever a file names, and the start says so @twins-5', () => {
  const config = loadConfig({ GATEHOUSE_SECRETS: 'Zq8fVw3nLr6tYx1bKm5dHs9gJc2pRa4e' })
  const { warnings } = compareTwins({ secrets: { default: ['another-secret'] } }, config)
  expect(warnings).toEqual([expect.stringContaining('links of the control plane')])
})

const schema = `base64://${btoa('{"type":"object","properties":{"traits":{"type":"object"}}}')}`

async function readWith(file: object, env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-twins-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'kratos.yml')
  const identity = { default_schema_id: 'a', schemas: [{ id: 'a', url: schema }] }
  writeFileSync(
    path,
    JSON.stringify({ identity, selfservice: {}, secrets: { default: ['a-secret-of-16-and-more'] }, ...file }),
  )
  return checkContext(loadConfig({ GATEHOUSE_DATA: folder, GATEHOUSE_IDENTITY_CONFIG: path, ...env }), {})
}

test('mail server and OAuth2 server of the settings apply if the file names none, and are refused beside others @twins-3', async () => {
  const env = {
    GATEHOUSE_SMTP_URL: 'smtp://mail.example.org:25',
    HYDRA_ADMIN_URL: 'http://127.0.0.1:4445',
    HYDRA_ADMIN_KEY: 'a-key-of-the-server',
  }
  const { identity, identityFaults } = await readWith({}, env)
  expect(identityFaults).toEqual([])
  expect(identity?.courier.smtp.connectionUri?.reveal()).toBe(env.GATEHOUSE_SMTP_URL)
  expect(identity?.oauth2Provider).toBeDefined()
  const other = await readWith({ courier: { smtp: { connection_uri: 'smtp://other.example.org:25' } } }, env)
  expect(other.identityFaults).toEqual([expect.stringContaining('GATEHOUSE_SMTP_URL is smtp://mail.example.org:25')])
})
