import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { builtFrom } from './docs.mjs'
import { fingerprint } from './fingerprint.mjs'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-fingerprint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'main.ts'), 'one')
  return folder
}

test('links to folders and to nothing, and the files of a build, are not of the sources @fingerprint-1', () => {
  const folder = makeFolder()
  const before = fingerprint([folder])
  // As `python -m venv data/venv` and `next dev` do.
  mkdirSync(join(folder, 'data/venv/lib'), { recursive: true })
  symlinkSync('lib', join(folder, 'data/venv/lib64'))
  mkdirSync(join(folder, '.next'))
  writeFileSync(join(folder, '.next/trace'), 'written meanwhile')
  symlinkSync('gone', join(folder, 'nothing'))
  expect(fingerprint([folder])).toBe(before)
})

test('a file that changes or comes makes another fingerprint, and a path that is gone none @fingerprint-2', () => {
  const folder = makeFolder()
  const before = fingerprint([folder])
  expect(fingerprint([folder, join(folder, 'gone')])).toBe(before)
  writeFileSync(join(folder, 'second.ts'), 'two')
  const more = fingerprint([folder])
  writeFileSync(join(folder, 'main.ts'), 'three')
  expect(new Set([before, more, fingerprint([folder])]).size).toBe(3)
})

test('the sources of the documentation are read from this repository as it is @fingerprint-3', () => {
  expect(builtFrom()).toMatch(/^--built-from=[0-9a-f]{64}$/)
})
