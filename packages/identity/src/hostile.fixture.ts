import { printableText, strangeWord } from '@gatehouse/testing/attack'
import fc from 'fast-check'

/** Input of strangers: names and values that mean something to the service, and hostile ones. */

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const id = fc.oneof(fc.uuid(), strangeWord, fc.constant('00000000-0000-0000-0000-000000000000'))

const names = words(`
  method identifier password traits traits.email code email csrf_token screen resend
  recovery_address recovery_select_address recovery_confirm_address totp_code totp_unlink address
  lookup_secret lookup_secret_reveal lookup_secret_regenerate lookup_secret_confirm
  provider link unlink id_token id_token_nonce upstream_parameters transient_payload action
  webauthn_login webauthn_register webauthn_remove webauthn_register_displayname session_token
  passkey_login passkey_register passkey_settings_register passkey_remove
  provider_id identities sessions identity_id expires_in flow_type schema_id credentials state
  metadata_public metadata_admin external_id organization_id verifiable_addresses
  recovery_addresses op path value nonce token __proto__ constructor prototype
`)
const values = words(`
  password code link profile totp lookup_secret oidc webauthn passkey corp acme
  ada@example.org previous delete replace /traits {"id":"a"}
`)
const queryNames = words(`
  flow id return_to refresh aal via token code state page page_size page_token
  per_page tokenize_as expand active ids credentials_identifier include_credential
  login_challenge status init_code return_to_code identity_schema organization recipient
  error error_description preview_credentials_identifier_similar organization_id __proto__
`)
const headerNames = words(`
  accept authorization origin referer x-session-token x-session-cookie x-csrf-token
  content-type content-encoding sec-fetch-mode sec-fetch-dest user-agent x-forwarded-for
  x-forwarded-proto x-forwarded-host true-client-ip cf-ipcity if-match range accept-language
`)
const cookieNames = ['ory_kratos_session', 'ory_kratos_continuity', 'csrf_token', '__proto__', 'constructor']

const value = fc.oneof(fc.constantFrom(...values), strangeWord, fc.jsonValue({ maxDepth: 4 }))
const textOf = (part: unknown): string => (typeof part === 'string' ? part : JSON.stringify(part))
const token = fc.oneof(
  printableText,
  fc.base64String({ maxLength: 200 }),
  fc.constantFrom('ory_st_', 'ory_lo_', 'a.b.c'),
)
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const

/** An odd request to one row of a table. */
export const hostileRequest = fc.record({
  /** Absent: the row's own method. */
  method: fc.option(fc.constantFrom(...methods), { freq: 4 }),
  ids: fc.array(id, { minLength: 3, maxLength: 3 }),
  query: fc.array(fc.tuple(fc.oneof(fc.constantFrom(...queryNames), strangeWord), fc.oneof(id, value.map(textOf))), {
    maxLength: 4,
  }),
  /** A flow that is there, by its number. */
  flow: fc.option(fc.nat(4)),
  encoding: fc.constantFrom('json', 'list', 'form', 'multipart', 'broken', 'deep', 'none'),
  fields: fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), strangeWord), value), { maxLength: 6 }),
  signedIn: fc.boolean(),
  headers: fc.dictionary(fc.constantFrom(...headerNames), token, { maxKeys: 4 }),
  cookies: fc.dictionary(fc.constantFrom(...cookieNames), token, { maxKeys: 3 }),
})

export type HostileRequest = typeof hostileRequest extends fc.Arbitrary<infer T> ? T : never

/** Returns a path with the parameters of a row filled in, and the query. */
export function hostilePath(template: string, { ids, query }: HostileRequest, flowId: string | undefined): string {
  let next = 0
  const path = template.replace(/:\w+/g, () => encodeURIComponent((ids[next++ % ids.length] ?? '').toWellFormed()))
  const parameters = new URLSearchParams(query.map(([key, part]) => [key.toWellFormed(), part.toWellFormed()]))
  if (flowId !== undefined) parameters.set('flow', flowId)
  return `${path.replaceAll('*', 'anything')}?${parameters}`
}

/** Returns the body and its content type. */
export function hostileBody({ encoding, fields }: HostileRequest): readonly [body: string, type: string] {
  const pairs = fields.map(([key, part]) => [key.toWellFormed(), textOf(part).toWellFormed()])
  switch (encoding) {
    case 'json':
      return [JSON.stringify(Object.fromEntries(fields)), 'application/json']
    case 'list':
      return [JSON.stringify([Object.fromEntries(fields), ...fields.map(([, part]) => part)]), 'application/json']
    case 'form':
      return [new URLSearchParams(pairs).toString(), 'application/x-www-form-urlencoded']
    case 'multipart':
      return ['--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb', 'multipart/form-data; boundary=x']
    case 'broken':
      return ['{"a":', 'application/json']
    case 'deep':
      return [`{"traits":${'{"a":'.repeat(500)}1${'}'.repeat(500)}}`, 'application/json']
    case 'none':
      return ['', 'text/plain']
    default:
      return encoding satisfies never
  }
}

/** Returns headers with the cookies among them. */
export function hostileHeaders({ headers, cookies }: HostileRequest): Readonly<Record<string, string>> {
  const cookie = Object.entries(cookies).map(([name, part]) => `${name}=${part}`)
  return { ...headers, ...(cookie.length > 0 && { cookie: cookie.join('; ') }) }
}
