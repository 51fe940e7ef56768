import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compress } from './compression.ts'

const text = 'A page of text. '.repeat(200)
const asking = (encoding: string) => new Request('http://localhost/', { headers: { 'accept-encoding': encoding } })
const page = (headers: Record<string, string> = {}) =>
  new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8', etag: '"v1"', ...headers } })

test('text is sent as brotli where the client reads it', async () => {
  const response = await compress(asking('gzip, deflate, br'), page())
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(response.headers.get('vary')).toBe('Accept-Encoding')
  expect(response.headers.get('etag')).toBe('W/"v1"')
  expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(text)
})

test('what is there as a whole is compressed at once, to the same text', async () => {
  const response = await compress(asking('br'), page({ 'content-length': String(text.length) }))
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(response.headers.has('content-length')).toBe(false)
  expect(brotliDecompressSync(await response.bytes()).toString()).toBe(text)
})

test('gzip is the second choice', async () => {
  const response = await compress(asking('gzip;q=1, br;q=0'), page())
  expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(text)
})

test.each(['', 'identity', 'zstd', 'br;q=0, gzip;q=0'])(
  'a client that accepts "%s" gets plain text',
  async (encoding) => {
    const response = await compress(asking(encoding), page())
    expect(response.headers.has('content-encoding')).toBe(false)
    expect(await response.text()).toBe(text)
  },
)

test.each([
  ['already coded', { 'content-encoding': 'gzip' }],
  ['not text', { 'content-type': 'image/png' }],
  ['not to be transformed', { 'cache-control': 'no-transform' }],
])('an answer that is %s passes unchanged', async (_, headers) => {
  const original = page(headers)
  expect(await compress(asking('br'), original)).toBe(original)
})

test('several cookies survive', async () => {
  const original = page()
  original.headers.append('set-cookie', 'a=1')
  original.headers.append('set-cookie', 'b=2')
  expect((await compress(asking('br'), original)).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})
