/** The organization of the journeys, and its mail domain. */
export const acme = { id: '6bb1c7d1-3b3e-4995-9e09-35649dc45a2b', label: 'Acme', domains: ['acme.example'] } as const

/** The client of a connection at the provider that answers. */
interface Client {
  readonly issuer: string
  readonly id: string
  readonly secret: string
}

// A page that offers a connection sends no request to its provider.
const noProvider: Client = { issuer: 'https://idp.acme.example', id: 'journeys', secret: 'a-secret-for-noProvider' }

/** Returns the only connection of an organization, as the configuration file writes it. */
export function connectionOf({ id, label }: { readonly id: string; readonly label: string }, client = noProvider) {
  return {
    id: 'acme-sso',
    label,
    provider: 'generic',
    organization_id: id,
    client_id: client.id,
    client_secret: client.secret,
    issuer_url: client.issuer,
    scope: ['email', 'profile'],
  }
}
