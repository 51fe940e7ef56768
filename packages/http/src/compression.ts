import { Duplex } from 'node:stream'
import { chooseCoding, compressor, compressPage, type ContentCoding, pageCodings } from './content-coding.ts'
import { isCompressible } from './media-type.ts'

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
export function addVary(headers: Headers, name: string): void {
  const names = (headers.get('vary') ?? '').split(',').map((known) => known.trim().toLowerCase())
  if (!names.includes(name.toLowerCase()) && !names.includes('*')) headers.append('vary', name)
}
