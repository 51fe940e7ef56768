import { createServer } from 'node:http'

import { freePort } from '@gatehouse/testing/processes'
import { startMailbox } from '@gatehouse/testing/receivers'
import { afterEach, expect, test } from 'vitest'

import { freeAllowance } from '../limits/free.fixture.ts'
import { login, openCourier } from './open-courier.fixture.ts'
import { startRelay, type RelayWords } from './relay.fixture.ts'

const clean: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of clean.splice(0).toReversed()) await step()
})

type Tried = ReturnType<typeof openCourier>

function open(...given: Parameters<typeof openCourier>): Tried {
  const tried = openCourier(...given)
  clean.push(() => tried.courier.stop())
  tried.courier.start()
  return tried
}

const notice = { ...login, recipient: 'notice@example.org', template: 'password_changed', data: {} } as const

const nameOf = (person: number) => `person-${String(person).padStart(2, '0')}@example.org`

async function ask({ courier }: Tried, ...people: readonly number[]) {
  for (const person of people) {
    const recipient = nameOf(person)
    await courier.enqueue({ ...login, recipient }, await freeAllowance(recipient))
  }
  await courier.idle()
}

/** Lets time pass, and runs the courier again. */
async function pass({ courier, wait }: Tried, ms: number) {
  wait(ms)
  courier.start()
  await courier.idle()
}

const statesOf = async ({ outbox }: Tried) =>
  (await outbox.list({ size: 50 })).messages.map(({ status, sendCount }) => `${status} ${sendCount}`)

test('a relay that is away, returns without STARTTLS and then correctly: every mail arrives, in order @outage-1', async () => {
  const port = await freePort()
  const tried = open(`smtp://127.0.0.1:${port}/?skip_ssl_verify=true`, { retries: 2 })
  await ask(tried, 0, 1, 2)
  for (let tenSeconds = 0; tenSeconds < 18; tenSeconds += 1) {
    await pass(tried, 10_000)
    await ask(tried, 3 + tenSeconds)
  }
  expect(await tried.outages()).toMatchObject([
    { type: 'email', step: 'connect', reason: 'the connection was refused', since: 1_000_000, waiting: 21 },
  ])
  expect(tried.warnings).toEqual([expect.stringContaining('mails wait: the connection was refused')])

  const plain = await startMailbox(port)
  clean.push(() => plain.close())
  for (let step = 0; step < 6; step += 1) await pass(tried, 30_000)
  expect(plain.all()).toEqual([])
  expect(await tried.outages()).toMatchObject([{ step: 'tls', since: 1_000_000, waiting: 21 }])
  expect(tried.warnings).toHaveLength(2)
  expect(tried.warnings[1]).toMatch(/still wait, for another reason: .*STARTTLS/)
  expect(new Set(await statesOf(tried))).toEqual(new Set(['queued 0']))
  await plain.close()

  const right = await startMailbox(port, undefined, undefined, [])
  clean.push(() => right.close())
  await pass(tried, 30_000)
  expect(right.all().flatMap(({ to }) => to)).toEqual(Array.from({ length: 21 }, (_, person) => nameOf(person)))
  expect(new Set(await statesOf(tried))).toEqual(new Set(['sent 1']))
  expect(await tried.outages()).toEqual([])
  expect(tried.warnings).toHaveLength(3)
  expect(tried.warnings[2]).toBe('mails go out again after 390 seconds; 21 waited')
})

