import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadStaticAssets, type StaticAssets } from './static-assets.ts'

const script = 'export const answer = 42\n'.repeat(100)
let folder: string
let assets: StaticAssets

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-assets-'))
  await mkdir(join(folder, 'client', 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'client', 'favicon.ico'), 'icon')
  await writeFile(join(folder, 'client', '.env'), 'SECRET=1')
  await writeFile(join(folder, 'client', 'assets', 'entry-DBmlMGfa.js'), script)
  await writeFile(join(folder, 'client', 'assets', 'entry-DBmlMGfa.js.map'), '{}')
  assets = await loadStaticAssets(join(folder, 'client'))
})
afterAll(() => rm(folder, { recursive: true }))

const get = async (path: string, headers: Record<string, string> = {}) =>
  assets.serve(new Request(`http://localhost${path}`, { headers }))

test('a hashed file is immutable and typed @static-assets-1', async () => {
  const response = await get('/assets/entry-DBmlMGfa.js')
  expect(response?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response?.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(await response?.text()).toBe(script)
})

test('it is sent compressed, and not again to a client that has it', async () => {
  const response = await get('/assets/entry-DBmlMGfa.js', { 'accept-encoding': 'gzip' })
  expect(response?.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0))).toString()).toBe(script)
  const etag = response?.headers.get('etag') ?? ''
  expect((await get('/assets/entry-DBmlMGfa.js', { 'if-none-match': etag }))?.status).toBe(304)
})

test('each coding is the same file, for the first visitor and every other', async () => {
  const coded = await Promise.all(
    ['br', 'gzip', 'br', 'identity'].map(async (coding) => {
      const answer = await get('/assets/entry-DBmlMGfa.js', { 'accept-encoding': coding })
      const bytes = Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer(0))
      expect(answer?.headers.get('content-length')).toBe(String(bytes.byteLength))
      expect(answer?.headers.get('vary')).toBe('Accept-Encoding')
      const read = { br: brotliDecompressSync, gzip: gunzipSync }[answer?.headers.get('content-encoding') ?? '']
      return (read?.(bytes) ?? bytes).toString()
    }),
  )
  expect(coded).toEqual(coded.map(() => script))
})

test('a file without a hash is revalidated', async () => {
  expect((await get('/favicon.ico'))?.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
})

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
  '/assets',
  '/.env',
  '/assets/entry-DBmlMGfa.js.map',
])('%s is not there @static-assets-2', async (path) => {
  expect(await get(path)).toBeUndefined()
})

test('files cannot be written to', async () => {
  const response = await assets.serve(new Request('http://localhost/favicon.ico', { method: 'DELETE' }))
  expect(response?.status).toBe(405)
})
