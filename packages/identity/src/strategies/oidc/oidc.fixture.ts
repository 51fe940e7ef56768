import { startOpenIdProvider } from '@gatehouse/testing/providers'

import type { ConfigTree } from '../../configuration/unsupported.ts'
import {
  createHarness,
  service,
  type Answer,
  type Browser,
  type HarnessOptions,
} from '../../flows/flow-harness.fixture.ts'

const secret = 'the-secret-of-the-client-at-the-provider'

/** Returns the address to which the providers of the tests redirect browsers. */
export const callback = (provider: string): string => `${service}/self-service/methods/oidc/callback/${provider}`

export type TestProvider = Awaited<ReturnType<typeof startOpenIdProvider>>

/** Returns an id token as a native app gets it from the provider. */
export async function idTokenOf(provider: TestProvider, nonce: string): Promise<string> {
  const redirect = callback('corp')
  const address = new URL(`${provider.issuer}/auth`)
  const query = {
    client_id: 'corp-client',
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'openid email',
    nonce,
  }
  address.search = new URLSearchParams({ ...query, state: 's' }).toString()
  const code = new URL(await provider.visit(address.href)).searchParams.get('code') ?? ''
  const answer = await fetch(`${provider.issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`corp-client:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirect }),
  })
  return ((await answer.json()) as { id_token: string }).id_token
}

/** Starts the provider of the tests, for services with `callback`. */
export function startTestProvider(): Promise<TestProvider> {
  return startOpenIdProvider([
    { clientId: 'corp-client', clientSecret: secret, redirectUris: [callback('corp')] },
    { clientId: 'other-client', clientSecret: secret, redirectUris: [callback('other')] },
  ])
}

/**
 * Creates a service whose people can sign in with `corp` and `other`, both run by one real provider: its own, or
 * `started`, which several services use.
 */
export async function createProviderHarness(
  overrides: ConfigTree = {},
  corp: ConfigTree = {},
  other: ConfigTree = {},
  { started, ...options }: HarnessOptions & { readonly started?: TestProvider } = {},
) {
  const provider = started ?? (await startTestProvider())
  const shared = {
    provider: 'generic',
    client_secret: secret,
    issuer_url: provider.issuer,
    scope: ['email', 'profile'],
  }
  const providers = [
    { id: 'corp', label: 'Corp', client_id: 'corp-client', ...shared, ...corp },
    { id: 'other', client_id: 'other-client', ...shared, ...other },
  ]
  const methods = { oidc: { enabled: true, config: { providers } } }
  const after = { after: { oidc: { hooks: [{ hook: 'session' }] } } }
  const { selfservice, ...rest } = overrides as { selfservice?: { flows?: ConfigTree; methods?: ConfigTree } }
  const configuration = {
    ...rest,
    selfservice: {
      ...selfservice,
      methods: { ...methods, ...selfservice?.methods },
      flows: { registration: after, ...selfservice?.flows },
    },
  }
  const harness = await createHarness(configuration, undefined, {}, options)
  // Tokens of a real provider contain the real time.
  harness.clock.set(Date.now())
  return {
    ...harness,
    provider,
    stop: async () => {
      await harness.stop()
      if (!started) await provider.stop()
    },
    /** Takes a browser through the provider: from the button to the answer of the callback. */
    async providerDetails(browser: Browser, start: Answer): Promise<Answer> {
      const to = start.status === 422 ? String(start.body.redirect_browser_to) : (start.location ?? '')
      return browser.go(await provider.visit(to))
    },
  }
}

export type ProviderHarness = Awaited<ReturnType<typeof createProviderHarness>>
