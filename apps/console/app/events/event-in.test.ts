import { expect, test } from 'vitest'
import { eventIn } from './event-in.ts'

const event = {
  id: '0193',
  type: 'LoginSucceeded',
  source: 'identity',
  schema_version: 1,
  sequence: 7,
  time: '2026-11-22T09:00:00.000Z',
  project_id: null,
  identity_id: null,
  session_id: null,
  flow_id: null,
  actor: { type: 'person', id: null },
  client: null,
  data: {},
}

test('an event of the live tail is read whole, with keys that are new', () => {
  const sent = { ...event, another: 'key' }
  expect(eventIn(JSON.stringify(sent))).toEqual(sent)
})

test.each([
  ['no JSON', '{'],
  ['no object', 'null'],
  ['another kind of actor', JSON.stringify({ ...event, actor: { type: 'robot', id: null } })],
  ['another source', JSON.stringify({ ...event, source: 'courier' })],
  ['no time', JSON.stringify({ ...event, time: undefined })],
])('%s is no event', (_, json) => {
  expect(eventIn(json)).toBeUndefined()
})
