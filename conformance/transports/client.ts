import {
  createIdentityClient,
  type IdentityClient,
  type Answer,
  type Credentials,
  type Submission,
} from '@gatehouse/client/client'
import { flowKinds, type FlowKind } from '@gatehouse/contract/flows'
import { at, isObject, parseJson } from '../run/json.ts'
import { userAgent, type PreparedRequest } from '../run/request.ts'
import { http } from './http.ts'
import type { Transport } from './transport.ts'

interface Call {
  readonly client: IdentityClient
  readonly query: URLSearchParams
  readonly body: Submission
  readonly credentials: Credentials
}
type Operation = (call: Call) => Promise<Answer<unknown>>

/** Which of the client's operations makes a request. */
const operations: ReadonlyMap<string, Operation> = new Map([
  ...flowKinds.flatMap(flowOperations),
  ['GET /sessions/whoami', ({ client, query, credentials }) => client.toSession(query, credentials)],
  [
    'GET /self-service/logout/browser',
    ({ client, query, credentials }) => client.createBrowserLogoutFlow(query, credentials),
  ],
  ['GET /self-service/logout', ({ client, query, credentials }) => client.updateLogoutFlow(query, credentials)],
  [
    'GET /self-service/errors',
    ({ client, query, credentials }) => client.getFlowError({ id: query.get('id') ?? '' }, credentials),
  ],
  ['GET /sessions', ({ client, query, credentials }) => client.listMySessions(query, credentials)],
  ['DELETE /sessions', ({ client, credentials }) => client.disableMyOtherSessions(credentials)],
])

function flowOperations(kind: FlowKind): readonly (readonly [string, Operation])[] {
  return [
    [`GET /self-service/${kind}/browser`, (call) => call.client.createBrowserFlow(kind, call.query, call.credentials)],
    [`GET /self-service/${kind}/api`, (call) => call.client.createNativeFlow(kind, call.query, call.credentials)],
    [
      `GET /self-service/${kind}/flows`,
      (call) => call.client.getFlow(kind, { id: call.query.get('id') ?? '' }, call.credentials),
    ],
    [
      `POST /self-service/${kind}`,
      ({ client, query, body, credentials }) => {
        const { flow, rest } = takeFlow(query)
        return client.updateFlow(kind, { flow, body, query: rest }, credentials)
      },
    ],
  ]
}

/**
 * The same requests through packages/client, with the visitor's cookies passed on as pages do it. Checks that the
 * client's outcome agrees with the wire. Requests that no operation of the client makes go as plain HTTP.
 */
export const client: Transport = async (step, request, sender) => {
  const { engine, visitor } = sender
  const operation = step.mode === 'navigation' || step.at === 'admin' ? undefined : operationFor(request)
  if (operation === undefined) return http(step, request, sender)

  const { url, headers, body } = request
  const received: Copy[] = []
  const identity = createIdentityClient({
    baseUrl: engine.publicUrl,
    fetch: async (outgoing) => {
      const response = visitor === undefined ? await engine.send(outgoing) : await visitor.fetch(outgoing)
      const copy = await takeCopy(response)
      received.push(copy)
      return toResponse(copy)
    },
  })
  const answer = await operation({
    client: identity,
    query: url.searchParams,
    body: isObject(body) ? body : {},
    credentials: {
      cookie: visitor?.cookieHeader(url),
      sessionToken: headers.get('x-session-token') ?? undefined,
      forward: { 'user-agent': userAgent },
    },
  })
  const [copy] = received
  if (copy === undefined) throw new Error(`${request.method} ${url.pathname}: the client sent nothing`)
  return { response: toResponse(copy), faults: faultsOfOutcome(answer, copy) }
}

/** An answer that can be read twice; a cloned Response ties its two readers together. */
interface Copy {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

async function takeCopy(response: Response): Promise<Copy> {
  return { status: response.status, headers: response.headers, text: await response.text() }
}

function toResponse({ status, headers, text }: Copy): Response {
  return new Response(text === '' ? null : text, { status, headers })
}

/** Finds the client's operation for a request; none if the client cannot send its raw body or headers. */
function operationFor({ method, url, headers, body }: PreparedRequest): Operation | undefined {
  const id = url.searchParams.get('id')
  if (url.pathname.endsWith('/flows') && (id === null || id === '')) return undefined
  if (url.pathname === '/self-service/errors' && id === null) return undefined
  if (method === 'POST' && (!isObject(body) || url.searchParams.get('flow') === null)) return undefined
  const usual = new Set(['accept', 'content-type', 'sec-fetch-mode', 'user-agent', 'x-session-token'])
  if ([...headers.keys()].some((name) => !usual.has(name)) || headers.get('accept') !== 'application/json')
    return undefined
  return operations.get(`${method} ${url.pathname}`)
}

function takeFlow(query: URLSearchParams): { readonly flow: string; readonly rest: URLSearchParams } {
  const rest = new URLSearchParams(query)
  rest.delete('flow')
  return { flow: query.get('flow') ?? '', rest }
}

function faultsOfOutcome(answer: Answer<unknown>, copy: Copy): readonly string[] {
  const wanted = outcomeOf(copy, parseJson(copy.text))
  const faults = answer.kind === wanted ? [] : [`the client should answer ${wanted}, answers ${answer.kind}`]
  if (answer.kind === 'error' && answer.malformed !== undefined) {
    return [...faults, `the client did not understand the answer: ${answer.malformed.excerpt}`]
  }
  if (answer.setCookie.join() !== copy.headers.getSetCookie().join()) return [...faults, 'the client lost a cookie']
  return faults
}

function outcomeOf({ status }: Copy, body: unknown): Answer<unknown>['kind'] {
  if (status >= 300 && status < 400) return 'redirect'
  if (status < 300) return 'ok'
  return status === 400 && isObject(at(body, 'ui')) ? 'flow' : 'error'
}
