import type { ConfigTree } from '../../configuration/unsupported.ts'
import { createHarness, field, type Answer } from '../../flows/flow-harness.fixture.ts'

export const ada = 'ada@example.org'
export const bob = 'bob@example.org'

const schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        email: {
          type: 'string',
          format: 'email',
          title: 'Email',
          'ory.sh/kratos': {
            credentials: {
              password: { identifier: true },
              webauthn: { identifier: true },
              passkey: { display_name: true },
            },
          },
        },
      },
      required: ['email'],
      additionalProperties: false,
    },
  },
}

/** The origin of the pages: http is allowed on localhost only. */
export const origin = 'http://app.localhost'
const rp = { id: 'localhost', display_name: 'Example', origins: [origin] }

/** Creates a service with keys switched on. */
export function createKeyHarness(
  options: {
    readonly passwordless?: boolean
    readonly methods?: ConfigTree
    /** Further settings of passkeys. */
    readonly passkey?: ConfigTree
    readonly flows?: ConfigTree
    readonly mitigate?: boolean
    readonly improves?: boolean
  } = {},
) {
  const configuration = {
    identity: {
      schemas: [{ id: 'person', url: `base64://${Buffer.from(JSON.stringify(schema)).toString('base64')}` }],
    },
    security: { account_enumeration: { mitigate: options.mitigate ?? false } },
    selfservice: {
      flows: options.flows ?? {},
      methods: {
        code: { passwordless_enabled: false },
        webauthn: { enabled: true, config: { passwordless: options.passwordless ?? false, rp: rp } },
        passkey: { enabled: true, config: { rp: rp, ...options.passkey } },
        ...options.methods,
      },
    },
  }
  return createHarness(configuration, undefined, {}, { improves: options.improves ?? true })
}

/** Returns the options of a node, whatever its type. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests read options of every shape
export function optionsAt(flow: Answer['body'], name: string): any {
  const value: unknown = field(flow, name)?.attributes.value
  if (typeof value !== 'string') throw new Error(`no options at ${name}`)
  const options = JSON.parse(value)
  return options.credentialOptions ?? options
}

/** Returns the names of the nodes of these groups, in their order. */
export function namesOf(flow: Answer['body'], ...groups: readonly string[]): string[] {
  return flow.ui.nodes
    .filter(({ group }: { group: string }) => groups.includes(group))
    .map(({ attributes }: { attributes: { name?: string; id?: string } }) => attributes.name ?? attributes.id)
}
