import { startOpenIdProvider, type ProviderAccount } from '@gatehouse/testing/providers'

import type { ConfigTree } from '../../configuration/unsupported.ts'
import { createHarness, pages, service, type Answer, type Browser } from '../flow-harness.fixture.ts'

export const acme = '6bb1c7d1-3b3e-4995-9e09-35649dc45a2b'
export const blue = '0b1f0e55-7f2f-4a09-8c71-2f8a5b1d9c11'

const secret = 'the-secret-of-the-client-at-the-provider'
const paths = {
  'acme-sso': `/self-service/methods/oidc/organization/${acme}/callback/acme-sso`,
  'blue-sso': `/self-service/methods/oidc/organization/${blue}/callback/blue-sso`,
  social: '/self-service/methods/oidc/callback/social',
} as const

/** Creates two organizations with a connection each, and a provider of the project; one real provider runs all. */
export async function createOrganizationHarness(overrides: ConfigTree = {}) {
  const provider = await startOpenIdProvider(
    Object.entries(paths).map(([id, path]) => ({
      clientId: id,
      clientSecret: secret,
      redirectUris: [service + path],
    })),
  )
  const connection = (id: keyof typeof paths, label: string, organization?: string) => ({
    id,
    label,
    provider: 'generic',
    client_id: id,
    client_secret: secret,
    issuer_url: provider.issuer,
    scope: ['email', 'profile'],
    ...(organization !== undefined && { organization_id: organization }),
  })
  const providers = [
    connection('social', 'Social'),
    connection('acme-sso', 'Acme', acme),
    connection('blue-sso', 'Blue', blue),
  ]
  const organizations = [
    { id: acme, label: 'Acme', domains: ['acme.test', 'acme.example'] },
    { id: blue, label: 'Blue', domains: ['blue.test'] },
  ]
  const { selfservice, ...rest } = overrides as { selfservice?: { flows?: ConfigTree; methods?: ConfigTree } }
  const harness = await createHarness({
    ...rest,
    selfservice: {
      methods: {
        oidc: { enabled: true, config: { providers } },
        b2b: { config: { organizations } },
        ...selfservice?.methods,
      },
      flows: {
        login: { style: 'identifier_first' },
        registration: { after: { oidc: { hooks: [{ hook: 'session' }] } } },
        ...selfservice?.flows,
      },
    },
  })
  // Tokens of a real provider contain the real time.
  harness.clock.set(Date.now())

  return {
    ...harness,
    provider,
    stop: async () => {
      await harness.stop()
      await provider.stop()
    },
    /** Returns from the provider that an answer redirects to. */
    async through(browser: Browser, start: Answer): Promise<Answer> {
      if (start.status !== 422) throw new Error(`nothing leads to the provider: ${start.status}`)
      return browser.go(await provider.visit(String(start.body.redirect_browser_to)))
    },
    /** Signs in through a connection, as the provider's person. */
    async enter(person: ProviderAccount, connection: string, organization: string) {
      provider.signInAs(person)
      const browser = harness.browser()
      const flow = (await browser.ask(`/self-service/login/browser?organization=${organization}`)).body
      const answer = await this.through(browser, await browser.send(flow, { provider: connection }))
      return { browser, flow, answer, isIn: answer.location === `${pages}/` }
    },
    /** Returns the form that an answer redirects a browser to. */
    async shown(browser: Browser, answer: Answer): Promise<Answer['body']> {
      const [, kind, id] = /\/(login|registration)\?flow=([0-9a-f-]+)/.exec(answer.location ?? '') ?? []
      return (await browser.ask(`/self-service/${kind ?? ''}/flows?id=${id ?? ''}`)).body
    },
  }
}

export type OrganizationHarness = Awaited<ReturnType<typeof createOrganizationHarness>>
