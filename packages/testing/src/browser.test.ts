import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserLaunch, findChromium } from './browser.ts'

let folder: string
let chromium: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-browser-'))
  chromium = join(folder, 'chromium')
  await writeFile(chromium, '#!/bin/sh\n')
  await chmod(chromium, 0o755)
})
afterAll(() => rm(folder, { recursive: true }))

test('the named browser wins over the one on PATH', () => {
  expect(findChromium({ GATEHOUSE_CHROMIUM: chromium, PATH: '/nowhere' })).toBe(chromium)
  expect(findChromium({ PATH: `/nowhere:${folder}` })).toBe(chromium)
  expect(findChromium({ PATH: '/nowhere' })).toBeUndefined()
})

test('a named browser that is not there is an error, not a silent choice of another', () => {
  expect(() => findChromium({ GATEHOUSE_CHROMIUM: '/nowhere/chromium', PATH: folder })).toThrow('GATEHOUSE_CHROMIUM')
})

test('only root starts without the sandbox', () => {
  expect(browserLaunch({ PATH: folder }, true).args).toContain('--no-sandbox')
  expect(browserLaunch({ PATH: folder }, false).args).not.toContain('--no-sandbox')
})
