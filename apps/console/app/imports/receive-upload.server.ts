import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from '@fastify/busboy'
import type { ReceivedFile, Staging } from '../../src/imports/staged-import.ts'
import { uploadLimits } from './limits.ts'

/** What arrived with the form of an import. */
export type Upload =
  | {
      readonly kind: 'received'
      readonly file: ReceivedFile
      readonly fileName: string
      readonly field: (name: string) => string
    }
  | { readonly kind: 'empty' }
  | { readonly kind: 'too_large' }
  /** It is no form with a file. */
  | { readonly kind: 'malformed' }

/** Writes the file of a form while it arrives: none of it is kept in memory. Pasted text counts where there is no file. */
export async function receiveUpload(request: Request, staging: Staging): Promise<Upload> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data') || request.body === null) return { kind: 'malformed' }
  const fields = new Map<string, string>()
  const files: Promise<{ readonly file: ReceivedFile; readonly fileName: string }>[] = []
  let isTooLarge = false
  const reader = busboy({ headers: { 'content-type': type }, limits: uploadLimits.parts })
  reader.on('file', (_, stream, fileName) => {
    stream.on('limit', () => (isTooLarge = true))
    const received = staging.receive(stream).then((file) => ({ file, fileName }))
    // Waited for below; the form may turn out to be broken before.
    received.catch(() => undefined)
    files.push(received)
  })
  reader.on('field', (name, value, _, isCut) => {
    isTooLarge ||= isCut
    fields.set(name, value)
  })
  const isWhole = await pipeline(Readable.from(request.body, { objectMode: false }), reader).then(
    () => true,
    () => false,
  )
  const received = await Promise.allSettled(files)
  const found = received.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const chosen = found.find(({ file }) => file.bytes > 0)
  const text = fields.get('text') ?? ''
  const isUsable = isWhole && !isTooLarge
  await Promise.all(found.flatMap((one) => (isUsable && one === chosen ? [] : [staging.discard(one.file.id)])))
  if (isTooLarge) return { kind: 'too_large' }
  if (!isWhole || found.length < received.length) return { kind: 'malformed' }
  const field = (name: string) => (fields.get(name) ?? '').trim()
  if (chosen !== undefined) return { kind: 'received', ...chosen, field }
  if (text.trim() === '') return { kind: 'empty' }
  const file = await staging.receive(Readable.from([Buffer.from(text)], { objectMode: false }))
  return { kind: 'received', file, fileName: '', field }
}