const plainly = '?disable_starttls=true'
type Fault = RelayWords | 'absent' | 'self-signed'
const faults: readonly { what: string; fault: Fault; step: string; query: string }[] = [
  { what: 'is not there', fault: 'absent', step: 'connect', query: plainly },
  { what: 'hangs up before it greets', fault: { connect: 'hang up' }, step: 'connect', query: plainly },
  { what: 'greets with 421', fault: { connect: '421 4.3.2 not now' }, step: 'connect', query: plainly },
  { what: 'greets with 554', fault: { connect: '554 5.3.2 not you' }, step: 'connect', query: plainly },
  { what: 'does not speak SMTP', fault: { connect: 'HTTP/1.1 400 Bad Request' }, step: 'connect', query: plainly },
  { what: 'hangs up at EHLO', fault: { EHLO: 'hang up' }, step: 'connect', query: plainly },
  { what: 'has no STARTTLS', fault: {}, step: 'tls', query: '' },
  { what: 'has a self-signed certificate', fault: 'self-signed', step: 'tls', query: '' },
  { what: 'refuses the password', fault: { AUTH: '535 5.7.8 wrong' }, step: 'sign_in', query: plainly },
  { what: 'cannot check the password now', fault: { AUTH: '454 4.7.0 later' }, step: 'sign_in', query: plainly },
  { what: 'wants a password', fault: { MAIL: '530 5.7.0 sign in' }, step: 'accept', query: plainly },
  { what: 'refuses the sender', fault: { MAIL: '553 5.7.1 not your address' }, step: 'accept', query: plainly },
  { what: 'has a full disk', fault: { RCPT: '452 4.3.1 full' }, step: 'accept', query: plainly },
  { what: 'wants a password late', fault: { RCPT: '530 5.7.0 sign in' }, step: 'accept', query: plainly },
  { what: 'ends its service at DATA', fault: { DATA: '421 4.3.2 ending' }, step: 'accept', query: plainly },
  { what: 'fails by itself', fault: { text: '451 4.3.0 queue' }, step: 'accept', query: plainly },
  { what: 'hangs up at the text', fault: { text: 'hang up' }, step: 'connect', query: plainly },
]

async function startFaulty(port: number, fault: Fault): Promise<{ close(): Promise<void> } | undefined> {
  if (fault === 'absent') return undefined
  if (fault === 'self-signed') return startMailbox(port, undefined, undefined, [])
  return startRelay(port, fault)
}

test.each(faults)(
  'a relay that $what has no mail given up, is written of once, and gets every mail in order later @outage-2',
  async ({ fault, step, query }) => {
    const port = await freePort()
    const tried = open(`smtp://ada:secret@127.0.0.1:${port}/${query}`, { retries: 0 })
    const bad = await startFaulty(port, fault)
    await ask(tried, 0, 1, 2)
    for (let minute = 0; minute < 10; minute += 1) await pass(tried, 60_000)
    expect(await statesOf(tried)).toEqual(['queued 0', 'queued 0', 'queued 0'])
    expect(await tried.outages()).toMatchObject([{ step, waiting: 3 }])
    expect(tried.warnings).toHaveLength(1)
    await bad?.close()
    if (query !== plainly) return
    const good = await startRelay(port)
    clean.push(() => good.close())
    await pass(tried, 20_000)
    expect(good.taken).toEqual([nameOf(0), nameOf(1), nameOf(2)])
    expect(tried.warnings).toHaveLength(2)
    expect(await tried.outages()).toEqual([])
  },
)

test('a host name without an address causes no mail to be abandoned @outage-3', async () => {
  const tried = open('smtp://nowhere.invalid:25/', { retries: 0 })
  await ask(tried, 0)
  await pass(tried, 60_000)
  expect([await statesOf(tried), (await tried.outages())[0]?.step]).toEqual([['queued 0'], 'connect'])
})

test('a mail that is refused is abandoned at once, and the others are sent @outage-4', async () => {
  const port = await freePort()
  const relay = await startRelay(port, (to) => (to === nameOf(1) ? { RCPT: '550 5.1.1 unknown' } : {}))
  clean.push(() => relay.close())
  const tried = open(`smtp://127.0.0.1:${port}/${plainly}`)
  await ask(tried, 0, 1, 2)
  expect(relay.taken.toSorted()).toEqual([nameOf(0), nameOf(2)])
  expect((await statesOf(tried)).toSorted()).toEqual(['abandoned 1', 'sent 1', 'sent 1'])
  expect(tried.warnings).toEqual([])
})

