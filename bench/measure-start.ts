import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, repositoryRoot } from '@gatehouse/testing/processes'
import { answers, ended, processorMsOf, residentMiB } from './processes.ts'
import type { Figure } from './report.ts'
import { median } from './statistics.ts'

const rounds = 20
const node = [process.execPath, '--disable-warning=ExperimentalWarning']

/**
 * TABLE: the programs that are started, one after the other in every round, so that a machine whose speed drifts slows
 * all alike.
 */
const ways: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  { name: 'the bundle', command: [...node, 'dist/main.js'] },
  { name: 'the sources', command: [...node, 'apps/gateway/src/main.ts'] },
  { name: 'npm start', command: ['npm', 'start', '--silent'] },
]

interface Start {
  readonly ms: number
  readonly processorMs: number
  readonly memoryMiB: number
}

/**
 * Measures the time from the start of a process until it is ready: everything installed and built, an empty data folder
 * each time.
 */
export async function measureStart(): Promise<readonly Figure[]> {
  const starts = new Map<string, Start[]>(ways.map(({ name }) => [name, []]))
  // The first round only fills the compile caches.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, command } of ways) {
      const start = await startOnce(command)
      if (round > 0) starts.get(name)?.push(start)
    }
  }
  return ways.flatMap(({ name }) => {
    const all = starts.get(name) ?? []
    const figures: Figure[] = [{ name: `${name} until ready`, value: median(all.map(({ ms }) => ms)), unit: 'ms' }]
    // npm is another process than the one that it starts.
    if (name === 'npm start') return figures
    return [
      ...figures,
      { name: `${name}: processor time`, value: median(all.map(({ processorMs }) => processorMs)), unit: 'ms' },
      { name: `${name}: memory when ready`, value: median(all.map(({ memoryMiB }) => memoryMiB)), unit: 'MiB' },
    ]
  })
}

async function startOnce([program = '', ...args]: readonly string[]): Promise<Start> {
  const [publicPort, adminPort, consolePort] = await freePorts(3)
  const data = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
  const before = performance.now()
  const child = spawn(program, args, {
    cwd: repositoryRoot,
    env: {
      NODE_COMPILE_CACHE: join(repositoryRoot, 'node_modules/.cache/compiled'),
      ...process.env,
      GATEHOUSE_PUBLIC_URL: `http://localhost:${publicPort}`,
      GATEHOUSE_ADMIN_URL: `http://127.0.0.1:${adminPort}`,
      GATEHOUSE_CONSOLE_URL: `http://localhost:${consolePort}`,
      GATEHOUSE_DATA: data,
    },
    stdio: 'ignore',
  })
  try {
    await answers(`http://localhost:${publicPort}/health/ready`, child)
    const ms = performance.now() - before
    return { ms, processorMs: processorMsOf(child.pid ?? 0), memoryMiB: residentMiB(child.pid ?? 0) }
  } finally {
    await ended(child)
    await rm(data, { recursive: true, force: true })
  }
}
