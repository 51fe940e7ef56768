import { at, isObject, objects, type JsonObject } from '../run/json.ts'
import { nodeSkeleton } from './node-skeleton.ts'
import { messageSkeleton } from './message-skeleton.ts'

/** An answer as it came over the wire. `body` is the parsed JSON, or the text if it is no JSON. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly setCookies: readonly string[]
  readonly body: unknown
}

/**
 * The fixed parts of an answer: no texts of messages, only their ids; nodes as rows; everything else as it is. Values
 * that differ each time are placeholders in the recordings.
 */
export interface AnswerSkeleton {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** `csrf: path=/; max-age=31536000; …`. */
  readonly cookies?: readonly string[]
  readonly body?: unknown
}

/** Headers an answer is compared by; others are the transport's. */
const headerNames = [
  'content-type',
  'cache-control',
  'vary',
  'location',
  'link',
  'x-total-count',
  'x-kratos-authenticated-identity-id',
  'ory-session-cache-for',
]

/** Keys of texts for people, which differ from service to service. */
const ownTexts = new Set(['message', 'reason', 'docs', 'hint', 'reject_reason'])
/** Documents and tokens whose content is not the service's. */
const foreign = new Set([
  'initial_id_token',
  'initial_access_token',
  'initial_refresh_token',
  'ip_address',
  'user_agent',
  'hashed_password',
])

/** Takes from an answer the parts that have to be the same every time. */
export function skeletonOf({ status, headers, setCookies, body }: Answer): AnswerSkeleton {
  const kept = headerNames.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, withOrderedQuery(headers[name])] as const],
  )
  const kind = headers['content-type']?.toLowerCase() ?? ''
  const isDocument = /^text\/(?:html|javascript)/.test(kind)
  const drawn = isDocument ? '(document)' : bodySkeleton(body)
  return {
    status,
    headers: Object.fromEntries(kept),
    ...(setCookies.length > 0 && { cookies: setCookies.map(cookieSkeleton).toSorted() }),
    ...(drawn !== '' && { body: drawn }),
  }
}

function cookieSkeleton(line: string): string {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const name = (pair.split('=')[0] ?? '').replace(/^csrf_token_[0-9a-f]{64}$/, 'csrf').replace(/^ory_kratos_/, '')
  const kept = attributes.map((one) => withoutMoment(one.toLowerCase())).toSorted()
  return `${name}: ${kept.join('; ')}`
}

/** Removes the moment from an attribute: life times are counted from the answer, to the second below. */
function withoutMoment(attribute: string): string {
  const [key = '', value = ''] = attribute.split('=')
  if (key === 'expires') return 'expires=…'
  return key === 'max-age' ? `max-age=${Math.round(Number(value) / 60) * 60}` : attribute
}

function bodySkeleton(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(bodySkeleton)
  if (typeof body === 'string') return withOrderedQuery(body)
  if (!isObject(body)) return body
  if (isMessage(body)) return messageSkeleton(body)
  if (body['$schema'] !== undefined) return '(schema)'
  if (isObject(body['ui'])) return { ...mapped(body), ui: uiSkeleton(body['ui']), '(lifespan)': lifespan(body) }
  return mapped(body)
}

function mapped(body: JsonObject): JsonObject {
  const isMail = body['template_type'] !== undefined
  return Object.fromEntries(
    Object.entries(body)
      .filter(([key]) => key !== 'ui')
      .map(([key, value]) => {
        const isText = typeof value === 'string'
        if (isText && (ownTexts.has(key) || foreign.has(key))) return [key, '(text)']
        if (isText && isMail && (key === 'body' || key === 'subject')) return [key, '(text)']
        return [key, bodySkeleton(value)]
      }),
  )
}

function uiSkeleton(ui: JsonObject): JsonObject {
  return {
    ...ui,
    nodes: objects(ui['nodes']).map(nodeSkeleton),
    ...(ui['messages'] !== undefined && { messages: objects(ui['messages']).map(messageSkeleton) }),
  }
}

/** Sorts the query of a request to a provider: its order has no meaning. */
function withOrderedQuery(text: string): string {
  const [address, query] = /^(https?:[^?]+\/auth)\?(.*)$/.exec(text)?.slice(1) ?? []
  if (address === undefined || query === undefined) return text
  return `${address}?${query.split('&').toSorted().join('&')}`
}

/** Returns a flow's lifespan, in seconds. */
function lifespan(flow: JsonObject): number | null {
  const [from, to] = [at(flow, 'issued_at'), at(flow, 'expires_at')]
  if (typeof from !== 'string' || typeof to !== 'string') return null
  return Math.round((Date.parse(to) - Date.parse(from)) / 1000)
}

function isMessage(value: JsonObject): boolean {
  return typeof value['id'] === 'number' && typeof value['text'] === 'string'
}