/** TABLE: temporary replies to one mail (RFC 5321, 4.2.1; RFC 3463, 2): for a while it is not accepted. */
const temporary: readonly RelayWords[] = [
  { RCPT: '450 mailbox busy' },
  { RCPT: '450 4.2.1 mailbox busy' },
  { RCPT: '451 4.1.8 the name of your domain cannot be looked up' },
  { RCPT: '452 4.2.2 mailbox full' },
  { RCPT: '451 4.7.1 greylisted, come back' },
  { RCPT: '451 come back' },
  { text: '450 4.2.0 later' },
  { text: '451 4.7.1 greylisted, come back' },
]

test.each(temporary)('a mail that is deferred with %o uses up no try, and delays no other @outage-7', async (words) => {
  const port = await freePort()
  let isPutOff = true
  const relay = await startRelay(port, (to) => (isPutOff && to === nameOf(0) ? words : {}))
  clean.push(() => relay.close())
  const tried = open(`smtp://127.0.0.1:${port}/${plainly}`, { retries: 0 })
  await ask(tried, 0, 1)
  for (const person of [2, 3, 4, 5]) {
    await ask(tried, person)
    await pass(tried, 60 * 60_000)
  }
  expect((await statesOf(tried)).toSorted()).toEqual(['queued 0', ...Array(5).fill('sent 1')])
  expect(relay.taken.toSorted()).toEqual([1, 2, 3, 4, 5].map(nameOf))
  isPutOff = false
  await pass(tried, 60 * 60_000)
  expect(await statesOf(tried)).toEqual(Array(6).fill('sent 1'))
})

test('a mail that is deferred for five days is abandoned @outage-8', async () => {
  const port = await freePort()
  const relay = await startRelay(port, (to) => (to === nameOf(0) ? { RCPT: '450 4.2.1 mailbox busy' } : {}))
  clean.push(() => relay.close())
  const tried = open(`smtp://127.0.0.1:${port}/${plainly}`)
  await ask(tried, 0)
  for (let hour = 0; hour < 5 * 24 - 1; hour += 1) await pass(tried, 60 * 60_000)
  expect(await statesOf(tried)).toEqual(['queued 0'])
  await pass(tried, 2 * 60 * 60_000)
  expect(await statesOf(tried)).toEqual(['abandoned 1'])
})

test('a mail at which the relay always disconnects delays no other, and is abandoned in the end @outage-5', async () => {
  const port = await freePort()
  const relay = await startRelay(port, (to) => (to === nameOf(0) ? { text: 'hang up' } : {}))
  clean.push(() => relay.close())
  const tried = open(`smtp://127.0.0.1:${port}/${plainly}`, { retries: 1 })
  await ask(tried, 0)
  await ask(tried, 1)
  for (let person = 2; person < 6; person += 1) {
    await pass(tried, 60_000)
    await ask(tried, person)
  }
  await pass(tried, 60_000)
  expect(relay.taken).toEqual([1, 2, 3, 4, 5].map(nameOf))
  const messages = (await tried.outbox.list({ size: 50 })).messages
  expect(messages.at(-1)).toMatchObject({ recipient: nameOf(0), status: 'abandoned' })
})

