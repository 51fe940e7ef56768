import { createHash } from 'node:crypto'
import type { CookieName } from '../scenarios/scenario.ts'
import { faultsOfRows } from './matches.ts'

interface CookieRule {
  /** All attributes, in lower case; `*` for a value that changes. */
  readonly attributes: readonly string[]
}

const always = ['path=/', 'httponly', 'secure', 'samesite=lax']

const rules: Readonly<Record<CookieName, CookieRule>> = {
  csrf: { attributes: [...always, 'max-age=31536000'] },
  session: { attributes: [...always, 'max-age=*', 'expires=*'] },
  'session until close': { attributes: always },
  'session deleted': { attributes: [...always, 'max-age=0', 'expires=thu, 01 jan 1970*'] },
  continuity: { attributes: [...always, 'max-age=2592000', 'expires=*'] },
}

/** Cookie names that profiles give to the session. */
const sessionNames = ['ory_kratos_session', 'account_session']

/** Where an answer's Set-Cookie headers are not those expected, attribute by attribute. */
export function faultsOfCookies(
  expected: readonly CookieName[] | undefined,
  setCookies: readonly string[],
  request: { readonly method: string; readonly publicUrl: string },
): readonly string[] {
  const seen = setCookies.map((line) => read(line, request.publicUrl))
  const names = seen.map(({ name }) => name)
  const allowed = expected ?? (request.method === 'GET' ? names.filter((name) => name === 'csrf').slice(0, 1) : [])
  return [
    ...faultsOfRows('cookie', allowed, names, false),
    ...seen.flatMap(({ name, attributes }) => faultsOfAttributes(name, attributes)),
  ]
}

function faultsOfAttributes(name: string, attributes: readonly string[]): readonly string[] {
  const rule = isCookieName(name) ? rules[name] : undefined
  if (rule === undefined) return []
  // Whether a time is also given as a date is a matter of taste: browsers let Max-Age win.
  const optional = name === 'continuity' ? ['expires=*'] : []
  const wanted = rule.attributes.filter(
    (attribute) => !optional.includes(attribute) || attributes.some((one) => one.startsWith('expires=')),
  )
  return faultsOfRows(`attribute of the ${name} cookie`, wanted, attributes, false)
}

function isCookieName(name: string): name is CookieName {
  return Object.hasOwn(rules, name)
}

function read(line: string, publicUrl: string): { readonly name: string; readonly attributes: readonly string[] } {
  const [pair = '', ...rest] = line.split(';')
  const attributes = rest.map((part) => part.trim().toLowerCase())
  return { name: nickname(pair.split('=')[0] ?? '', attributes, publicUrl), attributes }
}

function nickname(name: string, attributes: readonly string[], publicUrl: string): string {
  // The name carries the base URL as the configuration spells it.
  if (name === `csrf_token_${createHash('sha256').update(`${publicUrl}/`).digest('hex')}`) return 'csrf'
  if (name === 'ory_kratos_continuity') return 'continuity'
  if (!sessionNames.includes(name)) return name
  if (attributes.includes('max-age=0')) return 'session deleted'
  return attributes.some((one) => one.startsWith('max-age=')) ? 'session' : 'session until close'
}
