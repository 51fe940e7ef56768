import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, repositoryRoot } from '@gatehouse/testing/processes'
import { answers, ended } from './processes.ts'
import type { Figure } from './report.ts'
import { median } from './statistics.ts'

const starts = 5

/** `npm start` until ready, everything installed and built, an empty data folder each time. Milliseconds. */
export async function measureStart(): Promise<readonly Figure[]> {
  const times: number[] = []
  for (let start = 0; start < starts; start += 1) {
    const [publicPort, adminPort, consolePort] = await freePorts(3)
    const data = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
    const before = performance.now()
    const child = spawn('npm', ['start', '--silent'], {
      cwd: repositoryRoot,
      env: {
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
      times.push(performance.now() - before)
    } finally {
      await ended(child)
      await rm(data, { recursive: true, force: true })
    }
  }
  return [{ name: 'npm start until ready, warm clone', value: median(times), unit: 'ms' }]
}
