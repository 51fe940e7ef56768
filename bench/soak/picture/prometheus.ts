import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@gatehouse/testing/processes'
import { z } from 'zod'
import { answers, ended } from '../../processes.ts'

/** One line of a query: its labels, and its values at each step; `null` if there is none. */
export interface Series {
  readonly labels: Readonly<Record<string, string>>
  readonly values: readonly (number | null)[]
}

/** A Prometheus with the samples of a soak. */
export interface Prometheus {
  /** The moments that queries answer for, in Unix seconds. */
  readonly moments: readonly number[]
  query(expression: string): Promise<readonly Series[]>
  stop(): Promise<void>
}

const answer = z.object({
  status: z.literal('success'),
  data: z.object({
    result: z.array(
      z.object({ metric: z.record(z.string(), z.string()), values: z.array(z.tuple([z.number(), z.string()])) }),
    ),
  }),
})

/**
 * Starts one (Debian: `prometheus`) over samples that were written down with their time, at least every `everySeconds`.
 * Between two of them the last one counts; queries answer for every `stepSeconds`.
 */
export async function startPrometheus(
  samplesFile: string,
  { everySeconds, stepSeconds }: Seconds,
): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-prometheus-'))
  try {
    return await startIn(folder, samplesFile, { everySeconds, stepSeconds })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

interface Seconds {
  readonly everySeconds: number
  readonly stepSeconds: number
}

async function startIn(
  folder: string,
  samplesFile: string,
  { everySeconds, stepSeconds }: Seconds,
): Promise<Prometheus> {
  const data = join(folder, 'data')
  const kept = ['--max-block-duration=240h', samplesFile, data]
  const blocks = execFileSync('promtool', ['tsdb', 'create-blocks-from', 'openmetrics', ...kept], { encoding: 'utf8' })
  const times = timesOf(blocks)
  await writeFile(join(folder, 'prometheus.yml'), 'scrape_configs: []\n')
  const port = await freePort()
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${data}`,
      '--storage.tsdb.retention.time=10y',
      `--query.lookback-delta=${everySeconds + 60}s`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const url = `http://127.0.0.1:${port}`
  try {
    await answers(`${url}/-/ready`, child)
  } catch (error) {
    await ended(child)
    throw error
  }
  const [start, end] = times
  const moments = Array.from(
    { length: Math.floor((end - start) / stepSeconds) + 1 },
    (_, step) => start + step * stepSeconds,
  )
  return {
    moments,
    query: async (expression) => {
      const range = {
        query: expression,
        start: String(start),
        end: String(moments.at(-1) ?? end),
        step: String(stepSeconds),
      }
      const asked = await fetch(`${url}/api/v1/query_range?${new URLSearchParams(range)}`)
      const text = await asked.text()
      if (!asked.ok) throw new Error(`${expression} was answered ${asked.status}: ${text}`)
      return answer.parse(JSON.parse(text)).data.result.map(({ metric, values }) => {
        const at = new Map(values.map(([moment, value]) => [Math.round((moment - start) / stepSeconds), Number(value)]))
        return { labels: metric, values: moments.map((_, step) => finite(at.get(step))) }
      })
    },
    stop: async () => {
      await ended(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const finite = (value: number | undefined) => (value !== undefined && Number.isFinite(value) ? value : null)

/** Returns the first and the last moment of the blocks that promtool lists, in Unix seconds. */
function timesOf(listed: string): readonly [number, number] {
  const moments = [...listed.matchAll(/\b(1\d{12})\b/g)].map(([text]) => Number(text) / 1_000)
  return [Math.min(...moments), Math.max(...moments)]
}
