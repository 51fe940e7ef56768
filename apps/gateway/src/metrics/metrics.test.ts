import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, repositoryRoot } from '@gatehouse/testing/processes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startShared, workers, type SharedGateway } from '../workers/workers.fixture.ts'

let gateway: SharedGateway
let metricsOrigin = ''
beforeAll(async () => {
  metricsOrigin = `http://127.0.0.1:${await freePort()}`
  gateway = await startShared({ GATEHOUSE_METRICS_URL: metricsOrigin })
  await gateway.complete()
})
afterAll(() => gateway.stop())

/** The samples of a scrape, by name and labels. */
async function scrape(path: string, origin = gateway.adminOrigin): Promise<ReadonlyMap<string, number>> {
  // A process that is suspended gets connections as well, and answers none.
  const ask = () => fetch(`${origin}${path}`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(5_000) })
  const answer = await ask().catch(ask).catch(ask).catch(ask)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('version=0.0.4')])
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

const sum = (samples: ReadonlyMap<string, number>, name: string, ...labels: readonly string[]) =>
  [...samples].reduce(
    (all, [key, value]) => (key.startsWith(`${name}{`) && labels.every((one) => key.includes(one)) ? all + value : all),
    0,
  )

test('the counts of all workers are summed, at our address and at those of Kratos @metrics-1', async () => {
  await gateway.signUp('ada@example.com')
  // The existing person, with a wrong password and with the right one.
  await gateway.signIn('ada@example.com', 'a password of somebody else')
  await gateway.signIn('ada@example.com', 'analytical-engine-1843')
  // Each request has a new connection, so that every worker gets some.
  expect(await gateway.askAll(`${gateway.origin}/self-service/login/api`)).toEqual([200])
  for (const path of ['/metrics', '/metrics/prometheus', '/admin/metrics/prometheus']) {
    const samples = await scrape(path)
    expect(sum(samples, 'gatehouse_http_requests_total', 'route="identity"', 'status="200"')).toBeGreaterThanOrEqual(40)
    expect(
      sum(samples, 'gatehouse_flows_total', 'flow="registration"', 'method="password"', 'result="succeeded"'),
    ).toBe(1)
    for (const result of ['failed', 'succeeded']) {
      const labels = ['flow="login"', 'method="password"', `result="${result}"`]
      expect([result, sum(samples, 'gatehouse_flows_total', ...labels)]).toEqual([result, 1])
    }
    expect(samples.get('gatehouse_messages_waiting')).toEqual(expect.any(Number))
    expect(samples.get('nodejs_eventloop_lag_p99_seconds')).toEqual(expect.any(Number))
    expect([...samples.keys()].filter((key) => key.startsWith('gatehouse_info'))).toHaveLength(1)
  }
})

test('a separate address has the same metrics and nothing else, with the delay of each process @metrics-7', async () => {
  const [own, admin] = [await scrape('/metrics', metricsOrigin), await scrape('/metrics')]
  const names = (samples: ReadonlyMap<string, number>) =>
    new Set([...samples.keys()].filter((key) => key.startsWith('gatehouse_')).map((key) => key.replace(/\{.*/, '')))
  expect(names(own)).toEqual(names(admin))
  const delays = [...own.keys()].filter((key) => key.startsWith('gatehouse_worker_event_loop_delay_seconds{'))
  expect(delays).toHaveLength(workers)
  const everything = ['/', '/health/ready', '/admin/identities']
  expect(await Promise.all(everything.map(async (path) => (await fetch(metricsOrigin + path)).status))).toEqual([
    404, 404, 404,
  ])
  expect((await fetch(`${metricsOrigin}/metrics`, { headers: { origin: 'http://evil.example' } })).status).toBe(403)
})

test('arbitrary addresses create no further series @metrics-2', async () => {
  const before = (await scrape('/metrics')).size
  for (let time = 0; time < 20; time += 1)
    await fetch(`${gateway.origin}/nowhere-${time}?a=${time}`, { method: 'PROPFIND' })
  const samples = await scrape('/metrics')
  expect(samples.size - before).toBeLessThan(20)
  expect([...samples.keys()].join('\n')).not.toMatch(/nowhere|PROPFIND/)
})

test('every metric of the dashboard and of the alerts exists @metrics-3', async () => {
  const read = (name: string) => readFile(join(repositoryRoot, 'ops', name), 'utf8')
  const used = [await read('dashboard.json'), await read('alerts.yml')].map((text) => [
    ...text.matchAll(/\b(?:gatehouse|nodejs|process)_[a-z0-9_]+\b/g),
  ])
  const there = new Set([...(await scrape('/metrics')).keys()].map((key) => key.replace(/\{.*/, '')))
  for (const names of used) {
    expect(names.length).toBeGreaterThan(5)
    expect(names.map(([name]) => name).filter((name) => !there.has(name))).toEqual([])
  }
  const { groups } = parse(await read('alerts.yml'))
  for (const { alert, expr, annotations } of groups[0].rules) {
    expect([alert, expr, annotations.summary, annotations.description]).not.toContain(undefined)
  }
})

test('counts are kept if a worker is late, and after one has ended @metrics-6', async () => {
  const counted = async () => {
    const samples = await scrape('/metrics')
    const answered = (name: string) => sum(samples, name, 'route="identity"')
    return [answered('gatehouse_http_requests_total'), answered('gatehouse_http_request_duration_seconds_count')]
  }
  expect(await gateway.askAll(`${gateway.origin}/self-service/login/api`)).toEqual([200])
  const before = await counted()
  const { background, others } = await gateway.serving()
  const [late = 0, ended = 0] = others
  process.kill(late, 'SIGSTOP')
  try {
    expect(await counted()).toEqual(before)
  } finally {
    process.kill(late, 'SIGCONT')
  }
  process.kill(ended, 'SIGKILL')
  await gateway.complete(1)
  expect(await counted()).toEqual(before)
  process.kill(background, 'SIGKILL')
  await gateway.complete(2)
  expect(await counted()).toEqual(before)
})

test('the version is that of the program', async () => {
  const { version } = await (await fetch(`${gateway.adminOrigin}/version`)).json()
  expect(version).toMatch(/^\d+\.\d+\.\d+/)
  expect(workers).toBeGreaterThan(1)
})
