import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, repositoryRoot } from '@gatehouse/testing/processes'
import { expect } from 'vitest'

/** A real Prometheus that scrapes a gateway every two seconds and evaluates the rules of ops/, where a minute is a second. */
export interface HastyPrometheus {
  /** The alerts that fire now. */
  firing(): Promise<readonly string[]>
  /** Whether the last scrape had an answer. */
  isScraping(): Promise<boolean>
  stop(): Promise<void>
}

/** The rules with every minute as a second, and nothing else changed. */
function hastened(rules: string): string {
  return rules.replaceAll(/(for: |\[)(\d+)m\b/g, '$1$2s')
}

/** Starts one (Debian: `prometheus`). */
export async function startHastyPrometheus(adminOrigin: string): Promise<HastyPrometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-alerts-'))
  const rules = await readFile(join(repositoryRoot, 'ops/alerts.yml'), 'utf8')
  await writeFile(join(folder, 'alerts.yml'), hastened(rules))
  const settings = {
    global: { scrape_interval: '2s', scrape_timeout: '2s', evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    scrape_configs: [{ job_name: 'gatehouse', static_configs: [{ targets: [new URL(adminOrigin).host] }] }],
  }
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(settings))
  const address = `127.0.0.1:${await freePort()}`
  const args = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=${address}`,
    '--log.level=warn',
  ]
  const child = spawn('prometheus', args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const query = async (expression: string): Promise<readonly { readonly metric: { readonly alertname: string } }[]> => {
    const answer = await fetch(`http://${address}/api/v1/query?${new URLSearchParams({ query: expression })}`)
    return (await answer.json()).data.result
  }
  await expect
    .poll(
      () =>
        fetch(`http://${address}/-/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true)
  return {
    firing: async () => {
      const alerts = await query('ALERTS{alertstate="firing"}')
      return [...new Set(alerts.map(({ metric }) => metric.alertname))].toSorted()
    },
    isScraping: async () => (await query('up == 1')).length > 0,
    stop: async () => {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      process.off('exit', kill)
      await exit
      await rm(folder, { recursive: true, force: true })
    },
  }
}
