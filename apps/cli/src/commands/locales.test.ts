import { execFile } from 'node:child_process'
import { cp, mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const program = fileURLToPath(new URL('../../bin/gatehouse.mjs', import.meta.url))
const shipped = fileURLToPath(new URL('../../../../locales', import.meta.url))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-merge-'))
  await mkdir(join(folder, 'missing-texts/fr'), { recursive: true })
  await cp(join(shipped, 'fr'), join(folder, 'locales/fr'), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

const collect = (texts: unknown) =>
  writeFile(join(folder, 'missing-texts/fr/login.json'), typeof texts === 'string' ? texts : JSON.stringify(texts))

const catalogue = async (): Promise<Record<string, string>> =>
  JSON.parse(await readFile(join(folder, 'locales/fr/login.json'), 'utf8'))

function merge(...args: string[]): Promise<{ code: number; output: string; complaint: string }> {
  const all = [program, 'locales', 'merge', '--data', folder, '--locales', join(folder, 'locales'), ...args]
  return new Promise((resolve) => {
    execFile(process.execPath, all, (error, output, complaint) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, complaint }),
    )
  })
}

test('collected texts are added at the end, and nothing that stands there changes @locales-1', async () => {
  const before = await catalogue()
  await collect({ title: 'Overwritten?', 'hint.new': 'A new hint', '../evil': 'x' })
  const { code, output } = await merge()
  expect(code).toBe(0)
  expect(output).toContain('+ fr/login hint.new: "A new hint"')
  expect(output).toContain('1 added, 1 there already, 1 refused')
  expect(await catalogue()).toEqual({ ...before, 'hint.new': 'A new hint' })
  expect((await merge()).output).toContain('0 added, 2 there already')
})

test('a plural form of a text that stands there is not missing', async () => {
  await cp(join(shipped, 'fr/sessions.json'), join(folder, 'locales/fr/login.json'))
  await collect({ revoked_all: 'x', revoked_all_few: 'x' })
  expect((await merge()).output).toContain('0 added, 2 there already')
})

test('a dry run lists the texts to add and writes nothing', async () => {
  const before = await catalogue()
  await collect({ 'hint.new': 'A new hint' })
  expect((await merge('--dry-run')).output).toContain('1 would be added')
  expect(JSON.parse((await merge('--dry-run', '--json')).output)).toEqual([
    { lng: 'fr', ns: 'login', key: 'hint.new', text: 'A new hint', outcome: 'added' },
  ])
  expect(await catalogue()).toEqual(before)
})

test('an empty collection, and a broken file, are reported in words', async () => {
  expect(await merge()).toMatchObject({ code: 0, output: expect.stringContaining('No missing texts') })
  await collect('{')
  const { code, complaint } = await merge()
  expect(code).toBe(1)
  expect(complaint).toContain('could not be merged')
  expect(complaint).not.toContain('    at ')
})
