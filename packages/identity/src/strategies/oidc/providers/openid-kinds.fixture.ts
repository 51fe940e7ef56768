import { expect } from 'vitest'

import type { ConfigTree } from '../../../configuration/unsupported.ts'

/** The answers of an OpenID provider of a kind, and the expected person. */
export interface OpenIdCase {
  readonly config?: ConfigTree
  readonly issuer: string
  /** Parameters of the authorization address; `undefined`: it has to be absent. */
  readonly sent?: Readonly<Record<string, unknown>>
  readonly secretIn?: 'body'
  /** Additional metadata. */
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Claims of the id token, in addition to the usual ones. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** Claims of the userinfo endpoint, if they come from there. */
  readonly userinfo?: Readonly<Record<string, unknown>>
  readonly nonce?: false
  readonly subject?: string
  readonly traits: unknown
  readonly verified: boolean | undefined
}

const ada = { email: 'ada@example.org', email_verified: true, name: 'Ada L', given_name: 'Ada', family_name: 'L' }
const adaHere = { email: 'ada@example.org', name: 'Ada L', given_name: 'Ada', family_name: 'L' }
const usual = { claims: ada, traits: adaHere, verified: true } as const
const s256 = { code_challenge_methods_supported: ['S256'] }
const fromEndpoint = { claims: { name: 'not this one' }, userinfo: ada, traits: adaHere, verified: true } as const

/** Every kind of provider that publishes its metadata. */
export const openidCases: Readonly<Record<string, OpenIdCase>> = {
  generic: {
    ...usual,
    config: { issuer_url: 'https://idp.example.org/realm' },
    issuer: 'https://idp.example.org/realm',
    metadata: s256,
    sent: { code_challenge_method: 'S256', scope: 'openid' },
  },
  'fedcm-test': {
    ...usual,
    config: { issuer_url: 'https://fedcm.example.org' },
    issuer: 'https://fedcm.example.org',
  },
  auth0: {
    ...fromEndpoint,
    config: { issuer_url: 'https://tenant.eu.auth0.com/' },
    issuer: 'https://tenant.eu.auth0.com/',
    userinfo: { ...ada, updated_at: '2024-01-01T00:00:00.000Z' },
  },
  salesforce: {
    ...fromEndpoint,
    config: { issuer_url: 'https://acme.my.salesforce.com' },
    issuer: 'https://acme.my.salesforce.com',
    subject: 'https://login.salesforce.com/id/00Dx/005x',
  },
  google: {
    ...usual,
    config: { scope: ['email', 'profile'] },
    issuer: 'https://accounts.google.com',
    metadata: s256,
    sent: { scope: 'openid email profile', code_challenge_method: 'S256' },
  },
  gitlab: { ...usual, issuer: 'https://gitlab.com' },
  apple: {
    issuer: 'https://appleid.apple.com',
    secretIn: 'body',
    sent: { response_mode: 'form_post' },
    claims: { email: 'ada@privaterelay.appleid.com', email_verified: 'true' },
    traits: { email: 'ada@privaterelay.appleid.com' },
    verified: true,
  },
  slack: { ...usual, issuer: 'https://slack.com' },
  linkedin_v2: {
    ...usual,
    issuer: 'https://www.linkedin.com/oauth',
    secretIn: 'body',
    nonce: false,
    sent: { scope: 'openid profile email', nonce: undefined },
  },
  line: {
    issuer: 'https://access.line.me',
    secretIn: 'body',
    metadata: s256,
    claims: { name: 'Ada', email: 'ada@example.org' },
    traits: { name: 'Ada', email: 'ada@example.org' },
    verified: false,
  },
  twitch: {
    issuer: 'https://id.twitch.tv/oauth2',
    secretIn: 'body',
    sent: { claims: expect.stringContaining('preferred_username') },
    claims: { preferred_username: 'ada', email: 'ada@example.org', email_verified: true },
    traits: { username: 'ada', nickname: 'ada', email: 'ada@example.org' },
    verified: true,
  },
  netid: { ...fromEndpoint, issuer: 'https://broker.netid.de' },
  microsoft: {
    config: { microsoft_tenant: '8eaef023-2b34-4da1-9baa-8bc8c9d6a490' },
    issuer: 'https://login.microsoftonline.com/8eaef023-2b34-4da1-9baa-8bc8c9d6a490/v2.0',
    secretIn: 'body',
    claims: { ...ada, tid: '8eaef023-2b34-4da1-9baa-8bc8c9d6a490' },
    traits: adaHere,
    verified: false,
  },
}
