import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRecords } from './records.ts'
import { sourceFileOnDisk } from './source-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-records-'))
})
afterAll(() => rm(folder, { recursive: true }))

const readAll = async (file: string, lists: readonly string[] = []) =>
  Readable.from(readRecords(await sourceFileOnDisk(file), lists)).toArray()

it.each(['people.csv', 'people.jsonl', 'people.json'])('a missing %s is an error for the reader', async (name) => {
  await expect(readAll(join(folder, name))).rejects.toThrow(/ENOENT/)
})

it('a broken table is named with its line, and none of its content is repeated', async () => {
  const file = join(folder, 'broken.csv')
  await writeFile(file, 'id,hash\n1,secret-one\n2,"secret-two"three\n')
  const records = await readAll(file)
  expect(records.at(-1)).toMatchObject({ kind: 'unreadable', reason: expect.stringMatching(/line 3 .*\(CSV_\w+\)$/) })
  // Every line is either read, or from the one on that is named.
  expect(records.at(-1)?.position.line).toBe(1 + records.length)
  expect(JSON.stringify(records)).not.toContain('secret-two')
})

it('a document is read alike with and without line breaks', async () => {
  const document = { users: [{ id: 1 }, { id: 2 }] }
  const texts = [JSON.stringify(document), JSON.stringify(document, undefined, 2), `${JSON.stringify(document)}\n\n`]
  for (const [index, text] of texts.entries()) {
    for (const ending of ['json', 'jsonl'].slice(0, index === 1 ? 1 : 2)) {
      const file = join(folder, `document-${index}.${ending}`)
      await writeFile(file, text)
      const records = await readAll(file, ['users'])
      expect(records.map(({ record }) => record)).toEqual(document.users)
    }
  }
})
