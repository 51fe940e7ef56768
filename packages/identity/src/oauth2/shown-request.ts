/** Of the request: what a page may show, and what a client application reads. */
const shownKeys = [
  'challenge',
  'client',
  'oidc_context',
  'request_url',
  'requested_access_token_audience',
  'requested_scope',
  'session_id',
  'skip',
  'subject',
] as const

/** Keys of the client by which an attacker could act as it. */
const secretKeys: ReadonlySet<string> = new Set([
  'client_secret',
  'registration_access_token',
  'registration_client_uri',
  'jwks',
])

/** The request as browsers may see it. */
export function shownRequest(request: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    shownKeys.flatMap((key) => {
      const value = request[key]
      if (value === undefined) return []
      return [[key, key === 'client' ? withoutSecrets(value) : value] as const]
    }),
  )
}

function withoutSecrets(client: unknown): unknown {
  if (typeof client !== 'object' || client === null) return client
  return Object.fromEntries(Object.entries(client).filter(([key]) => !secretKeys.has(key)))
}
