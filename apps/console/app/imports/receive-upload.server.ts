import busboy from '@fastify/busboy'
import { mostImportBytes } from '@gatehouse/contract/operators'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The result of receiving the form of an import. */
export type Upload<Received> =
  | {
      readonly kind: 'received'
      /** The results of the files that were handed on. */
      readonly files: readonly Received[]
      readonly field: (name: string) => string
    }
  /** `too_large`: its text; `malformed`: it is no form with a file, or broke off. */
  | { readonly kind: 'too_large' | 'malformed'; readonly files: readonly Received[] }

/** A file of a form, while it arrives. */
export interface ArrivingFile {
  readonly name: string
  readonly content: ReadableStream<Uint8Array>
  /** A field of the form that stands before the file. */
  readonly field: (name: string) => string
}

/**
 * Hands the files of a form on while they arrive, one after the other: none of them is kept. An empty file counts as
 * absent. Each call gets the results of those before it.
 */
export async function receiveUpload<Received>(
  request: Request,
  handOn: (file: ArrivingFile, before: readonly Received[]) => Promise<Received>,
): Promise<Upload<Received>> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data') || request.body === null) return { kind: 'malformed', files: [] }
  const fields = new Map<string, string>()
  let files: Promise<readonly Received[]> = Promise.resolve([])
  let isCutText = false
  const reader = busboy({ headers: { 'content-type': type }, limits: uploadLimits.parts })
  reader.on('file', (_, stream, name) => {
    const content = contentOf(stream)
    const given = (key: string) => (fields.get(key) ?? '').trim()
    files = files
      .then(async (before) => {
        const bytes = await content
        return bytes === undefined ? before : [...before, await handOn({ name, content: bytes, field: given }, before)]
      })
      // The rest of a refused file is discarded, so that the fields behind it are read.
      .finally(() => stream.resume())
    // Waited for below; the form may turn out to be broken before.
    files.catch(() => undefined)
    content.catch(() => undefined)
  })
  reader.on('field', (name, value, _, isCut) => {
    isCutText ||= isCut
    fields.set(name, value)
  })
  const isWhole = await pipeline(Readable.from(request.body, { objectMode: false }), reader).then(
    () => true,
    () => false,
  )
  const received = await files
  if (isCutText) return { kind: 'too_large', files: received }
  if (!isWhole) return { kind: 'malformed', files: received }
  return { kind: 'received', files: received, field: (name) => (fields.get(name) ?? '').trim() }
}

/** The bytes of a file as they arrive; undefined for an empty one: a form without a chosen file has such a part. */
async function contentOf(stream: AsyncIterable<Uint8Array>): Promise<ReadableStream<Uint8Array> | undefined> {
  const chunks = stream[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done === true) return undefined
  let waiting: Uint8Array | undefined = first.value
  return new ReadableStream({
    pull: async (controller) => {
      const chunk = waiting
      waiting = undefined
      if (chunk !== undefined) return controller.enqueue(chunk)
      const next = await chunks.next()
      if (next.done === true) controller.close()
      else controller.enqueue(next.value)
    },
  })
}

const mebibyte = 1_024 * 1_024

/** The limits of one import: a file, or a mebibyte of pasted text. Larger ones are for `gatehouse import`. */
const uploadLimits = {
  // One byte more than the control plane takes: it is the one that refuses a larger file.
  parts: { fileSize: mostImportBytes + 1, fieldSize: mebibyte, files: 4, fields: 10 },
} as const
