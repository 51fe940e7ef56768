import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
  type BrotliOptions,
} from 'node:zlib'
import type { Transform } from 'node:stream'

/** A way to make bytes smaller on the wire. */
export type ContentCoding = 'br' | 'gzip'

/** The coding to answer with, by what the client accepts. `undefined`: send the bytes as they are. */
export function chooseCoding(acceptEncoding: string | null): ContentCoding | undefined {
  const accepted = new Map<string, number>()
  for (const item of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    accepted.set(name, quality === undefined ? 1 : Number(quality) || 0)
  }
  const quality = (name: ContentCoding) => accepted.get(name) ?? accepted.get('*') ?? 0
  if (quality('br') === 0 && quality('gzip') === 0) return undefined
  return quality('br') >= quality('gzip') ? 'br' : 'gzip'
}

// Measured on the sign-in page (32 KB): quality 4 takes 0.3 ms for 9.4 KB, 5 takes 0.55 ms for 8.8 KB. The window need not
// be larger than a page, and its memory is what a stream that waits holds. Assets are compressed once and may take longer.
const pageBrotli: BrotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 },
}
const pageGzip = { level: 4 }

/** A stream that compresses as it goes and hands out what it has whenever the source pauses. */
export function compressor(coding: ContentCoding): Transform {
  return coding === 'br'
    ? createBrotliCompress({ ...pageBrotli, flush: constants.BROTLI_OPERATION_FLUSH })
    : createGzip({ ...pageGzip, flush: constants.Z_SYNC_FLUSH })
}

/**
 * Compresses a whole page at once, on this thread: handing a third of a millisecond's work to another one costs more,
 * and there it would wait behind password hashes.
 */
export function compressPage(bytes: Uint8Array, coding: ContentCoding): Uint8Array<ArrayBuffer> {
  return coding === 'br' ? brotliCompressSync(bytes, pageBrotli) : gzipSync(bytes, pageGzip)
}

const brotli = promisify<Uint8Array, BrotliOptions, Buffer>(brotliCompress)
const zip = promisify<Uint8Array, { level: number }, Buffer>(gzip)

/** Compresses whole bytes as small as is reasonable. */
export async function compressAsset(bytes: Uint8Array, coding: ContentCoding): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await (coding === 'br' ? brotli(bytes, assetBrotli(bytes.byteLength)) : zip(bytes, { level: 9 })),
  )
}

// The compressor allocates eight bytes for each of its window, and a window past the end gains nothing: with the usual one
// of 4 MiB, as many threads as there are kept 160 MiB between them for good.
function assetBrotli(size: number): BrotliOptions {
  const window = Math.min(
    constants.BROTLI_DEFAULT_WINDOW,
    Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(size + 16))),
  )
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_LGWIN: windowBits, BROTLI_PARAM_SIZE_HINT: sizeHint } = constants
  return { params: { [quality]: 10, [windowBits]: window, [sizeHint]: size } }
}
