import { RefusalError } from './refusal.ts'

/** A reader of a request's body that gives up past a limit. Calling it again gives the same bytes. */
export function bodyReader(request: Request, limitBytes: number): () => Promise<Uint8Array> {
  let read: Promise<Uint8Array> | undefined
  return () => (read ??= readBody(request, limitBytes))
}

/** The bytes of a request's body. Refuses with 413 past a limit. */
export async function readBody(request: Request, limitBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw tooLarge(limitBytes)
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > limitBytes) throw tooLarge(limitBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

function tooLarge(limitBytes: number): RefusalError {
  return new RefusalError({ code: 413, reason: `The body has more than ${limitBytes} bytes.` })
}
