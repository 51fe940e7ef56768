import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compress } from './content-coding.ts'

const text = 'A page of text. '.repeat(200)
const asking = (encoding: string) => new Request('http://localhost/', { headers: { 'accept-encoding': encoding } })
const page = (headers: Record<string, string> = {}) =>
  new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8', etag: '"v1"', ...headers } })

test('text is sent as zstd if the client accepts it', async () => {
  const response = await compress(asking('gzip, deflate, br, zstd'), page())
  expect(response.headers.get('content-encoding')).toBe('zstd')
  expect(response.headers.get('vary')).toBe('Accept-Encoding')
  expect(response.headers.get('etag')).toBe('W/"v1"')
  expect(zstdDecompressSync(await response.arrayBuffer()).toString()).toBe(text)
})

const readers = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync } as const

for (const [coding, read] of Object.entries(readers)) {
  test(`a complete answer is compressed at once, to the same text: ${coding}`, async () => {
    const response = await compress(asking(coding), page({ 'content-length': String(text.length) }))
    expect(response.headers.get('content-encoding')).toBe(coding)
    expect(response.headers.has('content-length')).toBe(false)
    expect(read(await response.arrayBuffer()).toString()).toBe(text)
  })

  test(`a stream is compressed piece by piece: ${coding}`, async () => {
    const { readable, writable } = new TransformStream<Uint8Array>(undefined, { highWaterMark: 4 })
    const writer = writable.getWriter()
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    const { body } = await compress(asking(coding), new Response(readable, { headers }))
    const reader = body?.getReader()
    await writer.write(Buffer.from('the beginning'))
    const first = await reader?.read()
    expect(first?.done).toBe(false)
    await writer.write(Buffer.from(' and the end'))
    await writer.close()
    const pieces = [Buffer.from(first?.value ?? [])]
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
      pieces.push(Buffer.from(next.value))
    }
    expect(read(Buffer.concat(pieces)).toString()).toBe('the beginning and the end')
  })
}

test('the client decides between those it can read', async () => {
  const coded = async (accepted: string) => (await compress(asking(accepted), page())).headers.get('content-encoding')
  expect(await coded('gzip, deflate, br')).toBe('br')
  expect(await coded('zstd;q=0.5, br;q=0.9, gzip;q=0.8')).toBe('br')
  expect(await coded('*')).toBe('zstd')
  expect(await coded('*, zstd;q=0')).toBe('br')
})

test('gzip is the last choice', async () => {
  const response = await compress(asking('gzip;q=1, br;q=0'), page())
  expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(text)
})

test.each(['', 'identity', 'deflate', 'br;q=0, gzip;q=0, zstd;q=0'])(
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
