import { moto, motoTopics, startMoto, type Moto } from '@gatehouse/testing/receivers'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { createDeliveryHarness, projectId, type DeliveryHarness } from './delivery.fixture.ts'

const missing = await moto.missing()

// A machine without Python may work on everything else; the machine that decides must not.
test('moto can be run', ({ skip }) => {
  if (process.env['CI'] !== 'true') skip(missing !== undefined, missing)
  expect(missing).toBeUndefined()
})

const roleArn = 'arn:aws:iam::123456789012:role/event-publisher'

describe.skipIf(missing !== undefined)('a stream to SNS', () => {
  let moto: Moto
  let topics: ReturnType<typeof motoTopics>
  let harness: DeliveryHarness
  beforeAll(async () => {
    moto = await startMoto()
    topics = motoTopics(moto)
  }, 600_000)
  afterAll(() => moto.stop())
  afterEach(async () => {
    vi.unstubAllEnvs()
    await harness.close()
  })

  function signedInAtAmazon(): void {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'example')
  }

  test('publishes every event, in the role of the stream and with the project as the external id', async () => {
    signedInAtAmazon()
    const { arn, receive } = await topics.make('events')
    harness = await createDeliveryHarness({ snsEndpoint: moto.url })
    await harness.stream('s', { type: 'sns', topicArn: arn, roleArn })
    for (let sequence = 1; sequence <= 12; sequence += 1) harness.happened(sequence, `person ${sequence % 3}`)
    await harness.later()
    expect(await harness.store.counts('s')).toEqual({ pending: 0, delivered: 12, dead: 0 })
    const received = await receive()
    expect(received.map(({ event }) => event.sequence).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    )
    expect(received[0]).toMatchObject({
      sender: arn,
      attributes: {
        id: { Type: 'String', Value: received[0]?.event.id },
        type: { Type: 'String', Value: 'LoginSucceeded' },
        project_id: { Type: 'String', Value: projectId },
      },
    })
    const roles = JSON.stringify(await (await fetch(`${moto.url}/moto-api/data.json`)).json())
    expect(roles).toContain(roleArn)
    expect(roles).toContain(projectId)
  })

  test('keeps the order of each identity in a topic that has one', async () => {
    signedInAtAmazon()
    const { arn, receive } = await topics.make('ordered.fifo')
    harness = await createDeliveryHarness({ snsEndpoint: moto.url })
    await harness.stream('s', { type: 'sns', topicArn: arn, roleArn })
    for (let sequence = 1; sequence <= 12; sequence += 1) harness.happened(sequence, sequence % 2 === 0 ? 'bob' : 'ada')
    await harness.later()
    const received = await receive()
    const of = (group: string) => received.filter((one) => one.group === group).map(({ event }) => event.sequence)
    expect(of('identity:ada')).toEqual([1, 3, 5, 7, 9, 11])
    expect(of('identity:bob')).toEqual([2, 4, 6, 8, 10, 12])
  })

  test('without its topic fails with the reason, and succeeds once the topic exists', async () => {
    signedInAtAmazon()
    harness = await createDeliveryHarness({ snsEndpoint: moto.url })
    await harness.stream('s', { type: 'sns', topicArn: topics.arnOf('later'), roleArn })
    harness.happened(1, 'ada')
    await harness.later()
    const [failed] = await harness.store.list({ streamId: 's', state: 'pending', before: 99, limit: 1 })
    expect(failed).toMatchObject({ attempts: 1, responseStatus: 404, fault: expect.stringContaining('does not exist') })
    const { receive } = await topics.make('later')
    await harness.later(3_600_000)
    expect((await receive()).map(({ event }) => event.sequence)).toEqual([1])
  })

  test('without credentials fails with that reason', async () => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE']) vi.stubEnv(name, undefined)
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
    harness = await createDeliveryHarness({ snsEndpoint: moto.url })
    await harness.stream('s', { type: 'sns', topicArn: topics.arnOf('events'), roleArn })
    harness.happened(1, 'ada')
    await harness.later()
    const [failed] = await harness.store.list({ streamId: 's', state: 'pending', before: 99, limit: 1 })
    expect(failed?.fault).toContain('credentials')
  })
})
