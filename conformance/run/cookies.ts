import { createHash } from 'node:crypto'
import type { CookieName } from '../scenarios/scenario.ts'
import { faultsOfRows } from './matches.ts'

const always = ['path=/', 'httponly', 'secure', 'samesite=lax']
const past = ['max-age=0', 'expires=thu, 01 jan 1970*']

/** All attributes of each cookie, in lower case. */
const attributesOf: Readonly<Record<CookieName, readonly string[]>> = {
  csrf: [...always, 'max-age=31536000'],
  session: [...always, 'max-age=*', 'expires=*'],
  'session until close': always,
  'session deleted': [...always, ...past],
  continuity: [...always, 'max-age=2592000', 'expires=*'],
  'continuity deleted': [...always, ...past],
}

/** Cookie names that profiles give to the session. */
const sessionNames = ['ory_kratos_session', 'account_session']

/** Compares an answer's Set-Cookie headers with the expected ones, attribute by attribute. */
export function faultsOfCookies(
  expected: readonly CookieName[] | 'any' | undefined,
  setCookies: readonly string[],
  request: { readonly method: string; readonly publicUrl: string },
): readonly string[] {
  const seen = setCookies.map((line) => read(line, request.publicUrl))
  const names = seen.map(({ name }) => name)
  const allowed =
    expected === 'any'
      ? names
      : (expected ?? (request.method === 'GET' ? names.filter((name) => name === 'csrf').slice(0, 1) : []))
  return [
    ...faultsOfRows('cookie', allowed, names, false),
    ...seen.flatMap(({ name, attributes }) =>
      isCookieName(name) ? faultsOfRows(`attribute of the ${name} cookie`, attributesOf[name], attributes, false) : [],
    ),
  ]
}

function isCookieName(name: string): name is CookieName {
  return Object.hasOwn(attributesOf, name)
}

function read(line: string, publicUrl: string): { readonly name: string; readonly attributes: readonly string[] } {
  const [pair = '', ...rest] = line.split(';')
  const attributes = rest.map((part) => part.trim().toLowerCase())
  return { name: nickname(pair.split('=')[0] ?? '', attributes, publicUrl), attributes }
}

function nickname(name: string, attributes: readonly string[], publicUrl: string): string {
  const isOver = attributes.includes('max-age=0')
  // The name carries the base URL as the configuration spells it.
  if (name === `csrf_token_${createHash('sha256').update(`${publicUrl}/`).digest('hex')}`) return 'csrf'
  if (name === 'ory_kratos_continuity') return isOver ? 'continuity deleted' : 'continuity'
  if (!sessionNames.includes(name)) return name
  if (isOver) return 'session deleted'
  return attributes.some((one) => one.startsWith('max-age=')) ? 'session' : 'session until close'
}
