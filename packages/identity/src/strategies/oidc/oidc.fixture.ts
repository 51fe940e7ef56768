import { startOpenIdProvider } from '@gatehouse/testing/providers'

import type { ConfigTree } from '../../configuration/unsupported.ts'
import { createHarness, service } from '../../flows/flow-harness.fixture.ts'
import type { Answer, Browser } from '../../flows/flow-harness.fixture.ts'

const secret = 'the-secret-of-the-client-at-the-provider'

/** Where the providers of the tests send browsers back to. */
export const callback = (provider: string): string => `${service}/self-service/methods/oidc/callback/${provider}`

/** A service whose people can sign in with `corp` and `other`, both run by one real provider. */
export async function createProviderHarness(overrides: ConfigTree = {}, corp: ConfigTree = {}, other: ConfigTree = {}) {
  const provider = await startOpenIdProvider([
    { clientId: 'corp-client', clientSecret: secret, redirectUris: [callback('corp')] },
    { clientId: 'other-client', clientSecret: secret, redirectUris: [callback('other')] },
  ])
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
  const harness = await createHarness({
    ...rest,
    selfservice: {
      ...selfservice,
      methods: { ...methods, ...selfservice?.methods },
      flows: { registration: after, ...selfservice?.flows },
    },
  })
  // Tokens of a real provider carry the real time.
  harness.clock.set(Date.now())
  return {
    ...harness,
    provider,
    stop: async () => {
      await harness.stop()
      await provider.stop()
    },
    /** A browser's way over the provider: from the button to the answer of the callback. */
    async throughProvider(browser: Browser, start: Answer): Promise<Answer> {
      const to = start.status === 422 ? String(start.body.redirect_browser_to) : (start.location ?? '')
      return browser.go(await provider.visit(to))
    },
  }
}

export type ProviderHarness = Awaited<ReturnType<typeof createProviderHarness>>
