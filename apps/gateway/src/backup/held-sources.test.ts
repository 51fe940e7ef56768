import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { loadConfig } from '@gatehouse/config/config'
import { expect, onTestFinished, test } from 'vitest'
import { holdSources } from './held-sources.ts'
import { controlPlaneOf, sourcesOf } from './sources.ts'

test('a file that is moved or deleted between the listing and its copy is listed again @backup-8', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-held-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [data, staging] = [join(folder, 'data'), join(folder, 'staging')]
  const config = loadConfig({ GATEHOUSE_DATA: data })
  const makeDatabase = (path: string) => {
    const database = new DatabaseSync(path)
    database.exec('CREATE TABLE identities (id TEXT)')
    database.close()
  }
  for (const project of ['shop', 'club']) {
    mkdirSync(join(data, 'projects', project), { recursive: true })
    makeDatabase(join(data, 'projects', project, 'identity.sqlite'))
    writeFileSync(join(data, 'projects', project, 'secrets.json'), project)
  }
  makeDatabase(join(data, 'control-plane.sqlite'))
  // A project is deleted after the first listing, and the secrets of another after the second.
  const meanwhile = [
    () => renameSync(join(data, 'projects', 'shop'), join(data, 'deleted')),
    () => rmSync(join(data, 'projects', 'club', 'secrets.json')),
  ]
  const list = async () => {
    const sources = await sourcesOf(config)
    meanwhile.shift()?.()
    return sources
  }
  const held = await holdSources(controlPlaneOf(config), list, staging)
  const { sources, databases } = held
  try {
    expect(sources.map(({ path }) => path).toSorted()).toEqual([
      'data/control-plane.sqlite',
      'data/deleted/identity.sqlite',
      'data/deleted/secrets.json',
      'data/projects/club/identity.sqlite',
    ])
    expect(readFileSync(join(staging, 'data', 'deleted', 'secrets.json'), 'utf8')).toBe('shop')
    expect([...databases.keys()].toSorted()).toEqual(
      sources.flatMap(({ from, isDatabase }) => (isDatabase ? [from] : [])).toSorted(),
    )
  } finally {
    held.release()
  }
})
