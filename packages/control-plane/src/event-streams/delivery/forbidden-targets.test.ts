import { mayConnect, type Resolve } from '@gatehouse/platform/outbound'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { createDeliveryHarness, type DeliveryHarness } from './delivery.fixture.ts'
import { createReceiver, type Receiver } from '@gatehouse/testing/receivers'
import { selfSigned } from './certificate.fixture.ts'

let harness: DeliveryHarness | undefined
let receiver: Receiver | undefined
afterEach(async () => {
  vi.unstubAllEnvs()
  await harness?.close()
  harness = undefined
  await receiver?.close()
  receiver = undefined
})

/** Returns the fault of one event's delivery to an endpoint. */
async function faultFor(endpoint: string): Promise<string | undefined> {
  if (!harness) throw new Error('the test makes a harness first')
  await harness.stream('s', endpoint)
  harness.happened(1, 'ada')
  await harness.later()
  return (await harness.store.list({ streamId: 's', state: 'pending', before: 99, limit: 1 }))[0]?.fault
}

test.each([
  ['127.0.0.1', 'this machine'],
  ['127.9.9.9', 'this machine'],
  ['0.0.0.0', 'this machine'],
  ['10.1.2.3', 'a private network'],
  ['172.16.0.1', 'a private network'],
  ['192.168.1.1', 'a private network'],
  ['100.64.0.1', 'a shared network'],
  ['169.254.169.254', 'metadata of a cloud'],
  ['192.0.2.1', 'documentation'],
  ['198.18.0.1', 'benchmarks'],
  ['224.0.0.1', 'multicast'],
  ['255.255.255.255', 'broadcast'],
  ['::1', 'this machine'],
  ['::', 'this machine'],
  ['::ffff:127.0.0.1', 'this machine, mapped'],
  ['::ffff:a9fe:a9fe', 'metadata of a cloud, mapped'],
  ['64:ff9b::a9fe:a9fe', 'metadata of a cloud, translated'],
  ['2002:7f00:1::', 'this machine, by 6to4'],
  ['2001:0:7f00:1::', 'Teredo'],
  ['fd00:ec2::254', 'metadata of a cloud'],
  ['fc00::1', 'a private network'],
  ['fe80::1', 'the link'],
  ['ff02::1', 'multicast'],
  ['not an address', 'nonsense'],
])('%s (%s) is out of reach', (address) => {
  expect(mayConnect(address, 'public')).toBe(false)
})

test('addresses of the public internet are within reach; this machine is for development alone', () => {
  for (const address of ['8.8.8.8', '93.184.216.34', '2606:4700::1111'])
    expect(mayConnect(address, 'public')).toBe(true)
  expect(mayConnect('127.0.0.1', 'loopback')).toBe(true)
  expect(mayConnect('::1', 'loopback')).toBe(true)
  expect(mayConnect('10.0.0.1', 'loopback')).toBe(false)
  expect(mayConnect('169.254.169.254', 'loopback')).toBe(false)
})

describe('nothing is sent', () => {
  test.each([
    'https://127.0.0.1:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://2130706433:PORT/',
    'https://0x7f.1:PORT/',
    'https://localhost:PORT/',
  ])('to this machine as %s @forbidden-targets-1', async (endpoint) => {
    const tls = await selfSigned()
    receiver = await createReceiver(() => 200, tls)
    harness = await createDeliveryHarness({ reach: 'public', ca: tls.cert })
    expect(await faultFor(endpoint.replace('PORT', String(receiver.port)))).toContain('not on the public internet')
    expect(receiver.received).toEqual([])
  })

  test('in the clear, but to this machine in development @forbidden-targets-2', async () => {
    receiver = await createReceiver()
    harness = await createDeliveryHarness({
      reach: 'public',
      resolve: (_name, done) => done(null, [{ address: '93.184.216.34', family: 4 }]),
    })
    expect(await faultFor('http://events.example.org/')).toContain('https://')
  })

  test('to a name with an internal address, alone or among others @forbidden-targets-3', async () => {
    const tls = await selfSigned()
    receiver = await createReceiver(() => 200, tls)
    const inside = { address: '127.0.0.1', family: 4 }
    const resolve: Resolve = (_name, done) => done(null, [{ address: '93.184.216.34', family: 4 }, inside])
    harness = await createDeliveryHarness({ reach: 'public', ca: tls.cert, resolve })
    expect(await faultFor(`https://localhost:${receiver.port}/`)).toContain('not on the public internet')
    expect(receiver.received).toEqual([])
  })

  test('to a topic of a service at an internal address @forbidden-targets-8', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'example')
    const asked: string[] = []
    const resolve: Resolve = (name, done) => {
      asked.push(name)
      done(null, [{ address: '169.254.169.254', family: 4 }])
    }
    harness = await createDeliveryHarness({ resolve })
    const topicArn = 'arn:aws:sns:eu-central-1:123456789012:events'
    await harness.stream('s', { type: 'sns', topicArn, roleArn: 'arn:aws:iam::123456789012:role/event-publisher' })
    harness.happened(1, 'ada')
    await harness.later()
    const [failed] = await harness.store.list({ streamId: 's', state: 'pending', before: 99, limit: 1 })
    expect(failed?.fault).toContain('not on the public internet')
    expect(asked[0]).toContain('amazonaws.com')
  })

  test('to a name that changes its mind between check and connection @forbidden-targets-4', async () => {
    receiver = await createReceiver(
      (_received, response) => void response.writeHead(503, { connection: 'close' }).end(),
    )
    let asked = 0
    // Every second DNS answer is the metadata service of a cloud.
    const resolve: Resolve = (_name, done) => {
      asked += 1
      done(null, [{ address: asked % 2 === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }])
    }
    harness = await createDeliveryHarness({ resolve })
    const faults = [await faultFor(`http://rebinding.example.org:${receiver.port}/`)]
    for (let round = 0; round < 3; round += 1) {
      await harness.later(3_600_000)
      faults.push((await harness.store.list({ streamId: 's', state: 'pending', before: 99, limit: 1 }))[0]?.fault)
    }
    const refused = 'the address is not on the public internet; nothing was sent'
    expect(faults).toEqual(['the endpoint answered 503', refused, 'the endpoint answered 503', refused])
    // One look-up for each attempt: no second one could have another answer.
    expect([asked, receiver.received.length]).toEqual([4, 2])
  })
})

describe('an answer', () => {
  test('that redirects to another host is not followed @forbidden-targets-5', async () => {
    const other = await createReceiver()
    receiver = await createReceiver(
      (_received, response) => void response.writeHead(307, { location: other.url }).end(),
    )
    harness = await createDeliveryHarness()
    expect(await faultFor(receiver.url)).toBe('the endpoint answered 307')
    expect(other.received).toEqual([])
    await other.close()
  })

  test('without an end is cut off, and its status is used @forbidden-targets-6', async () => {
    receiver = await createReceiver((_received, response) => {
      response.writeHead(200)
      const flood = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', flood)
      }
      flood()
      return undefined
    })
    harness = await createDeliveryHarness()
    expect(await faultFor(receiver.url)).toBeUndefined()
    expect(await harness.store.counts('s')).toMatchObject({ delivered: 1 })
  })

  test('that is missing is not waited for longer than ten seconds', async () => {
    receiver = await createReceiver(() => new Promise<undefined>(() => {}))
    harness = await createDeliveryHarness()
    expect(await faultFor(receiver.url)).toBe('there was no answer within 10 seconds')
  })
})
