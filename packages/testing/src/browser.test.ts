import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserLaunch, type BrowserMachine, findChromium } from './browser.ts'

let both: string
let wholeAlone: string
const folders: string[] = []
beforeAll(async () => {
  both = await folderWith('chromium', 'chromium-headless-shell')
  wholeAlone = await folderWith('chromium')
})
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

async function folderWith(...programs: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-browser-'))
  folders.push(folder)
  for (const name of programs) {
    await writeFile(join(folder, name), '#!/bin/sh\n')
    await chmod(join(folder, name), 0o755)
  }
  return folder
}

const machine = (change: Partial<BrowserMachine> = {}): BrowserMachine => ({
  environment: { PATH: wholeAlone },
  isRoot: false,
  sharedMemory: 0,
  ...change,
})

test('the named browser wins over those on PATH, whatever it is for', () => {
  const environment = { GATEHOUSE_CHROMIUM: join(wholeAlone, 'chromium'), PATH: both }
  expect(findChromium('whole', environment)).toBe(join(wholeAlone, 'chromium'))
  expect(findChromium('engine', environment)).toBe(join(wholeAlone, 'chromium'))
  expect(findChromium('whole', { PATH: '/nowhere' })).toBeUndefined()
})

test('the headless shell is taken only for tests that need the engine alone, from any folder on PATH', () => {
  const environment = { PATH: `/nowhere:${wholeAlone}:${both}` }
  expect(findChromium('engine', environment)).toBe(join(both, 'chromium-headless-shell'))
  expect(findChromium('whole', environment)).toBe(join(wholeAlone, 'chromium'))
})

test('a machine with Chromium alone uses it for everything', () => {
  expect(findChromium('engine', { PATH: `/nowhere:${wholeAlone}` })).toBe(join(wholeAlone, 'chromium'))
})

test('a named browser that is not there is an error, not a silent choice of another', () => {
  expect(() => findChromium('engine', { GATEHOUSE_CHROMIUM: '/nowhere/chromium', PATH: both })).toThrow(
    'GATEHOUSE_CHROMIUM',
  )
})

test('only root starts without the sandbox', () => {
  expect(browserLaunch('whole', machine({ isRoot: true })).args).toContain('--no-sandbox')
  expect(browserLaunch('whole', machine()).args).not.toContain('--no-sandbox')
})

test('shared memory is used only if there is plenty of it', () => {
  const flag = '--disable-dev-shm-usage'
  expect(browserLaunch('engine', machine({ sharedMemory: 2 * 1024 ** 3 })).ignoreDefaultArgs).toEqual([flag])
  expect(browserLaunch('engine', machine({ sharedMemory: 64 * 1024 ** 2 })).ignoreDefaultArgs).toBeUndefined()
})
