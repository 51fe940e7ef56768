import { formWith } from '@gatehouse/testing/browser'
import { startPosts, startServiceProcess } from '@gatehouse/testing/processes'
import { startMailbox } from '@gatehouse/testing/receivers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { monotonicMs } from '../cluster/lease.ts'
import { claimDataFolder } from '../data/data-folder.ts'
import { send, workerArgument } from './messages.ts'
import { answers, exchange, startShared, workers, type SharedGateway } from './workers.fixture.ts'

const statuses = (all: readonly Response[]) => all.map(({ status }) => status)

describe('several processes that serve one installation', () => {
  let gateway: SharedGateway
  let mailbox: Awaited<ReturnType<typeof startMailbox>>
  beforeAll(async () => {
    mailbox = await startMailbox()
    gateway = await startShared({
      GATEHOUSE_SMTP_URL: mailbox.uri,
      GATEHOUSE_SIGN_INS_PER_ACCOUNT: '5/1h',
      GATEHOUSE_CODES_PER_ADDRESS: 'off',
    })
  })
  afterAll(async () => {
    await gateway.stop()
    await mailbox.close()
  })

  test('a session that is revoked is refused by each of them from the next request on @workers-1', async () => {
    const token = await gateway.signUp('ada@example.com')
    const headers = { 'x-session-token': token }
    const whoami = `${gateway.origin}/sessions/whoami`
    expect(await gateway.askAll(whoami, headers)).toEqual([200])
    const signedOut = await fetch(`${gateway.origin}/self-service/logout/api`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session_token: token }),
    })
    expect(signedOut.status).toBe(204)
    expect(await gateway.askAll(whoami, headers)).toEqual([401])
  })

  test('a project is made, changed and deleted in each of them before the answer @workers-2', async () => {
    const made = await gateway.control('POST', '/projects', { name: 'Second', environment: 'dev' })
    expect(made.status).toBe(201)
    const { id, slug } = await made.json()
    const origin = `http://${slug}.localhost:${new URL(gateway.origin).port}`
    expect(await gateway.askAll(`${origin}/self-service/registration/api`)).toEqual([200])

    const patch = [
      { op: 'add', path: '/services/identity/config/selfservice/flows/registration/enabled', value: false },
    ]
    const changed = await gateway.control('PATCH', `/projects/${id}`, patch)
    expect([changed.status, await changed.text()]).toEqual([200, expect.any(String)])
    expect(await gateway.askAll(`${origin}/self-service/registration/api`)).toEqual([400])

    const deleted = await gateway.control('DELETE', `/projects/${id}`)
    expect([deleted.status, await deleted.text()]).toEqual([expect.any(Number), expect.any(String)])
    expect(deleted.ok).toBe(true)
    expect(await gateway.askAll(`${origin}/self-service/login/api`)).toEqual([404])
  })

  test('a key that is revoked opens the admin API of its project in none of them @workers-3', async () => {
    const made = await gateway.control('POST', '/projects', { name: 'Third', environment: 'dev' })
    const { id, slug } = await made.json()
    const key = await (await gateway.control('POST', `/projects/${id}/tokens`, { name: 'a program' })).json()
    const url = `http://${slug}.localhost:${new URL(gateway.origin).port}/admin/identities`
    const headers = { authorization: `Bearer ${key.value}` }
    expect(await gateway.askAll(url, headers)).toEqual([200])
    expect((await gateway.control('DELETE', `/projects/${id}/tokens/${key.id}`)).status).toBe(204)
    expect(await gateway.askAll(url, headers)).toEqual([401])
  })

  test('a form that is sent to all of them at once is taken once @workers-4', async () => {
    const flow = await (await fetch(`${gateway.origin}/self-service/registration/api`)).json()
    const body = JSON.stringify({
      method: 'password',
      password: 'analytical-engine-1843',
      traits: { email: 'twice@example.com' },
    })
    const sent = await Promise.all(
      Array.from({ length: workers * 4 }, () =>
        fetch(`${gateway.origin}/self-service/registration?flow=${flow.id}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', connection: 'close' },
          body,
        }),
      ),
    )
    expect(statuses(sent).filter((status) => status === 200)).toHaveLength(1)
    const found = await fetch(`${gateway.adminOrigin}/admin/identities?credentials_identifier=twice@example.com`)
    expect(await found.json()).toHaveLength(1)
  })

  test('a page’s form that is sent to all of them at once leads on once, and each answer is the same @workers-10', async () => {
    const page = await fetch(`${gateway.origin}/registration`, { headers: { accept: 'text/html' } })
    const cookie = page.headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0])
      .join('; ')
    const { action, fields } = formWith(await page.text(), ['method', 'password']) ?? { action: '', fields: [] }
    const form = new URLSearchParams(fields.map(([name, value]) => [name, value]))
    form.set('method', 'password')
    form.set('password', 'analytical-engine-1843')
    form.set('traits.email', 'pressed-twice@example.com')
    const headers = { cookie, origin: gateway.origin, accept: 'text/html' }
    const url = new URL(action, `${gateway.origin}/registration`).href
    const all = await Promise.all(Array.from({ length: workers * 4 }, () => exchange(url, { headers, form })))
    expect([...new Set(all.map(({ statusCode }) => statusCode))]).toEqual([303])
    expect(new Set(all.map((answer) => answer.headers.location)).size).toBe(1)
    expect(new Set(all.map((answer) => answer.headers['set-cookie']?.join())).size).toBe(1)
    expect((await mailbox.next({ to: 'pressed-twice@example.com' })).to).toHaveLength(1)
    expect(mailbox.all('pressed-twice@example.com')).toHaveLength(1)
  })

  test('failed sign-ins are counted together @workers-5', async () => {
    await gateway.signUp('counted@example.com')
    const tried: number[] = []
    for (let tries = 0; tries < workers * 3; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, each at another process
      const flow = await (await fetch(`${gateway.origin}/self-service/login/api`)).json()
      // oxlint-disable-next-line no-await-in-loop -- see above
      const answer = await fetch(`${gateway.origin}/self-service/login?flow=${flow.id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ method: 'password', identifier: 'counted@example.com', password: 'wrong-and-long' }),
      })
      tried.push(answer.status)
    }
    expect(tried).toEqual([...Array(5).fill(400), ...Array(tried.length - 5).fill(429)])
  })

  test('a mail that any of them has to send arrives @workers-6', async () => {
    const addresses = Array.from({ length: workers * 3 }, (_, at) => `signs-up-${at}@example.com`)
    for (const to of addresses) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other: only one process may be awake
      await gateway.signUp(to)
      // oxlint-disable-next-line no-await-in-loop -- see above
      expect((await mailbox.next({ to, timeoutMs: 3_000 })).to).toEqual([to])
    }
  })
})

