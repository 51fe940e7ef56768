import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createTestControlPlane, type TestControlPlane } from '../../service.fixture.ts'
import { createOutbox, eventOf } from './delivery.fixture.ts'
import { createReceiver, type Receiver } from '@gatehouse/testing/receivers'
import { mostAttempts } from './schedule.ts'

let plane: TestControlPlane
let outbox: ReturnType<typeof createOutbox>
let receiver: Receiver
let status = 204

beforeEach(async () => {
  status = 204
  outbox = createOutbox()
  receiver = await createReceiver(() => status)
  plane = await createTestControlPlane(undefined, {
    eventsOf: () => outbox.source,
    delivery: { reach: 'loopback' },
  })
})
afterEach(async () => {
  await plane.plane.stop()
  await receiver.close()
  if (plane.failures.length > 0) throw new Error(JSON.stringify(plane.failures))
})

const streams = () => `/projects/${plane.projectId}/eventstreams`
const happened = (...sequences: number[]) =>
  outbox.add(...sequences.map((sequence) => eventOf(sequence, 'ada', plane.clock())))

/**
 * Advances the clock, and lets due deliveries be attempted. Resuming wakes the worker; reading the list of streams does
 * not.
 */
async function later(id: string, ms = 0): Promise<void> {
  plane.clock.advance(ms)
  await plane.call('POST', `${streams()}/${id}/resume`)
  await plane.plane.idle()
}

async function makeStream(): Promise<string> {
  const made = await plane.call('POST', streams(), { type: 'https', https_endpoint: receiver.url })
  expect(made.status).toBe(201)
  return String(made.body.id)
}

/** Returns the received events about people. */
const people = () => receiver.received.flatMap(({ event }) => (event.identity_id === null ? [] : [event.sequence]))

