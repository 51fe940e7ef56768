import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Outcome } from './tally.ts'
import { deadlineVariable, root, runTool, withReport } from './tool.ts'
import { progressVariable } from './progress.ts'
import { reportFileVariable } from './vitest-reporter.ts'

const broken = `
import { beforeAll, describe, expect, test } from 'vitest'

test('works', () => {})
test.skip('waits', () => {})
test('breaks', () => expect([{ said: 'what was there' }]).toEqual([]))
describe('a group', () => {
  beforeAll(() => { throw new Error('no engine to be had') })
  test('is never reached', () => {})
})
`

const slow = `
import { test } from 'vitest'

test('ends', () => {})
test('hangs', () => new Promise((resolve) => setTimeout(resolve, 60_000)), 90_000)
`

/** Runs files of tests with the reporter; its report is undefined if it wrote none. */
async function runFiles(files: Readonly<Record<string, string>>, environment: Readonly<Record<string, string>> = {}) {
  // Inside the repository, so that the packages are found.
  const folder = await mkdtemp(join(root, 'node_modules/.cache/reporter-'))
  const config = "export default { test: { include: ['*.test.js'], exclude: [] } }"
  try {
    for (const [name, text] of Object.entries({ ...files, 'vitest.config.js': config }))
      await writeFile(join(folder, name), text)
    const args = ['run', '--root', folder, `--reporter=${root}tooling/runners/vitest-reporter.ts`]
    const { report, ...ran } = await withReport(async (file) => {
      const result = await runTool('vitest', args, { environment: { ...environment, [reportFileVariable]: file } })
      return { ...result, output: result.output.replaceAll(`${folder}/`, '') }
    })
    return { ...ran, report: report as Outcome | undefined }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('failed tests, groups whose hooks failed and files that cannot be read are named with their reasons', async () => {
  const { code, report } = await runFiles({ 'a.test.js': broken, 'b.test.js': "import './missing.js'" })
  expect(code).toBe(1)
  const { notPassed = [], passedNames, times, ...counts } = report ?? {}
  expect(counts).toEqual({ passed: 1, failed: 3, skipped: 2 })
  expect(passedNames).toEqual(['a.test.js › works'])
  expect(times).toEqual([{ project: '', tests: 4, seconds: expect.any(Number) }])
  const reasons = new Map(notPassed.map(({ name, reason }) => [name, reason]))
  expect(reasons.get('a.test.js › breaks')).toContain('what was there')
  expect(reasons.get('a.test.js › a group (hooks)')).toContain('no engine to be had')
  expect(reasons.get('b.test.js')).toContain('missing.js')
  expect([...reasons.keys()]).toEqual(
    expect.arrayContaining(['a.test.js › waits', 'a.test.js › a group > is never reached']),
  )
})

test('a run whose time is over ends, and names each failure and the tests that are still running', async () => {
  vi.stubEnv(deadlineVariable, String(Math.ceil(Date.now() / 1_000) + 15))
  const files = { 'a.test.js': broken, 'slow.test.js': slow }
  const { code, output, report } = await runFiles(files, { [progressVariable]: '3' })
  vi.unstubAllEnvs()
  expect([code, report]).toEqual([1, undefined])
  expect(output).toContain('failed: a.test.js › breaks')
  const seconds = [...output.matchAll(/still running after (\d+) s: slow\.test\.js › hangs/g)].map(([, text]) =>
    Number(text),
  )
  // At each interval, and at the end.
  expect(seconds.length).toBeGreaterThan(2)
  expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
})