describe('a process that is killed', () => {
  test('is replaced; meanwhile the others answer, and acknowledged data are kept @workers-7', async () => {
    const gateway = await startShared()
    try {
      const token = await gateway.signUp('kept@example.com')
      const headers = { 'x-session-token': token }
      const whoami = `${gateway.origin}/sessions/whoami`
      const before = await gateway.serving()
      await kill(before.others[0])
      expect(await gateway.askAll(whoami, headers)).toEqual([200])
      await gateway.complete(1)

      await kill(before.background)
      expect(() => claimDataFolder(gateway.dataFolder)).toThrow('in use by another Gatehouse')
      expect(await gateway.askAll(whoami, headers)).toEqual([200])
      await gateway.complete(2)
      expect((await gateway.control('GET', '/projects')).status).toBe(200)

      const { id, slug } = await (
        await gateway.control('POST', '/projects', { name: 'After', environment: 'dev' })
      ).json()
      expect(id).toBeDefined()
      const url = `http://${slug}.localhost:${new URL(gateway.origin).port}/self-service/login/api`
      expect(await gateway.askAll(url)).toEqual([200])
    } finally {
      await gateway.stop()
    }
  })

  test('ends its workers if it is the primary @workers-8', async () => {
    const gateway = await startShared()
    const { background, others } = await gateway.serving()
    await gateway.kill()
    await expect.poll(() => [background, ...others].some((pid) => isAlive(pid)), { timeout: 5_000 }).toBe(false)
    expect(await answers(`${gateway.origin}/health/ready`)).toBe(false)
  })
})

test('one that cannot start is tried again after pauses that grow', async () => {
  const program = 'apps/gateway/src/workers/failing-worker.fixture.ts'
  const service = await startServiceProcess({ args: [program], environment: {} })
  try {
    const pauses = () => [...service.logs().matchAll(/"pause":(\d+)/g)].map(([, pause]) => Number(pause))
    await expect.poll(() => pauses().slice(0, 3), { timeout: 30_000 }).toEqual([1_000, 2_000, 4_000])
  } finally {
    await service.kill()
  }
})

test('a busy worker with the background work reads its pending heartbeat messages before it gives that up @workers-11', async () => {
  const program = 'apps/gateway/src/workers/busy-worker.fixture.ts'
  const service = await startServiceProcess({ args: [program], environment: {} })
  try {
    await expect.poll(() => service.logs(), { timeout: 60_000 }).toContain('the worker goes on')
    expect(service.logs()).not.toMatch(/gives up its work|a worker has ended/)
  } finally {
    await service.kill()
  }
})