describe('a stream that was created over the API', () => {
  test('delivers events of people and of the project, and shows its status @operations-3', async () => {
    const id = await makeStream()
    happened(1, 2)
    await later(id)
    expect(people()).toEqual([1, 2])
    const types = receiver.received.map(({ body }) => JSON.parse(body)).filter(({ source }) => source === 'project')
    expect(types).toMatchObject([
      { type: 'EventStreamCreated', identity_id: null, data: { operation: 'createEventStream', target_id: id } },
      { type: 'OperationPerformed', data: { operation: 'resumeEventStream' } },
    ])
    const shown = await plane.call('GET', `${streams()}/${id}`)
    expect(shown.body).toMatchObject({
      id,
      status: 'active',
      deliveries: { pending: 0, delivered: 4, dead: 0 },
      progress: { identity: { taken_over: 2, latest: 2, waiting: 0 } },
      last_fault: null,
    })
  })

  test('is called by its destination until it gets a name, in lists and in the audit log @stream-names-1', async () => {
    const id = await makeStream()
    const called = async () => {
      const { event_streams: listed } = (await plane.call('GET', streams())).body
      return listed.find((one: { id: string }) => one.id === id)?.name
    }
    const { host } = new URL(receiver.url)
    expect(await called()).toBe(host)
    await plane.call('PUT', `${streams()}/${id}`, { name: '  Billing ' })
    expect(await called()).toBe('Billing')
    await plane.call('PUT', `${streams()}/${id}`, { status: 'paused' })
    expect(await called()).toBe('Billing')
    const { entries } = (await plane.call('GET', `/projects/${plane.projectId}/audit`)).body
    expect(entries[0]).toMatchObject({
      operation: 'setEventStream',
      target: { id, name: `Billing (${receiver.url})` },
    })
    await plane.call('PUT', `${streams()}/${id}`, { name: '' })
    expect(await called()).toBe(host)
    const long = await plane.call('PUT', `${streams()}/${id}`, { name: 'n'.repeat(101) })
    expect(long.status).toBe(400)
  })

  test('is paused and resumed, and buffers in between @operations-4', async () => {
    const id = await makeStream()
    expect((await plane.call('POST', `${streams()}/${id}/pause`)).body.status).toBe('paused')
    happened(1, 2, 3)
    await plane.plane.idle()
    expect(people()).toEqual([])
    const { progress } = (await plane.call('GET', `${streams()}/${id}`)).body
    expect(progress.identity).toEqual({ taken_over: 0, latest: 3, waiting: 3 })
    expect((await plane.call('POST', `${streams()}/${id}/resume`)).body.status).toBe('active')
    await plane.plane.idle()
    expect(people()).toEqual([1, 2, 3])
  })

  test('replays from a time and from an event, never forward @operations-5', async () => {
    const id = await makeStream()
    happened(1)
    plane.clock.advance(60_000)
    const since = new Date(plane.clock()).toISOString()
    happened(2)
    await later(id)
    const replay = (body: unknown) => plane.call('POST', `${streams()}/${id}/replay`, body)
    expect((await replay({ since })).status).toBe(200)
    await plane.plane.idle()
    expect(people()).toEqual([1, 2, 2])
    expect((await replay({ source: 'identity', sequence: 1 })).status).toBe(200)
    await plane.plane.idle()
    expect(people()).toEqual([1, 2, 2, 1, 2])
    await replay({ source: 'identity', sequence: 900 })
    happened(3)
    await plane.plane.idle()
    expect(people()).toEqual([1, 2, 2, 1, 2, 3])
    expect((await replay({ since: 'yesterday' })).status).toBe(400)
    // Two events about people; four about the project, which are the calls of this test.
    const many = receiver.received.length
    expect((await replay({ since, dry_run: true })).body).toEqual({ events: 6 })
    expect((await replay({ source: 'identity', sequence: 1, dry_run: true })).body).toEqual({ events: 3 })
    expect((await replay({ source: 'identity', sequence: 900, dry_run: true })).body).toEqual({ events: 0 })
    await plane.plane.idle()
    expect(receiver.received).toHaveLength(many)
    expect((await replay({})).status).toBe(400)
  })

  test('can be tested with a test event, paused or not, and reports the outcome @operations-6', async () => {
    const id = await makeStream()
    await plane.call('POST', `${streams()}/${id}/pause`)
    await plane.plane.idle()
    const before = receiver.received.length
    const tried = (await plane.call('POST', `${streams()}/${id}/test`, {})).body
    expect(tried).toEqual({
      event_id: expect.any(String),
      delivered: true,
      response_status: 204,
      fault: null,
      fault_kind: null,
    })
    const [got] = receiver.received.slice(before)
    expect(JSON.parse(got?.body ?? '')).toMatchObject({
      id: tried.event_id,
      type: 'EventStreamTest',
      sequence: 0,
      data: { operation: 'testEventStream', target_id: id },
    })
    expect(got?.headers['webhook-signature']).toMatch(/^v1,/)
    status = 503
    const refused = (await plane.call('POST', `${streams()}/${id}/test`, {})).body
    expect(refused).toMatchObject({ delivered: false, response_status: 503, fault: 'the endpoint answered 503' })
    expect((await plane.call('POST', `${streams()}/${id}/test`, { to: 'https://elsewhere' })).status).toBe(400)
    expect((await plane.call('GET', `${streams()}/${id}/deliveries`)).body.deliveries).not.toContainEqual(
      expect.objectContaining({ event_type: 'EventStreamTest' }),
    )
  })

  test('shows the last fault while something fails, though newer events wait untried', async () => {
    const id = await makeStream()
    await later(id)
    status = 418
    happened(1)
    await plane.plane.idle()
    happened(2)
    await plane.plane.idle()
    const shown = (await plane.call('GET', `${streams()}/${id}`)).body
    expect(shown).toMatchObject({ last_fault: 'the endpoint answered 418', next_attempt_at: expect.any(String) })
    expect(Date.parse(shown.next_attempt_at)).toBeGreaterThan(0)
  })

  test('lists its deliveries with the reason of each failure, and redrives failed deliveries @operations-7', async () => {
    const id = await makeStream()
    await later(id)
    status = 418
    happened(1)
    await plane.plane.idle()
    const list = async (query = '') => (await plane.call('GET', `${streams()}/${id}/deliveries${query}`)).body
    const waiting = await list('?state=pending')
    expect(waiting.deliveries.find(({ source }: { source: string }) => source === 'identity')).toMatchObject({
      event_type: 'LoginSucceeded',
      state: 'pending',
      attempts: 1,
      response_status: 418,
      fault: 'the endpoint answered 418',
      event: { sequence: 1, identity_id: 'ada' },
    })
    for (let round = 0; round < mostAttempts + 4; round += 1) await later(id, 3_600_000)
    const dead = await list('?state=dead')
    const [letter] = dead.deliveries.filter(({ source }: { source: string }) => source === 'identity')
    expect(letter).toMatchObject({ attempts: mostAttempts, next_attempt_at: null })
    const first = await list('?page_size=1')
    const second = await list(`?page_size=1&page_token=${first.next_page_token}`)
    expect([first.has_next_page, second.deliveries[0].id < first.deliveries[0].id]).toEqual([true, true])
    expect((await plane.call('GET', `${streams()}/${id}/deliveries?state=lost`)).status).toBe(400)
    expect((await plane.call('GET', `${streams()}/${id}/deliveries?page_token=x`)).status).toBe(400)

    status = 204
    const redrive = (body: unknown) => plane.call('POST', `${streams()}/${id}/deliveries/redrive`, body)
    expect((await redrive({ delivery_id: 999_999 })).status).toBe(404)
    expect((await redrive({ delivery_id: letter.id })).body).toEqual({ redriven: 1 })
    await plane.plane.idle()
    expect(people().at(-1)).toBe(1)
    expect((await redrive({})).status).toBe(200)
    await later(id, 3_600_000)
    expect((await list('?state=dead')).deliveries).toEqual([])
  })

  test('shows its secret to those who may change it, and replaces it @operations-8', async () => {
    const id = await makeStream()
    const before = (await plane.call('GET', `${streams()}/${id}/secret`)).body
    expect(before).toEqual({ secret: expect.stringMatching(/^whsec_/), previous_secret_valid_until: null })
    const rotated = (await plane.call('POST', `${streams()}/${id}/secret/rotation`, { overlap_hours: 2 })).body
    expect(rotated.secret).not.toBe(before.secret)
    expect(Date.parse(rotated.previous_secret_valid_until) - plane.clock()).toBe(2 * 3_600_000)
    const parts = (await plane.call('POST', `${streams()}/${id}/secret/rotation`, { overlap_hours: 11.5097553172 }))
      .body
    expect(Date.parse(parts.previous_secret_valid_until) - plane.clock()).toBe(41_435_119)
    const last = (await plane.call('POST', `${streams()}/${id}/secret/rotation`, { overlap_hours: 0 })).body
    expect(last.previous_secret_valid_until).toBeNull()
    expect((await plane.call('POST', `${streams()}/${id}/secret/rotation`, { overlap_hours: -1 })).status).toBe(400)
    const arns = { topic_arn: 'arn:aws:sns:eu-central-1:123456789012:t', role_arn: 'arn:aws:iam::123456789012:role/r' }
    const sns = await plane.call('POST', streams(), { type: 'sns', status: 'paused', ...arns })
    expect((await plane.call('GET', `${streams()}/${sns.body.id}/secret`)).status).toBe(400)
  })

  test('of another project, or of none, is not found by any of them @operations-9', async () => {
    const id = await makeStream()
    const other = await plane.call('POST', '/projects', {
      name: 'Other',
      environment: 'dev',
      workspace_id: plane.workspaceId,
    })
    const foreign = `/projects/${other.body.id}/eventstreams/${id}`
    for (const path of ['', '/deliveries', '/secret'])
      expect((await plane.call('GET', foreign + path)).status).toBe(404)
    for (const path of ['/pause', '/resume']) expect((await plane.call('POST', foreign + path)).status).toBe(404)
    const bodies = {
      '/test': {},
      '/replay': { since: '2026-01-01T00:00:00Z' },
      '/deliveries/redrive': {},
      '/secret/rotation': {},
    }
    for (const [path, body] of Object.entries(bodies)) {
      expect([path, (await plane.call('POST', foreign + path, body)).status]).toEqual([path, 404])
    }
  })
})

