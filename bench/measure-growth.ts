import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hold } from '@gatehouse/testing/growth'
import type { Figure } from './report.ts'

const tests = [
  'packages/identity/src/growth.test.ts',
  'packages/control-plane/src/growth.test.ts',
  'apps/gateway/src/edge/growth.test.ts',
]
/** No request may hold the event loop for longer. Milliseconds. */
const longest = 50
/** The limit of Node for address and headers; longer ones never come through a listener. Bytes. */
const longestHead = 16_384
const shown = 40

/**
 * Plays the tests of growth, and tells for how long each request held the event loop at most, in processor time, the
 * first one included. Prints the worst operations at ×1, ×10 and ×100; figures are the worst of each test.
 */
export async function measureGrowth(): Promise<readonly Figure[]> {
  const root = join(import.meta.dirname, '..')
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-growth-'))
  return tests.map((file, index) => {
    const report = join(folder, `${index}.jsonl`)
    // As people run it: a test would load React's build for development.
    const environment = { ...process.env, NODE_ENV: 'production', GROWTH_REPORT: report }
    const { status } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=dot', '-t', '^(?!.*hostile texts)', file],
      {
        cwd: root,
        env: environment,
        stdio: 'inherit',
      },
    )
    const holds = readHolds(report)
    const names = Object.entries(Object.groupBy(holds, ({ name }) => name))
    const rows = names
      .map(([name, all = []]) => ({ name, worst: [1, 10, 100].map((scale) => worstOf(all, scale)) }))
      .toSorted((a, b) => Math.max(...b.worst) - Math.max(...a.worst))
    console.log(`\n${file}: ${rows.length} operations, ${holds.length} requests; milliseconds at ×1, ×10, ×100`)
    for (const { name, worst } of rows.slice(0, shown)) {
      console.log(`${worst.map((value) => value.toFixed(1).padStart(7)).join(' ')}  ${name}`)
    }
    return {
      name: `longest hold of the event loop, ${file.split('/').slice(0, 2).join('/')}`,
      value: Math.max(...rows.flatMap(({ worst }) => worst)),
      unit: 'ms',
      target: { compare: '≤', value: longest },
      note: `${rows.length} operations${status === 0 ? '' : ', and a test failed'}`,
    }
  })
}

function readHolds(file: string): readonly Hold[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const holds = lines.map((line): Hold => JSON.parse(line))
  return holds.filter(({ name, sent }) => !name.endsWith('(query and headers)') || sent <= longestHead)
}

function worstOf(holds: readonly Hold[], scale: number): number {
  return Math.max(0, ...holds.flatMap((hold) => (hold.scale === scale ? [hold.microseconds / 1_000] : [])))
}
