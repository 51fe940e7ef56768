import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { Webhook } from 'standardwebhooks'
import { afterEach, expect, test } from 'vitest'

import { createDeliveryHarness, type DeliveryHarness } from './delivery.fixture.ts'
import { createReceiver, type Receiver } from '@gatehouse/testing/receivers'
import { selfSigned } from './certificate.fixture.ts'

type Verify = (secret: string, headers: object, body: string, now?: number) => unknown

/** Returns the function that docs/event-streams.md recommends. */
async function documentedVerify(): Promise<Verify> {
  const document = fileURLToPath(new URL('../../../../../docs/event-streams.md', import.meta.url))
  const [, code = ''] =
    /```js\n(import \{ createHmac[^`]*export function verify(?:[^`]|`(?!``))*)```/.exec(
      readFileSync(document, 'utf8'),
    ) ?? []
  const file = join(mkdtempSync(join(tmpdir(), 'gatehouse-verify-')), 'verify.mjs')
  writeFileSync(file, code)
  const { verify }: { verify: Verify } = await import(file)
  return verify
}

let harness: DeliveryHarness
let receiver: Receiver
afterEach(async () => {
  await harness.close()
  await receiver.close()
})

async function deliverOverTls() {
  const tls = await selfSigned()
  receiver = await createReceiver(() => 200, tls)
  harness = await createDeliveryHarness({ ca: tls.cert })
  // Libraries read the real clock.
  harness.clock.set(Date.now())
  await harness.stream('s', receiver.url.replace('//', '//events:s%20cret@'))
  harness.happened(1, 'ada')
  await harness.later()
  const [first] = receiver.received
  if (!first)
    throw new Error(JSON.stringify(await harness.store.list({ streamId: 's', state: undefined, before: 99, limit: 1 })))
  return first
}

test('a delivery over https is verified by the documented function and by the Standard Webhooks library @signature-1', async () => {
  const { headers, body, event } = await deliverOverTls()
  const verify = await documentedVerify()
  const { current } = await harness.secrets.secretsOf('s', harness.clock())
  expect(current).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(headers.authorization).toBe(`Basic ${Buffer.from('events:s cret').toString('base64')}`)
  expect(headers['webhook-id']).toBe(event.id)
  expect(verify(current, headers, body)).toEqual(event)
  const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  expect(new Webhook(current).verify(body, flat)).toEqual(event)

  expect(() => verify(current, headers, body.replace('ada', 'eve'))).toThrow('changed on the way')
  expect(() => verify(current, { ...headers, 'webhook-id': 'another' }, body)).toThrow('signed by somebody else')
  expect(() => verify(current, { ...headers, 'webhook-signature': '' }, body)).toThrow('signed by somebody else')
  const { current: ofAnother } = await harness.secrets.secretsOf('t', 0)
  expect(() => verify(ofAnother, headers, body)).toThrow('signed by somebody else')
  expect(() => verify(current, headers, body, harness.clock() + 301_000)).toThrow('too old')
  expect(() => verify(current, headers, body, harness.clock() - 302_000)).toThrow('from the future')
})

test('while a secret is replaced both are good, afterwards the new one alone @signature-2', async () => {
  await deliverOverTls()
  const verify = await documentedVerify()
  const old = (await harness.secrets.secretsOf('s', harness.clock())).current
  const { current } = await harness.secrets.rotate('s', 3_600_000, harness.clock())
  expect(current).not.toBe(old)
  harness.happened(2, 'ada')
  await harness.later()
  const during = receiver.received.at(-1)
  for (const secret of [old, current]) {
    expect(verify(secret, during?.headers ?? {}, during?.body ?? '', harness.clock())).toEqual(during?.event)
  }
  harness.clock.advance(3_600_000)
  harness.happened(3, 'ada')
  await harness.later()
  const after = receiver.received.at(-1)
  expect(verify(current, after?.headers ?? {}, after?.body ?? '', harness.clock())).toEqual(after?.event)
  expect(() => verify(old, after?.headers ?? {}, after?.body ?? '', harness.clock())).toThrow('signed by somebody else')
  expect(JSON.stringify(await harness.database.prepare('SELECT * FROM event_stream_secrets').all())).not.toContain(
    'whsec',
  )
})

test('a receiver with a certificate of no trusted authority gets nothing @signature-3', async () => {
  receiver = await createReceiver(() => 200, await selfSigned())
  harness = await createDeliveryHarness()
  await harness.stream('s', receiver.url)
  harness.happened(1, 'ada')
  await harness.later()
  expect(receiver.received).toEqual([])
  const [failed] = await harness.store.list({ streamId: 's', state: 'pending', before: 99, limit: 1 })
  expect(failed?.fault).toContain('self-signed certificate')
})
