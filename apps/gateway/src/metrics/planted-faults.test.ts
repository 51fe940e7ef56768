import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, freePorts, startGateway, type GatewayProcess } from '@gatehouse/testing/processes'
import { afterAll, beforeAll, expect, test } from 'vitest'

let gateway: GatewayProcess
beforeAll(async () => {
  const [mail = 0, metrics = 0] = await freePorts(2)
  gateway = await startGateway({
    environment: {
      // A port without a listener.
      GATEHOUSE_SMTP_URL: `smtp://127.0.0.1:${mail}/?disable_starttls=true`,
      GATEHOUSE_METRICS_URL: `http://127.0.0.1:${metrics}`,
      LOG_LEVEL: 'info',
    },
  })
  const headers = {
    authorization: `Bearer ${readFileSync(join(gateway.dataFolder, 'workspace-api-key'), 'utf8').trim()}`,
    'content-type': 'application/json',
  }
  const [project] = await (await fetch(`${gateway.consoleOrigin}/projects`, { headers })).json()
  const stream = await fetch(`${gateway.consoleOrigin}/projects/${project.id}/eventstreams`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ type: 'https', https_endpoint: `http://127.0.0.1:${await freePort()}/events` }),
  })
  if (!stream.ok) throw new Error(await stream.text())
  for (let person = 0; person < 12; person += 1) await askForCode(`person-${person}@example.com`)
})
afterAll(() => gateway.stop())

/** Signs a person up with a code that no mail server accepts. */
async function askForCode(email: string): Promise<void> {
  const flow = await (await fetch(`${gateway.origin}/self-service/registration/api`)).json()
  const answer = await fetch(`${gateway.origin}/self-service/registration?flow=${flow.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'password', password: 'analytical-engine-1843', traits: { email } }),
  })
  expect(answer.status).toBe(200)
}

/** The values of a metric, by its labels. */
async function metric(name: string): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${gateway.adminOrigin}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  return Object.fromEntries(
    lines.map((line) => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

test('undelivered mails and events are counted, and the service is degraded while the mail server accepts none @health-4', async () => {
  const ready = async () => {
    const answer = await fetch(`${gateway.origin}/health/ready`)
    return [answer.status, await answer.json()]
  }
  await expect
    .poll(() => metric('gatehouse_deliveries_total'), { timeout: 20_000 })
    .toMatchObject({
      '{kind="message",result="failed"}': expect.any(Number),
      '{kind="event",result="failed"}': expect.any(Number),
    })

  const moved = await fetch(`${gateway.origin}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // Unsent codes are given up once they have expired, after ten minutes.
    body: JSON.stringify({ move: '9m' }),
  })
  expect(moved.status).toBe(200)
  // Counts are cached for a while.
  await expect
    .poll(ready, { timeout: 40_000, interval: 500 })
    .toEqual([200, { status: 'degraded', degraded: { mail: 'not delivered' } }])
  await expect
    .poll(async () => (await metric('gatehouse_event_oldest_pending_seconds'))[''], { timeout: 40_000, interval: 500 })
    .toBeGreaterThanOrEqual(540)
  expect((await metric('gatehouse_event_deliveries'))['{state="pending"}']).toBeGreaterThanOrEqual(12)
  expect((await metric('gatehouse_messages_waiting'))['']).toBeGreaterThanOrEqual(12)
  expect(await metric('gatehouse_health_condition')).toMatchObject({ '{part="mail"}': 1, '{part="database"}': 0 })
  // One line, with the reason; ten readiness probes write no further line.
  expect(gateway.logs().match(/mails wait: the connection was refused/g)).toHaveLength(1)
  expect(gateway.logs()).not.toContain('a part of the service is not sound')
})
