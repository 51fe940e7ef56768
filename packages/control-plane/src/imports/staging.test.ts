import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createStaging } from './staging.ts'

const facts = { fileName: 'people.csv', format: 'csv', delimiter: ',', columns: [], targets: [], schemaId: '' } as const

function open(now = () => Date.now()) {
  const parent = mkdtempSync(join(tmpdir(), 'gatehouse-staging-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const folder = join(parent, 'imports')
  const staging = createStaging(folder, now)
  const receive = async (text = 'password_hash\n$2b$04$abc\n') => staging.receive(new Blob([text]).stream())
  return { folder, staging, receive, files: () => readdirSync(folder) }
}

const permissions = (path: string) => statSync(path).mode & 0o777

test('a file of people is read by its owner alone, found by its project alone, and gone once it is discarded @staging-1', async () => {
  const { folder, staging, receive, files } = open()
  const file = await receive()
  await staging.describe('shop', file, facts)
  expect(permissions(folder)).toBe(0o700)
  expect(files().map((name) => permissions(join(folder, name)))).toEqual([0o600, 0o600])
  expect(await staging.find('shop', file.id)).toMatchObject({ id: file.id, fileName: 'people.csv' })
  expect(await staging.find('other', file.id)).toBeUndefined()
  expect(await staging.find('shop', randomUUID())).toBeUndefined()
  expect(await staging.find('shop', '../shop')).toBeUndefined()
  await staging.discard(file.id)
  expect(files()).toEqual([])
})

test('what breaks off while it arrives leaves nothing; twenty files wait, for a day @staging-2', async () => {
  let now = Date.now()
  const { staging, receive, files } = open(() => now)
  const broken = async function* () {
    yield new Uint8Array(8)
    throw new Error('the browser is gone')
  }
  await expect(staging.receive(broken())).rejects.toThrow('the browser is gone')
  expect(files()).toEqual([])
  for (let index = 0; index < 22; index += 1) await receive()
  // The oldest go when the next one comes.
  expect(files()).toHaveLength(21)
  now += 25 * 60 * 60 * 1_000
  const { id } = await receive()
  expect(files()).toEqual([`${id}.upload`])
})