test('a failing service over HTTP causes no message to be abandoned; a refusal does @outage-6', async () => {
  const [received, port] = [new Array<string>(), await freePort()]
  let status = 401
  const server = createServer((request, answer) => {
    request.on('data', (chunk: Buffer) => {
      if (status === 200) received.push(JSON.parse(chunk.toString()).recipient)
    })
    request.on('end', () => answer.writeHead(status).end())
  })
  clean.push(() => new Promise((resolve) => server.close(resolve)))
  const email = { url: `http://127.0.0.1:${port}/`, method: 'POST', headers: {}, body: undefined }
  const tried = open(undefined, { retries: 0, email })
  await ask(tried, 0, 1)
  await pass(tried, 60_000)
  expect(await tried.outages()).toMatchObject([{ step: 'connect', waiting: 2 }])
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  for (const [answered, step] of [
    [401, 'sign_in'],
    [503, 'accept'],
    [500, 'accept'],
    [404, 'accept'],
    [429, 'accept'],
  ] as const) {
    status = answered
    await pass(tried, 60_000)
    expect(await statesOf(tried)).toEqual(['queued 0', 'queued 0'])
    expect(await tried.outages()).toMatchObject([{ step, waiting: 2 }])
  }
  status = 200
  await pass(tried, 20_000)
  expect(received).toEqual([nameOf(0), nameOf(1)])
  // Unreachable, refusing the sign-in, failing, working again.
  expect(tried.warnings).toHaveLength(4)
  status = 422
  await ask(tried, 2)
  expect((await statesOf(tried))[0]).toBe('abandoned 1')
})

test('a code that expired while its mail waited is abandoned, and the operator reads the reason @outage-9', async () => {
  const port = await freePort()
  const tried = open(`smtp://127.0.0.1:${port}/${plainly}`, { lifespanMs: 60 * 60_000 })
  await ask(tried, 0, 1)
  await tried.courier.enqueue(notice, await freeAllowance(notice.recipient))
  for (let minute = 0; minute < 61; minute += 10) await pass(tried, 10 * 60_000)
  await ask(tried, 2)
  expect(await statesOf(tried)).toEqual(['queued 0', 'queued 0', 'abandoned 1', 'abandoned 1'])
  // The relay was not called: it is still away.
  expect(await tried.outages()).toMatchObject([{ step: 'connect', since: 1_000_000, waiting: 2 }])
  const relay = await startRelay(port)
  clean.push(() => relay.close())
  await pass(tried, 60_000)
  expect(relay.taken).toEqual([notice.recipient, nameOf(2)])
  const [given] = (await tried.outbox.list({ size: 50, status: 'abandoned' })).messages
  expect(given).toMatchObject({ body: '', subject: '' })
  const last = (await tried.outbox.dispatches(given?.id ?? '')).at(-1)
  expect(last).toMatchObject({ status: 'failed', error: expect.stringContaining('ran out while the message waited') })
  expect(tried.warnings.filter((text) => text.includes('given up unsent'))).toHaveLength(1)
})

test('processes that share an outbox share the pauses of a failing relay, and a restart keeps them @outage-10', async () => {
  const port = await freePort()
  let words: RelayWords = { connect: '421 4.3.2 not now' }
  const relay = await startRelay(port, () => words)
  clean.push(() => relay.close())
  const uri = `smtp://127.0.0.1:${port}/${plainly}`
  const one = open(uri)
  await ask(one, 0, 1, 2)
  const beside = [open(uri, { beside: one }), open(uri, { beside: one })]
  /** Has all processes look at once, and counts their calls. */
  const callsAfter = async (ms: number) => {
    const before = relay.calls()
    one.wait(ms)
    await Promise.all([one, ...beside].map((process) => pass(process, 0)))
    return relay.calls() - before
  }
  expect(await callsAfter(0)).toBe(0)
  for (const pause of [5_000, 10_000, 20_000, 20_000]) {
    expect([await callsAfter(pause - 1), await callsAfter(1)]).toEqual([0, 1])
  }
  await beside[0]?.courier.hurry()
  expect(await callsAfter(0)).toBe(1)
  expect(await callsAfter(0)).toBe(0)
  words = {}
  await callsAfter(5_000)
  // A process that looked while another one tried looks again at once, but after its `idle`.
  await expect.poll(() => relay.taken).toEqual([0, 1, 2].map(nameOf))
  expect(await one.outages()).toEqual([])
  expect([one, ...beside].flatMap(({ warnings }) => warnings).filter((text) => text.includes('go out again'))).toEqual([
    expect.stringContaining('mails go out again after'),
  ])
})
