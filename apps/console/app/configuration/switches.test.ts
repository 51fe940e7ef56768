import { expect, test } from 'vitest'
import { readForm } from '../form/fields.server.ts'
import { applySwitches, durationFaults, switchValue, unitOf } from './apply-switches.server.ts'
import { type ConfigTree, valueAt } from './config-tree.ts'
import { saidDuration } from './duration.ts'
import type { Effective } from './effective.server.ts'
import { settingChanges } from './setting-changes.server.ts'
import { type Switch, switches } from './switches.ts'

function formOf(fields: Readonly<Record<string, string>>) {
  return readForm(new Request('http://localhost/', { method: 'POST', body: new URLSearchParams(fields) }))
}
const named = (path: string): Switch => {
  const found = switches.find((one) => one.path === path)
  if (found === undefined) throw new Error(`no switch at ${path}`)
  return found
}

const hourMs = 3_600_000
const registration = 'selfservice.flows.registration.enabled'
const password = 'selfservice.methods.password.enabled'
const passkey = 'selfservice.methods.passkey.enabled'
const bothSteps = 'selfservice.methods.passkey.config.both_steps'
const mailServer = 'courier.smtp.connection_uri'
const at = (path: string, value: unknown): ConfigTree =>
  path.split('.').reduceRight<unknown>((below, key) => ({ [key]: below }), value) as ConfigTree
/** The effective settings of an installation that sets passkeys, sessions and the sender itself. */
const effective: Effective = {
  [passkey]: { value: true, origin: 'host' },
  'session.lifespan': { value: 720 * hourMs, origin: 'default' },
  'courier.smtp.from_name': { value: 'Shop', origin: 'host' },
  [mailServer]: { value: '[secret]', origin: 'settings' },
}

test.each<[string, ConfigTree, Effective, unknown]>([
  [registration, {}, {}, true],
  [registration, at(registration, false), {}, false],
  [registration, at(registration, 'no'), {}, true],
  ['selfservice.methods.totp.enabled', {}, {}, false],
  [passkey, {}, {}, false],
  [passkey, {}, effective, true],
  [passkey, at(passkey, false), effective, false],
  [bothSteps, {}, {}, true],
  [bothSteps, {}, { [bothSteps]: { value: false, origin: 'default' } }, false],
  [bothSteps, at(bothSteps, false), {}, false],
  ['session.lifespan', {}, {}, 24 * hourMs],
  ['session.lifespan', {}, effective, 720 * hourMs],
  ['session.lifespan', at('session.lifespan', '1h30m'), effective, 1.5 * hourMs],
  ['session.lifespan', at('session.lifespan', 5), {}, 24 * hourMs],
  ['courier.smtp.from_name', {}, effective, 'Shop'],
  [mailServer, at(mailServer, 'smtps://ada:hush@mail.example.org'), effective, ''],
])('%s of %j, where %j holds, stands at %s', (path, tree, holds, value) => {
  expect(switchValue(tree, named(path), holds)).toBe(value)
})

/** Returns the fields that a browser sends for a form that shows a configuration as it is. */
function unchanged(tree: ConfigTree): Record<string, string> {
  const fields = switches.flatMap((one): readonly (readonly [string, string])[] => {
    const value = switchValue(tree, one, effective)
    if (value === false) return []
    if (typeof value !== 'number') return [[one.path, value === true ? 'on' : value]]
    const { number, unit } = saidDuration(value)
    return [
      [one.path, String(number)],
      [unitOf(one.path), unit],
    ]
  })
  return Object.fromEntries(fields)
}

const whole: ConfigTree = {
  selfservice: { methods: { password: { enabled: false }, code: { passwordless_enabled: true } } },
  session: { lifespan: '720h' },
  courier: { smtp: { connection_uri: 'smtps://ada:hush@mail.example.org', from_name: 'Ada' } },
  identity: { default_schema_id: 'person' },
}

test.each([{}, whole])(
  'a form that is sent as it was leaves %j as it is, and says that nothing changes',
  async (tree) => {
    const after = applySwitches(tree, await formOf(unchanged(tree)), effective)
    expect(after).toEqual(tree)
    expect(settingChanges(tree, after, effective)).toEqual([])
  },
)

test.each<[Readonly<Record<string, string>>, string, unknown]>([
  [{ [registration]: '' }, registration, false],
  [{ [password]: 'on' }, password, true],
  [{ [passkey]: '' }, passkey, false],
  [{ [bothSteps]: '' }, bothSteps, false],
  [{ 'session.lifespan': '48', 'session.lifespan.unit': 'h' }, 'session.lifespan', '48h'],
  [{ 'session.lifespan': '2', 'session.lifespan.unit': 'd' }, 'session.lifespan', '48h'],
  [{ 'session.lifespan': '' }, 'session.lifespan', undefined],
  [{ [mailServer]: 'smtp://other.example.org:25' }, mailServer, 'smtp://other.example.org:25'],
  [{ [mailServer]: '' }, mailServer, 'smtps://ada:hush@mail.example.org'],
  [{ 'courier.smtp.from_name': '' }, 'courier.smtp.from_name', undefined],
])('the form with %j makes %s %j, and nothing else', async (fields, path, value) => {
  const sent = { ...unchanged(whole), ...fields }
  for (const [name, text] of Object.entries(fields))
    if (text === '' && named(name.replace('.unit', '')).kind === 'switch') delete sent[name]
  const after = applySwitches(whole, await formOf(sent), effective)
  expect(valueAt(after, path)).toEqual(value)
  const others = switches.filter((one) => one.path !== path)
  expect(others.map((one) => valueAt(after, one.path))).toEqual(others.map((one) => valueAt(whole, one.path)))
  expect(after['identity']).toBe(whole['identity'])
})

test('a change is shown with the value before, whatever its origin', () => {
  const after = { ...whole, ...at('session.lifespan', '48h') }
  expect(settingChanges(whole, after, effective)).toEqual([
    { path: 'session.lifespan', kind: 'duration', before: 720 * hourMs, after: 48 * hourMs },
  ])
  expect(settingChanges({}, at(passkey, false), effective)).toEqual([
    { path: passkey, kind: 'switch', before: true, after: false },
  ])
  expect(settingChanges(at(passkey, false), {}, effective)).toMatchObject([{ path: passkey, after: null }])
})

test.each([
  ['24', 'h', []],
  ['30', 'd', []],
  ['500', 'ms', []],
  ['1h30m', 'h', []],
  ['', 'h', []],
  ['a day', 'h', ['session.lifespan']],
  ['24', 'weeks', ['session.lifespan']],
  ['-1', 'h', ['session.lifespan']],
  ['1.5', 'h', ['session.lifespan']],
])('%j with the unit %j as a duration: faults %j', async (lifespan, unit, faults) => {
  expect(durationFaults(await formOf({ 'session.lifespan': lifespan, 'session.lifespan.unit': unit }))).toEqual(faults)
})
