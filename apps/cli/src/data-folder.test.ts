import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownDataFolder } from './own-data-folder.fixture.ts'

const { data, folder, gatehouse, gatehouseWith, start } = ownDataFolder('data')

async function people(adminOrigin: string): Promise<readonly string[]> {
  const answer = await fetch(`${adminOrigin}/admin/identities`)
  const list = (await answer.json()) as readonly { readonly traits: { readonly email: string } }[]
  return list.map(({ traits }) => traits.email).toSorted((a, b) => a.localeCompare(b))
}

async function signUp(adminOrigin: string, email: string): Promise<void> {
  const body = JSON.stringify({ schema_id: 'person', traits: { email } })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${adminOrigin}/admin/identities`, { method: 'POST', headers, body })).status).toBe(201)
}

const seeded = ['ada@example.com', 'grace@example.com']

test('a data folder is saved, loaded, thrown away, exported and filled, and never while a Gatehouse runs on it @data-folder-1', async () => {
  const first = await start()
  await signUp(first.adminOrigin, 'bob@example.com')
  for (const args of [
    ['reset', '--yes'],
    ['snapshot', 'save', 'busy'],
    ['export', '--data', data(), '-o', 'busy.jsonl'],
  ]) {
    const refused = await gatehouse(...args)
    expect([refused.code, refused.complaint]).toEqual([1, expect.stringContaining('in use by another Gatehouse')])
  }
  expect(await people(first.adminOrigin)).toEqual(['ada@example.com', 'bob@example.com', 'grace@example.com'])
  await first.stop()

  expect(await gatehouse('snapshot', 'save', 'three')).toMatchObject({ code: 0, output: 'Saved as three.\n' })
  expect((await stat(join(data(), 'snapshots', 'three'))).mode & 0o777).toBe(0o700)
  const exported = await gatehouse('export', '--data', data(), '--for', 'gatehouse', '-o', 'people.jsonl')
  expect([exported.code, exported.complaint]).toEqual([0, expect.stringContaining('3 identities')])

  const asked = await gatehouse('reset')
  expect([asked.code, asked.complaint]).toEqual([1, expect.stringContaining('Nothing was thrown away')])
  await writeFile(join(data(), 'thesis.txt'), 'not yours')
  expect((await gatehouse('reset', '--yes')).code).toBe(0)
  expect(await readdir(data())).toContain('thesis.txt')
  expect(await readdir(data())).toEqual(expect.not.arrayContaining(['identity.sqlite']))
  const second = await start()
  expect(await people(second.adminOrigin)).toEqual(seeded)
  await second.stop()

  const filled = await gatehouse('import', 'people.jsonl', '--data', data())
  expect([filled.code, filled.complaint]).toEqual([0, expect.stringContaining('1 created, 2 there already')])

  expect(await gatehouse('snapshot', 'list')).toMatchObject({ code: 0, output: 'three\n' })
  expect((await gatehouse('snapshot', 'load', 'three')).code).toBe(0)
  const third = await start()
  expect(await people(third.adminOrigin)).toEqual(['ada@example.com', 'bob@example.com', 'grace@example.com'])
  const report = await readFile(join(folder(), 'gatehouse-import.report.jsonl'), 'utf8')
  expect(report.match(/"exists"/g)).toHaveLength(2)
  await third.stop()
})

test.each([
  [['snapshot', 'load', 'never'], {}, 'does not exist'],
  [['snapshot', 'save', '../out'], {}, 'cannot be used'],
  [['snapshot', 'save', '.draft'], {}, 'cannot be used'],
  [
    ['reset', '--yes'],
    { GATEHOUSE_PUBLIC_URL: 'https://account.example.org', GATEHOUSE_TRUSTED_PROXY: 'true' },
    'alone',
  ],
  [['reset', '--yes'], { GATEHOUSE_DEV: 'false' }, 'alone'],
  [['reset', '--yes'], { KRATOS_PUBLIC_URL: 'http://127.0.0.1:4433', GATEHOUSE_DEV: 'true' }, 'not in the data folder'],
  [['reset', '--yes'], { GATEHOUSE_DATA: '/nowhere/at/all' }, 'does not exist'],
])('%j is refused in words, with %j', async (args, environment, words) => {
  const { code, complaint } = await gatehouseWith(environment, ...args)
  expect([code, complaint]).toEqual([1, expect.stringContaining(words)])
  expect(complaint).not.toContain('    at ')
})

test('a command without its argument is no command line', async () => {
  const { code, complaint } = await gatehouseWith({}, 'snapshot', 'save')
  expect([code, complaint]).toEqual([2, expect.stringContaining('missing required argument')])
})

test('a data folder is filled with a demonstration once, and in development mode alone @data-folder-4', async () => {
  const demo = ['seed', 'demo', '--people', '4', '--days', '1']
  const other = { GATEHOUSE_DATA: join(folder(), 'demo') }
  const production = await gatehouseWith({ ...other, GATEHOUSE_DEV: 'false' }, ...demo)
  expect([production.code, production.complaint]).toEqual([1, expect.stringContaining('only in development mode')])
  const made = await gatehouseWith(other, ...demo)
  expect([made.code, made.output]).toEqual([0, expect.stringContaining('Made 4 people, 12 organizations')])
  const again = await gatehouseWith(other, ...demo)
  expect([again.code, again.complaint]).toEqual([1, expect.stringContaining('There is a demonstration already')])
  const crowd = await gatehouseWith(other, 'seed', 'demo', '--people', '301')
  expect([crowd.code, crowd.complaint]).toEqual([2, expect.stringContaining('a number from 1 to 300')])
})
