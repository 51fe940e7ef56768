import { expect, test } from 'vitest'
import { readForm } from '../form/fields.server.ts'
import { applySwitches, durationFaults, switchValue } from './apply-switches.server.ts'
import { type ConfigTree, valueAt } from './config-tree.ts'
import { switches, switchGroups } from './switches.ts'

function formOf(fields: Readonly<Record<string, string>>) {
  return readForm(new Request('http://localhost/', { method: 'POST', body: new URLSearchParams(fields) }))
}
const named = (path: string) => {
  const found = switches.find((one) => one.path === path)
  if (found === undefined) throw new Error(`no switch at ${path}`)
  return found
}

const registration = 'selfservice.flows.registration.enabled'
const password = 'selfservice.methods.password.enabled'
const mailServer = 'courier.smtp.connection_uri'
const at = (path: string, value: unknown): ConfigTree =>
  path.split('.').reduceRight<unknown>((below, key) => ({ [key]: below }), value) as ConfigTree

test.each([
  [registration, {}, true],
  [registration, at(registration, false), false],
  [registration, at(registration, 'no'), true],
  [password, {}, true],
  ['selfservice.methods.totp.enabled', {}, false],
  ['session.lifespan', {}, '24h'],
  ['session.lifespan', at('session.lifespan', '1h'), '1h'],
  ['session.lifespan', at('session.lifespan', 5), '24h'],
  [mailServer, at(mailServer, 'smtps://ada:hush@mail.example.org'), ''],
])('%s of %j stands at %s', (path, tree, value) => {
  expect(switchValue(tree, named(path))).toBe(value)
})

/** What a browser sends of a form that shows a configuration as it is. */
function unchanged(tree: ConfigTree, group: string): Record<string, string> {
  return Object.fromEntries(
    switches
      .filter((one) => one.group === group)
      .flatMap((one) => {
        const value = switchValue(tree, one)
        if (value === false) return []
        return [[one.path, value === true ? 'on' : value]]
      }),
  )
}

const whole: ConfigTree = {
  selfservice: { methods: { password: { enabled: false }, code: { passwordless_enabled: true } } },
  session: { lifespan: '720h' },
  courier: { smtp: { connection_uri: 'smtps://ada:hush@mail.example.org', from_name: 'Ada' } },
  identity: { default_schema_id: 'person' },
}

test.each(switchGroups.flatMap((group) => [{}, whole].map((tree) => [group, tree] as const)))(
  'a form of %s that is sent as it was leaves %j as it is',
  async (group, tree) => {
    expect(applySwitches(tree, await formOf(unchanged(tree, group)), group)).toEqual(tree)
  },
)

test.each<[string, Readonly<Record<string, string>>, string, unknown]>([
  ['sign_up', { [registration]: '' }, registration, false],
  ['methods', { [password]: 'on' }, password, true],
  ['lifespans', { 'session.lifespan': '48h' }, 'session.lifespan', '48h'],
  ['lifespans', { 'session.lifespan': '' }, 'session.lifespan', undefined],
  ['mail', { [mailServer]: 'smtp://other.example.org:25' }, mailServer, 'smtp://other.example.org:25'],
  ['mail', { [mailServer]: '' }, mailServer, 'smtps://ada:hush@mail.example.org'],
  ['mail', { 'courier.smtp.from_name': '' }, 'courier.smtp.from_name', undefined],
])('the form of %s with %j makes %s %j, and nothing else', async (group, fields, path, value) => {
  const sent = { ...unchanged(whole, group), ...fields }
  if (fields[registration] === '') delete sent[registration]
  const after = applySwitches(whole, await formOf(sent), group)
  expect(valueAt(after, path)).toEqual(value)
  const others = switches.filter((one) => one.path !== path)
  expect(others.map((one) => valueAt(after, one.path))).toEqual(others.map((one) => valueAt(whole, one.path)))
  expect(after['identity']).toBe(whole['identity'])
})

test('a form changes its own group only, whatever fields it carries', async () => {
  expect(applySwitches(whole, await formOf({ ...unchanged(whole, 'mail'), [password]: 'on' }), 'mail')).toEqual(whole)
})

test.each([
  ['24h', []],
  ['1h30m', []],
  ['500ms', []],
  ['', []],
  ['a day', ['session.lifespan']],
  ['24', ['session.lifespan']],
  ['-1h', ['session.lifespan']],
  ['1h ', []],
  ['1d', ['session.lifespan']],
])('%j as a duration: faults %j', async (lifespan, faults) => {
  expect(durationFaults(await formOf({ 'session.lifespan': lifespan }), 'lifespans')).toEqual(faults)
})
