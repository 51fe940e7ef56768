import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { misplacedPictures, shownPictures } from './shown-pictures.ts'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gatehouse-pictures-'))
  await mkdir(join(root, 'docs/screenshots'), { recursive: true })
  await writeFile(join(root, 'README.md'), '![Sign-in](docs/screenshots/login.png)')
  await writeFile(join(root, 'docs/console.md'), '![Overview](screenshots/overview.png)')
  for (const name of ['login.png', 'overview.png']) await writeFile(join(root, 'docs/screenshots', name), '')
})
afterEach(() => rm(root, { recursive: true }))

test('pictures are found in documents of both folders', () => {
  expect([...shownPictures(root)]).toEqual(['login.png', 'overview.png'])
  expect(misplacedPictures(root)).toEqual([])
})

test('a picture that no document shows is reported', async () => {
  await writeFile(join(root, 'docs/screenshots/draft.png'), '')
  expect(misplacedPictures(root)).toEqual([expect.stringContaining('draft.png: no document shows it')])
})

test('a picture that a document lacks is reported', async () => {
  await rm(join(root, 'docs/screenshots/login.png'))
  expect(misplacedPictures(root)).toEqual([expect.stringContaining('login.png is missing')])
})

test('more than twenty pictures are reported', async () => {
  const names = Array.from({ length: 19 }, (_, index) => `more-${index}.png`)
  for (const name of names) await writeFile(join(root, 'docs/screenshots', name), '')
  await writeFile(join(root, 'docs/more.md'), names.map((name) => `![More](screenshots/${name})`).join('\n'))
  expect(misplacedPictures(root)).toEqual(['docs/screenshots holds 21 pictures; 20 are the limit'])
})
