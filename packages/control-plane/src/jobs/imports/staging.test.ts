import { randomBytes, randomUUID } from 'node:crypto'

import { Secret, createSeals } from '@gatehouse/platform/secrets'
import type { FileContent } from '@gatehouse/transfer/files'
import { expect, onTestFinished, test } from 'vitest'

import { addProjects } from '../../sql/project-rows.fixture.ts'
import { openTested } from '../../sql/tested-database.fixture.ts'
import { createStaging } from './staging.ts'

const facts = { fileName: 'people.csv', format: 'csv', delimiter: ',', columns: [], targets: [], schemaId: '' } as const
const seals = createSeals([new Secret('a secret of thirty-two characters')])

async function open(now = () => Date.now()) {
  const database = openTested(':memory:')
  onTestFinished(() => database.close())
  await addProjects(database, ['shop', 'other'])
  const staging = createStaging(database, seals, now)
  const handIn = async (content: Uint8Array | string = 'password_hash\n$2b$04$abc\n', project = 'shop') => {
    const file = await staging.receive(project, new Blob([content as BlobPart]).stream())
    await staging.describe(project, file, facts)
    return file
  }
  const count = async (table: string) => (await database.prepare(`SELECT count(*) AS n FROM ${table}`).get())?.['n']
  return { database, staging, handIn, count }
}

async function wholeOf(content: FileContent): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of content()) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('a file of people is sealed, is found only by its project, and is removed when it is discarded @staging-1', async () => {
  const { database, staging, handIn, count } = await open()
  const { id } = await handIn()
  const [piece] = await database.prepare('SELECT * FROM import_pieces').all()
  expect(JSON.stringify(piece)).not.toMatch(/password_hash|\$2b/)
  expect(String(await wholeOf(staging.contentOf(id)))).toContain('$2b$04$abc')
  const strangers = createStaging(database, createSeals([new Secret('another secret of 32 characters…')]))
  await expect(wholeOf(strangers.contentOf(id))).rejects.toThrow('cannot be opened')
  expect(await staging.find('shop', id)).toMatchObject({ id, fileName: 'people.csv' })
  expect(await staging.find('other', id)).toBeUndefined()
  expect(await staging.find('shop', randomUUID())).toBeUndefined()
  expect(await staging.find('shop', '../shop')).toBeUndefined()
  await staging.discard(id)
  expect([await count('imports'), await count('import_pieces')]).toEqual([0, 0])
})

test('an incomplete upload leaves nothing; twenty files of a project wait, for a day @staging-2', async () => {
  let now = Date.now()
  const { staging, handIn, count } = await open(() => now)
  const broken = async function* () {
    yield randomBytes(200_000)
    throw new Error('the browser is gone')
  }
  await expect(staging.receive('shop', broken())).rejects.toThrow('the browser is gone')
  expect([await count('imports'), await count('import_pieces')]).toEqual([0, 0])
  await handIn('of another one', 'other')
  for (let index = 0; index < 22; index += 1) {
    await handIn()
    now += 1
  }
  // The next file replaces the oldest one; files of other projects are kept.
  expect(await count('imports')).toBe(22)
  now += 25 * 60 * 60 * 1_000
  await staging.sweep()
  expect([await count('imports'), await count('import_pieces')]).toEqual([0, 0])
})

test('a long file is stored in pieces and read unchanged; the reading of a removed file fails instead of ending early @staging-3', async () => {
  const { staging, handIn, count } = await open()
  const content = randomBytes(1_000_000)
  const { id, bytes } = await handIn(content)
  expect(bytes).toBe(content.byteLength)
  expect(await count('import_pieces')).toBeGreaterThan(3)
  expect((await wholeOf(staging.contentOf(id))).equals(content)).toBe(true)
  const reading = staging.contentOf(id)()[Symbol.asyncIterator]()
  await reading.next()
  await staging.discard(id)
  await expect(reading.next()).rejects.toThrow('removed meanwhile')
})

const exported = { ...facts, source: 'auth0', format: 'jsonl' } as const
const furtherOf = (id: string) => ({ id, name: 'hashes.json', format: 'jsonl', delimiter: '' }) as const

test('a change during the upload of a further file keeps that file, and the limit of files holds @staging-4', async () => {
  const { staging } = await open()
  const [whole, ...further] = await Promise.all(
    Array.from({ length: 4 }, () => staging.receive('shop', new Blob(['{}']).stream())),
  )
  if (whole === undefined) throw new Error('nothing was received')
  const read = await staging.describe('shop', whole, exported)
  if (read === undefined) throw new Error('it is not there')
  // All of them read the import before any of them changes it.
  const added = further.map((file) => staging.add(read, furtherOf(file.id)))
  const changing = staging.change(read, (kept) => ({ ...kept, schemaId: 'person' }))
  const refused = (await Promise.allSettled(added)).filter(({ status }) => status === 'rejected')
  await changing
  expect(refused).toEqual([
    expect.objectContaining({ reason: expect.objectContaining({ message: expect.stringContaining('2 at most') }) }),
  ])
  const kept = await staging.find('shop', whole.id)
  expect([kept?.schemaId, kept?.more?.length]).toEqual(['person', 2])
})

test('a further file is deleted with its import; a file whose id only appears in another import is deleted by itself @staging-5', async () => {
  let now = Date.now()
  const { staging, count } = await open(() => now)
  const [old, further] = [
    await staging.receive('shop', new Blob(['{}']).stream()),
    await staging.receive('shop', new Blob(['{}']).stream()),
  ]
  await staging.describe('shop', old, { ...exported, fileName: `copy of ${old.id}.json` })
  now += 20 * 60 * 60 * 1_000
  const young = await staging.receive('shop', new Blob(['{}']).stream())
  const whole = await staging.describe('shop', young, { ...exported, fileName: `not ${old.id}` })
  if (whole === undefined) throw new Error('it is not there')
  await staging.add(whole, furtherOf(further.id))
  now += 20 * 60 * 60 * 1_000
  await staging.sweep()
  expect([await staging.find('shop', old.id), await count('imports')]).toEqual([undefined, 2])
  now += 20 * 60 * 60 * 1_000
  await staging.sweep()
  expect(await count('imports')).toBe(0)
})

test('of files that arrive at once at two processes, each makes space for itself @staging-6', async () => {
  const { database, handIn, count } = await open()
  for (let index = 0; index < 20; index += 1) await handIn()
  const others = createStaging(database, seals)
  await Promise.all([handIn(), others.receive('shop', new Blob(['{}']).stream())])
  // Twenty that wait, and the last one.
  expect(await count('imports')).toBe(21)
})
