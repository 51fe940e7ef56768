/** A field that the form of some kind of provider has: a key of the configuration. */
export type ProviderField =
  | 'issuer_url'
  | 'client_id'
  | 'client_secret'
  | 'microsoft_tenant'
  | 'apple_team_id'
  | 'apple_private_key_id'
  | 'apple_private_key'
  | 'label'

/** A kind of providers, and the fields of its form. */
export interface KindOfProvider {
  readonly value: string
  readonly label: string
  /** The values that the provider gives, in the order of the form. */
  readonly asks: readonly ProviderField[]
  /** Of these, the fields that may be left empty. */
  readonly optional?: readonly ProviderField[]
  /** Fields below *More options*, beside those of every kind. */
  readonly more?: readonly ProviderField[]
  /** The scopes of a new provider in addition to the kind's own, so that the provider sends an address. */
  readonly scope?: string
}

const client = ['client_id', 'client_secret'] as const
const byIssuer = { asks: ['issuer_url', ...client], scope: 'email profile' } as const

/** TABLE: the kinds of providers that forms offer. Text knows all of them. */
export const providerKinds: readonly KindOfProvider[] = [
  { value: 'google', label: 'Google', asks: client, scope: 'email profile' },
  { value: 'microsoft', label: 'Microsoft Entra ID', asks: ['microsoft_tenant', ...client], scope: 'email profile' },
  {
    value: 'apple',
    label: 'Apple',
    asks: ['client_id', 'apple_team_id', 'apple_private_key_id', 'apple_private_key'],
    scope: 'email name',
  },
  { value: 'github', label: 'GitHub', asks: client },
  { value: 'gitlab', label: 'GitLab', asks: client, more: ['issuer_url'], scope: 'email profile' },
  { value: 'auth0', label: 'Auth0', ...byIssuer },
  { value: 'salesforce', label: 'Salesforce', ...byIssuer },
  { value: 'slack', label: 'Slack', asks: client, scope: 'email profile' },
  { value: 'linkedin_v2', label: 'LinkedIn', asks: client },
  { value: 'facebook', label: 'Facebook', asks: client },
  { value: 'discord', label: 'Discord', asks: client },
  { value: 'spotify', label: 'Spotify', asks: client },
  { value: 'netid', label: 'netID', asks: client, scope: 'email profile' },
  {
    value: 'generic',
    label: 'OpenID Connect',
    asks: ['label', 'issuer_url', ...client],
    optional: ['label', 'client_secret'],
    scope: 'email profile',
  },
]

/** Returns the row of a kind; for one that only text knows, with the fields that any may have. */
export function kindOfProvider(value: string): KindOfProvider {
  const known = providerKinds.find((kind) => kind.value === value)
  return known ?? { value, label: value, asks: client, optional: client, more: ['issuer_url'] }
}

/** Returns an id for a new provider of a kind, which no other one has. */
export function freeProviderId({ value }: KindOfProvider, taken: readonly string[]): string {
  const plain = value === 'generic' ? 'oidc' : value.replace(/_.*/, '')
  let id = plain
  for (let number = 2; taken.includes(id); number += 1) id = `${plain}-${number}`
  return id
}
