import { Duplex } from 'node:stream'
import { chooseCoding, compressor } from './content-coding.ts'
import { isCompressible } from './media-type.ts'

/**
 * Compresses a text answer when the client can read it. Answers that are already coded, partial, empty or forbid
 * transformation pass unchanged.
 */
export function compress(request: Request, response: Response): Response {
  const { headers, body } = response
  if (body === null || request.method === 'HEAD' || response.status === 206) return response
  if (headers.has('content-encoding') || /no-transform/.test(headers.get('cache-control') ?? '')) return response
  if (!isCompressible(headers.get('content-type') ?? '')) return response

  const coded = new Headers(headers)
  addVary(coded, 'Accept-Encoding')
  const coding = chooseCoding(request.headers.get('accept-encoding'))
  if (coding === undefined) return new Response(body, { status: response.status, headers: coded })
  coded.set('content-encoding', coding)
  coded.delete('content-length')
  const etag = coded.get('etag')
  // The bytes differ from those the validator names, so it may only promise the same meaning.
  if (etag?.startsWith('"') === true) coded.set('etag', `W/${etag}`)
  const { readable, writable } = Duplex.toWeb(compressor(coding))
  const piped = body.pipeThrough({ readable: readable as ReadableStream<Uint8Array>, writable })
  return new Response(piped, { status: response.status, headers: coded })
}

/** Adds a name to Vary, once. */
export function addVary(headers: Headers, name: string): void {
  const names = (headers.get('vary') ?? '').split(',').map((known) => known.trim().toLowerCase())
  if (!names.includes(name.toLowerCase()) && !names.includes('*')) headers.append('vary', name)
}
