import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  freePort,
  freePorts,
  postgresIsMissing,
  repositoryRoot,
  startGateway,
  startPostgres,
  type GatewayProcess,
  type PostgresProcess,
} from '@gatehouse/testing/processes'
import { startMailbox } from '@gatehouse/testing/receivers'
import { expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { startHastyPrometheus, type HastyPrometheus } from './prometheus.fixture.ts'

const timeoutMs = 90_000
vi.setConfig({ testTimeout: 600_000 })

const why =
  postgresIsMissing() ??
  (spawnSync('prometheus', ['--version']).status === 0 ? undefined : 'install Debian’s package prometheus')

interface Stage {
  readonly gateway: Pick<GatewayProcess, 'origin' | 'adminOrigin' | 'pid'>
  readonly postgres: Pick<PostgresProcess, 'rows'>
  readonly database: string
  readonly prometheus: HastyPrometheus
  /** Ends a part; a second call does nothing. */
  readonly stop: Readonly<Record<'gateway' | 'postgres' | 'mail', () => Promise<unknown>>>
}

/** Returns a function that does something once, and waits for it again afterwards. */
function atMostOnce(act: () => Promise<unknown>): () => Promise<unknown> {
  let done: Promise<unknown> | undefined
  return () => (done ??= act())
}

const json = { 'content-type': 'application/json' }

/** Starts a flow and submits it; the status, or 0 without an answer. */
async function submit({ gateway }: Stage, kind: string, body: object): Promise<number> {
  try {
    const { id } = await (await fetch(`${gateway.origin}/self-service/${kind}/api`)).json()
    const init = { method: 'POST', headers: json, body: JSON.stringify(body) }
    return (await fetch(`${gateway.origin}/self-service/${kind}?flow=${id}`, init)).status
  } catch {
    return 0
  }
}

const signIn = (stage: Stage, identifier: string) =>
  submit(stage, 'login', { method: 'password', identifier, password: 'of somebody else' })

/** Does something again and again, so many at once, until the alerts fire. */
async function until(stage: Stage, alerts: readonly string[], act: () => Promise<unknown>, atOnce = 1): Promise<void> {
  const over = new AbortController()
  const again = async () => {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    while (!over.signal.aborted) await act()
  }
  const acting = Array.from({ length: atOnce }, again)
  try {
    await fires(stage, ...alerts)
  } finally {
    over.abort()
    await Promise.all(acting)
  }
}

const fires = ({ prometheus }: Stage, ...alerts: readonly string[]) =>
  expect
    .poll(() => prometheus.firing(), { timeout: timeoutMs, interval: 500 })
    .toEqual(expect.arrayContaining([...alerts]))

const moveClock = async ({ gateway }: Stage, move: string) => {
  const init = { method: 'POST', headers: json, body: JSON.stringify({ move }) }
  expect((await fetch(`${gateway.origin}/dev/clock`, init)).status).toBe(200)
}

/** Creates accounts, and asks for a recovery code for each. */
async function askForCodes(stage: Stage, count: number): Promise<void> {
  const { gateway } = stage
  const [schema] = await (await fetch(`${gateway.origin}/schemas`)).json()
  const emails = Array.from({ length: count }, (_, index) => `person-${index}-${crypto.randomUUID()}@example.com`)
  const identities = emails.map((email) => ({ create: { schema_id: schema.id, traits: { email } } }))
  const init = { method: 'PATCH', headers: json, body: JSON.stringify({ identities }) }
  expect((await fetch(`${gateway.adminOrigin}/admin/identities`, init)).status).toBe(200)
  for (const email of emails) {
    // oxlint-disable-next-line no-await-in-loop -- one person after the other
    expect(await submit(stage, 'recovery', { method: 'code', email })).toBe(200)
  }
}

/** TABLE: how each alert is made to fire, in this order: later faults leave less of the service. */
const faults: readonly (readonly [alerts: readonly string[], plant: (stage: Stage) => Promise<void>])[] = [
  [
    ['GatehouseBlocked'],
    async (stage) => {
      process.kill(stage.gateway.pid, 'SIGSTOP')
      // A scrape waits for two seconds: the process stands still for longer than the alert allows.
      await expect.poll(() => stage.prometheus.isScraping(), { timeout: timeoutMs, interval: 100 }).toBe(false)
      process.kill(stage.gateway.pid, 'SIGCONT')
      await fires(stage, 'GatehouseBlocked')
    },
  ],
  [
    ['GatehouseSignInsFail'],
    (stage) => until(stage, ['GatehouseSignInsFail'], () => signIn(stage, 'nobody@example.com'), 4),
  ],
  [
    // The mail server refuses the recipient for good.
    ['GatehouseDeliveriesGivenUp'],
    async (stage) => {
      await askForCodes(stage, 1)
      await fires(stage, 'GatehouseDeliveriesGivenUp')
    },
  ],
  [
    ['GatehouseDegraded', 'GatehouseMailsWait'],
    async (stage) => {
      await stage.stop.mail()
      await askForCodes(stage, 110)
      await fires(stage, 'GatehouseDegraded', 'GatehouseMailsWait')
    },
  ],
  [
    // Nobody listens at the stream's receiver.
    ['GatehouseEventsWait'],
    async (stage) => {
      await moveClock(stage, '18m')
      await fires(stage, 'GatehouseEventsWait')
    },
  ],
  [
    ['GatehouseSlow', 'GatehouseDatabaseBusy'],
    (stage) => {
      const lock =
        'DO $$ BEGIN LOCK TABLE gatehouse_identity.flows IN ACCESS EXCLUSIVE MODE; PERFORM pg_sleep(3); END $$'
      let isLocked: Promise<unknown> | undefined
      return until(
        stage,
        ['GatehouseSlow', 'GatehouseDatabaseBusy'],
        async () => {
          isLocked ??= stage.postgres.rows(stage.database, lock).finally(() => (isLocked = undefined))
          await fetch(`${stage.gateway.origin}/self-service/login/api`).catch(() => undefined)
        },
        20,
      )
    },
  ],
  [
    ['GatehouseErrors', 'GatehousePartDown'],
    async (stage) => {
      await stage.stop.postgres()
      await until(stage, ['GatehouseErrors', 'GatehousePartDown'], () => signIn(stage, 'nobody@example.com'))
    },
  ],
  [
    ['GatehouseDown'],
    async (stage) => {
      await stage.stop.gateway()
      await fires(stage, 'GatehouseDown')
    },
  ],
]

async function begin(): Promise<Stage> {
  const [metricsPort = 0] = await freePorts(1)
  const refused = Object.assign(new Error('no such recipient'), { responseCode: 550 })
  const mailbox = await startMailbox(0, () => Promise.reject(refused))
  const postgres = await startPostgres()
  const database = postgres.createDatabase()
  const gateway = await startGateway({
    environment: {
      GATEHOUSE_DATABASE: `${database}?max_conns=2`,
      GATEHOUSE_SMTP_URL: mailbox.uri,
      GATEHOUSE_METRICS_URL: `http://127.0.0.1:${metricsPort}`,
      LOG_LEVEL: 'error',
    },
  })
  const key = (await readFile(join(gateway.dataFolder, 'workspace-api-key'), 'utf8')).trim()
  const headers = { ...json, authorization: `Bearer ${key}` }
  const [project] = await (await fetch(`${gateway.consoleOrigin}/projects`, { headers })).json()
  // A port without a listener.
  const endpoint = `http://127.0.0.1:${await freePort()}/events`
  const stream = await fetch(`${gateway.consoleOrigin}/projects/${project.id}/eventstreams`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ type: 'https', https_endpoint: endpoint }),
  })
  expect(stream.ok).toBe(true)
  const stop = {
    gateway: atMostOnce(() => gateway.stop()),
    postgres: atMostOnce(() => postgres.stop()),
    mail: atMostOnce(() => mailbox.close()),
  }
  return { gateway, postgres, database, stop, prometheus: await startHastyPrometheus(gateway.adminOrigin) }
}

