import { identifierTraits } from '../../identities/identifier-label.ts'
import type { NodeOrder } from '../../nodes/sort.ts'
import type { Identity } from '../../identities/identity.ts'
import type { IdentitySchema } from '../../identities/schema.ts'
import type { FlowContext } from '../flow-context.ts'
import type { StoredFlow } from '../model/flow.ts'

const loginOrder: NodeOrder = {
  groups: ['oidc', 'default', 'webauthn', 'passkey', 'code', 'password', 'totp', 'lookup_secret'],
  keys: ['csrf_token', 'identifier', 'password'],
  passwordAmongDefaults: true,
  byValue: true,
}

const registrationGroups = [
  'oidc',
  'saml',
  'default',
  'webauthn',
  'passkey',
  'code',
  'password',
  'captcha',
  'profile',
] as const

const settingsGroups = [
  'default',
  'profile',
  'password',
  'oidc',
  'lookup_secret',
  'webauthn',
  'passkey',
  'totp',
] as const

/** The order in which a flow's nodes are shown; absent: as they come. `known`: the flow's identity, where it was read. */
export function nodeOrder(
  { schemas, identities }: Pick<FlowContext, 'identities' | 'schemas'>,
  flow: StoredFlow,
  known?: Identity,
): NodeOrder | undefined {
  switch (flow.kind) {
    case 'login':
      return loginOrder
    case 'registration':
      return registrationOrder(flowSchema(schemas, flow))
    case 'settings': {
      const identity = known ?? (flow.identityId === undefined ? undefined : identities.find(flow.identityId))
      return settingsOrder((identity && schemas.get(identity.schemaId)) ?? schemas.standard)
    }
    case 'recovery':
    case 'verification':
      return undefined
    default:
      return flow.kind satisfies never
  }
}

/** The schema a sign-in or sign-up flow was started for. */
export function flowSchema(schemas: FlowContext['schemas'], flow: Pick<StoredFlow, 'details'>): IdentitySchema {
  const { identitySchema } = flow.details
  return (identitySchema === undefined ? undefined : schemas.get(identitySchema)) ?? schemas.standard
}

function registrationOrder(schema: IdentitySchema): NodeOrder {
  const names = schema.fields.map(({ name }) => name)
  const first = identifierTraits(schema)[0]?.name ?? names[0]
  const until = first === undefined ? 0 : names.indexOf(first) + 1
  return {
    groups: registrationGroups,
    keys: ['csrf_token', ...names.slice(0, until), 'password', ...names.slice(until)],
    passwordAmongDefaults: true,
  }
}

function settingsOrder(schema: IdentitySchema): NodeOrder {
  return { groups: settingsGroups, keys: ['csrf_token', ...schema.fields.map(({ name }) => name), 'password'] }
}
