import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { at, parseJson, textAt } from '../run/json.ts'

/** A call as it came. */
export interface HeardCall {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

/** A service that receives people's data through web hooks, or sends them their messages. */
export interface HookReceiver {
  /** Its base URL, without a slash at its end. */
  readonly url: string
  /** The first call at a path about an address, once it has come; undefined after `timeoutMs`. */
  heard(path: string, email: string, timeoutMs: number): Promise<HeardCall | undefined>
  stop(): Promise<void>
}

/** The receiver's answers, by the word in the transient payload of the submitter; anything else: yes. */
const verdicts: Readonly<Record<string, { readonly status: number; readonly body: unknown }>> = {
  reject: {
    status: 400,
    body: {
      messages: [
        {
          instance_ptr: '#/traits/email',
          messages: [{ id: 1234, text: 'not this address', type: 'error', context: { value: 'taken' } }],
        },
      ],
    },
  },
  deny: {
    status: 403,
    body: { messages: [{ instance_ptr: '#/', messages: [{ id: 1235, text: 'not you', type: 'error' }] }] },
  },
  change: { status: 200, body: { identity: { metadata_public: { plan: 'gold' }, metadata_admin: { risk: 1 } } } },
  close: { status: 200, body: { identity: { state: 'inactive' } } },
  fail: { status: 500, body: { error: 'out of order' } },
}
const yes = { status: 200, body: {} }
const pollMs = 25

/**
 * Starts one on a free port. `transient_payload: { before: 'reject' }` is for calls whose path ends in `/before`; those
 * whose path ends in `/broken` never succeed.
 */
export async function startHookReceiver(): Promise<HookReceiver> {
  const calls: HeardCall[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const text = Buffer.concat(chunks).toString()
      const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
      const body: unknown = isForm ? Object.fromEntries(new URLSearchParams(text)) : parseJson(text)
      calls.push({ method, path, headers, body })
      const word = textAt(body, 'transient_payload', path.split('/').at(-1) ?? '')
      const isBroken = path.endsWith('/broken')
      const verdict = verdicts[isBroken ? 'fail' : (word ?? '')] ?? yes
      response.writeHead(verdict.status, { 'content-type': 'application/json' }).end(JSON.stringify(verdict.body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    async heard(path, email, timeoutMs) {
      const deadline = AbortSignal.timeout(timeoutMs)
      for (;;) {
        const call = calls.find((one) => one.path === path && emailOf(one.body) === email)
        if (call !== undefined || deadline.aborted) return call
        await new Promise((resolve) => setTimeout(resolve, pollMs))
      }
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Returns the email of a body, of a configured or the built-in one. */
function emailOf(body: unknown): unknown {
  return at(body, 'email') ?? at(body, 'identity', 'traits', 'email')
}
