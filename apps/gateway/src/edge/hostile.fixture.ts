import { printableText, strangeWord } from '@gatehouse/testing/attack'
import fc from 'fast-check'
import type { ServerBuild } from 'react-router'

/** Hostile input for the pages and the developer tools: unknown and known fields, addresses and malicious values. */

const names = `flow id return_to refresh aal to state error login_challenge token redirect page page_token q from until
  fault times move reset intent method name role email label csrf_token config patch traits.email lang scheme theme
  person organization connection kind value key expires bulk file json text step confirm __proto__`
const name = fc.oneof(fc.constantFrom(...names.trim().split(/\s+/)), strangeWord)
const value = fc.oneof(
  strangeWord,
  fc.uuid(),
  fc.constantFrom('none', '1h', 'owner', '{"a":1}', '[]', '2030-01-01', 'delete'),
)
const headerNames = [
  'accept',
  'accept-language',
  'content-type',
  'x-forwarded-for',
  'user-agent',
  'range',
  'if-none-match',
]

/** An odd request to one address. */
export const hostileRequest = fc.record({
  method: fc.constantFrom('GET', 'GET', 'POST', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'),
  /** Values for the parameters of an address; null: the valid value. */
  parts: fc.array(fc.option(value, { freq: 2 }), { minLength: 4, maxLength: 4 }),
  query: fc.array(fc.tuple(name, value), { maxLength: 4 }),
  encoding: fc.constantFrom('form', 'json', 'list', 'broken', 'multipart', 'text'),
  fields: fc.array(fc.tuple(name, value), { maxLength: 6 }),
  headers: fc.dictionary(fc.constantFrom(...headerNames), printableText, { maxKeys: 3 }),
  /** Whether it only requests data, as the script of the pages does. */
  dataOnly: fc.boolean(),
  isOwn: fc.boolean(),
})

export type HostileRequest = typeof hostileRequest extends fc.Arbitrary<infer T> ? T : never

/** Builds the request; `known` has the valid values of the address's parameters, by name. */
export function toRequest(
  origin: string,
  template: string,
  hostile: HostileRequest,
  known: Readonly<Record<string, string>> = {},
): Request {
  const { method, parts, query, headers, dataOnly, isOwn } = hostile
  let geolocation = 0
  const path = template.replace(/:(\w+)\??|\*/g, (_, parameter: string | undefined) => {
    const part = parts[geolocation++ % parts.length] ?? known[parameter ?? ''] ?? 'anything'
    return encodeURIComponent(part.toWellFormed())
  })
  const parameters = new URLSearchParams(query.map(([one, text]) => [one.toWellFormed(), text.toWellFormed()]))
  const [body, type] = bodyOf(hostile)
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const own = { origin, 'sec-fetch-site': 'same-origin' }
  return new Request(`${origin}${path}${dataOnly ? '.data' : ''}?${parameters}`, {
    method,
    headers: {
      accept: 'text/html',
      ...(hasBody && { 'content-type': type }),
      ...headers,
      ...(isOwn && own),
      host: new URL(origin).host,
    },
    ...(hasBody && { body }),
  })
}

function bodyOf({ encoding, fields }: HostileRequest): readonly [body: string, type: string] {
  const pairs = fields.map(([one, text]) => [one.toWellFormed(), text.toWellFormed()])
  switch (encoding) {
    case 'form':
      return [new URLSearchParams(pairs).toString(), 'application/x-www-form-urlencoded']
    case 'json':
      return [JSON.stringify(Object.fromEntries(fields)), 'application/json']
    case 'list':
      return [JSON.stringify(fields), 'application/json']
    case 'broken':
      return ['{"a":', 'application/json']
    case 'multipart':
      return ['--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nb', 'multipart/form-data; boundary=x']
    case 'text':
      return [pairs.join('\n'), 'text/plain']
    default:
      return encoding satisfies never
  }
}

/** Returns every address of a build of pages, from its routes. */
export function addressesOf({ routes }: ServerBuild): readonly string[] {
  const full = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    if (route === undefined) return ''
    return `${full(route.parentId)}${route.path ? `/${route.path}` : ''}`
  }
  const all = Object.keys(routes).map((id) => full(id) || '/')
  return [...new Set(all)].toSorted((a, b) => a.localeCompare(b))
}
