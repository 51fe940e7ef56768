import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

import { startServerHere } from '@gatehouse/testing/processes'

/** A call at the receiver of web hooks. */
export interface ReceivedCall {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies of every shape
  readonly body: any
}

/** The receiver's answer. A text is sent as it is, anything else as JSON. `never`: none; `cut`: the connection ends. */
export type Said =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | 'never'
  | 'cut'

/** A third party's service that web hooks call. */
export interface HookReceiver {
  readonly url: string
  /** Oldest first. */
  received: ReceivedCall[]
  /** Its answers by path; those of a list one after the other, and 204 after the last. Default: 204. */
  answers: Record<string, Said | Said[] | ((call: ReceivedCall) => Said | Promise<Said>)>
  readonly close: () => Promise<void>
}

/** Starts one on this machine. */
export async function startHookReceiver(): Promise<HookReceiver> {
  const server = await startServerHere((request, answer) => void reply(request, answer))
  const receiver: HookReceiver = { ...server, received: [], answers: {} }
  return receiver

  async function reply(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const path = request.url ?? ''
    const call = { path, headers: request.headers, text, body: text === '' ? undefined : JSON.parse(text) }
    receiver.received.push(call)
    const given = receiver.answers[path]
    const next = Array.isArray(given) ? given.shift() : typeof given === 'function' ? await given(call) : given
    const said = next ?? { status: 204 }
    if (said === 'cut') request.socket.destroy()
    if (said === 'cut' || said === 'never') return
    answer.writeHead(said.status, { ...(said.status === 302 && { location: '/elsewhere' }), ...said.headers })
    answer.end(said.body === undefined || typeof said.body === 'string' ? said.body : JSON.stringify(said.body))
  }
}

/** Returns a `web_hook` of a configuration. */
export const webHook = (url: string, config: Record<string, unknown> = {}) => ({
  hook: 'web_hook',
  config: { url, ...config },
})

/** Returns the part of a configuration with these hooks at the end of a flow. */
export const after = (kind: string, ...hooks: unknown[]) => ({
  selfservice: { flows: { [kind]: { after: { hooks } } } },
})
