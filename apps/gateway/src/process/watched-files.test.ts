import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { watchFiles } from './watched-files.ts'

async function watched(name: string, folder: string) {
  const changes: string[] = []
  const path = join(folder, name)
  const files = await watchFiles([path], (paths) => void changes.push(...paths))
  onTestFinished(() => files.stop())
  return { path, changes }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-watched-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const soon = { timeout: 20_000 }

test('a file that an editor replaces is noticed once, and a deleted one is not @watch-1', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'kratos.yml'), 'one')
  const { path, changes } = await watched('kratos.yml', folder)
  const other = await watched('other.yml', folder)
  writeFileSync(join(folder, 'kratos.yml.tmp'), 'two')
  renameSync(join(folder, 'kratos.yml.tmp'), path)
  await expect.poll(() => changes, soon).toEqual([path])
  rmSync(path)
  writeFileSync(join(folder, 'other.yml'), 'one')
  writeFileSync(path, 'three')
  await expect.poll(() => changes, soon).toEqual([path, path])
  expect(other.changes).toEqual([])
})

test('a ConfigMap whose links are swapped is noticed @watch-2', async () => {
  const folder = newFolder()
  const version = (name: string, text: string) => {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'gatehouse.yml'), text)
  }
  version('..2026_01', 'brand: {}')
  symlinkSync('..2026_01', join(folder, '..data'))
  symlinkSync('..data/gatehouse.yml', join(folder, 'gatehouse.yml'))
  const { path, changes } = await watched('gatehouse.yml', folder)
  version('..2026_02', 'brand: { name: Two }')
  symlinkSync('..2026_02', join(folder, '..data_tmp'))
  renameSync(join(folder, '..data_tmp'), join(folder, '..data'))
  await expect.poll(() => changes, soon).toEqual([path])
})
