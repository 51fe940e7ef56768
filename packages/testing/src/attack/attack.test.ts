import { expect, test } from 'vitest'

import type { AttackRequest } from './attack-request.ts'
import {
  claimingAddress,
  fromAddresses,
  ipv4Addresses,
  ipv6AddressesOfManyNetworks,
  ipv6AddressesOfOneNetwork,
} from './client-addresses.ts'
import { repeated, sendInParallel, sendInTurn, type Target } from './send.ts'
import { emailSpellings, pathSpellings, phoneSpellings } from './spellings.ts'
import { inEveryEncoding, inEveryPathSpelling, varied, withDoubledField, withField } from './variations.ts'

const signIn: AttackRequest = {
  method: 'POST',
  url: 'https://auth.example.org/self-service/login?flow=a',
  fields: [
    ['identifier', 'ada@example.org'],
    ['traits.name.first', 'Ada'],
    ['traits.name.last', 'Lovelace'],
  ],
}

/** Lets so many through for each address, and looks before it counts: simultaneous requests all get through. */
function guardedService(allowance: number): Target {
  const used = new Map<string, number>()
  return {
    fetch: async (request) => {
      const address = request.headers.get('x-forwarded-for') ?? ''
      const before = used.get(address) ?? 0
      await request.text()
      used.set(address, before + 1)
      return Response.json({ id: crypto.randomUUID(), before: before > 0 }, { status: before < allowance ? 200 : 429 })
    },
  }
}

/** Answers with the request that it got. */
const mirror: Target = {
  fetch: async (request) =>
    Response.json({
      path: new URL(request.url).pathname,
      type: request.headers.get('content-type')?.split(';', 1)[0] ?? null,
      text: await request.text(),
    }),
}

test('counts answers in turn and in parallel, which finds a check that comes too early', async () => {
  expect((await sendInTurn(guardedService(3), repeated(signIn, 10))).statuses).toEqual({ 200: 3, 429: 7 })
  expect((await sendInParallel(guardedService(3), repeated(signIn, 10))).statuses).toEqual({ 200: 10 })
})

test('sends from other addresses, and names the answer of each', async () => {
  const service = guardedService(1)
  const addresses = ipv4Addresses(3)
  await sendInTurn(service, fromAddresses(signIn, addresses.slice(0, 1)))
  const tally = await sendInTurn(service, fromAddresses(signIn, addresses))
  expect(tally.labels).toEqual({ 429: ['from 198.18.0.1'], 200: ['from 198.18.0.2', 'from 198.18.0.3'] })
  expect(new Set(ipv4Addresses(1000)).size).toBe(1000)
  expect(new Set(ipv6AddressesOfOneNetwork(1000).map((one) => one.split(':').slice(0, 4).join(':'))).size).toBe(1)
  expect(new Set(ipv6AddressesOfOneNetwork(1000)).size).toBe(1000)
  expect(new Set(ipv6AddressesOfManyNetworks(1000).map((one) => one.split('::')[0])).size).toBe(1000)
  expect(claimingAddress(signIn, '::1').map(({ headers }) => headers)).toContainEqual({ forwarded: 'for="[::1]"' })
})

test('answers that differ only in ids, moments and tokens are one group', async () => {
  const tally = await sendInTurn(guardedService(9), repeated({ ...signIn, label: 'again' }, 3))
  expect(tally.groups().map(({ labels }) => labels.length)).toEqual([1, 2])
  expect(tally.groups([/true|false/])).toMatchObject([{ labels: ['again', 'again', 'again'] }])
})

test('sends the same fields as form, JSON and multipart', async () => {
  const { answers } = await sendInTurn(mirror, varied(signIn, [inEveryEncoding]))
  const got = answers.map(({ text }) => JSON.parse(text))
  expect(got.map(({ type }) => type)).toEqual([
    'application/x-www-form-urlencoded',
    'application/json',
    'multipart/form-data',
  ])
  expect(JSON.parse(got[1].text)).toEqual({
    identifier: 'ada@example.org',
    traits: { name: { first: 'Ada', last: 'Lovelace' } },
  })
  expect(new URLSearchParams(got[0].text).get('traits.name.last')).toBe('Lovelace')
})

test('a doubled field is doubled in JSON too, in both orders', async () => {
  const requests = varied({ ...signIn, encoding: 'json' }, [withDoubledField('identifier', 'eve@example.org')])
  const { answers } = await sendInTurn(mirror, requests)
  const texts = answers.map(({ text }) => String(JSON.parse(text).text))
  expect(texts.map((text) => text.split('"identifier":').length - 1)).toEqual([1, 2, 2, 1, 1])
  expect(texts.slice(1, 3).map((text) => JSON.parse(text).identifier)).toEqual(['ada@example.org', 'eve@example.org'])
  expect(new URL(requests[4]?.url ?? '').searchParams.get('identifier')).toBe('eve@example.org')
})

test('variations are combined', () => {
  const spellings = emailSpellings('ada@example.org').length
  const requests = varied(signIn, [inEveryEncoding, withField('identifier', emailSpellings)])
  expect(requests).toHaveLength(3 * spellings)
  expect(requests.at(-1)?.label).toMatch(/^as multipart, identifier=/)
  expect(() => withField('missing', emailSpellings)(signIn)).toThrow('no field "missing"')
})

test('paths are sent in every spelling that a request can carry', async () => {
  const { answers } = await sendInTurn(
    mirror,
    varied({ url: 'https://auth.example.org/admin/identities' }, [inEveryPathSpelling]),
  )
  const paths = new Set(answers.map(({ text }) => JSON.parse(text).path))
  expect(paths).toContain('/admin/identities')
  for (const path of [
    '/ADMIN/IDENTITIES',
    '/%61dmin/identities',
    '/%2561dmin/identities',
    '//admin/identities',
    '/admin//identities',
    '/admin%2fidentities',
    '/admin/identities.',
  ])
    expect(paths).toContain(path)
  expect(paths.size).toBeGreaterThan(25)
})

test.each([
  ['paths', pathSpellings('/admin/identities'), '/admin/identities'],
  ['e-mail addresses', emailSpellings('kim.s@example.org'), 'kim.s@example.org'],
  ['phone numbers', phoneSpellings('+4915112345678'), '+4915112345678'],
])('%s have many spellings, each once, the plain one first', (_what, spellings, plain) => {
  expect(spellings[0]).toBe(plain)
  expect(new Set(spellings).size).toBe(spellings.length)
  expect(spellings.length).toBeGreaterThan(15)
})
