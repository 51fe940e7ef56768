import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, runTool } from './tool.ts'
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

test('failed tests, groups whose hooks failed and files that cannot be read are named with their reasons', async () => {
  // Inside the repository, so that the packages are found.
  const folder = await mkdtemp(join(root, 'node_modules/.cache/reporter-'))
  try {
    await writeFile(join(folder, 'a.test.js'), broken)
    await writeFile(join(folder, 'b.test.js'), "import './missing.js'")
    await writeFile(
      join(folder, 'vitest.config.js'),
      "export default { test: { include: ['*.test.js'], exclude: [] } }",
    )
    const report = join(folder, 'report.json')
    const args = ['run', '--root', folder, `--reporter=${root}tooling/runners/vitest-reporter.ts`]
    const { code } = await runTool('vitest', args, { environment: { [reportFileVariable]: report } })
    expect(code).toBe(1)
    const { notPassed, passedNames, times, ...counts } = JSON.parse(await readFile(report, 'utf8'))
    expect(counts).toEqual({ passed: 1, failed: 3, skipped: 2 })
    expect(passedNames).toEqual(['a.test.js › works'])
    expect(times).toEqual([{ project: '', tests: 4, seconds: expect.any(Number) }])
    const said = new Map<string, string>(
      notPassed.map(({ name, reason }: { name: string; reason: string }) => [name.replace(`${folder}/`, ''), reason]),
    )
    expect(said.get('a.test.js › breaks')).toContain('what was there')
    expect(said.get('a.test.js › a group (hooks)')).toContain('no engine to be had')
    expect(said.get('b.test.js')).toContain('missing.js')
    expect([...said.keys()]).toEqual(
      expect.arrayContaining(['a.test.js › waits', 'a.test.js › a group > is never reached']),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
