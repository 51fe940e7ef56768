import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createReceiver } from '@gatehouse/testing/receivers'
import { expect, test } from 'vitest'

import { createOutbox, eventOf } from './event-streams/delivery/delivery.fixture.ts'
import { createTestControlPlane } from './service.fixture.ts'
import { changeStored } from './sql/tested-database.fixture.ts'

test('background work goes from one process to another, and back @background-5', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-background-'))
  /** The processes that did a job, in order. */
  const workers: string[] = []
  const process = (name: string) =>
    createTestControlPlane(folder, {
      worksInBackground: false,
      eventsOf: () => createOutbox().source,
      admin: async () => {
        workers.push(name)
        return new Response(null, { status: 204 })
      },
    })
  const [one, other] = [await process('one'), await process('other')]
  const jobs = `/projects/${one.projectId}/jobs`
  /** Creates a job at the first process, and returns it once it has ended. */
  const job = async () => {
    const order = { action: 'revoke', identity_ids: [crypto.randomUUID()] }
    const { body } = await one.call('POST', jobs, order)
    expect(body.state).toBe('running')
    const read = async () => (await one.call('GET', `${jobs}/${body.id}`)).body
    await expect.poll(async () => (await read()).state).toBe('done')
    return read()
  }
  for (const [name, worker] of [
    ['other', other],
    ['one', one],
    ['other', other],
  ] as const) {
    worker.plane.background.start()
    worker.plane.background.start()
    expect(await job()).toMatchObject({ counts: { done: 1 } })
    expect(new Set(workers.splice(0))).toEqual(new Set([name]))
    await Promise.all([worker.plane.background.stop(), worker.plane.background.stop()])
  }
  expect([one.failures, other.failures]).toEqual([[], []])
  await one.plane.stop()
  await other.plane.stop()
})

test('events are delivered by the process that does background work, each once; a test event by any @background-6', async () => {
  const receiver = await createReceiver(() => 204)
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-background-'))
  const outbox = createOutbox()
  const parts = { worksInBackground: false, eventsOf: () => outbox.source, delivery: { reach: 'loopback' } } as const
  const [one, other] = [await createTestControlPlane(folder, parts), await createTestControlPlane(folder, parts)]
  const streams = `/projects/${one.projectId}/eventstreams`
  const stream = (await one.call('POST', streams, { type: 'https', https_endpoint: receiver.url })).body
  const people = () => receiver.received.flatMap(({ event }) => (event.identity_id === null ? [] : [event.sequence]))
  outbox.add(eventOf(1, 'ada', one.clock()))
  expect((await one.call('POST', `${streams}/${stream.id}/test`, {})).body).toMatchObject({ delivered: true })
  expect(people()).toEqual([])

  other.plane.background.start()
  await expect.poll(people).toEqual([1])
  await other.plane.background.stop()
  outbox.add(eventOf(2, 'ada', one.clock()))
  one.plane.background.start()
  await expect.poll(people).toEqual([1, 2])
  await one.plane.stop()
  await other.plane.stop()
  await receiver.close()
})

test('a process without background work halts no project, and finishes no deletion @background-7', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-background-'))
  const first = await createTestControlPlane(folder)
  const shop = { name: 'Shop', environment: 'dev', workspace_id: first.workspaceId }
  const deleted = (await first.call('POST', '/projects', shop)).body
  const broken = (await first.call('POST', '/projects', shop)).body
  await first.plane.stop()
  await changeStored(
    join(folder, 'control-plane.sqlite'),
    `UPDATE projects SET state = 'deleted' WHERE id = '${deleted.id}'`,
  )

  const opening = async ({ id }: { readonly id: string }) => {
    if (id === broken.id) throw new Error('its data is away')
  }
  const other = await createTestControlPlane(folder, { worksInBackground: false, opening })
  expect(other.removed).toEqual([])
  expect((await other.call('GET', `/projects/${broken.id}`)).body.state).toBe('running')
  expect(other.failures).toMatchObject([{ text: 'a project could not be opened in this process' }])
  const worker = await createTestControlPlane(folder, { opening })
  expect(worker.removed).toEqual([deleted.id])
  expect((await other.call('GET', `/projects/${broken.id}`)).body.state).toBe('halted')
  await other.plane.stop()
  await worker.plane.stop()
})
