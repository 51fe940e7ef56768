import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const program = fileURLToPath(new URL('../../bin/gatehouse.mjs', import.meta.url))
const example = fileURLToPath(new URL('../../../../examples/brand', import.meta.url))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-brand-'))
  await cp(example, folder, { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

function check(...args: string[]): Promise<{ code: number; output: string; complaint: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'brand', 'check', ...args], { cwd: folder }, (error, output, complaint) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, complaint }),
    )
  })
}

test('a sound brand is OK, whether its file is named or lies here @brand-check-1', async () => {
  expect(await check()).toMatchObject({ code: 0, output: 'gatehouse.yml: OK, 3 pictures\n', complaint: '' })
  expect((await check(join(folder, 'gatehouse.yml'), '--json')).output).toBe('[]\n')
})

test('every fault is reported with its remedy, compared with the present catalogues', async () => {
  const path = join(folder, 'gatehouse.yml')
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace('radius: 6', 'radus: 6').replace('title: Welcome', 'titel: Welcome'))
  const { code, complaint } = await check()
  expect(code).toBe(1)
  expect(complaint).toContain('gatehouse.yml: brand.tokens.radus is not known here.\n  Fix: did you mean radius?')
  expect(complaint).toContain('brand.texts.en.login.titel is not known here.\n  Fix: did you mean title?')
  expect(complaint).not.toMatch(/^\s+at /m)
  await writeFile(path, text.replace("'#5b2a86'", "'#ffe100'"))
  const faults: unknown = JSON.parse((await check('--json')).output)
  expect(faults).toMatchObject([
    { subject: 'gatehouse.yml: brand.tokens.accent.light', fix: expect.stringMatching(/'#\w{6}' would do/) },
  ])
})

test('a file that is not there, or has no brand, is distinguished from a valid one', async () => {
  expect(await check('nowhere.yml')).toMatchObject({ code: 1, complaint: expect.stringContaining('cannot be read') })
  await writeFile(join(folder, 'other.yml'), 'public_url: http://localhost:4455\n')
  expect(await check('other.yml')).toMatchObject({ code: 1, complaint: expect.stringContaining('has no key brand') })
})
