import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createOutbox, eventOf } from '../event-streams/delivery/delivery.fixture.ts'
import { createTestControlPlane, type TestControlPlane } from '../service.fixture.ts'

let plane: TestControlPlane
let outbox: ReturnType<typeof createOutbox>
beforeEach(async () => {
  outbox = createOutbox()
  plane = await createTestControlPlane(undefined, { eventsOf: () => outbox.source })
})
afterEach(() => plane.plane.stop())

const ada = '5b1f2f0e-7d3f-4c77-9a0d-0b0a8a1f6a11'
const happened = (...sequences: number[]) =>
  outbox.add(...sequences.map((sequence) => eventOf(sequence, ada, plane.clock())))
const events = (query = '') => plane.call('GET', `/projects/${plane.projectId}/events${query}`)
const sequencesOf = (list: readonly { readonly sequence: number; readonly source: string }[]) =>
  list.filter(({ source }) => source === 'identity').map(({ sequence }) => sequence)

/** Opens the live tail, whose `until` reads until a text has arrived. */
async function openTail(headers: Record<string, string> = {}, query = '') {
  const bearer = { authorization: `Bearer ${plane.rootKey}`, accept: 'text/event-stream', ...headers }
  const path = `/projects/${plane.projectId}/events${query}`
  const answer = await plane.plane.fetch(plane.request('GET', path, undefined, bearer))
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) throw new Error('the tail has no body')
  let text = ''
  return {
    headers: answer.headers,
    text: () => text,
    until: async (wanted: string) => {
      while (!text.includes(wanted)) {
        const { value, done } = await reader.read()
        if (done) throw new Error(`the tail ended: ${text}`)
        text += value
      }
    },
    ended: async () => {
      for (;;) if ((await reader.read()).done) return true
    },
    close: () => reader.cancel(),
  }
}

describe('the history of events', () => {
  test('is read oldest first, page by page, with nothing left out @operations-12', async () => {
    happened(1, 2, 3)
    await plane.call('PUT', `/workspaces/${plane.workspaceId}`, { name: 'New' })
    const seen: number[] = []
    let token = ''
    for (;;) {
      const page = (await events(`?page_size=2&page_token=${token}`)).body
      seen.push(...sequencesOf(page.events))
      token = page.next_page_token
      if (page.has_next_page !== true) break
    }
    expect(seen).toEqual([1, 2, 3])
    happened(4)
    expect(sequencesOf((await events(`?page_token=${token}`)).body.events)).toEqual([4])
    expect((await events('?page_token=latest')).body).toMatchObject({ events: [], has_next_page: false })
    for (const query of ['?page_token=x', '?page_token=1.x', '?wait_seconds=31', '?wait_seconds=x', '?page_size=0']) {
      expect([query, (await events(query)).status]).toEqual([query, 400])
    }
  })

  test('is read newest first, page by page, all of it or by type or person', async () => {
    happened(1, 2, 3)
    outbox.add(eventOf(4, null, plane.clock()))
    await plane.call('POST', `/projects/${plane.projectId}/tokens`, { name: 'k' })
    const first = (await events('?order=newest&page_size=3')).body
    expect(first.events).toMatchObject([{ sequence: 4 }, { sequence: 3 }, { sequence: 2 }])
    expect(first.types).toEqual(expect.arrayContaining(['LoginSucceeded', 'APIKeyCreated', 'OperationPerformed']))
    const second = (await events(`?order=newest&page_size=3&page_token=${first.next_page_token}`)).body
    expect(second).toMatchObject({ events: [{ sequence: 1 }, { type: 'APIKeyCreated' }], has_next_page: false })
    expect((await events('?order=newest&type=APIKeyCreated')).body.events).toMatchObject([{ type: 'APIKeyCreated' }])
    expect((await events('?order=newest&type=ProjectDeleted')).body.events).toEqual([])
    expect(sequencesOf((await events(`?order=newest&identity_id=${ada}`)).body.events)).toEqual([3, 2, 1])
    for (const query of ['?order=oddest', '?order=newest&type=1%27', '?order=newest&identity_id=ada', '?type=X']) {
      expect([query, (await events(query)).status]).toEqual([query, 400])
    }
  })

  test('is waited for on request', async () => {
    const { next_page_token: end } = (await events('?page_token=latest')).body
    const waiting = events(`?page_token=${end}&wait_seconds=30`)
    happened(1)
    expect(sequencesOf((await waiting).body.events)).toEqual([1])
  })

  test('to one person is read newest first @operations-13', async () => {
    happened(1, 2, 3)
    const path = `/projects/${plane.projectId}/identities/${ada}/events`
    const first = (await plane.call('GET', `${path}?page_size=2`)).body
    expect(sequencesOf(first.events)).toEqual([3, 2])
    const second = (await plane.call('GET', `${path}?page_size=2&page_token=${first.next_page_token}`)).body
    expect([sequencesOf(second.events), second.has_next_page]).toEqual([[1], false])
    expect((await plane.call('GET', `${path}?page_token=x`)).status).toBe(400)
    expect((await plane.call('GET', path.replace(ada, 'ada'))).status).toBe(400)
  })

  test('at sign-ins is counted, for a valid range @operations-14', async () => {
    happened(1)
    const activity = (query: string) => plane.call('GET', `/projects/${plane.projectId}/sign-ins?${query}`)
    const from = new Date(plane.clock()).toISOString()
    const to = new Date(plane.clock() + 3_600_000).toISOString()
    const counted = await activity(`from=${from}&to=${to}&bucket=hour`)
    expect(counted.body.buckets).toEqual([{ start: from, succeeded: 1, failed: 0, methods: {}, duration_ms: null }])
    const wrong = ['', `from=${from}&to=${to}`, `from=${from}&to=${to}&bucket=year`, `from=${to}&to=${from}&bucket=day`]
    for (const query of wrong) expect([query, (await activity(query)).status]).toEqual([query, 400])
    expect((await activity(`from=2020-01-01T00:00:00Z&to=${to}&bucket=minute`)).body.error.reason).toContain(
      '1 to 1000',
    )
  })
})

