import { PassThrough, Readable, Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

/** The options for rendering one document. */
export interface RenderOptions {
  readonly nonce: string
  /** Whether to wait until the document is complete, however long it takes. Asked only if something is slow. */
  readonly whole: () => boolean
  readonly signal: AbortSignal
  /** Milliseconds until the rendering is aborted. */
  readonly timeoutMs: number
  readonly onError: (error: unknown) => void
}

/** A whole document, or one that is still being drawn. */
export type RenderedBody = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

/** A document ready to be sent. `failed` if something broke before the first byte. */
export interface RenderedDocument {
  readonly body: RenderedBody
  readonly failed: boolean
}

/** Milliseconds a page may take to be complete before its first part is sent. Almost no page waits at all. */
const streamAfterMs = 250

/**
 * Renders to one buffer, which is faster than a stream and lets the edge compress at once; falls back to streaming for
 * the page that waits for something slow. Rejects if not even the shell can be drawn.
 */
export function renderDocument(tree: ReactNode, options: RenderOptions): Promise<RenderedDocument> {
  return new Promise((resolve, reject) => {
    let failed = false
    let answered = false
    let streaming: ReturnType<typeof setTimeout> | undefined
    const answer = (body: () => RenderedBody | Promise<RenderedBody>) => {
      if (answered) return
      answered = true
      clearTimeout(streaming)
      Promise.resolve(body()).then((sent) => resolve({ body: sent, failed }), reject)
    }
    const { pipe, abort } = renderToPipeableStream(tree, {
      nonce: { script: options.nonce, style: options.nonce },
      onShellReady() {
        if (!answered) streaming = setTimeout(() => options.whole() || answer(() => streamed(pipe)), streamAfterMs)
      },
      onAllReady() {
        clearTimeout(timeout)
        options.signal.removeEventListener('abort', stop)
        answer(() => collected(pipe))
      },
      onShellError(error) {
        clearTimeout(timeout)
        reject(error)
      },
      onError(error) {
        failed = true
        if (!options.signal.aborted) options.onError(error)
      },
    })
    const stop = () => abort(options.signal.reason)
    const timeout = setTimeout(() => abort(new Error('The page took too long to draw')), options.timeoutMs)
    options.signal.addEventListener('abort', stop, { once: true })
  })
}

type Pipe = <W extends NodeJS.WritableStream>(destination: W) => W

function streamed(pipe: Pipe): RenderedBody {
  const through = new PassThrough()
  pipe(through)
  return Readable.toWeb(through) as ReadableStream<Uint8Array>
}

function collected(pipe: Pipe): Promise<RenderedBody> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    pipe(
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          chunks.push(chunk)
          done()
        },
        final(done) {
          resolve(Buffer.concat(chunks))
          done()
        },
      }).on('error', reject),
    )
  })
}
