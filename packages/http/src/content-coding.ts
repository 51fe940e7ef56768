import { type Transform, Duplex } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  gzipSync,
  zstdCompressSync,
  type BrotliOptions,
  type ZstdOptions,
} from 'node:zlib'
import Negotiator from 'negotiator'

/** A way to make bytes smaller on the wire. */
export type ContentCoding = 'zstd' | 'br' | 'gzip'

/**
 * The codings of answers that are compressed while a client waits, and of files that are compressed once; the best
 * first.
 */
export const pageCodings = ['zstd', 'br', 'gzip'] as const
export const assetCodings = ['br', 'gzip'] as const

/** An option that negotiator's types lack: the preferred one of equally accepted codings. */
interface WithPreference {
  encoding(available: string[], options: { readonly preferred: readonly string[] }): string | undefined
}

/** Chooses the coding of an answer, by the codings that the client accepts. `undefined`: send the bytes as they are. */
export function chooseCoding<Coding extends ContentCoding>(
  acceptEncoding: string | null,
  codings: readonly Coding[],
): Coding | undefined {
  const negotiator: WithPreference = new Negotiator({ headers: { 'accept-encoding': acceptEncoding ?? '' } })
  const best = negotiator.encoding([...codings], { preferred: codings })
  return codings.find((coding) => coding === best)
}

// Measured on the sign-in page (49 KB), warm and as the first after a pause: zstd 5 takes 0.3 and 0.8 ms for 13.7 KB,
// brotli 4 takes 1.1 and 1.9 ms for 13.5 KB, gzip 4 takes 0.5 and 0.8 ms for 13.9 KB. The window need not be larger
// than a page, and a waiting stream holds its memory. Assets are compressed once and may take longer.
const pageZstd: ZstdOptions = {
  params: { [constants.ZSTD_c_compressionLevel]: 5, [constants.ZSTD_c_windowLog]: 16 },
}
const pageBrotli: BrotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 },
}
const pageGzip = { level: 4 }

/** TABLE: the compression of a page as a stream, flushed whenever the source pauses; and as a whole. */
const ways: Readonly<Record<ContentCoding, PageWay>> = {
  zstd: {
    stream: () => createZstdCompress({ ...pageZstd, flush: constants.ZSTD_e_flush }),
    whole: (bytes) => zstdCompressSync(bytes, pageZstd),
  },
  br: {
    stream: () => createBrotliCompress({ ...pageBrotli, flush: constants.BROTLI_OPERATION_FLUSH }),
    whole: (bytes) => brotliCompressSync(bytes, pageBrotli),
  },
  gzip: {
    stream: () => createGzip({ ...pageGzip, flush: constants.Z_SYNC_FLUSH }),
    whole: (bytes) => gzipSync(bytes, pageGzip),
  },
}

interface PageWay {
  readonly stream: () => Transform
  readonly whole: (bytes: Uint8Array) => Uint8Array<ArrayBuffer>
}

/** Creates a stream that compresses its input and flushes whenever the source pauses. */
export function compressor(coding: ContentCoding): Transform {
  return ways[coding].stream()
}

/**
 * Compresses a whole page at once, on this thread: moving a third of a millisecond's work to another thread costs more,
 * and there it would wait behind password hashes.
 */
export function compressPage(bytes: Uint8Array, coding: ContentCoding): Uint8Array<ArrayBuffer> {
  return ways[coding].whole(bytes)
}

/** A coding in which assets are stored. */
export type AssetCoding = (typeof assetCodings)[number]

const brotli = promisify<Uint8Array, BrotliOptions, Buffer>(brotliCompress)
const zip = promisify<Uint8Array, { level: number }, Buffer>(gzip)

/** Compresses whole bytes as far as is reasonable. */
export async function compressAsset(bytes: Uint8Array, coding: AssetCoding): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await (coding === 'br' ? brotli(bytes, assetBrotli(bytes.byteLength)) : zip(bytes, { level: 9 })),
  )
}

// The compressor allocates eight bytes for each byte of its window, and a window beyond the end gains nothing: with the
// default of 4 MiB, several threads together would hold 160 MiB permanently.
function assetBrotli(size: number): BrotliOptions {
  const window = Math.min(
    constants.BROTLI_DEFAULT_WINDOW,
    Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(size + 16))),
  )
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_LGWIN: windowBits, BROTLI_PARAM_SIZE_HINT: sizeHint } = constants
  return { params: { [quality]: 10, [windowBits]: window, [sizeHint]: size } }
}

// prettier-ignore
const types: Readonly<Record<string, string>> = {
  css:         'text/css; charset=utf-8',
  gif:         'image/gif',
  html:        'text/html; charset=utf-8',
  ico:         'image/x-icon',
  jpg:         'image/jpeg',
  js:          'text/javascript; charset=utf-8',
  json:        'application/json',
  map:         'application/json',
  mjs:         'text/javascript; charset=utf-8',
  png:         'image/png',
  svg:         'image/svg+xml',
  txt:         'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  webp:        'image/webp',
  woff2:       'font/woff2',
  xml:         'application/xml',
}

/** The media type of a file by its extension; unknown ones are opaque bytes, which no browser runs. */
export function mediaTypeOf(path: string): string {
  return types[/\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream'
}

/** Returns whether bytes of this type shrink when compressed. */
export function isCompressible(mediaType: string): boolean {
  return /^text\/|[/+](?:json|xml|javascript)\b|^image\/(?:svg|x-icon)/.test(mediaType)
}

/**
 * Compresses a text answer if the client accepts it. Answers that are already coded, partial, empty or forbid
 * transformation pass unchanged. An answer with a length is complete and is compressed at once, which takes a fraction
 * of the time of a stream; any other is compressed as a stream.
 */
export async function compress(request: Request, response: Response): Promise<Response> {
  const { headers } = response
  if (request.method === 'HEAD' || response.status === 206 || response.status === 204) return response
  if (headers.has('content-encoding') || /no-transform/.test(headers.get('cache-control') ?? '')) return response
  if (!isCompressible(headers.get('content-type') ?? '')) return response

  addVary(headers, 'Accept-Encoding')
  const coding = chooseCoding(request.headers.get('accept-encoding'), pageCodings)
  if (coding === undefined) return response
  const isWhole = headers.has('content-length')
  const body = isWhole
    ? compressPage(new Uint8Array(await response.arrayBuffer()), coding)
    : streamed(response.body, coding)
  headers.set('content-encoding', coding)
  headers.delete('content-length')
  const etag = headers.get('etag')
  // The bytes differ from those the validator names, so it may only promise the same meaning.
  if (etag?.startsWith('"') === true) headers.set('etag', `W/${etag}`)
  return new Response(body, { status: response.status, headers })
}

function streamed(body: ReadableStream<Uint8Array> | null, coding: ContentCoding): ReadableStream<Uint8Array> | null {
  if (body === null) return null
  const { readable, writable } = Duplex.toWeb(compressor(coding))
  return body.pipeThrough({ readable: readable as ReadableStream<Uint8Array>, writable })
}

/** Adds a name to Vary, once. */
function addVary(headers: Headers, name: string): void {
  const names = (headers.get('vary') ?? '').split(',').map((known) => known.trim().toLowerCase())
  if (!names.includes(name.toLowerCase()) && !names.includes('*')) headers.append('vary', name)
}