test('an endpoint inside is refused when it is set, and plain http everywhere but in development @operations-10', async () => {
  const strict = await createTestControlPlane()
  const set = async (endpoint: string) => {
    const path = `/projects/${strict.projectId}/eventstreams`
    const answer = await strict.call('POST', path, { type: 'https', https_endpoint: endpoint })
    return [answer.status, answer.body.error?.reason]
  }
  const inside = [400, expect.stringContaining('not on the public internet')]
  for (const host of [
    '127.0.0.1',
    '169.254.169.254',
    '10.0.0.1',
    '[::1]',
    '[fd00:ec2::254]',
    '0x7f000001',
    '2130706433',
  ]) {
    expect([host, ...(await set(`https://${host}/in`))]).toEqual([host, ...inside])
  }
  for (const endpoint of ['http://localhost/in', 'http://127.0.0.1/in', 'http://events.example.org/in']) {
    expect([endpoint, ...(await set(endpoint))]).toEqual([endpoint, 400, expect.stringContaining('https://')])
  }
  await strict.plane.stop()
})

test('a test event does not get inside by a name either @operations-11', async () => {
  const strict = await createTestControlPlane()
  const path = `/projects/${strict.projectId}/eventstreams`
  const inside = `https://localhost:${receiver.port}/in`
  const { id } = (await strict.call('POST', path, { type: 'https', https_endpoint: inside })).body
  const tried = (await strict.call('POST', `${path}/${id}/test`, {})).body
  expect(tried).toMatchObject({ delivered: false, fault: expect.stringContaining('not on the public internet') })
  expect(receiver.received).toEqual([])
  await strict.plane.stop()
})
