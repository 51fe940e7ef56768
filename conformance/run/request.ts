import type { Body, Exchange } from '../scenarios/scenario.ts'
import { isObject } from './json.ts'
import { fill, fillText, type Variables } from './variables.ts'

/** A request ready to send. `body` is the value of which the body's text was made. */
export interface PreparedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: Body | undefined
  readonly text: string | undefined
}

/** The user agent of every visitor and every app. */
export const userAgent = 'gatehouse-conformance'

const accept = {
  ajax: 'application/json',
  navigation: 'text/html,application/xhtml+xml,*/*;q=0.8',
  native: 'application/json',
}

// Browsers say so; apps do not.
const fetchMetadata = {
  ajax: { 'sec-fetch-mode': 'cors' },
  navigation: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  native: {},
}

/** Makes the request of a step. */
export function prepareRequest(step: Exchange, variables: Variables): PreparedRequest {
  const [method = '', path = ''] = fillText(step.request, variables).split(' ')
  const origin = variables.get(step.at ?? 'public') ?? ''
  const body = toBody(fill(bodyWithToken(step, method), variables))
  const headers = new Headers({ accept: accept[step.mode], 'user-agent': userAgent, ...fetchMetadata[step.mode] })
  const isForm = step.mode === 'navigation' && isObject(body)
  if (body !== undefined) headers.set('content-type', isForm ? 'application/x-www-form-urlencoded' : 'application/json')
  for (const [name, value] of Object.entries(step.headers ?? {})) {
    if (value === null) headers.delete(name)
    else headers.set(name, fillText(value, variables))
  }
  const url = path.startsWith('http') ? new URL(path) : new URL(`${origin}${path}`)
  return { method, url, headers, body, text: toText(body, isForm) }
}

// A browser's form carries the token of the flow it was drawn from.
function bodyWithToken({ body, mode, at }: Exchange, method: string): unknown {
  const isBrowser = mode !== 'native' && at !== 'admin'
  if (method !== 'POST' || !isBrowser || !isObject(body) || 'csrf_token' in body) return body
  return { ...body, csrf_token: '{csrf}' }
}

function toBody(value: unknown): Body | undefined {
  if (typeof value === 'string' || Array.isArray(value)) return value
  return isObject(value) ? value : undefined
}

function toText(body: Body | undefined, isForm: boolean): string | undefined {
  if (body === undefined || typeof body === 'string') return body
  if (!isForm) return JSON.stringify(body)
  return new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)])).toString()
}