describe('the live tail', () => {
  test('begins with new events, and resumes where a connection broke', async () => {
    happened(1)
    const tail = await openTail()
    expect(tail.headers.get('content-type')).toContain('text/event-stream')
    await tail.until(': open')
    happened(2)
    await tail.until('"sequence":2')
    expect(tail.text()).not.toContain('"sequence":1,')
    expect(tail.text()).toContain('event: LoginSucceeded\n')
    const position = /id: (\S+)\nevent: LoginSucceeded/.exec(tail.text())?.[1] ?? ''
    await tail.close()
    happened(3)
    const again = await openTail({ 'last-event-id': position })
    await again.until('"sequence":3')
    expect(again.text()).not.toContain('"sequence":2,')
    await again.close()
  })

  test('shows only the requested events', async () => {
    const tail = await openTail({}, `?identity_id=${ada}&type=LoginSucceeded`)
    await tail.until(': open')
    outbox.add(eventOf(1, null, plane.clock()))
    happened(2)
    await tail.until('"sequence":2')
    expect(tail.text()).not.toContain('"sequence":1,')
    await tail.close()
  })

  test('ends with the key, before it shows anything more', async () => {
    const made = await plane.call('POST', `/projects/${plane.projectId}/tokens`, { name: 'k', role: 'developer' })
    const tail = await openTail({ authorization: `Bearer ${made.body.value}` })
    await tail.until(': open')
    await plane.call('DELETE', `/projects/${plane.projectId}/tokens/${made.body.id}`)
    happened(1)
    expect(await tail.ended()).toBe(true)
    expect(tail.text()).not.toContain('"sequence":1')
  })

  test('ends before the service stops, once that is announced', async () => {
    const tail = await openTail()
    await tail.until(': open')
    plane.plane.retire()
    expect(await tail.ended()).toBe(true)
    expect((await events()).status).toBe(200)
  })

  test('ends when the service stops', async () => {
    const tail = await openTail()
    await tail.until(': open')
    await plane.plane.stop()
    expect(await tail.ended()).toBe(true)
  })
})
