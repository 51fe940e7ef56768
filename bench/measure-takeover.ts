import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startGateway, startPostgres, type GatewayProcess } from '@gatehouse/testing/processes'
import type { Figure } from './report.ts'

/** With no project but the first one, and with a hundred: the difference is the cost of projects. */
const sizes = [0, 100] as const
const lookMs = 10
const timeoutMs = 120_000

/**
 * Measures the time from the end of a gateway until another one does its background work: the first of two gateways on one
 * PostgreSQL server, with the server's usual hundred connections, is killed as its machine would be. Console and admin
 * API of the other one answer meanwhile.
 */
export async function measureTakeover(): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const projects of sizes) {
    figures.push({
      name: `another gateway does the background work, with ${projects} projects`,
      value: await takeOver(projects),
      unit: 'ms',
      target: { compare: '≤', value: 10_000 },
    })
  }
  return figures
}

async function takeOver(projects: number): Promise<number> {
  const server = await startPostgres({ fsync: 'off' })
  const environment = {
    GATEHOUSE_DEV: 'false',
    GATEHOUSE_WORKERS: '2',
    GATEHOUSE_DRAIN_SECONDS: '1',
    GATEHOUSE_DATABASE: server.createDatabase(),
    GATEHOUSE_SECRETS: 'one-secret-that-all-of-these-gateways-have',
    LOG_LEVEL: 'info',
  }
  const running: GatewayProcess[] = []
  try {
    const first = await startGateway({ environment, mode: 'built' })
    running.push(first)
    await makeProjects(first, projects)
    const second = await startGateway({ environment, mode: 'built' })
    running.push(second)
    const begun = performance.now()
    await running.shift()?.kill()
    await until(() => second.logs().includes('a worker begins the background work'))
    const ms = performance.now() - begun
    if (!(await answers(second))) throw new Error('the console of the other gateway does not answer')
    return ms
  } finally {
    for (const gateway of running) await gateway.stop()
    await server.stop()
  }
}

async function makeProjects({ consoleOrigin, dataFolder }: GatewayProcess, count: number): Promise<void> {
  const key = (await readFile(join(dataFolder, 'workspace-api-key'), 'utf8')).trim()
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  for (let at = 0; at < count; at += 1) {
    const body = JSON.stringify({ name: `Project ${at}`, environment: 'dev' })
    const answer = await fetch(`${consoleOrigin}/projects`, { method: 'POST', headers, body })
    if (answer.status !== 201) throw new Error(`project ${at}: ${answer.status} ${await answer.text()}`)
  }
}

const answers = ({ consoleOrigin }: GatewayProcess) =>
  fetch(`${consoleOrigin}/health/alive`, { headers: { connection: 'close' } }).then(
    ({ ok }) => ok,
    () => false,
  )

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const begun = performance.now()
  while (!(await condition())) {
    if (performance.now() - begun > timeoutMs) throw new Error(`not within ${timeoutMs / 1000} seconds`)
    await delay(lookMs)
  }
}
