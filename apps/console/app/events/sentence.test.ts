import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EventEnvelope } from '@gatehouse/contract/events'
import { translator } from '@gatehouse/i18n/catalogues'
import { expect, test } from 'vitest'
import { doneThings } from './done-things.ts'
import { eventSentences } from './event-sentences.ts'
import { sentenceOf } from './sentence.ts'
import type { Words } from './words.ts'

const { t: say } = translator('en')
const t: Words = (key, values) => say(`console_activity:${key}`, values)

const event = (type: string, more: Partial<EventEnvelope> = {}): EventEnvelope => ({
  id: crypto.randomUUID(),
  type,
  source: 'identity',
  schema_version: 1,
  sequence: 1,
  time: '2026-11-22T09:00:00.000Z',
  project_id: null,
  identity_id: 'ada',
  session_id: null,
  flow_id: 'flow',
  actor: { type: 'person', id: null },
  client: null,
  data: {},
  ...more,
})

/** Returns the page's lines in words; every person is called Ada. */
const linesOf = (...events: readonly EventEnvelope[]) =>
  doneThings(events).map((thing) => {
    const { key, values } = sentenceOf(thing, t)
    return t(key, { person: 'Ada', actor: 'Grace', target: 'Shop', ...values })
  })

test('every documented event of the identity service has a sentence', () => {
  const documented = readFileSync(join(import.meta.dirname, '../../../../docs/reference/events.md'), 'utf8')
  const table = /<!-- generated: identity-events -->(.*?)<!-- \/generated -->/s.exec(documented)?.[1] ?? ''
  const types = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, type]) => type)
  expect(types.length).toBeGreaterThan(15)
  expect(types.filter((type) => eventSentences[type ?? ''] === undefined)).toEqual([])
})

test.each([
  ['Ada signed in with a passkey', event('LoginSucceeded', { data: { method: 'passkey', aal: 'aal1' } })],
  ['Ada signed in with google', event('LoginSucceeded', { data: { method: 'oidc', provider: 'google' } })],
  [
    'Ada completed the second step with an authenticator app',
    event('LoginSucceeded', { data: { method: 'totp', aal: 'aal2', new_session: false } }),
  ],
  [
    'Ada could not sign in with a password: wrong password',
    event('LoginFailed', { data: { method: 'password', reason: 'invalid_credentials' } }),
  ],
  [
    'Ada could not sign in with a password: no such account, or wrong password',
    event('LoginFailed', { identity_id: null, data: { method: 'password', reason: 'invalid_credentials' } }),
  ],
  [
    'A sign-in code was texted to Ada',
    event('CourierMessageDispatched', { data: { channel: 'sms', template_type: 'login_code_valid' } }),
  ],
  [
    'Ada was suspended',
    event('IdentityUpdated', {
      actor: { type: 'operator', id: null },
      data: { changed: ['state'], state: 'inactive' },
    }),
  ],
  [
    'Grace changed the configuration of Shop',
    event('ProjectUpdated', { source: 'project', data: { operation: 'setProject' } }),
  ],
  [
    'Grace: doSomethingNew Shop',
    event('OperationPerformed', { source: 'project', data: { operation: 'doSomethingNew' } }),
  ],
  ['SomethingNew', event('SomethingNew')],
])('an event in words: %s', (sentence, happened) => {
  expect(linesOf(happened)).toEqual([sentence])
})

test('one operation is one line, by the events that were recorded with it', () => {
  const signedUp = event('RegistrationSucceeded', { data: { method: 'password' } })
  expect(linesOf(event('SessionIssued'), signedUp, event('IdentityCreated'))).toEqual([
    'Ada created an account with a password',
  ])
  const change = { changed: ['credentials'], credentials_added: ['totp'], credentials_removed: [] }
  expect(
    linesOf(event('SettingsSucceeded', { data: { method: 'totp' } }), event('IdentityUpdated', { data: change })),
  ).toEqual(['Ada added the authenticator app'])
})

test('an unrelated event keeps its own line', () => {
  const other = event('SessionIssued', { flow_id: 'another' })
  const later = event('SessionIssued', { time: '2026-11-22T09:00:09.000Z' })
  const signedIn = event('LoginSucceeded', { data: { method: 'password' } })
  expect(linesOf(signedIn, other, later)).toHaveLength(3)
  const wrong = event('LoginFailed', { data: { method: 'password', reason: 'invalid_credentials' } })
  expect(linesOf(signedIn, wrong)).toHaveLength(2)
})
