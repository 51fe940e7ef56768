import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip, type BrotliOptions } from 'node:zlib'
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

// Level 5 costs a page about a millisecond; assets are compressed once and may take longer.
const pageBrotli: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const assetBrotli: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }

/** A stream that compresses as it goes and hands out what it has whenever the source pauses. */
export function compressor(coding: ContentCoding): Transform {
  return coding === 'br'
    ? createBrotliCompress({ ...pageBrotli, flush: constants.BROTLI_OPERATION_FLUSH })
    : createGzip({ level: 6, flush: constants.Z_SYNC_FLUSH })
}

const brotli = promisify<Uint8Array, BrotliOptions, Buffer>(brotliCompress)
const zip = promisify<Uint8Array, { level: number }, Buffer>(gzip)

/** Compresses whole bytes as small as is reasonable. */
export function compressAsset(bytes: Uint8Array, coding: ContentCoding): Promise<Buffer> {
  return coding === 'br' ? brotli(bytes, assetBrotli) : zip(bytes, { level: 9 })
}