test('each alert fires for a fault of a running gateway that a real Prometheus scrapes @metrics-9', async ({
  skip,
}) => {
  if (process.env['CI'] !== 'true') skip(why !== undefined, why)
  expect(why).toBeUndefined()
  const { groups } = parse(await readFile(join(repositoryRoot, 'ops/alerts.yml'), 'utf8'))
  const rules: readonly string[] = groups[0].rules.map(({ alert }: { readonly alert: string }) => alert)
  expect(faults.flatMap(([alerts]) => alerts).toSorted()).toEqual(rules.toSorted())
  const documented = await readFile(join(repositoryRoot, 'docs/monitoring.md'), 'utf8')
  const rows = faults.map(([alerts]) => `| ${alerts.map((alert) => `\`${alert}\``).join(', ')} | `)
  expect(rows.filter((row) => !documented.includes(row))).toEqual([])
  const stage = await begin()
  try {
    await expect.poll(() => stage.prometheus.isScraping(), { timeout: timeoutMs }).toBe(true)
    for (const [alerts, plant] of faults) {
      // oxlint-disable no-await-in-loop -- one fault after the other
      const early = async () => (await stage.prometheus.firing()).filter((one) => alerts.includes(one))
      // The delay of a start on a busy machine counts for a minute.
      await expect.poll(early, { timeout: 2 * timeoutMs, interval: 500 }).toEqual([])
      await plant(stage)
      // oxlint-enable no-await-in-loop
    }
  } finally {
    await stage.prometheus.stop()
    for (const stop of [stage.stop.gateway, stage.stop.postgres, stage.stop.mail]) {
      // oxlint-disable-next-line no-await-in-loop -- the gateway first, which uses the others
      await stop()
    }
  }
})
