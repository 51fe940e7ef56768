import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { currentLane, filesOfLane, type Found, type Later, laterJourneys, laterTests } from './lanes.ts'
import { root } from './runners/tool.ts'

const found: Found = { project: 'beside the code', include: ['tooling/**/*.test.ts', 'packages/platform/**/*.test.ts'] }

test('the two lanes have every file of a project once', () => {
  for (const table of [laterTests, laterJourneys]) {
    const landing = filesOfLane(table, found, root, 'landing')
    const rest = filesOfLane(table, found, root, 'rest')
    expect(new Set([...landing, ...rest]).size).toBe(landing.length + rest.length)
    expect(landing.length + rest.length).toBe(globSync([...found.include], { cwd: root }).length)
  }
})

test('a row is about the projects that it names, and leaves out what it excepts', () => {
  const table = [{ what: '', why: '', files: ['tooling/**'], except: ['tooling/runners/**'], projects: ['slow'] }]
  expect(filesOfLane(table, found, root, 'rest')).toEqual([])
  const rest = filesOfLane(table, { ...found, project: 'slow' }, root, 'rest')
  expect(rest).toContain('tooling/lanes.test.ts')
  expect(rest).not.toContain('tooling/runners/tally.test.ts')
})

test('the shards of a row have each of its files once, and every file of the other rows', () => {
  const table: readonly Later[] = [
    { what: '', why: '', files: ['tooling/**'], isSharded: true },
    { what: '', why: '', files: ['packages/platform/**'] },
  ]
  const shards = [0, 1, 2].map((index) => filesOfLane(table, found, root, 'rest', { index, count: 3 }))
  const all = filesOfLane(table, found, root, 'rest', { index: 0, count: 1 })
  const isSharded = (file: string) => file.startsWith('tooling/')
  expect(shards.flatMap((files) => files.filter(isSharded)).toSorted()).toEqual(all.filter(isSharded).toSorted())
  expect(all.some(isSharded)).toBe(true)
  for (const files of shards)
    expect(files.filter((file) => !isSharded(file))).toEqual(all.filter((file) => !isSharded(file)))
})

test('a project with its own folder names its files from there', () => {
  const own: Found = { project: 'conformance', folder: 'conformance', include: ['suite/*.test.ts'] }
  expect(filesOfLane(laterTests, own, root, 'landing')).toEqual(['suite/embedded.test.ts'])
})

test.each([...laterTests, ...laterJourneys].flatMap(({ files, except = [] }) => [...files, ...except]))(
  '%s is about at least one test',
  (glob) => {
    const files = globSync('**/*.{test,spec}.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**', '**/build/**'] })
    expect(files.filter((file) => matchesGlob(file, glob))).not.toEqual([])
  },
)

test('a lane that there is not is refused', () => {
  expect(currentLane({})).toBeUndefined()
  expect(() => currentLane({ GATEHOUSE_LANE: 'night' })).toThrow('landing or rest')
})