describe('a worker in trouble', () => {
  const start = (trouble: string) =>
    startServiceProcess({
      args: ['apps/gateway/src/workers/troubled-workers.fixture.ts'],
      environment: { TROUBLE: trouble },
    })
  const polling = { timeout: 60_000 }

  test('one that is suspended is killed and replaced @workers-12', async () => {
    const service = await start('first is suspended')
    try {
      await expect.poll(() => service.logs(), polling).toMatch(/has not caught up for 20 seconds.*\n.*is replaced/)
    } finally {
      await service.kill()
    }
  })

  test('background work that ends its process again and again is left to another gateway @workers-13', async () => {
    const service = await start('background fails')
    try {
      await expect.poll(() => service.logs(), polling).toContain('the background work fails here')
      const [before = ''] = service.logs().split('the background work fails here')
      expect(before.match(/a worker has ended and is replaced/g)).toHaveLength(3)
    } finally {
      await service.kill()
    }
  })

  test('a suspended worker does not keep its primary from ending @workers-14', async () => {
    const service = await start('first is suspended')
    await expect.poll(() => service.logs().match(/a worker serves/g)?.length, polling).toBe(2)
    const [, pid] = /"pid":(\d+),"msg":"a worker serves"/.exec(service.logs()) ?? []
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), polling).toContain(') T ')
    expect(await service.stop(30_000)).toBe(0)
  })

  test('a message to a worker that was just killed is dropped @workers-15', async () => {
    const worker = forkApplying()
    await once(worker, 'message')
    const errors: unknown[] = []
    worker.on('error', (error) => errors.push(error))
    const closed = once(worker, 'close')
    worker.kill('SIGKILL')
    // The process ends before this one hears of it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
    expect(worker.connected).toBe(true)
    send(worker, { kind: 'reload' })
    await closed
    expect(errors).toEqual([])
  })
})

const forkApplying = () =>
  fork('apps/gateway/src/workers/applying-worker.fixture.ts', [workerArgument({ isFirst: false, isInCluster: true })], {
    serialization: 'advanced',
  })

test('a worker applies the changes before it serves, and a heartbeat counts after them @workers-16', async () => {
  const worker = forkApplying()
  const messages: string[] = []
  worker.on('message', ({ kind, ...rest }: { readonly kind: string }) =>
    messages.push([kind, ...Object.values(rest)].join(' ')),
  )
  const polling = { timeout: 60_000 }
  try {
    await expect.poll(() => messages, polling).toEqual(['subscribes'])
    send(worker, { kind: 'heartbeat', at: monotonicMs() - 10_000 })
    send(worker, { kind: 'heartbeat', at: monotonicMs() + 60_000 })
    send(worker, { kind: 'reload' })
    // The first heartbeat has expired: the worker does not serve by it.
    await expect
      .poll(() => messages, polling)
      .toEqual(['subscribes', 'fenced true', 'caught up 7', 'fenced true', 'caught up 7', 'fenced false', 'ready'])
  } finally {
    worker.kill('SIGKILL')
  }
})

test('a request to end is answered by all of them, or by one that is replaced: nothing under way is cut off @workers-9', async () => {
  const gateway = await startShared({ LOG_LEVEL: 'info' })
  const flow = await (await fetch(`${gateway.origin}/self-service/login/api`)).json()
  const posts = startPosts(`${gateway.origin}/self-service/login?flow=${flow.id}`)
  await vi.waitUntil(() => posts.answered() > 20, { timeout: 60_000 })
  const [worker] = (await gateway.serving()).others
  process.kill(worker ?? 0, 'SIGTERM')
  // The others answer throughout, also after the one has ended and until its replacement serves.
  await gateway.complete(1)
  const before = posts.answered()
  await vi.waitUntil(() => posts.answered() > before + 20, { timeout: 60_000 })

  const lost = posts.untilRefused()
  const stopped = gateway.stop(20_000)
  expect(await lost).toEqual([])
  expect(await stopped).toBe(0)
})

/** Resolves once the process has ended: until then the system still assigns connections to it. */
async function kill(pid: number | undefined): Promise<void> {
  process.kill(pid ?? 0, 'SIGKILL')
  await vi.waitUntil(() => !isAlive(pid), { timeout: 10_000, interval: 10 })
}

function isAlive(pid: number | undefined): boolean {
  try {
    return process.kill(pid ?? 0, 0)
  } catch {
    return false
  }
}
