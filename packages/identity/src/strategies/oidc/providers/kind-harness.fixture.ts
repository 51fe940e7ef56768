import { startStage, theCode, type Authorization } from '@gatehouse/testing/providers'

import type { ConfigTree } from '../../../configuration/unsupported.ts'
import { createHarness, pages, type Browser } from '../../../flows/flow-harness.fixture.ts'

/** The client that every staged provider knows. */
export const client = { clientId: 'the-client', clientSecret: 'the/secret of the client' }

const standardClaims = [
  'name',
  'given_name',
  'family_name',
  'nickname',
  'username',
  'picture',
  'website',
  'locale',
  'phone',
]
const rareClaims = ['gender', 'birthdate', 'zoneinfo', 'profile']

/** A schema that keeps all claims of a provider. */
const schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        ...Object.fromEntries([...standardClaims, ...rareClaims].map((name) => [name, { type: 'string' }])),
        email: {
          type: 'string',
          'ory.sh/kratos': { credentials: { password: { identifier: true } }, verification: { via: 'email' } },
        },
      },
    },
  },
}

/** Creates a service whose people sign in with one staged provider of the given kind. */
export async function createKindHarness(provider: ConfigTree) {
  const stage = await startStage()
  const providers = [{ id: 'them', client_id: client.clientId, client_secret: client.clientSecret, ...provider }]
  const url = `base64://${Buffer.from(JSON.stringify(schema)).toString('base64')}`
  const harness = await createHarness(
    {
      identity: { schemas: [{ id: 'person', url }] },
      selfservice: {
        methods: { oidc: { enabled: true, config: { providers } } },
        flows: { registration: { after: { oidc: { hooks: [{ hook: 'session' }] } } } },
      },
    },
    stage.fetch,
  )
  // Tokens carry the real time.
  harness.clock.set(Date.now())
  let sent: Authorization = {}

  return {
    ...harness,
    stage,
    /** Returns the parameters of the redirect to the provider. */
    sent: () => sent,
    /** Presses the provider's button; returns the browser and the address of the redirect. */
    async depart() {
      const browser = harness.browser()
      const flow = (await browser.ask('/self-service/login/browser')).body
      const answer = await browser.send(flow, { provider: 'them' })
      if (answer.status !== 422) throw new Error(JSON.stringify(answer.body.ui?.messages ?? answer.body))
      const address = new URL(answer.body.redirect_browser_to)
      sent = Object.fromEntries(address.searchParams)
      return { browser, address }
    },
    /** Returns from the provider, and returns the person who is signed in then. */
    async arrive(browser: Browser, parameters: Readonly<Record<string, string>> = {}) {
      const { redirect_uri: address = '', state = '' } = sent
      const query = new URLSearchParams({ state, code: theCode, ...parameters })
      const answer = await browser.go(`${address}?${query.toString()}`)
      if (answer.location !== `${pages}/`) throw new Error(`the person was sent to ${answer.location ?? 'nowhere'}`)
      const { identity } = (await browser.whoami()).body
      const { credentials } = (await harness.admin('GET', `/identities/${identity.id}`)).body
      return {
        subject: credentials.oidc.identifiers[0] as string,
        traits: identity.traits as unknown,
        verified: identity.verifiable_addresses?.[0]?.verified as boolean | undefined,
      }
    },
    stop: async () => {
      await harness.stop()
      await stage.stop()
    },
  }
}
