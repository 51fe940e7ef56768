import type { RunningEngine } from '../engines/engine.ts'
import type { Hearing, TokenReading } from '../scenarios/scenario.ts'
import { at, isObject } from './json.ts'
import { faultsOfPart } from './matches.ts'
import { fill, fillText, type Variables } from './variables.ts'

const hearTimeoutMs = 20_000

/** Checks the calls that the service behind the web hooks received. */
export async function hear(
  { hooks }: RunningEngine,
  { hears, about, headers = {}, body }: Hearing,
  variables: Variables,
): Promise<readonly string[]> {
  const [method = '', path = ''] = hears.split(' ')
  const call = await hooks?.heard(path, fillText(about, variables), hearTimeoutMs)
  if (call === undefined) return [`no one called ${path} within ${hearTimeoutMs} ms`]
  const data = at(call.body, 'ctx', 'template_data')
  const code = isObject(data) ? Object.entries(data).find(([name]) => name.endsWith('_code'))?.[1] : undefined
  if (typeof code === 'string') variables.set('code', code)
  return [
    ...(call.method === method ? [] : [`was called with ${call.method}, not ${method}`]),
    ...faultsOfPart(headers, call.headers, 'headers'),
    ...(body === undefined ? [] : faultsOfPart(fill(body, variables), call.body, 'body')),
  ]
}

/** Checks that a token is signed with the profile's key and has the expected claims. */
export async function readToken(
  { tokenKeys }: RunningEngine,
  { token, claims }: TokenReading,
  variables: Variables,
): Promise<readonly string[]> {
  const read = await tokenKeys?.read(fillText(token, variables)).catch((error: unknown) => String(error))
  if (read === undefined || typeof read === 'string') return [`the token cannot be read: ${read ?? 'there is no key'}`]
  return faultsOfPart(fill(claims, variables), read, 'claims')
}
